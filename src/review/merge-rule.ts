/** Which findings of a place become one: those about the same defect, or all whose lines overlap. */
export const mergeRules = ["same", "overlap"] as const

export type MergeRule = (typeof mergeRules)[number]
