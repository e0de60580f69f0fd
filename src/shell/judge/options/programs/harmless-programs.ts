import { defineProgram, type ProgramRow, split } from "./program-entry.ts"

/** Programs that read and print, whatever their options are: none of them writes a file or runs a program. */
const readers = split(`
  apropos b2sum base32 base64 basename basenc bzcat bzgrep cal cat cksum cmp column comm cut dirname du df echo egrep
  expand expr factor fgrep fmt fold free getconf getent grep groups head hexdump host id jq join last locale locate logname
  look ls lsb_release lsblk lscpu lspci lsusb md5 md5sum ncal netstat nl nproc nslookup numfmt od paste pathchk pgrep
  pidof ping pr printenv ps pwd readelf readlink realpath rev seq sha1sum sha224sum sha256sum sha384sum sha512sum
  shasum size sleep stat strings sum sw_vers tac tail tokei tr tsort tty uname unexpand uptime users uuidgen vmstat w wc
  whatis whereis which who whoami xzcat xzgrep zcat zegrep zfgrep zgrep type vercmp exit return break continue
`)

/** Programs whose purpose is to change files and that run nothing: a rule that names them grants that. */
const writers = split(`
  chgrp chmod chown cp dd ln mkdir mktemp mv rm rmdir shred tee touch truncate unlink
`)

export const harmlessPrograms: readonly ProgramRow[] = [
  defineProgram(readers.join("|"), {}, { any: true }),
  defineProgram(writers.join("|"), {}, { any: true, guarded: true }),
  defineProgram(
    "dig",
    {},
    { any: true, never: { text: /^-[fk]/m, why: "sends the contents of a file: give the names as arguments" } },
  ),
  defineProgram(
    "tput",
    {},
    { any: true, never: { text: /^(?:init|reset)$/m, why: "runs a program named in the terminal's terminfo entry" } },
  ),
  defineProgram(
    "diff|colordiff",
    {
      flags: "abBcdeEiHlnNpqrsStTuUwWyZ",
      valued: "CFILSUWxX",
      long: `brief recursive text unified context= side-by-side width= suppress-common-lines color ignore-case exclude= exclude-from=
        ignore-all-space ignore-space-change ignore-blank-lines ignore-matching-lines= label= minimal new-file normal
        no-dereference report-identical-files show-c-function strip-trailing-cr tabsize= ed rcs left-column help version`,
    },
    { numbers: true },
  ),
  defineProgram("printf", { long: "help version" }, { stops: true }),
  defineProgram(
    "hostname",
    { flags: "adfiIsy", long: "fqdn short long ip-address all-ip-addresses all-fqdns alias domain help version" },
    {
      operands: { most: 0, why: "sets the hostname" },
    },
  ),
  defineProgram("dmesg", {
    flags: "HTtexkuwLW",
    valued: "lf",
    long: "human ctime level= facility= kernel userspace color follow help version",
  }),
  defineProgram("ss", {
    flags: "tulnpaersoimZ460xdwHO",
    long: "tcp udp listening numeric processes all extended memory info summary help version no-header",
  }),
  defineProgram("lsof", { flags: "abCGhIjKlnNopPrRStTUuvVwXx?", valued: "cdFgpu", attached: "is" }),
  defineProgram("journalctl", {
    flags: "abeflkmqrxN",
    valued: "npuStUgo",
    attached: "b",
    long: `no-pager follow lines= unit= user-unit= since= until= priority= boot reverse output= dmesg quiet all catalog grep= utc
      identifier= no-hostname list-boots disk-usage user system help version`,
  }),
  defineProgram(
    "date|gdate",
    {
      flags: "uR",
      valued: "dr",
      attached: "I",
      long: "utc universal date= reference= iso-8601 rfc-3339= rfc-email debug help version",
    },
    {
      operand: { like: /^\+/, why: "sets the clock when given this argument: begin the format with a plus" },
    },
  ),
]
