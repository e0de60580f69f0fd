import { Client } from "pg"

/** As an administrator would; the password of each is its name. */
export async function createRoles(address: string, names: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: address.replace(/\?.*$/, "") })
  await client.connect()
  for (const name of names) await client.query(`CREATE ROLE ${name} LOGIN PASSWORD '${name}'`)
  await client.end()
}
