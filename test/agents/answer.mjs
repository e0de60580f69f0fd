/** What every imitated turn takes. */
export const TOKENS = { tokensIn: 100, tokensOut: 7, tokensCached: 20 }

/** What the imitated agents and models say: what the prompt asks for, a claim or a verdict on the sample shop, else PONG. */
export function answerTo(prompt) {
  const said = /^SAY: (.*)$/m.exec(prompt)?.[1]
  if (said !== undefined) return said
  if (prompt.includes('"verdict"')) {
    const ids = [...new Set(prompt.match(/\b[FI]\d+\b/g))]
    return JSON.stringify(ids.map((id) => ({ id, verdict: "valid", reason: "line 3 shows it" })))
  }
  if (prompt.includes("severity")) {
    const finding = { file: "src/money.js", line: 3, severity: "minor", category: "Bugs" }
    return JSON.stringify([
      { ...finding, title: "Rounding is not stated", description: "Which way it rounds is not said." },
    ])
  }
  return "PONG"
}
