// Branches as a file.

import { batchesOf } from '../../../store/batches.ts'
import { row, rows } from '../../../store/connection.ts'
import { type Sql, sql, when, where } from '../../../store/sql.ts'
import type { Caller } from '../../../core/caller.ts'
import type { Dataset } from '../../registry.ts'
import { facility_kinds, facility_states } from './words.ts'

const selected = sql`select id, name_key, code, name, kind, status, registry_code, licence_no, licence_expires_on, phone, email, region, district, ward, is_main, created_at from facilities`

const conditions = (
  caller: Caller,
  { status, kind }: Record<string, unknown>,
): (Sql | undefined)[] => [
  sql`hospital_id = ${caller.hospital_id}`,
  when(status, sql`status = ${status}`),
  when(kind, sql`kind = ${kind}`),
]

export const facilities_dataset: Dataset = {
  code: 'facilities',
  label: 'Branches',
  area: 'places',
  permission: 'self:use',
  filters: [
    { name: 'status', type: facility_states.join('|'), required: false },
    { name: 'kind', type: facility_kinds.join('|'), required: false },
  ],
  columns: [
    { name: 'code', label: 'Code', type: 'text' },
    { name: 'name', label: 'Name', type: 'text' },
    { name: 'kind', label: 'Kind', type: 'text' },
    { name: 'status', label: 'Status', type: 'text' },
    { name: 'is_main', label: 'Main branch', type: 'flag' },
    { name: 'registry_code', label: 'Registry code', type: 'text' },
    { name: 'licence_no', label: 'Licence', type: 'text' },
    { name: 'licence_expires_on', label: 'Licence ends on', type: 'date' },
    { name: 'phone', label: 'Telephone', type: 'text' },
    { name: 'email', label: 'Email', type: 'text' },
    { name: 'region', label: 'Region', type: 'text' },
    { name: 'district', label: 'District', type: 'text' },
    { name: 'ward', label: 'Ward', type: 'text' },
    { name: 'created_at', label: 'Opened', type: 'instant' },
  ],
  async count(caller, filters) {
    const found = await row<{ n: number }>(
      sql`select count(*) as n from facilities${where(conditions(caller, filters))}`,
    )
    return Number(found?.n ?? 0)
  },
  rows: (caller, filters) =>
    batchesOf<Record<string, unknown>>((after, limit) =>
      rows(
        sql`${selected}${where([
          ...conditions(caller, filters),
          after === undefined
            ? undefined
            : sql`(name_key, id) > (${after['name_key']}, ${after['id']})`,
        ])} order by name_key, id limit ${limit}`,
      ).then((found) => found.map((one) => ({ ...one, is_main: Boolean(one['is_main']) }))),
    ),
}
