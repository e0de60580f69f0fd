import type { ProfileWanted } from "../catalog/io/profiles/define-profiles.ts"
import type { ProfileUse } from "../catalog/io/session/profile-uses.ts"
import type { ClearWanted, ProfileChange, UseWanted } from "../catalog/io/profiles/use-profile.ts"
import type { Session } from "../catalog/io/session/open-session.ts"
import type { SkillProfile } from "../catalog/profiles/skill-profile.ts"

/** Sets of skills, and which of them is in use for which host. A plan changes nothing; `apply` writes what it shows. */
export interface SkilletProfiles {
  list(): Promise<readonly SkillProfile[]>
  create(wanted: ProfileWanted): Promise<SkillProfile>
  /** The profiles in use here. */
  uses(): Promise<readonly ProfileUse[]>
  plan(wanted: UseWanted): Promise<ProfileChange>
  planClear(wanted: ClearWanted): Promise<readonly ProfileChange[]>
  apply(change: ProfileChange): Promise<void>
}

export function openSkilletProfiles(session: Session): SkilletProfiles {
  const loadDefinitions = () => import("../catalog/io/profiles/define-profiles.ts")
  const loadUses = () => import("../catalog/io/profiles/use-profile.ts")
  return {
    list: async () => (await loadDefinitions()).listProfiles(session),
    create: async (wanted) => (await loadDefinitions()).createProfile(session, wanted),
    uses: async () => (await loadUses()).listUsesHere(session),
    plan: async (wanted) => (await loadUses()).planProfileUse(session, wanted),
    planClear: async (wanted) => (await loadUses()).planProfileClear(session, wanted),
    apply: async (change) => (await loadUses()).applyProfileChange(session, change),
  }
}
