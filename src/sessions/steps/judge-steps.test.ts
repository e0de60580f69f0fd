import fc from "fast-check"
import { expect, test } from "vitest"
import type { SessionEvent } from "../session.ts"
import { findAnchors } from "./find-anchors.ts"
import { findSteps } from "./find-steps.ts"
import { judgeSteps } from "./judge-steps.ts"

test.each([
  ["Run `npm test`.", [["command npm test"]]],
  ["Run `npm test` or `yarn test`.", [["command npm test", "command yarn test"]]],
  ["Never run `git push --force`.", []],
  ["Never run `git push` or `git reset`, run `npm test`.", [["command npm test"]]],
  ["Use clear words, for example `git commit -m fix`.", []],
  ["Write the plan to `docs/plan.md`.", [["file docs/plan.md write"]]],
  ["Read `references/api.md` first.", [["file references/api.md read"]]],
  ["Call `pytest`.", [["command pytest"]]],
  ["Set `name` and `true`.", []],
  ["Run `./check.sh` and write `out/<date>.md`.", [["command ./check.sh"], ["file out/*.md write"]]],
  ["Use Skill(verify), then continue: `Skill(verify)`.", [["skill verify"]]],
  [
    "Do it:\n```bash\nnpm ci\n# or\npnpm i\n$ npm run build\n```",
    [["command npm ci", "command pnpm i"], ["command npm run build"]],
  ],
  ["Look:\n```ts\nnpm test\n```", []],
])("what a step names: %s", (text, wanted) => {
  const shown = findAnchors(text).map((choice) =>
    choice.map((one) => `${one.kind} ${one.text}${one.kind === "file" ? ` ${one.touch}` : ""}`),
  )
  expect(shown).toEqual(wanted)
})

interface Ran {
  readonly exit?: number
  readonly outcome?: "ok" | "failed" | "unknown"
}

function run(command: string, { exit = 0, outcome = exit === 0 ? "ok" : "failed" }: Ran = {}): SessionEvent {
  return { kind: "call", line: 7, tool: "Bash", action: "run", command, files: [], exit, outcome }
}
function touch(action: "write" | "read", file: string): SessionEvent {
  return { kind: "call", line: 7, tool: action, action, files: [file], outcome: "ok" }
}
function say(text: string): SessionEvent {
  return { kind: "saying", line: 9, text }
}
function judge(text: string, events: readonly SessionEvent[], gaps: readonly string[] = []) {
  return judgeSteps(
    findSteps(`1. ${text}\n2. Nothing.\n`),
    events.map((event) => ({ ...event, file: "/t" })),
    gaps,
  )[0]
}

