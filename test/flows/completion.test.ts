import { spawnSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { describeWith, needProgram } from "../needs.ts"

const cli = fileURLToPath(new URL("../../dist/cli.cjs", import.meta.url))
const home = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-completion-"))
const project = path.join(home, "project")
const env = {
  HOME: home,
  PATH: `${path.join(home, "bin")}:${process.env["PATH"]}`,
  TERM: "dumb",
  LANG: "C.UTF-8",
}

beforeAll(() => {
  writeSkill("project/.claude/skills/deploy", "Deploys: the thing")
  writeSkill("project/.claude/skills/depot-review", "Looks at a design")
  writeSkill("project/.claude/skills/$(touch pwned)", "Evil")
  writeSkill("project/.claude/skills/two words", "Spaces")
  writeSkill(".claude/skills/deploy", "My own")
  writeSkill(".claude/plugins/cache/market/powers/1.0.0/skills/brainstorming", "Thinks")
  writeSkill(".claude/plugins/cache/market/powers/1.0.0/skills/debugging", "Debugs")
  fs.mkdirSync(path.join(project, ".git"))
  fs.mkdirSync(path.join(project, "subfolder"))
  fs.mkdirSync(path.join(home, "bin"))
  fs.writeFileSync(path.join(home, "bin", "skillet"), `#!/bin/sh\nexec '${process.execPath}' '${cli}' "$@"\n`, {
    mode: 0o755,
  })
  for (const shell of ["bash", "zsh", "fish"])
    fs.writeFileSync(path.join(home, `skillet.${shell}`), run("skillet", ["completion", shell]).stdout)
})

afterAll(() => fs.rmSync(home, { recursive: true, force: true }))

describe("skillet __complete", () => {
  test("prints text, tab and description, one candidate a line", () => {
    expect(run("skillet", ["__complete", "show", "dep"])).toEqual({
      status: 0,
      stdout: "deploy\tDeploys: the thing\ndepot-review\tLooks at a design\n",
      stderr: "",
    })
  })

  test.each([
    [["__complete"], /^list\t/],
    [["__complete", "show", "--cwd", home, "dep"], /^deploy\tMy own\n$/],
    [["__complete", "show", "--cwd", "~", "dep"], /^deploy\tMy own\n$/],
    [["__complete", "show", "--host", "codex", ""], /^$/],
    [["__complete", "nope", "\u001b[2J", "--x=$(id)", ""], /^$/],
    [["__complete", "show", "--cwd", "/no/such/folder", "two"], /^$/],
    [["__complete", "show", "$"], /^$/],
  ])("%j never fails", (words, expected) => {
    const { status, stdout, stderr } = run("skillet", words)
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" })
    expect(stdout).toMatch(expected)
  })
})

describe("skillet completion", () => {
  test("refuses a shell it does not know", () => {
    expect(run("skillet", ["completion", "zhs"])).toEqual({
      status: 2,
      stdout: "",
      stderr: 'skillet: there is no completion for "zhs"\n  did you mean zsh?\n',
    })
  })

  test("says in its help how to install the script", () => {
    const { stdout } = run("skillet", ["completion", "--help"])
    expect(stdout).toContain('eval "$(skillet completion bash)"')
    expect(stdout).toContain("skillet completion fish > ~/.config/fish/completions/skillet.fish")
  })

  test("prints the script as JSON", () => {
    const { stdout } = run("skillet", ["completion", "bash", "--json"])
    expect(JSON.parse(stdout)).toEqual({ shell: "bash", script: readScript("bash").trimEnd() })
  })
})

/** What is typed, and the line after completion; several if the shell would show a choice. */
const lines: readonly [string, readonly string[]][] = [
  ["skillet mig", ["migrate"]],
  ["skillet migrate ", ["commands"]],
  ["skillet show dep", ["deploy", "depot-review"]],
  ["skillet show --json depo", ["depot-review"]],
  ["skillet show powers:b", ["powers:brainstorming"]],
  ["skillet show deploy@us", ["deploy@user"]],
  ["skillet list --host c", ["claude", "codex"]],
  ["skillet list --host=cl", ["--host=claude"]],
  ['skillet show --cwd "../project" depo', ["depot-review"]],
  ["skillet show tw", []],
]

describeWith(needProgram("bash"), "bash", () => {
  test.each(lines)("completes %j", (line, expected) => {
    expect(bash(splitAsBash(line), line).map((reply) => joined(line, reply))).toEqual(expected)
  })

  test("takes only what is before the cursor", () => {
    expect(bash(["skillet", "show", "depository"], "skillet show depository", "skillet show depo".length)).toEqual([
      "depot-review",
    ])
  })

  test("offers files where skillet has no suggestion", () => {
    const script = 'source "$HOME/skillet.bash"; complete -p skillet'
    expect(run("bash", ["--norc", "-c", script]).stdout).toBe("complete -o default -F _skillet skillet\n")
  })

  /**
   * Calls the function as bash does: the words are split at = : and @, and replies replace what follows the last split.
   */
  function bash(words: readonly string[], line: string, point = line.length): readonly string[] {
    const script = [
      'source "$HOME/skillet.bash"',
      "COMP_WORDBREAKS=$' \\t\\n\"\\'@><=;|&(:'",
      'COMP_LINE=$1 COMP_POINT=$2 COMP_WORDS=("${@:3}") COMP_CWORD=$(($# - 3))',
      "_skillet skillet",
      'for reply in "${COMPREPLY[@]}"; do printf "%s\\n" "$reply"; done',
    ].join("\n")
    const { stdout, stderr } = run("bash", ["--norc", "-c", script, "bash", line, String(point), ...words])
    expect(stderr).toBe("")
    return stdout.split("\n").filter((reply) => reply !== "")
  }

  function splitAsBash(line: string): readonly string[] {
    return line.split(" ").flatMap((word) => (word === "" ? [""] : (word.match(/@[^=:@]*|[=:]+|[^=:@]+/g) ?? [])))
  }

  /** The whole word after a reply replaced what follows the last split. */
  function joined(line: string, reply: string): string {
    const word = line.split(" ").at(-1) ?? ""
    return word.replace(/(?:@[^=:@]*|[^=:@]*)$/, "") + reply
  }
})

describeWith(needProgram("zsh"), "zsh", () => {
  test.each(lines.filter(([, expected]) => expected.length === 1))(
    "completes %j on its line editor",
    (line, [whole]) => {
      const words = line.split(" ").slice(0, -1).join(" ")
      expect(zsh(line)).toBe(`${words} ${whole} `)
    },
  )

  test("offers directories where skillet has no suggestion", () => {
    expect(zsh("skillet list --cwd sub")).toBe("skillet list --cwd subfolder/")
    expect(zsh("skillet list --cwd=sub")).toBe("skillet list --cwd=subfolder/")
  })

  /** The line of an interactive zsh after a tab; ^X prints it. */
  function zsh(line: string): string {
    const talk = [
      "zmodload zsh/zpty",
      "zpty z zsh -f -i",
      "zpty -w z 'PS1=; autoload -Uz compinit; compinit -u -D; source \"$HOME/skillet.zsh\"'",
      `zpty -w z 'show() { print -r -- "<$BUFFER>" }; zle -N show; bindkey "^X" show; print rea""dy'`,
      "zpty -r z said '*ready*'",
      "zpty -n -w z \"$1\"$'\\t\\x18'",
      "zpty -r z said '*<*>*'",
      'print -r -- "$said"',
    ].join("\n")
    const said = run("zsh", ["-f", "-c", talk, "zsh", line]).stdout
    return /<([^>]*)>/.exec(said)?.[1] ?? said
  }
})

describeWith(needProgram("fish"), "fish", () => {
  test.each(lines)("completes %j", (line, expected) => {
    expect(fish(line)).toEqual(expected)
  })

  test("shows the descriptions", () => {
    const script = 'source "$HOME/skillet.fish"; complete -C $argv[1]'
    expect(run("fish", ["--no-config", "-c", script, "skillet show depl"]).stdout).toBe("deploy\tDeploys: the thing\n")
  })

  test("offers directories where skillet has no suggestion", () => {
    expect(fish("skillet list --cwd sub")).toEqual(["subfolder/"])
    expect(fish("skillet list --cwd=sub")).toEqual(["--cwd=subfolder/"])
  })

  function fish(line: string): readonly string[] {
    const script = 'source "$HOME/skillet.fish"; complete -C $argv[1]'
    const { stdout } = run("fish", ["--no-config", "-c", script, line])
    return stdout.split("\n").flatMap((found) => (found === "" ? [] : [found.split("\t")[0] ?? ""]))
  }
})

function run(command: string, args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: project, env, encoding: "utf8", timeout: 25_000 })
  return { status, stdout, stderr }
}

function readScript(shell: string): string {
  return fs.readFileSync(path.join(home, `skillet.${shell}`), "utf8")
}

function writeSkill(folder: string, description: string): void {
  fs.mkdirSync(path.join(home, folder), { recursive: true })
  fs.writeFileSync(path.join(home, folder, "SKILL.md"), `---\ndescription: "${description}"\n---\nBody.\n`)
}
