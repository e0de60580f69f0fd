import fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { MatchStore } from "./match-store.ts"
import { type MatchSkill, openMatchIndex } from "./match-index.ts"

interface PlantedSkill extends MatchSkill {
  readonly body: string
}

describe("what is found", () => {
  const skills = [
    planted("pdf-tools", "Extract text from documents and fill in forms."),
    planted("webapp-testing", "Drive a browser.", "## When to use\n- clicking through a local site\n"),
    planted("tidy", "Keeps a project in order.", "# Guide\nSquash branches.\n```\nnpx prune-everything\n```\n"),
    planted("superpowers:brainstorming", "Explores what someone wants."),
    planted("table-reader", "处理电子表格数据"),
    planted("code-review", "Second pair of eyes."),
    planted("reviewing", "Reviews prose, and code now and then."),
  ]

  test.each([
    ["fill in a form", "pdf-tools", ["fill", "form"]],
    ["click through the site", "webapp-testing", ["click", "site"]],
    ["squashing a branch", "tidy", ["squashing", "branch"]],
    ["prune", "tidy", ["prune"]],
    ["webapp testing", "webapp-testing", ["webapp", "testing"]],
    ["WebappTest", "webapp-testing", ["WebappTest"]],
    ["brainst", "superpowers:brainstorming", ["brainst"]],
    ["表格", "table-reader", ["表格"]],
    ["do a code review", "code-review", ["code", "review"]],
  ])("%j finds %s by %j", (request, name, words) => {
    const [first] = openMatchIndex(memoryStore(skills), "1").rank(skills, request, 3)
    expect({ name: first?.skill.name, words: first?.words }).toEqual({ name, words })
  })

  test.each(["", "the of and", "?!", "unheardof"])("%j finds nothing", (request) => {
    expect(openMatchIndex(memoryStore(skills), "1").rank(skills, request, 3)).toEqual([])
  })

  test("without skills nothing is found", () => {
    expect(openMatchIndex(memoryStore([]), "1").rank([], "review", 3)).toEqual([])
  })

  test("no more are returned than requested, and equal ones by name", () => {
    const equal = ["c", "a", "d", "b"].map((name) => planted(name, "Same words."))
    const index = openMatchIndex(memoryStore(equal), "1")
    expect(index.rank(equal, "same words", 3).map(({ skill }) => skill.name)).toEqual(["a", "b", "c"])
    expect(index.rank(equal, "same words", 0)).toEqual([])
  })

  test("if two fit equally well, the bundled one comes second", () => {
    const two = [{ ...planted("a", "Same words."), isBundled: true }, planted("b", "Same words.")]
    const ranked = openMatchIndex(memoryStore(two), "1").rank(two, "same words", 2)
    expect(ranked.map(({ skill }) => skill.name)).toEqual(["b", "a"])
  })

  describe("among many skills", () => {
    const many = [
      planted("commit", "Writes messages for what is staged."),
      planted("yarn-spinner", "Spins yarn for looms.", "A unicorn helps."),
      planted("glossary-keeper", "Keeps names of the domain. Use when two names mean one thing."),
      planted("event-store", "Keeps the events of a stream. Use when somebody wants event sourcing."),
      planted("event-party", "Plans a party. Use when the source of the guests is an event."),
      planted("continue-later", "Writes a plan for another day."),
      ...Array.from({ length: 120 }, (_, at) =>
        planted(`other-${at}`, `Does ${at % 2 === 0 ? "gentle commit" : "rough"} things.`),
      ),
    ]

    test.each([
      ["commit this", "commit"],
      ["unicorn", "yarn-spinner"],
      ["spin some yarn", "yarn-spinner"],
      ["how does event sourcing work", "event-store"],
      ["continue-later", "continue-later"],
      ["continue-l", "continue-later"],
    ])("%j finds %s first", (request, name) => {
      expect(ask(memoryStore(many), many, request)[0]).toBe(name)
    })

    test.each(["be gentle with it", "continue", "rough day"])(
      "%j finds nothing: a common word is too little",
      (request) => {
        expect(ask(memoryStore(many), many, request)).toEqual([])
      },
    )
  })

  test("words that follow each other as in the request count more than the same words apart", () => {
    const two = [planted("a", "sourcing gamma event"), planted("b", "gamma event sourcing")]
    expect(ask(memoryStore(two), two, "event sourcing")).toEqual(["b", "a"])
  })

  test("a word that is all of a skill's name counts more than one that is a part of it", () => {
    const two = [planted("gamma-zeta-eta", "gamma things"), planted("gamma", "gamma things")]
    expect(ask(memoryStore(two), two, "gamma then delta")[0]).toBe("gamma")
  })

  test("a skill with more of the request comes before one with a word of it in its long name", () => {
    const two = [planted("gamma-iota-kappa", "gamma gamma"), planted("b", "gamma delta")]
    const others = ["delta", "zeta", "eta", "theta"].map((word, at) => planted(`other-${at}`, word))
    expect(ask(memoryStore([...two, ...others]), [...two, ...others], "delta then gamma")[0]).toBe("b")
  })

  test("a rare word counts more than a common one", () => {
    const some = [planted("a", "common"), planted("b", "common"), planted("c", "common"), planted("d", "rare")]
    const [first] = openMatchIndex(memoryStore(some), "1").rank(some, "common rare", 1)
    expect(first?.skill.name).toBe("d")
  })
})

