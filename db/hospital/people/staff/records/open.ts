// Taking somebody on, and keeping the record right (HR-3 to HR-7).

import type { Caller } from '../../../../core/caller.ts'
import { conflict, invalid, invalidAs } from '../../../../core/refusal.ts'
import { within } from '../../../../store/connection.ts'
import { fresh } from '../../../../core/versions.ts'
import { makeTemporary, type Temporary } from '../../../office/access/users/codes.ts'
import { inviteWith } from '../../../office/access/users/open.ts'
import { linkStaff } from '../../../office/access/users/staff-link.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { actingBranch } from '../../../money/accounting/posting/post.ts'
import { facilityRecord } from '../../../office/places/facilities.ts'
import { nextReference } from '../../../office/sequences/references.ts'
import { activeCadre } from '../cadres/cadres.ts'
import { departmentAt } from '../department-at.ts'
import { settingsOf } from '../settings/settings.ts'
import { monthsOn } from '../../../office/plans/days.ts'
import { readStaff } from './input.ts'
import { posted } from './postings.ts'
import { named, refuseOthers, type StaffRow, staffRecord } from './rows.ts'
import { inScope } from './scope.ts'
import type { StaffChange, StaffInput } from './shapes.ts'
import { staff } from './tables.ts'

export interface Taken {
  row: StaffRow
  account: { user_id: string; sent_to?: string; temporary_password?: string } | null
}

/** Opens its own transaction: a temporary password is hashed before it. */
export async function open(caller: Caller, input: StaffInput): Promise<Taken> {
  const temporary = input.create_user ? await makeTemporary() : null
  return within(() => takeOn(caller, input, temporary))
}

/** Within a transaction, for those who hire. */
export async function takeOn(
  caller: Caller,
  input: StaffInput,
  temporary: Temporary | null,
): Promise<Taken> {
  const row = await staffRecord.created(caller, await newRow(caller, input), 'hire')
  await posted(caller, row, { kind: 'HIRE', effective_on: row.hired_on })
  if (typeof input.user_id === 'string') await linkStaff(caller, row.id, input.user_id)
  const account = temporary === null ? null : await invited(caller, row, input, temporary)
  return { row, account }
}

async function newRow(caller: Caller, input: StaffInput) {
  const row = await readNew(caller, input)
  const number = await numberFor(caller, input.staff_number ?? null)
  await refuseOthers(caller, { ...row, number })
  return { ...row, number }
}

/** Everything that is refused but the number, which is taken last. */
export async function readNew(caller: Caller, input: StaffInput, own_id = '') {
  const {
    department,
    cadre_id,
    job_title,
    employment_type,
    grade,
    step,
    facility_id: branch,
    staff_number: _number,
    confirm_duplicate = false,
    create_user: _user,
    ...written
  } = input
  const facility_id = branch ?? (await actingBranch(caller))
  await facilityRecord.get(caller, facility_id)
  await activeCadre(caller, cadre_id)
  const fixed = {
    facility_id,
    department: await departmentAt(caller, facility_id, department),
    cadre_id,
    job_title,
    employment_type,
    grade: grade || null,
    step: step ?? null,
    nationality: (await hospitalOf(caller)).country,
    residency: 'RESIDENT' as const,
  }
  const said = (await readStaff(caller, written, fixed as StaffRow)) as StaffRow
  const facility_ids = [...new Set([facility_id, ...(said.facility_ids ?? [])])]
  const row = { ...fixed, ...said, facility_ids, ...(await firstState(caller, input)) }
  await refuseDouble(caller, row, confirm_duplicate || own_id !== '')
  await refuseOthers(caller, row, own_id)
  return row
}

/** 3.1: on probation where people stay, at work at once where they come for a time. */
async function firstState(
  caller: Caller,
  { employment_type, hired_on, probation_ends_on }: StaffInput,
): Promise<Pick<StaffRow, 'status' | 'probation_ends_on'>> {
  if (employment_type !== 'PERMANENT' && employment_type !== 'CONTRACT') {
    return { status: 'ACTIVE', probation_ends_on: null }
  }
  const { probation_months } = await settingsOf(caller)
  const ends = probation_ends_on ?? monthsOn(hired_on, probation_months)
  if (ends < hired_on) throw invalid('probation_ends_on', 'is before hired_on.')
  return { status: 'PROBATION', probation_ends_on: ends }
}

/** HR-3: the same name and birth date are the same person, unless somebody says they are not. */
async function refuseDouble(
  { hospital_id }: Caller,
  { name_key, date_of_birth }: Partial<StaffRow>,
  confirmed: boolean,
): Promise<void> {
  if (confirmed || !date_of_birth || name_key === undefined) return
  const other = await staff.find({ hospital_id, name_key, date_of_birth })
  if (other === undefined) return
  throw conflict(
    `${named(other)} has the same name and birth date: give confirm_duplicate when they are two people.`,
    'possible_duplicate',
    { facts: { possible_duplicate: { id: other.id, staff_number: other.number } } },
  )
}

const number_form = /^[A-Za-z0-9/-]{1,20}$/

/** One's own once, else the next that nobody was given by hand. */
async function numberFor(caller: Caller, typed: string | null): Promise<string> {
  if (typed !== null && typed !== '') {
    if (number_form.test(typed)) return typed
    throw invalidAs('staff_number', 'must be 1 to 20 letters, digits, / and -.')
  }
  const { hospital_id } = caller
  for (;;) {
    const number = await nextReference(caller, 'staff')
    if ((await staff.find({ hospital_id, number })) === undefined) return number
  }
}

/** HR-5. */
export async function invited(
  caller: Caller,
  row: StaffRow,
  { create_user, user_id }: StaffInput,
  temporary: Temporary,
): Promise<Taken['account']> {
  if (typeof user_id === 'string')
    throw invalidAs('create_user', 'user_id names an account already.')
  const { role_ids = [], username } = create_user ?? {}
  return inviteWith(
    caller,
    {
      full_name: row.full_name,
      ...(username === undefined ? {} : { username }),
      email: row.email,
      phone: row.phone,
      staff_id: row.id,
      role_ids,
      facility_ids: row.facility_ids,
      default_facility_id: row.facility_id,
    },
    temporary,
  )
}

export async function change(caller: Caller, id: string, input: StaffChange): Promise<StaffRow> {
  await inScope(caller, id)
  const before = await staffRecord.locked(caller, id)
  fresh(caller, before)
  if (before.status === 'EXITED') throw conflict(`${named(before)} has left.`, 'state')
  const said = await readStaff(caller, input, before)
  if (said.facility_ids !== undefined && !said.facility_ids.includes(before.facility_id)) {
    said.facility_ids = [before.facility_id, ...said.facility_ids]
  }
  await refuseOthers(caller, said, id)
  if (input.user_id !== undefined) await linkStaff(caller, id, input.user_id)
  return staffRecord.changed(caller, before, 'update', said)
}
