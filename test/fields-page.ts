import { type HeaderField, headerFields, listSpellings } from "../src/skill/header/schema/fields.ts"

/** The documentation page about frontmatter, generated from the table of fields. */
export function fieldsPage(): string {
  return [
    "# The frontmatter of a SKILL.md",
    "",
    "The frontmatter is the YAML between the two `---` lines at the top of the file. This page is generated from the table in",
    "`src/skill/header/schema/fields.ts`, as are the reader, `skillet schema` and `skillet lint`.",
    "",
    "| field | form | what it does | default | also written | needs trust for |",
    "|---|---|---|---|---|---|",
    ...headerFields.map(row),
    "",
    "Fields marked * are part of the Agent Skills specification; every agent knows them. A field that is not in this",
    "table is kept but has no effect.",
    "",
  ].join("\n")
}

function row(field: HeaderField): string {
  const also = listSpellings(field).filter((spelling) => spelling !== field.key)
  const cells = [
    `\`${field.key}\`${field.standard === true ? " *" : ""}`,
    field.kind === "choice" ? (field.choices ?? []).join(" or ") : forms[field.kind],
    field.about.replaceAll("|", "\\|"),
    field.default ?? "",
    also.map((spelling) => `\`${spelling}\``).join(", "),
    field.needs ?? "",
  ]
  return `| ${cells.join(" | ")} |`
}

const forms = {
  text: "text",
  version: "text",
  hint: "text",
  tools: "list, or text with commas or spaces",
  words: "list, or text with spaces",
  phrases: "list, or text with commas",
  paths: "list, or text with commas",
  boolean: "true or false",
  effort: "level or whole number",
  choice: "",
  map: "map",
  hooks: "map of events",
  requires: "map of versions",
} as const
