/** The nodes that give a value a name, in every language with trees. */
export const namingKinds: readonly string[] = [
  "variable_declarator",
  "assignment",
  "assignment_expression",
  "pair",
  "keyword_argument",
  "public_field_definition",
  "field_definition",
]
