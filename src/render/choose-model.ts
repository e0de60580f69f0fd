/**
 * The model that a skill asks for, if the host has to change it: `inherit` asks for none, and neither does a model that
 * the settings leave out.
 */
export function chooseModel(written: string | undefined, available: readonly string[] | undefined): string | undefined {
  const model = written?.trim()
  if (model === undefined || model === "" || model.toLowerCase() === "inherit") return undefined
  const known = ALIASES.includes(model.toLowerCase()) ? model.toLowerCase() : model
  if (known === "default") return undefined
  return available === undefined || available.some((one) => one.trim().toLowerCase() === known.toLowerCase())
    ? known
    : undefined
}

const ALIASES = ["opus", "sonnet", "haiku", "default"]
