/** What tables of rules need to know about trees, names and functions. */
export { findAncestor, findEnclosingFunction, functionKinds } from "./flow/definitions/definition.ts"
export { findCallsTo, findDescendants } from "./flow/functions.ts"
export { isRouteHandler } from "./flow/inputs.ts"
export type { RecordEntry } from "./flow/shapes/shape.ts"
