// A run is approved, sent back or given up (people 3.8).

import { type Caller, can } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict, notPermitted } from '../../../../core/refusal.ts'
import { rows } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { anotherPerson } from '../../../office/access/users/another-person.ts'
import { payslips } from '../slips/tables.ts'
import { slipsIn } from './exceptions.ts'
import { type RunRow, runRecord } from './record.ts'
import type { ApproveRun } from './shapes.ts'
import { mustStand } from './standing.ts'
import type { Exception } from './tables.ts'

export async function approve(caller: Caller, id: string, input: ApproveRun): Promise<RunRow> {
  const before = await runRecord.begin(caller, id, 'approve')
  await anotherPerson(caller, before.calculated_by_id, 'payroll:approve', {
    words: 'You calculated this run: somebody else must approve it.',
  })
  await refuseWhoChanged(caller, before)
  await mustStand(caller, before)
  const exceptions = accepted(caller, before.exceptions, input.accept ?? [])
  const changes = { exceptions, approved_at: clock.instant(), approved_by_name: caller.name }
  return runRecord.moved(caller, before, 'approve', changes, input.note || null)
}

/** Whoever entered a profile or an input of it does not approve it. */
async function refuseWhoChanged(caller: Caller, run: RunRow): Promise<void> {
  const { hospital_id, user_id } = caller
  if (user_id === null) return
  const ids = (await slipsIn(caller, run.id)).map(({ staff_id }) => staff_id)
  const found = await rows(
    sql`select id from pay_profiles where hospital_id = ${hospital_id} and staff_id${oneOf(ids)}
      and entered_by_id = ${user_id} and status = 'ACTIVE'
      union all select id from pay_inputs where hospital_id = ${hospital_id}
      and staff_id${oneOf(ids)} and entered_by_id = ${user_id}
      and period_year = ${run.period_year} and period_month = ${run.period_month}`,
  )
  if (found.length === 0) return
  await anotherPerson(caller, user_id, 'payroll:approve', {
    words: 'You entered pay of this run: somebody else must approve it.',
  })
}

/** HR-104: errors are mended, warnings accepted by name. */
function accepted(
  caller: Caller,
  exceptions: readonly Exception[],
  given: NonNullable<ApproveRun['accept']>,
): Exception[] {
  const errors = exceptions.filter(({ severity }) => severity === 'ERROR')
  if (errors.length > 0) {
    const [first, second] = errors
    const said = [first, second].flatMap((one) => (one === undefined ? [] : [one.text]))
    const more = errors.length > said.length ? '; …' : ''
    const them = errors.length === 1 ? '1 error' : `${errors.length} errors`
    throw conflict(`${them} must be solved first: ${said.join(' ')}${more}`, 'errors')
  }
  const notes = new Map(given.map(({ code, note }) => [code.toUpperCase(), note]))
  const missing = [...new Set(exceptions.map(({ code }) => code))].filter(
    (code) => !notes.has(code),
  )
  if (missing.length > 0) {
    throw conflict(`Accept these warnings first: ${missing.join(', ')}.`, 'warnings', {
      facts: { warnings: missing },
    })
  }
  return exceptions.map((one) => ({
    ...one,
    accepted_by_name: caller.name,
    note: notes.get(one.code) ?? null,
  }))
}

/** What was approved is sent back by who may approve. */
export async function backToDraft(caller: Caller, id: string, reason: string): Promise<RunRow> {
  const before = await runRecord.begin(caller, id, 'back to draft')
  const needed = before.status === 'APPROVED' ? 'payroll:approve' : 'payroll:prepare'
  if (!can(caller, needed)) throw notPermitted(needed)
  const exceptions = before.exceptions.map((one) => ({
    ...one,
    accepted_by_name: null,
    note: null,
  }))
  const changes = { exceptions, approved_at: null, approved_by_name: null, inputs_hash: null }
  return runRecord.moved(caller, before, 'back to draft', changes, reason)
}

export async function cancel(caller: Caller, id: string, reason: string): Promise<RunRow> {
  const before = await runRecord.begin(caller, id, 'cancel')
  await payslips.remove({ hospital_id: caller.hospital_id, run_id: id })
  return runRecord.moved(caller, before, 'cancel', { staff_count: 0 }, reason)
}
