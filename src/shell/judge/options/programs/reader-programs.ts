import { defineProgram, type ProgramRow } from "./program-entry.ts"

const SUMS = "binary check help ignore-missing quiet status strict tag text version warn zero length= untagged"

const GREP = `after-context= basic-regexp before-context= binary binary-files= byte-offset color colour context= count
  dereference-recursive devices= directories= exclude-dir= exclude-from= exclude= extended-regexp file= files-with-matches
  files-without-match fixed-strings group-separator= help ignore-case include= initial-tab invert-match label= line-buffered
  line-number line-regexp max-count= no-filename no-group-separator no-ignore-case no-messages null null-data only-matching
  perl-regexp quiet recursive regexp= silent text version with-filename word-regexp`

/**
 * Programs that read and print. Every option of every implementation we know is listed for those marked `complete`; the
 * list is compared with what the programs on the machine say about themselves (`test/shell-evidence.test.ts`).
 */
// biome-ignore format: a table
export const readerPrograms: readonly ProgramRow[] = [
  defineProgram("echo", { takes: "text*" }, { complete: true, options: /[^]*/ }),
  defineProgram("expr", { takes: "text*", long: "help version" }, { complete: true, stops: true }),
  defineProgram("true|false|exit|return|break|continue|logname|users|whoami|groups|factor|tsort|sleep|pathchk|vercmp|sw_vers", {
    flags: "Ppv", long: "help version portability exponents productName productVersion buildVersion", takes: "read*",
  }, { complete: true, numbers: true }),
  defineProgram("basename|dirname", { flags: "az", valued: "s", long: "help multiple suffix= version zero", takes: "text*" }, { complete: true }),
  defineProgram("b2sum|cksum|md5|md5sum|sha1sum|sha224sum|sha256sum|sha384sum|sha512sum|shasum|sum", {
    flags: "bctwzUpqrsvxh0", valued: "al", long: `${SUMS} algorithm= debug base64 raw sysv UNIVERSAL 01`, takes: "read*",
  }, { complete: true }),
  defineProgram("base32|base64|basenc", {
    flags: "dDi", valued: "wb",
    long: "base16 base2lsbf base2msbf base32 base32hex base58 base64 base64url decode help ignore-garbage version wrap= z85", takes: "read*",
  }),
  defineProgram("bzcat|xzcat|zstdcat|lz4cat", { flags: "cdfkqtvV", long: "stdout quiet verbose help version", takes: "read*" }),
  defineProgram("zcat", { flags: "flqrtvcdkh", valued: "S", long: "force help list quiet recursive suffix= synchronous test verbose version", takes: "read*" }, { complete: true }),
  defineProgram("bzgrep|xzgrep|zegrep|zfgrep|zgrep", { flags: "EFGHILNPTUZabchilnoqsvwxz", valued: "ABCem", long: GREP.replaceAll(/\b(?:file|exclude-from|recursive|include|exclude-dir|exclude)=? /g, ""), takes: "text read*" }, { numbers: true }),
  defineProgram("grep|egrep|fgrep", {
    flags: "EFGHILNOPRSTUVZabchilnopqrsuvwxyz", valued: "ABCDdefm", long: `${GREP} null-data bz2-decompress`, takes: "text read*",
  }, { complete: true, numbers: true }),
  defineProgram("cal|ncal", { flags: "13ybehjMwSpNJoCh", valued: "ABHmdsn", takes: "text*" }, { complete: true, numbers: true }),
  defineProgram("cat|tac|rev", {
    flags: "AETbenstuvrlVh", long: `help number number-nonblank show-all show-ends show-nonprinting show-tabs squeeze-blank version
      before regex separator= zero`, takes: "read*",
  }, { complete: true }),
  defineProgram("cmp", { flags: "blsvxhz", valued: "in", long: "bytes= help ignore-initial= print-bytes quiet silent verbose version", takes: "read read text text" }, { complete: true }),
  defineProgram("column", {
    flags: "JLVdehtxnmK", valued: "EHNORTWcilnoprsC",
    long: `fillrows help json keep-empty-lines output-separator= output-width= separator= table table-columns-limit= table-columns=
      table-header-repeat table-hide= table-name= table-noextreme= table-noheadings table-order= table-right= table-truncate=
      table-wrap= tree-id= tree-parent= tree= version table-column= table-maxout table-header-as-columns use-spaces= color`, takes: "read*",
  }, { complete: true }),
  defineProgram("comm", { flags: "123zi", long: "check-order help nocheck-order output-delimiter= total version zero-terminated", takes: "read read" }, { complete: true }),
  defineProgram("cut", { flags: "Mnszw", valued: "bcdfO", long: "bytes= characters= complement delimiter= fields= help only-delimited output-delimiter= version zero-terminated", takes: "read*" }, { complete: true }),
  defineProgram("du", {
    flags: "0DHLPSabchklmsxAgnr", valued: "BXdtI",
    long: `all apparent-size block-size= bytes count-links dereference dereference-args exclude-from= exclude= files0-from= help
      human-readable inodes max-depth= no-dereference null one-file-system separate-dirs si summarize threshold= time time-style= total version`, takes: "read*",
  }, { complete: true }),
  defineProgram("df", {
    flags: "HPahiklvbgmnTIY,c", valued: "Btx",
    long: `all block-size= exclude-type= help human-readable inodes local no-sync output portability print-type si sync total type=
      version`, takes: "read*",
  }, { complete: true }),
  defineProgram("expand|unexpand", { flags: "ia", valued: "t", long: "help initial tabs= version all first-only", takes: "read*" }, { complete: true, numbers: true }),
  defineProgram("fmt|fold", { flags: "cstubmn", valued: "gpwdl", long: "crown-margin goal= help prefix= split-only tagged-paragraph uniform-spacing version width= bytes spaces characters", takes: "read*" }, { complete: true, numbers: true }),
  defineProgram("free", {
    flags: "Vbghklmtvwa", valued: "cs",
    long: `bytes committed count= gibi giga help human kibi kilo lohi line mebi mega pebi peta seconds= si tebi tera total version wide`,
  }, { complete: true }),
  defineProgram("getconf", { flags: "a", takes: "text read" }),
  defineProgram("getent", { flags: "AiV", long: "no-idn no-addrconfig help usage version", takes: "text*" }, { network: true }),
  defineProgram("head|tail", {
    flags: "qvzFfr", valued: "cnsb",
    long: `bytes= help lines= quiet silent verbose version zero-terminated follow max-unchanged-stats= pid= retry sleep-interval=
      blocks= debug`, takes: "read*",
  }, { complete: true, numbers: true, options: /^-\d+[bkmcflqv]*$/ }),
  defineProgram("hexdump", { flags: "CLVbcdhovxX", valued: "efns", attached: "L", long: "canonical color format-file= format= help length= no-squeezing one-byte-char one-byte-octal one-byte-hex skip= two-bytes-decimal two-bytes-hex two-bytes-octal version", takes: "read*" }, { complete: true }),
  defineProgram("host", { flags: "46adilnrsTUvVw", valued: "ctNRWmp", takes: "address*" }, { network: true }),
  defineProgram("nslookup", { takes: "address*" }, { network: true, options: /^-(?:type|query|q|port|timeout|retry|debug|class)(?:=[\w.]+)?$/ }),
  defineProgram("ping|ping6", { flags: "46aAbBDdfhLnoOqrRUv", valued: "cGgiIlmMpQsStTwWF", long: "help version", takes: "address" }, { network: true }),
  defineProgram("dig", { flags: "46hmruv", valued: "bcpqtxy", takes: "query*" }, { network: true, like: { query: /^(?:[+@]?[\w*][\w.:*=-]*|\.)$/ } }),
  defineProgram("id", { flags: "GZagnruzAFPMcp", long: "context group groups help name real user version zero", takes: "text*" }, { complete: true }),
  defineProgram("jq", {
    flags: "CMRScenrsjahV", valued: "fL",
    long: `arg= argjson= slurpfile= rawfile= args jsonargs tab indent= raw-output raw-output0 join-output compact-output null-input
      slurp sort-keys exit-status color-output monochrome-output ascii-output raw-input stream stream-errors seq from-file=
      unbuffered help version build-configuration library-path= argfile= binary yaml-input yaml-output`, takes: "text*",
  }, { complete: true }),
  defineProgram("join", { flags: "iz", valued: "12aejotv", long: "check-order header help ignore-case nocheck-order version zero-terminated", takes: "read read" }, { complete: true }),
  defineProgram("last|w|who|uptime", {
    flags: "FRVadhiwxHTbglmpqrstuofCcSn", valued: "nfpstyd",
    long: `dns file= fullnames fulltimes help hostlast ip limit= nohostname present= since system time-format= until= version all
      boot count dead heading ips login lookup mesg message process runlevel short time users writable from ip-addr
      no-current no-header old-style pretty container pids raw terminal= tab-separator=`, takes: "text*",
  }, { complete: true, numbers: true }),
  defineProgram("locale", { flags: "Vackmv?", long: "all-locales category-name charmaps help keyword-name usage verbose version", takes: "text*" }, { complete: true }),
  defineProgram("locate", { flags: "AbcehiLlpPqrSw0", valued: "nl", long: "all basename count existing follow help ignore-case null limit= statistics regex version", takes: "text*" }),
  defineProgram("look", { flags: "Vadfhb", valued: "t", long: "alphanum alternative help ignore-case terminate= version", takes: "text read" }, { complete: true }),
  defineProgram("ls", {
    flags: "1ABCDFGHLNQRSUXZabcdfghiklmnopqrstuvxEOPWTey@%", valued: "ITw",
    long: `all almost-all author block-size= classify color context dereference dereference-command-line
      dereference-command-line-symlink-to-dir directory dired escape file-type format= full-time group-directories-first help
      hide-control-chars hide= human-readable hyperlink ignore-backups ignore= indicator-style= inode kibibytes literal no-group
      numeric-uid-gid quote-name quoting-style= recursive reverse show-control-chars si size sort= tabsize= time-style= time=
      version width= zero`, takes: "read*",
  }, { complete: true }),
  defineProgram("lsb_release", { flags: "acdhirsv", long: "all codename description help id release short version" }, { complete: true }),
  defineProgram("lsblk", {
    flags: "ADJMOPSTVabdfhilmnprstyzNHv", valued: "EIeowxQy",
    long: `all ascii bytes dedup= discard exclude= fs help include= inverse json list merge nodeps noempty noheadings output-all
      output= pairs paths perms raw scsi shell sort= sysroot= topology tree version width= zoned nvme virtio`, takes: "read*",
  }, { complete: true }),
  defineProgram("lscpu", { flags: "BCJVabcehpxyr", valued: "s", attached: "epC", long: "all bytes caches extended help hex json offline online output-all parse physical sysroot= version raw hierarchic" }, { complete: true }),
  defineProgram("lspci|lsusb", { flags: "nvkmtDbxP", valued: "sd", long: "help version verbose tree", takes: "" }),
  defineProgram("netstat", {
    flags: "CFMNWZacegilnoprstuvx46bdfmRL", valued: "AIpw",
    long: `all cache context continuous extend fib groups interfaces listening masquerade numeric numeric-hosts numeric-ports
      numeric-users programs route statistics symbolic timers verbose wide tcp udp help version`, takes: "text*",
  }),
  defineProgram("nl", { flags: "p", valued: "bdfhilnsvw", long: "body-numbering= footer-numbering= header-numbering= help join-blank-lines= line-increment= no-renumber number-format= number-separator= number-width= section-delimiter= starting-line-number= version", takes: "read*" }, { complete: true }),
  defineProgram("nproc|printenv|pwd|tty|uuidgen", {
    flags: "0LPWshlrtmuVxR", valued: "nNF", long: `all help ignore= version null logical physical quiet silent random time namespace= name= md5 sha1 hex`, takes: "text*",
  }, { complete: true }),
  defineProgram("numfmt", { flags: "Mz", valued: "d", long: "debug delimiter= field= format= from-unit= from= grouping header help invalid= padding= round= suffix= to-unit= to= unit-separator= version zero-terminated", takes: "text*" }, { complete: true, numbers: true }),
  defineProgram("od", { flags: "SabcdfilosvwxBDeFhHILOPsX", valued: "ANjt", attached: "Sw", long: "address-radix= endian= format= help output-duplicates read-bytes= skip-bytes= strings traditional version width", takes: "read*" }, { complete: true }),
  defineProgram("paste", { flags: "sz", valued: "d", long: "delimiters= help serial version zero-terminated", takes: "read*" }, { complete: true }),
  defineProgram("pgrep|pidof", {
    flags: "ALVacfhilnovwxzqSHmI", valued: "FGOPUdgrstuo",
    long: `cgroup= count delimiter= euid= exact full group= help ignore-ancestors ignore-case inverse lightweight list-full list-name
      logpidfile newest ns= nslist= older= oldest parent= pgroup= pidfile= runstates= session= terminal= uid= version
      single-shot check-root quiet with-workers omit-pid= separator= signal= shell-quote env=`, takes: "text*",
  }, { complete: true }),
  defineProgram("pr", {
    flags: "FJSTacdefimnrstvp", valued: "CDNWhlowL", attached: "eins",
    long: `across columns= date-format= double-space expand-tabs first-line-number= form-feed header= help indent= join-lines length=
      merge no-file-warnings number-lines omit-header omit-pagination output-tabs page-width= sep-string separator
      show-control-chars show-nonprinting version width= pages=`, takes: "read*",
  }, { complete: true, numbers: true, options: /^\+\d+$/ }),
  defineProgram("ps", {
    flags: "AadefFHjlLmMTVwxyZgNPcSrvEhXu", valued: "CGopqstUnkO",
    long: `sort= pid= ppid= user= User= group= Group= sid= tty= format= forest headers no-headers cols= columns= width= rows= lines=
      deselect info version help cumulative context quick-pid= signames date-format= noheader noheading noheadings`, takes: "text*",
  }, { complete: true }),
  defineProgram("readelf", {
    flags: "ACDHILPSVWacdeghlnrstuvwz", valued: "Rpx",
    long: `all arch-specific archive-index demangle dyn-syms dynamic file-header headers help hex-dump= histogram lint notes
      program-headers relocs section-details section-groups section-headers sections segments string-dump= symbols syms unwind
      use-dynamic version version-info wide`, takes: "read*",
  }),
  defineProgram("readlink|realpath", {
    flags: "efmnqsvzLPE", long: `canonicalize canonicalize-existing canonicalize-missing help no-newline quiet silent verbose version zero logical
      no-symlinks physical relative-base= relative-to= strip`, takes: "read*",
  }, { complete: true }),
  defineProgram("seq", { flags: "w", valued: "fst", long: "equal-width format= help separator= version", takes: "number*" }, { complete: true, options: /^-[\d.]+$/ }),
  defineProgram("size", { flags: "ABGHVdfhotvxml", long: "format= radix= common totals target= help version", takes: "read*" }, { complete: true }),
  defineProgram("stat", { flags: "LcftFHlnqrsx", valued: "cft", long: "cached= dereference file-system format= help printf= terse version", takes: "read*" }, { complete: true }),
  defineProgram("strings", { flags: "UVadfhovw-q", valued: "TensU", attached: "t", long: "all bytes= data encoding= help include-all-whitespace output-separator= print-file-name radix= target= unicode= version", takes: "read*" }, { complete: true, numbers: true }),
  defineProgram("tokei", { flags: "fhVClsvn", valued: "ceito", long: "files hidden no-ignore no-ignore-parent no-ignore-dot no-ignore-vcs languages compact exclude= input= output= sort= rsort= type= columns= num-format= help version verbose streaming=", takes: "read*" }),
  defineProgram("tr", { flags: "Ccdstu", long: "complement delete help squeeze-repeats truncate-set1 version", takes: "text text" }, { complete: true }),
  defineProgram("uname", { flags: "aimnoprsvK", long: "all hardware-platform help kernel-name kernel-release kernel-version machine nodename operating-system processor version sysname" }, { complete: true }),
  defineProgram("vmstat", { flags: "DVadfhmnstwy", valued: "Sp", long: "active disk disk-sum forks help no-first one-header partition= slabs stats timestamp unit= version wide", takes: "number number" }, { complete: true }),
  defineProgram("wc", { flags: "Lclmw", long: "bytes chars files0-from= help lines max-line-length version words total= debug", takes: "read*" }, { complete: true }),
  defineProgram("apropos|whatis", { flags: "Vadelrvw?", valued: "Lms", long: "and debug exact help locale= long regex section= sections= systems= usage verbose version wildcard", takes: "text*" }),
  defineProgram("whereis", { flags: "Vbfhlmsuqg", valued: "BMS", long: "help version", takes: "text*" }, { complete: true }),
  defineProgram("which|type", { flags: "aspPftifV", long: "all help version read-alias read-functions skip-alias skip-dot skip-functions skip-tilde show-dot show-tilde tty-only", takes: "text*" }, { complete: true }),
  defineProgram("tput", { valued: "T", takes: "capability text*" }, { like: { capability: /^(?!init$|reset$)\w+$/ } }),
  defineProgram("printf", { long: "help version", takes: "text*" }, { stops: true }),
  defineProgram("hostname", { flags: "adfiIsyA", long: "fqdn short long ip-address all-ip-addresses all-fqdns alias domain help version" }),
]
