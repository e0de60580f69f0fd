import fc from "fast-check"
import { expect, test } from "vitest"
import { openLookup } from "../../../workflow/template.ts"
import { firstStep } from "../../../../test/directives/sample-directives.ts"
import { fillAction } from "../directive.ts"
import { composeXml } from "./compose-xml.ts"
import { formatters } from "./formatters.ts"
import { elements, readXml, tags, textOf } from "../../../../test/directives/read-xml.ts"
import { renderXml } from "./render-xml.ts"

const nothing = () => undefined

test("blocks that a workflow composes into its actions are not escaped again", () => {
  const written = [
    formatters.state_banner("checkpoint_name", { iteration: 2, mode: "re-verify" }),
    "",
    "TASK: Fix identified issues",
    "",
    formatters.forbidden(["Do not change `a < b && c`", "]]> stays"]),
    "",
    formatters.expected_output(["All QR issues resolved"]),
  ]
  const shown = renderXml({ ...firstStep, actions: written.map((action) => fillAction(action, { lookup: nothing })) })
  expect(shown).toContain(written.join("\n"))
  expect(tags(readXml(shown))).toEqual(expect.arrayContaining(["state_banner", "forbidden", "expected_output"]))
})

test.each([
  "<forbidden>",
  "<forbidden></item></forbidden>",
  "<forbidden><item>a</forbidden></item>",
  "<forbidden>a & b</forbidden>",
  "<forbidden>]]></forbidden>",
  "<forbidden/></current_action>",
  "<current_action>x</current_action>",
  '<step_header script="x"/>',
  "<script>x</script>",
  "<forbidden/> and text",
  "<![CDATA[x]]>",
  "text <forbidden/>",
  "{{values.plan}}",
  "<forbidden>{{values.plan}}",
])("%s is text", (action) => {
  expect(composeXml(action, openLookup({ values: { plan: "</forbidden>" } }))).toBeUndefined()
})

test("a value cannot become markup, wherever a composed block has its placeholder", () => {
  const block = `<forbidden name="{{values.x}}"><item>a]]{{values.x}}</item><item><![CDATA[a]]]{{values.x}}]]></item></forbidden>`
  const piece = fc.constantFrom(
    "<",
    ">",
    "]",
    "]]>",
    "&",
    '"',
    "</item>",
    "<![CDATA[",
    "{{values.x}}",
    "a",
    "\n",
    "\u0007",
  )
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join("")),
      (x) => {
        const shown = x.replaceAll("\u0007", "\\u0007")
        const [read] = readXml(composeXml(block, openLookup({ values: { x } })) ?? "")
        expect(typeof read === "object" && read.attributes).toEqual({ name: shown })
        expect(elements(read).map(textOf)).toEqual([`a]]${shown}`, `a]]]${shown}`])
      },
    ),
  )
})
