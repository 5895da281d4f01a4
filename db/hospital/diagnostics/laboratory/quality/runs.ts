// A control was measured (DIA-101, DIA-107, DIA-108): judged by the rules of its test, and where it is out,
// what was measured since the last good one waits.

import type { Caller } from '../../../../core/caller.ts'
import { clock, dayIn, timeIn } from '../../../../core/clock.ts'
import { conflict, invalid, invalidAs } from '../../../../core/refusal.ts'
import { sql } from '../../../../store/sql.ts'
import type { RowOf } from '../../../../store/table.ts'
import { record as audit } from '../../../office/audit/record.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { notify } from '../../../office/notifications/notify.ts'
import { nextReference } from '../../../office/sequences/references.ts'
import { recordOf } from '../../../../store/record-of.ts'
import { type InstrumentRow, instrumentRecord } from '../instruments/record.ts'
import type { ControlVerdict, run_sources } from '../words.ts'
import { holdSince } from './holding.ts'
import { type LotRow, targetFor, targetsOf, type TargetRow } from './lots.ts'
import type { ControlRunInput, PointInput } from './shapes.ts'
import { type PointRow, testsOf } from './state.ts'
import { control_lots, control_points, control_runs } from './tables.ts'
import { judgeRun, looks_back, type Rules, shipped_rules, zOf } from './westgard.ts'

export type RunRow = RowOf<(typeof control_runs)['columns']>
export const runRecord = recordOf(control_runs, 'control run')

type Source = (typeof run_sources)[number]
interface Aimed extends PointInput {
  lot: LotRow
  target: TargetRow | undefined
}
type NewPoint = Omit<PointRow, 'id' | 'hospital_id' | 'run_id' | 'left_out' | 'accepted'>

export async function record(
  caller: Caller,
  input: ControlRunInput,
  source: Source = 'MANUAL',
  by_name = caller.name,
): Promise<RunRow> {
  const instrument = await instrumentRecord.locked(caller, input.instrument_id)
  if (instrument.status === 'RETIRED') throw conflict(`${instrument.code} is RETIRED.`, 'state')
  const at = input.at ? new Date(input.at).toISOString() : clock.instant()
  if (at > clock.instant()) throw invalid('at', 'is in the future.')
  const aimed = await aimedAt(caller, instrument, input.points, at)
  const points = await judged(caller, instrument, aimed, at)
  const row = await kept(caller, instrument, { ...input, at }, points, source, by_name)
  await follow(caller, instrument, row, points)
  return runRecord.get(caller, row.id)
}

/** Each with its lot and what it should be, or why not (6). */
async function aimedAt(
  caller: Caller,
  { id: instrument_id, name }: InstrumentRow,
  said: readonly PointInput[],
  at: string,
): Promise<Aimed[]> {
  const { hospital_id } = caller
  const { timezone } = await hospitalOf(caller)
  const on = dayIn(timezone, new Date(at))
  const ids = [...new Set(said.map(({ lot_id }) => lot_id))]
  const lots = new Map(
    (await control_lots.all({ hospital_id, id: ids })).map((one) => [one.id, one]),
  )
  const targets = await targetsOf(caller, ids)
  const testOf = await testsOf(
    caller,
    said.map(({ test_code }) => test_code),
  )
  const seen = new Set<string>()
  return said.map((one, index) => {
    const where = `points[${index}]`
    const lot = lots.get(one.lot_id)
    const test = testOf(one.test_code)
    if (lot === undefined) throw invalidAs(where, 'lot_id is not known.')
    if (test === undefined) throw invalidAs(where, `${one.test_code} is not in the catalogue.`)
    if (seen.has(`${lot.id} ${test.code}`)) throw invalidAs(where, 'stands twice.')
    seen.add(`${lot.id} ${test.code}`)
    if (!lot.active) throw conflict(`Lot ${lot.lot} is not active.`, 'lot')
    if (lot.expiry < on) throw conflict(`Lot ${lot.lot} expired on ${lot.expiry}.`, 'expired')
    const { code: test_code } = test
    const target = targetFor(targets.get(lot.id) ?? [], { test_code, instrument_id, on })
    if (target === undefined && lot.kind === 'IQC') {
      throw invalidAs(
        where,
        `Lot ${lot.lot} level ${lot.level} has no target for ${test_code} on ${name}.`,
      )
    }
    return { ...one, test_code, lot, target }
  })
}

