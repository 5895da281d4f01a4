// A contact before birth or after (maternity 3 contact; MAT-3, MAT-5 to MAT-8, MAT-26).

import type { Caller } from '../../../../core/caller.ts'
import { dayIn } from '../../../../core/clock.ts'
import { conflict, Refusal } from '../../../../core/refusal.ts'
import { madeBefore } from '../../../../store/made-before.ts'
import { practisingSigner } from '../../../desk/amendments/practising.ts'
import { gate } from '../../../desk/gates/gate.ts'
import type { GateResult } from '../../../desk/gates/shapes.ts'
import { type Row as Patient, writable } from '../../../desk/patients/rows.ts'
import { setAcuity } from '../../../desk/visits/for-areas.ts'
import { joinTeam } from '../../../desk/visits/moves/events.ts'
import { openVisitRow } from '../../../desk/visits/moves/open.ts'
import type { Visit } from '../../../desk/visits/rows.ts'
import { recordVitals } from '../../../desk/vitals/record-vitals.ts'
import { zoneOf } from '../../../office/places/hours.ts'
import { actTime } from '../../parts/acts.ts'
import { rowsIn } from '../../parts/part-table.ts'
import { mustBeHere } from '../../../office/places/own-branch.ts'
import { chargeFor } from '../charging.ts'
import { signs_table } from '../chosen/tables.ts'
import { tellClinician } from '../telling.ts'
import { datedBy, gestationOn } from './dates.ts'
import { contactAlerts } from './contact-alerts.ts'
import { iptpBites } from './iptp.ts'
import { type ContactRow, contactsOf, dueFor, judgedRisks } from './known.ts'
import { pregnancyRecord, type PregnancyRow } from './record.ts'
import { type BabyInput, type ContactAlert, contact_measures, type ContactInput } from './shapes.ts'
import { type BabySeen, maternity_contacts } from './tables.ts'
import { birthsOfPregnancy } from '../births/of.ts'
import { tellStatus } from './booking.ts'

export interface ContactMade {
  row: ContactRow
  pregnancy: PregnancyRow
  alerts: ContactAlert[]
  warnings: GateResult[]
}

export async function addContact(
  caller: Caller,
  id: string,
  input: ContactInput,
): Promise<ContactMade> {
  const known = await pregnancyRecord.get(caller, id)
  if (await madeBefore(caller, maternity_contacts, input.id)) return again(caller, known, input.id)
  const signer = await practisingSigner(caller)
  const patient = await writable(caller, known.patient_id)
  const visit = await openVisitRow(caller, patient.id)
  const before = await pregnancyRecord.locked(caller, id)
  await mustBeHere(caller, before.facility_id, 'pregnancy')
  mustFit(before, input)
  const at = actTime(input.at, patient, { late_reason: input.late_reason })
  const on = dayIn(await zoneOf(caller, before.facility_id), new Date(at))
  const babies = await babiesOf(caller, before, input.babies ?? [])
  await mustBeSigns(caller, input, babies)
  const contacts = await contactsOf(caller, id)
  const warnings = await passed(caller, before, contacts, input, on)
  const edd = before.edd ?? datedByHeight(input, on)
  const row = await maternity_contacts.insert({
    ...(input.id === undefined ? {} : { id: input.id }),
    hospital_id: caller.hospital_id,
    facility_id: before.facility_id,
    pregnancy_id: id,
    patient_id: patient.id,
    kind: input.kind,
    number: contacts.filter(({ kind }) => kind === input.kind).length + 1,
    at,
    seen_on: on,
    place: input.place ?? 'CLINIC',
    gestation: gestationOn(edd, on),
    measures: measuresOf(input),
    babies,
    danger_signs: input.danger_signs ?? [],
    visit_id: visit?.id ?? null,
    vitals_id: await vitalsOf(caller, visit, input, at),
    next_contact_on: input.next_contact_on ?? null,
    late_reason: input.late_reason ?? null,
    paper_ref: input.paper_ref ?? null,
    staff_id: signer.staff_id,
    staff_name: signer.name.slice(0, 160),
    by_id: caller.user_id,
  })
  const pregnancy = await followed(caller, patient, before, [...contacts, row], edd)
  const alerts = await alarmed(caller, visit, before, pregnancy, row)
  const charge = await chargeFor(caller, {
    key: input.kind === 'ANTENATAL' ? 'CONTACT' : 'PNC',
    patient_id: patient.id,
    visit_id: visit?.id ?? null,
    source_id: row.id,
    service_date: on,
    performed_by_id: signer.staff_id,
  })
  if (visit !== undefined) await joinTeam(caller, visit.id)
  const told = [charge, signer.warning].filter((one) => one !== null)
  return { row, pregnancy, alerts, warnings: [...warnings, ...told.map(said)] }
}

async function again(
  caller: Caller,
  pregnancy: PregnancyRow,
  id: string | undefined,
): Promise<ContactMade> {
  const { hospital_id } = caller
  const row = await maternity_contacts.find({ hospital_id, id, pregnancy_id: pregnancy.id })
  if (row === undefined) throw conflict('This id is already in use.')
  return { row, pregnancy, alerts: [], warnings: [] }
}

const said = (message: string): GateResult => ({
  gate: null,
  level: 'WARN',
  subject: null,
  message,
  may_override: [],
  permission: null,
  reasons: [],
})

