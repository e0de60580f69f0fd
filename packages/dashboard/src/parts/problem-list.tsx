import type { WireProblem } from "../wire.ts"
import { Shown } from "./parts.tsx"

export function ProblemList({ problems }: { readonly problems: readonly WireProblem[] }) {
  return (
    <ul class="problems">
      {problems.map(({ code, path, line, message, fix }) => (
        <li key={`${code} ${path} ${line} ${message}`}>
          <Shown text={message} /> <span class="dim">{code}</span>
          <div class="dim mono">
            <Shown text={`${path}${line === undefined ? "" : `:${line}`}`} />
          </div>
          {fix !== undefined && (
            <div class="dim">
              Fix: <Shown text={fix} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}
