// What stands on the request and the tags of its bags (BLD-60), the record of a transfusion and the papers of a donor.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict } from '../../../../core/refusal.ts'
import { patientOnPaper } from '../../../desk/patients/record/on-paper.ts'
import type { Language } from '../../../office/hospitals/words.ts'
import { transfusionRecord } from '../bedside/record.ts'
import { whole as transfusionWhole } from '../bedside/view.ts'
import { donations } from '../donations/tables.ts'
import { whole as donorWhole } from '../donors/donors.ts'
import { recipientOf } from '../patients/record.ts'
import { requestRecord } from '../requests/record.ts'
import { blood_crossmatches } from '../requests/tables.ts'
import { whole as requestWhole } from '../requests/view.ts'
import { settingsOf } from '../settings/settings.ts'
import { blood_units } from '../units/tables.ts'

const printed = (caller: Caller) => ({ at: clock.instant(), by: caller.name })

async function namesOf(caller: Caller, language: Language): Promise<(code: string) => string> {
  const { components } = await settingsOf(caller)
  return (code) => {
    const found = components.find((one) => one.code === code)
    return (language === 'sw' ? found?.name_sw : found?.name) ?? code
  }
}

async function groupOf(caller: Caller, patient_id: string): Promise<string | null> {
  const { group, confirmed } = await recipientOf(caller, patient_id)
  return confirmed ? group : null
}

interface Asked<Kind> {
  kind?: Kind
  language?: Language
}

export async function requestOnPaper(
  caller: Caller,
  id: string,
  { kind = 'request', language: asked }: Asked<'tag' | 'request'>,
) {
  const row = await requestRecord.get(caller, id)
  const one = await requestWhole(caller, row)
  const { patient, language } = await patientOnPaper(caller, row.patient_id, asked)
  const name = await namesOf(caller, language)
  const out = one.issues.filter(({ returned_at }) => returned_at === null).toReversed()
  if (kind === 'tag' && out.length === 0) {
    throw conflict(`No blood is out for request ${row.number}.`, 'state')
  }
  return {
    kind,
    facility_id: row.facility_id,
    language,
    number: row.number,
    patient,
    group: await groupOf(caller, row.patient_id),
    priority: row.priority,
    needed_at: row.needed_at,
    indication: row.indication,
    indication_note: row.indication_note,
    haemoglobin: row.haemoglobin,
    location: row.location,
    asked_by: row.requested_by_name,
    sample: one.sample?.number ?? null,
    lines: one.lines.map(({ component_code, units }) => ({
      component: name(component_code),
      units,
    })),
    bags: await bagsOf(caller, row.patient_id, out, name),
    printed: printed(caller),
  }
}

type Out = Awaited<ReturnType<typeof requestWhole>>['issues']

async function bagsOf(
  caller: Caller,
  patient_id: string,
  out: Out,
  name: (code: string) => string,
) {
  if (out.length === 0) return []
  const { hospital_id } = caller
  const ids = out.map(({ unit_id }) => unit_id)
  const units = new Map(
    (await blood_units.all({ hospital_id, id: ids })).map((row) => [row.id, row]),
  )
  const matches = await blood_crossmatches.all(
    { hospital_id, patient_id, unit_id: ids, result: 'COMPATIBLE' },
    { order: ['at', 'id'] },
  )
  return out.flatMap((issue) => {
    const unit = units.get(issue.unit_id)
    if (unit === undefined) return []
    const match = matches.findLast(({ unit_id }) => unit_id === issue.unit_id)
    return [
      {
        number: issue.unit_number,
        group: unit.blood_group,
        component: name(issue.component_code),
        expires_at: unit.expires_at,
        volume_ml: unit.volume_ml,
        matched_by: issue.matched ? (match?.by_name ?? '') : null,
        issued_at: issue.at,
        issued_by: issue.by_name,
        collector: issue.collector_name,
        destination: issue.destination,
      },
    ]
  })
}

export async function transfusionOnPaper(caller: Caller, id: string, asked?: Language) {
  const row = await transfusionRecord.get(caller, id)
  const one = await transfusionWhole(caller, row)
  const { patient, language } = await patientOnPaper(caller, row.patient_id, asked)
  const { hospital_id } = caller
  const unit = await blood_units.find({ hospital_id, id: row.unit_id })
  const name = await namesOf(caller, language)
  const { number } = await requestRecord.get(caller, row.request_id)
  const { reaction } = one
  return {
    facility_id: row.facility_id,
    language,
    number,
    unit_number: row.unit_number,
    component: name(row.component_code),
    patient,
    group: await groupOf(caller, row.patient_id),
    unit_group: unit?.blood_group ?? null,
    ward: row.ward,
    started_at: row.started_at,
    started_by: row.started_by_name,
    witness: row.witness_name,
    checks: row.checks,
    ended_at: row.ended_at,
    ended_by: row.ended_by_name,
    volume_given_ml: row.volume_given_ml,
    stop_reason: row.stop_reason,
    observations: one.observations.map(({ by_name, ...seen }) => ({ ...seen, by: by_name })),
    reaction: reaction && {
      onset_at: reaction.report.onset_at ?? null,
      signs: reaction.report.signs,
      actions: reaction.report.actions,
      doctor: reaction.report.doctor_name ?? null,
      concluded: reaction.conclusion?.type.replaceAll('_', ' ').toLowerCase() ?? null,
    },
    printed: printed(caller),
  }
}

export async function donorOnPaper(
  caller: Caller,
  id: string,
  { kind = 'card', language: asked }: Asked<'card' | 'slip'>,
) {
  const one = await donorWhole(caller, { id })
  const language = asked ?? one.language
  const away = one.status === 'DEFERRED' || one.status === 'BARRED'
  if (kind === 'slip' && !away) {
    throw conflict(
      `Donor ${one.donor_number} is ${one.status}: nothing keeps him or her away.`,
      'state',
    )
  }
  return {
    kind,
    facility_id: one.facility_id,
    language,
    number: one.donor_number,
    full_name: `${one.first_name} ${one.last_name}`,
    birth_date: one.date_of_birth,
    group: one.group_confirmed ? one.group : null,
    donations: one.donations,
    last_on: one.last_donated_on,
    next_on: one.next_eligible_on,
    until: one.deferred_until,
    said: kind === 'slip' ? await wordsOf(caller, id, language) : [],
    printed: printed(caller),
  }
}

/** The words of the rules at the last donation that was not taken: what an infection test said is never among them. */
async function wordsOf({ hospital_id }: Caller, donor_id: string, language: Language) {
  const last = await donations.find(
    { hospital_id, donor_id, status: 'DEFERRED' },
    { order: ['-created_at', '-id'] },
  )
  return (last?.findings ?? []).map(({ text, text_sw }) => (language === 'sw' ? text_sw : text))
}
