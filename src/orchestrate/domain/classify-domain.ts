import { stem } from "../../text/stem.ts"

export const domains = ["technical", "personal", "creative", "professional", "recreational", "hybrid"] as const
export type Domain = (typeof domains)[number]
export type PlainDomain = Exclude<Domain, "hybrid">
export const plainDomains = domains.filter((one): one is PlainDomain => one !== "hybrid")

export const domainConfidences = ["CERTAIN", "PROBABLE", "POSSIBLE", "UNCERTAIN"] as const

export interface Classified {
  readonly domain: Domain
  readonly confidence: (typeof domainConfidences)[number]
  /** The words that decided it, by domain. */
  readonly evidence: Readonly<Record<string, readonly string[]>>
  /** Of hybrid. */
  readonly primary?: PlainDomain | undefined
  readonly secondary?: PlainDomain | undefined
  /** The standards for work in this domain. */
  readonly standards: string
  readonly decided_by: "words" | "model"
  /** If a model was asked: the result. */
  readonly because?: string | undefined
}

/** Words that indicate a domain; those after the bar are weaker. */
const words: Readonly<Record<PlainDomain, readonly [string, string]>> = {
  technical: [
    "code api database server bug software function class test deploy refactor compile algorithm cli library framework typescript javascript python rust sql docker kubernetes git endpoint backend frontend script program app application parser schema repository cache latency security authentication plugin regex json yaml skill command agent workflow web website browser html css",
    "build system file tool data performance error version project service interface",
  ],
  personal: [
    "family friend health habit budget diet sleep home apartment wedding birthday relationship savings mortgage doctor child parent personal life exercise therapy move",
    "my plan goal routine",
  ],
  creative: [
    "story poem novel song lyrics painting character plot illustration logo melody screenplay fiction verse design brand slogan artwork composition creative film",
    "write style mood name",
  ],
  professional: [
    "client invoice contract meeting stakeholder quarterly revenue marketing sales hiring resume interview proposal strategy budget compliance roadmap presentation report customer negotiation employee manager business legal policy",
    "team project deadline email",
  ],
  recreational: [
    "game travel trip vacation holiday hike recipe cook movie playlist sport fishing camping puzzle board hobby festival garden itinerary tourist party chess",
    "weekend fun evening",
  ],
}

const STRONG = 2
const WEAK = 1

const weights: ReadonlyMap<string, readonly (readonly [PlainDomain, number])[]> = weighted()

function weighted(): ReadonlyMap<string, readonly (readonly [PlainDomain, number])[]> {
  const found = new Map<string, (readonly [PlainDomain, number])[]>()
  for (const [domain, [strong, weak]] of Object.entries(words) as readonly (readonly [
    PlainDomain,
    readonly [string, string],
  ])[])
    for (const [list, weight] of [
      [strong, STRONG],
      [weak, WEAK],
    ] as const)
      for (const word of list.split(" ")) {
        const key = stem(word)
        found.set(key, [...(found.get(key) ?? []), [domain, weight]])
      }
  return found
}

const standards: Readonly<Record<PlainDomain, string>> = {
  technical:
    "- Every claim about code is checked against the code.\n- What can be run is run.\n- Errors and limits are handled, not hidden.",
  personal:
    "- The person's situation and limits come first.\n- Nothing private leaves the job.\n- Advice says what it is based on and when to ask a professional.",
  creative:
    "- The voice is consistent.\n- Choices are deliberate and can be explained.\n- Originality counts: nothing is copied from others.",
  professional:
    "- The reader can act on it immediately.\n- Figures have a source and a date.\n- Tone and form fit the people it goes to.",
  recreational:
    "- It must be doable with the available time, money and people.\n- Safety and local rules are respected.\n- It leaves room for changes.",
}

export function joinStandards(of: readonly PlainDomain[]): string {
  return of.map((one) => standards[one]).join("\n")
}

/** Which domain a request belongs to, by its words alone: the same request always gives the same answer. */
export function classifyDomain(query: string): Classified {
  const scores = new Map<PlainDomain, { score: number; words: string[] }>()
  const said = [...new Set(query.toLowerCase().match(/\p{L}[\p{L}\p{N}'-]*/gu) ?? [])]
  for (const word of said)
    for (const [domain, weight] of weights.get(stem(word)) ?? []) {
      const at = scores.get(domain) ?? { score: 0, words: [] }
      scores.set(domain, { score: at.score + weight, words: [...at.words, word] })
    }
  const ranked = [...scores].sort(([a, one], [b, other]) => other.score - one.score || (a < b ? -1 : 1))
  return judged(ranked)
}

type Ranked = readonly (readonly [PlainDomain, { readonly score: number; readonly words: readonly string[] }])[]

function judged(ranked: Ranked): Classified {
  const evidence = Object.fromEntries(ranked.map(([domain, found]) => [domain, found.words]))
  const [first, second] = ranked
  if (first === undefined)
    return {
      domain: "technical",
      confidence: "UNCERTAIN",
      evidence,
      standards: standards.technical,
      decided_by: "words",
    }
  const [domain, { score }] = first
  const other = second?.[1].score ?? 0
  if (second !== undefined && other >= STRONG && other * 2 > score)
    return {
      domain: "hybrid",
      primary: domain,
      secondary: second[0],
      confidence: "POSSIBLE",
      evidence,
      standards: joinStandards([domain, second[0]]),
      decided_by: "words",
    }
  const confidence = score >= 6 && other * 3 <= score ? "CERTAIN" : score >= 3 ? "PROBABLE" : "POSSIBLE"
  return { domain, confidence, evidence, standards: standards[domain], decided_by: "words" }
}