function mustFit({ number, status }: PregnancyRow, { kind }: ContactInput): void {
  if (status === 'CLOSED') throw conflict(`Pregnancy ${number} is CLOSED.`, 'state')
  const wanted = status === 'POSTPARTUM' ? 'POSTNATAL' : 'ANTENATAL'
  if (kind === wanted) return
  throw conflict(
    `${number} is ${status}: use ${wanted === 'POSTNATAL' ? 'a postnatal' : 'an antenatal'} contact.`,
    'state',
  )
}

async function babiesOf(
  caller: Caller,
  row: PregnancyRow,
  babies: readonly BabyInput[],
): Promise<BabySeen[]> {
  const born = await birthsOfPregnancy(caller, row.id)
  return babies.map((baby, index) => {
    if (born.some(({ id }) => id === baby.birth_id)) return baby
    throw new Refusal(404, 'not_found', `babies[${index}].birth_id is no birth of ${row.number}.`)
  })
}

async function mustBeSigns(
  caller: Caller,
  { danger_signs = [] }: ContactInput,
  babies: readonly BabySeen[],
): Promise<void> {
  const known = new Set((await rowsIn(caller, signs_table)).map(({ key }) => key))
  const told = [
    ...danger_signs,
    ...babies.flatMap((baby) => (baby['danger_signs'] ?? []) as string[]),
  ]
  const unknown = told.find((key) => !known.has(key))
  if (unknown === undefined) return
  throw new Refusal(400, 'invalid', `danger_signs: ${unknown} is not in the table DANGER_SIGNS.`, {
    field: 'danger_signs',
  })
}

async function passed(
  caller: Caller,
  row: PregnancyRow,
  contacts: readonly ContactRow[],
  { iptp, overrides }: ContactInput,
  on: string,
): Promise<GateResult[]> {
  if (iptp !== true) return []
  return gate(caller, {
    action: 'maternity.iptp',
    subject: { bites: await iptpBites(caller, row, contacts, on) },
    overrides,
    entity: { type: 'pregnancy', id: row.id, patient_id: row.patient_id },
  })
}

function measuresOf(input: ContactInput): Record<string, unknown> {
  const told = input as Readonly<Record<string, unknown>>
  const given = contact_measures.filter((name) => (told[name] ?? null) !== null)
  return Object.fromEntries(given.map((name) => [name, told[name]]))
}

/** MAT-2: without another basis the height of the womb counts as weeks, from 20 to 36. */
function datedByHeight({ fundal_height_cm }: ContactInput, on: string): string | null {
  if (typeof fundal_height_cm !== 'number') return null
  const fundal_height = { cm: fundal_height_cm, on }
  return datedBy({ lmp: null, lmp_sure: false, ultrasound: null, fundal_height }).edd
}

/** MAT-5: scores, flags and alerts of vitals come from the open visit's set; without a visit they are kept here. */
async function vitalsOf(
  caller: Caller,
  visit: Visit | undefined,
  input: ContactInput,
  taken_at: string,
): Promise<string | null> {
  const set = {
    weight: input.weight_kg,
    systolic: input.systolic,
    diastolic: input.diastolic,
    heart_rate: input.heart_rate,
    temperature: input.temperature,
    respiratory_rate: input.respiratory_rate,
    fetal_heart_rate: input.fetal_heart_rate,
  }
  const given = Object.entries(set).filter(([, value]) => typeof value === 'number')
  if (visit === undefined || given.length === 0) return null
  const measured = await recordVitals(caller, visit.id, { ...Object.fromEntries(given), taken_at })
  return measured.id
}

async function followed(
  caller: Caller,
  patient: Patient,
  before: PregnancyRow,
  contacts: readonly ContactRow[],
  edd: string | null,
): Promise<PregnancyRow> {
  const dated = edd === before.edd ? {} : { edd, edd_basis: 'FUNDAL_HEIGHT' as const }
  const known = { ...before, ...dated }
  const row = contacts.at(-1)
  const { next_contact_on } = await dueFor(caller, known, contacts)
  const after = await pregnancyRecord.changed(caller, before, 'contact', {
    ...dated,
    ...(await judgedRisks(caller, patient, known, contacts, before.facility_id)),
    last_contact_on: row?.seen_on ?? before.last_contact_on,
    next_contact_on: row?.next_contact_on ?? next_contact_on,
  })
  if (after.edd !== before.edd) await tellStatus(caller, after)
  return after
}

/** MAT-3, MAT-6, MAT-7: what cannot wait moves the visit up and is told to the clinician. */
async function alarmed(
  caller: Caller,
  visit: Visit | undefined,
  before: PregnancyRow,
  after: PregnancyRow,
  row: ContactRow,
): Promise<ContactAlert[]> {
  const signs = await rowsIn(caller, signs_table)
  const { alerts, acuity } = contactAlerts(signs, before, after, row)
  if (visit !== undefined && acuity !== null) {
    await setAcuity(caller, {
      visit_id: visit.id,
      triage_category: Math.min(acuity, visit.triage_category ?? acuity),
      reason: 'Danger sign in pregnancy',
    })
  }
  if (alerts.length > 0) await tellClinician(caller, after, alerts)
  return alerts
}
