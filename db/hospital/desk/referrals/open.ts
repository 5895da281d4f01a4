// Writing a referral: out as a draft, in as received (front office 3.5; REF-1, REF-2, REF-6).

import { madeBefore } from '../../../store/made-before.ts'
import type { Caller } from '../../../core/caller.ts'
import { isId } from '../../../core/ids.ts'
import { conflict, invalid, noSuch } from '../../../core/refusal.ts'
import { folded } from '../../../store/table.ts'
import { fresh } from '../../../core/versions.ts'
import { attachmentsMustBe } from '../../office/attachments/named.ts'
import { staffById } from '../../neighbours/people.ts'
import { signerOf } from '../../neighbours/signing.ts'
import { staffOf } from '../../neighbours/people.ts'
import { tell } from '../../neighbours/telling.ts'
import { writable } from '../patients/rows.ts'
import { facilityRecord } from '../../office/places/facilities.ts'
import { resolveDepartment } from '../../office/places/places.ts'
import { visitRecord } from '../visits/rows.ts'
import { vitalSetRecord } from '../vitals/vitals.ts'
import * as directory from './directory.ts'
import { clashing, type Going, going, referralRecord, type Row } from './record.ts'
import { whole } from './referrals.ts'
import type { ReferralChange, ReferralInput, ReferralWhole } from './shapes.ts'
import { referrals } from './tables.ts'
import type { Direction } from './words.ts'

export async function open(caller: Caller, input: ReferralInput): Promise<ReferralWhole> {
  const known = await already(caller, input)
  if (known !== undefined) return whole(caller, known)
  return whole(caller, await openReferral(caller, input))
}

async function already({ hospital_id }: Caller, { id, patient_id }: ReferralInput) {
  if (!(await madeBefore({ hospital_id }, referrals, id))) return undefined
  const found = await referrals.find({ hospital_id, id, patient_id })
  if (found === undefined) throw conflict('This id is already in use.')
  return found
}

/** FRO-10: for other areas and for the door alike. */
export async function openReferral(caller: Caller, input: ReferralInput): Promise<Row> {
  const { facility_id } = caller
  if (facility_id === null) throw invalid('facility_id', 'is required.')
  const direction = input.direction ?? 'OUT'
  const patient = await writable(caller, input.patient_id)
  const fields = await fieldsOf(caller, input, direction, patient.id)
  const wanted = {
    ...fields,
    ...(input.id === undefined ? {} : { id: input.id }),
    facility_id,
    direction,
    status: direction === 'OUT' ? ('DRAFT' as const) : ('RECEIVED' as const),
    urgency: input.urgency ?? 'ROUTINE',
    patient_id: patient.id,
    facility: fields.facility ?? input.facility,
    facility_key: fields.facility_key ?? folded(input.facility),
    reason: input.reason,
    diagnosis: input.diagnosis ?? [],
    attachment_ids: input.attachment_ids ?? [],
    referrer: await referrerOf(caller, input, direction),
    created_by_id: caller.user_id,
  }
  if (direction === 'OUT') await mustBeAlone(caller, wanted)
  const row = await referralRecord.created(
    caller,
    wanted,
    direction === 'OUT' ? 'create' : 'receive',
  )
  if (direction === 'IN') await announce(caller, row)
  return row
}

/** REF-2: one that goes on is enough for one visit and one facility. */
async function mustBeAlone(caller: Caller, wanted: Going): Promise<void> {
  const known = await going(caller, wanted)
  if (known !== undefined) throw await clashing(caller, known)
}

async function referrerOf(
  caller: Caller,
  input: ReferralInput,
  direction: Direction,
): Promise<Row['referrer']> {
  if (direction === 'IN') {
    const name = input.contact || input.facility
    return { staff_id: null, name: name.slice(0, 160), cadre: null, licence_no: null }
  }
  const { staff_id, name } = await signerOf(caller)
  const cadre = (await staffOf(caller))?.cadre ?? null
  return { staff_id, name, cadre, licence_no: null }
}

