import { artefacts, coinWord, moments, people } from "./vocabulary.mjs"

/** Sentences about one topic (an action on a thing). Each call gives different ones. */
export function sentenceMaker(random, topic) {
  const thing = () => (random.chance(0.5) ? topic.thing : random.pick(topic.trade.things))
  const tool = () => random.pick(topic.trade.tools)
  const risk = () => random.pick(topic.trade.risks)
  const who = () => random.pick(people)
  const when = () => random.pick(moments)
  const what = () => random.pick(artefacts)
  const name = () => (random.chance(0.6) ? identifier(random, thing()) : coinWord(random))
  const count = () => random.between(2, 400)

  const statements = [
    () => `Start with the ${thing()} that changed last and read them ${when()}.`,
    () => `Ask ${who()} which ${thing()} matter most, and write the answer down as ${what()}.`,
    () => `Run ${tool()} on the ${thing()} and keep its output next to \`${name()}\`.`,
    () => `Look out for ${risk()}: it is easy to miss and dear to repair.`,
    () => `If more than ${count()} ${thing()} are touched, stop and split the work.`,
    () =>
      `Compare what ${tool()} reports with what ${who()} expects; a gap of ${random.between(2, 30)} % deserves a look.`,
    () => `Never ${topic.verb} ${thing()} and ${thing()} in one go, even when \`${name()}\` makes it look simple.`,
    () => `The usual cause is ${risk()}, seen ${when()}.`,
    () => `Hand over ${what()} that ${who()} can check without ${tool()}.`,
    () => `Prefer \`${name()}\` over \`${name()}\` when the ${thing()} come from outside.`,
    () => `Every step leaves ${what()}, so that ${who()} can go on from there.`,
    () => `Note the state of the ${thing()} first: size, owner, age, and the last person who changed \`${name()}\`.`,
    () => `When ${tool()} is not at hand, ${topic.verb} by reading the ${thing()} directly.`,
    () => `Keep \`${name()}\` below ${count()} and say so in the report.`,
    () => `Do not guess: ${risk()} has the same symptoms as ${risk()}.`,
    () => `Results older than ${random.between(2, 90)} days are history; ${topic.verb} the ${thing()} again.`,
  ]
  const needs = [
    () => `You want to ${topic.verb} ${thing()} ${when()}`,
    () => `Somebody reports ${risk()}`,
    () => `${capital(who())} asks for ${what()} about ${thing()}`,
    () => `${capital(tool())} shows something odd in the ${thing()}`,
    () =>
      `The ${thing()} have to be ready ${random.pick(["by tomorrow", "for a review", "for a new team", "this quarter"])}`,
    () => `There is a doubt whether ${risk()} was the cause`,
  ]
  const checks = [
    () => `${capital(thing())} listed with owner and age`,
    () => `No sign of ${risk()}`,
    () => `\`${name()}\` answers within ${count()} ms`,
    () => `${capital(tool())} ends without warnings`,
    () => `${capital(who())} has seen ${what()}`,
    () => `Old ${thing()} kept until \`${name()}\` is confirmed`,
  ]

  return {
    statement: () => random.pick(statements)(),
    need: () => random.pick(needs)(),
    check: () => random.pick(checks)(),
    paragraph: () =>
      random
        .some(statements, random.between(2, 5))
        .map((say) => say())
        .join(" "),
    heading: () =>
      capital(random.pick([thing(), `${topic.verb} ${thing()}`, `working with ${tool()}`, `avoiding ${risk()}`])),
    thing,
    tool,
    risk,
    name,
  }
}

export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export function slug(text) {
  return text.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")
}

function identifier(random, thing) {
  const words = [...thing.split(/[ -]/), coinWord(random)]
  if (random.chance(0.3)) return words.join("_").toUpperCase()
  if (random.chance(0.4)) return `${words.join("-")}.${random.pick(["ts", "py", "yaml", "sql", "json", "sh"])}`
  return words.map((word, at) => (at === 0 ? word : capital(word))).join("")
}
