import type { CodeNode } from "../../code-tree.ts"
import type { CodeView } from "../code-view.ts"
import { defineStructuralRules, scripts } from "../structural-rule.ts"
import { findEnclosingFunction } from "../tree-shapes.ts"
import { findDecidingBranch, findEnclosingFunctionName, isInComponentClass, readFunctionName } from "./react-shapes.ts"

const common = { languages: scripts, confidence: "medium", autoValidated: false } as const
const react = ['from "react"', "from 'react'", 'require("react")', "require('react')"]

/** React components that do not do what they seem to do, or that newer versions no longer run. */
export const reactRules = defineStructuralRules([
  {
    ...common,
    id: "hook-in-branch",
    category: "bugs",
    severity: "major",
    title: "React hook called conditionally or in a loop",
    description:
      "React assigns state to hooks by their order, so a component that skips one gets the state of another.",
    fix: "Call the hook at the top level of the component, and test the condition inside it.",
    words: react,
    check: hooksInBranches,
  },
  {
    ...common,
    id: "state-changed-in-place",
    category: "bugs",
    severity: "minor",
    title: "React state mutated directly",
    description: "React does not notice the change, and the next setState may undo it.",
    fix: "Call this.setState with a new object or array.",
    words: ["this.state."],
    check: changedStates,
  },
  {
    ...common,
    id: "component-made-in-render",
    category: "performance",
    severity: "minor",
    title: "Styled component created during rendering",
    description: "Each render creates a new component, so React removes and recreates everything below it.",
    fix: "Create the styled component outside the function.",
    words: ["styled"],
    check: (code) =>
      code.calls
        .filter(
          ({ isTagged, callee, node }) =>
            isTagged &&
            /^styled(?:\.\w+|\([\w.]+\))/.test(callee.text) &&
            /^(?:[A-Z]|render$)/.test(findEnclosingFunctionName(node)),
        )
        .map(({ node }) => node),
  },
  {
    ...common,
    id: "removed-react-api",
    category: "technical-debt",
    severity: "minor",
    cwe: "CWE-477",
    title: "Removed or deprecated React API",
    description: "Current versions of React no longer have it, or warn about it.",
    fix: "Use a ref for findDOMNode, createRoot or hydrateRoot for render, and componentDidMount or componentDidUpdate.",
    words: ["findDOMNode", "componentWill", "ReactDOM.", "unmountComponentAtNode", "createFactory"],
    check: (code) => [...removedCalls(code), ...oldMethods(code)].sort((a, b) => a.start - b.start),
  },
  {
    ...common,
    id: "property-kept-as-state",
    category: "bugs",
    severity: "suggestion",
    persona: "pedantic",
    title: "Props copied into the state of a component",
    description: "The state keeps the first value, so later changes to the prop are not shown.",
    fix: "Use the prop itself, or give it a name such as initialValue.",
    words: ["useState", "this.state"],
    check: (code) => [...copiedByHook(code), ...copiedByConstructor(code)],
  },
  {
    ...common,
    id: "properties-passed-on",
    category: "technical-debt",
    severity: "suggestion",
    persona: "auditor",
    title: "Props spreading: all props are passed on to an element",
    description: "Readers cannot see which attributes the element gets, and callers can set any of them.",
    fix: "List the props that the element takes.",
    words: ["{..."],
    check: (code) =>
      code.tree
        .ofKind("jsx_expression")
        .filter(
          ({ parent, named }) =>
            /^jsx_(?:opening|self_closing)_element$/.test(parent?.kind ?? "") && named[0]?.kind === "spread_element",
        ),
  },
])

/** Decided when the program is built, so that it never changes between two renderings. */
const fixed = /process\.env|import\.meta|__DEV__|typeof (?:window|document)|^\(?!?[A-Z][A-Z\d_]+\)?$/

