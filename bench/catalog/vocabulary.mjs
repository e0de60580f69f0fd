/** The fields that the generated skills are about: things to work on, tools, and what goes wrong with them. */
export const trades = [
  {
    title: "databases",
    things: list(
      "slow queries, table migrations, foreign keys, read replicas, partial indexes, connection pools, vacuum settings, seed data, row locks, stored procedures, backup restores, column types, sequence gaps, archived tables",
    ),
    tools: list("psql, pgbench, sqlite3, liquibase, mysqldump"),
    risks: list(
      "a lock held over a whole table, an index nobody reads, a migration that cannot be undone, a replica that lags behind, a query planned on stale statistics",
    ),
  },
  {
    title: "web security",
    things: list(
      "login forms, session cookies, token checks, upload handlers, content policies, cross-site requests, password resets, access rules, template escapes, redirect targets, secret rotation, audit trails, rate limits, header checks",
    ),
    tools: list("zap, nmap, openssl, jose, argon2"),
    risks: list(
      "a secret compared byte by byte, a redirect to any host, an upload trusted by its extension, a cookie readable by scripts, a permission checked only in the browser",
    ),
  },
  {
    title: "frontend",
    things: list(
      "form widgets, route guards, colour tokens, focus order, image lazy loading, error boundaries, component stories, bundle splits, dark themes, input masks, list virtualisation, animation budgets, skeleton screens, print styles",
    ),
    tools: list("vite, storybook, playwright, lighthouse, postcss"),
    risks: list(
      "a layout that jumps, a button no keyboard reaches, a bundle that doubles overnight, a state kept in two places, contrast below what eyes can read",
    ),
  },
  {
    title: "infrastructure",
    things: list(
      "cluster upgrades, ingress routes, volume claims, node pools, certificate renewals, service meshes, image registries, autoscaling rules, network policies, deploy pipelines, cost reports, tag policies, drift checks, bastion hosts",
    ),
    tools: list("terraform, kubectl, helm, ansible, packer"),
    risks: list(
      "a change applied by hand, a certificate that expires on a holiday, a pod without limits, a state file shared by two people, a bill nobody owns",
    ),
  },
  {
    title: "observability",
    things: list(
      "alert rules, trace spans, log pipelines, service dashboards, error budgets, on-call rotas, incident timelines, metric labels, sampling rates, synthetic probes, runbook links, noise reports, heartbeat jobs, slow endpoints",
    ),
    tools: list("prometheus, grafana, jaeger, vector, loki"),
    risks: list(
      "an alert that always fires, a label with a million values, a dashboard nobody opens, a trace cut in the middle, a log line with a customer's name",
    ),
  },
  {
    title: "data pipelines",
    things: list(
      "event schemas, backfill jobs, late records, dimension tables, column lineage, quality checks, batch windows, stream joins, dead letters, partition layouts, freshness reports, currency conversions, identity merges, snapshot tables",
    ),
    tools: list("airflow, dbt, duckdb, kafka, spark"),
    risks: list(
      "a join that multiplies rows, a backfill that pays twice, a column renamed upstream, a time zone guessed, a duplicate that looks like growth",
    ),
  },
  {
    title: "machine learning",
    things: list(
      "training runs, feature stores, label audits, prompt templates, evaluation sets, embedding indexes, model cards, drift monitors, hyperparameter sweeps, inference servers, token budgets, retrieval chunks, confusion tables, fairness checks",
    ),
    tools: list("pytorch, scikit-learn, mlflow, faiss, optuna"),
    risks: list(
      "a test set seen in training, a metric that rewards silence, a label nobody checked, a random seed left open, a model served with other features than it learned",
    ),
  },
  {
    title: "mobile",
    things: list(
      "offline queues, push permissions, deep links, store listings, crash reports, battery budgets, gesture conflicts, keychain items, screen rotations, accessibility labels, widget timelines, beta channels, photo pickers, background fetches",
    ),
    tools: list("xcodebuild, gradle, fastlane, detox, adb"),
    risks: list(
      "a crash only on old devices, a permission asked too soon, a queue lost on update, text cut in another language, a build signed with the wrong key",
    ),
  },
  {
    title: "testing",
    things: list(
      "flaky suites, fixture trees, snapshot updates, contract checks, load scenarios, mutation scores, browser matrices, coverage gaps, test names, fake clocks, property checks, smoke runs, golden files, seed corpora",
    ),
    tools: list("vitest, pytest, k6, stryker, cypress"),
    risks: list(
      "a test that passes alone, a mock of our own module, a sleep that hides a race, a snapshot nobody reads, a fixture shared and changed",
    ),
  },
  {
    title: "documents",
    things: list(
      "quarterly reports, slide decks, invoice templates, table extractions, meeting minutes, style guides, glossary entries, citation lists, form fields, scanned pages, change logs, cover letters, reading lists, footnote checks",
    ),
    tools: list("pandoc, pdftotext, tesseract, docx-tools, exiftool"),
    risks: list(
      "a total that does not add up, a heading out of order, a quotation without a source, a page scanned upside down, a figure older than its text",
    ),
  },
  {
    title: "finance",
    things: list(
      "expense reports, bank reconciliations, payroll runs, tax summaries, revenue schedules, cash forecasts, purchase orders, credit notes, budget variances, asset registers, dunning letters, currency hedges, audit samples, ledger closings",
    ),
    tools: list("ledger, beancount, xlsx-reader, csvkit, gnucash"),
    risks: list(
      "a rounding error that grows, an invoice booked twice, a rate from the wrong day, a cost in the wrong period, an approval given after the payment",
    ),
  },
  {
    title: "customer support",
    things: list(
      "ticket queues, refund requests, macro replies, escalation paths, satisfaction surveys, knowledge articles, outage notices, chat transcripts, priority rules, handover notes, complaint letters, onboarding calls, churn warnings, language detection",
    ),
    tools: list("zendesk-cli, jq, whisper, mailmerge, sheets"),
    risks: list(
      "a promise nobody can keep, a reply to the wrong person, a ticket that circles, a refund without a reason, a template with an empty name",
    ),
  },
  {
    title: "marketing",
    things: list(
      "landing pages, newsletter drafts, campaign calendars, keyword maps, audience segments, press releases, product names, video scripts, referral programmes, pricing pages, brand voices, case studies, event booths, link audits",
    ),
    tools: list("analytics-cli, screaming-crawler, ffmpeg, mjml, hugo"),
    risks: list(
      "a claim without proof, a link that leads nowhere, a headline that says nothing, two campaigns to one inbox, a number that flatters itself",
    ),
  },
  {
    title: "law",
    things: list(
      "contract clauses, privacy notices, licence texts, data requests, retention periods, consent records, trademark searches, supplier terms, policy drafts, court deadlines, disclosure lists, signature blocks, term sheets, liability caps",
    ),
    tools: list("redline, docx-diff, spdx-tools, regex-kit, calendar"),
    risks: list(
      "a clause that contradicts another, a deadline in another time zone, a licence that spreads, a right waived by silence, personal data kept too long",
    ),
  },
  {
    title: "research",
    things: list(
      "literature surveys, interview guides, survey questions, sample sizes, coding frames, replication plans, grant budgets, poster layouts, peer reviews, data dictionaries, ethics forms, field notes, hypothesis lists, effect sizes",
    ),
    tools: list("zotero, r, jupyter, openrefine, latexmk"),
    risks: list(
      "a sample too small to tell, a question that leads, a citation that says the opposite, an outlier removed quietly, a result that cannot be repeated",
    ),
  },
  {
    title: "embedded",
    things: list(
      "boot loaders, sensor drivers, power states, interrupt handlers, firmware updates, watchdog timers, memory maps, serial protocols, pin layouts, flash wear, clock drift, radio stacks, test jigs, calibration tables",
    ),
    tools: list("openocd, gdb, cmake, zephyr, sigrok"),
    risks: list(
      "a write that wears out flash, an interrupt that waits, an update without a way back, a stack that overflows silently, a clock trusted too much",
    ),
  },
  {
    title: "games",
    things: list(
      "level scripts, physics steps, sprite atlases, save files, input buffers, enemy waves, shader passes, dialogue trees, frame budgets, sound banks, loot tables, lobby servers, replay files, camera paths",
    ),
    tools: list("godot, blender, tiled, aseprite, fmod"),
    risks: list(
      "a frame that takes two, a save that cannot be read, a rule players exploit, a sound that never ends, randomness that feels unfair",
    ),
  },
  {
    title: "maps",
    things: list(
      "route searches, tile servers, address parsing, elevation models, transit feeds, geofences, coordinate systems, boundary merges, heat layers, offline regions, place names, field surveys, distance matrices, land parcels",
    ),
    tools: list("gdal, osmium, postgis, qgis, proj"),
    risks: list(
      "two axes in the wrong order, a border that is disputed, a street named twice, a projection that stretches, an address without a country",
    ),
  },
  {
    title: "commerce",
    things: list(
      "checkout flows, stock levels, price rules, gift cards, return labels, tax zones, product feeds, cart merges, wish lists, discount codes, order exports, payment retries, shipping rates, seller payouts",
    ),
    tools: list("stripe-cli, shopify-cli, csvkit, httpie, redis-cli"),
    risks: list(
      "a payment taken twice, stock sold that is not there, a discount that stacks, a tax for the wrong place, an order lost between two systems",
    ),
  },
  {
    title: "hiring",
    things: list(
      "job adverts, interview scorecards, salary bands, offer letters, referral checks, onboarding plans, exit talks, skill matrices, team charts, probation reviews, training budgets, leave calendars, workplace surveys, role definitions",
    ),
    tools: list("sheets, mailmerge, calendar, forms, org-chart"),
    risks: list(
      "a question that must not be asked, a score without evidence, an offer that lapses, a plan nobody follows, a bias that looks like fit",
    ),
  },
  {
    title: "networks",
    things: list(
      "routing tables, firewall rules, name servers, packet captures, tunnel configs, load balancers, address plans, switch ports, proxy chains, latency maps, peering requests, wireless surveys, certificate chains, quota limits",
    ),
    tools: list("tcpdump, dig, iperf3, wireguard, nftables"),
    risks: list(
      "a rule that shadows another, a name that resolves twice, a packet too large, a loop after a failover, an address used in two places",
    ),
  },
  {
    title: "libraries",
    things: list(
      "public interfaces, release notes, deprecation paths, type definitions, semantic versions, peer dependencies, build targets, plugin hooks, error messages, example projects, package sizes, import cycles, changelog entries, licence headers",
    ),
    tools: list("tsc, cargo, poetry, rollup, changesets"),
    risks: list(
      "a break in a patch release, a type wider than the value, a dependency for one line, an error that names no cause, an example that no longer runs",
    ),
  },
  {
    title: "home",
    things: list(
      "meal plans, shopping lists, garden calendars, repair logs, energy readings, travel bookings, reading goals, chore rotas, moving boxes, photo albums, family budgets, pet records, room plans, recipe scaling",
    ),
    tools: list("sheets, calendar, exiftool, units, mqtt-cli"),
    risks: list(
      "a list without amounts, a warranty that ended, a plant watered twice, a booking in two calendars, a box without a label",
    ),
  },
  {
    title: "language",
    things: list(
      "translation memories, term bases, subtitle files, tone checks, plural rules, date formats, name orders, plain wording, dialect notes, transcript cleanups, reading levels, rhyme schemes, idiom lists, string freezes",
    ),
    tools: list("gettext, hunspell, aegisub, icu, poedit"),
    risks: list(
      "a joke that does not travel, a plural with three forms, a text longer than its button, a name split in the wrong place, a term translated two ways",
    ),
  },
]

