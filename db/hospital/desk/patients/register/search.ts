// Patients, as the search over everything finds them (PLT-120).

import type { SearchKind } from '../../../registry.ts'
import { find } from './find.ts'
import { listed } from '../rows.ts'
import { viewRows } from './view.ts'

export const patient_search: SearchKind = {
  type: 'patient',
  permission: 'patient:read',
  async find(caller, words, limit) {
    const hits = await find(caller, words)
    const seen = await viewRows(caller, await listed(caller, hits.rows.slice(0, limit)), hits)
    return seen.map((patient) => ({
      type: 'patient',
      id: patient.id,
      title: patient.full_name,
      subtitle: [patient.sex, patient.age?.text].filter(Boolean).join(', '),
      reference: patient.number,
      patient_id: patient.id,
      status: patient.status,
      path: `/patients/${patient.id}`,
    }))
  },
}
