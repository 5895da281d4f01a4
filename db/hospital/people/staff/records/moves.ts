// Confirmed, sent elsewhere, suspended, back at work (people 3.1).

import type { Caller } from '../../../../core/caller.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { difference } from '../../../office/audit/record.ts'
import { disableUser, enableUser } from '../../../office/access/users/moves.ts'
import { accountsOf } from '../../../office/access/users/staff-link.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { facilityRecord } from '../../../office/places/facilities.ts'
import { departmentAt } from '../department-at.ts'
import { activeCadre } from '../cadres/cadres.ts'
import { checkContract, checkSupervisor } from './input.ts'
import { freeShifts } from '../rosters/free.ts'
import { placeOf, posted } from './postings.ts'
import { staffRecord, type StaffRow } from './rows.ts'
import { inScope, ownStaffId } from './scope.ts'
import { keepSuspension, refuseTwice } from './suspensions.ts'
import type { Confirm, Promote, Reinstate, Suspend, Transfer } from './shapes.ts'

export async function confirm(caller: Caller, id: string, input: Confirm): Promise<StaffRow> {
  await inScope(caller, id)
  const before = await staffRecord.begin(caller, id, 'confirm')
  await notOneself(caller, id, 'You cannot confirm yourself.')
  const confirmed_on = input.confirmed_on ?? (await today(caller))
  await notAhead(caller, 'confirmed_on', confirmed_on)
  if (confirmed_on < before.hired_on) throw invalid('confirmed_on', 'is before hired_on.')
  const row = await staffRecord.moved(caller, before, 'confirm', { confirmed_on }, input.note)
  await posted(caller, row, {
    kind: 'CONFIRM',
    effective_on: confirmed_on,
    reason: input.note ?? null,
  })
  return row
}

export async function transfer(caller: Caller, id: string, input: Transfer): Promise<StaffRow> {
  await inScope(caller, id)
  const before = await staffRecord.begin(caller, id, 'transfer')
  await notOneself(caller, id, 'You cannot transfer yourself.')
  const { effective_on, reason } = input
  await notAhead(caller, 'effective_on', effective_on)
  if (effective_on < before.hired_on) throw invalid('effective_on', 'is before hired_on.')
  const facility_id = input.facility_id ?? before.facility_id
  await facilityRecord.get(caller, facility_id)
  const department = await departmentAt(caller, facility_id, input.department)
  if (department === before.department && facility_id === before.facility_id) {
    throw conflict(`${before.full_name} works in ${department} already.`)
  }
  if (typeof input.supervisor_id === 'string')
    await checkSupervisor(caller, input.supervisor_id, before)
  const from = await placeOf(caller, before)
  const changes = {
    status: before.status,
    facility_id,
    department,
    facility_ids: [...new Set([facility_id, ...before.facility_ids])],
    ...(input.supervisor_id === undefined ? {} : { supervisor_id: input.supervisor_id }),
  }
  const row = await staffRecord.moved(caller, before, 'transfer', changes, reason)
  await posted(caller, row, { kind: 'TRANSFER', effective_on, from, reason })
  const { department: left } = before
  await freeShifts(caller, id, { from: await today(caller), department: left })
  return row
}

/** Another grade, cadre or title, or another contract; what is not said stays. */
export async function promote(caller: Caller, id: string, input: Promote): Promise<StaffRow> {
  await inScope(caller, id)
  const before = await staffRecord.begin(caller, id, 'promote')
  await notOneself(caller, id, 'You cannot promote yourself.')
  const { kind, effective_on, reason, ...said } = input
  await notAhead(caller, 'effective_on', effective_on)
  if (effective_on < before.hired_on) throw invalid('effective_on', 'is before hired_on.')
  if (said.cadre_id) await activeCadre(caller, said.cadre_id)
  const after = {
    grade: said.grade ?? before.grade,
    step: said.step ?? before.step,
    cadre_id: said.cadre_id ?? before.cadre_id,
    job_title: said.job_title ?? before.job_title,
    employment_type: said.employment_type ?? before.employment_type,
    contract_ends: said.contract_ends ?? before.contract_ends,
  }
  if (difference(before, after) === undefined) {
    throw conflict(`That changes nothing for ${before.full_name}.`)
  }
  checkContract({ ...before, ...after })
  const from = await placeOf(caller, before)
  const changes = { ...after, status: before.status }
  const row = await staffRecord.moved(caller, before, 'promote', changes, reason)
  await posted(caller, row, { kind, effective_on, from, reason })
  return row
}

/** From that day on the account is shut, unless it is kept; what the pay goes down to is kept here. */
export async function suspend(caller: Caller, id: string, input: Suspend): Promise<StaffRow> {
  await inScope(caller, id)
  const before = await staffRecord.begin(caller, id, 'suspend')
  await notOneself(caller, id, 'You cannot suspend yourself.')
  const { reason, from, until = null, pay_pct } = input
  await notAhead(caller, 'from', from)
  if (from < before.hired_on) throw invalid('from', 'is before hired_on.')
  if (until !== null && until < from) throw invalid('until', 'is before from.')
  await refuseTwice(caller, id, from)
  const changes = {
    status_before: before.status,
    suspended_from: from,
    suspended_until: until,
    suspended_pay_pct: pay_pct ?? 100,
  }
  const row = await staffRecord.moved(caller, before, 'suspend', changes, reason)
  await posted(caller, row, { kind: 'SUSPENSION', effective_on: from, reason })
  await freeShifts(caller, id, {
    from: await today(caller),
    ...(until === null ? {} : { to: until }),
  })
  if (input.keep_account !== true) {
    const account = (await accountsOf(caller, [id])).get(id)
    if (account !== undefined) await disableUser(unversioned(caller), account.user_id, reason)
  }
  return row
}

export async function reinstate(
  caller: Caller,
  id: string,
  { reason, back_pay = false }: Reinstate,
): Promise<StaffRow> {
  await inScope(caller, id)
  const before = await staffRecord.begin(caller, id, 'reinstate')
  await notOneself(caller, id, 'You cannot reinstate yourself.')
  return backAtWork(caller, before, reason, back_pay)
}

/** By a person, or by the house on the day after the last of the suspension. */
export async function backAtWork(
  caller: Caller,
  before: StaffRow,
  reason: string,
  back_pay = false,
): Promise<StaffRow> {
  await keepSuspension(caller, before, { back_pay, reason })
  const changes = {
    status: before.status_before ?? 'ACTIVE',
    status_before: null,
    suspended_from: null,
    suspended_until: null,
    suspended_pay_pct: null,
  }
  const row = await staffRecord.moved(caller, before, 'reinstate', changes, reason)
  await posted(caller, row, { kind: 'REINSTATEMENT', effective_on: await today(caller), reason })
  const account = (await accountsOf(caller, [row.id])).get(row.id)
  if (account !== undefined) await enableUser(unversioned(caller), account.user_id)
  return row
}

/** The version that was seen is the staff record's, not the account's. */
const unversioned = (caller: Caller): Caller => ({ ...caller, expected_version: null })

export async function notOneself(caller: Caller, id: string, words: string): Promise<void> {
  if ((await ownStaffId(caller)) === id) throw conflict(words, 'second_person')
}

export async function notAhead(caller: Caller, field: string, day: string): Promise<void> {
  if (day > (await today(caller))) throw invalid(field, 'is in the future.')
}
