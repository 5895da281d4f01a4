import { rows, run } from '../../../store/connection.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import { canSee } from '../../desk/patients/privacy/privacy.ts'
import type { Brings, Repoint } from '../../registry.ts'
import { care_consents } from './tables.ts'

const repointPatient: Repoint = async ({ hospital_id }, { from, to, only }) => {
  const chosen = only === undefined ? sql`` : sql` and id${oneOf(only['care_consents'] ?? [])}`
  const found = await rows<{ id: string }>(
    sql`select id from care_consents where hospital_id = ${hospital_id}
      and patient_id = ${from}${chosen}`,
  )
  const ids = found.map(({ id }) => id)
  if (ids.length === 0) return {}
  await run(
    sql`update care_consents set patient_id = ${to}
      where hospital_id = ${hospital_id} and id${oneOf(ids)}`,
  )
  return { care_consents: ids }
}

export const brings: Brings = {
  area: 'consents',
  repointPatient,
  entities: [
    {
      // The paper that was signed hangs on it (ruling 39).
      type: 'care_consent',
      read: 'record:read',
      write: 'record:write',
      async exists(caller, id) {
        const found = await care_consents.find({ hospital_id: caller.hospital_id, id })
        if (found === undefined) return undefined
        const { patient_id, visit_id, kind, procedure_title } = found
        const of = visit_id === null ? { patient_id } : { patient_id, visit_id }
        const label = procedure_title ?? kind
        return (await canSee(caller, of)) ? { label, patient_id } : undefined
      },
    },
  ],
}
