/** System directories, whose programs change with every update. */
const SYSTEM = /^\/(?:usr|bin|sbin|lib\w*|opt|nix|etc|proc|dev|sys)(?:\/|$)/

export function isOfSystem(file: string): boolean {
  return SYSTEM.test(file)
}