describe("what is kept", () => {
  test("a body is read once, and again when its file changed", () => {
    const skills = [planted("a", "", "alpha"), planted("b", "", "beta")]
    const store = memoryStore(skills)
    ask(store, skills, "alpha")
    ask(store, skills, "beta")
    expect(store.read).toEqual(["/a", "/b"])
    store.bodies.set("/b", "gamma")
    const changed = [skills[0]!, { ...skills[1]!, changed: 2 }]
    expect(ask(store, changed, "beta")).toEqual([])
    expect(ask(store, changed, "gamma")).toEqual(["b"])
    expect(store.read).toEqual(["/a", "/b", "/b"])
  })

  test("an open session reads its index once, until another process has stored a newer one", () => {
    const skills = [planted("a", "alpha"), planted("b", "beta")]
    const store = memoryStore(skills)
    ask(store, skills, "alpha")
    const index = openMatchIndex(store, "1")
    index.rank(skills, "alpha", 1)
    const before = store.bytesRead
    index.rank(skills, "alpha", 1)
    expect(store.bytesRead - before).toBeLessThan(before)
    const more = [...skills, planted("c", "gamma")]
    ask(store, more, "gamma")
    expect(index.rank(more, "gamma", 1).map(({ skill }) => skill.name)).toEqual(["c"])
    expect(store.read).toEqual(["/a", "/b", "/c"])
  })

  test("a file that changed just now is read again the next time", () => {
    const skills = [planted("a", "", "alpha"), { ...planted("b", "", "beta"), changed: 100 }]
    const store = memoryStore(skills)
    ask(store, skills, "beta")
    ask(store, skills, "beta")
    expect(store.read).toEqual(["/a", "/b", "/b"])
  })

  test("skills of another project stay, and do not change the answer", () => {
    const ours = [planted("a", "alpha beta"), planted("b", "beta")]
    const theirs = [planted("c", "beta"), planted("d", "beta")]
    const store = memoryStore([...ours, ...theirs])
    const before = openMatchIndex(store, "1").rank(ours, "alpha beta", 5)
    ask(store, theirs, "beta")
    ask(store, [...theirs, ...ours], "beta")
    expect(openMatchIndex(store, "1").rank(ours, "alpha beta", 5)).toEqual(before)
    expect(store.read).toEqual(["/a", "/b", "/c", "/d"])
  })

  test("skills that are no longer requested are dropped once there are many", () => {
    const many = Array.from({ length: 1100 }, (_, at) => planted(`s${at}`, "alpha"))
    const store = memoryStore(many)
    ask(store, many, "alpha")
    const size = store.kept!.length
    ask(store, [planted("z", "beta")], "beta")
    expect(store.kept!.length).toBeLessThan(size / 10)
  })

  test.each([
    ["cut", (bytes: Uint8Array) => bytes.slice(0, -1)],
    ["empty", () => new Uint8Array()],
    ["foreign", () => new TextEncoder().encode("something else, long enough to hold a header")],
    ["damaged in its head", (bytes: Uint8Array) => bytes.with(40, bytes[40]! ^ 1)],
    [
      "damaged in its postings",
      (bytes: Uint8Array) => bytes.map((byte, at) => (at > bytes.length - 20 ? byte ^ 1 : byte)),
    ],
  ])("an index that is %s is made again", (_, damage) => {
    const skills = [planted("a", "alpha"), planted("b", "beta")]
    const store = memoryStore(skills)
    ask(store, skills, "alpha")
    store.kept = damage(store.kept!)
    expect(ask(store, skills, "alpha beta")).toEqual(["a", "b"])
    expect(ask(store, skills, "alpha beta")).toEqual(["a", "b"])
    expect(store.read).toEqual(["/a", "/b", "/a", "/b"])
  })

  test("an index of another version is made again", () => {
    const skills = [planted("a", "", "alpha")]
    const store = memoryStore(skills)
    ask(store, skills, "alpha")
    openMatchIndex(store, "2").rank(skills, "alpha", 1)
    expect(store.read).toEqual(["/a", "/a"])
  })

  test("a stored index is closed again, even if a body cannot be read", () => {
    const skills = [planted("a", "alpha")]
    const store = memoryStore(skills)
    ask(store, skills, "alpha")
    const failing = { ...store, open: store.open, readBody: () => expect.fail("no") }
    expect(() => openMatchIndex(failing, "1").rank([...skills, planted("b", "")], "alpha", 1)).toThrow("no")
    expect(store.isOpen).toBe(false)
  })

  test("whatever was stored before, the answer is that of a new index", () => {
    const change = fc.record({ at: fc.nat({ max: 5 }), said: said(), isGone: fc.boolean() })
    fc.assert(
      fc.property(
        fc.array(said(), { minLength: 6, maxLength: 6 }),
        fc.array(change, { maxLength: 6 }),
        (texts, changes) => {
          let skills: readonly PlantedSkill[] = texts.map((said, at) => planted(`s${at}`, said, said))
          const store = memoryStore(skills)
          for (const [turn, { at, said, isGone }] of changes.entries()) {
            ask(store, skills, "alpha")
            const other = { ...planted(`s${at}`, said, said), changed: turn / 10 }
            skills = skills.filter(({ name }) => name !== other.name)
            if (!isGone) skills = [...skills.slice(0, turn), other, ...skills.slice(turn)]
            store.bodies.set(other.path, said)
          }
          const request = "alpha beta gamma delta"
          const anew = openMatchIndex(memoryStore(skills), "1").rank(skills, request, 10)
          expect(openMatchIndex(store, "1").rank(skills, request, 10)).toEqual(anew)
        },
      ),
    )
  })
})

