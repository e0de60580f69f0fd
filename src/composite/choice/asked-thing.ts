import { stem } from "../../text/stem.ts"

/** Words with which people ask for something to be made. */
const MAKING =
  /\b(?:build|built|create|make|develop|implement|write|generate|produce|craft|code|set up|put together|need|want|collect|capture|consolidate)\b/gi

/** Words that end the name of what is to be made. */
const AFTER =
  /\b(?:for|about|that|which|who|whose|with|without|of|to|in|on|at|by|from|using|and|or|so|where|when|as|like|into|based|called|named)\b|[,;:.!?()\n]/i

/**
 * Which of these things a request asks for: the longest one with which the name of the requested thing ends. "Build me
 * a small web shop for my bakery" asks for a shop; "build a web shop guide" does not.
 */
export function askedThing(query: string, things: readonly string[]): string | undefined {
  const named = [...query.matchAll(MAKING)].map(({ 0: verb, index }) => {
    const rest = query.slice(index + verb.length)
    return stemsOf(rest.slice(0, AFTER.exec(rest)?.index))
  })
  const fits = (thing: string) => {
    const wanted = stemsOf(thing)
    return wanted.length > 0 && named.some((words) => wanted.every((word, at) => word === words.at(at - wanted.length)))
  }
  return things.toSorted((one, other) => other.length - one.length).find(fits)
}

function stemsOf(text: string): readonly string[] {
  return (text.toLowerCase().match(/\p{L}[\p{L}\p{N}'-]*/gu) ?? []).map((word) => stem(word))
}
