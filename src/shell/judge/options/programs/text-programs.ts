import { defineProgram, type ProgramRow } from "./program-entry.ts"

/** Programs that read and print but have options that write or run something. */
export const textPrograms: readonly ProgramRow[] = [
  defineProgram("sort|gsort", {
    flags: "bdfghiMnRrVcCmsuz",
    valued: "ktS",
    long: `ignore-leading-blanks dictionary-order fold-case general-numeric-sort human-numeric-sort ignore-nonprinting month-sort
      numeric-sort random-sort reverse version-sort sort= check key= field-separator= buffer-size= merge stable unique
      zero-terminated parallel= batch-size= debug help version files0-from=`,
    writes: "-o= --output= -T= --temporary-directory=",
    takes: "read*",
  }),
  defineProgram("shuf", {
    flags: "erz",
    valued: "in",
    long: "echo input-range= head-count= repeat zero-terminated random-source= help version",
    writes: "-o= --output=",
    takes: "text*",
  }),
  defineProgram(
    "uniq|guniq",
    {
      flags: "cdDiuz",
      valued: "fsw",
      long: `count repeated all-repeated skip-fields= group ignore-case skip-chars= unique zero-terminated check-chars= help
        version`,
      takes: "read",
    },
    { numbers: true },
  ),
  defineProgram("xxd", { flags: "abeEipuCdv", valued: "cglosnR", writes: "-r", takes: "read" }),
  defineProgram("iconv", {
    flags: "cls",
    valued: "ft",
    long: "from-code= to-code= list silent verbose help version",
    writes: "-o= --output=",
    takes: "read*",
  }),
  defineProgram("split|gsplit", {
    flags: "dexuz",
    valued: "abClnt",
    long: `suffix-length= bytes= line-bytes= numeric-suffixes hex-suffixes lines= number= separator= elide-empty-files unbuffered
      help version`,
    kinds: { write: "--additional-suffix" },
    takes: "read write",
  }),
  defineProgram("csplit|gcsplit", {
    flags: "kqsz",
    valued: "n",
    long: "digits= quiet silent elide-empty-files keep-files suppress-matched help version",
    kinds: { write: "-f --prefix -b --suffix-format" },
    takes: "read text*",
  }),
  defineProgram("tree", {
    flags: "adflxshpugDFiqNQrtcUnCAJXvS",
    valued: "HILPT",
    long: `dirsfirst filesfirst filelimit= noreport charset= matchdirs ignore-case prune du si timefmt= sort= gitignore inodes
      device fromfile version help info noindent`,
    writes: "-o= -R",
    takes: "read*",
  }),
  defineProgram(
    "file",
    {
      flags: "bcdEhiIklLnNrsSvzZ0",
      valued: "eFP",
      long: `brief mime mime-type mime-encoding extension dereference no-dereference keep-going raw separator= uncompress apple
        no-pad no-buffer special-files version help exclude= parameter=`,
      writes: "-p --preserve-date",
      takes: "read*",
    },
    {},
  ),
  defineProgram(
    "sed|gsed",
    {
      flags: "nErsuz",
      valued: "e",
      long: `quiet silent regexp-extended separate null-data unbuffered posix
      sandbox expression= help version`,
      writes: "-i --in-place",
      runs: "-f= --file=",
      takes: "read*",
    },
    { script: "sed" },
  ),
  defineProgram(
    "awk|gawk|mawk|nawk|original-awk",
    { valued: "Fv", long: "version help posix traditional re-interval csv", runs: "-f= --file=", takes: "text*" },
    {
      script: "awk",
      stops: true,
      never: { text: /\/inet/, why: "may access the network: only read files" },
    },
  ),
  defineProgram("rg|ripgrep", {
    flags: "aFHIiLlNnoPpqSsUuVvwx0chb.",
    valued: "ABCEMdefgjmrtT",
    long: `after-context= before-context= context= auto-hybrid-regex binary block-buffered byte-offset case-sensitive color=
      colors= column context-separator= count count-matches crlf debug dfa-size-limit= encoding= engine= file= files
      files-with-matches files-without-match fixed-strings follow glob= glob-case-insensitive heading help hidden iglob=
      ignore-case ignore-file= include-zero invert-match json line-buffered line-number line-regexp max-columns=
      max-columns-preview max-count= max-depth= max-filesize= mmap multiline multiline-dotall no-config no-filename no-heading
      no-ignore no-ignore-dot no-ignore-exclude no-ignore-files no-ignore-global no-ignore-parent no-ignore-vcs no-line-number
      no-messages no-require-git null null-data one-file-system only-matching passthru path-separator= pcre2 pcre2-version
      pretty quiet regex-size-limit= regexp= replace= smart-case sort= sortr= stats text threads= trim type= type-add=
      type-clear= type-list type-not= unrestricted version vimgrep with-filename word-regexp field-context-separator=
      field-match-separator= no-column no-hidden no-stats no-unicode no-multiline no-crlf`,
    takes: "read*",
  }),
  defineProgram("ag", {
    flags: "acfFhHiklLnoQrsSuUvVw0",
    valued: "ABCGgm",
    long: `after before context= count color nocolor column files-with-matches files-without-matches file-search-regex= filename
      nofilename group nogroup heading noheading hidden ignore= ignore-case ignore-dir= invert-match line-numbers literal
      max-count= numbers nonumbers only-matching path-to-ignore= print-long-lines passthrough silent smart-case stats
      unrestricted vimgrep width= word-regexp all-text all-types depth= follow nofollow version help`,
    takes: "read*",
  }),
  defineProgram("ack", {
    flags: "cfhHilLnoQrRsvwx1",
    valued: "ABCgm",
    long: `after-context= before-context= context= color nocolor column count env noenv files-with-matches files-without-matches
      flush follow nofollow group nogroup heading noheading ignore-case smart-case ignore-dir= ignore-file= invert-match literal
      max-count= match= no-recurse passthru print0 show-types sort-files type= word-regexp help version`,
    takes: "read*",
  }),
  defineProgram("bat|batcat", {
    flags: "AnpPuSdf",
    valued: "lHmr",
    long: `show-all plain language= highlight-line= file-name= diff tabs= wrap= terminal-width= number color= italic-text=
      decorations= paging= map-syntax= theme= list-themes style= line-range= list-languages help version`,
    takes: "read*",
  }),
  defineProgram(
    "less|more|most",
    {
      flags: "aABcCdeEfFgGiIJKLmMnNqQrRsSuUVwWX?~",
      valued: "bhjxyz",
      long: `LINE-NUMBERS chop-long-lines quit-if-one-screen
      RAW-CONTROL-CHARS raw-control-chars no-init ignore-case squeeze-blank-lines version help`,
      runs: "-p= -t= -T= -k= -o= -O=",
      takes: "read*",
    },
    {
      operand: { like: /^[^+]/, why: "runs an argument that begins with a plus as a command" },
    },
  ),
  defineProgram("man", {
    flags: "adDfikKVwW7c",
    valued: "eLmRsS",
    long: `apropos whatis where path all global-apropos section= sections= locale= systems= regex wildcard names-only
      ignore-case match-case update no-subpages help version`,
    takes: "text*",
  }),
  defineProgram("yq", {
    flags: "CMNPejnrRsSV0y",
    valued: "opI",
    long: `raw-output output-format= input-format= prettyPrint colors no-colors no-doc null-input exit-status indent= unwrapScalar
      arg argjson slurp compact-output yaml-output version help`,
    writes: "-i --inplace --in-place -s= --split-exp=",
    takes: "text read*",
  }),
  defineProgram(
    "xmllint",
    {
      style: "words",
      long: "format noout xpath= valid html nowarning schema= encode= noblanks recover huge pretty= c14n nonet noent version help dropdtd",
      writes: "-o= -output=",
      takes: "read*",
    },
    { network: true },
  ),
  defineProgram("diff3|sdiff", {
    flags: "aeEAxX3imTsBbiltWwEv",
    valued: "LwI",
    long: "text merge label= easy-only show-all ed width= left-column suppress-common-lines help version",
    writes: "-o= --output=",
    takes: "read read read",
  }),
  defineProgram("diffstat", { flags: "bCcEhklmrRtuvV", valued: "fnNpsTwD", long: "version help", takes: "read*" }),
  defineProgram(
    "scc|cloc",
    {
      flags: "abcdjvwzq",
      long: `by-file json csv md yaml quiet exclude-dir= include-lang= exclude-lang= vcs= git no-complexity
      no-cocomo include-ext= exclude-ext= format= sort= hide-rate help version`,
      takes: "read*",
    },
    { never: { text: /^--vcs[=\n](?!(?:git|svn|auto)$)/m, why: "runs a command to find the files" } },
  ),
  defineProgram("fd|fdfind", {
    flags: "aFgHiILlpsu0qh1",
    valued: "cdeEjoSt",
    long: `hidden no-ignore no-ignore-vcs no-ignore-parent unrestricted case-sensitive ignore-case glob regex fixed-strings
      absolute-path list-details follow full-path print0 max-depth= min-depth= exact-depth= exclude= prune type= extension= size=
      changed-within= changed-before= owner= ignore-file= color= threads= max-results= quiet show-errors strip-cwd-prefix
      one-file-system and= help version`,
    takes: "read*",
  }),
  defineProgram(
    "find|gfind",
    {
      style: "words",
      long: `H L P a amin= anewer= and atime= cmin= cnewer= ctime= d daystart depth empty executable false follow fstype= gid=
        group= ilname= iname= inum= ipath= iregex= iwholename= links= lname= ls maxdepth= mindepth= mmin= mount mtime= name=
        newer= newerac= newerBt= newermt= newermm= newerct= nogroup noignore_readdir_race noleaf not nouser o or path= perm=
        print print0 printf= prune quit readable regex= regextype= samefile= size= true type= uid= used= user= version help
        warn nowarn wholename= writable xdev xtype= O1 O2 O3 E X x s`,
      writes: "-fprint= -fprint0= -fprintf= -fls=",
      takes: "read*",
    },
    { dashes: "ignored" },
  ),
  defineProgram("objdump", {
    flags: "adDfghHlprRsStTVwxzC",
    valued: "bjmM",
    long: `disassemble disassemble-all all-headers section-headers syms
      dynamic-syms demangle source line-numbers private-headers help version section=`,
    takes: "read*",
  }),
  defineProgram("nm", {
    flags: "aABCDgnPprsSuUvV",
    valued: "ft",
    long: "demangle dynamic extern-only undefined-only defined-only size-sort help version format=",
    takes: "read*",
  }),
  defineProgram(
    "tcpdump",
    {
      flags: "AbdDefhHIJKlLnNOpqStuUvxX",
      valued: "cijsTyB",
      long: "version help list-interfaces",
      takes: "text*",
    },
    { network: true },
  ),
  defineProgram("ssh-keygen", { flags: "lFvLye", valued: "fE", takes: "text" }),
]