/** What a skill does with the thing: the word for its name and the word for a sentence. */
export const actions = [
  ["reviewing", "review"],
  ["writing", "write"],
  ["migrating", "migrate"],
  ["debugging", "debug"],
  ["profiling", "profile"],
  ["hardening", "harden"],
  ["documenting", "document"],
  ["testing", "test"],
  ["planning", "plan"],
  ["automating", "automate"],
  ["auditing", "audit"],
  ["designing", "design"],
  ["refactoring", "rework"],
  ["monitoring", "watch"],
  ["estimating", "estimate"],
  ["importing", "import"],
  ["packaging", "package"],
  ["releasing", "release"],
  ["validating", "validate"],
  ["triaging", "triage"],
  ["scheduling", "schedule"],
  ["archiving", "archive"],
  ["comparing", "compare"],
  ["explaining", "explain"],
]

export const qualifiers = [
  "at scale",
  "for small teams",
  "step by step",
  "under pressure",
  "with a budget",
  "in monorepos",
  "across regions",
  "for beginners",
  "on a deadline",
  "without downtime",
  "with evidence",
  "in public",
  "for audits",
  "by risk",
  "from scratch",
  "in legacy code",
  "for handover",
  "with approvals",
  "overnight",
  "per customer",
  "in staging",
  "after an incident",
  "before a release",
  "for partners",
  "with two reviewers",
  "in bulk",
  "offline",
  "by priority",
]

