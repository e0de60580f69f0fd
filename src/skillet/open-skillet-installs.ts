import type { Session } from "../catalog/io/session/open-session.ts"
import { type AddOptions, type AddPlan, type ChangedSkills, installPlanned, planAdd } from "../install/io/add-skills.ts"
import type { InstalledOrigin } from "../install/io/explain-origins.ts"
import { type Installer, openInstaller } from "../install/io/installer.ts"
import type { PackedSkill, PackOptions, PublishedIndex } from "../install/io/pack-skills.ts"
import type { ChangeOptions } from "../install/io/plan-skills-lock.ts"
import { makeSbom } from "../install/sbom.ts"
import { version } from "../system/version.ts"
import type { RemovedSkills, RemoveOptions } from "../install/io/remove-skills.ts"
import type { Restored } from "../install/io/restore-skills.ts"
import type { OutdatedSkill, PlannedUpdate } from "../install/io/update-skills.ts"
import type { InstallVerification } from "../install/io/verify-installed.ts"

/** Whose skills: those of the project, or of the user in all projects. */
export interface InstallWhere {
  readonly global?: boolean | undefined
}

/** Where and how installed skills are changed. */
export interface ChangeWhere extends InstallWhere, ChangeOptions {}

/** Skills from others, with a lock file. Nothing of a skill is ever run here. */
export interface SkilletInstalls {
  /** Resolves a source to exact bytes, and says what they could do. Nothing is installed. */
  plan(options: AddOptions): Promise<AddPlan>
  /** Installs what a plan of this object shows. */
  add(plan: AddPlan, where?: ChangeWhere): Promise<ChangedSkills>
  /** Installs exactly the lock, or throws with the first file that differs. Never writes the lock. */
  restore(where?: InstallWhere): Promise<Restored>
  /** Makes missing skills, links and managed copies again; lists what differs and leaves it alone. */
  sync(where?: InstallWhere): Promise<Restored>
  /** Compares every file with the lock, offline. Writes nothing. */
  verify(where?: InstallWhere): Promise<InstallVerification>
  /** Asks the sources of these skills, or of all, what they have now. */
  outdated(names?: readonly string[], where?: InstallWhere): Promise<readonly OutdatedSkill[]>
  /** What an update would change. Nothing is installed. */
  planUpdate(names?: readonly string[], where?: InstallWhere): Promise<readonly PlannedUpdate[]>
  /** Installs planned updates, all or none. */
  update(plans: readonly PlannedUpdate[], where?: ChangeWhere): Promise<ChangedSkills>
  remove(options: RemoveOptions, where?: ChangeWhere): Promise<RemovedSkills>
  /** Writes an archive for each skill of a directory; the same files give the same bytes. */
  pack(options: PackOptions): Promise<readonly PackedSkill[]>
  /** Writes an index of skills with their archives, for any web server. */
  publish(options: PackOptions): Promise<PublishedIndex>
  /** Where the skills with a name came from, those of the project and of the user; also one installed under another name. */
  explain(name: string): Promise<readonly InstalledOrigin[]>
  /** The lock as a bill of materials, in the form of CycloneDX. */
  sbom(where?: InstallWhere): Promise<object>
}

export function openSkilletInstalls(session: Session): SkilletInstalls {
  const opened = new Map<boolean, Installer>()
  /** One for each scope: what a plan has read is still at hand when it is carried out. */
  const open = ({ global = false }: InstallWhere = {}) => {
    const installer = opened.get(global) ?? openInstaller(session, global)
    opened.set(global, installer)
    return installer
  }
  return {
    plan: async (options) => planAdd(open(options), options),
    add: async (plan, where) =>
      installPlanned(
        open(where),
        plan.skills.filter(({ change }) => change !== "same"),
        where,
      ),
    restore: async (where) => (await import("../install/io/restore-skills.ts")).restoreSkills(open(where), "exactly"),
    sync: async (where) => (await import("../install/io/restore-skills.ts")).restoreSkills(open(where), "gently"),
    verify: async (where) => (await import("../install/io/verify-installed.ts")).verifyInstalled(open(where)),
    outdated: async (names = [], where) =>
      (await import("../install/io/update-skills.ts")).listOutdated(open(where), names),
    planUpdate: async (names = [], where) =>
      (await import("../install/io/update-skills.ts")).planUpdate(open(where), names),
    update: async (plans, where) =>
      (await import("../install/io/update-skills.ts")).installUpdates(open(where), plans, where),
    remove: async (options, where) =>
      (await import("../install/io/remove-skills.ts")).removeSkills(open(where), options, where),
    pack: async (options) => (await import("../install/io/pack-skills.ts")).packSkills(open(), options),
    publish: async (options) => (await import("../install/io/pack-skills.ts")).publishSkills(open(), options),
    explain: async (name) =>
      (await import("../install/io/explain-origins.ts")).explainOrigins([open(), open({ global: true })], name),
    async sbom(where) {
      const { requireLock } = await import("../install/io/restore-skills.ts")
      return makeSbom(requireLock(open(where)), { name: "skillet", version })
    },
  }
}
