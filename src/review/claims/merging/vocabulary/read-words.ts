import { stem } from "../../../../text/stem.ts"

/** The text of a finding, as far as words can be compared. */
export interface FindingWords {
  /** The English words: terms with their weights. */
  readonly prose: ReadonlyMap<string, number>
  /** Names in the code that were mentioned, in lower case. */
  readonly names: ReadonlySet<string>
  /** Those of them that were written as names, so that no plain word was meant. */
  readonly sureNames: ReadonlySet<string>
  /** Every word of each sentence as its stem and as what it means, the title first. */
  readonly sentences: readonly ReadonlySet<string>[]
  /** CWE numbers that were named. */
  readonly cwes: readonly number[]
}

/** `evidence` shows which words are names: those that are in the code. */
export function readClaimWords(said: {
  readonly title: string
  readonly description: string
  readonly evidence: string
}): FindingWords {
  const known = new Set(said.evidence.match(NAME) ?? [])
  const sentences = [said.title, ...said.description.split(/(?<=[.!?;:])\s+/)].map((text) => readSentence(text, known))
  const prose = new Map<string, number>()
  sentences.forEach(({ terms }, at) => {
    for (const term of terms) {
      const weight = (at === 0 ? TITLE : 1) * (paleWords.has(term) ? PALE : 1)
      prose.set(term, Math.max(prose.get(term) ?? 0, weight))
    }
  })
  return {
    prose,
    names: new Set(sentences.flatMap(({ names }) => names)),
    sureNames: new Set(sentences.flatMap(({ sureNames }) => sureNames)),
    sentences: sentences.map(({ heard }) => heard),
    cwes: [...`${said.title} ${said.description}`.matchAll(/\bCWE[-\s]?(\d+)/gi)].map(([, id]) => Number(id)),
  }
}

/** The words of a cue as they are searched in sentences: a single word literally, several by their meaning. */
export function readCueWords(cue: string): readonly string[] {
  const roots = (cue.match(WORD) ?? []).flatMap(splitWord).map((part) => stem(part.toLowerCase()))
  const meant = [...new Set(roots.map((root) => findMeaning(root)))]
  return meant.length === 1 ? roots : meant
}

const TITLE = 1.6
const PALE = 0.35
const NAME = /[A-Za-z_$][\w$]*/g

