type Words = readonly (string | undefined)[]

/** Other names of programs, and what their versions are called. */
const programs: Readonly<Record<string, readonly string[]>> = {
  python3: ["python"],
  pip3: ["pip"],
  nodejs: ["node"],
  "docker-compose": ["docker", "compose"],
}

/** Scripts that `npm` also runs without `run`; `yarn` and `pnpm` do so with all of them. */
const OF_NPM = new Set(["test", "start", "stop", "restart"])
const shortcuts: Readonly<Record<string, string>> = { t: "test", tst: "test", i: "install", add: "install" }

/** One spelling for commands that are the same: `python3 -m pytest` is `pytest`, and `npm run test` is `npm test`. */
export function toUsualSpelling([program, ...rest]: Words): Words {
  if (program === undefined) return [program, ...rest]
  const name = program.slice(program.lastIndexOf("/") + 1)
  const usual = Object.hasOwn(programs, name) ? (programs[name] ?? []) : [program]
  const [first = program] = usual
  const words = [...usual.slice(1), ...rest]
  if (first === "python" && words[0] === "-m" && words[1] !== undefined) return words.slice(1)
  if (first === "cargo" && words[0]?.startsWith("+") === true) return [first, ...words.slice(1)]
  return [first, ...(/^(?:npm|pnpm|yarn)$/.test(first) ? shorten(first, words) : words)]
}

function shorten(manager: string, words: Words): Words {
  const [verb, script] = words
  const isRun = verb === "run" || verb === "run-script"
  if (isRun && script !== undefined && (manager !== "npm" || OF_NPM.has(script))) return words.slice(1)
  const long = verb !== undefined && Object.hasOwn(shortcuts, verb) ? shortcuts[verb] : undefined
  return manager === "npm" && long !== undefined ? [long, ...words.slice(1)] : words
}

const GROUP = /^-[A-Za-z]{1,4}$/

/** Whether short options are among these words, together or one by one: `-rf` is `-r -f`, and `-m` is in `-am`. */
export function hasShortOptions(words: Words, wanted: string): boolean {
  if (!/^-[A-Za-z]{1,3}$/.test(wanted)) return false
  const letters = words.flatMap((word) => (word !== undefined && GROUP.test(word) ? word.slice(1).split("") : []))
  return wanted
    .slice(1)
    .split("")
    .every((letter) => letters.includes(letter))
}
