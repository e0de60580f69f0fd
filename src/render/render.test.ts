import fc from "fast-check"
import { expect, test } from "vitest"
import { profiles } from "../hosts/profiles.ts"
import { decideCommand } from "../shell/judge/decide-command.ts"
import type { CommandJudgement } from "../shell/judge/decide-command.ts"
import { readSkill } from "../skill/read-skill.ts"
import type { Trust } from "../skill/trust.ts"
import { finishRendering, findRefusedCommand } from "./render-skill.ts"
import { splitArguments } from "./split-arguments.ts"
import { fillCommandParts } from "./values.ts"
import { planRendering } from "./plan-rendering.ts"

const judgeAll = (command: string): CommandJudgement => ({
  decision: "allow",
  reason: "for the test",
  words: [[command]],
})

function plan(
  text: string,
  more: {
    readonly args?: string
    readonly host?: keyof typeof profiles
    readonly trust?: Trust
    readonly shellOff?: boolean
    readonly judge?: (command: string) => CommandJudgement
  } = {},
) {
  const reading = readSkill(text)
  if (reading.kind === "refused") throw new Error("refused")
  return planRendering({
    name: "s",
    skill: reading.skill,
    file: text,
    form: "folder",
    folder: "/skills/s",
    trust: more.trust ?? "own",
    profile: profiles[more.host ?? "open"],
    args: more.args ?? "",
    variables: { SESSION_ID: "id-1", PROJECT_DIR: "/project", EFFORT: "high" },
    shellOff: more.shellOff === true,
    judge: more.judge ?? judgeAll,
  })
}
const rendered = (text: string, more: Parameters<typeof plan>[1] = {}) =>
  finishRendering(plan(text, more), []).text.replace("Base directory for this skill: /skills/s\n\n", "")
const skill = (body: string, header = "description: d") => `---\n${header}\n---\n${body}`

test.each([
  ["no arguments", "", true, []],
  ["words", "a b  c", true, ["a", "b", "c"]],
  ["quotes", "a \"b c\" 'd e' f\\ g", true, ["a", "b c", "d e", "f g"]],
  ["an empty word", "a '' b", true, ["a", "", "b"]],
  ["from a quote that is not closed the rest is one word", "a it's \"b c", true, ["a", "it's \"b c"]],
  ["and elsewhere all of it is", 'a "b c', false, ['a "b c']],
  ["double quotes keep backslashes", '"a\\"b \\n" c', true, ['a\\"b \\n', "c"]],
  ["an operator ends the list for Claude Code", "a; id", true, ["a"]],
  ["an operator is text elsewhere", "a; id | b", false, ["a;", "id", "|", "b"]],
  ["patterns, paths and braces are text", "*.ts ~/x {a,b} <b>", true, ["*.ts", "~/x", "{a,b}"]],
  ["a variable is text if it comes first or in a word", "$HOME a$HOME", true, ["$HOME", "a$HOME"]],
  ["a variable after that is left out", "a $HOME b", true, ["a", "b"]],
  ["a substitution in backticks ends the words", "a `b c` d", true, ["a"]],
  ["inside a word it holds it together", "x`b c` d", true, ["x`b c`", "d"]],
  ["a backtick that is never closed", "a ` b", true, ["a ` b"]],
  ["a backtick after one in quotes is never closed either", "'`' x`", true, ["'`' x`"]],
  ["nor after one with a backslash", "\\` x`", true, ["\\` x`"]],
  ["a comment ends the words", "fix issue #12 now", true, ["fix", "issue"]],
  ["nothing but a comment", "#1 #2", true, ["#1", "#2"]],
  ["a hash inside a word", "a#b c", true, ["a#b", "c"]],
  ["assignments before the first word", "a=b c d=e", true, ["c", "d=e"]],
  ["parentheses", "(a b) c", true, ["a", "b"]],
  ["parentheses after a word", "a (b c) d", true, ["a", "d"]],
  ["parentheses inside a word", "a(b c)d f(x", true, ["a", "d", "f"]],
  ["a substitution stays in its word", "a$(b c)d e", true, ["a$(b c)d", "e"]],
  ["what begins a command", "if a b", true, ["a", "b"]],
  ["a test", "[urgent] a [b]", true, ["a", "[b]"]],
  ["a line that continues", "a\\\nb", true, ["a", "b"]],
  ["nothing but redirections", "<b> x", true, ["<b>", "x"]],
  ["none of it elsewhere", "a=b `c d` # (e)", false, ["a=b", "`c", "d`", "#", "(e)"]],
])("%s", (_, text, operatorsEnd, words) => {
  expect(splitArguments(text, operatorsEnd)).toEqual(words)
})

