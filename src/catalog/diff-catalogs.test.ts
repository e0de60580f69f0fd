import { expect, test } from "vitest"
import type { CatalogSkill } from "./catalog.ts"
import { diffCatalogs, type MarkedCatalog } from "./diff-catalogs.ts"

test.each<[string, readonly [before: readonly Sketch[], after: readonly Sketch[]], Names]>([
  ["nothing happened", [[{ ref: "a" }], [{ ref: "a" }]], {}],
  ["both are empty", [[], []], {}],
  ["one came", [[{ ref: "a" }], [{ ref: "a" }, { ref: "b" }]], { added: ["b"] }],
  ["one went", [[{ ref: "a" }, { ref: "b" }], [{ ref: "b" }]], { removed: ["a"] }],
  ["one was renamed", [[{ ref: "a" }], [{ ref: "b" }]], { added: ["b"], removed: ["a"] }],
  [
    "the order is another",
    [
      [{ ref: "a" }, { ref: "b" }],
      [{ ref: "b" }, { ref: "a" }],
    ],
    {},
  ],
  [
    "only the body is another",
    [
      [{ ref: "a", text: "1" }, { ref: "b" }],
      [{ ref: "a", text: "2" }, { ref: "b" }],
    ],
    { changed: ["a"] },
  ],
  [
    "the description is another",
    [[{ ref: "a", description: "x" }], [{ ref: "a", description: "y" }]],
    { changed: ["a"] },
  ],
  ["it was switched off", [[{ ref: "a" }], [{ ref: "a", status: "off" }]], { changed: ["a"] }],
  ["another copy of the same text wins", [[{ ref: "a", path: "/1" }], [{ ref: "a", path: "/2" }]], { changed: ["a"] }],
  ["it hides another now", [[{ ref: "a" }], [{ ref: "a", shadows: ["a@user"] }]], { changed: ["a"] }],
])("%s", (_, [before, after], expected) => {
  const { added, changed, removed } = diffCatalogs(marked(before), marked(after))
  const refs = (skills: readonly CatalogSkill[]) => skills.map(({ ref }) => ref)
  expect({ added: refs(added), changed: refs(changed), removed: refs(removed) }).toEqual({
    added: [],
    changed: [],
    removed: [],
    ...expected,
  })
})

test("changed skills are reported as they are now, removed ones as they were", () => {
  const before = marked([
    { ref: "a", description: "old" },
    { ref: "b", description: "gone" },
  ])
  const after = marked([{ ref: "a", description: "new" }])
  const { changed, removed } = diffCatalogs(before, after)
  expect([changed[0]?.description, removed[0]?.description]).toEqual(["new", "gone"])
})

interface Names {
  readonly added?: readonly string[]
  readonly changed?: readonly string[]
  readonly removed?: readonly string[]
}

type Sketch = Partial<CatalogSkill> & { readonly ref: string; readonly text?: string }

function marked(sketches: readonly Sketch[]): MarkedCatalog {
  const skills = sketches.map(({ ref, text, ...rest }) => ({ skill: skill({ ref, ...rest }), text: text ?? "same" }))
  return {
    catalog: { host: "open", skills: skills.map((each) => each.skill), shadowed: [], duplicates: [], problems: [] },
    marks: new Map(skills.map((each) => [each.skill.path, each.text])),
  }
}

function skill(given: Partial<CatalogSkill> & { readonly ref: string }): CatalogSkill {
  return {
    name: given.ref,
    source: "project",
    description: "",
    path: `/${given.ref}`,
    tokens: 1,
    status: "active",
    shadows: [],
    form: "folder",
    trust: "remote",
    ...given,
  }
}
