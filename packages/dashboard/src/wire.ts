/**
 * What the server of the dashboard and its pages say to each other: the only thing that both know. Every text in it is
 * data from skills, agents and code, and is shown as text.
 */

/** Times are in milliseconds since 1970, money in dollars. */
export interface WireHello {
  readonly version: string
  readonly project: string
  readonly directory: string
  readonly branch: string
  /** Who answers and approves here. */
  readonly by: string
  readonly mayWrite: boolean
  /** How many needs there are. */
  readonly needs: number
}

export interface WireError {
  readonly code: string
  readonly message: string
  readonly next: string
}

/** The last message of the stream of changes, and its id: what is stored and what skills there are, each as one word. */
export interface WireChange {
  readonly stored: string
  readonly skills: string
}

export type WireNeedKind = "question" | "gate" | "budget" | "approval" | "changed-skill" | "schedule" | "message"

/** Something that waits for a person. */
export interface WireNeed {
  /** The same for as long as it is the same need. */
  readonly id: string
  readonly kind: WireNeedKind
  readonly title: string
  readonly text: string
  readonly since: number
  readonly urgency: number
  readonly run?: string | undefined
  readonly workflow?: string | undefined
  readonly question?: string | undefined
  /** A skill, by reference or path. */
  readonly ref?: string | undefined
  readonly schedule?: string | undefined
  readonly options: readonly WireOption[]
  readonly multiple: boolean
  /** Does the same on the command line. */
  readonly command: string
}

export interface WireOption {
  readonly label: string
  readonly about?: string | undefined
}

export interface WireAnswer {
  readonly run: string
  readonly question: string
  readonly answers: readonly string[]
  readonly reason?: string | undefined
}

/** running: agents or whoever follows it have something to do. waiting: for a person. unfinished: it ended without success. */
export type WireRunState = "running" | "waiting" | "done" | "unfinished" | "failed" | "cancelled" | "abandoned"

export interface WireRun {
  readonly id: string
  readonly workflow: string
  readonly state: WireRunState
  readonly step: string
  readonly round: number
  /** Why it ended or waits. */
  readonly because?: string | undefined
  readonly branch: string
  readonly started: number
  readonly updated: number
  /** How many steps it entered. */
  readonly visited: number
  readonly agents: number
  readonly tokens: number
  readonly money: number
  readonly questions: number
  readonly parent?: { readonly run: string; readonly step: string; readonly round: number } | undefined
}

export interface WireVisit {
  readonly number: number
  readonly step: string
  readonly round: number
  readonly entered: number
  readonly left?: number | undefined
  readonly outcome?: string | undefined
  readonly because?: string | undefined
  readonly total: number
  readonly ok: number
  readonly failed: number
  readonly iteration?: number | undefined
}

export interface WireStep {
  readonly id: string
  readonly title: string
  readonly kind: string
  readonly phase?: string | undefined
  readonly next: readonly { readonly outcome: string; readonly to: string }[]
}

/** A run with its visits after the one that was asked for. */
export interface WireRunPage {
  readonly run: WireRun
  readonly params: string
  readonly source?: string | undefined
  readonly skill?: { readonly path: string; readonly trust: string } | undefined
  readonly definition: string
  readonly steps: readonly WireStep[]
  readonly after: number
  readonly visits: readonly WireVisit[]
  readonly children: readonly WireRun[]
  readonly needs: readonly WireNeed[]
  readonly budget: {
    readonly agents?: number | undefined
    readonly tokens?: number | undefined
    readonly money?: number | undefined
  }
  readonly roles: readonly WireSpending[]
  /** Gates that a person let it pass with open issues. */
  readonly passed: readonly { readonly title: string; readonly because: string; readonly open: readonly string[] }[]
}

/** When an agent worked on an item. */
export interface WireLane {
  readonly step: string
  readonly round: number
  readonly item: string
  readonly agent: string
  readonly driver?: string | undefined
  readonly model?: string | undefined
  readonly status: string
  readonly began: number
  readonly last: number
  readonly tokens: number
  readonly money: number
  readonly failure?: string | undefined
}

/** A text that may have been cut: `length` is that of the whole. */
export interface WireText {
  readonly text: string
  readonly length: number
}

export interface WireStepPage {
  readonly step: string
  readonly round: number
  readonly kind: string
  readonly title: string
  /** The directive, exactly as whoever follows the run gets it. */
  readonly directive: WireText
  readonly inputs: readonly { readonly name: string; readonly from: string; readonly value: WireText }[]
  readonly evidence?: WireText | undefined
  readonly because?: string | undefined
  readonly items: readonly WireItem[]
  readonly questions: readonly {
    readonly text: string
    readonly answer?: string | undefined
    readonly by?: string | undefined
    readonly reason?: string | undefined
  }[]
  readonly command: string
}

export interface WireItem {
  readonly item: string
  readonly agent: string
  readonly status: string
  readonly tried: number
  readonly prompt?: WireText | undefined
  readonly childRun?: string | undefined
  readonly outcome?: string | undefined
  readonly by?: string | undefined
  readonly at?: number | undefined
  readonly reused?: string | undefined
  readonly output?: WireText | undefined
  readonly tokensIn?: number | undefined
  readonly tokensOut?: number | undefined
  readonly money?: number | undefined
}

export interface WireTranscript {
  readonly item: string
  readonly lines: readonly { readonly at: number; readonly text: string; readonly kind: string }[]
  readonly isCut: boolean
}

export interface WireForkPlan {
  readonly changed: readonly string[]
  readonly reused: readonly WireForked[]
  readonly renewed: readonly WireForked[]
  readonly agents: number
  readonly tokens: number
  readonly money: number
  readonly command: string
}

export interface WireForked {
  readonly step: string
  readonly round: number
  readonly items: number
  readonly because?: string | undefined
}

export interface WireForkAsked {
  readonly from?: string | undefined
  readonly params: Readonly<Record<string, string>>
}

export interface WireStarted {
  readonly run: string
}

export interface WireSpending {
  readonly name: string
  readonly answers: number
  readonly tokensIn: number
  readonly tokensOut: number
  readonly money: number
}
