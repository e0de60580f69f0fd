/** The words the grammar is made of. `id` and its like are programs that no rule covers. */

// biome-ignore format: a table
export const vocabulary = {
  covered: [
    "git log", "git status", "cat", "sort", "ls", "wc", "npm run test", "echo", ":", "true", "git branch", "git ls-files", "git rev-parse",
    "tar cf /dev/null", "make test", "find . -exec grep a {} \\;", "rg a", "npx tsc", "xargs grep", "curl -s",
  ],
  disguised: ['"git" log', "gi\\t log", "g'i't log", "$'git' log", "git  lo\\g", "\\ls", "git \\\nlog"],
  uncovered: [
    "id", "touch x", "tee out", "./git log", "env id", "xargs id", "sh -c id", "$X", "{git,log}", "eval id", "exec id", ". f",
    "trap id EXIT", "command id", "git $X", "git", "l*", "time id", "printf -v PATH .", "read x", "export A=1", "alias ls=id",
    "set -x", "cd ..", "~/git log",
  ],
  before: ["NO_COLOR=1", "LC_ALL=C", "A=1", "PATH=.", "A=$(id)", "A[$(id)]=1", "2>&1", "> out", "IFS=x"],
  operators: ["; ", " && ", " || ", " | ", " |& ", " & ", "\n", ";\n", " \\\n&& ", " # id\n", "|", "&&"],
  words: [
    "a", "f", "-5", "--oneline", "HEAD~1", "b.txt", "-u", "--", "x=y", "%h", "a,b", "@{1}", "a#b", "-", "[", "]", "}", "a=~",
    "\\;", "--output=f", "-o", "--checkpoint-action=exec=id", "--pre=id", "'X=$(shell id)'", "SHELL=id", "'X!=id'", "X=1", "-script-shell=id",
    "-script-shell", "--if-present", "-exec id \\;", "-execdir id \\;", "-delete", "-name a", "--show-current", "-fprint out", "HEAD", "src/a", "-d @f", "-d@f", "-T f", "-K f", "-F a=@f", "-p id",
  ],
  quoted: [
    "'a[$(id)]'",
    "'a b'", '"a b"', "'$(id)'", "'`id`'", '"\\$(id)"', '"\\`id\\`"', "$'a\\tb'", "$'\\x24(id)'", "$'\\'; id'", "''", '""', "\\$X",
    "'a'\\''b'", '"a\nb"', '"; id #"', "';'",
  ],
  expansions: [
    "$X", "${X}", "$N", "$F", "$EMPTY", "${X:-a}", "${#X}", "${X%a}", "${X/a/b}", "${X^^}", "$?", "$#", "$@", "$1", "${A[0]}",
    "${A[@]}", "${X:0:1}", "${x:-*}", "${X:+--output=f}", "$PWD", "$(git branch --show-current)", "$(git ls-files)",
    "$(git rev-parse HEAD)", "$(ls)", "--output=$X", "--{output=f,stat}", "-{o,u}f", "$_", "${BASH_REMATCH[0]}", "$BASH_EXECUTION_STRING", "$((N+1))", "$((1))", "$-", "$!",
  ],
  odd: [
    "*", "?", "[ab]", "{a,b}", "{1..3}", "~", "~/x", "!", "$", "\\", "#", "{", "$[1]", "${!X}", "${X@P}", "${X:=a}", "${A[$(id)]}",
    '$"a"', "@(a)", "${ id; }", "=", "^", "%1", "ü", "\t", "{-o,out}", "$(", ")", "`", "'", '"',
  ],
  insideQuotes: ["it's", '\\"', "\\\\", "#", "{a,b}", "*", "~", "'$(id)'", "`id`", "${X:-'$(id)'}", "$'a'", ";id"],
  sums: [
    "1+2", "N+1", "x", "PATH=1", "i++", "a[$(id)]", "N>2 ? 1 : 0", "x=1", "16#ff", "$N*2", "${N}", "`id`", "id) (id", "(N) + (1)",
    "(id); (id)", "id", "$x", "_", "BASH_COMMAND", "$_",
  ],
  documents: ["plain text", "$X", "$(id)", "`id`", "\\$(id)", "EOF ", "\tEOF", "it's \"", "a\\", "${X:-$(id)}", "<(id)", ";id"],
  delimiters: ["EOF", "'EOF'", '"EOF"', "\\EOF", "-EOF", "E'O'F"],
  redirections: [
    "2>&1", ">/dev/null", "2>/dev/null", "< f", "<<< a", '<<< "$X"', "> out", ">> out", ">| out", "&> out", ">& out", "<> out",
    "{fd}> out", "< /dev/tcp/127.0.0.1/9", ">&2", "< <(git status)", "> >(tee out)", "2> out", "</dev/null", "> $X", "<<< $(id)",
  ],
  loopNames: ["x", "x", "x", "f", "PATH", "PATH", "IFS"],
  loopWords: ["'a[$(id)]'", "'-v a[$(id)]'", ".", ".", "1 2", "{1..3}", "--output=f", "'a --output=f'", "-v", "a f", "*", "$(git status)", "id",
    "--output=$PWD/f", "--output=f?", "--output=$(echo f)", "'*'", "{--output=f,a}", "-{o,u}f", "$(git ls-files)", "--pre=$X", "$F --output=f",
  ],
  loopBodies: [
    'cat "$x"', "git log $x", "echo $((x+1))", "[ $x ]", '[ "$x" "a[$(id)]" ]', "[ \"$x\" 'a[$(id)]' ]", "[[ $x -eq 1 ]]", "[[ x -eq 1 ]]",
    "sort $x", '"$x"', "cat < $x", "git $x", "git log", "git status", "sort ${x:-a}", "((x))", "echo ${A[x]}", "git log --$x", "rg a $x",
    'git log "$x"', 'tar cf /dev/null "$x"', "make test $x", "npm run test $x", 'rg a "$x"', "git log -$x", "git log HEAD$x",
  ],
  keepers: [": 'a[$(id)]'", "echo --output=f", "[[ --output=f =~ .* ]]", "[[ 'a[$(id)]' =~ .* ]]", "ls -o", "x='a[$(id)]'", "true ' --output=f '"],
  users: [
    "echo $((_))", "git log $_", 'git log "$_"', "[[ $_ -eq 1 ]]", "sort $_", "git log ${BASH_REMATCH[0]}", "((BASH_REMATCH))",
    "git log $BASH_EXECUTION_STRING", "echo $((x))", "[ $_ ]", "echo ${A[_]}", "git ${_}", "sort ${_:-a}", "for x in $_; do sort $x; done",
  ],
  tests: [
    "-f f", '"$X" = a', "-n $X", "$N -eq 3", "-v X", "-v a[$(id)]", "-v 'a[$(id)]'", "'a[$(id)]' -eq 1", "a =~ (b|c)", "a =~ $(id)",
    "$X == a*", "'a[$(id)]'", "-n 'a[$(id)]'", "$_ -eq 1", "--output=f =~ .*", "_ -eq 1",
  ],
  compares: [" = ", " == ", " -eq ", " -nt ", " && ", " -a "],
  patterns: ["a|b", "*", "(x", "$(id)"],
  never: ["time ", "coproc ", "f() { ", "function f { "],
  tokens: [
    "git log", "cat", "ls", "echo", ":", "true", "git status", "a", "f", "$X", '"$X"', "'", '"', "`", "$(", ")", "(", "{ ", " }", "}", "; ",
    "\n", " && ", " | ", " & ", "|", " ", "  ", "\\", "\\\n", "#", " # ", "$", "${", "${X", "X", ":-", "!", "[[ ", " ]]", "[ ", " ]", "=",
    "==", "-eq", "<", "<<", "<<<", ">", "&", "/dev/null", "2>&1", "EOF\n", "\nEOF\n", "<<EOF\n", "<<'EOF'\n", "<<-EOF\n", "$((", "))", "((",
    "1", "+", "id", "case a in ", "a) ", ";; ", "esac", "if ", "then ", "fi", "else ", "for x in ", "do ", "done", "while false; ",
    "until true; ", "*", "?", "[", "]", "~", "{a,b}", "{", "$'", '$"', "\t", "@", "%", "^", ",", "..", "-", "--", "x=1 ", "time ", "$_", "<(",
    ">(", "|&", ";", "\\$", "\\`", '\\"', "''", '""',
  ],
  edits: [
    ";", "|", "&", "<", ">", "(", ")", "$", "`", "'", '"', "\\", "{", "}", "[", "]", "#", "*", "?", "~", "=", "!", "\n", "\t", "id", "X",
    "0", " ", "$(id)", "`id`", ";id", "\nid", "&id", "|id", "\\\n", "<<E\n", "\r", "\u00a0", "\u200b", "", "",
  ],
} as const satisfies Record<string, readonly string[]>

