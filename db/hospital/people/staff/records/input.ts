// Reading what is said of a member of staff (people 2.1, HR-3 to HR-6).

import type { Caller } from '../../../../core/caller.ts'
import { nextDay } from '../../../../core/clock.ts'
import { toBasisPoints } from '../../../../core/kinds/percent.ts'
import { countryOf } from '../../../../core/reference/countries.ts'
import { conflict, invalid, invalidAs } from '../../../../core/refusal.ts'
import { folded } from '../../../../store/table.ts'
import { hospitalOf, phone, today } from '../../../office/hospitals/hospitals.ts'
import { facilityRecord } from '../../../office/places/facilities.ts'
import { monthsOn } from '../../../office/plans/days.ts'
import { mustBeThere, type StaffRow } from './rows.ts'
import type { StaffChange } from './shapes.ts'
import { staff, type Kin } from './tables.ts'
import { working_states } from './words.ts'

type Said = Partial<StaffRow>

/** The fields that a person writes, as the row keeps them; what is not said is not in it. */
export async function readStaff(
  caller: Caller,
  input: StaffChange,
  before?: StaffRow,
): Promise<Said> {
  const { user_id: _user, next_of_kin, ...rest } = input
  const said: Said = {
    ...withoutBlanks(rest),
    ...(next_of_kin === undefined ? {} : { next_of_kin: await kinRead(caller, next_of_kin) }),
    ...(rest.phone === undefined ? {} : { phone: await phone(caller, 'phone', rest.phone) }),
    ...(rest.nationality === undefined ? {} : { nationality: countryRead(rest.nationality) }),
    ...nameOf(input, before),
  }
  if (said.facility_ids !== undefined) await branchesRead(caller, said.facility_ids)
  const row = { ...before, ...said }
  if (typeof said.national_id === 'string') {
    said.national_id = await nationalId(caller, said.national_id, row.nationality)
  }
  if (said.date_of_birth !== undefined || said.hired_on !== undefined) await checkDays(caller, row)
  checkContract(row)
  if (typeof said.supervisor_id === 'string')
    await checkSupervisor(caller, said.supervisor_id, before)
  return said
}

/** An empty text is no text. */
const withoutBlanks = (input: object): Said =>
  Object.fromEntries(
    Object.entries(input).map(([field, value]) => [field, value === '' ? null : value]),
  )

function nameOf(input: StaffChange, before?: StaffRow): Said {
  const parts = ['first_name', 'middle_name', 'last_name'] as const
  if (parts.every((part) => input[part] === undefined)) return {}
  const said = parts.map((part) => (input[part] === undefined ? before?.[part] : input[part]))
  const full_name = said.filter((part) => part).join(' ')
  return { full_name, name_key: folded(full_name) }
}

function countryRead(typed: string): string {
  const found = countryOf(typed.toUpperCase())
  if (found === undefined) throw invalid('nationality', 'is not a country code like TZ.')
  return found.code
}

async function branchesRead(caller: Caller, ids: readonly string[]): Promise<void> {
  for (const id of ids) await facilityRecord.get(caller, id)
}

/** Of Tanzania: twenty digits, however they are parted. */
async function nationalId(
  caller: Caller,
  typed: string,
  nationality: string | undefined,
): Promise<string> {
  const { country } = await hospitalOf(caller)
  if (country !== 'TZ' || (nationality ?? country) !== 'TZ') return typed
  const digits = typed.replace(/[\s-]/g, '')
  if (!/^\d{20}$/.test(digits)) throw invalid('national_id', 'must be twenty digits.')
  return digits
}

const ahead_days = 60

/** HR-4, and an age at which people work. */
async function checkDays(caller: Caller, { hired_on, date_of_birth }: Said): Promise<void> {
  const day = await today(caller)
  if (hired_on !== undefined && hired_on > nextDay(day, ahead_days)) {
    throw invalid('hired_on', `is more than ${ahead_days} days ahead.`)
  }
  if (typeof date_of_birth !== 'string') return
  if (date_of_birth > monthsOn(day, -180) || date_of_birth < monthsOn(day, -1080)) {
    throw invalid('date_of_birth', 'must make an age between 15 and 90.')
  }
  if (hired_on !== undefined && hired_on < monthsOn(date_of_birth, 180)) {
    throw invalid('hired_on', 'is before the age of 15.')
  }
}

const with_end = ['CONTRACT', 'LOCUM', 'INTERN']

export function checkContract(row: Said): void {
  const { employment_type = '', contract_ends, contract_starts, hired_on } = row
  if (with_end.includes(employment_type) && !contract_ends) {
    throw invalid('contract_ends', `is required for ${employment_type}.`)
  }
  const starts = contract_starts ?? hired_on
  if (contract_ends && starts !== undefined && contract_ends <= starts) {
    throw invalid('contract_ends', 'must be after the contract starts.')
  }
}

/** Shares of beneficiaries sum to 100, or none is given. */
async function kinRead(
  caller: Caller,
  given: NonNullable<StaffChange['next_of_kin']>,
): Promise<Kin[]> {
  const read: Kin[] = []
  for (const [at, one] of given.entries()) {
    const share = one.share_pct ?? null
    read.push({
      name: one.name,
      relationship: one.relationship,
      phone: await phone(caller, `next_of_kin[${at}].phone`, one.phone),
      address: one.address || null,
      is_emergency: one.is_emergency ?? false,
      is_beneficiary: one.is_beneficiary ?? false,
      share_bp: share === null ? null : toBasisPoints(share, `next_of_kin[${at}].share_pct`),
    })
  }
  const shares = read.filter((one) => one.is_beneficiary).map(({ share_bp }) => share_bp)
  const given_shares = shares.filter((share) => share !== null)
  const sum = given_shares.reduce((all, share) => all + share, 0)
  if (given_shares.length > 0 && (sum !== 10_000 || given_shares.length < shares.length)) {
    throw invalidAs('next_of_kin', `the shares add up to ${sum / 100}, not to 100.`)
  }
  return read
}

const line_max = 100

/** HR-6: somebody who works here, and whose own line does not come back to this person. */
export async function checkSupervisor(
  caller: Caller,
  id: string,
  of: StaffRow | undefined,
): Promise<void> {
  const above = await mustBeThere(caller, id)
  if (!working_states.some((state) => state === above.status)) {
    throw conflict(`${above.full_name} is ${above.status}: name a supervisor who works here.`)
  }
  if (of === undefined) return
  let one: StaffRow | undefined = above
  for (let step = 0; one !== undefined && step < line_max; step++) {
    if (one.id === of.id) throw circle(above, of)
    const next: string | null = one.supervisor_id
    one = next === null ? undefined : await staff.find({ hospital_id: of.hospital_id, id: next })
  }
}

const circle = (above: StaffRow, of: StaffRow): Error =>
  conflict(
    above.id === of.id
      ? `${of.full_name} cannot be the own supervisor.`
      : `That would make a circle: ${above.full_name} reports to ${of.full_name}.`,
  )
