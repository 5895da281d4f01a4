// Anchors of the audit log on another machine (OPS-130): one datagram each, as syslog takes them
// (RFC 5424). Whether they arrive nobody says; the file beside the data is what counts.

import { createSocket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import { hostname } from 'node:os'
import { clock } from '../../db/core/clock.ts'
import type { Address } from '../../db/appliance/configuration/kinds.ts'

/** Log audit, notice. */
const priority = 13 * 8 + 5

export async function sendLines(to: Address | null, lines: readonly object[]): Promise<number> {
  if (to === null || lines.length === 0) return 0
  const socket = createSocket(isIPv6(to.host) ? 'udp6' : 'udp4')
  socket.on('error', () => undefined)
  let sent = 0
  for (const line of lines) {
    const head = `<${priority}>1 ${clock.instant()} ${hostname()} kituo ${process.pid} audit-anchor -`
    const ok = await new Promise<boolean>((resolve) =>
      socket.send(`${head} ${JSON.stringify(line)}`, to.port, to.host, (error) =>
        resolve(error === null),
      ),
    )
    if (ok) sent += 1
  }
  socket.close()
  return sent
}
