import { UNLISTED } from "../../../catalog/catalog.ts"
import { groupDigits } from "../../../text/format-count.ts"
import { toVisibleLine } from "../../../text/escape-hidden.ts"
import { defineCommand } from "../../parsing/command.ts"
import { catalogOptions } from "../../parsing/common-options.ts"
import { openWithOptions } from "../../open-with-options.ts"
import { renderHint } from "../../render-hint.ts"
import { renderTable } from "../../terminal/table.ts"
import { UsageError } from "../../parsing/usage-error.ts"

export const match = defineCommand({
  more: "It shows the words that matched.",
  usage: '"REQUEST" [--limit N]',
  examples: [
    { line: 'skillet match "refund an order"', about: "the five that fit best" },
    { line: 'skillet match "release" --limit 1 --json', about: "the best one, as JSON" },
  ],
  options: {
    limit: { kind: "number", value: "N", about: "how many at most (default 5)" },
    ...catalogOptions,
  },
  arguments: { least: 1, most: Number.POSITIVE_INFINITY, what: "a request", mayBeEmpty: true },
  async run({ options, arguments: words }, io) {
    const request = words.join(" ").trim()
    if (request === "")
      throw new UsageError("the request is empty", 'write what you want to do, as in match "fix a bug"')
    const answer = await openWithOptions(options, io).match(request, options.limit)
    if (options.json === true) io.json(answer)
    else if (answer.skills.length === 0)
      io.err(`none of ${groupDigits(answer.among)} skills fits; ${renderHint("skillet list --all", io)} shows them all`)
    else {
      const columns = [
        {
          title: "SKILL",
          text: ({ ref }: (typeof answer.skills)[number]) => toVisibleLine(ref),
          ownLine: true as const,
        },
        {
          title: "SCORE",
          text: ({ score }: (typeof answer.skills)[number]) => score.toFixed(2),
          align: "right" as const,
        },
        {
          title: "BECAUSE OF",
          text: ({ words: found }: (typeof answer.skills)[number]) => toVisibleLine(found.join(" ")),
          most: 36,
          drops: 1,
        },
        {
          title: "DESCRIPTION",
          text: ({ description }: (typeof answer.skills)[number]) => toVisibleLine(description),
          fills: true as const,
          drops: 2,
        },
      ]
      io.out(renderTable(answer.skills, columns, io.width).join("\n"))
      const unlisted = answer.skills.filter(({ isUnlisted }) => isUnlisted === true).map(({ ref }) => ref)
      if (unlisted.length > 0)
        io.err(`${unlisted.join(", ")}: ${UNLISTED}; ${renderHint("skillet render NAME", io)} prints one`)
    }
    return answer.skills.length === 0 ? 1 : 0
  },
})
