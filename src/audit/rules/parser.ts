import { makeExampleSkill, makeHeaderHit } from "./reading/header-claims.ts"
import { headerFields } from "../../skill/header/schema/fields.ts"
import { listUnknownFields } from "../../skill/unknown-fields.ts"
import { isOneTypo } from "./names/find-look-alike.ts"
import { isScriptName } from "./reading/split-passages.ts"
import { type AuditRule, defineAuditRules, type Hit } from "../audit-rule.ts"
import { makeHit } from "../run-rule.ts"
import type { AuditView } from "../audit-view.ts"

/** Files that try to break, trick or escape the program that reads them. */
export const parserRules: readonly AuditRule[] = defineAuditRules([
  {
    id: "parser.header",
    class: "A20",
    title: "The frontmatter contains constructs that can attack a parser",
    severity: "major",
    confidence: "high",
    persona: "regular",
    where: ["skill"],
    match: { kind: "skill", check: hostileHeader },
    about:
      "Aliases, reserved keys, embedded languages and deep nesting can make a parser execute code or run out of memory.",
    fix: "Use only a few plain fields in the frontmatter.",
    examples: {
      positive: [
        { files: { "SKILL.md": "---js\nmodule.exports = {}\n---\n# A\n" } },
        makeExampleSkill("description: x\nmetadata:\n  __proto__:\n    a: 1"),
        makeExampleSkill("description: x\nmetadata:\n  a: &a [x]\n  b: [*a, *a]"),
      ],
      negative: [
        makeExampleSkill('description: "Explains anchors & aliases (*name)."'),
        makeExampleSkill("description: x"),
      ],
    },
  },
  {
    id: "parser.two-spellings",
    class: "A20",
    title: "A field of the frontmatter has two spellings with different values",
    severity: "minor",
    confidence: "high",
    persona: "regular",
    where: ["skill"],
    match: { kind: "skill", check: twoSpellings },
    about: "Which value counts depends on the agent that reads it.",
    fix: "Keep one spelling.",
    examples: {
      positive: [makeExampleSkill("description: x\nallowed-tools: Read\nallowed_tools: Bash")],
      negative: [
        makeExampleSkill("description: x\nallowed-tools: Read"),
        makeExampleSkill("description: x\nallowed-tools: Read\nallowed_tools: Read"),
      ],
    },
  },
  {
    id: "parser.misspelt-field",
    class: "A20",
    title: "No agent reads this field; it is nearly spelt like one that they do read",
    severity: "minor",
    confidence: "medium",
    persona: "regular",
    where: ["skill"],
    match: { kind: "skill", check: misspeltFields },
    about: "A limit in a field that nobody reads limits nothing.",
    fix: "Write the field as agents know it, or remove it.",
    examples: {
      positive: [
        makeExampleSkill("description: x\nalowed-tools: Read"),
        makeExampleSkill("description: x\nAllowed-Tools: Read"),
      ],
      negative: [
        makeExampleSkill("description: x\nteam: web\ntools: [Read]"),
        makeExampleSkill("description: x\nuser-invocable: true\nlicense: MIT"),
      ],
    },
  },
  {
    id: "parser.terminal",
    class: "A20",
    title: "Terminal control sequences",
    severity: "major",
    confidence: "high",
    persona: "regular",
    where: ["skill"],
    match: { kind: "skill", check: controlCodes },
    about: "Printed unescaped, they can move the cursor, hide lines, open links or write to the clipboard.",
    fix: "Remove them; where they are meant as examples, write the escapes as text.",
    examples: {
      positive: ["Show \u001b]52;c;eA==\u0007 it.", makeExampleSkill('description: "x \\e[2J"')],
      negative: ["Use `\\x1b[31m` for red.", "plain"],
    },
  },
  {
    id: "parser.escape",
    class: "A20",
    title: "A path points outside the skill",
    severity: "major",
    confidence: "high",
    persona: "regular",
    where: ["skill"],
    match: { kind: "skill", check: escapes },
    about:
      "A symbolic link or path to a system or home directory makes the agent read files that are not part of the skill.",
    fix: "Keep what the skill needs in its own directory.",
    examples: {
      positive: [
        { files: { "SKILL.md": "# A", "references/x.md": { link: "../../../../etc/hostname" } } },
        "Read [it](../../../../etc/hostname).",
      ],
      negative: ["See [the guide](../shared/guide.md).", { files: { "SKILL.md": "# A", "b.md": { link: "a.md" } } }],
    },
  },
  {
    id: "parser.encoding",
    class: "A20",
    title: "The file is not valid UTF-8",
    severity: "minor",
    confidence: "high",
    persona: "regular",
    where: ["skill"],
    match: { kind: "skill", check: otherEncodings },
    about: "It reads differently depending on the encoding used, so a reviewer may not see what actually runs.",
    fix: "Save it as UTF-8.",
    examples: {
      positive: [
        { files: { "SKILL.md": { text: "# A", encoding: "UTF-16" } } },
        { files: { "SKILL.md": "# A", "a.sh": { text: "ls", encoding: "text with NUL bytes" } } },
      ],
      negative: [{ files: { "SKILL.md": "# A", "a.sh": "ls", "b.md": { text: "x", encoding: "broken UTF-8" } } }],
    },
  },
  {
    id: "parser.not-read",
    class: "A20",
    title: "A program was not scanned, or only in part",
    severity: "minor",
    confidence: "high",
    persona: "regular",
    where: ["skill"],
    match: { kind: "skill", check: unreadPrograms },
    about: "Content that was not scanned could do anything.",
    fix: "Review it yourself before it runs, or make it smaller.",
    examples: {
      positive: [
        { files: { "SKILL.md": "# A", "a.sh": { bytes: 9_000_000, unread: "it is too large" } } },
        { files: { "SKILL.md": { text: "# A", unread: "only its ends were read" } } },
        { files: { "SKILL.md": "Run `sh data.bin`.", "data.bin": { bytes: 9, unread: "it is not text" } } },
        { files: { "SKILL.md": "Run `sh .git/x`.", ".git/": { bytes: 0, unread: "this directory is not searched" } } },
      ],
      negative: [
        { files: { "SKILL.md": "# A", "logo.png": { bytes: 9, unread: "it is not text" } } },
        { files: { "SKILL.md": "# A", ".git/": { bytes: 0, unread: "this directory is not searched" } } },
      ],
    },
  },
  {
    id: "parser.slow-pattern",
    class: "A20",
    title: "Regular expression prone to catastrophic backtracking",
    severity: "minor",
    confidence: "medium",
    persona: "regular",
    where: ["header", "data"],
    match: {
      kind: "pattern",
      pattern: /\((?:[^()\n]{1,40}[+*]|\w\|\w)\)[+*]\$?/g,
      // A schema's patterns are run by its own engine, not by the agent's.
      grade: (found, { kind, language }) =>
        kind === "data" && (language === "markup" || !isPatternField(found)) ? "nothing" : undefined,
    },
    about: "Nested repetition makes many regular expression engines run practically forever.",
    fix: "Rewrite the pattern without nested repetition.",
    examples: {
      positive: [makeExampleSkill("description: x\npatterns: '(a+)+$'")],
      negative: [
        makeExampleSkill("description: x\npatterns: '^(foo|bar)$'"),
        { files: { "SKILL.md": "# A", "ooxml/a.xsd": '<xs:pattern value="([0-9]+)*"/>' } },
        { files: { "SKILL.md": "# A", "a.csv": "mean (a*)* of all" } },
      ],
    },
  },
])

