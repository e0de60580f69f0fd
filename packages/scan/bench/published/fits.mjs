/** Weaknesses that name the same defect. */
const families = [
  [1321, 915],
  [77, 78, 88],
  [94, 95, 96, 116, 1336],
  [22, 23, 36, 59, 73],
  [400, 730, 1333],
  [79, 80, 83, 87, 116, 184],
  [295, 297],
  [208, 385],
  [330, 338],
  [311, 319],
  [200, 312, 532],
  [201, 665, 908],
  [346, 942],
  [89, 943],
]

/** Whether a match is about the weakness of a label. */
export function fits({ category, cwe }, wanted) {
  if (category !== "security" && wanted !== 1333) return false
  const [number] = String(cwe ?? "").match(/\d+/) ?? []
  if (number === undefined) return false
  return Number(number) === wanted || families.some((some) => some.includes(wanted) && some.includes(Number(number)))
}
