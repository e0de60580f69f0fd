import { expect, test } from "vitest"
import { digestDescription } from "./offers.ts"

const skill = {
  uri: "skill://pdf/SKILL.md",
  frontmatter: { name: "pdf", description: "Forms.", "allowed-tools": ["Read", "Grep"] },
  resources: [{ uri: "skill://pdf/SKILL.md", digest: `sha256:${"0".repeat(64)}`, size: 10 }],
}

test("the digest depends on the content, not on its formatting", () => {
  const { uri, frontmatter, resources } = skill
  const digest = digestDescription(skill)
  expect(digest).toBe("sha256:b235e28ec810668f9832299ac007f65d34a58b520733dcacebda14f5742932c1")
  expect(digestDescription({ _meta: { at: 1 }, resources, frontmatter, uri })).toBe(digest)
})

const changes: readonly (readonly [string, object])[] = [
  ["its description", { ...skill, frontmatter: { ...skill.frontmatter, description: "Forms. " } }],
  ["its grants", { ...skill, frontmatter: { ...skill.frontmatter, "allowed-tools": ["Grep", "Read"] } }],
  ["a file", { ...skill, resources: [{ ...skill.resources[0], digest: `sha256:${"1".repeat(64)}` }] }],
  ["its files", { ...skill, resources: "dynamic" }],
  ["the shape of a value", { ...skill, frontmatter: Object.entries(skill.frontmatter) }],
]

test.each(changes)("the digest changes when %s changes", (_what, changed) => {
  expect(digestDescription(changed)).not.toBe(digestDescription(skill))
})
