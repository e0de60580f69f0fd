// Prints text of an exact size, the same for the same seed, or texts that often break programs.
const WORDS =
  "alder amber anchor apple arrow basin birch border bridge candle canyon cedar circle clover coast copper corner cotton cradle current delta dragon ember engine fable feather fern field finger forest garden glacier granite harbor hollow island juniper kettle ladder lantern linen maple marble meadow mirror morning needle ocean orchard paper pebble pepper pilot planet pocket quarry rabbit raven ribbon river saddle salt shadow silver spindle stone summer thicket thunder timber tunnel valley velvet violet walnut water willow winter wonder yarrow".split(
    " ",
  )

const AWKWARD = [
  ["empty", ""],
  ["one space", " "],
  ["leading and trailing blanks", "  apple  "],
  ["line break inside", "apple\nbirch"],
  ["Windows line break", "apple\r\nbirch"],
  ["null character", "apple\u0000birch"],
  ["right-to-left script", "تفاحة עלים"],
  ["direction override", "apple\u202ehcrib"],
  ["combining marks", "a\u0301e\u0308o\u0302"],
  ["emoji of several code points", "👩‍👩‍👧‍👦 🏳️‍🌈"],
  ["outside the basic plane", "𝒜𝓅𝓅𝓁𝑒 𠮷"],
  ["lone surrogate", "\ud800"],
  ["zero width", "ap\u200bple"],
  ["one very long word", "a".repeat(300)],
  ["markup", "<b onclick='x()'>apple</b> & &amp;"],
  ["quotes", 'O\'Neil said "apple" `x` \\'],
  ["template", "{{apple}} ${apple} %s {0}"],
  ["path", "../../apple/..\\birch"],
  ["looks like a number", "0x1F 1e309 -0 00042"],
  ["looks like something else", "null undefined true NaN"],
  ["spreadsheet formula", "=1+1"],
  ["Turkish i", "İstanbul ıi"],
]

const asked = readArguments(process.argv.slice(2))
if (asked.awkward) for (const [what, text] of AWKWARD) process.stdout.write(`${JSON.stringify({ what, text })}\n`)
else process.stdout.write(makeText(asked))

function readArguments(words) {
  const known = { "--words": "words", "--bytes": "bytes", "--lines": "lines", "--seed": "seed" }
  const found = { seed: 1 }
  for (let at = 0; at < words.length; at++) {
    if (words[at] === "--awkward") found.awkward = true
    else if (Object.hasOwn(known, words[at])) {
      const value = Number(words[++at])
      if (!Number.isSafeInteger(value) || value < 0 || value > 50_000_000)
        fail(`${words[at - 1]} needs a whole number from 0 to 50000000`)
      found[known[words[at - 1]]] = value
    } else fail(`unknown: ${words[at]}`)
  }
  const sizes = ["words", "bytes", "lines"].filter((name) => found[name] !== undefined)
  if (found.awkward !== true && sizes.length !== 1) fail("name one of --words N, --bytes N, --lines N, --awkward")
  return found
}

function makeText({ words, bytes, lines, seed }) {
  const next = openGenerator(seed)
  if (lines !== undefined) return Array.from({ length: lines }, () => `${sentence(next, 9)}\n`).join("")
  if (words !== undefined) return words === 0 ? "" : `${sentence(next, words)}\n`
  let text = ""
  while (text.length < bytes) text += `${sentence(next, 12)} `
  return text.slice(0, bytes)
}

/** Sentences of 6 to 14 words; exactly `count` words. */
function sentence(next, count) {
  const parts = []
  for (let left = count; left > 0; ) {
    const size = Math.min(left, 6 + next(9))
    const words = Array.from({ length: size }, () => WORDS[next(WORDS.length)])
    parts.push(`${words[0][0].toUpperCase()}${words.join(" ").slice(1)}.`)
    left -= size
  }
  return parts.join(" ")
}

/** A small generator of whole numbers below a bound (mulberry32). */
function openGenerator(seed) {
  let state = seed >>> 0
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound
  }
}

function fail(why) {
  process.stderr.write(`make-text: ${why}\n`)
  process.exit(2)
}