/** The columns that a body gives, each held against what it names. */
export async function fieldsOf(
  caller: Caller,
  input: ReferralChange,
  direction: Direction,
  patient_id: string,
): Promise<Partial<Row>> {
  const { facility, urgency, reason, diagnosis, attachment_ids, ...plain } = input
  const own = Object.fromEntries(
    Object.entries(plain).filter(([key]) => key in referrals.columns),
  ) as Partial<Row>
  if (typeof input.visit_id === 'string') {
    const visit = await visitRecord.get(caller, input.visit_id)
    if (visit.patient_id !== patient_id) throw noSuch('visit')
  }
  if (typeof input.vitals_id === 'string') {
    const set = await vitalSetRecord.get(caller, input.vitals_id)
    if (set.patient_id !== patient_id) throw noSuch('set of vitals')
  }
  if (typeof input.escort_staff_id === 'string') await staffMustBe(caller, input.escort_staff_id)
  if (attachment_ids !== undefined) await attachmentsMustBe(caller, attachment_ids)
  // Which departments another facility has, this house does not know.
  const department =
    direction === 'IN' && input.department
      ? (await resolveDepartment(caller, input.department)).name
      : input.department
  return {
    ...own,
    ...(department === undefined ? {} : { department: department || null }),
    ...(await placeOf(caller, facility, input.referral_facility_id)),
    ...(urgency === undefined ? {} : { urgency }),
    ...(reason === undefined ? {} : { reason }),
    ...(diagnosis === undefined ? {} : { diagnosis }),
    ...(attachment_ids === undefined ? {} : { attachment_ids }),
    ...(typeof input.appointment_at === 'string'
      ? { appointment_at: new Date(input.appointment_at).toISOString() }
      : {}),
  }
}

async function staffMustBe(caller: Caller, staff_id: string): Promise<void> {
  if (!isId(staff_id) || (await staffById(caller, staff_id)) === null) {
    throw noSuch('member of staff')
  }
}

/** REF-1: a name of the directory is that facility; never our own. */
async function placeOf(
  caller: Caller,
  facility: string | undefined,
  id: string | null | undefined,
): Promise<Partial<Row>> {
  const named =
    typeof id === 'string'
      ? await directory.referralFacilityRecord.get(caller, id)
      : facility === undefined
        ? undefined
        : await directory.called(caller, facility)
  const name = named?.name ?? facility
  if (name === undefined) return {}
  if (caller.facility_id !== null) {
    const own = await facilityRecord.get(caller, caller.facility_id)
    const theirs = [folded(name), folded(facility ?? '')]
    if (theirs.includes(own.name_key) || theirs.includes(folded(own.code))) {
      throw conflict(`${own.name} is this facility: refer to another one.`)
    }
  }
  if (named === undefined && isId(facility)) throw noSuch('facility')
  return {
    facility: name,
    facility_key: folded(name),
    referral_facility_id: named?.id ?? null,
  }
}

export async function change(
  caller: Caller,
  id: string,
  input: ReferralChange,
): Promise<ReferralWhole> {
  const before = await referralRecord.locked(caller, id)
  fresh(caller, before)
  mustBeUnsent(before)
  await writable(caller, before.patient_id)
  const changes = await fieldsOf(caller, input, before.direction, before.patient_id)
  return whole(caller, await referralRecord.changed(caller, before, 'change', changes))
}

/** FRO-4, with the words of every signed record. */
export function mustBeUnsent(row: Row): void {
  if (row.status === 'DRAFT' || row.status === 'RECEIVED') return
  if (row.direction === 'IN' || row.sent_at === null) {
    throw conflict(`Referral ${row.number} is ${row.status} and no longer changed.`, 'state')
  }
  throw conflict(
    `This referral was signed by ${row.referrer?.name ?? ''} at ${row.sent_at}. Amend it with a reason instead.`,
    'signed',
  )
}

async function announce(caller: Caller, row: Row): Promise<void> {
  await tell(caller, {
    to: { permission: 'referral:respond' },
    kind: 'referral.received',
    title: 'A referral has come in',
    body: `${row.number}, ${row.urgency}, from ${row.facility}${row.department === null ? '' : ` for ${row.department}`}.`,
    entity: { type: 'referral', id: row.id },
  })
}
