export async function measureMatch() {
  return undefined
}
