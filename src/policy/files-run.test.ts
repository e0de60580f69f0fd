import { expect, test } from "vitest"
import { filesRun } from "./files-run.ts"

test.each([
  ["/p/scripts/x.sh a", ["/p/scripts/x.sh"]],
  ["./a.sh && ls b.txt", ["./a.sh"]],
  ["bash /p/x.sh y.txt", ["/p/x.sh", "y.txt"]],
  ["python3 tool.py", ["tool.py"]],
  ["env A=1 ./run", ["./run"]],
  ["echo $(/p/inner.sh)", ["/p/inner.sh"]],
  ["node -e 1", []],
  ["git log -- src/a.ts", []],
])("%s runs %j", (command, files) => {
  expect(filesRun(command)).toEqual(files)
})
