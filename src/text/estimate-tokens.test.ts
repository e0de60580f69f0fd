import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { estimateTokens } from "./estimate-tokens.ts"

/** Counts by gpt-tokenizer 4.0.0, encoding o200k_base. */
const COUNTED: readonly (readonly [story: string, tokens: number, text: string])[] = [
  ["nothing", 0, ""],
  ["one word", 1, "hello"],
  ["a kebab-case name", 6, "reviewing-database-migrations"],
  [
    "a listing line",
    23,
    "release-notes Writes release notes from merged pull requests. Use when the user asks what changed since the last version.",
  ],
  [
    "English prose",
    42,
    "The kettle had been singing for a while before anyone noticed. My grandmother put down her book, poured the water over the leaves, and told us that patience was the only secret she had ever learned about tea.",
  ],
  [
    "contractions and quotes",
    26,
    `"I don't think it's broken," she said. "You're holding the map upside down, and that's why we can't find the harbour."`,
  ],
  [
    "a Markdown list",
    43,
    "## Before you start\n\n- Read the **whole** file first\n- Note every `TODO` you meet\n- Ask when a step is unclear\n\n1. Open the report\n2. Compare both totals\n",
  ],
  [
    "a Markdown table",
    41,
    "| Flag | Default | Meaning |\n|------|---------|---------|\n| `--depth` | 3 | How far to walk |\n| `--quiet` | off | Say nothing on success |\n",
  ],
  [
    "YAML",
    29,
    "---\nname: tidy-branches\ndescription: Deletes branches that were merged long ago.\nallowed-tools:\n  - Read\n  - Bash\n---\n",
  ],
  [
    "TypeScript",
    39,
    "export function sumOf(values: readonly number[]): number {\n  let total = 0\n  for (const value of values) {\n    total += value\n  }\n  return total\n}\n",
  ],
  [
    "Python",
    33,
    'def read_lines(path):\n    with open(path, encoding="utf-8") as handle:\n        return [line.rstrip() for line in handle if line.strip()]\n',
  ],
  [
    "a shell session",
    38,
    "```bash\nnpm install --save-dev prettier\nfind . -name '*.log' -mtime +7 -delete\ngit log --oneline | head -n 20\n```\n",
  ],
  ["JSON", 34, '{\n  "retries": 3,\n  "timeout": 2500,\n  "hosts": ["alpha", "beta"],\n  "verbose": false\n}\n'],
  ["camelCase and capitals", 19, "getUserById parseHTTPResponse MAX_RETRY_COUNT isEmptyOrNull toJSON XMLParser"],
  ["paths and addresses", 19, "See https://docs.example.org/guide/install.html or open ./src/adapters/read-config.ts"],
  ["numbers and dates", 40, "On 2024-03-15 at 14:30 we shipped 1,250,000 units for 99.95 each, up 12.5 % from 2019."],
  [
    "a directory tree",
    40,
    "project/\n├── src/\n│   ├── main.ts\n│   └── lib.ts\n├── docs/\n│   └── guide.md\n└── package.json\n",
  ],
  ["emoji", 14, "✅ Tests pass 🎉 Ship it 🚀 and tell the team 👍"],
  [
    "French",
    36,
    "Cette compétence vous aide à relire un contrat avant de le signer. Vérifiez d'abord les dates, puis les montants, et signalez chaque clause qui vous paraît étrange.",
  ],
  [
    "Spanish",
    24,
    "Esta habilidad resume una reunión en pocas líneas: quién habló, qué se decidió y qué queda por hacer antes del viernes.",
  ],
  [
    "Russian",
    34,
    "Этот навык проверяет письмо перед отправкой: обращение, тон, ошибки и вложения. Если чего-то не хватает, он задаёт один короткий вопрос.",
  ],
  [
    "Chinese",
    34,
    "整理会议记录的技能：先列出参加的人，再写下每个决定和负责的人，最后检查日期是否正确。没有依据的内容不要写。",
  ],
  [
    "Japanese",
    40,
    "この手順は、新しい機能を公開する前に必ず確認してください。テストがすべて成功したら、変更の内容を短くまとめて報告します。",
  ],
  ["Korean", 35, "이 기능은 회의 내용을 짧게 정리해 줍니다. 먼저 참석자를 적고, 결정된 일과 담당자를 차례로 적으세요."],
  ["Arabic", 27, "تساعد هذه الأداة على كتابة رسالة قصيرة وواضحة. اقرأ النص مرة واحدة، ثم احذف كل كلمة لا حاجة إليها."],
  ["Hindi", 32, "यह उपकरण एक छोटी और साफ़ चिट्ठी लिखने में मदद करता है। पहले पूरा पाठ पढ़ें, फिर अनावश्यक शब्द हटाएँ।"],
]

describe("an estimate is near the count of o200k", () => {
  test.each(COUNTED)("%s", (_story, tokens, text) => {
    expect(Math.abs(estimateTokens(text) - tokens)).toBeLessThanOrEqual(Math.max(2, tokens * 0.15))
  })
})

const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: "grapheme" }),
  fc.array(fc.nat(0xffff)).map((codes) => String.fromCharCode(...codes)),
  fc.string({
    unit: fc.constantFrom("a", "Z", "é", "7", " ", "\t", "\n", "\r", ".", "-", "*", "─", "中", "か", "ж", "。"),
  }),
)

test("any string has a whole estimate, and only the empty one has none", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const tokens = estimateTokens(text)
      expect(Number.isSafeInteger(tokens)).toBe(true)
      expect(tokens > 0).toBe(text !== "")
    }),
  )
})

test("a repeated text costs no less than the text once", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(estimateTokens(`${text}\n${text}`)).toBeGreaterThanOrEqual(estimateTokens(text))
    }),
  )
})
