import { describe, expect, test } from "vitest"
import { findAwkFault } from "./awk-program.ts"

describe("a program that only reads and prints", () => {
  test.each([
    "{ print $1 }",
    "{ print $1, $NF; n++ } END { print n }",
    "$3 > 100",
    '$3 >= 100 || $1 == "a|b > c"',
    "/a|b/ { print }",
    "!/[0-9]+/ && $2 ~ /x\\/y/",
    "{ if ($1 > 5) print $2 }",
    "{ print ($1 > 5) }",
    '{ printf "%s > %s\\n", $1, $2 } # | system()',
    "{ a = $1 / 2; b = (a) / 3 }",
    'BEGIN { FS = ":" } { print length($0) / 2 }',
    "{ print /[/]/ }",
    '{ gsub(/"/, ""); print }',
    '/error/ { printf "%s -> %s\\n", $1, $2 }',
  ])("%j", (program) => expect(findAwkFault(program)).toBeUndefined())
})

describe("a program that may write or run something", () => {
  test.each([
    'BEGIN { system("id") }',
    'BEGIN { "id" | getline x }',
    '{ print | "sh" }',
    '{ print |& "sh" }',
    '{ print > "f" }',
    '{ print >> "f" }',
    "{ print $1 > $2 }",
    '{ print(1)(2) > "f" }',
    '{ print a,\n b > "f" }',
    '{ printf("%s", a) > "f" }',
    '{ getline < "/inet/tcp/0/host/80" }',
    '@load "x"',
    '@include "x"',
    '{ f = "system"; @f("id") }',
    '{ x++ / system("id") / 1 }',
    '{ print "a }',
    'BEGIN { x = 1. / system("id") / 1 }',
    'BEGIN { 1system("id") }',
    '/"/; BEGIN { system("id") }; /"/',
    'x /"/; BEGIN { system("id") }; /"/',
    '{ print $1,\n\n $2 > "f" }',
    '{ print a ?\n b : c > "f" }',
    '{ print "a\\\n" > "f" }',
    'x /(/ { print > "f" }',
    "{ print ENVIRON[1] }",
    'BEGIN { ARGV[1] = "/inet/tcp/0/host/80" }',
    "{ print\n x = $1 > 2 }",
    '{ y = /a/ ; print > "f" }',
  ])("%j", (program) => expect(findAwkFault(program)).toBeDefined())
})
