import { builtInDomains, type DomainSettings } from "../../settings/domain-settings.ts"
import { stem } from "../../text/stem.ts"

type BuiltIn = (typeof builtInDomains)[number]

export const HYBRID = "hybrid"

/** The domains that a request can be in, without hybrid: those that come with Skillet, and those that settings add. */
export function listDomains(added: DomainSettings = {}): readonly string[] {
  return [...new Set([...builtInDomains, ...Object.keys(added)])]
}

export const domainConfidences = ["CERTAIN", "PROBABLE", "POSSIBLE", "UNCERTAIN"] as const

export interface Classified {
  readonly domain: string
  readonly confidence: (typeof domainConfidences)[number]
  /** The words that decided it, by domain. */
  readonly evidence: Readonly<Record<string, readonly string[]>>
  /** Of hybrid. */
  readonly primary?: string | undefined
  readonly secondary?: string | undefined
  /** The standards for work in this domain. */
  readonly standards: string
  readonly decided_by: "words" | "model"
  /** If a model was asked: the result. */
  readonly because?: string | undefined
}

/** Words that indicate a domain; those after the bar are weaker. */
const words: Readonly<Record<BuiltIn, readonly [string, string]>> = {
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

type Weights = ReadonlyMap<string, readonly (readonly [string, number])[]>

/** By the stem of each word: the domains it indicates, and how strongly. */
const builtInWeights: Weights = weigh()

function weigh(): Weights {
  const found = new Map<string, (readonly [string, number])[]>()
  for (const [domain, [strong, weak]] of Object.entries(words))
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

/** A word that already indicates the domain as strongly is not counted twice. */
function addWeights(added: DomainSettings): Weights {
  const found = new Map(builtInWeights)
  for (const [domain, { words: strong, weak }] of Object.entries(added))
    for (const [list, weight] of [
      [strong, STRONG],
      [weak, WEAK],
    ] as const)
      for (const word of list) {
        const key = stem(word.toLowerCase())
        const there = found.get(key) ?? []
        if (there.some(([other, much]) => other === domain && much >= weight)) continue
        found.set(key, [...there.filter(([other]) => other !== domain), [domain, weight]])
      }
  return found
}

const standards: Readonly<Record<BuiltIn, string>> = {
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

export function joinStandards(of: readonly string[], added: DomainSettings = {}): string {
  return of
    .map((one) => {
      const own = Object.hasOwn(added, one) ? added[one]?.standards : undefined
      return own?.map((line) => `- ${line.replace(/\s+/g, " ")}`).join("\n") ?? standards[one as BuiltIn] ?? ""
    })
    .filter((text) => text !== "")
    .join("\n")
}

/** Which domain a request belongs to, by its words alone: the same request always gives the same answer. */
export function classifyDomain(query: string, added: DomainSettings = {}): Classified {
  const weights = addWeights(added)
  const scores = new Map<string, { score: number; words: string[] }>()
  const said = [...new Set(query.toLowerCase().match(/\p{L}[\p{L}\p{N}'-]*/gu) ?? [])]
  for (const word of said)
    for (const [domain, weight] of weights.get(stem(word)) ?? []) {
      const at = scores.get(domain) ?? { score: 0, words: [] }
      scores.set(domain, { score: at.score + weight, words: [...at.words, word] })
    }
  const ranked = [...scores].sort(([a, one], [b, other]) => other.score - one.score || (a < b ? -1 : 1))
  return { ...judge(ranked, added), decided_by: "words" }
}

type Ranked = readonly (readonly [string, { readonly score: number; readonly words: readonly string[] }])[]

function judge(ranked: Ranked, added: DomainSettings): Omit<Classified, "decided_by"> {
  const evidence = Object.fromEntries(ranked.map(([domain, found]) => [domain, found.words]))
  const [first, second] = ranked
  const standardsFor = (...of: readonly string[]) => joinStandards(of, added)
  if (first === undefined)
    return { domain: "technical", confidence: "UNCERTAIN", evidence, standards: standardsFor("technical") }
  const [domain, { score }] = first
  const other = second?.[1].score ?? 0
  if (second !== undefined && other >= STRONG && other * 2 > score)
    return {
      domain: HYBRID,
      primary: domain,
      secondary: second[0],
      confidence: "POSSIBLE",
      evidence,
      standards: standardsFor(domain, second[0]),
    }
  const confidence = score >= 6 && other * 3 <= score ? "CERTAIN" : score >= 3 ? "PROBABLE" : "POSSIBLE"
  return { domain, confidence, evidence, standards: standardsFor(domain) }
}
