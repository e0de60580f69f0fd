import type { CodeNode } from "../../../code-tree.ts"
import type { Call, CodeView } from "../../../rules/code-view.ts"

const stored =
  /^(?:password|passwd|password_?hash|hashed_?password|hash|salt|private_?key|secret|ssn|card_?number|cvv)$/i

/** `res.json({ passwordHash: user.passwordHash })`. */
export function findSecretsInAnswers(code: CodeView): readonly CodeNode[] {
  return code.calls
    .filter(isAnswer)
    .flatMap(({ args }) => args)
    .flatMap((arg) => {
      const shape = code.shape(arg)
      if (shape.kind !== "record") return []
      return shape.entries.flatMap(({ key, value }) => {
        const last = /\.(\w+)$/.exec(value.text)?.[1]
        const isOwn = key !== undefined && last !== undefined && stored.test(key) && stored.test(last)
        return isOwn &&
          !/^(?:hash|salt)$/i.test(key) &&
          /\b(?:user|account|member|customer|profile|person|row)\w*\./i.test(value.text)
          ? [value]
          : []
      })
    })
}

function isAnswer({ method, object }: Call): boolean {
  return (
    /^(?:json|send|jsonp|end)$/.test(method) && /^(?:res|response|reply|c|ctx)\b|Response$/.test(object?.text ?? "")
  )
}

const key = /token|jwt|password|secret|credential|api_?key|session/i

/** A token that every script of the page can read. */
export function findStoredTokens(code: CodeView): readonly CodeNode[] {
  return code.calls
    .filter(({ method, object, args: [name, value] }) => {
      if (
        method !== "setItem" ||
        !/^(?:window\.)?(?:localStorage|sessionStorage|AsyncStorage)$/.test(object?.text ?? "")
      )
        return false
      if (name === undefined || value === undefined || !/^(?:name|member|wrap)$/.test(code.shape(value).kind))
        return false
      return key.test(code.flow.constantText(name) ?? name.text) && !/csrf|xsrf|count|expir/i.test(name.text)
    })
    .map(({ node }) => node)
}
