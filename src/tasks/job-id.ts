const JOB_ID_LENGTH = 12

/** The id of a job, from a UUID. */
export function toJobId(uuid: string): string {
  return uuid.replaceAll("-", "").slice(0, JOB_ID_LENGTH)
}

/** Whether a text has the form of a job's id. No task has such an id. */
export function isJobId(text: string): boolean {
  return text.length === JOB_ID_LENGTH && /^[0-9a-f]+$/.test(text)
}