test.each([
  ["counted from one", "[$1] [$2] [$3]", "a b", "[a] [b] [$3]"],
  ["counted from zero where the body does", "[$0] [$1] [$ARGUMENTS[1]]", "a b", "[a] [b] [b]"],
  ["all of them", "[$ARGUMENTS]", 'a "b c"', '[a "b c"]'],
  ["none given", "[$ARGUMENTS] [$1]", "", "[] [$1]"],
  ["appended where nothing took them", "Do it.", "a b", "Do it.\n\nARGUMENTS: a b"],
  ["a value is never looked at again", "[$1] [$2]", "'$2' '${CLAUDE_SESSION_ID}'", "[$2] [${CLAUDE_SESSION_ID}]"],
  ["code is left alone", "`$1` and\n```\n$1\n```\n[$1]", "a", "`$1` and\n```\n$1\n```\n[a]"],
  [
    "variables",
    "${CLAUDE_SKILL_DIR} ${SKILLET_PROJECT_DIR} ${CLAUDE_SESSION_ID} ${CLAUDE_PLUGIN_ROOT}",
    "",
    "/skills/s /project id-1 ${CLAUDE_PLUGIN_ROOT}",
  ],
])("arguments: %s", (_, body, args, expected) => {
  expect(rendered(skill(body), { args })).toBe(expected)
})

test("named arguments; a missing one is empty, and code is filled in because the skill takes arguments", () => {
  expect(rendered(skill("[$what] [${where}] `$what`", "description: d\narguments: [what, where]"), { args: "x" })).toBe(
    "[x] [] `x`",
  )
})

test("a source that is not trusted learns no path but that of its own directory, and its commands, grants and hooks are only requests", () => {
  const text = skill(
    "${CLAUDE_SKILL_DIR} ${CLAUDE_PROJECT_DIR} ${CLAUDE_SESSION_ID} !`id`",
    "description: d\nallowed-tools: Bash(id)\nhooks: { Stop: [{ hooks: [{ type: command, command: x }] }] }",
  )
  const planned = plan(text, { trust: "remote" })
  expect(planned.commands).toMatchObject([{ command: "id", decision: "request" }])
  expect(planned.result.hooks).toBeUndefined()
  expect(plan(text).result).toMatchObject({
    allowedTools: ["Bash(id)"],
    hooks: { Stop: [{ hooks: [{ command: "x" }] }] },
    requests: [],
  })
  expect(planned.result).toMatchObject({
    allowedTools: [],
    requests: ["tool Bash(id)", "hook on Stop", "variable ${CLAUDE_PROJECT_DIR}"],
  })
  expect(finishRendering(planned, []).text).toContain(
    "/skills/s ${CLAUDE_PROJECT_DIR} id-1 [not run, because this skill is not trusted: id]",
  )
  expect(findRefusedCommand(planned)).toBeUndefined()
})

test("commands that are switched off leave a note", () => {
  expect(rendered(skill("x !`id` y"), { shellOff: true })).toBe("x [shell command execution disabled by policy] y")
})

test("one command that may not run prevents the whole rendering", () => {
  const planned = plan(skill("!`a` !`b`"), {
    judge: (command) => ({ decision: command === "a" ? "allow" : "ask", reason: "no rule", words: [[command]] }),
  })
  expect(findRefusedCommand(planned)).toMatchObject({ source: "!`b`", decision: "ask" })
})

test("the output of a command is inserted unchanged", () => {
  const planned = plan(skill("[!`a`]\nx !`a` y"))
  expect(finishRendering(planned, [{ text: "$1 !`id` ${CLAUDE_SKILL_DIR}", exitCode: 0 }]).text).toContain(
    "x $1 !`id` ${CLAUDE_SKILL_DIR} y",
  )
})

test.each([
  ["outside quotes", "echo $1", "a b", "echo 'a b'"],
  ["a safe word stays bare", "git log $1", "main..dev", "git log main..dev"],
  ["inside double quotes", 'echo "[$1]"', 'a"$(id)`x`\\', 'echo "[a\\"\\$(id)\\`x\\`\\\\]"'],
  ["inside single quotes", "echo '[$1]'", "it's", "echo '[it'\\''s]'"],
  ["glued to an option", "x --name=$1", "a;id", "x --name='a;id'"],
  ["nothing given is no word", "echo $ARGUMENTS", "", "echo"],
])("in a command, %s", (_, command, args, expected) => {
  expect(
    plan(skill(`!\`${command.replaceAll("`", "")}\``), {
      args: `'${args.replaceAll("'", "'\\''")}'` === "''" ? "" : quoted(args),
    }).commands[0]?.command,
  ).toBe(expected)
})

function quoted(text: string): string {
  return `"${text.replace(/["\\$`]/g, "\\$&")}"`
}

test.each([
  "cat <<E\n$1\nE",
  "echo $(echo $1)",
  "(( $1 ))",
  "[[ $1 -eq 0 ]]",
  "echo # $1",
  "echo $'$1'",
  "echo ${x:-$1}",
  "echo \\$$1",
])("in %j no value can be inserted safely, so nothing runs", (command) => {
  const planned = plan(skill(`\`\`\`!\n${command}\n\`\`\``), { args: "a" })
  expect(planned.commands[0]).toMatchObject({ decision: "deny" })
})

