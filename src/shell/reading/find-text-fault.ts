/** Longer commands are refused unread: no limit in the reader may ever turn into a "yes". */
export const MOST_CHARACTERS = 10_000

/** Unclosed brackets, ignoring quotes: far more than people write, far fewer than make a parser slow. */
const MOST_OPEN = 100

/**
 * Why a command is refused before it is parsed, or undefined. Parsers and bash disagree about control characters,
 * unusual blanks and invisible characters, so all of these are refused first.
 */
export function findTextFault(command: string): string | undefined {
  if (command.length > MOST_CHARACTERS) {
    return `the command has ${command.length.toLocaleString("en")} characters, ${MOST_CHARACTERS.toLocaleString("en")} is the most: split it up`
  }
  if (command.trim() === "") return "the command is empty"
  const found = UNSEEN.exec(command)
  if (found !== null) {
    const code = (found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")
    return `character ${found.index + 1} is invisible or a control character (U+${code}): write it with plain characters`
  }
  return mostOpen(command) > MOST_OPEN ? "the command is nested too deeply: split it up" : undefined
}

/**
 * Cc except tab and line feed, both separators, Cf, surrogates, Zs except the space, and everything else that is
 * invisible.
 */
const UNSEEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]|\p{Cf}|\p{Cs}|(?! )\p{Zs}|(?!\ufe0e|\ufe0f)\p{Default_Ignorable_Code_Point}/u

function mostOpen(command: string): number {
  let open = 0
  let most = 0
  for (let at = 0; at < command.length; at++) {
    const character = command.charCodeAt(at)
    if (character === 40 || character === 91 || character === 123) most = Math.max(most, ++open)
    else if (character === 41 || character === 93 || character === 125) open = Math.max(0, open - 1)
  }
  return most
}
