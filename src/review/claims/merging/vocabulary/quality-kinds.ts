import { type IssueKind, defineIssueKind } from "./issue-kind.ts"

/** What makes code slow or hard to maintain, and what is wrong with documents. */
export const qualityKinds: readonly IssueKind[] = [
  defineIssueKind(
    "query-in-loop",
    `n+1 | query in loop | query per | database loop | round trip | load together | query for each`,
  ),
  defineIssueKind(
    "repeated-lookup",
    "hoist | out of the loop | repeated lookup | every iteration lookup | look it up once",
  ),
  defineIssueKind("quadratic", "quadratic | o(n²) | linear search loop | membership list | use a set | scans list"),
  defineIssueKind(
    "string-building",
    "string concatenation loop | string building | join list | build text join | join end",
  ),
  defineIssueKind(
    "no-paging",
    "add paging | pagination | unpaginated | limit cursor | no upper bound | no limit number",
  ),
  defineIssueKind(
    "filter-in-memory",
    `whole table | filter memory | tolist | entire table | materialises | all rows fetched | filter database |
    complete table`,
  ),
  defineIssueKind("whole-file", "whole file memory | readtoend | stream lines | line by line | file into memory"),
  defineIssueKind(
    "unbounded-growth",
    `grows without bound | unbounded cache | evicted | lru | memory grows | cache limit | keeps every for ever`,
  ),
  defineIssueKind("memoisation", "usememo | memoised | memoized | every render | each render | each time renders"),
  defineIssueKind(
    "needless-copy",
    "deep copy | expensive cloning | structuredclone | clone each | json parse stringify",
  ),
  defineIssueKind("needless-delay", "thread sleep | sleep loop | needless delay | sleeping"),
  defineIssueKind("reflow", "layout thrashing | reflow"),
  defineIssueKind("blocking-call", "blocking call | synchronous io | event loop blocked | readfilesync"),
  defineIssueKind(
    "chatty-requests",
    "request for each | batch updates | debounce | sent on every | network request each",
  ),
  defineIssueKind("first-match", "filter [0] | array find | filter find"),
  defineIssueKind("duplicate-code", "duplicate code | duplicates the | same loop twice | copy paste | code repeated"),
  defineIssueKind(
    "unused-code",
    `unused | dead code | never used | nothing calls | not used | never stored | nothing reads`,
    561,
    563,
    1164,
  ),
  defineIssueKind("empty-body", "empty method | has no body | it does nothing | unfinished code", 1071),
  defineIssueKind(
    "magic-number",
    `magic number | unexplained constant | unnamed | named constant | name constant | literal repeated`,
    1106,
  ),
  defineIssueKind("hardcoded-path", "hard coded path | hardcoded path | machine specific | path in code", 426),
  defineIssueKind(
    "loose-type",
    `any type | is any[] | return type any | type safety | promise any | avoid any | any switches | loses typing`,
  ),
  defineIssueKind("missing-type", "without types | missing type annotation | implicitly any | declare types"),
  defineIssueKind("deep-nesting", "deeply nested | too nested | nested conditions | guard clauses | flatten", 1124),
  defineIssueKind("many-parameters", "too many parameters | long parameter list | parameter object", 1064),
  defineIssueKind("long-function", "function long | too long | split function | complexity", 1080, 1121),
  defineIssueKind("vague-name", "meaningless names | unclear names | parameter names | vague name"),
  defineIssueKind(
    "many-responsibilities",
    `too many responsibilities | single responsibility | does too much | god class | too many dependencies |
    collaborators`,
    1093,
  ),
  defineIssueKind("global-state", "global mutable | public static mutable | global state | singleton state"),
  defineIssueKind("circular-import", "circular import | circular dependency | import cycle", 1047),
  defineIssueKind("old-todo", "old todo | todo"),
  defineIssueKind("missing-tests", "missing test | untested | test coverage | no tests"),
  defineIssueKind("keyboard-access", "keyboard | click handler element | tabindex | screen reader"),
  defineIssueKind(
    "wrong-comment",
    `docstring match | comment does not match | misleading documentation | docstring wrong | comment wrong |
    misleading comment | comment outdated`,
    1116,
  ),
  defineIssueKind(
    "contradiction",
    "contradictory | contradicts | stated twice different | different values | inconsistent",
  ),
  defineIssueKind(
    "broken-link",
    `broken link | dead link | link missing | link target | link does not exist | link nowhere | url broken |
    cannot be reached | anchor missing | linked not there | link heading`,
  ),
  defineIssueKind("link-text", "link text | non descriptive link | where the link leads"),
  defineIssueKind(
    "wrong-example",
    `example does not work | example fails | misspelt option | example option | removed option |
    option no longer exists | example removed`,
  ),
  defineIssueKind(
    "wrong-version",
    `wrong version | outdated version | minimum version | version contradicts | requirement contradicts`,
  ),
  defineIssueKind("hard-to-read", "sentence hard read | wordy | passive | bloated | plain words | rewrite sentence"),
  defineIssueKind("vague-statement", "is vague | unclear description"),
  defineIssueKind("missing-prerequisite", "prerequisites | required version not mentioned | must be installed"),
  defineIssueKind(
    "undocumented-option",
    `not explained | not described | never described | lacks parameters | document options | explain flag |
    options described`,
  ),
  defineIssueKind("undocumented-result", "unclear result | promise resolves | gives back"),
  defineIssueKind("duplicate-section", "duplicate section | heading twice | appears twice | merge sections"),
  defineIssueKind("placeholder", "unfinished section | placeholder left | tbd"),
  defineIssueKind("missing-index", "missing index | database index | full table scan | unindexed"),
  defineIssueKind("select-all", "select star | unneeded columns | over fetching | only needed columns"),
  defineIssueKind(
    "sequential-await",
    `await in loop | sequential await | awaits one after another | promise all | run in parallel`,
  ),
  defineIssueKind(
    "repeated-work",
    `regex compiled each | recompiled | created every call | recomputed | allocation loop | same computation`,
  ),
  defineIssueKind("large-bundle", "bundle size | whole library import | tree shaking | lazy load | code splitting"),
  defineIssueKind(
    "connection-per-call",
    "connection pool | new connection each | connection reused | client per request",
  ),
  defineIssueKind("commented-code", "commented out"),
  defineIssueKind("deprecated-api", "deprecated api | deprecated method | deprecated function | deprecated call", 477),
  defineIssueKind(
    "hardcoded-address",
    `hard coded url | hardcoded url | hard coded host | hardcoded address | hardcoded endpoint`,
  ),
  defineIssueKind(
    "tight-coupling",
    `tight coupling | tightly coupled | layering | depends on concrete | dependency injection |
    dependency inversion`,
  ),
  defineIssueKind("flag-parameter", "boolean parameter"),
  defineIssueKind("inconsistent-naming", "naming convention | inconsistent naming | snake case camel"),
  defineIssueKind("optional-parameter", "optional parameter | optional arguments"),
  defineIssueKind("flaky-test", "flaky | test sleeps | test order"),
  defineIssueKind("no-assertion", "test asserts nothing | without assertions | test never fails"),
  defineIssueKind(
    "missing-docs",
    `undocumented | missing docstring | missing jsdoc | body undocumented | fields not listed`,
  ),
  defineIssueKind("deprecation-hint", "deprecated replacement | deprecated hint | deprecated alternative"),
  defineIssueKind("spelling", "typo | spelling | misspelled | misspelt word"),
  defineIssueKind("grammar", "grammar | grammatical"),
  defineIssueKind("heading-level", "heading level | skips level"),
  defineIssueKind("fence-language", "code block language | fence language | syntax highlighting"),
  defineIssueKind("undefined-term", "acronym | abbreviation | undefined term | jargon"),
  defineIssueKind("missing-example", "missing example | no example | add example"),
  defineIssueKind("tone", "patronising | condescending | simply obvious | tone"),
  defineIssueKind("empty-statement", "explains nothing | tautological | repeats name"),
  defineIssueKind("wrong-format", "wrong format | response format | returns json xml"),
  defineIssueKind("missing-alt-text", "alt text | image alternative | alt attribute | image alt"),
  defineIssueKind("low-contrast", "contrast"),
  defineIssueKind("missing-label", "input label | form label | aria label"),
]
