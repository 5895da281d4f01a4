// What every screen and `status` say until nothing is held any more (OPS-134, OPS-136).

import { cameFrom } from '../house/machines.ts'
import { type Hold, holds, outboundOff } from './holds.ts'

const why = {
  restored: 'after a restore',
  asked: 'somebody asked for it',
  went_back: 'the database went back',
}

/** One sentence or several, the gravest first; none while everything may go out. */
export async function outboundBanner(hospital: string | null): Promise<string[]> {
  if (outboundOff()) return ['outbound.enabled is false: nothing leaves this machine.']
  const held = await holds()
  const from = await cameFrom()
  const said: string[] = []
  // Also where every channel was held before: nothing goes out of a copy, whatever held it first.
  if (from.length > 0) {
    const hosts = [...new Set(from.map(({ host }) => host))].join(', ')
    said.push(
      `COPY of ${hospital ?? 'this house'} from ${hosts}: outgoing work is HELD (${names(held)}). Switch the other off, then: kituo outbound release --moved`,
    )
  }
  for (const cause of ['restored', 'went_back', 'asked'] as const) {
    const some = held.filter((one) => one.cause === cause)
    if (some.length > 0)
      said.push(`Outgoing work is HELD, ${why[cause]}: ${names(some)}. See: kituo outbound show`)
  }
  return said
}

const names = (held: readonly Hold[]): string => held.map(({ channel }) => channel).join(', ')
