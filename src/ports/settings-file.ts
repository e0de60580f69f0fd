/** A settings file: not there, its text, or why nobody can know what it says. */
export type SettingsFile =
  | { readonly kind: "none" }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "unreadable"; readonly why: string; readonly fix: string }
