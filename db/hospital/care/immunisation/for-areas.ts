// What other areas ask of immunisation: what was done (BIL-138), who had a lot (CAR-212), whose rows these are.

import type { PerformedServices } from '../../registry.ts'
import { onlyOf } from '../../performed.ts'
import { sql } from '../../../store/sql.ts'
import { everyRow, repointing } from '../clinical/repointing.ts'
import { immunisations } from './tables.ts'

const piece = 500

export const performedServices: PerformedServices = async function* ({ hospital_id }, asked) {
  let after = ''
  for (;;) {
    const found = await immunisations.read(
      sql`select ${immunisations.selection()} from immunisations
        where hospital_id = ${hospital_id} and status = 'GIVEN' and charge_code is not null
          and id > ${after} and given_at >= ${asked.from} and given_at <= ${asked.to}${onlyOf(asked, 'patient_id')}
        order by id limit ${piece}`,
    )
    if (found.length > 0) {
      yield found.map((row) => ({
        source: 'immunisation',
        source_id: row.id,
        code: row.charge_code ?? '',
        patient_id: row.patient_id,
        visit_id: row.visit_id,
        department: row.department,
        done_at: row.given_at,
        performed_by_id: row.by_id,
      }))
    }
    if (found.length < piece) return
    after = found.at(-1)?.id ?? ''
  }
}

export const repointPatient = repointing({
  immunisations: (to) => sql`not exists (select 1 from immunisations kept
    where kept.patient_id = ${to} and kept.vaccine = immunisations.vaccine
      and kept.given_on = immunisations.given_on and kept.status = 'GIVEN'
      and immunisations.status = 'GIVEN')`,
  immunisation_deferrals: everyRow,
})