/** A field whose name says that it contains a pattern. */
function isPatternField(found: RegExpExecArray): boolean {
  const start = found.input.lastIndexOf("\n", found.index) + 1
  return /(?:pattern|regexp?|match)\w*["']?\s*[:=]/i.test(found.input.slice(start, found.index))
}

function otherEncodings({ input }: AuditView): readonly Hit[] {
  return input.files.flatMap(({ path: file, encoding }) => {
    if (encoding === undefined) return []
    const hit = { file, line: 1, column: 1, evidence: `${file}: ${encoding}` }
    if (file !== input.main) return [{ ...hit, ...(encoding === "broken UTF-8" ? { confidence: "low" as const } : {}) }]
    const about = "No agent reads it as intended: some see nothing, others see different text."
    return [encoding === "broken UTF-8" ? hit : { ...hit, severity: "major" as const, about }]
  })
}

const MOST_UNREAD = 20

function unreadPrograms({ input, passages }: AuditView): readonly Hit[] {
  const isNamed = (path: string) => {
    const run = path.endsWith("/") ? path : `${RUN}${path.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`
    const pattern = path.endsWith("/") ? undefined : new RegExp(run)
    return passages.some(({ text }) => text.includes(path) && pattern?.test(text) !== false)
  }
  const found = input.files.filter(({ path, text, unread, executable }) => {
    if (unread === undefined) return false
    if (path === input.main || isScriptName(path)) return true
    if (path.endsWith("/") && !/(?:^|\/)(?:\.git|node_modules)\/$/.test(path)) return true
    // Programs of which nothing was read are reported by ships.program.
    return executable ? text !== undefined : isNamed(path)
  })
  return found.slice(0, MOST_UNREAD).map(({ path: file, unread = "" }) => {
    return {
      file,
      line: 1,
      column: 1,
      evidence: `${file}: ${unread}`,
      about: `Content that was not scanned could do anything: ${unread}.`,
    }
  })
}

/** The text before the name of a file that is run. */
const RUN = String.raw`(?:\b(?:(?:ba|z|da|k)?sh|python[\d.]*|node|deno|bun|perl|ruby|php|source|exec|eval|chmod \S+)\s+(?:-\S+\s+){0,6}|(?:^|[\s;&|\`(])\. )["']?(?:[\w.$\{\}-]+/)*?`

const HOSTILE: readonly string[] = [
  "header.tagged-fence",
  "header.reserved-key",
  "header.too-deep",
  "header.too-large",
  "header.too-many-keys",
]

function hostileHeader({ reading, skill, input, text }: AuditView): readonly Hit[] {
  const found = reading.problems.filter(({ code }) => HOSTILE.includes(code))
  const aliases = skill === undefined ? -1 : skill.block.split("\n").findIndex((line) => ALIAS.test(line))
  const isAliased = aliases !== -1 && /(?:^|[\s,[-])&\w+(?:\s|$)/m.test(skill?.block ?? "")
  const at = [...found.map(({ line = 1 }) => line), ...(isAliased ? [(skill?.blockLine ?? 1) + aliases] : [])]
  const lines = at.length === 0 ? [] : text.split("\n")
  return at.map((line) => ({
    file: input.main,
    line,
    column: 1,
    evidence: (lines[line - 1] ?? "").trim().slice(0, 240),
  }))
}

/** The first of these decides who may do what. */
const ABOUT_LIMITS = /tools|hooks|invo[ck]|permission|sandbox|model/i

function twoSpellings({ reading, input, text }: AuditView): readonly Hit[] {
  return reading.problems
    .filter(({ code }) => code === "header.two-spellings")
    .map(({ line = 1, message }) => ({
      file: input.main,
      line,
      column: 1,
      evidence: (text.split("\n")[line - 1] ?? "").trim().slice(0, 240),
      about: `${message}. Which of them counts depends on the agent that reads it.`,
      ...(ABOUT_LIMITS.test(message) ? { severity: "major" as const } : {}),
    }))
}

function misspeltFields(view: AuditView): readonly Hit[] {
  return listUnknownFields(view.skill).flatMap((name) => {
    const near = headerFields.map(({ key }) => key).find((key) => isNearly(name.toLowerCase(), key))
    return near === undefined
      ? []
      : [makeHeaderHit(view, name, { about: `No agent is known to read ${name}; ${near} may be meant.`, fact: name })]
  })
}

/** The same letters, or one typo: `tools` is not a typo of `hooks`. */
function isNearly(written: string, key: string): boolean {
  return written === key || (key.length > 4 && isOneTypo(written, key))
}

/** An alias as a value, not a star in a sentence. */
const ALIAS = /(?::\s+|-\s+|[[,]\s*)\*[\w-]+\s*(?:$|[\],])/

function controlCodes(view: AuditView): readonly Hit[] {
  const hits = view.passages.flatMap((passage) => {
    if (passage.decoded !== undefined || passage.kind === "command" || passage.kind === "hook") return []
    const at = passage.text.search(/[\u001b\u009b\u009d\u0090]|\u0008{2}/)
    return at === -1 ? [] : [makeHit(passage, at)]
  })
  if (view.skill === undefined) return hits
  // YAML turns \e in quotes into the character itself after the text has been checked.
  const written = /"[^"\n]{0,400}\\(?:e|x1b|u001b|x9b)(?:\[|\]|P)/i.exec(view.skill.block)
  if (written === null) return hits
  const line = view.skill.blockLine + view.skill.block.slice(0, written.index).split("\n").length - 1
  return [...hits, { file: view.input.main, line, column: 1, evidence: written[0].slice(0, 240) }]
}

const SYSTEM = /^(?:\/|~|(?:\.\.\/){2,}(?:etc|proc|root|home|var|usr|dev|sys|Users|\.ssh|\.aws|\.config)\b)/

function escapes({ input, passages }: AuditView): readonly Hit[] {
  const links = input.files.flatMap(({ path, link }) => {
    if (link === undefined || !leavesFolder(path, link)) return []
    const severity = SYSTEM.test(link) || countParents(link) > 2 ? ("major" as const) : ("minor" as const)
    return [{ file: path, line: 1, column: 1, evidence: `${path} → ${link}`, severity }]
  })
  const mentions = passages.flatMap((passage) => {
    if (passage.kind !== "prose") return []
    const found =
      /\]\(<?((?:(?:\.\.\/){2,}(?:etc|proc|root|home|var|usr|dev|sys|Users|\.ssh|\.aws)\/|\/(?:etc|proc|root|sys)\/|~\/\.)[^)\s]{1,120})/.exec(
        passage.text,
      )
    return found === null ? [] : [makeHit(passage, found.index)]
  })
  return [...links, ...mentions]
}

function leavesFolder(path: string, link: string): boolean {
  return link.startsWith("/") || link.startsWith("~") || countParents(link) > path.split("/").length - 1
}

function countParents(link: string): number {
  return link.split("/").filter((part) => part === "..").length
}