export const people = [
  "the owner",
  "a second reviewer",
  "the person on call",
  "the team lead",
  "whoever asked",
  "a newcomer",
  "the auditor",
  "the customer",
]

export const artefacts = [
  "a short table",
  "one page of notes",
  "a list of findings",
  "a checklist",
  "a diff",
  "a plan with dates",
  "a summary in three sentences",
  "a small script",
  "a decision record",
  "a timeline",
]

export const moments = [
  "before anything is changed",
  "after the first pass",
  "when two sources disagree",
  "while the numbers are fresh",
  "as soon as the scope is clear",
  "once a week",
  "when the input is larger than expected",
  "at the end of the day",
  "if nothing was found",
  "when somebody is waiting",
]

const syllables = [
  "ba",
  "cor",
  "del",
  "fen",
  "gra",
  "hol",
  "in",
  "jor",
  "kel",
  "lum",
  "mar",
  "nod",
  "or",
  "pel",
  "quin",
  "ras",
  "sol",
  "tam",
  "ur",
  "vel",
  "wix",
  "yar",
  "zen",
  "tri",
  "pho",
  "ster",
  "lan",
  "mic",
  "ver",
  "ost",
]

/** How many of them there are. As with real words, a few appear everywhere and most only once or twice. */
const coined = 60_000

/** An invented product, service or identifier: the rare words that every real text has. */
export function coinWord(random) {
  let rank = Math.floor(coined ** random.next())
  let word = syllables[rank % syllables.length]
  while (rank >= syllables.length) {
    rank = Math.floor(rank / syllables.length)
    word += syllables[rank % syllables.length]
  }
  return `${word}${syllables[word.length]}`
}

function list(text) {
  return text.split(", ")
}
