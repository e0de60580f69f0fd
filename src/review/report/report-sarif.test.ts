import { createRequire } from "node:module"
import fc from "fast-check"
import { expect, test } from "vitest"
import { hostileText, withTexts } from "../../../test/review-report/hostile-text.ts"
import { emptyReport, sampleReport } from "../../../test/review-report/sample-report.ts"
import type { ReviewReport } from "../review-data.ts"
import { toReportSarif } from "./report-sarif.ts"

const tool = { name: "skillet", version: "0.1.0" }
const logOf = (report: ReviewReport) => JSON.parse(JSON.stringify(toReportSarif(report, { tool })))

test("a finding has its place, its fingerprint, its weakness and its change", () => {
  expect(logOf(sampleReport).runs[0].results[0]).toMatchInlineSnapshot(`
    {
      "fixes": [
        {
          "artifactChanges": [
            {
              "artifactLocation": {
                "uri": "src/db.ts",
                "uriBaseId": "ROOT",
              },
              "replacements": [
                {
                  "deletedRegion": {
                    "endLine": 42,
                    "startLine": 42,
                  },
                  "insertedContent": {
                    "text": "const rows = await db.query("select * from users where id = ?", [req.params.id])",
                  },
                },
              ],
            },
          ],
          "description": {
            "text": "Change src/db.ts",
          },
        },
      ],
      "level": "error",
      "locations": [
        {
          "physicalLocation": {
            "artifactLocation": {
              "uri": "src/db.ts",
              "uriBaseId": "ROOT",
            },
            "region": {
              "endColumn": 77,
              "endLine": 42,
              "snippet": {
                "text": "const rows = await db.query("select * from users where id = " + req.params.id)",
              },
              "startColumn": 29,
              "startLine": 42,
            },
          },
        },
      ],
      "message": {
        "text": "SQL is built from the request. \`req.params.id\` goes into the query as it is. Whoever calls the route can end the statement and write another one (CWE-89).",
      },
      "partialFingerprints": {
        "skilletFinding/v1": "0123456789abcdef0123456789abcdef",
      },
      "properties": {
        "agents": [
          "security-agent",
          "bug-detection-agent",
        ],
        "agreement": "[2 agents]",
        "categories": [
          "Security",
        ],
        "category": "Security",
        "confidence": "high",
        "extras": {
          "attack_vector": "GET /users/1%20or%201=1",
          "impact": "Every row of every table can be read.",
        },
        "id": "F1",
        "proof": "js-sql-concat",
        "reason": "line 42 joins the id to the statement without a check before it",
        "severity": "critical",
        "verdict": "valid",
      },
      "rank": 100,
      "relatedLocations": [
        {
          "id": 1,
          "message": {
            "text": "F2: A failing query ends the process",
          },
          "physicalLocation": {
            "artifactLocation": {
              "uri": "src/db.ts",
              "uriBaseId": "ROOT",
            },
            "region": {
              "endLine": 44,
              "startLine": 42,
            },
          },
        },
      ],
      "ruleId": "js-sql-concat",
      "ruleIndex": 0,
      "taxa": [
        {
          "id": "89",
          "toolComponent": {
            "index": 0,
            "name": "CWE",
          },
        },
      ],
    }
  `)
})

