/** Where a project records its decisions about findings, unless another file is named. */
export const BASELINE_FILE = ".skillet/review-baseline.json"

/** In dollars: a more expensive review by agents needs a confirmation, unless its budget sets another limit. */
export const ASK_ABOVE = 10
