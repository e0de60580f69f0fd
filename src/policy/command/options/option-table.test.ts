import { describe, expect, test } from "vitest"
import { decideCommand } from "../decide-command.ts"
import { optionTable } from "./option-table.ts"

/** Every option of the table, as one command that uses it. */
const given = optionTable.flatMap(({ of, refused, notFor }) =>
  of.flatMap((program) =>
    refused.flatMap(({ options }) =>
      options.map((option) => `${program}${notFor === undefined ? "" : " x"} ${option === "+" ? "+x" : option}`),
    ),
  ),
)

describe("an open-ended rule does not cover an option that runs or writes", () => {
  test("the table is not empty", () => expect(given.length).toBeGreaterThan(150))

  test.each(given)("%s", (command) => {
    const [program = ""] = command.split(" ")
    expect(decideCommand(`${command}`, { allow: [`Bash(${program}:*)`] }).decision).toBe("deny")
    expect(decideCommand(`${command}`, { allow: [`Bash(${program} *)`] }).decision).toBe("deny")
    expect(decideCommand(`${command}`, { allow: [`Bash(${command})`] }).decision).toBe("allow")
  })
})

test.each([
  ["sort -o:*", "sort -o f f"],
  ["find . -exec:*", "find . -exec ls {} +"],
  ["git config:*", "git config user.name x"],
  ["git submodule foreach:*", "git submodule foreach ls"],
  ["git log --output=*", "git log --output=f"],
  ["tar --to-command=*", "tar --to-command=cat"],
])("a rule that spells it does: %s", (rule, command) => {
  expect(decideCommand(command, { allow: [`Bash(${rule})`] }).decision).toBe("allow")
})

test.each([
  "git log -SOutput -p --oneline --output-indicator-new=+",
  "git commit -m 'config bisect'",
  "sort -t o -k2,2n --parallel=2",
  "sort -to f",
  "find . -name exec -newer f",
  "rg -g '*.ts' --pretty --type=ts z",
  "curl -sSfL -XPOST -HO:x https://example.invalid",
  "tar czf a.tgz --exclude=I F",
  "uniq -f 1 -c f",
  "npm run exec",
  "make -j4 test V=1",
  "date -u +%F",
  "find . -name *.md",
  "printf '%s\\n' *.md -v",
  "printf '%s' \"$(printf x)\"",
  "awk '{ print }' *.md",
  "git log --stat -- *.md",
])("options that do neither are covered: %s", (command) => {
  const [program = ""] = command.split(" ")
  expect(decideCommand(command, { allow: [`Bash(${program}:*)`] }).decision).toBe("allow")
})
