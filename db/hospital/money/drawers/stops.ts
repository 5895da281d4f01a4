// What of the drawers stands in the way of a year's close (ACC-69): C06.

import type { Caller } from '../../../core/caller.ts'
import { nextDay, startOfDay } from '../../../core/clock.ts'
import { rows } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import { hospitalOf } from '../../office/hospitals/hospitals.ts'
import type { Stop } from '../../neighbours/books.ts'

interface Open {
  id: string
  number: string
}

/** Shifts nobody confirmed and cash on its way, where they began in the year. */
export async function stopsOfDrawers(
  caller: Caller,
  { from, to }: { from: string; to: string },
): Promise<Stop[]> {
  const { hospital_id } = caller
  const { timezone } = await hospitalOf(caller)
  const begins = startOfDay(timezone, from)
  const ends = startOfDay(timezone, nextDay(to))
  const shifts = await rows<Open>(
    sql`select id, number from shifts where hospital_id = ${hospital_id}
      and status <> 'CONFIRMED' and opened_at >= ${begins} and opened_at < ${ends}
      order by opened_at, id`,
  )
  const transfers = await rows<Open>(
    sql`select id, number from float_transfers where hospital_id = ${hospital_id}
      and status = 'PENDING' and created_at >= ${begins} and created_at < ${ends}
      order by created_at, id`,
  )
  const stop =
    (kind: string) =>
    ({ id, number }: Open): Stop => ({ code: 'C06', kind, id, reference: number })
  return [...shifts.map(stop('shift')), ...transfers.map(stop('float_transfer'))]
}
