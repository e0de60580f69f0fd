import { expect, test } from "vitest"
import { extractCode } from "./extract-code.ts"

const page = `<template>
  <p class="a" v-html="body">{{ x }}</p>
</template>
<script lang="ts">
const a = 1
</script>
<script type="application/json">{ "b": 2 }</script>
<style>p { color: red }</style>
`

test("only the scripts of a page remain, each in its place", () => {
  const code = extractCode(page, "src/A.vue")
  expect(code.length).toBe(page.length)
  expect(code.split("\n")[4]).toBe("const a = 1")
  expect(code).not.toMatch(/template|json|color|class/)
})

test("a value that a template inserts as HTML becomes a call on the same line", () => {
  expect(extractCode(page, "src/A.vue").split("\n")[1]?.trim()).toBe(";$.html( body)")
})

test("other files are left alone", () => {
  expect(extractCode(page, "src/a.ts")).toBe(page)
})
