// Somebody who left is taken on again (people 3.1): the same number, and a service that starts anew.

import { type Caller, can } from '../../../../core/caller.ts'
import { conflict, invalid, notPermitted } from '../../../../core/refusal.ts'
import type { Temporary } from '../../../office/access/users/codes.ts'
import { enableUser } from '../../../office/access/users/moves.ts'
import { accountsOf } from '../../../office/access/users/staff-link.ts'
import { invited, readNew } from './open.ts'
import { posted } from './postings.ts'
import { named, staffRecord, type StaffRow } from './rows.ts'
import type { StaffInput } from './shapes.ts'

interface Again {
  staff_id: string
  /** Against a note that this one should not come back. */
  reason: string | null
  temporary: Temporary | null
}

export async function takeBack(
  caller: Caller,
  input: StaffInput,
  { staff_id, reason, temporary }: Again,
): Promise<StaffRow> {
  const before = await staffRecord.locked(caller, staff_id)
  staffRecord.check(before, 'rehire')
  const { exited_on } = before
  if (exited_on !== null && input.hired_on <= exited_on) {
    throw invalid('hired_on', `must be after the last day before: ${exited_on}.`)
  }
  refuseUnwanted(caller, before, reason)
  const changes = { ...(await serviceOf(caller, input, before)), exited_on: null, rehire_ok: null }
  const row = await staffRecord.moved(caller, before, 'rehire', changes, reason)
  await posted(caller, row, { kind: 'HIRE', effective_on: row.hired_on, reason })
  await accountAgain(caller, row, input, temporary)
  return row
}

function refuseUnwanted(caller: Caller, before: StaffRow, reason: string | null): void {
  if (before.rehire_ok !== false) return
  if (reason === null || reason === '') {
    throw conflict(`${named(before)} was not to be taken on again: give rehire_reason.`, 'rehire')
  }
  if (!can(caller, 'hr:settings')) throw notPermitted('hr:settings')
}

/** What belongs to a service; who somebody is stays, but for what is said anew. */
async function serviceOf(caller: Caller, input: StaffInput, before: StaffRow) {
  const said = await readNew(caller, input, before.id)
  const { facility_id, department, cadre_id, job_title, employment_type } = said
  return {
    facility_id,
    department,
    cadre_id,
    job_title,
    employment_type,
    facility_ids: said.facility_ids,
    grade: said.grade,
    step: said.step,
    status: said.status,
    hired_on: said.hired_on,
    probation_ends_on: said.probation_ends_on,
    contract_starts: said.contract_starts ?? null,
    contract_ends: said.contract_ends ?? null,
    supervisor_id: said.supervisor_id ?? null,
    confirmed_on: null,
    suspended_from: null,
    suspended_until: null,
    suspended_pay_pct: null,
    phone: said.phone,
    email: said.email ?? before.email,
    date_of_birth: said.date_of_birth ?? before.date_of_birth,
    national_id: said.national_id ?? before.national_id,
  }
}

/** The account that hangs on the record is opened; where there is none, one is made. */
async function accountAgain(
  caller: Caller,
  row: StaffRow,
  input: StaffInput,
  temporary: Temporary | null,
): Promise<void> {
  if (temporary === null) return
  const held = (await accountsOf(caller, [row.id])).get(row.id)
  if (held === undefined) await invited(caller, row, input, temporary)
  else await enableUser({ ...caller, expected_version: null }, held.user_id)
}
