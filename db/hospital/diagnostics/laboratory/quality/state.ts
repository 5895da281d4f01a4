// Whether a test is under control on an instrument now (DIA-105): by the last value of each lot that is in
// use. One that is out stays out until a control is good again, however long that takes.

import type { Caller } from '../../../../core/caller.ts'
import { clock, hours } from '../../../../core/clock.ts'
import { oneOf, sql, where } from '../../../../store/sql.ts'
import type { RowOf } from '../../../../store/table.ts'
import { inScope } from '../../../office/places/facilities.ts'
import { codeKey, testsCoded } from '../catalogue/read.ts'
import { diagnostic_tests } from '../catalogue/tables.ts'
import type { InstrumentRow } from '../instruments/record.ts'
import { instruments } from '../instruments/tables.ts'
import type { QcVerdict, WestgardRule } from '../words.ts'
import type { QcState } from './shapes.ts'
import { control_points, control_targets } from './tables.ts'

export type PointRow = RowOf<(typeof control_points)['columns']>

export interface Standing {
  state: QcVerdict
  instrument: Pick<InstrumentRow, 'id' | 'name'> | null
  /** When the control was measured that says so. */
  at: string | null
  last_run_id: string | null
  due_at: string | null
  broken: WestgardRule[]
}

interface Needs {
  qc_required: boolean
  qc_valid_hours: number
}

/** The last value of each lot in use, of these tests. */
export async function lastPoints(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  test_codes: readonly string[],
): Promise<PointRow[]> {
  if (test_codes.length === 0) return []
  const of = sql`hospital_id = ${hospital_id} and test_code${oneOf([...new Set(test_codes)])}`
  const found = await control_points.read(
    sql`select ${control_points.selection('p')} from control_points p
      join (select instrument_id, test_code, lot_id, max(at) as last from control_points
        where ${of} group by instrument_id, test_code, lot_id) n
        on n.instrument_id = p.instrument_id and n.test_code = p.test_code
          and n.lot_id = p.lot_id and n.last = p.at
      join control_lots l on l.id = p.lot_id
      where p.hospital_id = ${hospital_id} and l.kind = 'IQC' and l.active
      order by p.id`,
  )
  // Of two of one instant the later one.
  return [
    ...new Map(
      found.map((one) => [`${one.instrument_id} ${one.test_code} ${one.lot_id}`, one]),
    ).values(),
  ]
}

/** What the last values of one test on one instrument say. */
export function standingOf(
  instrument: Pick<InstrumentRow, 'id' | 'name' | 'in_use_since'> | null,
  points: readonly PointRow[],
  { qc_required, qc_valid_hours }: Needs,
): Standing {
  const [newest] = points.toSorted((a, b) => b.at.localeCompare(a.at))
  const out = points.find(({ status, accepted }) => status === 'OUT' && !accepted)
  const valid_until =
    newest === undefined
      ? null
      : new Date(Date.parse(newest.at) + hours(qc_valid_hours)).toISOString()
  const shown = out ?? newest
  const base = {
    instrument: instrument === null ? null : { id: instrument.id, name: instrument.name },
    at: shown?.at ?? null,
    last_run_id: newest?.run_id ?? null,
    due_at: valid_until,
    broken: out?.broken ?? [],
  }
  if (!qc_required) return { ...base, state: 'NOT_NEEDED' }
  if (out !== undefined) return { ...base, state: 'OUT' }
  const since = instrument?.in_use_since ?? null
  const is_stale =
    newest === undefined ||
    (valid_until ?? '') < clock.instant() ||
    (since !== null && newest.at < since)
  if (is_stale) return { ...base, state: 'DUE' }
  const is_warned = points.some(({ status }) => status !== 'IN')
  return { ...base, state: is_warned ? 'WARNING' : 'IN_CONTROL' }
}

/** Every test that needs a control, on every instrument that has a target or a value of it. */
export async function states(
  caller: Caller,
  asked: { section_id?: string; instrument_id?: string; state?: QcVerdict },
): Promise<QcState[]> {
  const { hospital_id } = caller
  const found = await instruments.read(
    sql`select ${instruments.selection()} from instruments${where([
      sql`hospital_id = ${hospital_id} and status <> 'RETIRED'`,
      await inScope(caller, undefined),
      asked.section_id === undefined ? undefined : sql`section_id = ${asked.section_id}`,
      asked.instrument_id === undefined ? undefined : sql`id = ${asked.instrument_id}`,
    ])} order by code, id`,
  )
  const tests = await diagnostic_tests.all({ hospital_id, qc_required: true, active: true })
  const codes = new Map(tests.map((one) => [one.code, one]))
  const points = await lastPoints(caller, [...codes.keys()])
  const aimed = await control_targets.all({
    hospital_id,
    instrument_id: found.map(({ id }) => id),
  })
  const rows = found.flatMap((instrument) => {
    const own = points.filter(({ instrument_id }) => instrument_id === instrument.id)
    const named = [
      ...own.map(({ test_code }) => test_code),
      ...aimed.filter((one) => one.instrument_id === instrument.id).map((one) => one.test_code),
    ]
    return [...new Set(named)].toSorted().flatMap((test_code) => {
      const test = codes.get(test_code)
      if (test === undefined) return []
      const standing = standingOf(
        instrument,
        own.filter((one) => one.test_code === test_code),
        test,
      )
      return [shown(instrument, test_code, standing)]
    })
  })
  return asked.state === undefined ? rows : rows.filter(({ state }) => state === asked.state)
}

const shown = (
  { id, name }: Pick<InstrumentRow, 'id' | 'name'>,
  test_code: string,
  { state, at, last_run_id, due_at }: Standing,
): QcState => ({
  instrument_id: id,
  instrument: name,
  test_code,
  state,
  since: at,
  last_run_id,
  due_at,
})

/** The tests of these codes, by code. */
export async function testsOf(caller: Pick<Caller, 'hospital_id'>, codes: readonly string[]) {
  const found = await testsCoded(caller, codes)
  const by_key = new Map(found.map((one) => [one.code_key, one]))
  return (code: string) => by_key.get(codeKey(code))
}