test.each([
  ["Run `npm test`.", [run("cd app && npm test -- --run")], "done"],
  ["Run `npm test`.", [run("CI=1 timeout 60 npm test 2>&1 | tail")], "done"],
  ["Run `npm test`.", [run("bash -lc 'npm test'")], "done"],
  ["Run `npm test`.", [run("echo npm test")], "not-done"],
  ["Run `npm test`.", [run("grep 'npm test' a.md")], "not-done"],
  ["Run `npm test`.", [run("npm run test")], "done"],
  ["Run `npm run test`.", [run("npm t")], "done"],
  ["Run `npm build`.", [run("npm run build")], "not-done"],
  ["Run `yarn lint`.", [run("yarn run lint --fix")], "done"],
  ["Run `python scripts/x.py`.", [run("python3 /home/ann/skills/s/scripts/x.py in.csv")], "done"],
  ["Run `pytest`.", [run("python3 -m pytest -q")], "done"],
  ["Run `cargo test`.", [run("cargo +nightly test --all")], "done"],
  ["Run `docker compose up`.", [run("docker-compose up -d")], "done"],
  ["Run `node build.js`.", [run("node ./build.js --watch")], "done"],
  ["Run `kubectl apply -f k8s/`.", [run("kubectl apply -f k8s")], "done"],
  ['Run `git commit -m "what"`.', [run("git commit -am 'Faster'")], "done"],
  ["Run `rm -rf dist`.", [run("rm -r -f dist")], "done"],
  ["Run `rm -rf dist`.", [run("rm -r dist")], "not-done"],
  ["Run `npm test`.", [run("ssh host npm test")], "no-evidence"],
  ["Read `references/api.md`.", [run("cd references && cat api.md")], "done"],
  ["Read `references/api.md`.", [run("cat references/*.md")], "no-evidence"],
  ["Read `references/api.md`.", [run("cat other/*.md")], "not-done"],
  ["Write it to `docs/plan.md`.", [run("cd docs && echo x > plan.md")], "done"],
  ["Write it to `docs/plan.md`.", [run("python3 - <<'E'\nopen('docs/plan.md', 'w')\nE")], "no-evidence"],
  ["Delete `tmp/out.json`.", [run("rm -rf ./tmp/")], "no-evidence"],
  ["Delete `tmp/out.json`.", [run("ls tmp")], "not-done"],
  ["Run `npm test`.", [run("npm test", { exit: 1 })], "not-done"],
  ["Run `npm test`.", [run("npm test", { exit: 1 }), run("npm test")], "done"],
  ["Run `npm test` and see it fail.", [run("npm test", { exit: 1 })], "done"],
  ["Run `npm test`. If it fails, stop.", [run("npm test", { exit: 1 })], "not-done"],
  ["Run `npm test`; do not go on if one fails.", [run("npm test", { exit: 1 })], "not-done"],
  ["Run `npm test` to verify it fails.", [run("npm test", { exit: 1 })], "done"],
  ["Run `npm test`.", [run("npm test", { outcome: "unknown" })], "no-evidence"],
  ["Run `npm test`.", [run("npm test || true")], "no-evidence"],
  ["Run `npm test`.", [run("npm test && git push", { exit: 1 })], "no-evidence"],
  ["Run `npm test`.", [run("cd app && npm test", { exit: 1 })], "not-done"],
  ["Run `npm publish`.", [run("npm publish --dry-run")], "not-done"],
  ["Run `npm publish --dry-run`.", [run("npm publish --dry-run")], "done"],
  ["Run `git push`.", [run("git push --help")], "not-done"],
  ["Run `pytest`.", [run("poetry add pytest")], "not-done"],
  ["Run `pytest`.", [run("uv pip install pytest")], "not-done"],
  ["Run `pytest`.", [run("uv run pytest -q")], "done"],
  ["Run `vitest run`.", [run("pnpm exec vitest run")], "done"],
  ["Run `vitest run`.", [run("yarn vitest run")], "done"],
  ["Run `npm test`.", [run("sudo echo npm test")], "not-done"],
  ["Commit with `git commit`. Never use `git push` or `git reset`.", [run("git reset --hard")], "not-done"],
  ["If there is a server, run `npm stop`.", [run("ls")], "no-evidence"],
  ['Run `git commit -m "what changed"`.', [run("git commit -m 'Faster'")], "done"],
  ["Run `./check.sh`.", [run("/home/ann/project/check.sh")], "done"],
  ["Run `./check.sh`.", [run("./recheck.sh")], "not-done"],
  ["Write it to `CHANGES.md`.", [touch("read", "/p/CHANGES.md")], "not-done"],
  ["Write it to `CHANGES.md`.", [touch("write", "/p/CHANGES.md")], "done"],
  ["Write it to `CHANGES.md`.", [touch("write", "/p/OLD-CHANGES.md")], "not-done"],
  ["Write it to `CHANGES.md`.", [run("echo Faster >> CHANGES.md")], "done"],
  ["Write it to `CHANGES.md`.", [run("cat CHANGES.md")], "no-evidence"],
  ["Write it to `CHANGES.md`.", [run("python3 update.py CHANGES.md")], "no-evidence"],
  ["Read `notes.md`.", [run("cat docs/notes.md")], "done"],
  ["Think about it.", [run("npm test")], "no-evidence"],
])("a step is judged by calls: %s %j: %s", (text, events, verdict) => {
  expect(judge(text, events)?.verdict).toBe(verdict)
})

test("what the agent says is a claim and never evidence", () => {
  const judged = judge("Run `npm test`.", [say("I ran `npm test`, and all of it passed.")])
  expect(judged).toMatchObject({ verdict: "not-done", claim: { file: "/t", line: 9 } })
  expect(judge("Run `npm test`.", [say("I will run npm test.")])?.claim).toBeUndefined()
})

test("nothing is said to be missing if a part of the session is", () => {
  expect(judge("Run `npm test`.", [], ["the transcript of 1 sub-agent is not there"])?.verdict).toBe("no-evidence")
  const unknown: SessionEvent = {
    kind: "call",
    line: 1,
    tool: "mcp__fs__write",
    action: "other",
    files: [],
    outcome: "ok",
  }
  expect(judge("Run `npm test`.", [unknown])?.verdict).toBe("no-evidence")
})

test("steps are numbered items, boxes and numbered headings; what is forbidden is none", () => {
  const body =
    "# A\n\n## Step 1: Look\n\nRead `a.md`.\n\n## Step 2: Write\n\nDo:\n- [ ] run `x.sh`\n\n## Never\n\n- push\n"
  expect(findSteps(body).map(({ title }) => title)).toEqual(["Step 1: Look", "run `x.sh`"])
})

test("any text is judged without an error, and a step is done only if some call went well", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.array(fc.string()), (text, commands) => {
      const events = commands.map((command) => run(command, { exit: 1 }))
      const steps = judgeSteps(
        findSteps(`1. ${text}\n2. Run \`${text}\`.\n`),
        events.map((event) => ({ ...event, file: "" })),
        [],
      )
      expect(steps.filter(({ verdict, text: own }) => verdict === "done" && !/fail|red/i.test(own))).toEqual([])
    }),
    { numRuns: 200 },
  )
})
