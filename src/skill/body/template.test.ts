import fc from "fast-check"
import { expect, test } from "vitest"
import { findShellParts, readTemplate, type TemplateRules } from "./template.ts"

const open: TemplateRules = { names: ["file", "mode"], bracedNames: true, inCode: false, keepsPrices: true }
const claude: TemplateRules = { names: ["file"], bracedNames: false, inCode: true, keepsPrices: false }

/** Text as it is; everything else in angle brackets. */
const drawn = (body: string, rules = open) =>
  readTemplate(body, rules)
    .map((part) =>
      part.kind === "text"
        ? part.source
        : part.kind === "shell"
          ? `<${part.form}:${part.parts.map((one) => (one.kind === "text" ? one.source : `<${one.source}>`)).join("")}>`
          : `<${part.source}>`,
    )
    .join("")

test.each([
  ["plain $HOME and ${HOME} and $other", "plain $HOME and ${HOME} and $other"],
  ["$ARGUMENTS, $ARGUMENTS[1], $1, $10", "<$ARGUMENTS>, <$ARGUMENTS[1]>, <$1>, <$10>"],
  ["$$ARGUMENTS $ARGUMENTSX ${ARGUMENTS}", "$<$ARGUMENTS> <$ARGUMENTS>X ${ARGUMENTS}"],
  ["\\$ARGUMENTS \\$1 \\$file", "$ARGUMENTS $1 $file"],
  ["$1a ${1} $arguments", "$1a ${1} $arguments"],
  ["$file ${file} $filename ${mode}", "<$file> <${file}> $filename <${mode}>"],
  ["\\\\$file \\$file", "\\\\<$file> $file"],
  ["costs $1.50 or $2,000", "costs $1.50 or $2,000"],
  [
    "${CLAUDE_SKILL_DIR} ${SKILLET_SESSION_ID} ${CLAUDE_OTHER}",
    "<${CLAUDE_SKILL_DIR}> <${SKILLET_SESSION_ID}> ${CLAUDE_OTHER}",
  ],
  ["now: !`git log -1` done", "now: <inline:git log -1> done"],
  ["!`a` !`b $1`", "<inline:a> <inline:b <$1>>"],
  ['word!`a` (!`b`) "!`c`"', 'word!`a` (!`b`) "!`c`"'],
  ["```!\nls\npwd\n```\nend", "<block:ls\npwd>\nend"],
  ["~~~!\nls\n~~~", "~~~!\nls\n~~~"],
  ["```bash!\nls\n```", "```bash!\nls\n```"],
  ["``` !\nls\n```", "``` !\nls\n```"],
  ["```\n!`ls` $1\n```", "```\n!`ls` $1\n```"],
  ["````\n```!\nls\n```\n````", "````\n```!\nls\n```\n````"],
  ["- item\n  ```\n  !`ls`\n  ```", "- item\n  ```\n  !`ls`\n  ```"],
  ["``!`ls` `` and `$1`", "``!`ls` `` and `$1`"],
  ["!`` no", "!`` no"],
  ["!` ` no", "!` ` no"],
  ["open !`never closed", "open !`never closed"],
  ["!`crosses\na line`", "<inline:crosses\na line>"],
  ["!`not an\n\nempty one`", "!`not an\n\nempty one`"],
])("%j is read as %j", (body, expected) => {
  expect(drawn(body)).toBe(expected)
})

test("profile claude fills in placeholders inside code too, and never runs commands there", () => {
  expect(drawn("`$0` ```\n$ARGUMENTS\n``` ${file} $1.50", claude)).toBe("`<$0>` ```\n<$ARGUMENTS>\n``` ${file} <$1>.50")
  expect(drawn("```\n!`echo $1`\n```", claude)).toBe("```\n!`echo <$1>`\n```")
})

test("an argument's name may have hyphens and any letters, and the longest one counts", () => {
  const rules = { ...claude, names: ["in", "in-file", "été", "2nd", "a b"] }
  expect(drawn("$in $in-file $in-fileX $été $2nd $a b $ins", rules)).toBe(
    "<$in> <$in-file> <$in>-fileX <$été> $2nd $a b $ins",
  )
})

test("a command knows its position", () => {
  expect(
    findShellParts("a\nb !`ls`\n\n```!\npwd\n```\n").map(({ line, column, source }) => [line, column, source]),
  ).toEqual([
    [2, 3, "!`ls`"],
    [4, 1, "```!\npwd\n```"],
  ])
})

test("no text is lost or invented: the sources of all parts together are the body, except for escapes", () => {
  const piece = fc.constantFrom(
    "$",
    "\\",
    "`",
    "!",
    "```",
    "!`",
    "ARGUMENTS",
    "1",
    "[0]",
    "{",
    "}",
    "file",
    "\n",
    " ",
    "CLAUDE_SKILL_DIR",
    "a",
    "~~~",
    "- ",
    "> ",
    "\r\n",
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), fc.boolean(), (pieces, inCode) => {
      const body = pieces.join("")
      const again = readTemplate(body, { ...open, inCode })
        .map(({ source }) => source)
        .join("")
      const plain = (text: string) => text.replace(/\\+\$/g, "$")
      expect(plain(again)).toBe(plain(body))
    }),
    { numRuns: 3000 },
  )
})
