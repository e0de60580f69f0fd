import type { HostId } from "../../hosts/profile.ts"
import type { AddOptions, AddPlan } from "../../install/io/add-skills.ts"
import type { PackOptions } from "../../install/io/pack-skills.ts"
import type { RemoveOptions } from "../../install/io/remove-skills.ts"
import type { VerbArguments } from "./check-arguments.ts"
import { fields, FLAG, having, list, OBJECT, oneOf, optional, TEXT } from "./shape.ts"
import { TEXTS } from "./value-shapes.ts"
import type { ChangeWhere, InstallWhere } from "../open-skillet-installs.ts"
import type { Skillet } from "../skillet.ts"

const HOST = oneOf<HostId>({ open: true, claude: true, codex: true, opencode: true, gemini: true })
const WHERE = ["where", optional(fields<InstallWhere>({ global: optional(FLAG) }))] as const
const CHANGE = [
  "where",
  optional(fields<ChangeWhere>({ global: optional(FLAG), writeSkillsLock: optional(FLAG) })),
] as const
const PACKING = ["options", fields<PackOptions>({ source: TEXT, into: TEXT })] as const
const NAMES = ["names", optional(TEXTS)] as const

/** The arguments of the verbs about skills from others. */
export const installArguments: VerbArguments<Pick<Skillet, "installs">> = {
  installs: {
    plan: [
      [
        "options",
        fields<AddOptions>({
          source: optional(TEXT),
          skills: optional(TEXTS),
          all: optional(FLAG),
          as: optional(TEXT),
          hosts: optional(list(HOST)),
          global: optional(FLAG),
          copy: optional(FLAG),
          attestedBy: optional(TEXT),
        }),
      ],
    ],
    add: [["plan", having<AddPlan>({ source: TEXT, skills: list(OBJECT) })], CHANGE],
    restore: [WHERE],
    sync: [WHERE],
    verify: [WHERE],
    outdated: [NAMES, WHERE],
    planUpdate: [NAMES, WHERE],
    update: [["plans", list(OBJECT)], CHANGE],
    remove: [["options", fields<RemoveOptions>({ names: TEXTS, force: optional(FLAG) })], CHANGE],
    pack: [PACKING],
    publish: [PACKING],
    explain: [["name", TEXT]],
    sbom: [WHERE],
  },
}