test("an insight points at both findings", () => {
  expect(logOf(sampleReport).runs[0].results[3]).toMatchInlineSnapshot(`
    {
      "level": "error",
      "locations": [
        {
          "physicalLocation": {
            "artifactLocation": {
              "uri": "src/db.ts",
              "uriBaseId": "ROOT",
            },
            "region": {
              "startLine": 42,
            },
          },
        },
      ],
      "message": {
        "text": "The injection can also stop the service. A statement that does not parse makes the query throw, and nobody catches it: one request ends the process.",
      },
      "partialFingerprints": {
        "skilletFinding/v1": "b288cacca17a023d7d754d5cf96d8315",
      },
      "properties": {
        "category": "Security",
        "id": "I1",
        "related": [
          "F1",
          "F2",
        ],
        "severity": "major",
      },
      "relatedLocations": [
        {
          "id": 1,
          "message": {
            "text": "F1: SQL is built from the request",
          },
          "physicalLocation": {
            "artifactLocation": {
              "uri": "src/db.ts",
              "uriBaseId": "ROOT",
            },
            "region": {
              "endColumn": 77,
              "endLine": 42,
              "startColumn": 29,
              "startLine": 42,
            },
          },
        },
        {
          "id": 2,
          "message": {
            "text": "F2: A failing query ends the process",
          },
          "physicalLocation": {
            "artifactLocation": {
              "uri": "src/db.ts",
              "uriBaseId": "ROOT",
            },
            "region": {
              "endLine": 44,
              "startLine": 42,
            },
          },
        },
      ],
      "ruleId": "review/insight",
      "ruleIndex": 2,
    }
  `)
})

test("a log lists the rules", () => {
  const [pattern, category] = logOf(sampleReport).runs[0].tool.driver.rules
  expect([pattern, category]).toMatchInlineSnapshot(`
    [
      {
        "defaultConfiguration": {
          "level": "error",
        },
        "fullDescription": {
          "text": "The pattern js-sql-concat matches the code, which proves the finding.",
        },
        "help": {
          "text": "Check each place. If the finding is true, fix it; otherwise accept it with a reason.",
        },
        "id": "js-sql-concat",
        "properties": {
          "security-severity": "9.5",
          "tags": [
            "security",
            "external/cwe/cwe-089",
          ],
        },
        "relationships": [
          {
            "kinds": [
              "superset",
            ],
            "target": {
              "id": "89",
              "toolComponent": {
                "index": 0,
                "name": "CWE",
              },
            },
          },
        ],
        "shortDescription": {
          "text": "Pattern js-sql-concat",
        },
      },
      {
        "defaultConfiguration": {
          "level": "error",
        },
        "fullDescription": {
          "text": "What happens when something fails: errors that are swallowed, turned into a wrong value, reported without the details needed to act, retried where a retry does damage, or that leave work half done.",
        },
        "help": {
          "text": "Check each place. If the finding is true, fix it; otherwise accept it with a reason.",
        },
        "id": "review/error-handling",
        "properties": {
          "tags": [
            "error handling",
          ],
        },
        "shortDescription": {
          "text": "Error Handling",
        },
      },
    ]
  `)
})

test("a log says what did not go as planned, and then counts as unsuccessful", () => {
  const [{ executionSuccessful, toolExecutionNotifications }] = logOf(sampleReport).runs[0].invocations
  expect(executionSuccessful).toBe(false)
  expect(
    toolExecutionNotifications.map(
      (one: { level: string; descriptor: { id: string }; message: { text: string } }) =>
        `${one.level} ${one.descriptor.id}: ${one.message.text}`,
    ),
  ).toMatchInlineSnapshot(`
    [
      "warning incomplete: did not finish: py-nested-quantifier in src/format.py",
      "warning incomplete: did not finish: bug-detection-agent (gaps) failed",
      "warning skill-not-resolved: skill could not be resolved and was skipped: superpowers:nonexistent",
      "warning warning: src/huge.ts is longer than 5,000 lines: only its changes were shown",
      "note thrown-away: 4 reviewer claims rejected or judged invalid",
      "note rejected/no-such-line: 2 answers rejected: the line does not exist",
      "note rejected/false-positive-rule: 1 answer rejected: a false-positive rule covers it",
      "note false-positive-rule: 1 finding removed by: Numbers in tests are no magic numbers",
      "note false-claim: security-agent named pattern js-eval for F2; it does not match",
      "note judged-invalid: src/format.py:3: Off by one in day(): line 3 counts from 1 on purpose",
    ]
  `)
})

