// Who looked at a patient's record (PRV-7), from the audit chain.

import type { Caller } from '../../../../core/caller.ts'
import { type Page, type PageAsked, pageFrom } from '../../../../store/pages.ts'
import { invalid } from '../../../../core/refusal.ts'
import { raw, sql, where } from '../../../../store/sql.ts'
import type { AuditRow } from '../../../office/audit/record.ts'
import { workersOf } from '../../../neighbours/people.ts'
import { didWords } from '../../../office/audit/did.ts'
import { recordRead } from '../../../office/audit/reads.ts'
import { narrowed } from '../../../office/audit/rows.ts'
import { audit_rows } from '../../../office/audit/tables.ts'
import type { AccessRow } from './shapes.ts'
import { break_glass_grants } from './tables.ts'
import { patientRecord } from '../rows.ts'

interface Filter extends PageAsked {
  from?: string
  to?: string
  user_id?: string
  action?: string
}

export async function list(caller: Caller, id: string, asked: Filter): Promise<Page<AccessRow>> {
  const { number } = await patientRecord.get(caller, id)
  const found = await rowsAbout(caller, id, asked)
  await recordRead(caller, 'patient.access_log', {
    entity_type: 'patient',
    entity_id: id,
    entity_label: number,
    patient_id: id,
    rows: found.rows.length,
    query: { ...asked },
  })
  return { rows: await accessRows(caller, found.rows), meta: found.meta }
}

/** The log of one record, the newest first. */
export async function rowsAbout(
  caller: Caller,
  patient_id: string,
  asked: Filter & { actor_kind?: string },
): Promise<Page<AuditRow>> {
  const { from, to, page: _page, per_page: _per_page, ...narrow } = asked
  if (from !== undefined && to !== undefined && from > to) throw invalid('from', 'is after to.')
  const days = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
  const conditions = await narrowed(caller, { ...narrow, ...days, patient_id })
  return pageFrom(audit_rows, asked, {
    from: sql` from audit_rows${where(conditions)}`,
    order: raw(' order by seq desc'),
  })
}

export async function accessRows(caller: Caller, found: readonly AuditRow[]): Promise<AccessRow[]> {
  const ids = new Set(found.flatMap(({ query }) => grantOf(query) ?? []))
  const { hospital_id } = caller
  const grants = ids.size === 0 ? [] : await break_glass_grants.all({ hospital_id, id: [...ids] })
  const people = new Set(found.flatMap(({ user_id }) => user_id ?? []))
  const workers = await workersOf(caller, [...people])
  const reasons = new Map(grants.map((grant) => [grant.id, grant.reason]))
  return found.map((row) => {
    const id = grantOf(row.query)
    const reason = id === null ? undefined : reasons.get(id)
    return {
      at: row.at,
      user_id: row.user_id,
      user_name: row.user_name,
      cadre: workers.get(row.user_id ?? '')?.cadre ?? null,
      facility_id: row.facility_id,
      device_id: row.device_id,
      ip: row.ip,
      action: row.action,
      did: didWords(row.action),
      reason: row.reason,
      break_glass: id === null || reason === undefined ? null : { id, reason },
    }
  })
}

const grantOf = (query: AuditRow['query']): string | null => {
  const id = query?.['break_glass']
  return typeof id === 'string' ? id : null
}
