import { expect, test } from "vitest"
import { splitFile } from "./split-passages.ts"
import { decideCommandUse } from "./decide-command-use.ts"

const X = "rm -rf ~/x"

const useIn = (path: string, text: string) => {
  const passage = splitFile({ path, text, executable: false, size: text.length }).find((one) => one.text.includes(X))
  if (passage === undefined) throw new Error(`no passage of ${path} has the command`)
  return decideCommandUse(passage, passage.text.indexOf(X))
}

test.each([
  ["a plain line of a script", "a.sh", `set -e\n${X}\n`],
  ["a call that runs it", "a.py", `os.system("${X}")\n`],
  ["a list of arguments", "a.py", `subprocess.run(["sh", "-c", "${X}"])\n`],
  ["a variable that is run below", "a.py", `cmd = "${X}"\nprint("go")\nos.system(cmd)\n`],
  ["a list that is run in a loop", "a.py", `BLOCKED = [\n  "${X}",\n]\nfor one in BLOCKED:\n    os.system(one)\n`],
  ["a blocklist that is evaluated", "a.sh", `BLOCKED="${X}"\neval "$BLOCKED"\n`],
  ["a printed line that goes into a shell", "a.sh", `echo "${X}" | sh\n`],
  ["a printed line that goes into a file", "a.sh", `echo "${X}" >> ~/.bashrc\n`],
  ["a here-document that goes into a file", "a.sh", `cat > x.sh <<EOF\n${X}\nEOF\n`],
  ["a line after a here-document", "a.sh", `cat <<EOF\nusage\nEOF\n${X}\n`],
  ["a plain line in a fence called dockerfile", "a.md", "```dockerfile\nFROM x\n" + X + "\n```\n"],
  ["a process that is started", "a.js", `execSync('${X}')\n`],
  ["a fence of shell", "a.md", "```sh\n" + X + "\n```\n"],
])("%s runs", (_what, path, text) => {
  expect(useIn(path, text)).toBe("runs")
})

test.each([
  ["what echo prints", "a.sh", `echo "  ${X}"\n`, "shown"],
  ["what echo prints to the error output", "a.sh", `echo "run ${X}" >&2\n`, "shown"],
  ["a here-document on the screen", "a.sh", `cat <<EOF\nusage: ${X}\nEOF\n`, "shown"],
  ["a list of what is blocked", "a.py", `DANGEROUS = [\n    "mkfs",\n    "${X}",\n]\n`, "shown"],
  ["a test of a checker", "a.py", `assert not is_safe("${X}")\n`, "shown"],
  ["a string that nothing runs", "a.js", `const sample = { text: "${X}" }\n`, "held"],
  ["a step of an image", "Dockerfile", `FROM x\nRUN apt update && ${X}\n`, "elsewhere"],
  ["a step of an image in a document", "a.md", "```dockerfile\nFROM x\nRUN " + X + "\n```\n", "elsewhere"],
  ["a job of a pipeline", ".github/workflows/a.yml", `jobs:\n  a:\n    steps:\n      - run: ${X}\n`, "elsewhere"],
  ["a page", "a.html", `<pre>${X}</pre>\n`, "elsewhere"],
  ["a rule against it", "a.md", `Never run \`${X}\`.\n`, "told"],
])("%s does not count as run here", (_what, path, text, use) => {
  expect(useIn(path, text)).toBe(use)
})
