import type { Call } from "../act-through.ts"

/** The same port, with every call of a function going through `through`, whatever functions it has. */
export function watchPort<Port extends object>(port: Port, through: (call: Call) => Promise<unknown>): Port {
  return new Proxy(port, {
    get(target, name): unknown {
      const found: unknown = Reflect.get(target, name)
      if (typeof found !== "function") return found
      return (...given: readonly unknown[]) =>
        through({ method: String(name), given, act: async () => Reflect.apply(found, target, given) as unknown })
    },
  })
}
