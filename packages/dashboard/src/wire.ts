/* oxlint-disable max-lines -- the one file that the server and the pages share */
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
  /** How many needs there are, and the latest of them. */
  readonly needs: number
  readonly newest?: Pick<WireNeed, "id" | "title" | "since"> | undefined
}

/** How a server and a page show each other that they have the key. */
export interface WireStart {
  /** Another word each time the server is started; the page signs it. */
  readonly start: string
  /** Signed by the server: its start, and the word with which the page asked. */
  readonly proof: string
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
  readonly skills?: readonly { readonly name: string; readonly path: string }[] | undefined
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

/** running: agents, or the session that follows it, have something to do. waiting: for a person. unfinished: it ended without success. */
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
  /** The directive, exactly as the session that follows the run gets it. */
  readonly directive: WireText
  readonly inputs: readonly WireInput[]
  readonly evidence?: WireText | undefined
  readonly because?: string | undefined
  readonly items: readonly WireItem[]
  readonly questions: readonly {
    readonly text: string
    readonly answer?: string | undefined
    readonly by?: string | undefined
    readonly reason?: string | undefined
  }[]
  /** The memory files of a phase of a job, as they were verified: one, or one of each branch. */
  readonly memory: readonly WireMemory[]
  readonly command: string
}

export interface WireInput {
  readonly name: string
  readonly from: string
  readonly value: WireText
  /** The one answer that it is, if it is one. */
  readonly answer?: { readonly step: string; readonly round: number; readonly item: string } | undefined
}

export interface WireMemory {
  readonly file: string
  readonly agent: string
  readonly status: string
  readonly verdict?: string | undefined
  /** SHA-256 of the file when it was verified. */
  readonly hash: string
  readonly text: WireText
}

