// What goes on without a person (DIA-78): after lines were entered, by hand or by an analyser, and after
// somebody has verified them. A panel goes out whole or waits for a person.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { ageOn } from '../../../desk/patients/register/ages.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { controlOf } from '../quality/of-lines.ts'
import { type Bench, type LineRow, partsOf } from '../results/lines.ts'
import { releaseNow } from '../results/releasing.ts'
import { follow, linesNow, writeLine } from '../results/writing.ts'
import { type AutoFacts, passes } from './passes.ts'
import { type AutoRow, rules } from './rules.ts'

export async function goOn(caller: Caller, bench: Bench, ids: readonly string[]): Promise<void> {
  const at_work = await rules(caller, true)
  if (at_work.length === 0) return
  const facts = await factsFor(caller, bench)
  for (const rule of at_work) {
    const own = linesNow(bench, ids).filter((line) => passes(rule, facts(line)))
    await byRule({ ...caller, user_id: null, name: `auto: ${rule.name}` }, bench, rule, own)
  }
}

async function byRule(
  by: Caller,
  bench: Bench,
  { step }: AutoRow,
  own: readonly LineRow[],
): Promise<void> {
  const entered = own.filter(({ status }) => status === 'ENTERED')
  if (step !== 'RELEASE') await verified(by, bench, entered)
  if (step === 'VERIFY') return
  const ready = linesNow(
    bench,
    own.map(({ id }) => id),
  ).filter((line) => mayGo(bench, line))
  const ids = new Set(ready.map(({ id }) => id))
  await releaseNow(
    by,
    bench,
    ready.filter((line) => isWhole(bench, line, ids)),
  )
}

async function verified(by: Caller, bench: Bench, lines: readonly LineRow[]): Promise<void> {
  if (lines.length === 0) return
  for (const line of lines) {
    await writeLine(by, bench, line, {
      status: 'VERIFIED',
      verified_by_id: null,
      verified_by_name: by.name,
      verified_at: clock.instant(),
    })
  }
  await follow(by, bench, lines, 'result.verify')
}

const mayGo = (bench: Bench, line: LineRow): boolean =>
  line.status === 'VERIFIED' || (line.status === 'ENTERED' && partsOf(bench, line).item.one_step)

/** Every line of its item that must be there is out already, or goes out with it. */
const isWhole = (bench: Bench, { item_id }: LineRow, ids: ReadonlySet<string>): boolean =>
  bench.lines
    .filter((line) => line.item_id === item_id && line.required)
    .every(({ id, status }) => ids.has(id) || status === 'RELEASED' || status === 'CANCELLED')

async function factsFor(caller: Caller, bench: Bench): Promise<(line: LineRow) => AutoFacts> {
  const control = await controlOf(caller, bench)
  const day = await today(caller)
  return (line) => {
    const { item, order, patient, specimen } = partsOf(bench, line)
    const { state } = control(line)
    const collected = specimen?.collected_at ?? null
    return {
      ...ofLine(line),
      section_id: item.section_id,
      specimen_condition: specimen?.condition ?? [],
      specimen_hours: collected === null ? null : (clock.ms() - Date.parse(collected)) / 3_600_000,
      restricted: item.restricted,
      age: patient.birth_date === null ? null : ageOn(patient.birth_date, day, 'en').years,
      priority: item.priority,
      location: order.location,
      controlled: state === 'IN_CONTROL' || state === 'NOT_NEEDED',
    }
  }
}

export const ofLine = (line: LineRow) => ({
  test_code: line.test_code,
  instrument_id: line.instrument_id,
  source: line.source,
  value_type: line.value_type,
  value_num: line.value_num,
  has_value: line.value_num !== null || line.value_text !== null || line.answer_code !== null,
  flag: line.flag,
  held: line.held,
  delta_active: line.delta?.state === 'ACTIVE',
  has_previous: line.previous !== null,
  invalid: line.invalid,
  preliminary: line.preliminary,
  version_no: line.version_no,
  instrument_flags: line.instrument_flags,
})
