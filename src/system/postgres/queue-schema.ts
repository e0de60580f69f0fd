/** pg-boss has tables of its own, in a schema beside ours. */
export function nameQueueSchema(schema: string): string {
  return `${schema}_queue`
}
