import fc from "fast-check"
import { expect, test } from "vitest"
import { sha256 } from "../../text/sha256.ts"
import type { LockedFile, LockedSkill, LockFile } from "./lock-file.ts"
import { digestFiles, readLock } from "./read-lock.ts"
import { renderLock } from "./render-lock.ts"

const file = (text: string): LockedFile => ({ sha256: sha256(text), size: text.length, mode: "644" })

function makeSkill(files: ReadonlyMap<string, LockedFile>, more: Partial<LockedSkill> = {}): LockedSkill {
  return {
    source: { type: "git", url: "https://example.com/a.git", ref: "main", commit: "a".repeat(40), path: "skills/a" },
    files,
    digest: digestFiles(files),
    license: "MIT",
    grants: ["Bash(git log:*)"],
    audit: { digest: digestFiles(files), verdict: "none" },
    requires: { skills: ["b"], env: ["TOKEN"] },
    installedTo: [
      { path: ".agents/skills/a", kind: "real" },
      { path: ".claude/skills/a", kind: "link" },
    ],
    ...more,
  }
}

const sample: LockFile = {
  skills: new Map([
    [
      "a",
      makeSkill(
        new Map([
          ["SKILL.md", file("one")],
          ["scripts/b.sh", { ...file("two"), mode: "755" as const }],
        ]),
      ),
    ],
  ]),
}
const text = renderLock(sample)

test("a lock has one line for each file, sorted by bytes, and is read as it was written", () => {
  expect(text).toMatchInlineSnapshot(`
    "{
      "lockfileVersion": 1,
      "skills": {
        "a": {
          "source": {"type": "git", "url": "https://example.com/a.git", "ref": "main", "commit": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "path": "skills/a"},
          "files": {
            "SKILL.md": {"sha256": "7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed", "size": 3, "mode": "644"},
            "scripts/b.sh": {"sha256": "3fc4ccfe745870e2c0d99f71f30ff0656c8dedd41cc1d7d3d376b0dbe685e2f3", "size": 3, "mode": "755"}
          },
          "digest": "sha256:a87c528dff264a04bd7026f5e31074d10e65c9a68f626ec54cd364fe1ba12016",
          "license": "MIT",
          "grants": ["Bash(git log:*)"],
          "audit": {"digest": "sha256:a87c528dff264a04bd7026f5e31074d10e65c9a68f626ec54cd364fe1ba12016", "verdict": "none"},
          "requires": {"skills": ["b"], "env": ["TOKEN"]},
          "installedTo": [{"path": ".agents/skills/a", "kind": "real"}, {"path": ".claude/skills/a", "kind": "link"}]
        }
      }
    }
    "
  `)
  expect(readLock(text)).toEqual({ lock: sample })
  expect(readLock(text.replaceAll("\n", "\r\n"))).toEqual({ lock: sample })
  expect(readLock(JSON.stringify(JSON.parse(text)))).toEqual({ lock: sample })
})

test("whatever is in a lock, it is read back, and the order in which it was made does not matter", () => {
  const names = fc.stringMatching(/^[a-z0-9]{1,8}(-[a-z0-9]{1,8})?$/)
  const paths = fc.stringMatching(/^[a-zA-Zæøå😀_]{1,9}[.]md$/u).filter((path) => path !== "SKILL.md")
  const maps = fc.uniqueArray(fc.tuple(paths, fc.string()), { selector: ([path]) => path })
  fc.assert(
    fc.property(fc.uniqueArray(fc.tuple(names, maps, fc.string()), { selector: ([name]) => name }), (rows) => {
      const skills = rows.map(([name, files, grant]) => {
        const all = [["SKILL.md", "main"] as const, ...files].map(([path, body]) => [path, file(body)] as const)
        return [name, makeSkill(new Map(all), { grants: [grant] })] as const
      })
      const written = renderLock({ skills: new Map(skills) })
      expect(renderLock({ skills: new Map(skills.toReversed()) })).toBe(written)
      const read = readLock(written)
      expect("lock" in read && renderLock(read.lock)).toBe(written)
    }),
  )
})

test.each([
  ["", "lock.not-json", 1, "it ends too early"],
  ["{}", "lock.version", 1, "lockfileVersion is undefined; this Skillet reads version 1"],
  [text.replace(": 1,", ": 2,"), "lock.version", 2, "lockfileVersion is 2; this Skillet reads version 1"],
  [
    text.replace('"SKILL.md"', '"../SKILL.md"'),
    "lock.field",
    7,
    'the path "../SKILL.md" has a part .., which would lead elsewhere',
  ],
  [text.replace('"SKILL.md"', '"scripts/b.sh"'), "lock.duplicate", 8, 'the key "scripts/b.sh" occurs twice'],
  [text.replace('"SKILL.md"', '"b.md"'), "lock.field", 6, "it has no SKILL.md"],
  [text.replace("7692", "7693"), "lock.digest", 10, "the digest is not that of the files above it"],
  [text.replace('"mode": "755"', '"mode": "777"'), "lock.field", 8, "mode must be one of 644, 755"],
  [text.replace(/a{40}/, "aaaa"), "lock.field", 5, "commit must be a full commit id"],
  [text.replace('"license"', '"licence"'), "lock.field", 11, '"licence" is not a field of this lock'],
  [text.replace('"kind": "real"', '"kind": "link"'), "lock.field", 15, "installedTo must have exactly one real copy"],
  [
    text.replace('    "a": {', '<<<<<<< HEAD\n    "a": {'),
    "lock.merge-conflict",
    4,
    "a merge conflict is not resolved here",
  ],
  [
    text.replace('    "a": {', '    "../a": {'),
    "lock.field",
    4,
    'the name "../a" has characters other than letters, digits and hyphens',
  ],
  [text.slice(0, -4), "lock.not-json", 17, "it ends too early"],
])(
  "a lock that cannot be understood is a problem with its line, never an empty lock (%#)",
  (broken, code, line, message) => {
    expect(readLock(broken)).toMatchObject({ problem: { code, line, message, fix: expect.stringMatching(/\S/) } })
  },
)

test("an overlay is at the place of its skill, because it is deleted when nothing is changed any more", () => {
  const row = makeSkill(new Map([["SKILL.md", file("one")]]), {
    overlay: { path: "package.json", sha256: sha256("x"), files: new Map([["SKILL.md", file("two")]]) },
  })
  expect(readLock(renderLock({ skills: new Map([["a", row]]) }))).toMatchObject({
    problem: { code: "lock.field", message: "the path must be .skillet/overlays/a.patch" },
  })
})