test("an argument that would change what a command does is refused, however it was quoted", () => {
  const words = (command: string) =>
    command.includes("skilletargument") ? [["echo", "skilletargument0end"]] : [["echo", "x"], ["id"]]
  expect(
    plan(skill("!`echo $1`"), {
      args: "x;id",
      judge: (command) => ({ decision: "allow", reason: "", words: words(command) }),
    }).commands,
  ).toMatchObject([{ decision: "deny", reason: "an argument would change what the command does" }])
})

test.each([
  ["a shell's code", 'bash -c "echo hello $1"', '"; id"'],
  ["a name that is evaluated", "[ -v $1 ]", "a[0]"],
  ["arithmetic", 'let "n=$1"', "1"],
  ["a sed script", 'sed "s/x/$1/"', "y"],
  ["an awk program", "awk $1", "x"],
])("%s never contains an argument, whatever is granted", (_, command, args) => {
  const judge = (text: string): CommandJudgement => {
    const { decision, reason, commands } = decideCommand(text, { allow: ["Bash"] })
    return { decision, reason, rule: commands[0]?.rule, words: commands.map(({ words }) => words) }
  }
  expect(plan(skill(`!\`${command}\``), { args: `'${args}'`, judge }).commands[0]?.decision).toBe("deny")
  expect(plan(skill("!`echo $1`"), { args: "fine", judge }).commands[0]?.decision).toBe("allow")
})

const anyArgument = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc
    .array(
      fc.constantFrom(
        "!`id`",
        "`",
        "$",
        "$1",
        "${CLAUDE_SKILL_DIR}",
        "```!\nid\n```",
        "'",
        '"',
        "\\",
        ";",
        "\n",
        " ",
        "$(id)",
        "ARGUMENTS",
        "---",
      ),
    )
    .map((parts) => parts.join("")),
)

test.each(["open", "claude"] as const)(
  "for any argument the prompt of %s outside it is unchanged, and no command appears that was not in the template",
  (host) => {
    const body = "before $ARGUMENTS after\n!`echo hi`\n```\ncode\n```\nend"
    const [head, tail] = ["Base directory for this skill: /skills/s\n\nbefore ", " after\nOUT\n```\ncode\n```\nend"]
    fc.assert(
      fc.property(anyArgument, (args) => {
        const planned = plan(skill(body), { args, host })
        expect(planned.commands.map(({ command }) => command)).toEqual(["echo hi"])
        const { text } = finishRendering(planned, [{ text: "OUT", exitCode: 0 }])
        expect(text.startsWith(head) && text.endsWith(tail)).toBe(true)
        if (host === "open") expect(text.slice(head.length, text.length - tail.length)).toBe(args)
      }),
      { numRuns: 1000 },
    )
  },
)

test("for any output the prompt outside it is unchanged", () => {
  const planned = plan(skill("a !`x` b $1 c !`y` d"), { args: "arg" })
  fc.assert(
    fc.property(anyArgument, anyArgument, (one, two) => {
      fc.pre(one !== "" && two !== "")
      const { text } = finishRendering(planned, [
        { text: one, exitCode: 0 },
        { text: two, exitCode: 0 },
      ])
      expect(text).toBe(`Base directory for this skill: /skills/s\n\na ${one} b arg c ${two} d`)
    }),
  )
})

test("a value in a command is one word, whatever it contains", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (value) => {
      fc.pre(!value.includes("\0") && value !== "")
      const values = { raw: value, words: [value], names: [], base: 1 as const, variables: {} }
      const placed = fillCommandParts(
        [
          { kind: "text", source: "echo " },
          { kind: "numbered", source: "$1", number: 1, isIndex: false },
        ],
        values,
      )
      const word = "command" in placed ? placed.command.slice(5) : ""
      const unquoted = /^[\w@%+=:,./-]+$/.test(word) ? word : word.slice(1, -1).replaceAll("'\\''", "'")
      expect(unquoted).toBe(value)
    }),
  )
})

test("if a skill has more than 200 commands, none of them runs", () => {
  for (const count of [201, 30_000]) {
    const planned = plan(skill("!`ls`\n".repeat(count), "description: d\nallowed-tools: Bash(ls)"))
    expect(planned.commands.length).toBe(count)
    expect(new Set(planned.commands.map(({ decision, reason }) => `${decision}: ${reason}`))).toEqual(
      new Set(["deny: the skill has more than 200 commands, so none of them runs: split the skill"]),
    )
  }
})

test("tools that a skill disallows are listed, and tools that ask the person are not granted", () => {
  const header = "description: d\nallowed-tools: Read, AskUserQuestion, Bash(git:*)\ndisallowed-tools: Bash, WebFetch"
  expect(plan(skill("Text.", header)).result).toMatchObject({
    allowedTools: ["Read"],
    disallowedTools: ["Bash", "WebFetch"],
  })
})
