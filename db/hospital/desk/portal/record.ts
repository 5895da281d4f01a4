// The patient's own record: profile, visits, prescriptions, results (POR-7, POR-8, POR-11, POR-12).

import type { Caller } from '../../../core/caller.ts'
import type { Page, PageAsked } from '../../../store/pages.ts'
import { noSuch } from '../../../core/refusal.ts'
import { recordRead } from '../../office/audit/reads.ts'
import { patientPrescriptions } from '../../neighbours/care.ts'
import { portalResult, portalResults } from '../../neighbours/diagnostics.ts'
import { kinOf } from '../patients/record/kin.ts'
import { changeOwn } from '../patients/own.ts'
import { ownPlace, type OwnVisit, ownVisits } from '../visits/portal.ts'
import type { Profile, ProfileChange } from './own-shapes.ts'
import { hidesSensitive, languageOf, type Whose, whose } from './whose.ts'
import type { ProxyScope } from './words.ts'

interface Narrowed extends PageAsked {
  from?: string
  to?: string
  status?: string
}

/** Opened by the patient, or by a proxy: the log names both (POR-6, POR-17). */
export async function authoriseOwnRead(
  caller: Caller,
  action: string,
  scope?: ProxyScope,
): Promise<Whose> {
  const mine = await whose(caller, scope)
  const { id, number } = mine.patient
  await recordRead(mine.caller, action, {
    entity_type: 'patient',
    entity_id: id,
    entity_label: number,
    patient_id: id,
    ...(mine.proxy === null ? {} : { query: { proxy: mine.proxy.id } }),
  })
  return mine
}

export async function me(caller: Caller): Promise<Profile> {
  return profileOf(await authoriseOwnRead(caller, 'portal.me'))
}

export async function change(caller: Caller, input: ProfileChange): Promise<Profile> {
  const mine = await whose(caller, 'RECORD')
  const patient = await changeOwn(mine.caller, mine.patient.id, input)
  return profileOf({ ...mine, patient })
}

async function profileOf({ caller, patient, proxy, holder }: Whose): Promise<Profile> {
  const kin = await kinOf(caller, patient.id)
  return {
    number: patient.number,
    full_name: patient.full_name,
    first_name: patient.first_name,
    last_name: patient.last_name,
    sex: patient.sex,
    birth_date: patient.birth_date,
    birth_date_estimated: patient.birth_date_estimated,
    phone: patient.phone,
    alt_phone: patient.alt_phone,
    email: patient.email,
    occupation: patient.occupation,
    street: patient.street,
    house_no: patient.house_no,
    landmark: patient.landmark,
    postal_code: patient.postal_code,
    language: patient.language,
    blood_group: patient.blood_group,
    groups: [],
    card: { number: patient.number, serial: patient.card_serial },
    kin: kin.map(({ id, full_name, relationship, phone }) => ({
      id,
      full_name,
      relationship,
      phone,
    })),
    acting_for:
      proxy === null
        ? null
        : { proxy_id: proxy.id, holder: holder?.full_name ?? '', scope: proxy.scope },
  }
}

export async function visits(caller: Caller, asked: Narrowed): Promise<Page<OwnVisit>> {
  const { patient, proxy } = await authoriseOwnRead(caller, 'portal.visits', 'RECORD')
  return ownVisits(caller, { ...asked, patient_id: patient.id, proxy: proxy !== null })
}

export async function visit(caller: Caller, id: string) {
  const mine = await authoriseOwnRead(caller, 'portal.visit', 'RECORD')
  const { patient, proxy } = mine
  const one = { page: 1, per_page: 1 }
  const found = await ownVisits(caller, {
    ...one,
    id,
    patient_id: patient.id,
    proxy: proxy !== null,
  })
  const [visit_row] = found.rows
  if (visit_row === undefined) throw noSuch('visit')
  const { rows } = await patientPrescriptions(mine.caller, {
    page: 1,
    per_page: 50,
    patient_id: patient.id,
    visit_id: id,
    without_sensitive: await hidesSensitive(mine),
  })
  return { visit: visit_row, prescriptions: rows }
}

export async function prescriptions(caller: Caller, asked: Narrowed) {
  const mine = await authoriseOwnRead(caller, 'portal.prescriptions', 'RECORD')
  return patientPrescriptions(mine.caller, {
    ...asked,
    patient_id: mine.patient.id,
    without_sensitive: await hidesSensitive(mine),
  })
}

export async function results(caller: Caller, asked: Narrowed) {
  const { patient, proxy, caller: by } = await authoriseOwnRead(caller, 'portal.results', 'RECORD')
  return portalResults(by, { ...asked, patient_id: patient.id, proxy: proxy !== null })
}

export async function result(caller: Caller, order_id: string) {
  const { patient, proxy, caller: by } = await authoriseOwnRead(caller, 'portal.result', 'RECORD')
  const asked = { order_id, patient_id: patient.id, proxy: proxy !== null }
  const found = await portalResult(by, asked)
  if (found === null) throw noSuch('result')
  return found
}

/** Whose report is printed, and in which language; the laboratory says what is open of it. */
export async function ownToPrint(caller: Caller, order_id: string) {
  const mine = await authoriseOwnRead(caller, 'portal.report', 'RECORD')
  const { patient, proxy, caller: by } = mine
  return {
    caller: by,
    language: languageOf(mine),
    asked: { order_id, patient_id: patient.id, proxy: proxy !== null },
  }
}

export async function queue(caller: Caller) {
  const { patient, caller: by } = await whose(caller, 'APPOINTMENTS')
  return ownPlace(by, patient.id)
}
