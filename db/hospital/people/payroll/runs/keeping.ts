// The payslips of a run come to stand, some hundred at a time: whoever sells meanwhile waits for one piece and
// not for all of them. Until the last one the run has no hash, and nobody can approve it (HR-105).

import type { Caller } from '../../../../core/caller.ts'
import { conflict } from '../../../../core/refusal.ts'
import { attempt, within } from '../../../../store/connection.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import { folded } from '../../../../store/table.ts'
import { payslips } from '../slips/tables.ts'
import type { Made } from './calculate.ts'
import { type SlipRow, taxOf } from './paid-before.ts'
import { type RunRow, runRecord } from './record.ts'
import { payroll_runs } from './tables.ts'

/** What a run comes to, and from what it was reckoned. */
export interface Reckoned {
  run: RunRow
  made: readonly Made[]
  changes: Partial<RunRow>
}
type ByItself = 'id' | 'hospital_id' | 'number' | 'payment' | 'search_text'
/** What a payslip says that follows from what was gathered. */
type Kept = Omit<SlipRow, ByItself | 'created_at' | 'updated_at' | 'version'>

/** In one transaction: some fifty milliseconds of it. */
const at_once = 200

/** Null where somebody else wrote the run since it was reckoned: then none of this counts. */
export async function kept(
  caller: Caller,
  { run, made, changes }: Reckoned,
): Promise<RunRow | null> {
  const { hospital_id } = caller
  const { id } = run
  const wanted = made.map((one) => rowOf(run, one))
  const pieces = Math.max(1, Math.ceil(wanted.length / at_once))
  let { version } = run
  let done: RunRow | null = null
  for (let at = 0; at < pieces; at += 1) {
    const is_last = at === pieces - 1
    const some = wanted.slice(at * at_once, (at + 1) * at_once)
    const stands = await within(async () => {
      const before =
        at === 0
          ? await runRecord.begin(caller, id, 'calculate')
          : await runRecord.locked(caller, id)
      if (before.version !== version) return false
      if (at === 0) await takeAway(caller, run, wanted)
      await keep(caller, run, some)
      if (is_last) done = await runRecord.moved(caller, before, 'calculate', changes)
      else if (at === 0) {
        await payroll_runs.change({ hospital_id, id }, { inputs_hash: null })
        version += 1
      }
      return true
    })
    if (!stands) return null
  }
  return done
}

/** One that nobody gets any more goes. */
async function takeAway(caller: Caller, run: RunRow, wanted: readonly Kept[]): Promise<void> {
  const { hospital_id } = caller
  const ids = new Set(wanted.map(({ staff_id }) => staff_id))
  const before = await payslips.all({ hospital_id, run_id: run.id })
  const gone = before.flatMap(({ id, staff_id }) => (ids.has(staff_id) ? [] : [id]))
  if (gone.length > 0) await payslips.remove({ hospital_id, id: gone })
}

/** A payslip that is as it was stays as it is. */
async function keep(caller: Caller, run: RunRow, wanted: readonly Kept[]): Promise<void> {
  const { hospital_id } = caller
  const staff_id = wanted.map((one) => one.staff_id)
  const before = await payslips.all({ hospital_id, run_id: run.id, staff_id })
  const by_person = new Map(before.map((slip) => [slip.staff_id, slip]))
  const fresh = wanted.filter((one) => !by_person.has(one.staff_id))
  for (const row of wanted) {
    const old = by_person.get(row.staff_id)
    if (old === undefined || isSame(old, row)) continue
    await payslips.change({ hospital_id, id: old.id }, row)
  }
  await attempt(() => payslips.insertMany(fresh.map((row) => ({ ...row, hospital_id })))).catch(
    async (error: unknown) => {
      throw isTaken(error, 'period_month') ? await twice(caller, run, staff_id) : error
    },
  )
}

const isSame = (old: SlipRow, row: Kept): boolean =>
  Object.entries(row).every(
    ([key, value]) => JSON.stringify(old[key as keyof SlipRow]) === JSON.stringify(value),
  )

/** HR-90: one REGULAR payslip a month for everybody. */
async function twice(
  { hospital_id }: Caller,
  { period_year, period_month }: RunRow,
  ids: readonly string[],
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