async function judged(
  caller: Caller,
  { id: instrument_id }: InstrumentRow,
  aimed: readonly Aimed[],
  at: string,
): Promise<NewPoint[]> {
  const points: NewPoint[] = []
  const testOf = await testsOf(
    caller,
    aimed.map(({ test_code }) => test_code),
  )
  for (const [test_code, own] of Map.groupBy(aimed, (one) => one.test_code)) {
    const zs = own.map((one) => ({ one, z: zFor(one) }))
    const run = zs.flatMap(({ one: { lot }, z }) =>
      lot.kind === 'EQA' || z === null ? [] : [{ series: lot.id, z }],
    )
    const before = await earlier(caller, instrument_id, test_code, at)
    const verdicts = judgeRun(run, before, rulesOf(testOf(test_code)?.qc_rules))
    for (const { one, z } of zs) {
      const verdict = verdicts.find(({ series }) => series === one.lot.id)
      points.push({
        instrument_id,
        lot_id: one.lot.id,
        level: one.lot.level,
        test_code,
        at,
        value: one.value,
        mean: one.target?.mean ?? null,
        sd: one.target?.sd ?? null,
        z,
        broken: verdict?.broken ?? [],
        status: verdict?.status ?? 'IN',
      })
    }
  }
  return points
}

const rulesOf = (own: Partial<Rules> | null | undefined): Rules => ({ ...shipped_rules, ...own })

const zFor = ({ value, target }: Aimed): number | null =>
  target === undefined ? null : zOf(value, target.mean, target.sd)

/** Runs before this one, the newest first, without what was put right (DIA-101). */
async function earlier(
  { hospital_id }: Caller,
  instrument_id: string,
  test_code: string,
  at: string,
) {
  const found = await control_points.read(
    sql`select ${control_points.selection('p')} from control_points p
      join control_lots l on l.id = p.lot_id
      where p.hospital_id = ${hospital_id} and p.instrument_id = ${instrument_id}
        and p.test_code = ${test_code} and p.at <= ${at} and not p.left_out
        and l.kind = 'IQC' and p.z is not null
      order by p.at desc, p.run_id desc limit ${looks_back * 10}`,
  )
  return [...Map.groupBy(found, ({ run_id }) => run_id).values()].map((run) =>
    run.map(({ lot_id, z }) => ({ series: lot_id, z: z ?? 0 })),
  )
}

const worst = (points: readonly { status: ControlVerdict }[]): ControlVerdict =>
  (['OUT', 'WARNING'] as const).find((one) => points.some(({ status }) => status === one)) ?? 'IN'

async function kept(
  caller: Caller,
  instrument: InstrumentRow,
  { at, comment }: { at: string; comment?: string | null | undefined },
  points: readonly NewPoint[],
  source: Source,
  by_name: string,
): Promise<RunRow> {
  const { hospital_id } = caller
  const { facility_id } = instrument
  const row = await control_runs.insert({
    hospital_id,
    facility_id,
    number: await nextReference(caller, 'control_run', facility_id),
    instrument_id: instrument.id,
    at,
    by_id: source === 'MANUAL' ? caller.user_id : null,
    by_name,
    source,
    status: worst(points),
    comment: comment || null,
  })
  await control_points.insertMany(points.map((one) => ({ ...one, hospital_id, run_id: row.id })))
  audit(caller, 'control_run.record', {
    entity_type: 'control_run',
    entity_id: row.id,
    entity_label: row.number,
    to_state: row.status,
  })
  return row
}

/** DIA-108. */
async function follow(
  caller: Caller,
  instrument: InstrumentRow,
  row: RunRow,
  points: readonly NewPoint[],
): Promise<void> {
  const out = points.filter(({ status }) => status === 'OUT')
  if (out.length === 0) return
  const codes = [...new Set(out.map(({ test_code }) => test_code))]
  const at_risk = await holdSince(caller, instrument, codes, row.at)
  const { hospital_id } = caller
  await control_runs.change({ hospital_id, id: row.id }, { at_risk })
  const { timezone } = await hospitalOf(caller)
  await notify(caller, {
    to: { role: 'lab_manager' },
    kind: 'qc.out',
    title: `${instrument.name}: a control is out`,
    body: `${codes.join(', ')} at ${timeIn(timezone, new Date(row.at))}, run ${row.number}. Released since the last good one: ${at_risk}.`,
    entity: { type: 'control_run', id: row.id },
  })
}
