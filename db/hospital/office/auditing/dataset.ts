// The audit log as a file (PLT-119): at most 366 days at once, and a first line that says what it is
// and between which hashes it stands.

import { row, rows as rowsOf } from '../../../store/connection.ts'
import { raw, sql, where } from '../../../store/sql.ts'
import { type Narrowing, narrowed, view } from '../audit/rows.ts'
import { audit_rows } from '../audit/tables.ts'
import { hospitalOf } from '../hospitals/hospitals.ts'
import type { Dataset, DatasetColumn } from '../../registry.ts'

const piece = 1000

const column = (
  name: string,
  label: string,
  type: DatasetColumn['type'] = 'text',
  personal = false,
): DatasetColumn => ({ name, label, type, ...(personal ? { personal } : {}) })

const text = (name: string): Dataset['filters'][number] => ({ name, type: 'text', required: false })

export const audit_dataset: Dataset = {
  code: 'audit',
  label: 'Audit log',
  area: 'audit',
  permission: 'audit:export',
  filters: [
    { name: 'from', type: 'date', required: true },
    { name: 'to', type: 'date', required: true },
    ...[
      'search',
      'user_id',
      'actor_kind',
      'action',
      'entity_type',
      'entity_id',
      'patient_id',
      'facility_id',
      'outcome',
      'device_id',
      'ip',
    ].map(text),
    { name: 'to_seq', type: 'number', required: false },
  ],
  columns: [
    column('seq', 'Number', 'number'),
    column('at', 'At', 'instant'),
    column('actor_kind', 'Actor'),
    column('user_id', 'User id'),
    column('user_name', 'User'),
    column('facility_id', 'Branch id'),
    column('session_id', 'Session id'),
    column('device_id', 'Workstation id'),
    column('ip', 'Address'),
    column('user_agent', 'Browser'),
    column('request_id', 'Request'),
    column('action', 'Action'),
    column('outcome', 'Outcome'),
    column('entity_type', 'Record'),
    column('entity_id', 'Record id'),
    column('entity_label', 'Record name', 'text', true),
    column('patient_id', 'Patient id'),
    column('from_state', 'From state'),
    column('to_state', 'To state'),
    column('changes', 'Changes'),
    column('reason', 'Reason'),
    column('rows', 'Rows', 'number'),
    column('query', 'Query', 'text', true),
    column('seals', 'Seals'),
    column('prev_hash', 'Previous hash'),
    column('hash', 'Hash'),
    // With these a row can be hashed again by whoever has the file alone (OPS-156).
    column('id', 'Id'),
    column('hospital_id', 'Hospital id'),
  ],
  max_days: 366,
  async count(caller, filters) {
    const conditions = where(await narrowed(caller, filters as Narrowing))
    const found = await row<{ n: number }>(sql`select count(*) as n from audit_rows${conditions}`)
    return Number(found?.n ?? 0)
  },
  async heading(caller, filters) {
    const asked = filters as Narrowing
    const { name } = await hospitalOf(caller)
    const conditions = where(await narrowed(caller, asked))
    const found = await row<{ n: number; first: number | null; last: number | null }>(
      sql`select count(*) as n, min(seq) as first, max(seq) as last from audit_rows${conditions}`,
    )
    const ends = await rowsOf<{ hash: string }>(
      sql`select hash from audit_rows where hospital_id = ${caller.hospital_id} and (seq = ${found?.first ?? 0} or seq = ${found?.last ?? 0}) order by seq`,
    )
    const hashes = `first hash ${ends[0]?.hash ?? '-'}; last hash ${ends.at(-1)?.hash ?? '-'}`
    return `${name}; ${asked.from} to ${asked.to}; ${Number(found?.n ?? 0)} rows; ${hashes}`
  },
  async *rows(caller, filters) {
    const conditions = await narrowed(caller, filters as Narrowing)
    for (let after = 0; ; ) {
      const found = await audit_rows.read(
        sql`select ${audit_rows.selection()} from audit_rows${where([...conditions, sql`seq > ${after}`])}${raw(' order by seq')} limit ${piece}`,
      )
      if (found.length > 0) {
        yield found.map((one) => {
          const { changes, query, ...rest } = view(caller, one)
          const { hospital_id } = one
          return { ...rest, hospital_id, changes: asText(changes), query: asText(query) }
        })
      }
      const last = found.at(-1)
      if (last === undefined || found.length < piece) return
      after = last.seq
    }
  },
}

const asText = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))
