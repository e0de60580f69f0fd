/** Compares texts by their UTF-8 bytes: the same order on every machine, whatever its language. */
export function compareBytes(a: string, b: string): number {
  const most = Math.min(a.length, b.length)
  for (let at = 0; at < most; at++) {
    const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)]
    if (left !== right) return rankUnit(left) - rankUnit(right)
  }
  return a.length - b.length
}

/** Surrogates stand for characters above all others, but their code units are not above all others. */
function rankUnit(unit: number): number {
  if (unit < 0xd800) return unit
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800
}
