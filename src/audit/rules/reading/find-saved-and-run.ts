import type { Hit } from "../../audit-rule.ts"
import type { AuditView } from "../../audit-view.ts"
import { gradeByUse, makeHit } from "../../run-rule.ts"
import { decideCommandUse } from "./decide-command-use.ts"
import { CODE, type Passage } from "./passage.ts"
import { CHECKSUM, KNOWN_INSTALLER } from "./shared-patterns.ts"

/** Addresses of this machine. */
export const LOCAL = /\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0|host\.docker\.internal)/
/** Where projects publish their releases. */
export const OWN_PROJECT =
  /raw\.githubusercontent\.com|github\.com\/[^\s]{1,80}\/releases|\bget\.[\w-]+\.(?:io|dev|sh)\b/

const SAVED =
  /\b(?:curl|wget)\b[^\n]{0,200}?(?:\s-[a-zA-Z]{0,6}[oO]\s*|--output(?:=|\s+)|--output-document(?:=|\s+)|>\s*)["']?([\w./~$-]{2,80})/g

/** Saved under the name that the address ends with. */
const SAVED_BY_NAME =
  /\b(?:curl\s[^\n|>]{0,80}?-[a-zA-Z]{0,6}O\b|wget\b(?![^\n]{0,80}\s-[a-zA-Z]{0,6}O))[^\n|>]{0,80}?https?:\/\/[^\s"'|;&>]{1,160}\/([\w.-]{2,60})(?=["'\s;&]|$)/g

const SAVED_BY_POWERSHELL =
  /\b(?:Invoke-WebRequest|iwr|Start-BitsTransfer|DownloadFile)\b[^\n]{0,200}?(?:-OutFile\s+|-Destination\s+|,\s{0,4})["']?([\w.:\\/~$-]{2,80})/gi
const SHELL_WORDS = ["curl", "wget", "webrequest", "iwr", "bitstransfer", "downloadfile"]

/** Where a file is downloaded, written under a name, and run by that name. */
export function findSavedAndRun({ passages }: AuditView): readonly Hit[] {
  const code = passages.filter(({ kind }) => CODE.includes(kind) || kind === "prose")
  return [...savedByShell(code), ...savedByProgram(code)]
}

/** What a program downloads, writes under a name, and starts by that name. */
const SAVED_BY_PROGRAM = new RegExp(
  String.raw`(?:\burlretrieve\([^,\n]{1,200},\s*|\b(?:http\.Get|urlopen|requests\.get|httpx\.get|fetch|axios\.get|https?\.get|Net::HTTP\.get\w*|URI\.open|DownloadFile)\b[^]{0,800}?(?:\bopen\(\s*|\bWriteFile\(\s*|\bwriteFile(?:Sync)?\(\s*|\bcreateWriteStream\(\s*|\bBun\.write\(\s*|\bFile\.(?:write|binwrite|open)\(\s*))(["'][\w./~-]{3,80}["']|[A-Za-z_]\w{0,30}\b)[^]{0,600}?(?:exec\.Command|Deno\.Command|Bun\.spawn(?:Sync)?|subprocess\.\w+|os\.(?:system|startfile)|\bPopen|\bexecSync|\bexecFile(?:Sync)?|\bspawn(?:Sync)?|\bsystem|Process\.spawn)\s*\(\s*\[?\s*(?:(?:["'](?:/\S{0,20}/)?(?:(?:ba|z|da)?sh|python3?|node)["']|sys\.executable)\s{0,4},\s{0,4})?(?:f["']\{)?\1`,
  "g",
)
const PROGRAM_WORDS = "urlretrieve get urlopen fetch axios downloadfile open".split(" ")

function savedByProgram(code: readonly Passage[]): readonly Hit[] {
  return code.flatMap((passage) => {
    if (!passage.words.hasAny(PROGRAM_WORDS)) return []
    return [...passage.text.matchAll(SAVED_BY_PROGRAM)].map((found) => {
      const use = /\b(?:sha(?:1|256|512)|hashlib|createHash|checksum|digest)\b/i.test(found[0]) ? "told" : "runs"
      const own = { severity: "critical", confidence: OWN_PROJECT.test(found[0]) ? "medium" : "high" } as const
      return makeHit(passage, found.index, gradeByUse(own, use, passage))
    })
  })
}

function savedByShell(code: readonly Passage[]): readonly Hit[] {
  return code.flatMap((passage) => {
    if (!passage.words.hasAny(SHELL_WORDS)) return []
    const saved = [SAVED, SAVED_BY_NAME, SAVED_BY_POWERSHELL].flatMap((pattern) => [...passage.text.matchAll(pattern)])
    return saved.flatMap((found) => {
      const target = found[1] ?? ""
      const after = passage.text.slice(found.index + found[0].length, found.index + found[0].length + 600)
      const isHere = isRun(after, target)
      const isThere =
        /^(?:\/|~|\$)/.test(target) && code.some((other) => other !== passage && isRun(other.text, target))
      if (!isHere && !isThere) return []
      const line = found.input.slice(found.index, found.index + 300).split("\n")[0] ?? ""
      const near = passage.text.slice(Math.max(0, found.index - 200), found.index + 300)
      if (KNOWN_INSTALLER.test(near) || LOCAL.test(line))
        return [makeHit(passage, found.index, { severity: "minor", confidence: "medium" })]
      const use = CHECKSUM.test(passage.text) ? "told" : decideCommandUse(passage, found.index)
      const own = { severity: "critical", confidence: OWN_PROJECT.test(line) ? "medium" : "high" } as const
      return [makeHit(passage, found.index, gradeByUse(own, use, passage))]
    })
  })
}

function isRun(text: string, target: string): boolean {
  if (!text.includes(target)) return false
  const name = target.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
  return new RegExp(
    String.raw`(?:\b(?:ba|z|da|k)?sh\s+(?:-\w+\s+)?|\bsource\s+|(?:^|[\n;&|])\s*\.\s+|\bpython3?\s+|\bnode\s+|\bperl\s+|\bexec\s+|\bsudo\s+|\bStart-Process\s+(?:-FilePath\s+)?|&\s+|\bchmod\s+(?:[ugoa]*[+=]\w*x\w*|[0-7]*[1357][0-7]*)\s+|(?:^|[\n;&|])\s*(?:\./)?)["']?(?:\./|/tmp/)?${name}(?=["'\s;&|)]|$)`,
  ).test(text)
}