/** What changed in the checkout of a run between two moments, by anybody. */
export interface WireChanges {
  /** False: the run was started without. */
  readonly isRecorded: boolean
  readonly changes: readonly {
    readonly item: string
    readonly cause: "report" | "gate" | "agent"
    readonly since: number
    readonly at: number
    readonly unknown?: string | undefined
    readonly summary: string
    readonly total: number
    readonly files: readonly {
      readonly path: string
      readonly kind: "added" | "removed" | "changed"
      readonly added?: number | undefined
      readonly removed?: number | undefined
      readonly bytes?: number | undefined
    }[]
    readonly patch: WireText
    readonly leftOut: number
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
  /** Answers that are taken over with another text. */
  readonly edits: readonly {
    readonly step: string
    readonly round: number
    readonly item: string
    readonly text: string
  }[]
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

export interface WireSkillsPage {
  readonly hosts: readonly {
    readonly host: string
    readonly title: string
    readonly usable: number
    readonly tokens: number
  }[]
  readonly skills: readonly WireSkill[]
  /** The ways in which skills are seen. */
  readonly sights: readonly (readonly WireSight[])[]
  readonly problems: readonly WireProblem[]
}

/** How one host has a skill; empty where it does not find it. */
export interface WireSight {
  readonly as: string
  readonly reason: string
}

export interface WireSkill {
  readonly name: string
  readonly path: string
  readonly copies: number
  readonly isDrifted: boolean
  /** The number of the way in which it is seen, of which each part is about one host, in their order. */
  readonly sight: number
  readonly tokens: number
  readonly description: string
  readonly problems: number
}

export interface WireProblem {
  readonly code: string
  readonly path: string
  readonly line?: number | undefined
  readonly message: string
  readonly fix?: string | undefined
}

export interface WireSkillPage {
  readonly ref: string
  readonly name: string
  readonly path: string
  readonly source: string
  readonly status: string
  readonly trust: string
  readonly approval: string
  readonly description: string
  readonly tokensListing: number
  readonly tokensBody: number
  readonly files: readonly string[]
  readonly problems: readonly WireProblem[]
  readonly text: WireText
  /** Which copy wins for each host, in words. */
  readonly why: readonly string[]
  readonly command: string
}

/** The requests that are kept beside a skill, looked up as `skillet eval` does it. */
export interface WireSkillRequests {
  /** Among how many skills they were looked up. */
  readonly among: number
  readonly requests: readonly WireRequest[]
  /** What is wrong with their files. */
  readonly problems: readonly string[]
  readonly command: string
}

export interface WireRequest {
  readonly request: string
  /** Whether the skill should be found for it. */
  readonly isFor: boolean
  readonly rank?: number | undefined
  /** The skills that were found before it. */
  readonly before: readonly string[]
  readonly isAsExpected: boolean
  /** File and line. */
  readonly place: string
}

/** How one skill was used, by the transcripts of this machine. */
export interface WireSkillUsePage {
  /** In how many sessions was looked. */
  readonly sessions: number
  readonly uses: readonly WireSkillUse[]
}

export interface WireSkillUse {
  /** The agent. */
  readonly title: string
  /** Undefined if the transcripts of this agent do not show it. */
  readonly offered?: number | undefined
  readonly byModel: number
  readonly byPerson: number
  readonly byHook: number
  readonly failed: number
  readonly tokens: number
  readonly last?: number | undefined
}

/** What an approval would allow, and what is known about it. */
export interface WireApproval {
  readonly ref: string
  readonly path: string
  readonly digest: string
  readonly commands: readonly string[]
  readonly grants: readonly string[]
  readonly files: readonly string[]
  readonly changedSince?: string | undefined
  readonly differences: readonly { readonly path: string; readonly patch: WireText }[]
  readonly findings: readonly WireFinding[]
  readonly refused: readonly string[]
  readonly unknown?: string | undefined
  readonly command: string
}

export interface WireApprove {
  readonly ref: string
  /** What was shown: if it is something else by now, nothing is approved. */
  readonly digest: string
}

export interface WireListing {
  readonly host: string
  /** The size of the model's context that the limit belongs to, in tokens. */
  readonly window: number
  readonly tokens: number
  readonly characters: number
  readonly limit?: number | undefined
  readonly unit: string
  /** In the order of the agent. */
  readonly entries: readonly {
    readonly name: string
    /** As the agent writes it for its model; empty if it leaves it out. */
    readonly line: string
    /** As in the table of all agents: whole, cut, name-only or left-out. */
    readonly as: string
    /** What it takes of the limit, and what its whole text would. */
    readonly size: number
    readonly wanted: number
  }[]
}

export interface WireFinding {
  readonly id: string
  readonly title: string
  readonly file: string
  readonly line: number
  readonly category: string
  readonly severity: string
  readonly confidence: string
  readonly description: string
  readonly evidence: WireText
  readonly fix?: string | undefined
  readonly saidBy: readonly string[]
  readonly verdict?: string | undefined
  readonly reason?: string | undefined
  readonly patch?: WireText | undefined
  readonly rule: string
  /** new: the review before did not have it. */
  readonly compared?: "new" | "known" | undefined
}

export interface WireReviewPage {
  readonly run: string
  readonly scope: string
  readonly depth: string
  readonly files: number
  readonly findings: readonly WireFinding[]
  readonly decided: readonly { readonly finding: WireFinding; readonly status: string; readonly reason: string }[]
  readonly gone: readonly WireFinding[]
  readonly before?: string | undefined
  readonly notChecked: readonly string[]
  readonly leftOut: readonly WireLeftOut[]
  readonly command: string
}

/** What was found or claimed and is no finding, by what suppressed it. Only the first ones are listed. */
export interface WireLeftOut {
  readonly why: string
  readonly count: number
  readonly items: readonly string[]
}

export interface WireAccept {
  readonly findings: readonly string[]
  readonly status: "accepted" | "wont-fix" | "false-positive"
  readonly reason: string
}

export interface WireWorkPage {
  readonly tasks: readonly WireTask[]
  readonly agents: readonly WireAgent[]
  readonly messages: readonly {
    readonly id: number
    readonly from: string
    readonly to: readonly string[]
    readonly text: string
    readonly at: number
    readonly type: string
  }[]
}

export interface WireTask {
  readonly id: string
  readonly depth: number
  readonly title: string
  readonly status: string
  readonly assignee?: string | undefined
  readonly skills: readonly string[]
  readonly run?: string | undefined
  readonly updated: number
}

export interface WireAgent {
  readonly name: string
  readonly role: string
  readonly status: string
  readonly driver?: string | undefined
  readonly updated: number
}

/** What an agent would get if it were woken now. */
export interface WirePacket {
  readonly text: WireText
  readonly tokens: number
  readonly budget: number
  readonly parts: readonly {
    readonly part: string
    readonly source: string
    readonly tokens: number
    readonly reason: string
  }[]
  readonly leftOut: readonly { readonly part: string; readonly what: string; readonly why: string }[]
  readonly command: string
}

export interface WireSchedule {
  readonly id: string
  readonly what: string
  readonly times: string
  readonly status: string
  readonly because?: string | undefined
  readonly next?: number | undefined
  readonly lastSuccess?: number | undefined
  readonly lateBy?: number | undefined
  readonly isQuiet: boolean
  readonly counts: Readonly<Record<string, number>>
}

export interface WireDue {
  readonly at: number
  readonly state: string
  readonly cause: string
  readonly why?: string | undefined
  readonly run?: string | undefined
  readonly ended?: number | undefined
  readonly cost: number
}

export interface WireQuoted {
  readonly workflow: string
  readonly quote: { readonly min: WireUsed; readonly likely: WireUsed; readonly max: WireUsed }
  readonly actual: WireUsed
}

export interface WireUsed {
  readonly agents: number
  readonly tokens: number
  readonly money: number
}

export interface WireSpend {
  readonly total: WireSpending
  readonly byWorkflow: readonly WireSpending[]
  readonly bySkill: readonly WireSpending[]
  readonly byStep: readonly WireSpending[]
  readonly byAgent: readonly WireSpending[]
  readonly byDay: readonly WireSpending[]
  /** What the newest runs were expected to cost, and what they did; those of a workflow are added up once they ended. */
  readonly quoted: {
    readonly byRun: readonly (WireQuoted & {
      readonly run: string
      readonly status: string
      readonly started: number
      readonly assumptions: readonly string[]
    })[]
    readonly byWorkflow: readonly (WireQuoted & { readonly runs: number })[]
  }
  readonly runs: number
}

export interface WireComparison {
  readonly left: WireRun
  readonly right: WireRun
  readonly parts?: number | undefined
  readonly pairs: readonly {
    readonly left?: WireVisit | undefined
    readonly right?: WireVisit | undefined
    readonly differs?: string | undefined
  }[]
}
