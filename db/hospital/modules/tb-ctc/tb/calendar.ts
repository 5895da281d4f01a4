// The calendar of doses (TBC-7 to TBC-9): a mark a day, what they add up to, and what follows from misses.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import type { RowOf } from '../../../../store/table.ts'
import { addTask } from '../../../neighbours/to-care.ts'
import { signerOf } from '../../../neighbours/signing.ts'
import { today } from '../../../office/places/hours.ts'
import { daysFrom } from '../calendar-days.ts'
import { tbRules } from '../sheets/sheets.ts'
import { isTaken, lastTaken, plannedEnd, type Totals, totalsOf } from './adherence.ts'
import { planned } from './dosing.ts'
import { begunCase, type CaseRow, caseNumber, caseRecord } from './record.ts'
import type { TbCalendarInput } from './shapes.ts'
import { type RegimenKept, tb_doses } from './tables.ts'

export type DoseRow = RowOf<(typeof tb_doses)['columns']>
type Of = Pick<Caller, 'hospital_id'>
type Day = TbCalendarInput['days'][number]

export const dosesOf = ({ hospital_id }: Of, case_id: string): Promise<DoseRow[]> =>
  tb_doses.all({ hospital_id, case_id }, { order: ['due_on'] })

export interface Standing {
  started_on: string
  today: string
  totals: Totals
  planned_end_on: string
}

/** Of treatment that has begun; after its end nothing is due any more. */
export function standingOf(row: CaseRow, doses: readonly DoseRow[], day: string): Standing | null {
  const { treatment_started_on: started_on, regimen } = row
  if (started_on === null || regimen === null) return null
  const until = row.outcome_on !== null && row.outcome_on < day ? row.outcome_on : day
  // Who came on treatment is counted from the day of coming.
  const from = row.transfer_in === null ? started_on : (row.registered_on ?? started_on)
  const totals = totalsOf(doses, { started_on: from, today: until })
  const before = beforeComing(row)
  const planned_end_on = plannedEnd(totals, {
    started_on: from,
    doses: planned(regimen.phases),
    before,
  })
  return { started_on: from, today: until, totals, planned_end_on }
}

const beforeComing = ({ transfer_in, regimen }: CaseRow): number => {
  if (transfer_in === null || regimen === null) return 0
  const at = regimen.phases.findIndex(({ key }) => key === transfer_in.phase)
  return planned(regimen.phases.slice(0, Math.max(0, at))) + transfer_in.doses_taken
}

export const allTaken = (row: CaseRow, doses: readonly DoseRow[]): number =>
  beforeComing(row) + doses.filter(({ mark }) => isTaken(mark)).length

export const takenOf = (
  row: CaseRow,
  doses: readonly Pick<DoseRow, 'phase' | 'mark'>[],
  phase: string,
): number =>
  doses.filter((one) => one.phase === phase && isTaken(one.mark)).length +
  (row.transfer_in?.phase === phase ? row.transfer_in.doses_taken : 0)

export const takenInPhase = async (caller: Of, row: CaseRow, phase: string): Promise<number> =>
  takenOf(row, await dosesOf(caller, row.id), phase)

export interface Marked {
  row: CaseRow
  warnings: string[]
}

export async function mark(caller: Caller, id: string, input: TbCalendarInput): Promise<Marked> {
  await signerOf(caller)
  const before = await begunCase(caller, id, 'mark')
  const day = await today(caller, before.facility_id)
  judgeDays(before, input.days, day)
  const known = new Map((await dosesOf(caller, id)).map((one) => [one.due_on, one]))
  const { doses, regimen } = marked(before, known, input.days, caller.name)
  await write(caller, id, doses, known)
  const row = await caseRecord.moved(caller, before, 'mark', { regimen })
  return { row, warnings: await whatFollows(caller, row, before, day) }
}

type Given = Pick<DoseRow, 'due_on' | 'phase' | 'mark' | 'note' | 'by_name' | 'marked_at'>

/** In the order of the days, so that a dose counts in the phase in which it was taken. */
function marked(
  row: CaseRow,
  known: ReadonlyMap<string, DoseRow>,
  days: readonly Day[],
  by_name: string,
): { doses: Given[]; regimen: RegimenKept } {
  const all = new Map<string, Pick<DoseRow, 'phase' | 'mark'>>(known)
  const doses: Given[] = []
  let regimen = row.regimen as RegimenKept
  for (const { on, mark: made, note } of days.toSorted((a, b) => (a.on < b.on ? -1 : 1))) {
    const phase = known.get(on)?.phase ?? regimen.phase
    const marked_at = clock.instant()
    const dose = { due_on: on, phase, mark: made, note: note || null, by_name, marked_at }
    doses.push(dose)
    all.set(on, dose)
    regimen = nextPhase(row, regimen, [...all.values()], on)
  }
  return { doses, regimen }
}

const late_days = 60

