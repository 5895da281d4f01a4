// What stands on the papers of a client. The card of the next visit is the one of every clinic (APT-20, TBC-23).

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict } from '../../../../core/refusal.ts'
import { patientOnPaper } from '../../../desk/patients/record/on-paper.ts'
import type { Language } from '../../../office/hospitals/words.ts'
import { artRegimens } from '../sheets/sheets.ts'
import { clientRecord } from './record.ts'
import { letterCode } from '../transfer-letter.ts'
import { whole } from './view.ts'

export async function clientOnPaper(
  caller: Caller,
  id: string,
  kind: 'card' | 'transfer',
  asked?: Language,
) {
  const row = await clientRecord.get(caller, id)
  const one = await whole(caller, id)
  const { patient, language } = await patientOnPaper(caller, row.patient_id, asked)
  const regimens = await artRegimens(caller)
  const { last_on, last_value } = one.viral_load
  return {
    facility_id: row.facility_id,
    language,
    patient,
    number: row.number,
    to: row.status === 'TRANSFERRED_OUT' ? row.closed_note : null,
    enrolled_on: row.enrolled_on,
    stage: row.who_stage,
    regimen: regimens.find(({ key }) => key === row.regimen_key)?.title ?? row.regimen_key,
    line: row.line,
    began: row.art?.started_on ?? null,
    load:
      last_on === null
        ? null
        : { on: last_on, value: last_value === null ? null : String(last_value) },
    next_visit_on: row.next_visit_on,
    supporter: row.supporter && { name: row.supporter.name, phone: row.supporter.phone ?? null },
    visits: one.visits.map(({ on, weight_kg, who_stage, adherence, months, next_visit_on }) => ({
      on,
      weight_kg,
      who_stage,
      adherence: adherence?.class ?? null,
      months,
      next_visit_on,
    })),
    code: kind === 'transfer' ? await letterCode(caller, row.patient_id, row.number) : null,
    signature: caller.name,
    printed: { at: clock.instant(), by: caller.name },
  }
}

export async function nextOnPaper(caller: Caller, id: string, asked?: Language) {
  const row = await clientRecord.get(caller, id)
  if (row.next_visit_on === null) throw conflict('No next visit is planned.', 'no_visit')
  const { patient, language } = await patientOnPaper(caller, row.patient_id, asked)
  return {
    facility_id: row.facility_id,
    language,
    number: null,
    patient: { number: patient.number, full_name: patient.full_name },
    day: row.next_visit_on,
    hour: null,
    printed: { at: clock.instant(), by: caller.name },
  }
}
