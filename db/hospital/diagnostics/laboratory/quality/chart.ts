// The control chart of a test, an instrument and a lot (DIA-100, DIA-109).

import type { Caller } from '../../../../core/caller.ts'
import { dayIn } from '../../../../core/clock.ts'
import { sql, where } from '../../../../store/sql.ts'
import { withinDays } from '../../../office/hospitals/days.ts'
import { hospitalOf, today } from '../../../office/hospitals/hospitals.ts'
import { noSuch } from '../../../../core/refusal.ts'
import { rounded } from '../catalogue/choose.ts'
import { instrumentRecord } from '../instruments/record.ts'
import { lotRecord, targetFor, targetsOf } from './lots.ts'
import type { ChartAsked, ControlChart } from './shapes.ts'
import { type PointRow, testsOf } from './state.ts'
import { control_points, control_runs } from './tables.ts'

const points_most = 1000
const own_after = 20

export async function chart(caller: Caller, asked: ChartAsked): Promise<ControlChart> {
  const instrument = await instrumentRecord.get(caller, asked.instrument_id)
  const lot = await lotRecord.get(caller, asked.lot_id)
  const test = (await testsOf(caller, [asked.test_code]))(asked.test_code)
  if (test === undefined) throw noSuch('test')
  const { hospital_id } = caller
  const { timezone } = await hospitalOf(caller)
  const found = await control_points.read(
    sql`select ${control_points.selection()} from control_points${where([
      sql`hospital_id = ${hospital_id} and instrument_id = ${instrument.id}
        and test_code = ${test.code} and lot_id = ${lot.id}`,
      ...withinDays(sql`at`, timezone, { from: asked.from, to: asked.to }),
    ])} order by at desc, id desc limit ${points_most}`,
  )
  const points = found.toReversed()
  const run_ids = [...new Set(points.map(({ run_id }) => run_id))]
  const runs = new Map(
    (await control_runs.all({ hospital_id, id: run_ids })).map((one) => [one.id, one]),
  )
  const targets = (await targetsOf(caller, [lot.id])).get(lot.id) ?? []
  const { code: test_code } = test
  const on = await today(caller)
  const target = targetFor(targets, { test_code, instrument_id: instrument.id, on })
  const good = points.filter(({ status, left_out }) => status !== 'OUT' && !left_out)
  const months = Map.groupBy(points, ({ at }) => dayIn(timezone, new Date(at)).slice(0, 7))
  return {
    instrument_id: instrument.id,
    instrument: instrument.name,
    test_code,
    unit: test.unit,
    lot_id: lot.id,
    lot: lot.lot,
    level: lot.level,
    mean: target?.mean ?? null,
    sd: target?.sd ?? null,
    points: points.map((one) => ({
      ...one,
      run_no: runs.get(one.run_id)?.number ?? '',
      reviewed: (runs.get(one.run_id)?.reviewed_at ?? null) !== null,
    })),
    measured: spreadOf(points),
    own: good.length < own_after ? null : spreadOf(good.slice(-own_after)),
    months: [...months].map(([month, own]) => ({ month, ...spreadOf(own) })),
    lot_changes: lot.opened_at === null ? [] : [lot.opened_at],
  }
}

/** Mean, standard deviation of a sample, CV in per cent. */
export function spreadOf(points: readonly Pick<PointRow, 'value'>[]) {
  const n = points.length
  if (n === 0) return { n, mean: null, sd: null, cv_pct: null }
  const mean = points.reduce((sum, { value }) => sum + value, 0) / n
  const square = points.reduce((sum, { value }) => sum + (value - mean) ** 2, 0)
  const sd = n < 2 ? null : Math.sqrt(square / (n - 1))
  const cv_pct = sd === null || mean === 0 ? null : rounded((sd / mean) * 100, 2)
  return { n, mean: rounded(mean, 4), sd: sd === null ? null : rounded(sd, 4), cv_pct }
}
