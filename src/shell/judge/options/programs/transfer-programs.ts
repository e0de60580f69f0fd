import { defineProgram, type ProgramRow } from "./program-entry.ts"

const REMOTE_ARCHIVE = {
  text: /^[^/\n]*:/m,
  why: "runs a program to reach an archive on another host: put ./ before the file name",
}

/** Options with which a program only prints what it is given. */
const PRINTS = /^-[^-]*[clt]|^--(?:stdout|to-stdout|list|test)$/

const RCLONE = {
  flags: "PRcnqruvx",
  long: `progress dry-run recursive checksum size-only update ignore-existing verbose quiet max-depth= max-age= min-age= max-size=
    min-size= include= exclude= transfers= checkers= bwlimit= tpslimit= stats= fast-list human-readable format= separator=
    files-only dirs-only create-empty-src-dirs one-way json long help`,
} as const

/** Programs that pack, copy and fetch: they write what their arguments say, and must run nothing. */
export const transferPrograms: readonly ProgramRow[] = [
  defineProgram(
    "tar|gtar|bsdtar",
    {
      flags: "AcdrtuxBhijJkmnOpRsvwzZaSUl",
      valued: "bHKLNVX",
      kinds: { write: "-C --directory", archive: "-f --file" },
      runs: "-P -W --absolute-names -I= -F= --use-compress-program= --to-command= --info-script= --new-volume-script= --rmt-command= --rsh-command= --checkpoint-action=",
      takes: "read*",
      long: `append catenate concatenate create compare diff extract get list update delete exclude= exclude-from=
        exclude-vcs exclude-vcs-ignores exclude-caches gzip gunzip bzip2 xz lzip lzma zstd compress auto-compress verbose
        preserve-permissions same-permissions no-same-owner same-owner numeric-owner owner= group= mode= mtime= sort= format=
        strip-components= transform= xform= wildcards no-wildcards anchored no-anchored no-recursion recursion overwrite
        keep-old-files skip-old-files keep-newer-files unlink-first to-stdout null totals checkpoint one-file-system
        dereference hard-dereference touch no-overwrite-dir verify sparse show-transformed-names occurrence
        newer= after-date= newer-mtime= label= blocking-factor= ignore-failed-read ignore-zeros utc full-time quoting-style=
        help version test-label starting-file= pax-option= posix old-archive warning= delay-directory-restore`,
      writes: "--index-file= --backup --suffix= -g= --listed-incremental=",
    },
    {
      bundles: true,
      never: REMOTE_ARCHIVE,
      reads: /^-[^-]*[tx]|^--(?:extract|get|list|diff|compare|test-label)$/,
    },
  ),
  defineProgram("zip", {
    flags: "rjqvyXDmufdog0123456789eFlAcz@9",
    valued: "ixnt",
    long: `recurse-paths junk-paths quiet verbose symlinks no-extra no-dir-entries
      update freshen move include= exclude= help version show-files`,
    writes: "-O= --output-file=",
    runs: "-T -TT= --test --unzip-command=",
    takes: "write read*",
  }),
  defineProgram("unzip|zipinfo", {
    flags: "lvtqjnopacfuZ1shmzLCXDKU",
    valued: "xI",
    kinds: { write: "-d" },
    runs: "-:",
    takes: "read text*",
  }),
  defineProgram(
    "lz4|unlz4",
    {
      flags: "cdfhklmqrtvzV123456789",
      long: "stdout force keep list quiet rm multiple verbose help version best fast",
      takes: "archive write",
    },
    { reads: PRINTS },
  ),
  defineProgram(
    "gzip|gunzip|bzip2|bunzip2|xz|unxz|zstd|unzstd|pigz|unpigz",
    {
      flags: "acdfhklLnNqrtvVz123456789eT",
      long: `stdout to-stdout decompress uncompress force keep list name no-name quiet recursive test verbose fast best compress rm
      threads= rsyncable synchronous help version`,
      writes: "-o= --output-dir-flat= --output-dir-mirror=",
      takes: "archive*",
    },
    { reads: PRINTS },
  ),
  defineProgram(
    "cpio",
    {
      flags: "abBcdfkLlmnortuvV0A",
      valued: "CHMR",
      kinds: { read: "-I --file -F", write: "-D --directory" },
      takes: "write",
      long: `create list make-directories preserve-modification-time
      unconditional verbose null format= no-absolute-filenames quiet help version`,
      writes: "-O= -i --extract -p --pass-through",
    },
    { never: REMOTE_ARCHIVE },
  ),
  defineProgram(
    "rsync",
    {
      flags: "abcCdDEgGhHiIJKklLmnNOopPqrRsStUuvWxXyz0246A",
      valued: "Bf",
      long: `archive recursive verbose quiet checksum relative update inplace append dirs links copy-links safe-links perms chmod=
        owner group devices specials times atimes omit-dir-times dry-run whole-file one-file-system block-size= existing
        ignore-existing delete delete-before delete-during delete-after delete-excluded force max-delete= max-size= min-size=
        partial partial-dir= delay-updates prune-empty-dirs numeric-ids timeout= size-only modify-window= compress
        compress-level= exclude= exclude-from= include= include-from= filter= cvs-exclude human-readable progress stats
        itemize-changes list-only bwlimit= info= out-format= version help ipv4 ipv6 backup no-perms no-owner no-group
        no-times remove-source-files ignore-errors`,
      writes: "--log-file= --write-batch= --only-write-batch= -T= --temp-dir= --backup-dir=",
      runs: "-e= --rsh= --rsync-path=",
      takes: "endpoint*",
    },
    { network: true },
  ),
  defineProgram(
    "scp",
    { flags: "346ABCOpqrTv", valued: "cilP", runs: "-S= -F= -o= -J=", takes: "endpoint*" },
    { network: true },
  ),
  defineProgram(
    "rclone ls|rclone lsl|rclone lsd|rclone lsf|rclone lsjson|rclone tree|rclone size|rclone about|rclone cat|rclone check|rclone md5sum|rclone sha1sum|rclone version|rclone listremotes",
    { ...RCLONE, takes: "endpoint*" },
    { network: true },
  ),
  defineProgram(
    "rclone copy|rclone copyto|rclone move|rclone moveto|rclone sync|rclone delete|rclone deletefile|rclone purge|rclone mkdir|rclone rmdir",
    { ...RCLONE, takes: "endpoint*" },
    { network: true, named: true },
  ),
  defineProgram(
    "curl",
    {
      flags: "0123456aBfgGiIjklLMNpqsSvVZ#",
      takes: "address*",
      valued: "AbCdeEFHmPrtuUxXyYzw",
      long: `alpn anyauth append basic cacert= capath= cert= cert-type= ciphers= compressed connect-timeout=
        continue-at= cookie= data= data-ascii= data-binary= data-raw= data-urlencode= digest fail fail-early fail-with-body form=
        form-string= get globoff head header= help http0.9 http1.0 http1.1 http2 http3 include insecure interface= ipv4 ipv6
        json= junk-session-cookies keepalive-time= key= limit-rate= location location-trusted manual max-filesize= max-redirs=
        max-time= negotiate no-buffer no-keepalive no-progress-meter noproxy= oauth2-bearer= parallel parallel-max= path-as-is
        post301 post302 post303 progress-bar proto= proto-default= proto-redir= proxy= proxy-header= proxy-user= range=
        raw referer= request= request-target= resolve= retry= retry-all-errors retry-connrefused retry-delay= retry-max-time=
        show-error silent speed-limit= speed-time= ssl ssl-reqd tcp-fastopen tcp-nodelay tls-max= tlsv1 tlsv1.0 tlsv1.1
        tlsv1.2 tlsv1.3 tr-encoding url= user= user-agent= verbose version write-out= fail-fast styled-output`,
      writes: `-o= -O -D= -c= -J -R --output= --remote-name --remote-name-all --remote-header-name --remote-time --output-dir=
        --create-dirs --dump-header= --cookie-jar= --trace= --trace-ascii= --stderr= --libcurl= --etag-save= --hsts= --alt-svc=`,
      runs: "-K= --config= -n --netrc --netrc-optional --netrc-file= --engine= --unix-socket= --abstract-unix-socket=",
    },
    {
      network: true,
      dashes: "ignored",
      unless: /^(?:-o|--output|-D|--dump-header)$/,
      never: {
        text: /%output\{|^-\w*w\n?@|^--write-\S*[=\n]@|^(?:-[^-\n]*[dH]\n?|--(?:data(?:-ascii|-binary)?|json|(?:proxy-)?header|url)[=\n])@(?!-$)|^--data-urlencode[=\n][^=\n]*@(?!-$)|^(?:-[^-\n]*F\n?|--form[=\n])[^=\n]*=[@<](?!-$)|;\s*headers=\s*"?[@<]|^(?:-[^-\n]*b\n?|--cookie[=\n])[^=\n]+$/m,
        why: "may write or send a file when given this argument: only a rule that spells it out can allow it",
      },
    },
  ),
  defineProgram(
    "wget",
    {
      flags: "46bcdhHFkKLmnNpqrSvVxE",
      valued: "tTwQUBAR",
      long: `quiet no-verbose verbose tries= timeout= wait= random-wait waitretry= limit-rate= continue spider server-response
        user-agent= header= referer= post-data= method= body-data= no-check-certificate ca-certificate= user= password=
        no-proxy recursive level= no-parent accept= reject= domains= span-hosts page-requisites convert-links mirror
        no-clobber timestamping max-redirect= content-on-error https-only inet4-only inet6-only help version show-progress`,
      writes:
        "-O= -o= -a= -P= --output-document= --output-file= --append-output= --directory-prefix= --save-cookies= --save-headers",
      runs: "-e= --execute= --config= --use-askpass= -i= --input-file= --post-file= --body-file=",
      takes: "address*",
    },
    { network: true, unless: /^(?:-O|-o|--output-document|--output-file)$/ },
  ),
  defineProgram(
    "http|https|xh|xhs",
    {
      takes: "text text*",
      flags: "fjvhbFS",
      valued: "aps",
      long: "form json verbose headers body follow print= pretty= style= timeout= auth= check-status ignore-stdin verify= help version",
    },
    {
      network: true,
      never: {
        text: /^(?!\w+:\/\/)(?:[^=@:\n]*@|[^=@:\n]*(?:==?|:=?)@|[^\n]*\\[^\n]*@)/m,
        why: "sends the contents of a file: only a rule that spells it out can allow it",
      },
    },
  ),
  defineProgram("httpie plugins list|httpie cli check-updates|httpie --version", { takes: "" }, { network: true }),
]
