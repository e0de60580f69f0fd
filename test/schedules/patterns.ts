/** A cron expression, and the same times as a calendar expression of systemd, where it has one. */
export interface Pattern {
  readonly cron: string
  readonly calendar?: string
}

/**
 * systemd joins a day of the month and a weekday by "and", cron by "or": such patterns have no calendar expression. Nor
 * has the one for every seventh day, of which systemd 252 finds one too few.
 */
export const patterns: readonly Pattern[] = [
  { cron: "@daily", calendar: "*-*-* 00:00:00" },
  { cron: "0 1-4 * * *", calendar: "*-*-* 01..04:00:00" },
  { cron: "@weekly", calendar: "Sun *-*-* 00:00:00" },
  { cron: "@monthly", calendar: "*-*-01 00:00:00" },
  { cron: "@yearly", calendar: "*-01-01 00:00:00" },
  { cron: "30 2 * * *", calendar: "*-*-* 02:30:00" },
  { cron: "0 2 * * *", calendar: "*-*-* 02:00:00" },
  { cron: "30 1 * * *", calendar: "*-*-* 01:30:00" },
  { cron: "59 23 * * *", calendar: "*-*-* 23:59:00" },
  { cron: "15 0 * * *", calendar: "*-*-* 00:15:00" },
  { cron: "0 3 * * *", calendar: "*-*-* 03:00:00" },
  { cron: "45 1 * * 0", calendar: "Sun *-*-* 01:45:00" },
  { cron: "45 1 * * 7", calendar: "Sun *-*-* 01:45:00" },
  { cron: "45 1 * * SUN", calendar: "Sun *-*-* 01:45:00" },
  { cron: "0 9 * * 1-5", calendar: "Mon..Fri *-*-* 09:00:00" },
  { cron: "0 9 * * MON-FRI", calendar: "Mon..Fri *-*-* 09:00:00" },
  { cron: "0 9 * * 5-7", calendar: "Fri,Sat,Sun *-*-* 09:00:00" },
  { cron: "0 9 * * 6,0", calendar: "Sat,Sun *-*-* 09:00:00" },
  { cron: "0 */8 * * *", calendar: "*-*-* 00/8:00:00" },
  { cron: "0 */6 * * *", calendar: "*-*-* 00/6:00:00" },
  { cron: "0 */12 * * *", calendar: "*-*-* 00/12:00:00" },
  { cron: "40 */6 * * *", calendar: "*-*-* 00/6:40:00" },
  { cron: "20 */4 * * *", calendar: "*-*-* 00/4:20:00" },
  { cron: "0 9-17/4 * * *", calendar: "*-*-* 09,13,17:00:00" },
  { cron: "5,35 8 * * *", calendar: "*-*-* 08:05,35:00" },
  { cron: "0 1,2,3 * * *", calendar: "*-*-* 01,02,03:00:00" },
  { cron: "0 0 */2 * *", calendar: "*-*-01/2 00:00:00" },
  { cron: "0 0 */7 * *" },
  { cron: "0 12 1,15 * *", calendar: "*-*-01,15 12:00:00" },
  { cron: "0 12 31 * *", calendar: "*-*-31 12:00:00" },
  { cron: "0 12 29 2 *", calendar: "*-02-29 12:00:00" },
  { cron: "0 6 * JAN,JUL *", calendar: "*-01,07-* 06:00:00" },
  { cron: "0 6 * 3-5 *", calendar: "*-03..05-* 06:00:00" },
  { cron: "0 6 * */3 *", calendar: "*-01/3-* 06:00:00" },
  { cron: "10 4 8 NOV *", calendar: "*-11-08 04:10:00" },
  { cron: "0 22 * * 2", calendar: "Tue *-*-* 22:00:00" },
  { cron: "30 3 1 */2 *", calendar: "*-01/2-01 03:30:00" },
  { cron: "0 0 13 * 5" },
  { cron: "0 0 1 * MON" },
  { cron: "30 2 1-7 * 0" },
]

/** Without clock changes, with half an hour, with changes in each half of the year, by half an hour, and at midnight. */
export const zones = [
  "UTC",
  "Asia/Kolkata",
  "America/New_York",
  "Europe/Berlin",
  "Australia/Lord_Howe",
  "America/Santiago",
] as const

export const YEAR = { from: Date.UTC(2026, 0, 1), to: Date.UTC(2027, 0, 1) }
