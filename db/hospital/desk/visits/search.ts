// Visits by their number, as the search over everything finds them.

import { rows } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import { mayOpen } from '../patients/privacy/privacy.ts'
import type { SearchKind } from '../../registry.ts'

interface Found {
  id: string
  number: string
  status: string
  kind: string
  patient_id: string
  restricted: boolean | number
  sensitivity: string
  full_name: string
}

export const visit_search: SearchKind = {
  type: 'visit',
  permission: 'visit:read',
  async find(caller, words, limit) {
    const found = await rows<Found>(
      sql`select v.id, v.number, v.status, v.kind, v.patient_id, v.restricted, p.sensitivity, p.full_name
        from visits v join patients p on p.id = v.patient_id
        where v.hospital_id = ${caller.hospital_id} and v.number = ${words.trim().toUpperCase()}
        limit ${limit}`,
    )
    const closed = found.filter(
      (one) => Boolean(one.restricted) || one.sensitivity === 'RESTRICTED',
    )
    const open = await mayOpen(
      caller,
      closed.map(({ patient_id }) => patient_id),
    )
    return found
      .filter((one) => !closed.includes(one) || open.has(one.patient_id))
      .map(({ id, number, status, kind, patient_id, full_name }) => ({
        type: 'visit',
        id,
        title: full_name,
        subtitle: kind,
        reference: number,
        patient_id,
        status,
        path: `/visits/${id}`,
      }))
  },
}
