import { expect, test } from "vitest"
import { hasExpansion } from "./has-expansion.ts"

test.each(["echo $HOME", "echo $(id)", "echo `id`", 'echo "${x}"', "echo $1"])("%s has an expansion", (command) => {
  expect(hasExpansion(command)).toBe(true)
})

test.each(["echo '$HOME'", "echo \\$HOME", "echo a", "grep 'a$' f", "echo 5$"])("%s has none", (command) => {
  expect(hasExpansion(command)).toBe(false)
})
