import { type IssueKind, defineIssueKind } from "./issue-kind.ts"

/** Faults that make the code do something other than intended. */
export const bugKinds: readonly IssueKind[] = [
  defineIssueKind(
    "null-access",
    `null reference | null dereference | null pointer | may be null | possible null | null check | null guard |
    null throws | possibly null | nullreferenceexception | unknown throws | check found | possible undefined |
    undefined check | when null | for unknown | nothing matches`,
    476,
  ),
  defineIssueKind(
    "uninitialised",
    `uninitialised | uninitialized | nil map | never allocated | never initialised | initialised | start empty array | has no value`,
    457,
    824,
  ),
  defineIssueKind(
    "undefined-name",
    "nameerror | not imported | never imported | undefined name | not defined | referenceerror",
  ),
  defineIssueKind(
    "off-by-one",
    `off by one | past end | loop bound | index out of range length | skips first | skips last | fencepost |
    behind the end | leaves out index | starts at 1`,
    193,
  ),
  defineIssueKind(
    "index-range",
    `index out of range | out of bounds | fewer fields | short lines | missing columns | indexerror | too few`,
    125,
    129,
  ),
  defineIssueKind(
    "division-by-zero",
    `division zero | zerodivisionerror | dividing empty | divide zero | average empty | dividing zero`,
    369,
  ),
  defineIssueKind(
    "always-condition",
    `always true | always false | condition constant | never true condition | truthy | boolean expression |
    tautology`,
    570,
    571,
  ),
  defineIssueKind(
    "assignment-in-condition",
    `assignment condition | assigns instead comparing | = comparison intended | if assigns | comparison intended |
    comparison meant`,
    481,
  ),
  defineIssueKind(
    "loose-equality",
    `loose equality | strict equality | strict comparison | == coerces | == === | type coercion | coercion |
    == converts`,
    597,
    1025,
  ),
  defineIssueKind(
    "identity-comparison",
    `compares identity | identity literals | is instead of == | string interning | reference comparison | compares references | comparing references | strings compared == | compare by value`,
  ),
  defineIssueKind(
    "float-comparison",
    "float compared | float equality | floating compared | tolerance | epsilon compare",
    1077,
  ),
  defineIssueKind(
    "float-money",
    `money float | money floating | cents integer | decimal money | float rounding | amount double |
    integer cents | decimal cast | rounding errors`,
    1339,
    682,
  ),
  defineIssueKind("lost-fraction", `parseint fraction | parseint cents | loses fraction | parseint drops`, 197),
  defineIssueKind("radix", "radix | parseint base"),
  defineIssueKind("overflow", "integer overflow | overflow | narrowing | truncation | wraps around", 190),
  defineIssueKind(
    "mutable-default",
    "mutable default | default shared | default mutates | default calls | default argument",
  ),
  defineIssueKind(
    "mutated-input",
    `prop mutated | mutates caller | in place sort | sort mutates | in place caller | mutates input |
    sort in place | mutates parent`,
  ),
  defineIssueKind("aliasing", "alias | same object | clone shares | does not copy | shallow copy"),
  defineIssueKind("array-hole", "hole array | delete element | sparse | splice"),
  defineIssueKind("fallthrough", "fallthrough | fall through | falls through | missing break | break switch", 484),
  defineIssueKind("no-default-case", "no default case | switch default | default case | missing default switch", 478),
  defineIssueKind(
    "race",
    `race | thread safe | not atomic | unsynchronised | without lock | concurrent modification | interlocked |
    concurrentdictionary | several threads | lost update | parallel writes`,
    362,
    366,
    367,
  ),
  defineIssueKind("time-of-check", "toctou | time of check", 367),
  defineIssueKind("deadlock", "deadlock | sync over async | blocking async | lock order", 833),
  defineIssueKind("async-void", "async void | returns void async | return task"),
  defineIssueKind(
    "floating-promise",
    `promise not awaited | floating promise | unhandled rejection | missing await | promise ignored |
    await or catch | unawaited`,
  ),
  defineIssueKind("async-foreach", "foreach async | foreach await | async callback foreach | callback foreach"),
  defineIssueKind(
    "lock-not-released",
    `lock released | flag reset finally | stays true | reset finally | finally flag | flag cleared`,
    667,
  ),
  defineIssueKind("no-transaction", "transaction | both inserts | written atomically | missing commit | not committed"),
  defineIssueKind(
    "resource-leak",
    `never closed | not closed | file handle | file descriptor | leaked descriptor | context manager | disposed |
    dispose | resource leak | file stays open | connection leak | connection closed | using declaration |
    with open | handle leak | with block`,
    404,
    772,
    775,
  ),
  defineIssueKind(
    "listener-leak",
    `listener removed | listener cleanup | missing cleanup | removeeventlistener | listener leak | effect cleanup |
    remove listener`,
  ),
  defineIssueKind(
    "timer-leak",
    "interval cleared | clearinterval | timers pile | setinterval leak | timer stopped | timer leak",
  ),
  defineIssueKind(
    "endless-loop",
    `infinite loop | endless loop | retries never | never ends | loop never ends | infinite retry |
    counter change`,
    835,
  ),
  defineIssueKind("recursion", "infinite recursion | unbounded recursion | stack overflow", 674),
  defineIssueKind(
    "stale-effect",
    `dependency array | missing dependency useeffect | exhaustive deps | effect dependency |
    dependency empty | useeffect dependencies`,
  ),
  defineIssueKind("unstable-key", "index key | unstable key | react key | stable key"),
  defineIssueKind("naive-time", "time zone | timezone | naive datetime | utc"),
  defineIssueKind("sort-comparator", "compare function | not sorted | lexicographic | compares texts"),
  defineIssueKind("encoding", "encoding utf | charset", 838),
  defineIssueKind(
    "unvalidated-number",
    "int parse | tryparse | unvalidated number | formatexception | not a number | nan",
  ),
  defineIssueKind(
    "unvalidated-quantity",
    "negative quantity | quantity validated | negative accepted | positive integer",
  ),
  defineIssueKind("assert-validation", "assert validation | assertion | assert removed | assert", 617),
  defineIssueKind(
    "swallowed-error",
    `error swallowed | bare except | empty catch | empty except | catch hides | except pass | error ignored |
    catches everything | logged and swallowed | catch prints | hides failures | specific exceptions |
    failure disappears | error invisible`,
    390,
    391,
    396,
  ),
  defineIssueKind("lost-stack", "stack trace | throw e | rethrow"),
  defineIssueKind(
    "unchecked-status",
    `status not checked | raise_for_status | response ok checked | status code whatever | failed responses`,
  ),
  defineIssueKind("wrong-status", "status 200 | 200 ok | wrong status | answer 401 | status code should"),
  defineIssueKind("no-timeout", "without timeout | missing timeout | no time limit | timeout | waits ever"),
  defineIssueKind("defer-in-loop", "defer loop | deferred accumulates | deferred calls"),
  defineIssueKind("process-exit", "os exit | ends whole process | exits program | log fatal | process exit"),
  defineIssueKind("sleep-for-sync", "waitgroup | sleep synchronisation | sleep guarantee | goroutines waited"),
  defineIssueKind(
    "ignored-cancellation",
    `context passed | cancellation | cancelling effect | ignores cancel | abort signal ignored`,
  ),
  defineIssueKind("equals-contract", "hashcode | equals hash | __hash__ | gethashcode", 581),
  defineIssueKind(
    "unchecked-cast",
    "unchecked cast | classcastexception | instanceof check | invalid cast | unsafe cast",
    704,
  ),
  defineIssueKind(
    "exposed-internals",
    `internal exposed | unmodifiable | mutable internals | exposes internal | defensive copy`,
    374,
    375,
  ),
  defineIssueKind(
    "modified-while-iterating",
    `modified iteration | changed iterating | removed iterated | concurrentmodificationexception |
    removing loop skips | remove in for loop`,
  ),
  defineIssueKind("empty-optional", "optional get | ispresent | optional checking | unwrap none"),
  defineIssueKind("late-binding", "closure captures | late binding | loop variable captured | captured by reference"),
  defineIssueKind("shadowed-name", "shadows | shadowed | built in name | redefines"),
  defineIssueKind("missing-key", "keyerror | key exist | header absent | missing key | key does not exist"),
  defineIssueKind(
    "integer-division",
    "floor division | integer division | whole number | division truncates | rounds down",
  ),
  defineIssueKind("conditional-hook", "rules of hooks | hook conditionally | hook early return | hooks same order"),
  defineIssueKind("stale-response", "out of order | older response | old response wins | abortcontroller"),
  defineIssueKind("set-after-unmount", "after unmounting | on unmount | unmounted component"),
  defineIssueKind(
    "unhandled-failure",
    `no error handling | failed not handled | no catch | failure not handled | missing error handling`,
    755,
  ),
  defineIssueKind("non-null-assertion", "non null assertion | first render undefined | force unwrap"),
  defineIssueKind("reduce-initial", "reduce initial | reduce start | initial accumulator"),
  defineIssueKind("falsy-zero", "rendered 0 | prints 0 | zero falsy | falsy value"),
  defineIssueKind("locale", "locale | tolocalestring | culture"),
  defineIssueKind("ignored-return", "return value ignored | result is discarded | ignores return | unused return", 252),
  defineIssueKind("missing-return", "missing return | does not return | no return statement | forgets return"),
  defineIssueKind("unreachable", "unreachable code | never reached | code after return", 561),
  defineIssueKind(
    "swapped-arguments",
    "swapped arguments | wrong order arguments | arguments reversed | argument order",
    683,
  ),
  defineIssueKind(
    "inverted-condition",
    `inverted condition | condition reversed | negation wrong | wrong way round | wrong operator |
    reversed comparison`,
  ),
  defineIssueKind("precedence", "operator precedence | missing parentheses", 783),
  defineIssueKind("wrong-variable", "wrong variable | copy paste mistake | copy paste error"),
  defineIssueKind("self-comparison", "compared with itself | self comparison | self assignment | assigned to itself"),
  defineIssueKind("wrong-unit", "milliseconds seconds | wrong unit | unit mismatch"),
  defineIssueKind("month-index", "zero based month | months start | month off"),
  defineIssueKind("case-sensitivity", "case sensitive | case insensitive | lower case compare", 178),
  defineIssueKind("infinite-render", "infinite render | render loop | setstate during render"),
  defineIssueKind("stale-closure", "stale closure | functional update | stale state"),
  defineIssueKind("double-submit", "idempotent | idempotency | submitted twice | charged twice | processed twice"),
  defineIssueKind("stale-cache", "cache invalidated | stale cache | invalidation | cache key"),
  defineIssueKind("missing-case", "unhandled case | not exhaustive | missing case | enum value not handled"),
  defineIssueKind("partial-write", "partial write | half written | write not atomic file"),
  defineIssueKind("missing-super", "super call | call super | base constructor"),
  defineIssueKind("unset-environment", "environment variable missing | env undefined | missing environment"),
  defineIssueKind(
    "input-not-validated",
    `input not validated | missing validation | unvalidated input | no validation | validate input`,
    20,
    1284,
  ),
]
