// How long what is sent now will take: what waits before it at its operator, by the rate of the way it
// will go (MSG-246, MSG-310, MSG-473).

import { rows } from '../../store/connection.ts'
import { sql } from '../../store/sql.ts'
import type { Mode } from '../caller.ts'
import { routing, routesFor } from '../routing/operators.ts'

/** Seconds for so many more segments at an operator. */
export type EtaOf = (operator: string, segments: number) => number

export async function etas(mode: Mode, kind: string): Promise<EtaOf> {
  const ways = await routing()
  const found = await rows<{ operator: string; segments: number }>(
    sql`select operator, sum(segments) as segments from msg_messages
        where mode = ${mode} and status = 'queued' and not submitted group by operator`,
  )
  const waiting = new Map(found.map(({ operator, segments }) => [operator, Number(segments)]))
  return (operator, segments) => {
    const [route] = routesFor(ways, operator, kind)
    const link = route === undefined ? undefined : ways.links.get(route.link_id)
    const rate = Math.min(
      link?.throughput_per_second ?? 1,
      ways.operators.get(operator)?.throughput_per_second ?? Number.POSITIVE_INFINITY,
    )
    return Math.ceil(((waiting.get(operator) ?? 0) + segments) / rate)
  }
}
