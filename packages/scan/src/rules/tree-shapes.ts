/** What tables of rules need to know about trees, names and functions. */
export { findAncestor, findEnclosingFunction, functionKinds } from "./flow/definitions/definition.ts"
export { findCallsTo, findDescendants } from "./flow/function-calls.ts"
export { isRouteHandler } from "./flow/classify-input.ts"
export type { RecordEntry } from "./flow/shapes/code-shape.ts"
