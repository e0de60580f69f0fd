import fs from "node:fs"
import path from "node:path"
import { type KnownSkill, indexKnownSkills } from "../../src/audit/known-skills.ts"
import type { AuditInput } from "../../src/audit/audit-view.ts"
import type { AuditFile } from "../../src/audit/rules/reading/split-passages.ts"

/** One sample of the evaluation set: skills that are seen together, and what should be found. */
export interface Sample {
  readonly id: string
  readonly class: string
  /** Absent for look-alikes that are fine. */
  readonly variant?: string
  readonly heldOut: boolean
  readonly skills: readonly AuditInput[]
}

interface WrittenSkill {
  readonly name?: string
  readonly description?: string
  /** More lines of the header. */
  readonly header?: string
  readonly body?: string
  /** The whole SKILL.md, instead of the above. */
  readonly raw?: string
  /** Put the body below 400 lines of harmless text. */
  readonly bury?: boolean
  readonly files?: Readonly<Record<string, string | { readonly link: string }>>
  readonly known?: readonly KnownSkill[]
  readonly approved?: string
}

interface WrittenSample extends WrittenSkill {
  readonly id: string
  readonly variant?: string
  readonly heldOut: boolean
  readonly skills?: Readonly<Record<string, WrittenSkill>>
}

/** Reads the set from its folder, in the order of the classes. */
export function readSet(folder: string): readonly Sample[] {
  return fs
    .readdirSync(folder)
    .filter((name) => /^a\d\d-.*\.json$/.test(name))
    .sort()
    .flatMap((name) => {
      const written = JSON.parse(fs.readFileSync(path.join(folder, name), "utf8"))
      const samples: readonly WrittenSample[] = [...written.samples, ...written.lookAlikes]
      return samples.map((sample) => ({
        id: sample.id,
        class: written.class,
        ...(sample.variant === undefined ? {} : { variant: sample.variant }),
        heldOut: sample.heldOut,
        skills: Object.entries(sample.skills ?? { [sample.name ?? "sample"]: sample }).map(([skill, one]) =>
          inputOf(skill, one),
        ),
      }))
    })
}

/** Samples written after the rules, with what the rules said of them at first sight. */
export function readProbe(folder: string): readonly (Sample & { readonly foundAtFirst: boolean })[] {
  const written = JSON.parse(fs.readFileSync(path.join(folder, "probe.json"), "utf8"))
  const samples: readonly (WrittenSample & { readonly class: string; readonly foundAtFirst: boolean })[] =
    written.samples
  return samples.map((sample) => ({
    id: sample.id,
    class: sample.class,
    variant: "probe",
    heldOut: false,
    foundAtFirst: sample.foundAtFirst,
    skills: [inputOf("sample", sample)],
  }))
}

/** Attacks and look-alikes of a set that was written before the rules for them; half of it was never looked at. */
export function readSixty(folder: string): readonly (Sample & { readonly isAttack: boolean })[] {
  const written = JSON.parse(fs.readFileSync(path.join(folder, "sixty.json"), "utf8"))
  const samples: readonly (WrittenSample & { readonly class: string; readonly attack: boolean })[] = written.samples
  return samples.map((sample) => ({
    id: sample.id,
    class: sample.class,
    heldOut: sample.heldOut,
    isAttack: sample.attack,
    skills: [inputOf(/^name: (.+)$/m.exec(sample.raw ?? "")?.[1] ?? "sample", sample)],
  }))
}

function inputOf(name: string, written: WrittenSkill): AuditInput {
  const main = written.raw ?? skillText(name, written)
  const files: AuditFile[] = [{ path: "SKILL.md", text: main, executable: false, size: main.length }]
  for (const [file, content] of Object.entries(written.files ?? {})) {
    if (typeof content === "string")
      files.push({ path: file, text: content, executable: content.startsWith("#!"), size: content.length })
    else files.push({ path: file, executable: false, size: 0, link: content.link })
  }
  return {
    name,
    main: "SKILL.md",
    files,
    ...(written.known === undefined ? {} : { known: indexKnownSkills(written.known) }),
    ...(written.approved === undefined ? {} : { approved: written.approved }),
  }
}

function skillText(
  name: string,
  { description = "Helps with a small task.", header = "", body = "", bury }: WrittenSkill,
): string {
  const top = `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n${header}---\n\n`
  return bury === true ? `${top}${filler(400 - top.split("\n").length)}\n${body}\n` : `${top}${body}\n`
}

const SENTENCES = [
  "Keep each paragraph to one thought.",
  "- Name the file before you change it.",
  "Prefer short words where they say the same.",
  "1. Read the whole section first.",
  "The table below lists the parts in order.",
  "",
  "Say what was done, then what is left.",
  "A heading is a promise about the text below it.",
]

function filler(lines: number): string {
  return Array.from({ length: lines }, (_, at) => SENTENCES[at % SENTENCES.length]).join("\n")
}
