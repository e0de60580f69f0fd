import { termOf } from "./term.ts"

/** Marks the terms that are concepts, which no word of a text can be. */
const CONCEPT_MARK = "\u0002"

/** The term of a skill about skills, and of a request for one. */
export const SKILLS_TERM = "\u0003"

/** A pull request in two words is found under its usual short form. */
export const PULL_REQUEST = termOf("PR")

/** Words with which people ask for the same thing. One word may be in several. */
const CONCEPTS: readonly string[] = [
  "bug bugs broken breaks crash crashing debug debugging defect diagnose error failure fails failing fault troubleshoot",
  "comment comments feedback remark remarks suggestion suggestions",
  "respond response reply replies answer address addressing",
  "PR PRs MR",
  "slow performance speed faster latency bottleneck optimize profiling",
  "image picture photo illustration",
  "spreadsheet excel xlsx workbook",
  "slides presentation deck powerpoint pptx",
  "docx word manuscript",
  "delete remove erase",
  "deploy release ship publish rollout",
  "diagram drawing sketch flowchart",
  "chart graph plot visualization",
  "website site webpage homepage",
  "summary summarize digest recap condense",
  "translate translation i18n multilingual",
  "brainstorm idea ideas ideation",
  "security vulnerability exploit hardening",
  "email mail inbox",
  "invoice bill billing receipt",
  "refactor restructure cleanup simplify untangle",
  "build compile pipeline CI",
  "flaky intermittent nondeterministic",
  "upgrade update bump migrate migration",
  "dependency package library",
  "login signin authentication password",
  "schedule cron recurring",
  "article blog post essay",
  "changelog changes notes",
  "cost price spend expense",
  "monitor alert observability logging",
  "interview hiring candidate resume",
  "finish finished complete completed completion",
  "agent agents subagent subagents",
  "parallel concurrently simultaneously independently split divide distribute dispatch delegate",
  "isolated isolation worktree sandbox",
  "verify verification prove proof confirm",
  "feature functionality",
  "audio voice speech spoken recording transcribe transcription transcript dictation",
  "speech speak aloud tts narrate narration",
  "video movie film clip footage",
  "frame still screenshot snapshot",
  "music song playback album playlist",
  "weather forecast rain snow temperature",
  "food meal pizza dinner lunch takeaway delivery courier",
  "restaurant cafe bar diner",
  "nearby near local",
  "light lights lamp bulb",
  "reminder remind todo",
  "calendar appointment",
  "message sms texting",
  "secret secrets password credential credentials vault keychain",
  "payment payments pay payer checkout Stripe",
  "cost costs expensive cheaper savings",
  "memory RAM heap leak",
  "extension plugin addon",
  "phone iphone iOS",
  "privacy GDPR personal consent",
  "conversation talk discuss negotiate",
  "manager boss supervisor leadership",
  "conflict disagree disagreement difficult",
  "branch branches worktree",
  "organize tidy messy clutter declutter sort",
  "design designer mockup Figma",
  "map geographic geospatial shapefile cartography",
  "meeting standup",
  "contract agreement legal",
  "purchase buy order shop",
  "accessibility a11y accessible screenreader",
  "incident outage downtime postmortem",
  "vulnerability CVE advisory",
  "license licence licensing",
  "tutorial walkthrough lesson",
]

const byTerm: ReadonlyMap<string, readonly string[]> = conceptsByTerm()

/** The concepts a term is a word for. */
export function conceptsOf(term: string): readonly string[] {
  return byTerm.get(term) ?? []
}

function conceptsByTerm(): ReadonlyMap<string, readonly string[]> {
  const concepts = new Map<string, string[]>()
  for (const [at, words] of CONCEPTS.entries())
    for (const term of new Set(words.split(" ").map(termOf)))
      concepts.set(term, [...(concepts.get(term) ?? []), CONCEPT_MARK + at])
  concepts.delete("")
  return concepts
}
