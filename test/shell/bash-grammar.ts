import fc from "fast-check"
import { honestCommands, vocabulary } from "./bash-vocabulary.ts"

/**
 * Commands as an attacker, a careless author and a typing mistake would write them: a grammar of bash with the hard
 * parts over-represented, honest commands with a few characters changed, and a soup of what bash is made of.
 */
export function bashCommand(): fc.Arbitrary<string> {
  const script = fc.letrec((tie) => grammar(tie))["script"] as fc.Arbitrary<string>
  return fc.oneof(
    { weight: 6, arbitrary: script },
    { weight: 3, arbitrary: changed(fc.constantFrom(...honestCommands)) },
    { weight: 1, arbitrary: changed(script) },
    { weight: 1, arbitrary: text`for ${pick("loopNames")} in ${pick("loopWords")}; do ${pick("loopBodies")}; done` },
    { weight: 1, arbitrary: text`${pick("keepers")}; ${pick("users")}` },
    {
      weight: 3,
      arbitrary: fc.tuple(pick("covered"), several(pick("tokens"), 12, "")).map((parts) => parts.join(" ")),
    },
  )
}

function grammar(tie: (name: string) => fc.Arbitrary<unknown>): Record<string, fc.Arbitrary<string>> {
  const of = (name: string) => tie(name) as fc.Arbitrary<string>
  const [script, simple, argument, substitution] = [of("script"), of("simple"), of("argument"), of("substitution")]
  const body = fc.oneof(script, pick("loopBodies"))
  return {
    script: nested(
      [8, simple],
      [4, text`${simple}${pick("operators")}${script}`],
      [3, of("compound")],
      [1, of("document")],
    ),
    simple: text`${rarely("before", 5)} ${of("name")} ${of("arguments")} ${rarely("redirections", 4)}`.map((line) =>
      line.replace(/^ | +$/g, ""),
    ),
    name: weighted([14, pick("covered")], [2, pick("disguised")], [3, pick("uncovered")]),
    arguments: fc.array(argument, { maxLength: 3 }).map((words) => words.join(" ")),
    argument: weighted([1, pick("words")], [1, several(of("piece"), 3, "")]),
    piece: nested(
      [4, pick("words")],
      [4, pick("quoted")],
      [4, pick("expansions")],
      [2, pick("odd")],
      [2, text`"${of("inside")}"`],
      [3, substitution],
    ),
    inside: several(fc.oneof(pick("words"), pick("expansions"), pick("insideQuotes"), substitution), 3, " "),
    substitution: fc.oneof(
      text`$(${script})`,
      text`\`${simple}\``,
      text`<(${script})`,
      text`>(${script})`,
      text`\${X:-${argument}}`,
      text`$((${pick("sums")}))`,
      text`$(( 1 + $(${script}) ))`,
    ),
    compound: nested(
      [1, text`(${script})`],
      [1, text`{ ${script}; }`],
      [1, text`if ${script}; then ${script}; else ${script}; fi`],
      [1, text`for ${pick("loopNames")} in ${several(argument, 3, " ")}; do ${body}; done`],
      [2, text`for ${pick("loopNames")} in ${pick("loopWords")}; do ${body}; done`],
      [1, text`for ((i=0; i<2; i++)); do ${body}; done`],
      [1, text`while false; do ${script}; done`],
      [1, text`until true ${argument}; do ${script}; done`],
      [1, text`case ${argument} in ${pick("patterns")}) ${script};; esac`],
      [1, text`! ${simple}`],
      [1, text`[[ ${of("test")} ]] && ${simple}`],
      [1, text`[ ${of("test")} ] || ${simple}`],
      [1, text`(( ${pick("sums")} )); ${simple}`],
      [1, text`${pick("never")}${simple}; }; f`],
    ),
    test: fc.oneof(pick("tests"), text`${argument}${pick("compares")}${argument}`),
    document: fc
      .tuple(pick("delimiters"), fc.array(fc.oneof(pick("documents"), of("inside")), { maxLength: 3 }), script)
      .map(([mark, lines, next]) => [`cat <<${mark}`, ...lines, "EOF", next].join("\n")),
  }
}

/** Arbitraries put together as they stand between the backticks. */
function text(parts: TemplateStringsArray, ...between: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> {
  return fc.tuple(...between).map((texts) => parts.reduce((line, part, at) => `${line}${texts[at - 1] ?? ""}${part}`))
}

function pick(kind: keyof typeof vocabulary): fc.Arbitrary<string> {
  return fc.constantFrom(...vocabulary[kind])
}

function rarely(kind: keyof typeof vocabulary, times: number): fc.Arbitrary<string> {
  return weighted([times, fc.constant("")], [1, pick(kind)])
}

function several(one: fc.Arbitrary<string>, most: number, between: string): fc.Arbitrary<string> {
  return fc.array(one, { minLength: 1, maxLength: most }).map((texts) => texts.join(between))
}

type Weighted = readonly [number, fc.Arbitrary<string>]

function weighted(...choices: readonly Weighted[]): fc.Arbitrary<string> {
  return fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })))
}

/** The same, with the first choice where the nesting gets deep. */
function nested(...choices: readonly Weighted[]): fc.Arbitrary<string> {
  const options = { depthSize: "small", maxDepth: 3, depthIdentifier: "script" } as const
  return fc.oneof(options, ...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })))
}

/** A few characters removed, inserted or replaced. */
function changed(command: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const edit = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), cut: fc.nat(2), piece: pick("edits") })
  return fc.tuple(command, fc.array(edit, { maxLength: 3 })).map(([before, edits]) =>
    edits.reduce((line, { at, cut, piece }) => {
      const place = Math.floor(at * (line.length + 1))
      return line.slice(0, place) + piece + line.slice(place + cut)
    }, before),
  )
}