const WORD = /[A-Za-z_$][\w$]*(?:'\w+)?|===?|\b\d+(?:\.\d+)*\b/g

interface Sentence {
  readonly terms: readonly string[]
  readonly heard: ReadonlySet<string>
  readonly names: readonly string[]
  readonly sureNames: readonly string[]
}

function readSentence(text: string, known: ReadonlySet<string>): Sentence {
  const quoted = new Set([...text.matchAll(/`([^`]+)`/g)].flatMap(([, code]) => code?.match(NAME) ?? []))
  const words = text.match(WORD) ?? []
  const parts = words.flatMap(splitWord).map((part) => part.toLowerCase())
  const roots = parts.map((part) => ({ part, root: stem(part) }))
  return {
    terms: roots.filter(({ part }) => !fillWords.has(part)).map(({ root }) => findMeaning(root)),
    heard: new Set(roots.flatMap(({ root }) => [root, findMeaning(root)])),
    names: words.filter((word) => isSure(word) || isKnown(word)).map((word) => word.toLowerCase()),
    sureNames: words.filter(isSure).map((word) => word.toLowerCase()),
  }

  function isSure(word: string): boolean {
    return quoted.has(word) || isWrittenAsName(word)
  }

  function isKnown(word: string): boolean {
    return known.has(word) && !isPlainWord(word)
  }
}

function splitWord(word: string): readonly string[] {
  return word.split(/[_$]+|(?<=[a-z\d])(?=[A-Z][a-z])/).filter((part) => part !== "")
}

/** `findOne`, `row_id`, `$scope`: no English word looks like this. */
function isWrittenAsName(word: string): boolean {
  return /[a-z\d][A-Z][a-z]|[_$]/.test(word)
}

/** In the code and in the sentence, which proves little for a short everyday word. */
function isPlainWord(word: string): boolean {
  return word.length < 3 || fillWords.has(word.toLowerCase())
}

/** Words that say nothing about what is wrong. */
export const fillWords: ReadonlySet<string> = new Set(
  `a about after again all also although an and another any anyone anything are as at be because been before being both
  but by can come comes could did do does done each else even every everyone everything for from get gets give gives go
  goes got had has have here how if in instead into is it its itself just keep keeps later let lets like look made make
  makes many may mean means meant might more most much must need needs of off on once one only or other our out over own
  put puts rather same say says set sets shall should so some something stand stands still such take takes than that the
  their them then there these they thing things this those though through to together too two under until up upon use
  used uses using very via was way were what whatever when where whether which while who whoever whose why will with
  would you your e.g eg ie etc`.split(/\s+/),
)

/** Stems that many findings share whatever they are about: they count, but little. */
export const paleWords: ReadonlySet<string> = new Set(
  `actual add allow attack attacker avoid becom behav better block bug call caller case caus check class code contain
  danger differ fail fault file find first function handl happen input instanc issu last line lost miss new number object
  pass person possibl potenti problem program read remov replac requir result return risk run section see send show start
  string text time user valu variabl vulner write wrong request respons data page everi current server client name method
  string unsaf insecur explicit never alway`.split(/\s+/),
)

/** One meaning per line: the first word stands for all of them. */
export const sameMeaning: readonly string[] = [
  "parameter argument arg param",
  "dictionary dict map hashmap",
  "array list collection",
  "missing without no lack lacking lacks absent omitted omits forgotten",
  "error exception failure throwable",
  "fail crash throw throws raise raises abort",
  "swallow hide hidden suppress ignore ignored silence silently silent discard disappear invisible unnoticed",
  "null none undefined nil nullpointer nullreferenceexception",
  "unescaped escape encode encoded sanitise sanitize sanitised unsanitised unsanitized sanitisation",
  "validate validated unvalidated unchecked verify verified validation",
  "concatenate concatenated interpolate interpolated formatted formatting paste pasted assembled append appended splice",
  "query statement sql select",
  "html markup dom tag innerhtml",
  "untrusted tainted crafted malicious",
  "secret credential password passphrase apikey",
  "delete remove erase drop",
  "log logged logging logger print printed console",
  "leak leaked leaking",
  "close closed dispose disposed release released unclosed",
  "race concurrency concurrent simultaneous simultaneously unsynchronised unsynchronized synchronisation parallel",
  "lock mutex atomic atomically interlocked",
  "await awaited wait waits",
  "promise future task",
  "loop iteration iterate foreach",
  "slow expensive costly inefficient",
  "duplicate duplicated duplication repeated repeat copied twice",
  "unused unreferenced",
  "outdated stale obsolete old deprecated",
  "comment docstring documentation jsdoc docs",
  "misleading inaccurate incorrect",
  "contradict contradicts contradictory inconsistent conflicting mismatch",
  "link url href address anchor",
  "broken defunct",
  "vague unclear ambiguous confusing meaningless obscure",
  "explain describe described document documented explanation mention mentioned",
  "nested nesting indentation",
  "long large big huge oversized",
  "empty blank",
  "unfinished incomplete placeholder tbd todo stub",
  "authorisation authorization permission ownership privilege authorise authorize",
  "authentication authenticate signin",
  "token session jwt",
  "predictable guessable guess guessed weak",
  "random randomness rng",
  "hash digest checksum md5 sha1",
  "certificate tls ssl https",
  "memory heap ram",
  "cache memoise memoised memoize memoized memo",
  "expire expiry expires expiration lifetime ttl",
  "redirect redirected redirection",
  "regex regexp regular expression pattern",
  "float floating double rounding precision",
  "money amount price currency cents",
  "division divide dividing divisor zerodivisionerror",
  "mutate mutated mutable mutates mutation modify modified modifies",
  "shared global static",
  "timeout deadline",
  "retry retries attempt",
  "infinite endless unbounded unlimited",
  "compare comparison compared equality equal equals",
  "assign assignment assigns assigned",
  "type typing typed annotation",
  "folder directory path filesystem",
  "shell command exec subprocess",
  "deserialise deserialize deserialisation deserialization unpickle pickle unmarshal",
  "execute executed executes execution eval evaluated evaluation",
  "transaction rollback commit committed",
  "status statuscode",
  "timer interval setinterval clearinterval",
  "listener subscription subscribe",
  "dependency dependencies deps collaborator",
  "example sample snippet",
  "option flag switch",
  "version release",
  "heading title header",
  "constant magic unnamed",
  "thread threads threadpool",
  "pagination paging paginate unpaginated",
  "database db table",
  "batch batched bulk",
]

/** What a stem stands for: itself, unless several words mean the same. */
export function findMeaning(root: string): string {
  return meanings.get(root) ?? root
}

const meanings: ReadonlyMap<string, string> = new Map(
  sameMeaning.flatMap((line) => {
    const [first = "", ...others] = line.split(" ").map(stem)
    return [first, ...others].map((root) => [root, first] as const)
  }),
)
