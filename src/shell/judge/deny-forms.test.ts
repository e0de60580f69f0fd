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

test.each([
  "cp /bin/rm y; ./y x",
  "ln -s /bin/rm a/y && a/y x",
  "dd if=/bin/rm of=y; ./y x",
  "cat /bin/rm > y; ./y x",
  "cp $x y; ./z",
  "cp /bin/rm y; env ./y x",
  "docker run alpine rm x",
  "docker run alpine sh -c 'rm x'",
  "cmake --build b -- --eval='$(shell rm x)'",
  "grm x",
])("nor by a copy or another program: %j", (command) => {
  expect(refusing("Bash(rm:*)")(command)).toBe("deny")
})

test.each(["git-push", "/usr/lib/git-core/git-push origin", "env git-push"])(
  "nor a rule for a sub-command by a program of its own: %j",
  (command) => {
    expect(refusing("Bash(git push:*)")(command)).toBe("deny")
  },
)

test("nor by the script that a program is installed as, or by a connection of the shell itself", () => {
  expect(refusing("Bash(npm publish:*)")("node /opt/npm/bin/npm-cli.js publish")).toBe("deny")
  expect(refusing("Bash(curl:*)")("cat < /dev/tcp/a.example/80")).toBe("deny")
  expect(refusing("Bash(curl:*)")("echo x > /dev/udp/a.example/80")).toBe("deny")
})

test.each(["cp a b && ./build.sh", "docker run --rm alpine echo hi", "git commit -m 'git-push'"])(
  "%j is still allowed with a rule against rm",
  (command) => {
    expect(refusing("Bash(rm:*)")(command)).toBe("allow")
  },
)

test.each(["git push", "git -C a push", "git -c user.name=b push", "git --no-pager push"])(
  "a deny rule for a sub-command is not bypassed by %j",
  (command) => {
    expect(refusing("Bash(git push:*)")(command)).toBe("deny")
  },
)

test.each(["ls -l", "grep rm notes.txt", "git log --grep push"])("%j is still allowed with such rules", (command) => {
  expect(refusing("Bash(rm:*)")(command)).toBe("allow")
})
