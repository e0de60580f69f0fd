import { garden, skillText } from "../plant.ts"

/** A project with one of each file that the forms of `forms.ts` run, and a skill with one command. */
export function plantProject(command: string) {
  const text = skillText("d", "allowed-tools: Bash\n").replace("The body of it.", () => `\`\`\`!\n${command}\n\`\`\``)
  const planted = Object.fromEntries(Object.entries(FILES).map(([name, content]) => [`project/${name}`, content]))
  return garden({
    ...planted,
    "project/.agents/skills/a/SKILL.md": text,
    "project/linked.sh": { link: "scripts/x.sh" },
    "project/linked": { link: "scripts" },
  })
}

const SCRIPTS = { build: "bash scripts/x.sh", test: "node scripts/x.js" }

const PLAIN = `
  bin/tool cmd/x/main.go sub/Makefile sub/test.js main.js data.txt data.json a.tar Makefile conftest.py
  pyproject.toml eslint.config.js vitest.config.ts justfile Taskfile.yml Rakefile Gemfile Cargo.toml
  build.rs go.mod gradlew build.gradle pom.xml tox.ini Dockerfile compose.yaml CMakeLists.txt
  .pre-commit-config.yaml
`

const EMPTY_FILES = [
  ...["sh", "py", "js", "ts", "sql", "awk", "sed", "jq", "php", "vim", "cmake"].map((ending) => `scripts/x.${ending}`),
  "scripts/y.sh",
  ...["pre.js", "pre.mjs", "index.js", "mod.py", "Mod.pm", "x.rb", "x.so", "x.jar"].map((name) => `lib/${name}`),
  ...["run.env", "rules.mk", "curl.conf", "ssh.conf", "deno.json", "pytest.ini"].map((name) => `config/${name}`),
  ...["eslint.config.js", "Dockerfile.dev"].map((name) => `config/${name}`),
  ...["__init__.py", "__main__.py", "start.py"].map((name) => `tool/${name}`),
  ...PLAIN.trim().split(/\s+/),
]

const FILES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(EMPTY_FILES.map((name) => [name, `# ${name}\n`])),
  "scripts/list.txt": "scripts/x.sh\n",
  "package.json": JSON.stringify({ name: "p", main: "main.js", scripts: SCRIPTS }),
  "sub/package.json": JSON.stringify({ name: "s", scripts: { test: "node test.js" } }),
}
