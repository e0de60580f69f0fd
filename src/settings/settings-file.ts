/** A settings file: missing, its text, or why it cannot be read. */
export type SettingsFile =
  | { readonly kind: "none" }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "unreadable"; readonly why: string; readonly fix: string }
