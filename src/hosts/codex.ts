import type { SkillTree } from "../skill/place.ts"
import { handedOver } from "./handed-over.ts"
import type { HostProfile } from "./profile.ts"

const tree: SkillTree = { kind: "skills", depth: 6, insideSkills: true, nodeModules: true }

export const codex: HostProfile = {
  id: "codex",
  title: "Codex",
  observed: "Codex 0.166.0",
  places: [
    { kind: "added", at: "skills-dirs", folders: [""], layout: { ...tree, rootSkill: true } },
    { kind: "project", at: "project", folders: [".agents/skills"], layout: tree },
    { kind: "project", at: "root", folders: [".codex/skills"], layout: tree },
    { kind: "user", at: "home", folders: [".agents/skills"], layout: tree },
    { kind: "user", at: "codex-home", folders: ["skills", "skills/.system"], layout: tree },
  ],
  naming: "header",
  clash: "all",
  clashText: "all copies are listed; the bare name then loads none of them, a link with the path loads that one",
  reads: ["name", "description"],
  mendsFences: false,
  skips: ["no-header", "no-description", "name-over-64", "bom", "linked-file"],
  describes: "nothing",
  unclear: { userInvocable: true, disableModelInvocation: false },
  listing: {
    format: "codex",
    entryCharacters: 1024,
    budget: { share: 0.02, charactersPerToken: 4, window: 272_000, over: "cut-evenly", ownCharacters: 0 },
    escapesAngles: false,
  },
  arguments: "none",
  sort: "letters",
  servers: "none",
  rendering: handedOver("file"),
}