/** TBC-7. */
function judgeDays(row: CaseRow, days: readonly Day[], day: string): void {
  const started = row.treatment_started_on as string
  const seen = new Set<string>()
  for (const [index, { on, mark: made, note }] of days.entries()) {
    const at = `days[${index}]`
    if (seen.has(on)) throw invalid(`${at}.on`, 'stands twice.')
    seen.add(on)
    if (on > day) throw invalid(`${at}.on`, 'is in the future.')
    if (on < started) throw conflict(`Treatment started on ${started}.`, 'before_start')
    if (daysFrom(on, day) > late_days && !note) {
      throw invalid(`${at}.note`, `is required for a day more than ${late_days} days back.`)
    }
    if (made === 'HELD' && !note) throw invalid(`${at}.note`, 'is required for HELD.')
    if (made === 'OBSERVED' && row.treatment_place === 'FACILITY' && daysFrom(on, day) > 1) {
      throw conflict('A dose watched here is marked on the day or the day after.', 'observed_late')
    }
  }
}

async function write(
  { hospital_id }: Caller,
  case_id: string,
  doses: readonly Given[],
  known: ReadonlyMap<string, DoseRow>,
): Promise<void> {
  const fresh = doses.filter(({ due_on }) => !known.has(due_on))
  await tb_doses.insertMany(fresh.map((one) => ({ hospital_id, case_id, ...one })))
  for (const { due_on, phase: _phase, ...said } of doses) {
    const id = known.get(due_on)?.id
    if (id !== undefined) await tb_doses.change({ hospital_id, id }, said)
  }
}

/** TBC-8: at the last counted dose of a phase the next one begins by itself. */
function nextPhase(
  row: CaseRow,
  regimen: RegimenKept,
  doses: readonly Pick<DoseRow, 'phase' | 'mark'>[],
  on: string,
): RegimenKept {
  const at = regimen.phases.findIndex(({ key }) => key === regimen.phase)
  const now = regimen.phases[at]
  const next = regimen.phases[at + 1]
  if (now === undefined || next === undefined) return regimen
  if (takenOf(row, doses, now.key) < now.doses) return regimen
  return { ...regimen, phase: next.key, phase_started_on: on }
}

/** TBC-9: told once a day of each case; LOST is proposed and decided by a person. */
async function whatFollows(
  caller: Caller,
  row: CaseRow,
  before: CaseRow,
  day: string,
): Promise<string[]> {
  const doses = await dosesOf(caller, row.id)
  const { run_of_misses } = (standingOf(row, doses, day) as Standing).totals
  const rules = await tbRules(caller)
  const warnings: string[] = []
  if (run_of_misses >= rules.miss_trace) {
    warnings.push(`${run_of_misses} doses missed one after the other: trace the patient.`)
    await task(caller, row, `Trace ${caseNumber(row)}: ${run_of_misses} doses missed`, day)
  }
  if (run_of_misses >= rules.miss_supporter && row.supporter !== null) {
    warnings.push(`Call the supporter, ${row.supporter.name}.`)
    await task(caller, row, `Call the supporter of ${caseNumber(row)}`, `${day}:supporter`)
  }
  if (isLostBy(row, doses, rules.miss_interrupt_days, day)) {
    warnings.push(`No dose for ${rules.miss_interrupt_days} days: LOST is proposed.`)
  }
  if (row.regimen?.phase !== before.regimen?.phase) {
    warnings.push(`The ${row.regimen?.phase} phase begins: a new prescription is needed.`)
  }
  return warnings
}

export const isLostBy = (
  row: CaseRow,
  doses: readonly DoseRow[],
  days: number,
  day: string,
): boolean => {
  const last = lastTaken(doses) ?? row.treatment_started_on
  return last !== null && daysFrom(last, day) >= days
}

const task = (caller: Caller, { id, patient_id }: CaseRow, words: string, of: string) =>
  addTask(caller, { patient_id, task: words, source: 'tb_case', source_id: `${id}:${of}` })

export interface CalendarShown {
  case_id: string
  days: { on: string; mark: DoseRow['mark']; note: string | null; by_name: string }[]
  totals: Totals
  planned_end_on: string
  warnings: string[]
}

/** The months that were touched. */
export async function calendarOf(
  caller: Caller,
  { row, warnings }: Marked,
  touched: readonly string[],
): Promise<CalendarShown> {
  const doses = await dosesOf(caller, row.id)
  const day = await today(caller, row.facility_id)
  const { totals, planned_end_on } = standingOf(row, doses, day) as Standing
  const months = new Set(touched.map((on) => on.slice(0, 7)))
  return {
    case_id: row.id,
    days: doses
      .filter(({ due_on }) => months.has(due_on.slice(0, 7)))
      .map(({ due_on, mark: made, note, by_name }) => ({ on: due_on, mark: made, note, by_name })),
    totals,
    planned_end_on,
    warnings,
  }
}
