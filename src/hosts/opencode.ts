import type { SkillTree } from "../skill/place.ts"
import { handedOver } from "./handed-over.ts"
import type { HostProfile } from "./profile.ts"

const tree: SkillTree = { kind: "skills", depth: 6, insideSkills: true, nodeModules: true }

export const opencode: HostProfile = {
  id: "opencode",
  title: "opencode",
  observed: "opencode 1.18.33",
  places: [
    { kind: "added", at: "skills-dirs", folders: [""], layout: { ...tree, rootSkill: true } },
    {
      kind: "project",
      at: "project",
      folders: [".opencode/skill", ".opencode/skills", ".claude/skills", ".agents/skills"],
      layout: tree,
    },
    {
      kind: "user",
      at: "home",
      folders: [".config/opencode/skill", ".config/opencode/skills", ".claude/skills", ".agents/skills"],
      layout: tree,
    },
  ],
  naming: "header",
  clash: "unknown",
  clashText: "unknown: which of several copies it uses was not observed",
  reads: ["name", "description"],
  mendsFences: false,
  skips: ["no-header"],
  describes: "nothing",
  unclear: { userInvocable: true, disableModelInvocation: false },
  listing: { format: "xml", escapesAngles: false },
  arguments: "none",
  sort: "letters",
  servers: "none",
  rendering: handedOver("body"),
}
