import { defineProgram, type ProgramRow } from "./program-entry.ts"

/** Programs whose purpose is to change files and that run nothing: a rule that names them grants that in the project. */
// biome-ignore format: a table
const writers: readonly ProgramRow[] = [
  defineProgram("chmod", { flags: "RcfvhHLP", long: "changes help no-preserve-root preserve-root quiet recursive reference= silent verbose version", takes: "text write*" }, {
    options: /^-[rwxXstugoa,+=-]+$/, listed: true,
  }),
  defineProgram("chgrp|chown", { flags: "HLPRcfhvn", long: "changes dereference from= help no-dereference no-preserve-root preserve-root quiet recursive reference= silent verbose version", takes: "text write*" }),
  defineProgram("cp|gcp", {
    flags: "HLPRTZabdfilnprsuvxXc", valued: "S", kinds: { write: "-t --target-directory" },
    long: `archive attributes-only backup context copy-contents dereference force help interactive link no-clobber no-dereference
      no-preserve= no-target-directory one-file-system parents preserve recursive reflink remove-destination sparse=
      strip-trailing-slashes suffix= symbolic-link update verbose version`, takes: "read* write",
  }, { listed: true }),
  defineProgram("mv|gmv", {
    flags: "TZbfinuvh", valued: "S", kinds: { write: "-t --target-directory" },
    long: "backup context force help interactive no-clobber no-target-directory strip-trailing-slashes suffix= update verbose version exchange no-copy", takes: "write*",
  }, { listed: true }),
  defineProgram("ln", {
    flags: "FLPTbdfinrsvhw", valued: "S", kinds: { write: "-t --target-directory" },
    long: "backup directory force help interactive logical no-dereference no-target-directory physical relative suffix= symbolic verbose version", takes: "write*",
  }),
  defineProgram("dd", { long: "help version" , takes: "text*" }, {
    keys: { of: "write", if: "read", bs: "text", ibs: "text", obs: "text", cbs: "text", count: "text", skip: "text", seek: "text", iseek: "text", oseek: "text", conv: "text", iflag: "text", oflag: "text", status: "text", files: "text", speed: "text" },
  }),
  defineProgram("mkdir", { flags: "Zpv", valued: "m", long: "context help mode= parents verbose version", takes: "write*" }),
  defineProgram("mktemp", { flags: "dqtuV", kinds: { write: "-p" }, long: "directory dry-run help quiet suffix= version", takes: "write" }),
  defineProgram("rm|rmdir|unlink", { flags: "IRdfirvPpWx", long: "dir force help interactive no-preserve-root one-file-system preserve-root recursive verbose version ignore-fail-on-non-empty parents", takes: "write*" }, { listed: true }),
  defineProgram("shred", { flags: "fuvxz", valued: "ns", long: "exact force help iterations= random-source= remove size= verbose version zero", takes: "write*" }),
  defineProgram("tee", { flags: "aip", long: "append help ignore-interrupts output-error version", takes: "write*" }, { listed: true }),
  defineProgram("touch", { flags: "acfhm", valued: "drtA", long: "date= help no-create no-dereference reference= time= version", takes: "write*" }, { listed: true }),
  defineProgram("truncate", { flags: "co", valued: "rs", long: "help io-blocks no-create reference= size= version", takes: "write*" }),
]

/** Programs that print the state of the machine. */
const watchers: readonly ProgramRow[] = [
  defineProgram(
    "diff|colordiff",
    {
      flags: "abBcdeEiHlnNpqrsStTuUwWyZ",
      valued: "CFILSUWxX",
      long: `brief recursive text unified context= side-by-side width= suppress-common-lines color ignore-case exclude= exclude-from=
        ignore-all-space ignore-space-change ignore-blank-lines ignore-matching-lines= label= minimal new-file normal
        no-dereference report-identical-files show-c-function strip-trailing-cr tabsize= ed rcs left-column help version`,
      takes: "read read",
    },
    { numbers: true },
  ),
  defineProgram("dmesg", {
    flags: "HTtexkuwLW",
    valued: "lf",
    long: "human ctime level= facility= kernel userspace color follow help version",
  }),
  defineProgram(
    "ss",
    {
      flags: "tulnpaersoimZ460xdwHO",
      long: "tcp udp listening numeric processes all extended memory info summary help version no-header",
      takes: "text*",
    },
    { network: true },
  ),
  defineProgram("lsof", {
    flags: "abCGhIjKlnNopPrRStTUuvVwXx?",
    valued: "cdFgpu",
    attached: "is",
    takes: "read*",
  }),
  defineProgram("journalctl", {
    flags: "abeflkmqrxN",
    valued: "npuStUgo",
    attached: "b",
    long: `no-pager follow lines= unit= user-unit= since= until= priority= boot reverse output= dmesg quiet all catalog grep= utc
      identifier= no-hostname list-boots disk-usage user system help version`,
    takes: "text*",
  }),
  defineProgram(
    "date|gdate",
    {
      flags: "uR",
      valued: "dr",
      attached: "I",
      long: "utc universal date= reference= iso-8601 rfc-3339= rfc-email debug help version",
      takes: "text",
    },
    {
      operand: { like: /^\+/, why: "sets the clock when given this argument: begin the format with a plus" },
    },
  ),
]

export const harmlessPrograms: readonly ProgramRow[] = [...writers, ...watchers]
