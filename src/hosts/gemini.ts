import type { SkillTree } from "../skill/place.ts"
import { handedOver } from "./handed-over.ts"
import type { HostProfile } from "./profile.ts"

const folders: SkillTree = { kind: "skills", depth: 1 }

export const gemini: HostProfile = {
  id: "gemini",
  title: "Gemini CLI",
  observed: "Gemini CLI 0.61.0",
  places: [
    { kind: "added", at: "skills-dirs", folders: [""], layout: { ...folders, rootSkill: true } },
    { kind: "user", at: "home", folders: [".gemini/skills", ".agents/skills"], layout: folders },
    { kind: "project", at: "project", folders: [".gemini/skills", ".agents/skills"], layout: folders },
  ],
  naming: "header",
  clash: "unknown",
  clashText: "unknown: which of several copies it uses was not observed",
  reads: ["name", "description"],
  mendsFences: false,
  skips: ["no-header", "bom"],
  describes: "nothing",
  unclear: { userInvocable: true, disableModelInvocation: false },
  listing: { format: "xml", escapesAngles: false },
  arguments: "unknown",
  sort: "letters",
  servers: "none",
  rendering: handedOver("body"),
}
