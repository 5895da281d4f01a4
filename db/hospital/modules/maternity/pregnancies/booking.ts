// A pregnancy is booked, and what is known of it changes (maternity 3; MAT-1 to MAT-3).

import type { Caller } from '../../../../core/caller.ts'
import { nextDay } from '../../../../core/clock.ts'
import { conflict, invalid, Refusal } from '../../../../core/refusal.ts'
import { fresh } from '../../../../core/versions.ts'
import { madeBefore } from '../../../../store/made-before.ts'
import { put as putStatus } from '../../../care/chart/pregnancy.ts'
import { ageOn } from '../../../desk/patients/register/ages.ts'
import { type Row as Patient, writable } from '../../../desk/patients/rows.ts'
import { openVisitRow } from '../../../desk/visits/moves/open.ts'
import { signerOf } from '../../../neighbours/signing.ts'
import { today } from '../../../office/places/hours.ts'
import { mustBeHere } from '../../../office/places/own-branch.ts'
import { chargeFor } from '../charging.ts'
import { datedBy, type Dated, type Scan } from './dates.ts'
import { contactsOf, dueFor, judgedRisks } from './known.ts'
import { alreadyOpen, openOf, pregnancyRecord, type PregnancyRow } from './record.ts'
import type { PregnancyBooking, PregnancyChange } from './shapes.ts'
import { pregnancies } from './tables.ts'

export interface Booked {
  row: PregnancyRow
  warnings: string[]
}

const youngest = 10
const oldest = 55
const longest_days = 310

export async function book(caller: Caller, input: PregnancyBooking): Promise<Booked> {
  if (await madeBefore(caller, pregnancies, input.id)) {
    return { row: await pregnancyRecord.get(caller, input.id ?? ''), warnings: [] }
  }
  const patient = await writable(caller, input.patient_id)
  const row = await begun(caller, patient, input)
  const visit = await openVisitRow(caller, patient.id)
  const warning = await chargeFor(caller, {
    key: 'BOOKING',
    patient_id: patient.id,
    visit_id: visit?.id ?? null,
    source_id: row.id,
    service_date: row.booked_on,
    performed_by_id: (await signerOf(caller)).staff_id,
  })
  return { row, warnings: warning === null ? [] : [warning] }
}

export type Begun = Omit<PregnancyBooking, 'patient_id' | 'gravida' | 'para'> & {
  gravida: number
  para: number
  unbooked?: boolean
}

/** Whoever calls has locked the patient. Who comes in labour is booked by this as well (MAT-12). */
export async function begun(caller: Caller, patient: Patient, input: Begun): Promise<PregnancyRow> {
  const { facility_id } = caller
  if (facility_id === null) throw invalid('facility_id', 'is required.')
  const signer = await signerOf(caller)
  const on = await today(caller, facility_id)
  mayBear(patient, on)
  mustAddUp(input)
  const known = await openOf(caller, patient.id)
  if (known !== undefined) throw await alreadyOpen(caller, known)
  const { history = [], id, unbooked = false, ...plain } = input
  const dated = dating(plain, null, on)
  const wanted = {
    ...plain,
    ...dated,
    earlier: history,
    previous_sections: sections(history),
    height_cm: input.height_cm ?? null,
    multiple: input.multiple ?? null,
    pmtct: input.pmtct ?? null,
    risks: [],
  }
  const row = await pregnancyRecord.created(
    caller,
    {
      ...(id === undefined ? {} : { id }),
      ...wanted,
      card_no: input.card_no || null,
      ...(await judgedRisks(caller, patient, wanted, [], facility_id)),
      facility_id,
      patient_id: patient.id,
      unbooked,
      abortions: input.abortions ?? 0,
      living: input.living ?? 0,
      booked_on: on,
      next_contact_on: on,
      by_id: caller.user_id,
      by_name: signer.name.slice(0, 160),
    },
    'book',
  )
  await tellStatus(caller, row)
  return row
}

function mayBear(patient: Patient, on: string): void {
  const { years } = ageOn(patient.birth_date, on, 'en')
  if (patient.sex === 'Female' && years >= youngest && years <= oldest) return
  throw conflict(`Pregnancy is for women of ${youngest} to ${oldest} years.`)
}