function said() {
  const word = fc.constantFrom("alpha", "beta", "gamma", "delta", "epsilon")
  return fc.array(word, { maxLength: 6 }).map((words) => words.join(" "))
}

function planted(name: string, description: string, body = ""): PlantedSkill {
  return { name, path: `/${name}`, size: 1, changed: 1, description, body }
}

function ask(store: MatchStore, skills: readonly MatchSkill[], request: string): readonly string[] {
  return openMatchIndex(store, "1")
    .rank(skills, request, 10)
    .map(({ skill }) => skill.name)
}

function memoryStore(skills: readonly PlantedSkill[]) {
  const store = {
    bodies: new Map(skills.map(({ path, body }) => [path, body])),
    kept: undefined as Uint8Array | undefined,
    read: [] as string[],
    bytesRead: 0,
    isOpen: false,
    open() {
      const bytes = store.kept
      if (bytes === undefined) return undefined
      store.isOpen = true
      return {
        size: bytes.length,
        read(from: number, to: number) {
          store.bytesRead += to - from
          return bytes.subarray(from, to)
        },
        close() {
          store.isOpen = false
        },
      }
    },
    save(index: Uint8Array) {
      store.kept = index
      return "saved" as const
    },
    readBody(path: string) {
      store.read.push(path)
      return store.bodies.get(path) ?? ""
    },
    settled: () => 10,
  }
  return store
}
