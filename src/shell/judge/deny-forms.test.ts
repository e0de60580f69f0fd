import { expect, test } from "vitest"
import { decideCommand } from "./decide-command.ts"

/** With everything granted, only a deny rule is left to get around. */
const refusing = (rule: string) => (command: string) =>
  decideCommand(command, { allow: ["Bash"], deny: [rule] }).decision

test.each([
  "rm x",
  "/bin/rm x",
  "RM x",
  "rm.exe x",
  "env rm x",
  "timeout 5 rm x",
  "find . -exec rm {} +",
  "xargs rm",
  "someprogram rm x",
  "sh -c 'rm x'",
  "PATH=. ls",
  "$(echo rm) x",
])("a deny rule for a program is not bypassed by %j", (command) => {
  expect(refusing("Bash(rm:*)")(command)).toBe("deny")
})

test.each(["git push", "git -C a push", "git -c user.name=b push", "git --no-pager push"])(
  "a deny rule for a sub-command is not bypassed by %j",
  (command) => {
    expect(refusing("Bash(git push:*)")(command)).toBe("deny")
  },
)

test.each(["ls -l", "grep rm notes.txt", "git log --grep push"])("%j is still allowed with such rules", (command) => {
  expect(refusing("Bash(rm:*)")(command)).toBe("allow")
})
