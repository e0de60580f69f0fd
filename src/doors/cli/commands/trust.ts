import { type ApprovalPlan, approve, listApprovals, planApproval, removeApproval } from "../../../app/trust-skills.ts"
import { visibleLine, visibleText } from "../../../skill/visible-text.ts"
import { defineCommand, noArguments } from "../command.ts"
import { catalogOptions, openFor } from "../common-options.ts"
import type { Io } from "../io.ts"
import { shortPath } from "../terminal/short-path.ts"
import { styled } from "../terminal/style.ts"
import { renderTable } from "../terminal/table.ts"

export const trustList = defineCommand({
  name: "trust list",
  about: "List what was approved, and whether it is still what was approved.",
  usage: "",
  examples: [
    { line: "skillet trust list", about: "every approval" },
    { line: "skillet trust list --json", about: "with the digest of every file" },
  ],
  options: {},
  arguments: noArguments,
  async run({ options }, io) {
    const skillet = openFor(options, io)
    const approvals = listApprovals(skillet)
    if (options.json === true) io.json({ approvals })
    else if (approvals.length === 0)
      io.out("Nothing was approved: skills of projects and plugins are shown, and run nothing.")
    else {
      const columns = [
        { title: "SKILL", text: ({ name }: (typeof approvals)[number]) => visibleLine(name) },
        { title: "STATE", text: ({ state }: (typeof approvals)[number]) => state },
        { title: "APPROVED", text: ({ approvedAt }: (typeof approvals)[number]) => approvedAt.slice(0, 10) },
        {
          title: "FILE",
          text: ({ path }: (typeof approvals)[number]) => visibleLine(shortPath(path, io, skillet.around.cwd)),
          fills: true as const,
        },
      ]
      io.out(renderTable(approvals, columns, io.width).join("\n"))
    }
    return approvals.some(({ state }) => state === "changed") ? 1 : 0
  },
})

export const trustAdd = defineCommand({
  name: "trust add",
  about: "Approve a skill as it is now: its commands, grants and hooks. Any change asks again.",
  usage: "REF [--hash DIGEST]",
  examples: [
    { line: "skillet trust add deploy", about: "shows what it could do, then asks" },
    { line: "skillet trust add deploy --hash sha256:…", about: "without a terminal: approve exactly this" },
  ],
  options: {
    hash: { kind: "text", value: "DIGEST", about: "approve only if this is its digest; asks nothing" },
    network: { kind: "flag", about: "let its commands use the network" },
    write: { kind: "flag", about: "let its commands write to the project" },
    env: { kind: "list", value: "NAME", about: "let its commands see this variable" },
    ...catalogOptions,
  },
  arguments: { least: 1, most: 1, what: "a skill's name", completes: "skill" },
  async run({ options, arguments: [ref = ""] }, io) {
    const skillet = openFor(options, io)
    const plan = await planApproval(skillet, ref)
    const isApproved =
      options.hash === undefined ? await asked(plan, io, skillet.around.cwd) : options.hash === plan.digest
    if (isApproved)
      approve(skillet, plan, {
        network: options.network === true,
        write: options.write === true,
        env: options.env ?? [],
      })
    const { text: _text, ...shown } = plan
    if (options.json === true) io.json({ ...shown, approved: isApproved })
    else if (isApproved) io.out(`${visibleLine(plan.ref)} is approved as ${plan.digest}`)
    else
      io.err(
        `${visibleLine(plan.ref)} is not approved\n  its digest is ${plan.digest}; skillet trust add ${visibleLine(plan.ref)} --hash approves exactly that`,
      )
    return isApproved ? 0 : 1
  },
})

export const trustRemove = defineCommand({
  name: "trust remove",
  about: "Take an approval back.",
  usage: "REF",
  examples: [
    { line: "skillet trust remove deploy", about: "by name" },
    { line: "skillet trust remove .claude/skills/deploy", about: "by folder, also one that is gone" },
  ],
  options: { ...catalogOptions },
  arguments: { least: 1, most: 1, what: "a skill's name or folder", completes: "skill" },
  async run({ options, arguments: [ref = ""] }, io) {
    const removed = await removeApproval(openFor(options, io), ref)
    if (options.json === true) io.json({ removed })
    else if (removed) io.out(`${visibleLine(ref)} is no longer approved`)
    else io.err(`${visibleLine(ref)} was not approved`)
    return removed ? 0 : 1
  },
})

/** Without a terminal nobody can be asked, and the answer is no. */
async function asked(plan: ApprovalPlan, io: Io, cwd: string): Promise<boolean> {
  io.err((await described(plan, io, cwd)).join("\n"))
  if (!io.isTerminal || process.stdin.isTTY !== true) return false
  const { createInterface } = await import("node:readline/promises")
  const questions = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await questions.question("\nApprove it as it is? [y/N] ")).trim())
  } finally {
    questions.close()
  }
}

async function described(plan: ApprovalPlan, io: Io, cwd: string): Promise<readonly string[]> {
  const group = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [styled(io, "bold", title), ...lines.map((line) => `  ${visibleLine(line)}`)]
  return [
    `${visibleLine(plan.ref)}  ${visibleLine(shortPath(plan.path, io, cwd))}`,
    ...group(
      "runs, when it is used:",
      plan.commands.map(({ command, line }) => `line ${line}: ${command}`),
    ),
    ...group("is granted, by its own header:", plan.grants),
    ...group("registers hooks:", plan.hooks),
    ...group("ships programs:", plan.executables),
    ...group(
      "runs files outside its folder, which the approval covers too:",
      plan.outside.map(({ path: at, digest }) => (digest === "missing" ? `${at} (not there)` : at)),
    ),
    ...(plan.commands.length +
      plan.grants.length +
      plan.hooks.length +
      plan.executables.length +
      plan.outside.length ===
    0
      ? ["It runs nothing and is granted nothing; approving it lets it learn where its files lie."]
      : []),
    ...(plan.before === undefined ? [] : await differences(plan, io)),
  ]
}

async function differences({ before, text }: ApprovalPlan, io: Io): Promise<readonly string[]> {
  if (before === undefined) return []
  const { createTwoFilesPatch } = await import("diff")
  const patch =
    before.text === undefined || before.text === text
      ? ""
      : createTwoFilesPatch("approved", "now", before.text, text, undefined, undefined, { context: 2 })
  return [
    styled(
      io,
      "yellow",
      `Changed since it was approved on ${before.approvedAt.slice(0, 10)}: ${visibleLine(before.changed.join(", "))}`,
    ),
    ...(patch === "" ? [] : [visibleText(patch)]),
  ]
}
