// What other areas ask of the blood bank (BLD-97), and what follows from a merge (BLD-99).

import { conflict } from '../../../core/refusal.ts'
import { rows } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import { everyRow, repointing } from '../../care/clinical/repointing.ts'
import type { PerformedServices, Repoint } from '../../registry.ts'
import { onlyOf } from '../../performed.ts'
import { unit_source } from './charges.ts'
import { bloodOf } from './patients/record.ts'

const repoint = repointing({
  donors: everyRow,
  donations: everyRow,
  blood_units: everyRow,
  blood_samples: everyRow,
  blood_determinations: everyRow,
  blood_antibodies: everyRow,
  blood_requests: everyRow,
  blood_crossmatches: everyRow,
  blood_issues: everyRow,
  blood_transfusions: everyRow,
  blood_reactions: everyRow,
  look_back_lines: everyRow,
})

/** Two people of different blood are not one. */
export const repointPatient: Repoint = async (caller, asked) => {
  const [from, to] = [await bloodOf(caller, asked.from), await bloodOf(caller, asked.to)]
  if (from.confirmed && to.confirmed && from.group !== to.group) {
    throw conflict(
      `The confirmed blood groups differ (${from.group}, ${to.group}): these are two people.`,
      'blood_group',
    )
  }
  return repoint(caller, asked)
}

const piece = 500

/** BIL-138: units that went out and did not come back, by the source under which they are charged. */
export const performedServices: PerformedServices = async function* ({ hospital_id }, asked) {
  let after = ''
  for (;;) {
    const found = await rows<{
      id: string
      tariff_code: string
      patient_id: string
      visit_id: string | null
      at: string
    }>(
      sql`select id, tariff_code, patient_id, visit_id, at from blood_issues
        where hospital_id = ${hospital_id} and id > ${after} and tariff_code is not null
          and returned_at is null and at >= ${asked.from} and at <= ${asked.to}${onlyOf(asked, 'patient_id')}
        order by id limit ${piece}`,
    )
    const acts = found.map((one) => ({
      source: unit_source,
      source_id: one.id,
      code: one.tariff_code,
      patient_id: one.patient_id,
      visit_id: one.visit_id,
      department: null,
      done_at: one.at,
      performed_by_id: null,
    }))
    if (acts.length > 0) yield acts
    if (found.length < piece) return
    after = found.at(-1)?.id ?? ''
  }
}
