// Control runs as they are listed (5.6).

import type { Caller } from '../../../../core/caller.ts'
import { type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { type Sql, sql, when, where } from '../../../../store/sql.ts'
import { withinDays } from '../../../office/hospitals/days.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { inScope } from '../../../office/places/facilities.ts'
import { instrumentsById } from '../instruments/instruments.ts'
import type { RunRow } from './runs.ts'
import type { ControlRun, RunFilter } from './shapes.ts'
import { control_lots, control_points, control_runs } from './tables.ts'

const withPoint = (condition: Sql): Sql =>
  sql`exists (select 1 from control_points p where p.run_id = control_runs.id and ${condition})`

export async function list(
  caller: Caller,
  asked: RunFilter & PageAsked,
): Promise<Page<ControlRun>> {
  const { timezone } = await hospitalOf(caller)
  const found = await pageFrom(control_runs, asked, {
    from: sql` from control_runs${where([
      sql`hospital_id = ${caller.hospital_id}`,
      await inScope(caller, undefined),
      when(asked.instrument_id, sql`instrument_id = ${asked.instrument_id}`),
      when(asked.status, sql`status = ${asked.status}`),
      when(asked.test_code, withPoint(sql`p.test_code = ${asked.test_code}`)),
      when(asked.lot_id, withPoint(sql`p.lot_id = ${asked.lot_id}`)),
      when(asked.reviewed === true, sql`reviewed_at is not null`),
      when(asked.reviewed === false, sql`reviewed_at is null`),
      ...withinDays(sql`at`, timezone, { from: asked.from, to: asked.to }),
    ])}`,
    order: sql` order by at desc, id desc`,
  })
  return { ...found, rows: await shownAll(caller, found.rows) }
}

export async function shownAll(caller: Caller, found: readonly RunRow[]): Promise<ControlRun[]> {
  if (found.length === 0) return []
  const { hospital_id } = caller
  const ids = found.map(({ id }) => id)
  const points = await control_points.all(
    { hospital_id, run_id: ids },
    { order: ['test_code', 'level', 'id'] },
  )
  const lot_ids = [...new Set(points.map(({ lot_id }) => lot_id))]
  const lots = new Map(
    (await control_lots.all({ hospital_id, id: lot_ids })).map((one) => [one.id, one.lot]),
  )
  const names = await instrumentsById(
    caller,
    found.map(({ instrument_id }) => instrument_id),
  )
  return found.map((row) => ({
    ...row,
    run_no: row.number,
    instrument: names.get(row.instrument_id)?.name ?? '',
    points: points
      .filter(({ run_id }) => run_id === row.id)
      .map((one) => ({ ...one, lot: lots.get(one.lot_id) ?? '' })),
  }))
}

export const shown = async (caller: Caller, row: RunRow): Promise<ControlRun> =>
  (await shownAll(caller, [row]))[0] as ControlRun
