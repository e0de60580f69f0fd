import { describe, expect, test } from "vitest"
import { readCommand } from "./read-command.ts"
import { readStaticWord } from "./words/shell-word.ts"

/** Every command found, with its words after quote removal; `…` if a word is only known at run time. */
function read(command: string): readonly string[][] {
  return readCommand(command).commands.map(({ words }) => words.map((word) => readStaticWord(word) ?? "…"))
}

describe("words are what bash makes of them", () => {
  test.each([
    ["ls a  b\tc", ["ls", "a", "b", "c"]],
    [`ls 'a b' "c d" e\\ f`, ["ls", "a b", "c d", "e f"]],
    [`ls '' "" a''b`, ["ls", "", "", "ab"]],
    [`ls 'it'\\''s' "say \\"hi\\""`, ["ls", "it's", 'say "hi"']],
    [`ls "\\$x \\\`y\\\` \\\\ \\n"`, ["ls", "$x `y` \\ \\n"]],
    ["ls a\\\nb", ["ls", "ab"]],
    [`ls "a\\\nb" 'a\\\nb'`, ["ls", "ab", "a\\\nb"]],
    [`ls $'a\\tb\\x41\\101\\u0042\\'\\\\'`, ["ls", "a\tbAAB'\\"]],
    [`ls "a$" $ "$'b'" a$`, ["ls", "a$", "$", "$'b'", "a$"]],
    ["ls a#b # c", ["ls", "a#b"]],
    ["ls {} }{ a{b} {a", ["ls", "{}", "}{", "a{b}", "{a"]],
    ["ls a~b a=b [ a[", ["ls", "a~b", "a=b", "[", "a["]],
    ['ls $x "$x" ${x} $(a) `a` $((1)) <(a)', ["ls", "…", "…", "…", "…", "…", "…", "…"]],
    ["ls * a? [ab] ~ a=~ {a,b} {1..2}", ["ls", "…", "…", "…", "…", "…", "…", "…"]],
    ["ls '*' \"?\" \\[ab] \\~ '{a,b}'", ["ls", "*", "?", "[ab]", "~", "{a,b}"]],
  ])("%j", (command, words) => expect(read(command).at(-1)).toEqual(words))
})

describe("every simple command is found", () => {
  test.each([
    ["a; b && c || d | e |& f & g\nh", "a b c d e f g h"],
    ["{ a; (b; c); }", "a b c"],
    ["if a; then b; elif c; then d; else e; fi", "a b c d e"],
    ["while a; do b; done; until c; do d; done", "a b c d"],
    ["for x in $(a); do b; done", "a b"],
    ["for ((i = 0; i < 2; i++)); do a; done", "a"],
    ["case $(a) in $(b)) c ;; *) d ;; esac", "a b c d"],
    ["! a", "a"],
    ["a $(b $(c)) `d` <(e) >(f)", "c b d e f a"],
    ['a "x $(b) `c`"', "b c a"],
    ["a ${x:-$(b)} ${x/y/$(c)}", "b c a"],
    ["a $(( $(b) + 1 ))", "b a"],
    ["(( $(a) )); [[ $(b) == $(c) ]]", "a b c"],
    ["a <<EOF\n$(b) `c`\nEOF", "b c a"],
    ["a <<< $(b) < <(c)", "b c a"],
    ["X=$(a) b", "a b"],
    ["x=(1 $(a)); x[$(b)]=1", "a b  "],
    ["echo ${x[$(a)]} ${x:$(b)}", "a b echo"],
    ["select x in $(a); do b; done", "a b"],
    ["{ a; } > $(b)", "b a"],
  ])("%j", (command, names) =>
    expect(
      read(command)
        .map(([name = ""]) => name)
        .join(" "),
    ).toBe(names),
  )
})

describe("a command that cannot be read is refused", () => {
  const firm = (command: string) => readCommand(command).refusals.filter((refusal) => refusal.firm).length > 0
  test.each([
    "a 'b",
    "a $(b",
    "a )",
    "a ;; b",
    "a $(b 'c)",
    "a `b 'c`",
    "f() { a; }",
    "function f { a; }",
    "coproc a",
    "time -x a",
    "time",
    "! time a",
    "time ! a",
    "a ${!x}",
    "a ${x@P}",
    "a {fd}> f",
    "a {fd[$(b)]}>&1",
    "a ${ b; }",
    "a $((b); (c))",
    "a $\\\n(b)",
    "a @(b)",
    "$(a # )\n)",
    `${"{ ".repeat(40)}a${"; }".repeat(40)}`,
  ])("%j", (command) => expect(firm(command)).toBe(true))
})
