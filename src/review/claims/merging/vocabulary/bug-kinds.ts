import { type IssueKind, kind } from "./issue-kind.ts"

/** Faults that make the code do something other than intended. */
export const bugKinds: readonly IssueKind[] = [
  kind(
    "null-access",
    `null reference | null dereference | null pointer | may be null | possible null | null check | null guard |
    null throws | possibly null | nullreferenceexception | unknown throws | check found | possible undefined |
    undefined check | when null | for unknown | nothing matches`,
    476,
  ),
  kind(
    "uninitialised",
    `uninitialised | uninitialized | nil map | never allocated | never initialised | initialised | start empty array | has no value`,
    457,
    824,
  ),
  kind("undefined-name", "nameerror | not imported | never imported | undefined name | not defined | referenceerror"),
  kind(
    "off-by-one",
    `off by one | past end | loop bound | index out of range length | skips first | skips last | fencepost |
    behind the end | leaves out index | starts at 1`,
    193,
  ),
  kind(
    "index-range",
    `index out of range | out of bounds | fewer fields | short lines | missing columns | indexerror | too few`,
    125,
    129,
  ),
  kind(
    "division-by-zero",
    `division zero | zerodivisionerror | dividing empty | divide zero | average empty | dividing zero`,
    369,
  ),
  kind(
    "always-condition",
    `always true | always false | condition constant | never true condition | truthy | boolean expression |
    tautology`,
    570,
    571,
  ),
  kind(
    "assignment-in-condition",
    `assignment condition | assigns instead comparing | = comparison intended | if assigns | comparison intended |
    comparison meant`,
    481,
  ),
  kind(
    "loose-equality",
    `loose equality | strict equality | strict comparison | == coerces | == === | type coercion | coercion |
    == converts`,
    597,
    1025,
  ),
  kind(
    "identity-comparison",
    `compares identity | identity literals | is instead of == | string interning | reference comparison | compares references | comparing references | strings compared == | compare by value`,
  ),
  kind("float-comparison", "float compared | float equality | floating compared | tolerance | epsilon compare", 1077),
  kind(
    "float-money",
    `money float | money floating | cents integer | decimal money | float rounding | amount double |
    integer cents | decimal cast | rounding errors`,
    1339,
    682,
  ),
  kind("lost-fraction", `parseint fraction | parseint cents | loses fraction | parseint drops`, 197),
  kind("radix", "radix | parseint base"),
  kind("overflow", "integer overflow | overflow | narrowing | truncation | wraps around", 190),
  kind("mutable-default", "mutable default | default shared | default mutates | default calls | default argument"),
  kind(
    "mutated-input",
    `prop mutated | mutates caller | in place sort | sort mutates | in place caller | mutates input |
    sort in place | mutates parent`,
  ),
  kind("aliasing", "alias | same object | clone shares | does not copy | shallow copy"),
  kind("array-hole", "hole array | delete element | sparse | splice"),
  kind("fallthrough", "fallthrough | fall through | falls through | missing break | break switch", 484),
  kind("no-default-case", "no default case | switch default | default case | missing default switch", 478),
  kind(
    "race",
    `race | thread safe | not atomic | unsynchronised | without lock | concurrent modification | interlocked |
    concurrentdictionary | several threads | lost update | parallel writes`,
    362,
    366,
    367,
  ),
  kind("time-of-check", "toctou | time of check", 367),
  kind("deadlock", "deadlock | sync over async | blocking async | lock order", 833),
  kind("async-void", "async void | returns void async | return task"),
  kind(
    "floating-promise",
    `promise not awaited | floating promise | unhandled rejection | missing await | promise ignored |
    await or catch | unawaited`,
  ),
  kind("async-foreach", "foreach async | foreach await | async callback foreach | callback foreach"),
  kind(
    "lock-not-released",
    `lock released | flag reset finally | stays true | reset finally | finally flag | flag cleared`,
    667,
  ),
  kind("no-transaction", "transaction | both inserts | written atomically | missing commit | not committed"),
  kind(
    "resource-leak",
    `never closed | not closed | file handle | file descriptor | leaked descriptor | context manager | disposed |
    dispose | resource leak | file stays open | connection leak | connection closed | using declaration |
    with open | handle leak | with block`,
    404,
    772,
    775,
  ),
  kind(
    "listener-leak",
    `listener removed | listener cleanup | missing cleanup | removeeventlistener | listener leak | effect cleanup |
    remove listener`,
  ),
  kind("timer-leak", "interval cleared | clearinterval | timers pile | setinterval leak | timer stopped | timer leak"),
  kind(
    "endless-loop",
    `infinite loop | endless loop | retries never | never ends | loop never ends | infinite retry |
    counter change`,
    835,
  ),
  kind("recursion", "infinite recursion | unbounded recursion | stack overflow", 674),
  kind(
    "stale-effect",
    `dependency array | missing dependency useeffect | exhaustive deps | effect dependency |
    dependency empty | useeffect dependencies`,
  ),
  kind("unstable-key", "index key | unstable key | react key | stable key"),
  kind("naive-time", "time zone | timezone | naive datetime | utc"),
  kind("sort-comparator", "compare function | not sorted | lexicographic | compares texts"),
  kind("encoding", "encoding utf | charset", 838),
  kind("unvalidated-number", "int parse | tryparse | unvalidated number | formatexception | not a number | nan"),
  kind("unvalidated-quantity", "negative quantity | quantity validated | negative accepted | positive integer"),
  kind("assert-validation", "assert validation | assertion | assert removed | assert", 617),
  kind(
    "swallowed-error",
    `error swallowed | bare except | empty catch | empty except | catch hides | except pass | error ignored |
    catches everything | logged and swallowed | catch prints | hides failures | specific exceptions |
    failure disappears | error invisible`,
    390,
    391,
    396,
  ),
  kind("lost-stack", "stack trace | throw e | rethrow"),
  kind(
    "unchecked-status",
    `status not checked | raise_for_status | response ok checked | status code whatever | failed responses`,
  ),
  kind("wrong-status", "status 200 | 200 ok | wrong status | answer 401 | status code should"),
  kind("no-timeout", "without timeout | missing timeout | no time limit | timeout | waits ever"),
  kind("defer-in-loop", "defer loop | deferred accumulates | deferred calls"),
  kind("process-exit", "os exit | ends whole process | exits program | log fatal | process exit"),
  kind("sleep-for-sync", "waitgroup | sleep synchronisation | sleep guarantee | goroutines waited"),
  kind(
    "ignored-cancellation",
    `context passed | cancellation | cancelling effect | ignores cancel | abort signal ignored`,
  ),
  kind("equals-contract", "hashcode | equals hash | __hash__ | gethashcode", 581),
  kind("unchecked-cast", "unchecked cast | classcastexception | instanceof check | invalid cast | unsafe cast", 704),
  kind(
    "exposed-internals",
    `internal exposed | unmodifiable | mutable internals | exposes internal | defensive copy`,
    374,
    375,
  ),
  kind(
    "modified-while-iterating",
    `modified iteration | changed iterating | removed iterated | concurrentmodificationexception |
    removing loop skips | remove in for loop`,
  ),
  kind("empty-optional", "optional get | ispresent | optional checking | unwrap none"),
  kind("late-binding", "closure captures | late binding | loop variable captured | captured by reference"),
  kind("shadowed-name", "shadows | shadowed | built in name | redefines"),
  kind("missing-key", "keyerror | key exist | header absent | missing key | key does not exist"),
  kind("integer-division", "floor division | integer division | whole number | division truncates | rounds down"),
  kind("conditional-hook", "rules of hooks | hook conditionally | hook early return | hooks same order"),
  kind("stale-response", "out of order | older response | old response wins | abortcontroller"),
  kind("set-after-unmount", "after unmounting | on unmount | unmounted component"),
  kind(
    "unhandled-failure",
    `no error handling | failed not handled | no catch | failure not handled | missing error handling`,
    755,
  ),
  kind("non-null-assertion", "non null assertion | first render undefined | force unwrap"),
  kind("reduce-initial", "reduce initial | reduce start | initial accumulator"),
  kind("falsy-zero", "rendered 0 | prints 0 | zero falsy | falsy value"),
  kind("locale", "locale | tolocalestring | culture"),
  kind("ignored-return", "return value ignored | result is discarded | ignores return | unused return", 252),
  kind("missing-return", "missing return | does not return | no return statement | forgets return"),
  kind("unreachable", "unreachable code | never reached | code after return", 561),
  kind("swapped-arguments", "swapped arguments | wrong order arguments | arguments reversed | argument order", 683),
  kind(
    "inverted-condition",
    `inverted condition | condition reversed | negation wrong | wrong way round | wrong operator |
    reversed comparison`,
  ),
  kind("precedence", "operator precedence | missing parentheses", 783),
  kind("wrong-variable", "wrong variable | copy paste mistake | copy paste error"),
  kind("self-comparison", "compared with itself | self comparison | self assignment | assigned to itself"),
  kind("wrong-unit", "milliseconds seconds | wrong unit | unit mismatch"),
  kind("month-index", "zero based month | months start | month off"),
  kind("case-sensitivity", "case sensitive | case insensitive | lower case compare", 178),
  kind("infinite-render", "infinite render | render loop | setstate during render"),
  kind("stale-closure", "stale closure | functional update | stale state"),
  kind("double-submit", "idempotent | idempotency | submitted twice | charged twice | processed twice"),
  kind("stale-cache", "cache invalidated | stale cache | invalidation | cache key"),
  kind("missing-case", "unhandled case | not exhaustive | missing case | enum value not handled"),
  kind("partial-write", "partial write | half written | write not atomic file"),
  kind("missing-super", "super call | call super | base constructor"),
  kind("unset-environment", "environment variable missing | env undefined | missing environment"),
  kind(
    "input-not-validated",
    `input not validated | missing validation | unvalidated input | no validation | validate input`,
    20,
    1284,
  ),
]
