import { SkilletError } from "../../problem/failure.ts"

/** A shared file never gets a path of one machine. */
export function noPlaceError({ title, file }: { readonly title: string; readonly file: string }): SkilletError {
  return new SkilletError(
    "hook.not-on-path",
    `skillet is not on the search path, and ${title} reads the hooks of a project only from ${file}, which is shared`,
    {
      retry: "no",
      next: "put `skillet` on the search path (outside the project), or add --user to install the hooks for all your projects",
    },
  )
}