export const honestCommands: readonly string[] = [
  "git log --oneline -5",
  "git log -1 && git status",
  'git log --grep="\\$(not run)" | wc -l',
  'for f in a b; do cat "$f"; done',
  "cat <<'EOF'\n$(id) ; id\nEOF",
  "cat <<EOF\n$X\nEOF\ngit status",
  "[ -f f ] && cat f || ls",
  'git log -- "a b" f | sort -u | wc -l 2>/dev/null',
  "if git status; then git log; fi",
  "cat \"$(git log -1 '$(id)')\"",
  'case "$X" in a) git log;; *) git status;; esac',
  "ls -la *.txt | sort # comment; id",
  "cat 'a'\"b\"\\ c $'d\\n' ${X:-e} $((1+2))",
  "{ git log; ls; } | (cat; wc -l)",
  "git log `git status` $(ls $(cat f))",
  "while false; do ls; done; until true; do ls; done",
  '[[ -f f && "$X" == a* ]] && ls; ! git status',
  "npm run test --if-present",
  "tar cf /dev/null src/a f",
  "make test X=1",
  "find . -exec grep a {} \\; -name b",
  "git log $(git rev-parse HEAD)",
  "for n in 1 2; do git log -$n; done",
  "git log -- $(git ls-files)",
]
