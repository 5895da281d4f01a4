// A run is reckoned: payslips, what is wrong with them, how it compares (people 3.8, HR-106). For thousands it
// takes seconds, and people sell meanwhile: it is read and reckoned beside them, and written in pieces.

import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict } from '../../../../core/refusal.ts'
import { snapshot } from '../../../../store/connection.ts'
import { purseOf } from '../../../money/accounting/purse.ts'
import { facilityRecord } from '../../../office/places/facilities.ts'
import { openBranchIn } from '../../staff/attendance/for-pay.ts'
import { comparedWith } from './compare.ts'
import { exceptionsOf } from './exceptions.ts'
import { kept, type Reckoned } from './keeping.ts'
import { at_a_turn, gathered, type Gathered, hashOf, type Material } from './material.ts'
import { monthInWords } from './period.ts'
import { type RunRow, runRecord } from './record.ts'
import { type Slip, slipOf } from './reckon-slip.ts'
import type { LeftOut } from './tables.ts'

export interface Made {
  material: Material
  slip: Slip
}
type Told = (done: number, total: number) => void

/** Somebody else who writes the same run meanwhile has it reckoned anew. */
const tries = 5

/** `told` hears how far it has come. */
export async function calculate(
  caller: Caller,
  id: string,
  told: Told = () => undefined,
): Promise<RunRow> {
  for (let n = 0; n < tries; n += 1) {
    const done = await kept(caller, await snapshot(() => reckoned(caller, id, told)))
    if (done !== null) return done
  }
  const { number } = await runRecord.get(caller, id)
  throw conflict(`${number} is being changed by somebody else: try once more.`, 'changed')
}

async function reckoned(caller: Caller, id: string, told: Told): Promise<Reckoned> {
  const run = await runRecord.get(caller, id)
  runRecord.check(run, 'calculate')
  const found = await gathered(caller, run)
  if (found.common.tables.length === 0) {
    throw conflict('There are no statutory tables: add those of this country first.')
  }
  await mustBeClosed(caller, found)
  const { made, left_out } = await slipsOf(found, told)
  const purse = await purseOf(caller)
  const sum = (of: (slip: Slip) => number): number =>
    made.reduce((all, one) => all + of(one.slip), 0)
  const nets = made.map(({ material, slip }) => ({ staff_id: material.person.id, net: slip.net }))
  const changes = {
    staff_count: made.length,
    gross: sum(({ gross }) => gross),
    deductions: sum(({ total_deductions }) => total_deductions),
    net: sum(({ net }) => net),
    employer_cost: sum(({ employer_cost }) => employer_cost),
    tables: usedIn(made),
    inputs_hash: await hashOf(found),
    exceptions: await exceptionsOf(caller, run, found.common, made, purse),
    left_out,
    compare: await comparedWith(caller, run, nets),
    calculated_at: clock.instant(),
    calculated_by_id: caller.user_id,
    calculated_by_name: caller.name,
  }
  return { run, made, changes }
}

/** Where attendance decides on pay, the month is closed first (people 3.8). */
async function mustBeClosed(caller: Caller, { common }: Gathered): Promise<void> {
  const { settings, period, kind } = common
  if (!settings.attendance_affects_pay || kind !== 'REGULAR') return
  const branch = await openBranchIn(caller, period)
  if (branch === undefined) return
  const month = monthInWords(period.year, period.month)
  const { name } = await facilityRecord.get(caller, branch)
  throw conflict(`Attendance of ${month} is not closed at ${name}.`, 'state')
}

/** HR-91: paid is who has an approved profile and a day of service; the others are told of. */
export async function slipsOf(
  { common, materials }: Gathered,
  told: Told = () => undefined,
): Promise<{ made: Made[]; left_out: LeftOut[] }> {
  const made: Made[] = []
  const left_out: LeftOut[] = []
  for (const [at, material] of materials.entries()) {
    if (at % at_a_turn === 0) await turnOfTheLoop()
    told(at + 1, materials.length)
    const why = whyNot(material)
    const slip = why === null ? slipOf(common, material) : null
    const nothing = slip !== null && slip.earnings.length === 0 && slip.deductions.length === 0
    if (slip === null || slip.period_days === 0 || (common.kind !== 'REGULAR' && nothing)) {
      left_out.push(outOf(material, why ?? 'Nothing is left to be paid.'))
    } else if (slip.paid_days === 0 && nothing) {
      left_out.push(outOf(material, 'No day of service under a pay profile.'))
    } else made.push({ material, slip })
  }
  return { made, left_out }
}

function whyNot({ profiles, person, pending, paid_out }: Material): string | null {
  if (paid_out) return 'Paid out by a FINAL run of this month.'
  if (profiles.length > 0) return null
  if (person.employment_type === 'VOLUNTEER') return 'Volunteer without a pay profile.'
  return pending > 0 ? 'The pay profile waits for approval.' : 'No pay profile.'
}

const outOf = ({ person }: Material, why: string): LeftOut => ({
  staff_id: person.id,
  staff_number: person.number,
  full_name: person.full_name,
  why,
})

function usedIn(made: readonly Made[]): RunRow['tables'] {
  const used = made.flatMap(({ slip }) => slip.tables)
  const by_name = new Map(used.map((one) => [`${one.code} ${one.effective_from}`, one]))
  return [...by_name].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
}