function mustAddUp({ gravida, para, abortions = 0 }: Begun): void {
  if (para + abortions <= gravida - 1) return
  throw new Refusal(400, 'invalid', 'para and abortions cannot exceed gravida − 1.', {
    field: 'gravida',
  })
}

const sections = (history: PregnancyRow['earlier']): number =>
  history.filter(({ mode }) => /caesar|c\W?section|section|upasuaji/i.test(mode ?? '')).length

interface Told {
  lmp?: string | null | undefined
  lmp_sure?: boolean | undefined
  ultrasound?: Scan | null | undefined
}
type Standing = Dated & Pick<PregnancyRow, 'lmp' | 'lmp_sure' | 'ultrasound'>

/** MAT-2: the earliest scan counts. */
function dating(told: Told, before: Standing | null, on: string): Standing {
  const lmp = told.lmp === undefined ? (before?.lmp ?? null) : told.lmp
  const lmp_sure = told.lmp_sure ?? before?.lmp_sure ?? true
  const ultrasound = earliest(before?.ultrasound ?? null, told.ultrasound)
  if (lmp !== null && lmp > on) throw invalid('lmp', 'is in the future.')
  if (lmp !== null && nextDay(lmp, longest_days) < on) throw invalid('lmp', 'is too long ago.')
  if (ultrasound !== null && ultrasound.on > on) {
    throw invalid('ultrasound.on', 'is in the future.')
  }
  const found = datedBy({ lmp, lmp_sure, ultrasound })
  const kept = before?.edd_basis === 'FUNDAL_HEIGHT' && found.edd === null ? before : found
  if (kept.edd !== null && nextDay(kept.edd, 30) < on) {
    throw invalid('ultrasound', 'says that the child was born long ago.')
  }
  return { lmp, lmp_sure, ultrasound, edd: kept.edd, edd_basis: kept.edd_basis }
}

function earliest(known: Scan | null, told: Scan | null | undefined): Scan | null {
  if (told === undefined) return known
  if (told === null || known === null) return told
  return known.on <= told.on ? known : told
}

/** MAT-1: care hears of it, so that every area does. */
export const tellStatus = (caller: Caller, { patient_id, lmp, edd }: PregnancyRow) =>
  putStatus(caller, patient_id, {
    pregnant: 'YES',
    lmp: edd === null ? null : lmp,
    edd,
    basis: 'PROGRAMME',
  })

export async function change(
  caller: Caller,
  id: string,
  input: PregnancyChange,
): Promise<PregnancyRow> {
  const { patient_id } = await pregnancyRecord.get(caller, id)
  const patient = await writable(caller, patient_id)
  const before = await pregnancyRecord.locked(caller, id)
  await mustBeHere(caller, before.facility_id, 'pregnancy')
  fresh(caller, before)
  if (before.status === 'CLOSED') throw conflict(`Pregnancy ${before.number} is CLOSED.`, 'state')
  const on = await today(caller, before.facility_id)
  const { history, lmp, lmp_sure, ultrasound, ...plain } = input
  const dated =
    before.status === 'POSTPARTUM' ? {} : dating({ lmp, lmp_sure, ultrasound }, before, on)
  const known: PregnancyRow = {
    ...before,
    ...(plain as Partial<PregnancyRow>),
    ...dated,
    ...(history === undefined ? {} : { earlier: history, previous_sections: sections(history) }),
  }
  const contacts = await contactsOf(caller, id)
  const judged = await judgedRisks(caller, patient, known, contacts, before.facility_id)
  const { next_contact_on } = await dueFor(caller, known, contacts)
  const after = await pregnancyRecord.changed(caller, before, 'change', {
    ...(plain as Partial<PregnancyRow>),
    card_no: plain.card_no === undefined ? before.card_no : plain.card_no || null,
    ...dated,
    earlier: known.earlier,
    previous_sections: known.previous_sections,
    ...judged,
    next_contact_on,
  })
  const is_moved = after.edd !== before.edd && before.status !== 'POSTPARTUM'
  if (is_moved) await tellStatus(caller, after)
  return after
}
