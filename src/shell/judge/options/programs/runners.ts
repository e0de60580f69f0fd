/** What is known about programs by name alone. Names are compared in lower case and without their directory. */

/** Built-ins that do nothing; they need no rule. */
export const freeBuiltins: ReadonlySet<string> = new Set(["[", "test", "true", "false", ":"])

/** Built-ins that turn other text into commands, or change what names mean. No rule covers them. */
export const neverBuiltins: ReadonlyMap<string, string> = new Map([
  ["eval", "eval runs its arguments as a new command: write that command directly"],
  ["exec", "exec replaces the shell: write the command without it"],
  ["source", "source runs another file in this shell: run the file as a program"],
  [".", "a dot runs another file in this shell: run the file as a program"],
  ["trap", "trap runs a command later: write the command where it is needed"],
  ["alias", "an alias makes a name run a different command: write that command directly"],
  ["unalias", "aliases are not used here: leave it out"],
])

/** Built-ins after which the other commands would work in another directory. */
export const folderBuiltins: ReadonlySet<string> = new Set(["cd", "pushd", "popd"])

/** Built-ins that change the shell the following commands run in, or evaluate subscripts in their words. */
const stateBuiltins = words(`
  bind bg builtin caller compgen complete compopt declare disown enable export fc fg getopts hash history jobs let local
  logout mapfile read readarray readonly set shift shopt suspend typeset ulimit umask unset wait
`)

/** Programs that run whatever is passed to them. */
const runners = words(`
  aa-exec ansible ansible-console arch asciinema at autossh aws-vault batch bazelisk bear bunx bwrap c8
  cached-nix-shell capsh cargo-watch catchsegv cgexec chamber choom chpst chronic chroot chrt command concurrently
  conda coproc corepack cpulimit crontab cross-env cross-env-shell cset daemon daemonize dbus-launch dbus-run-session
  ddd devbox direnv distcc distrobox doas dotenv dotenvx dtach dtruss dumb-init eatmydata entr env env-cmd envchain
  envconsul envdir exec expect fakechroot fakeroot fakeroot-ng faketime fbterm firejail flatpak flatpak-spawn flock
  foreman forever ftp fzf genie gnome-terminal gosu grc gtk-launch guix heirloom-mailx husky hyperfine i386 ifne
  ionice ip isolate kitty konsole kubie launchctl lftp lima linux32 linux64 logsave ltrace lxc machinectl mail mailx
  mamba mispipe mosh mpiexec mpirun multitail multitime mutt nerdctl nice nix nix-shell nodemon nohup npm-run-all npx
  nq nsenter nsjail numactl nyc openvt orterun parallel parallel-ssh pdsh perf pexec pipx pkexec pm2 pnpx prlimit
  procmail proot prove proxychains proxychains4 pssh ptrace pueue reptyr retry rlwrap rsh run-mailcap run-one run-p
  run-parts run-s run-this-one runcon runsv runsvdir runuser sandbox-exec scl screen script sem setarch setcpulatency
  setlock setpriv setsid setuidgid sftp sg sk socat softlimit sops ssh ssh-agent sshpass start-server-and-test
  start-stop-daemon stdbuf strace su sudo sudo-rs sudoedit supervise systemd-cat systemd-inhibit systemd-nspawn
  systemd-run taskset tcpserver telnet time timelimit timeout tini tmate tmux toolbox torify torsocks trace-cmd
  trickle tsocks tsp ttyrec unbuffer unshare uvx valgrind vlock watch watchexec watchmedo wine winpty wsl x86_64 xargs
  xcrun xdg-open xdotool xinit xpra xterm xvfb-run yo zellij
`)

/** Programs that run code from their words, a file or their input. */
const interpreters = words(`
  ansible-playbook ash babashka bash bashbug bb bc bconsole bpython bun busybox bwbasic byebug celery
  clickhouse-client clisp clj clojure coffee cqlsh crash csh csi dash dc debugfs deno django-admin duckdb ecl ed
  elixir elvish emacs emacsclient erb erl es escript esno ex fish flask gdb gforth ghc ghci ginsh gnuplot gp gprolog
  groovy gs gsi guile gunicorn gvim hx hypercorn iex ipython irb java jjs joe jrunscript js jshell julia jupyter k9s
  kak kotlin ksh litecli lldb loksh lua luajit m4 mariadb maxima micro micropython mksh mongo mongosh mycli mysql
  mysqlsh nano ncftp nim node nodejs nu nvim ocaml octave oil oksh osascript osh papermill pdksh perl pgcli php phpdbg
  pico pike posh powershell pry psftp psql pwsh pypy pypy3 python qjs r r2 racket radare2 raku rbash red rhino rscript
  ruby runghc rview rvim sage sash sbcl scala scanmem scheme sh sqlcmd sqlite sqlite3 streamlit swift swipl tasksh
  tclsh tcsh tdbtool texlua toybox ts-node tsx utop uvicorn vi view vigr vim vimdiff vipw wish xonsh yash ysh zsh
`)

