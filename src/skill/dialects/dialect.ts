/**
 * How agents read frontmatter that is not plain. strict-yaml: YAML; if that fails, a few values are quoted and it is
 * read again. front-matter: YAML between loosely matched fences; if that fails, values with a colon are read as text.
 * line-by-line: YAML; if that gives no texts, the lines themselves. quoted-yaml: YAML; if that fails, values are
 * quoted; if that fails too, there is no frontmatter.
 */
export type Dialect = "strict-yaml" | "front-matter" | "line-by-line" | "quoted-yaml"

/** The two fields that every agent reads, exactly as its reader returns them, or why it drops the file. */
export type DialectReading =
  | {
      readonly name?: string | undefined
      readonly description?: string | undefined
      /** The beginning of what it takes for the body, if that can serve as a description. */
      readonly opening?: string
      /** It could use nothing of the frontmatter. */
      readonly isHeadless?: true
      readonly dropped?: undefined
    }
  | { readonly dropped: string }

/** How each dialect reads a file, if that differs from our own reader. */
export type DialectReadings = Readonly<Partial<Record<Dialect, DialectReading>>>
