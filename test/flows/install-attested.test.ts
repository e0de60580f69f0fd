import fs from "node:fs"
import { expect, test } from "vitest"
import { writeTar } from "../../src/install/archive/write-tar.ts"
import { plantProject, writeSkill } from "./install-project.ts"

const pack = (text: string) =>
  Buffer.from(
    writeTar(new Map([["pdf/SKILL.md", { mode: "644" as const, bytes: Buffer.from(writeSkill("pdf", text)) }]])),
  )

/** gh as it answers for archives whose SHA-256 is in a file beside it, and cosign for those with a bundle "good". */
const gh = `#!/bin/sh
[ "$1 $2 $4 $5" = "attestation verify --repo acme/skills" ] || exit 9
case "$(cat "$0.answer")" in
  yes) sum=$(sha256sum "$3" | cut -d' ' -f1) ;;
  other) sum=${"0".repeat(64)} ;;
  *) echo "Error: no attestations found" >&2; exit 1 ;;
esac
echo '[{"verificationResult":{"statement":{"subject":[{"digest":{"sha256":"'$sum'"}}]}}}]'
`
const cosign = `#!/bin/sh
[ "$1 $2 $4 $5 $6 $7" = "verify-blob --bundle --certificate-identity-regexp ^https://github\\.com/acme/skills/ --certificate-oidc-issuer https://token.actions.githubusercontent.com" ] || exit 9
[ "$(cat "$3")" = good ]
`

function plantPrograms(programs: Readonly<Record<string, string>>) {
  const place = plantProject({ "pdf.skill": pack("One.\n") })
  for (const [name, text] of Object.entries(programs)) {
    place.plant({ [`bin/${name}`]: text })
    fs.chmodSync(place.at(`bin/${name}`), 0o755)
  }
  const env = { PATH: `${place.at("bin")}:/usr/bin:/bin` }
  return {
    ...place,
    answer: (text: string) => place.plant({ "bin/gh.answer": text }),
    ask: (...words: readonly string[]) => place.runWith(env, ...words),
  }
}

const add = ["add", "../pdf.skill", "--attested-by", "acme/skills", "--yes"]

test("an attestation that gh verifies is in the lock, and an update must have one of the same repository", () => {
  const { ask, answer, lock, plant, read } = plantPrograms({ gh })
  for (const [said, why] of [
    ["no", "gh: Error: no attestations found"],
    // Ending well is not enough: the answer must be about these bytes.
    ["other", "gh did not name this archive"],
  ] as const) {
    answer(said)
    expect(ask(...add)).toMatchObject({
      code: 1,
      err: expect.stringMatching(new RegExp(`is not verified to be attested by workflows of acme/skills: ${why}`)),
    })
  }
  answer("yes")
  expect(ask(...add)).toMatchObject({
    code: 0,
    err: expect.stringContaining("attested by workflows of acme/skills according to gh"),
  })
  expect(lock().skills["pdf"]?.source).toMatchObject({ type: "archive", attestedBy: "acme/skills", checkedWith: "gh" })
  expect(ask("sbom").out).toContain('"name":"skillet:attested-by","value":"acme/skills"')
  expect(ask("verify").code).toBe(0)
  const before = read("skillet.lock")
  plant({ "pdf.skill": pack("Newer.\n") })
  answer("no")
  expect(ask("update", "--yes")).toMatchObject({
    code: 1,
    err: expect.stringContaining("is not verified to be attested"),
  })
  expect(read("skillet.lock")).toBe(before)
  answer("yes")
  expect(ask("update", "--yes").code).toBe(0)
  expect(read(".agents/skills/pdf/SKILL.md")).toContain("Newer.")
})

test("cosign is asked with the bundle beside the archive; without programs or for other sources nothing is assumed", () => {
  const { ask, plant, lock, run, publish } = plantPrograms({ cosign })
  expect(ask(...add).err).toContain("there is no attestation that can be checked")
  plant({ "pdf.skill.sigstore.json": "bad" })
  expect(ask(...add).err).toContain("is not verified to be attested by workflows of acme/skills: cosign: ")
  plant({ "pdf.skill.sigstore.json": "good" })
  expect(ask(...add).code).toBe(0)
  expect(lock().skills["pdf"]?.source).toMatchObject({ attestedBy: "acme/skills", checkedWith: "cosign" })
  publish("skills", { "a/SKILL.md": writeSkill("a") })
  expect(ask("add", "acme/skills", "--attested-by", "acme/skills", "--yes").err).toContain("only archives are attested")
  expect(ask("add", "../pdf.skill", "--attested-by", "--x/y", "--yes").err).toContain("is not a repository on GitHub")
  expect(ask("add", "../pdf.skill", "--attested-by", "acme/..", "--yes").err).toContain(
    "acme/.. is not a repository on GitHub",
  )
  expect(run("verify").code).toBe(0)
})
