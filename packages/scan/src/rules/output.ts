import { defineStructuralRules, python } from "./structural-rule.ts"

const common = { category: "security", confidence: "high", autoValidated: true } as const

export const outputRules = defineStructuralRules([
  {
    ...common,
    id: "unsafe-yaml",
    languages: python,
    severity: "major",
    cwe: "CWE-502",
    title: "Insecure deserialization: YAML loaded with an unsafe loader",
    description: "With this loader, a crafted document can call arbitrary functions.",
    fix: "Use yaml.safe_load.",
    words: ["yaml."],
    check: (code) =>
      code.calls
        .filter(({ path, args, keywords, callee }) => {
          // `yaml = YAML(typ="safe")`: an object with the module's name.
          if (code.flow.names.all("yaml", callee).some(({ kind }) => kind === "value")) return false
          if (/^yaml\.(?:unsafe_load|unsafe_load_all|full_load_unsafe)$/.test(path)) return true
          if (!/^yaml\.load(?:_all)?$/.test(path)) return false
          const loader = (keywords.get("Loader") ?? args[1])?.text ?? ""
          return (
            !/(?:Safe|Base|Full)Loader$/.test(loader) &&
            (loader === "" || /^(?:yaml\.)?(?:Unsafe|C)?Loader$/.test(loader))
          )
        })
        .map(({ node }) => node),
  },
])
