// What stands on the papers of a TB case. Nothing of HIV: the card lies about, and is read by more than the team (TBC-22).

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict } from '../../../../core/refusal.ts'
import { patientOnPaper } from '../../../desk/patients/record/on-paper.ts'
import type { Language } from '../../../office/hospitals/words.ts'
import type { tb_papers } from '../words.ts'
import { caseNumber, caseRecord } from './record.ts'
import { tb_doses } from './tables.ts'
import { letterCode } from '../transfer-letter.ts'
import { whole } from './view.ts'

type Kind = (typeof tb_papers)[number]

export async function caseOnPaper(
  caller: Caller,
  id: string,
  { kind = 'card', language: asked }: { kind?: Kind; language?: Language },
) {
  const row = await caseRecord.get(caller, id)
  if (row.status === 'PRESUMPTIVE' && kind !== 'card') {
    throw conflict(`TB case ${caseNumber(row)} is PRESUMPTIVE: it has no such paper yet.`, 'state')
  }
  const one = await whole(caller, id)
  const { patient, language } = await patientOnPaper(caller, row.patient_id, asked)
  const { hospital_id } = caller
  const doses = await tb_doses.all({ hospital_id, case_id: id }, { order: ['due_on'] })
  const { site, diagnosis, history, resistance, outcome, regimen, supporter, calendar } = one
  return {
    kind,
    facility_id: row.facility_id,
    language,
    patient,
    number: caseNumber(row),
    to: outcome === 'TRANSFERRED_OUT' ? row.outcome_note : null,
    site,
    diagnosis,
    history,
    resistance,
    outcome,
    began: one.treatment_started_on,
    regimen,
    supporter: supporter && { name: supporter.name, phone: supporter.phone },
    totals: calendar && { taken: calendar.taken, due: calendar.due },
    days: doses.map(({ due_on, mark }) => ({ on: due_on, mark })),
    follow_ups: one.follow_ups.map(({ month, due_on, done_on, weight_kg, result }) => ({
      month,
      due_on,
      done_on,
      weight_kg,
      result,
    })),
    code: kind === 'transfer' ? await letterCode(caller, row.patient_id, caseNumber(row)) : null,
    signature: caller.name,
    printed: { at: clock.instant(), by: caller.name },
  }
}
