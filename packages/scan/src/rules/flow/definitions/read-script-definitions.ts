import type { CodeNode, CodeTree } from "../../../code-tree.ts"
import { findAncestor, type Declared, type Definition, functionKinds, type ParameterDefinition } from "./definition.ts"

/** Every place where a name gets a value in JavaScript or TypeScript. */
export function readScriptDefinitions(tree: CodeTree): readonly Declared[] {
  return [
    ...tree.ofKind("variable_declarator").flatMap(fromDeclarator),
    ...tree.ofKind("for_in_statement").flatMap(fromLoop),
    ...tree.ofKind(...functionKinds).flatMap(fromFunction),
    ...tree.ofKind("class_declaration").flatMap(fromClass),
    ...tree.ofKind("catch_clause").flatMap(fromCatch),
    ...tree.ofKind("import_statement").flatMap(fromImport),
    ...tree.ofKind("assignment_expression", "augmented_assignment_expression").flatMap(fromAssignment),
  ]
}

const blocks = new Set(["statement_block", "program", "for_statement", "for_in_statement", "switch_body"])

function fromDeclarator(node: CodeNode): readonly Declared[] {
  const target = node.field("name")
  if (target === undefined) return []
  const isVar = node.parent?.kind === "variable_declaration"
  const scope = isVar ? functionOrRoot(node) : findEnclosingBlock(node)
  const value = node.field("value")
  if (value === undefined)
    return names(target).map(({ node: at }) => ({ definition: { kind: "opaque", name: at.text, at }, scope }))
  return bind(target, value).map((definition) => ({ definition, scope }))
}

function fromLoop(node: CodeNode): readonly Declared[] {
  const [left, right] = [node.field("left"), node.field("right")]
  if (left === undefined || right === undefined) return []
  const declares = node.children.some(({ kind }) => kind === "const" || kind === "let" || kind === "var")
  return names(left).map(({ node: at }) => ({
    definition: { kind: "part", name: at.text, at, source: right },
    scope: declares ? node : "declared-elsewhere",
  }))
}

function fromFunction(fn: CodeNode): readonly Declared[] {
  const own = fn.kind.endsWith("function_declaration") ? fn.field("name") : undefined
  const single = fn.field("parameter")
  const list = single === undefined ? (fn.field("parameters")?.named ?? []) : [single]
  const parameters = list.flatMap((parameter, place) => fromParameter(parameter, { fn, place }))
  if (own === undefined) return parameters
  return [
    { definition: { kind: "function", name: own.text, at: own, fn }, scope: findEnclosingBlock(fn) },
    ...parameters,
  ]
}

function fromParameter(
  node: CodeNode,
  { fn, place }: { readonly fn: CodeNode; readonly place: number },
): readonly Declared[] {
  const pattern = node.field("pattern") ?? node
  const type = node.field("type")?.text.replace(/^:\s*/, "")
  const fallback = node.field("value") ?? (node.kind === "assignment_pattern" ? node.field("right") : undefined)
  return names(pattern).map(({ node: at, property }) => {
    const definition: ParameterDefinition = {
      kind: "parameter",
      name: at.text,
      at,
      fn,
      place,
      property,
      fallback,
      ...(type === undefined || property !== undefined ? {} : { type }),
    }
    return { definition, scope: fn }
  })
}

function fromClass(node: CodeNode): readonly Declared[] {
  const at = node.field("name")
  return at === undefined
    ? []
    : [{ definition: { kind: "opaque", name: at.text, at }, scope: findEnclosingBlock(node) }]
}

function fromCatch(node: CodeNode): readonly Declared[] {
  const parameter = node.field("parameter")
  if (parameter === undefined) return []
  return names(parameter).map(({ node: at }) => ({ definition: { kind: "opaque", name: at.text, at }, scope: node }))
}

function fromImport(node: CodeNode): readonly Declared[] {
  const from = node.field("source")?.text.slice(1, -1) ?? ""
  const scope = findEnclosingBlock(node)
  const clause = node.named.find(({ kind }) => kind === "import_clause")
  return (clause?.named ?? []).flatMap((part): readonly Declared[] => {
    if (part.kind === "identifier") return [{ definition: { kind: "import", name: part.text, at: part, from }, scope }]
    if (part.kind === "namespace_import") {
      const at = part.named[0]
      return at === undefined ? [] : [{ definition: { kind: "import", name: at.text, at, from }, scope }]
    }
    return part.named.flatMap((specifier) => {
      const name = specifier.field("name")
      const at = specifier.field("alias") ?? name
      if (at === undefined || name === undefined) return []
      return [{ definition: { kind: "import", name: at.text, at, from, original: name.text } as const, scope }]
    })
  })
}

function fromAssignment(node: CodeNode): readonly Declared[] {
  const [left, right] = [node.field("left"), node.field("right")]
  if (left === undefined || right === undefined) return []
  const adds = node.kind === "augmented_assignment_expression"
  return bind(left, right).map((definition) => ({
    definition: definition.kind === "value" ? { ...definition, adds } : definition,
    scope: "declared-elsewhere",
  }))
}

function bind(target: CodeNode, value: CodeNode): readonly Definition[] {
  if (target.kind === "identifier") return [{ kind: "value", name: target.text, at: target, value, adds: false }]
  return names(target).map(({ node: at, property }) => ({
    kind: "part",
    name: at.text,
    at,
    source: value,
    property,
  }))
}

interface BoundName {
  readonly node: CodeNode
  /** The first property on the way to it. */
  readonly property?: string | undefined
}

/** The names a pattern binds. */
function names(pattern: CodeNode, property?: string): readonly BoundName[] {
  switch (pattern.kind) {
    case "identifier":
      return [{ node: pattern, property }]
    case "shorthand_property_identifier_pattern":
      return [{ node: pattern, property: property ?? pattern.text }]
    case "pair_pattern": {
      const value = pattern.field("value")
      return value === undefined ? [] : names(value, property ?? pattern.field("key")?.text)
    }
    case "assignment_pattern":
    case "object_assignment_pattern": {
      const left = pattern.field("left")
      return left === undefined ? [] : names(left, property)
    }
    case "object_pattern":
    case "array_pattern":
    case "rest_pattern":
      return pattern.named.flatMap((part) => names(part, property))
    default:
      return []
  }
}

function findEnclosingBlock(node: CodeNode): CodeNode {
  return findAncestor(node, ({ kind }) => blocks.has(kind)) ?? node
}

function functionOrRoot(node: CodeNode): CodeNode {
  return findAncestor(node, ({ kind }) => functionKinds.has(kind) || kind === "program") ?? node
}
