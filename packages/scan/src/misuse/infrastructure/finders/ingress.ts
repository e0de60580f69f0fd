import type { CodeNode } from "../../../code-tree.ts"
import type { Call, CodeView } from "../../../rules/code-view.ts"
import { renderCodeValue } from "../../render-code-value.ts"
import type { Setting } from "./resource-settings.ts"

const anyAddress = /anyIpv[46]\(\)|\b0\.0\.0\.0\/0|(?:^|[^\w:])::\/0/

/** A port or a range that is written here; websites are meant to be reached. */
const otherPort =
  /Port\.(?:tcp|udp|tcpRange|udpRange)\((?!(?:80|443|8080|8443)\))\d|Port\.all\w+\(|Port\.(?:SSH|RDP|POSTGRES|MYSQL_AURORA|MSSQL|REDIS|ALL_\w+)$/

/** `group.addIngressRule(Peer.anyIpv4(), Port.tcp(22))`. */
export function findOpenIngressCalls(code: CodeView): readonly CodeNode[] {
  return code.calls.filter((call) => isOpen(code, call)).map(({ node }) => node)
}

function isOpen(code: CodeView, { method, args: [first, second] }: Call): boolean {
  if (first === undefined) return false
  if (/^allow(?:Default)?PortFromAnyIpv4$|^allowFromAnyIpv4$/.test(method))
    return otherPort.test(renderCodeValue(code, first))
  return (
    method === "addIngressRule" &&
    second !== undefined &&
    anyAddress.test(renderCodeValue(code, first)) &&
    otherPort.test(renderCodeValue(code, second))
  )
}

const webPorts = /^\[?(?:80|443|8080|8443)(?:, (?:80|443|8080|8443))*\]?$/

/** Addresses of a rule for incoming traffic, with its ports beside them. */
export function isOpenIngress({ node, value, others }: Setting): boolean {
  if (
    !anyAddress.test(value) ||
    isOutgoing(node) ||
    /egress/i.test(`${others.get("type")}${others.get("direction")}`)
  ) {
    return false
  }
  const ports = others.get("fromPort") ?? readPorts(others.get("allows") ?? others.get("allow"))
  if (ports === undefined) return /^(?:-1|all)$/.test(others.get("ipProtocol") ?? others.get("protocol") ?? "")
  const last = others.get("toPort")
  return /\d/.test(ports) && !(webPorts.test(ports) && (last === undefined || webPorts.test(last)))
}

/** `[{ protocol: "tcp", ports: ["22"] }]`. */
function readPorts(text: string | undefined): string | undefined {
  const listed = /\bports:\s*\[([^\]]*)\]/.exec(text ?? "")?.[1]
  return listed?.replace(/["'\s]/g, "").replace(/,/g, ", ")
}

function isOutgoing(node: CodeNode): boolean {
  for (let above = node.parent; above !== undefined; above = above.parent) {
    if (above.kind === "pair" && /egress/i.test(above.field("key")?.text ?? "")) return true
    if (/^(?:new_expression|call_expression|statement_block|program)$/.test(above.kind)) {
      return /egress/i.test(above.field("constructor")?.text ?? "")
    }
  }
  return false
}
