import { formatForbidden } from "./guidance-blocks.ts"
import { formatCurrentAction, formatStepHeader } from "./step-blocks.ts"
import { makeBlock, makeElement, joinXmlLines, type Xml, xmlText } from "./xml.ts"

declare const text: string
declare const xml: Xml

xmlText(text)
formatForbidden([text, "plain"])
formatCurrentAction([xmlText(text), xml])
joinXmlLines([xml])

// @ts-expect-error what is XML already is not escaped again
xmlText(xml)

// @ts-expect-error nor inside a block
formatForbidden([xml])

// @ts-expect-error nor as a title
formatStepHeader({ script: "plan", step: 1, total: 2, title: xml })

// @ts-expect-error nor as an attribute
makeElement("a", { b: xml })

// @ts-expect-error plain text is not XML
formatCurrentAction([text])

// @ts-expect-error not even a literal
makeBlock("a", {}, ["plain"])

// @ts-expect-error text put together with XML is text again
joinXmlLines([`${xml}${text}`])
