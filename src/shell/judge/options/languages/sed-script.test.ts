import { describe, expect, test } from "vitest"
import { findSedFault } from "./sed-script.ts"

describe("a script that only prints", () => {
  test.each([
    "p",
    "5q",
    "$d",
    "1,5p",
    "1~2d",
    "2,+3p",
    "/a/,/b/p",
    "/a/!d",
    "\\|a|d",
    "/^#/Id;/^$/d",
    "s/a/b/",
    "s/a/b/g;s|c|d|2p",
    "s/\\//x/gI",
    "s/[0-9]/[/g",
    's/.*/"&"/',
    "y/abc/xyz/",
    "/a/{p;q}",
    "$!N;P;D",
    ":a;N;$!ba;s/\\n/ /g",
    "=",
    "a a line",
    "1i\ttext; e id",
    "# e id\np",
    "r other",
  ])("%j", (script) => expect(findSedFault(script)).toBeUndefined())
})

describe("a script that may write or run something", () => {
  test.each([
    "e",
    "1e id",
    "e id",
    "w f",
    "/a/w f",
    "W f",
    "s/a/b/e",
    "s/a/b/w f",
    "s/a/b/gw f",
    "s/a/b/ge",
    "p;e id",
    "p\ne id",
    "{p;e id}",
    "s/[/]/x/w f",
    "a\\\ne id",
    "a text\ne id",
    "r f\ne id",
    "y/a/b/;w f",
    ":a;e id",
    "s/a",
    "/a",
    "1,p",
    "k",
    "s a b w",
  ])("%j", (script) => expect(findSedFault(script)).toBeDefined())
})
