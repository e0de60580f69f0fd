/** What is known of programs by name alone. Names are compared in small letters and without their folder. */

/** Built-ins that do nothing; they need no rule. */
export const freeBuiltins: ReadonlySet<string> = new Set(["[", "test", "true", "false", ":"])

/** Built-ins that make other text into commands, or names mean something else. No rule covers them. */
export const neverBuiltins: ReadonlyMap<string, string> = new Map([
  ["eval", "eval runs its words as a new command: write that command itself"],
  ["exec", "exec replaces the shell: write the command without it"],
  ["source", "source runs another file in this shell: run the file as a program"],
  [".", "a dot runs another file in this shell: run the file as a program"],
  ["trap", "trap runs a command later on: write the command where it is needed"],
  ["alias", "an alias makes a name mean another command: write the command itself"],
  ["unalias", "aliases are not used here: leave it out"],
])

/** Built-ins after which the other commands would work in another folder. */
export const folderBuiltins: ReadonlySet<string> = new Set(["cd", "pushd", "popd"])

/** Built-ins that change the shell the following commands run in, or evaluate subscripts in their words. */
const stateBuiltins = words(`
  bind bg builtin caller compgen complete compopt declare disown enable export fc fg getopts hash history jobs let local
  logout mapfile read readarray readonly set shift shopt suspend typeset ulimit umask unset wait
`)

/** Programs that run whatever they are given. */
const runners = words(`
  arch at autossh batch bunx bwrap catchsegv cgexec chpst chroot chrt command coproc corepack crontab daemonize
  dbus-run-session direnv doas dtach eatmydata entr env exec expect fakeroot faketime firejail flock gosu hyperfine
  i386 ionice linux32 linux64 ltrace mosh nice nohup npx nsenter numactl parallel perf pipx pkexec pnpx prlimit proot
  proxychains proxychains4 rlwrap rsh runuser screen script sem setarch setpriv setsid sg socat ssh ssh-agent sshpass
  start-stop-daemon stdbuf strace su sudo systemd-run taskset time timeout tmux torsocks unbuffer unshare uvx valgrind
  watch x86_64 xargs xvfb-run
`)

/** Programs that run code from their words, a file or their input. */
const interpreters = words(`
  ash bash bun busybox clisp csh dash deno ed elixir emacs erl ex fish gdb ghc ghci groovy guile irb java jshell julia
  kotlin ksh lldb lua luajit m4 mksh mysql nim node nodejs nvim ocaml octave osascript perl php pike powershell psql
  pwsh pypy pypy3 python r racket rbash rscript ruby runghc sbcl scala scheme sh sqlite3 swift tclsh tcsh toybox
  ts-node tsx vi view vim wish zsh
`)

/** What a program is that runs something else or changes the shell. */
export function programKind(name: string): "builtin" | "runner" | "interpreter" | undefined {
  const program = programOf(name)
  if (stateBuiltins.has(program)) return "builtin"
  if (isRunner(program)) return "runner"
  return isInterpreter(program) ? "interpreter" : undefined
}

/** Why only a rule that spells a command out covers it, when it runs something else or changes the shell. */
export function wrapperFault(name: string): string | undefined {
  const program = programOf(name)
  switch (programKind(name)) {
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

/** Whether a built-in gives values to variables. */
export function setsVariables(name: string, argument: string): boolean {
  return stateBuiltins.has(name) || (name === "printf" && /^-v|^$/.test(argument))
}

/** Whether a program runs other programs that are named in its words. */
export function isWrapper(name: string): boolean {
  const program = programOf(name)
  return isRunner(program) || /^(?:builtin|find|gfind|fd|fdfind)$/.test(program) || isInterpreter(program)
}

/** Programs that run commands from their input, whatever else they are given. */
export const takesInput: ReadonlySet<string> = words(`
  at batch busybox crontab ed emacs ex expect gdb lldb m4 mysql nvim octave psql screen script sem socat sqlite3 tmux
  toybox vi view vim
`)

/** Whether one of the words may hold code: text for an interpreter, its input, or a command line in one word. */
export function holdsCode(name: string, words: readonly (string | undefined)[]): boolean {
  const program = programOf(name)
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

/** The loader of shared libraries runs the program it is given. */
function isRunner(program: string): boolean {
  return runners.has(program) || /^ld(?:-linux|-musl|64)?[\w.-]*\.so\b/.test(program)
}

function isInterpreter(program: string): boolean {
  return interpreters.has(program) || /^(?:python|pypy|perl|ruby|php|lua|node|tclsh)-?\d+(?:\.\d+)*$/.test(program)
}

/** A program's name without folder and capitals, as file systems that ignore case would find it. */
export function programOf(name: string): string {
  return name
    .slice(name.lastIndexOf("/") + 1)
    .toLowerCase()
    .replace(/\.exe$/, "")
}

/** A name fit for our messages, which are acted on by agents: never one that destroys things, never an odd one. */
export function sayProgram(name: string | undefined, at: number): string {
  const program = name === undefined ? "" : programOf(name)
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
