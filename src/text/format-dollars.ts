export function formatDollars(amount: number): string {
  return `$${amount.toFixed(2)}`
}