/** How a program runs something else or changes the shell. */
export function classifyProgram(name: string): "builtin" | "runner" | "interpreter" | undefined {
  const program = toProgramName(name)
  if (stateBuiltins.has(program)) return "builtin"
  if (isRunner(program)) return "runner"
  return isInterpreter(program) ? "interpreter" : undefined
}

/** Why only a rule that spells out a command covers it, if it runs something else or changes the shell. */
export function findWrapperFault(name: string): string | undefined {
  const program = toProgramName(name)
  switch (classifyProgram(name)) {
    case "builtin":
      return `${program} changes the shell it runs in`
    case "runner":
      return `${program} runs whatever it is given`
    case "interpreter":
      return `${program} runs code it is given`
    case undefined:
      return undefined
  }
}

/** Whether a built-in sets variables. */
export function maySetVariables(name: string, argument: string): boolean {
  return stateBuiltins.has(name) || (name === "printf" && /^-v|^$/.test(argument))
}

/** Whether a program runs other programs that its words name. */
export function isWrapper(name: string): boolean {
  const program = toProgramName(name)
  return isRunner(program) || /^(?:builtin|find|gfind|fd|fdfind)$/.test(program) || isInterpreter(program)
}

/** Programs that run commands from their input, whatever their other arguments are. */
export const takesInput: ReadonlySet<string> = words(`
  at batch busybox crontab dc ed emacs ex expect ftp gdb gnuplot lftp lldb m4 mail mailx mariadb mysql nvim octave psql red
  screen script sem sftp socat sqlite sqlite3 telnet tmux toybox vi view vim vimdiff
`)

/** Whether one of the words may contain code: text for an interpreter, its input, or a command line in one word. */
export function mayHoldCode(name: string, words: readonly (string | undefined)[]): boolean {
  const program = toProgramName(name)
  if (isInterpreter(program)) {
    return (
      takesInput.has(program) ||
      words.every((word) => word?.startsWith("-")) ||
      words.some((word) => word === undefined || /^-\w*[ceEprBFR]|^-$|^--(?:e|c|p|run)|^\/(?:dev|proc)\//.test(word))
    )
  }
  if (takesInput.has(program)) return true
  return isRunner(program) && words.some((word) => word === undefined || /\s/.test(word))
}

/**
 * Also recognises another build of the same program, GNU's g prefix, and the loader, which runs the program it is
 * given.
 */
function isRunner(program: string): boolean {
  return (
    runners.has(program) ||
    (program.startsWith("g") && runners.has(program.slice(1))) ||
    runners.has(plainName(program)) ||
    /^(?:s6|execline|runit|qemu|lxc|chain)-/.test(program) ||
    /^ld(?:-linux|-musl|64)?[\w.-]*\.so\b/.test(program)
  )
}

function isInterpreter(program: string): boolean {
  return interpreters.has(program) || interpreters.has(plainName(program))
}

/** `ruby3.1`, `zsh-static` and `gdb-multiarch` count as the programs they are named after. */
function plainName(program: string): string {
  return program.replace(
    /(?:-?\d+(?:\.\d+)*)?(?:-(?:static|cli|client|multiarch|dbg|debug|minimal|nox|gtk3?|tiny|basic|full|shared|safe|wrapper|\w+-linux-gnu))?(?:\.\w+)?$/,
    "",
  )
}

/** A program's name without its directory and in lower case, as file systems that ignore case would find it. */
export function toProgramName(name: string): string {
  return name
    .slice(name.lastIndexOf("/") + 1)
    .toLowerCase()
    .replace(/\.exe$/, "")
}

/** A name for messages, which agents act on: never a destructive program, never an odd name. */
export function sayProgram(name: string | undefined, at: number): string {
  const program = name === undefined ? "" : toProgramName(name)
  return name === undefined ||
    destructive.has(program) ||
    !/^[\w.+-]{1,40}$/.test(program) ||
    program.startsWith("mkfs")
    ? `command ${at}`
    : program
}

const destructive = words(`
  chmod chown dd del erase fdisk format halt init kill killall mv parted pkill poweroff reboot rm rmdir shred shutdown
  srm truncate unlink wipefs
`)

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}
