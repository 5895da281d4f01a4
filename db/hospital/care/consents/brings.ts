import { canSee } from '../../desk/patients/privacy/privacy.ts'
import type { Brings } from '../../registry.ts'
import { everyRow, repointing } from '../clinical/repointing.ts'
import { care_consents } from './tables.ts'

export const brings: Brings = {
  area: 'consents',
  repointPatient: repointing({ care_consents: everyRow }),
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