function hooksInBranches(code: CodeView): readonly CodeNode[] {
  return code.calls
    .filter(({ method, object, node }) => {
      if (!/^use[A-Z]/.test(method) || (object !== undefined && object.text !== "React")) return false
      const fn = findEnclosingFunction(node)
      if (fn === undefined || !/^(?:[A-Z]|use[A-Z])/.test(readFunctionName(fn))) return false
      const branch = findDecidingBranch(node)
      return branch !== undefined && !isFixed(branch) && !isSilenced(node, code.tree.text)
    })
    .map(({ node }) => node)
}

/** The other branch never renders anything, or the condition is always the same. */
function isFixed(branch: CodeNode): boolean {
  const condition = branch.field("condition") ?? branch.field("left")
  return fixed.test(condition?.text ?? "") || /^else\s*\{?\s*throw\b/.test(branch.field("alternative")?.text ?? "")
}

/** A linter's rule about hooks is off for this line. */
function isSilenced({ start }: CodeNode, text: string): boolean {
  return (
    /eslint-disable[^\n]*(?:\n[^\n]*)?$/.test(text.slice(Math.max(0, start - 300), start)) ||
    text.includes("eslint-disable react-hooks")
  )
}

function changedStates(code: CodeView): readonly CodeNode[] {
  const written = code.tree
    .ofKind("assignment_expression", "augmented_assignment_expression")
    .filter((node) => /^this\.state\.[\w.]+(?:\[[^\]]*\])*$/.test(node.field("left")?.text ?? ""))
  const called = code.calls
    .filter(
      ({ method, object }) =>
        /^(?:push|pop|shift|unshift|splice|sort|reverse)$/.test(method) &&
        /^this\.state\.\w+$/.test(object?.text ?? ""),
    )
    .map(({ node }) => node)
  return [...written, ...called].filter(
    (node) => isInComponentClass(node) && findEnclosingFunctionName(node) !== "constructor",
  )
}

const removed = /^(?:findDOMNode|unmountComponentAtNode|createFactory|render|hydrate)$/

function removedCalls(code: CodeView): readonly CodeNode[] {
  return code.calls
    .filter(({ method, object, callee }) => {
      if (!removed.test(method)) return false
      if (object !== undefined) return /^(?:ReactDOM|ReactDom|React)$/.test(object.text)
      const from = code.flow.findImport(callee.text, callee)
      return from === "react-dom" || (from === "react" && method === "createFactory")
    })
    .map(({ node }) => node)
}

function oldMethods(code: CodeView): readonly CodeNode[] {
  return code.tree
    .ofKind("method_definition")
    .filter(
      (node) =>
        /^(?:UNSAFE_)?componentWill(?:Mount|ReceiveProps|Update)$/.test(node.field("name")?.text ?? "") &&
        isInComponentClass(node),
    )
    .flatMap((node) => node.field("name") ?? [])
}

const initial = /initial|default|start|seed/i

function copiedByHook(code: CodeView): readonly CodeNode[] {
  return code.calls
    .filter(({ method, args: [first], node }) => {
      if (method !== "useState" || first === undefined || initial.test(first.text)) return false
      const shape = code.shape(first)
      if (shape.kind === "member") return /^props\.\w+$/.test(first.text)
      const [only] = shape.kind === "name" ? code.flow.names.all(shape.name, first) : []
      const fn = findEnclosingFunction(node)
      return (
        only?.kind === "parameter" &&
        only.property !== undefined &&
        fn !== undefined &&
        /^[A-Z]/.test(readFunctionName(fn))
      )
    })
    .map(({ node }) => node)
}

/** `this.state = { value: props.value }`. */
function copiedByConstructor(code: CodeView): readonly CodeNode[] {
  return code.tree
    .ofKind("assignment_expression")
    .filter(
      (node) =>
        node.field("left")?.text === "this.state" &&
        /:\s*(?:this\.)?props\.(?!\w*(?:initial|default))\w+\s*[,}]/i.test(node.field("right")?.text ?? ""),
    )
}
