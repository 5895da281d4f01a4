// A run is reckoned: payslips, what is wrong with them, how it compares (people 3.8, HR-106).

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict } from '../../../../core/refusal.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import { attempt } from '../../../../store/connection.ts'
import { folded } from '../../../../store/table.ts'
import { purseOf } from '../../../money/accounting/purse.ts'
import { facilityRecord } from '../../../office/places/facilities.ts'
import { openBranchIn } from '../../staff/attendance/for-pay.ts'
import { payslips } from '../slips/tables.ts'
import { comparedWith } from './compare.ts'
import { exceptionsOf } from './exceptions.ts'
import { gathered, type Gathered, hashOf, type Material } from './material.ts'
import { type SlipRow, taxOf } from './paid-before.ts'
import { monthInWords } from './period.ts'
import { type RunRow, runRecord } from './record.ts'
import { type Slip, slipOf } from './reckon-slip.ts'
import type { LeftOut } from './tables.ts'

export interface Made {
  material: Material
  slip: Slip
}
type Told = (done: number, total: number) => void
type ByItself = 'id' | 'hospital_id' | 'number' | 'payment' | 'search_text'
/** What a payslip says that follows from what was gathered. */
type Kept = Omit<SlipRow, ByItself | 'created_at' | 'updated_at' | 'version'>

/** `told` hears how far it has come. */
export async function calculate(
  caller: Caller,
  id: string,
  told: Told = () => undefined,
): Promise<RunRow> {
  const before = await runRecord.begin(caller, id, 'calculate')
  const found = await gathered(caller, before)
  if (found.common.tables.length === 0) {
    throw conflict('There are no statutory tables: add those of this country first.')
  }
  await mustBeClosed(caller, found)
  const { made, left_out } = slipsOf(found, told)
  const slips = await keep(caller, before, made)
  const purse = await purseOf(caller)
  const sum = (of: (slip: Slip) => number): number =>
    made.reduce((all, one) => all + of(one.slip), 0)
  const changes = {
    staff_count: made.length,
    gross: sum(({ gross }) => gross),
    deductions: sum(({ total_deductions }) => total_deductions),
    net: sum(({ net }) => net),
    employer_cost: sum(({ employer_cost }) => employer_cost),
    tables: usedIn(made),
    inputs_hash: hashOf(found),
    exceptions: await exceptionsOf(caller, before, found.common, made, purse),
    left_out,
    compare: await comparedWith(caller, before, slips),
    calculated_at: clock.instant(),
    calculated_by_id: caller.user_id,
    calculated_by_name: caller.name,
  }
  return runRecord.moved(caller, before, 'calculate', changes)
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
export function slipsOf(
  { common, materials }: Gathered,
  told: Told = () => undefined,
): { made: Made[]; left_out: LeftOut[] } {
  const made: Made[] = []
  const left_out: LeftOut[] = []
  for (const [at, material] of materials.entries()) {
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

/** A payslip that is as it was stays as it is; one that nobody gets any more goes. */
async function keep(caller: Caller, run: RunRow, made: readonly Made[]): Promise<SlipRow[]> {
  const { hospital_id } = caller
  const before = await payslips.all({ hospital_id, run_id: run.id })
  const by_person = new Map(before.map((slip) => [slip.staff_id, slip]))
  const wanted = made.map((one) => rowOf(run, one))
  const ids = new Set(wanted.map(({ staff_id }) => staff_id))
  for (const { id, staff_id } of before) {
    if (!ids.has(staff_id)) await payslips.remove({ hospital_id, id })
  }
  const fresh = wanted.filter(({ staff_id }) => !by_person.has(staff_id))
  for (const row of wanted) {
    const old = by_person.get(row.staff_id)
    if (old === undefined || isSame(old, row)) continue
    await payslips.change({ hospital_id, id: old.id }, row)
  }
  await attempt(() => payslips.insertMany(fresh.map((row) => ({ ...row, hospital_id })))).catch(
    async (error: unknown) => {
      throw isTaken(error, 'period_month') ? await twice(caller, run, ids) : error
    },
  )
  return payslips.all({ hospital_id, run_id: run.id })
}

const isSame = (old: SlipRow, row: Kept): boolean =>
  Object.entries(row).every(
    ([key, value]) => JSON.stringify(old[key as keyof SlipRow]) === JSON.stringify(value),
  )

/** HR-90: one REGULAR payslip a month for everybody. */
async function twice(
  { hospital_id }: Caller,
  { period_year, period_month }: RunRow,
  ids: ReadonlySet<string>,
): Promise<Error> {
  const month = { hospital_id, period_year, period_month, regular: true }
  const other = (await payslips.all({ ...month, staff_id: [...ids] }))[0]
  if (other === undefined) return conflict('Another run was made of this month: try once more.')
  const run = await runRecord.get({ hospital_id }, other.run_id)
  return conflict(`${other.staff_number} ${other.full_name} is paid by ${run.number} already.`)
}

function rowOf(run: RunRow, { material, slip }: Made): Kept {
  const { person, bank, leave, ytd } = material
  const { tables: _tables, missing: _missing, ...reckoned } = slip
  const { tin, pension_scheme, pension_no, health_no } = person
  return {
    run_id: run.id,
    staff_id: person.id,
    status: 'DRAFT',
    regular: run.kind === 'REGULAR',
    period_year: run.period_year,
    period_month: run.period_month,
    staff_number: person.number,
    full_name: person.full_name,
    name_key: folded(person.full_name),
    facility_id: person.facility_id,
    department: person.department,
    cadre: material.cadre,
    grade: person.grade,
    employment_type: person.employment_type,
    ...reckoned,
    split: material.profiles.at(-1)?.split ?? [],
    bank_account_id: bank?.id ?? null,
    pay_method: bank?.method ?? null,
    pays_to: bank?.label ?? null,
    numbers: { tin, pension_scheme, pension_no, health_no },
    ytd: {
      gross: ytd.gross + slip.gross,
      taxable: ytd.taxable + slip.taxable_pay,
      tax: ytd.tax + taxOf(slip),
      net: ytd.net + slip.net,
    },
    leave_balances: leave,
  }
}

function usedIn(made: readonly Made[]): RunRow['tables'] {
  const used = made.flatMap(({ slip }) => slip.tables)
  const by_name = new Map(used.map((one) => [`${one.code} ${one.effective_from}`, one]))
  return [...by_name].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
}

/** HR-105: nothing that it was reckoned from has changed since. */
export async function mustStand(caller: Caller, run: RunRow): Promise<void> {
  if (hashOf(await gathered(caller, run)) === run.inputs_hash) return
  throw conflict('Something changed since this run was calculated: calculate it again.')
}
