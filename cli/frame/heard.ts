// A command that came over a control socket, and what a start that failed says.

import type { Asked } from '../../db/appliance/configuration/read.ts'
import type { Deployment } from '../../db/appliance/deployment/deployment.ts'
import type { AsideAsked, CommandLine, Document } from '../../db/appliance/deployment/line.ts'
import { codeOf } from '../../db/core/disk.ts'
import { newId } from '../../db/core/ids.ts'
import { Refusal } from '../../db/core/refusal.ts'
import { failed } from './document.ts'
import { type Emit, execute } from './execute.ts'
import type { House } from './house.ts'

interface Hearing {
  /** Null while the house starts, or stands aside. */
  deployment: Deployment | null
  aside: AsideAsked | null
  house: House
  asking: Asked
  reads_only: boolean
  onFault: (error: unknown, request: string) => void
}

export async function heard(line: CommandLine, emit: Emit, at: Hearing): Promise<Document> {
  const { deployment, aside, house, asking, reads_only, onFault } = at
  if (deployment === null || aside !== null) {
    const about = {
      command: line.command,
      mode: 'socket',
      request: newId(),
      began: performance.now(),
    } as const
    const starting = new Refusal(503, 'daemon.silent', 'Kituo is starting. Try again.')
    return failed(about, aside === null ? starting : standsAside(aside))
  }
  const here = {
    mode: 'socket',
    asking,
    deployment,
    obstacle: null,
    house,
    terminal: null,
  } as const
  return execute(line, { ...here, reads_only, onFault }, emit)
}

/** Said to whoever comes while another command has the data alone. */
export const standsAside = ({ command, caller }: AsideAsked): Refusal =>
  new Refusal(
    503,
    'lock.held',
    `${command} (${caller}) has the house alone. Try again when it has ended.`,
  )

/** `address` where a listener is taken. */
export function startRefusal(error: unknown, taken: object | null): unknown {
  if (taken !== null) {
    return new Refusal(503, 'address.in_use', (error as Error).message, {
      facts: { address: taken },
    })
  }
  if (codeOf(error) === 'EADDRNOTAVAIL') {
    const { address, port } = error as Error & { address: string; port: number }
    return new Refusal(
      400,
      'config.wrong_value',
      `${address}:${port} is not an address of this machine.`,
    )
  }
  if (codeOf(error) === 'EACCES') {
    return new Refusal(403, 'not.permitted', (error as Error).message)
  }
  return error
}