test("an empty log is short, and successful", () => {
  expect(logOf(emptyReport)).toMatchInlineSnapshot(`
    {
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
      "runs": [
        {
          "artifacts": [
            {
              "location": {
                "uri": "src/db.ts",
                "uriBaseId": "ROOT",
              },
              "roles": [
                "analysisTarget",
              ],
            },
            {
              "location": {
                "uri": "src/format.py",
                "uriBaseId": "ROOT",
              },
              "roles": [
                "analysisTarget",
              ],
            },
          ],
          "automationDetails": {
            "id": "skillet/review-code/",
          },
          "columnKind": "utf16CodeUnits",
          "invocations": [
            {
              "executionSuccessful": true,
              "toolExecutionNotifications": [],
            },
          ],
          "originalUriBaseIds": {
            "ROOT": {
              "description": {
                "text": "The directory the check was started in.",
              },
            },
          },
          "properties": {
            "branch": "feature/users",
            "categories": [
              "Bugs",
              "Error Handling",
              "Security",
              "Technical Debt",
            ],
            "depth": "deep",
            "scope": "changes since main",
          },
          "results": [],
          "tool": {
            "driver": {
              "name": "skillet",
              "rules": [],
              "version": "0.1.0",
            },
          },
        },
      ],
      "version": "2.1.0",
    }
  `)
})

test("a rule is described the same way, whatever an agent says about it", () => {
  const [first] = sampleReport.findings
  const other = { ...sampleReport, findings: [{ ...first!, title: "Other words", rule: "another-agent" }] }
  const ruleOf = (report: ReviewReport) => logOf(report).runs[0].tool.driver.rules[0]
  expect(ruleOf(other)).toEqual(ruleOf(sampleReport))
})

test("text from agents cannot create a link in a message", () => {
  const log = logOf(withTexts(sampleReport, "[x](1)"))
  expect(log.runs[0].results[0].message.text).toBe("[x] (1). [x] (1) [x] (1)")
})

const faultsOf = openSchema()

test("logs hold to the schema of SARIF 2.1.0, whatever texts say", () => {
  expect(faultsOf(logOf(sampleReport))).toEqual([])
  expect(faultsOf(logOf(emptyReport))).toEqual([])
  fc.assert(
    fc.property(hostileText, (text) => {
      expect(faultsOf(logOf(withTexts(sampleReport, text)))).toEqual([])
    }),
    { numRuns: 100 },
  )
})

test("the schema refuses planted faults", () => {
  const log = logOf(sampleReport)
  log.runs[0].results[0].level = "high"
  log.runs[0].results[1].locations[0].physicalLocation.region.startLine = 0
  delete log.runs[0].results[0].fixes[0].artifactChanges
  expect(faultsOf(log)).toEqual([
    "/runs/0/results/0/level must be equal to one of the allowed values",
    "/runs/0/results/0/fixes/0 must have required property 'artifactChanges'",
    "/runs/0/results/1/locations/0/physicalLocation/region/startLine must be >= 1",
  ])
})

/** The published schema, and a validator for the draft it is written in. */
function openSchema(): (log: unknown) => readonly string[] {
  interface Ajv {
    compile(schema: unknown): Check
  }
  interface Check {
    (value: unknown): boolean
    readonly errors?: readonly { readonly instancePath: string; readonly message: string }[] | null
  }
  const require = createRequire(import.meta.url)
  const schema: unknown = require("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json")
  const { default: Draft04 } = require("ajv-draft-04") as { readonly default: new (how: object) => Ajv }
  const { default: addFormats } = require("ajv-formats") as { readonly default: (ajv: Ajv) => void }
  // One pattern of the schema is not a valid regular expression in Unicode mode.
  const ajv = new Draft04({ strict: false, allErrors: true, unicodeRegExp: false })
  addFormats(ajv)
  const check = ajv.compile(schema)
  return (log) =>
    check(log) ? [] : (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}
