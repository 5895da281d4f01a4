// Values of control material go to quality control, never to a patient (DIA-138).

import type { Caller } from '../../../../core/caller.ts'
import { clock, dayIn } from '../../../../core/clock.ts'
import { capitals } from '../../../../core/kinds/capitals.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { codeKey } from '../catalogue/read.ts'
import type { InstrumentRow } from '../instruments/record.ts'
import { type LotRow, targetFor, targetsOf } from '../quality/lots.ts'
import { record } from '../quality/runs.ts'
import { testsOf } from '../quality/state.ts'
import { control_lots } from '../quality/tables.ts'
import type { NewLine } from './intake.ts'
import type { ParsedLine } from './parsed.ts'
import { timeSaid } from './value.ts'

export type Numbered = ParsedLine & { no: number }

export interface Controls {
  own: readonly Numbered[]
  lots: ReadonlyMap<string, LotRow>
}

/** Those that name a lot, or say that they are of control material. */
export async function controlsAmong(caller: Caller, lines: readonly Numbered[]): Promise<Controls> {
  const lots = await lotsNamed(caller, lines)
  const own = lines.filter((line) => line.is_control || lotOf(lots, line) !== undefined)
  return { own, lots }
}

export async function takeControls(
  caller: Caller,
  instrument: InstrumentRow,
  { own, lots }: Controls,
): Promise<NewLine[]> {
  if (own.length === 0) return []
  const { timezone } = await hospitalOf(caller)
  const aimed = await aimedAt(caller, instrument, own, lots, timezone)
  const points = aimed.flatMap(({ point }) => point ?? [])
  const run =
    points.length === 0
      ? null
      : await record(caller, { instrument_id: instrument.id, points }, 'ANALYSER')
  return aimed.map(({ line, point }) => ({
    ...shownOf(line, timezone),
    state: point === null ? ('UNMATCHED' as const) : ('MATCHED' as const),
    problem: point === null ? ('NO_TARGET' as const) : null,
    run_id: point === null ? null : (run?.id ?? null),
  }))
}

const shownOf = (line: Numbered, timezone: string) => ({
  no: line.no,
  kind: 'CONTROL' as const,
  specimen_number: line.numbers[0]?.slice(0, 80) ?? null,
  analyser_code: line.analyser_code.slice(0, 80),
  value: line.value.slice(0, 4000),
  unit: line.unit?.slice(0, 40) ?? null,
  flags: line.flags.map((one) => one.slice(0, 40)),
  measured_at: timeSaid(line.time, timezone) ?? clock.instant(),
  result_id: null,
  decided_by_name: null,
  note: null,
})

async function lotsNamed(
  { hospital_id }: Caller,
  lines: readonly Numbered[],
): Promise<ReadonlyMap<string, LotRow>> {
  const barcode = [...new Set(lines.flatMap(({ numbers }) => numbers.map(capitals)))]
  if (barcode.length === 0) return new Map()
  const found = await control_lots.all({ hospital_id, barcode, active: true })
  return new Map(found.map((one) => [one.barcode, one]))
}

const lotOf = (lots: ReadonlyMap<string, LotRow>, { numbers }: Numbered): LotRow | undefined =>
  numbers.map((one) => lots.get(capitals(one))).find((one) => one !== undefined)

/** Only what a run would take: the rest waits for a person. */
async function aimedAt(
  caller: Caller,
  { id: instrument_id, mapping, status }: InstrumentRow,
  lines: readonly Numbered[],
  lots: ReadonlyMap<string, LotRow>,
  timezone: string,
) {
  const targets = await targetsOf(
    caller,
    [...lots.values()].map(({ id }) => id),
  )
  const codes = mapping.flatMap(({ test_code }) => test_code ?? [])
  const testOf = await testsOf(caller, codes)
  const on = dayIn(timezone)
  const seen = new Set<string>()
  return lines.map((line) => {
    const lot = lotOf(lots, line)
    const mapped = mapping.find(({ analyser_code }) => analyser_code === line.analyser_code)
    const test = testOf(mapped?.test_code ?? '')
    const value =
      Number(line.value.replace(',', '.')) * (mapped?.factor ?? 1) + (mapped?.offset ?? 0)
    const key = `${lot?.id} ${test?.code}`
    const target =
      lot === undefined || test === undefined
        ? undefined
        : targetFor(targets.get(lot.id) ?? [], { test_code: test.code, instrument_id, on })
    const is_sound =
      lot !== undefined &&
      test !== undefined &&
      target !== undefined &&
      lot.expiry >= on &&
      status !== 'RETIRED' &&
      line.value.trim() !== '' &&
      Number.isFinite(value) &&
      !seen.has(key)
    seen.add(key)
    const point = is_sound ? { lot_id: lot.id, test_code: test.code, value } : null
    return { line, point }
  })
}

export const mappingOf = ({ mapping }: InstrumentRow, analyser_code: string) =>
  mapping.find((one) => codeKey(one.analyser_code) === codeKey(analyser_code))
