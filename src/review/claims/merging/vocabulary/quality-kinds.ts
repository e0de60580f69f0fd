import { type IssueKind, kind } from "./issue-kind.ts"

/** What makes code slow or hard to maintain, and what is wrong with documents. */
export const qualityKinds: readonly IssueKind[] = [
  kind(
    "query-in-loop",
    `n+1 | query in loop | query per | database loop | round trip | load together | query for each`,
  ),
  kind("repeated-lookup", "hoist | out of the loop | repeated lookup | every iteration lookup | look it up once"),
  kind("quadratic", "quadratic | o(n²) | linear search loop | membership list | use a set | scans list"),
  kind("string-building", "string concatenation loop | string building | join list | build text join | join end"),
  kind("no-paging", "add paging | pagination | unpaginated | limit cursor | no upper bound | no limit number"),
  kind(
    "filter-in-memory",
    `whole table | filter memory | tolist | entire table | materialises | all rows fetched | filter database |
    complete table`,
  ),
  kind("whole-file", "whole file memory | readtoend | stream lines | line by line | file into memory"),
  kind(
    "unbounded-growth",
    `grows without bound | unbounded cache | evicted | lru | memory grows | cache limit | keeps every for ever`,
  ),
  kind("memoisation", "usememo | memoised | memoized | every render | each render | each time renders"),
  kind("needless-copy", "deep copy | expensive cloning | structuredclone | clone each | json parse stringify"),
  kind("needless-delay", "thread sleep | sleep loop | needless delay | sleeping"),
  kind("reflow", "layout thrashing | reflow"),
  kind("blocking-call", "blocking call | synchronous io | event loop blocked | readfilesync"),
  kind("chatty-requests", "request for each | batch updates | debounce | sent on every | network request each"),
  kind("first-match", "filter [0] | array find | filter find"),
  kind("duplicate-code", "duplicate code | duplicates the | same loop twice | copy paste | code repeated"),
  kind(
    "unused-code",
    `unused | dead code | never used | nothing calls | not used | never stored | nothing reads`,
    561,
    563,
    1164,
  ),
  kind("empty-body", "empty method | has no body | it does nothing | unfinished code", 1071),
  kind(
    "magic-number",
    `magic number | unexplained constant | unnamed | named constant | name constant | literal repeated`,
    1106,
  ),
  kind("hardcoded-path", "hard coded path | hardcoded path | machine specific | path in code", 426),
  kind(
    "loose-type",
    `any type | is any[] | return type any | type safety | promise any | avoid any | any switches | loses typing`,
  ),
  kind("missing-type", "without types | missing type annotation | implicitly any | declare types"),
  kind("deep-nesting", "deeply nested | too nested | nested conditions | guard clauses | flatten", 1124),
  kind("many-parameters", "too many parameters | long parameter list | parameter object", 1064),
  kind("long-function", "function long | too long | split function | complexity", 1080, 1121),
  kind("vague-name", "meaningless names | unclear names | parameter names | vague name"),
  kind(
    "many-responsibilities",
    `too many responsibilities | single responsibility | does too much | god class | too many dependencies |
    collaborators`,
    1093,
  ),
  kind("global-state", "global mutable | public static mutable | global state | singleton state"),
  kind("circular-import", "circular import | circular dependency | import cycle", 1047),
  kind("old-todo", "old todo | todo"),
  kind("missing-tests", "missing test | untested | test coverage | no tests"),
  kind("keyboard-access", "keyboard | click handler element | tabindex | screen reader"),
  kind(
    "wrong-comment",
    `docstring match | comment does not match | misleading documentation | docstring wrong | comment wrong |
    misleading comment | comment outdated`,
    1116,
  ),
  kind("contradiction", "contradictory | contradicts | stated twice different | different values | inconsistent"),
  kind(
    "broken-link",
    `broken link | dead link | link missing | link target | link does not exist | link nowhere | url broken |
    cannot be reached | anchor missing | linked not there | link heading`,
  ),
  kind("link-text", "link text | non descriptive link | where the link leads"),
  kind(
    "wrong-example",
    `example does not work | example fails | misspelt option | example option | removed option |
    option no longer exists | example removed`,
  ),
  kind(
    "wrong-version",
    `wrong version | outdated version | minimum version | version contradicts | requirement contradicts`,
  ),
  kind("hard-to-read", "sentence hard read | wordy | passive | bloated | plain words | rewrite sentence"),
  kind("vague-statement", "is vague | unclear description"),
  kind("missing-prerequisite", "prerequisites | required version not mentioned | must be installed"),
  kind(
    "undocumented-option",
    `not explained | not described | never described | lacks parameters | document options | explain flag |
    options described`,
  ),
  kind("undocumented-result", "unclear result | promise resolves | gives back"),
  kind("duplicate-section", "duplicate section | heading twice | appears twice | merge sections"),
  kind("placeholder", "unfinished section | placeholder left | tbd"),
  kind("missing-index", "missing index | database index | full table scan | unindexed"),
  kind("select-all", "select star | unneeded columns | over fetching | only needed columns"),
  kind(
    "sequential-await",
    `await in loop | sequential await | awaits one after another | promise all | run in parallel`,
  ),
  kind(
    "repeated-work",
    `regex compiled each | recompiled | created every call | recomputed | allocation loop | same computation`,
  ),
  kind("large-bundle", "bundle size | whole library import | tree shaking | lazy load | code splitting"),
  kind("connection-per-call", "connection pool | new connection each | connection reused | client per request"),
  kind("commented-code", "commented out"),
  kind("deprecated-api", "deprecated api | deprecated method | deprecated function | deprecated call", 477),
  kind(
    "hardcoded-address",
    `hard coded url | hardcoded url | hard coded host | hardcoded address | hardcoded endpoint`,
  ),
  kind(
    "tight-coupling",
    `tight coupling | tightly coupled | layering | depends on concrete | dependency injection |
    dependency inversion`,
  ),
  kind("flag-parameter", "boolean parameter"),
  kind("inconsistent-naming", "naming convention | inconsistent naming | snake case camel"),
  kind("optional-parameter", "optional parameter | optional arguments"),
  kind("flaky-test", "flaky | test sleeps | test order"),
  kind("no-assertion", "test asserts nothing | without assertions | test never fails"),
  kind("missing-docs", `undocumented | missing docstring | missing jsdoc | body undocumented | fields not listed`),
  kind("deprecation-hint", "deprecated replacement | deprecated hint | deprecated alternative"),
  kind("spelling", "typo | spelling | misspelled | misspelt word"),
  kind("grammar", "grammar | grammatical"),
  kind("heading-level", "heading level | skips level"),
  kind("fence-language", "code block language | fence language | syntax highlighting"),
  kind("undefined-term", "acronym | abbreviation | undefined term | jargon"),
  kind("missing-example", "missing example | no example | add example"),
  kind("tone", "patronising | condescending | simply obvious | tone"),
  kind("empty-statement", "explains nothing | tautological | repeats name"),
  kind("wrong-format", "wrong format | response format | returns json xml"),
  kind("missing-alt-text", "alt text | image alternative | alt attribute | image alt"),
  kind("low-contrast", "contrast"),
  kind("missing-label", "input label | form label | aria label"),
]
