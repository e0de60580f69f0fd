import { type ProgramRow, defineToolProgram } from "./program-entry.ts"

const gh = (uses: Readonly<Record<string, string>>): string =>
  Object.entries(uses)
    .flatMap(([command, names]) => names.split(" ").map((name) => `gh ${command}${name === "" ? "" : ` ${name}`}`))
    .join("|")

/** What people let agents do on GitHub: read, and write what others can answer. */
const GH_READS = gh({
  pr: "list ls view diff checks status create new comment",
  issue: "list ls view status create new comment",
  repo: "list ls view",
  run: "list ls view watch",
  workflow: "list ls view",
  release: "list ls view",
  search: "code commits issues prs repos",
  label: "list ls",
  project: "list ls view item-list field-list",
  org: "list ls",
  ruleset: "list ls view check",
  cache: "list ls",
  status: "",
})

/** What changes something that others rely on: only for a rule that names it. */
const GH_CHANGES = gh({
  pr: "edit merge close reopen ready review lock unlock update-branch",
  issue: "edit close reopen delete lock unlock pin unpin transfer develop",
  repo: "create new edit delete archive unarchive rename",
  run: "cancel delete rerun",
  workflow: "run enable disable",
  release: "edit delete delete-asset",
  label: "create edit delete clone",
  cache: "delete",
})

const SENDS = "may send the contents of a file: only a rule that spells it out can allow it"

export const githubPrograms: readonly ProgramRow[] = [
  defineToolProgram(
    GH_READS,
    {
      flags: "cdfsmr",
      valued: "LRSAaBbHtljqEPu",
      long: `json= jq= template= limit= repo= state= search= author= assignee= base= head= title= body= label= milestone= draft fill
        fill-first reviewer= add-label= remove-label= comments squash merge rebase delete-branch auto log log-failed exit-status
        name-only patch color= required interval= fail-fast event= branch= user= workflow= status= created= commit= app= mention=
        reason= approve comment request-changes notes= generate-notes latest prerelease target= hostname= owner=
        visibility= language= sort= order= match= paginate watch add-assignee= add-reviewer= discussion-category= yes job= attempt=
        all help`,
      takes: "text*",
    },
    { network: true },
  ),
  defineToolProgram(
    GH_CHANGES,
    {
      flags: "dsmry",
      valued: "LRAaBbHtlEcqu",
      long: `repo= title= body= label= milestone= reviewer= add-label= remove-label= squash merge rebase delete-branch auto reason=
        comment= approve request-changes add-assignee= add-reviewer= notes= latest prerelease target= yes admin
        name= color= description= visibility= default-branch= failed job= debug ref= field= raw-field= subject= branch= base=`,
      takes: "text*",
    },
    { network: true, named: true },
  ),
  defineToolProgram(
    "gh release create|gh release new",
    {
      takes: "text",
      flags: "dp",
      valued: "Rtn",
      long: "title= notes= draft prerelease generate-notes target= latest verify-tag repo= discussion-category= notes-from-tag notes-start-tag=",
      runs: "-F= --notes-file=",
    },
    { network: true },
  ),
  defineToolProgram("gh auth status", { flags: "a", valued: "h", long: "active hostname=" }, { network: true }),
  defineToolProgram(
    "gh gist list|gh gist ls|gh gist view",
    {
      flags: "r",
      valued: "Lf",
      long: "limit= public secret filename= files raw filter= include-content",
      takes: "text*",
    },
    { network: true },
  ),
  defineToolProgram(
    "gh api",
    {
      flags: "i",
      valued: "Hqtp",
      long: "header= jq= template= paginate slurp cache= hostname= include silent preview=",
      changes: "-X= --method= -f= -F= --field= --raw-field=",
      takes: "text",
    },
    { network: true, never: { text: /^(?:-\w*F\n?|--field[=\n])[^\n=]*=@/m, why: SENDS } },
  ),
]
