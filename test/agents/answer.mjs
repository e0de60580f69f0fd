/** What every imitated turn takes. */
export const TOKENS = { tokensIn: 100, tokensOut: 7, tokensCached: 20 }

/** What the imitated agents and models say: what the prompt asks for, else PONG. */
export function answerTo(prompt) {
  const said = /^SAY: (.*)$/m.exec(prompt)?.[1]
  if (said !== undefined) return said
  return "PONG"
}
