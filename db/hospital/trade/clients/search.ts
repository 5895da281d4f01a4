// Clients, as the search over everything finds them.

import { rows } from '../../../store/connection.ts'
import { matching } from '../../../store/search.ts'
import { sql, where } from '../../../store/sql.ts'
import type { SearchKind } from '../../registry.ts'

interface Found {
  id: string
  title: string
  reference: string
  status: string
  kind: string
}

export const client_search: SearchKind = {
  type: 'client',
  permission: 'client:read',
  async find({ hospital_id }, words, limit) {
    const found = await rows<Found>(
      sql`select c.id, c.name as title, c.number as reference, c.status, c.kind from clients c${where(
        [sql`c.hospital_id = ${hospital_id}`, matching('clients', words, 'c')],
      )} order by c.name_key, c.id limit ${limit}`,
    )
    return found.map(({ kind, ...client }) => ({
      type: 'client',
      ...client,
      subtitle: kind,
      patient_id: null,
      path: `/commercial/clients/${client.id}`,
    }))
  },
}
