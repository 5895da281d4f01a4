// Reading the audit log. Every filter that people narrow by has an index of its own; what a row
// says of a record's fields is shown to those who may read that record (PLT-114).

import { capital } from '../../../core/capital.ts'
import { type Caller, can } from '../../../core/caller.ts'
import { rows } from '../../../store/connection.ts'
import { type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { noneCalled, noSuch } from '../../../core/refusal.ts'
import { matching } from '../../../store/search.ts'
import { join, raw, type Sql, sql, when, where } from '../../../store/sql.ts'
import { withinDays } from '../hospitals/days.ts'
import { hospitalOf } from '../hospitals/hospitals.ts'
import { permitOf } from '../../permits.ts'
import { registry } from '../../registry.ts'
import type { AuditRow as Row } from './record.ts'
import type { AuditRow } from './shapes.ts'
import { audit_heads, audit_rows } from './tables.ts'

export interface Narrowing {
  search?: string
  user_id?: string
  actor_kind?: string
  action?: string
  entity_type?: string
  entity_id?: string
  patient_id?: string
  facility_id?: string
  outcome?: string
  device_id?: string
  ip?: string
  /** Days of the hospital, both inclusive. */
  from?: string
  to?: string
  /** The last row: the log as it stood then. */
  to_seq?: number
}

export type AuditFilter = Narrowing & PageAsked

export async function list(caller: Caller, asked: AuditFilter): Promise<Page<AuditRow>> {
  const conditions = await narrowed(caller, asked)
  const found = await pageFrom(audit_rows, asked, {
    from: sql` from audit_rows${where(conditions)}`,
    order: isByTime(asked) ? raw(' order by at desc, seq desc') : raw(' order by seq desc'),
    // The chain has no gaps: unfiltered, its length is its last number.
    total: conditions.length === 1 ? await lengthOf(caller) : undefined,
  })
  return { rows: found.rows.map((row) => view(caller, row)), meta: found.meta }
}

export async function find(caller: Caller, id: string): Promise<AuditRow> {
  const row = await audit_rows.find({ hospital_id: caller.hospital_id, id })
  if (row === undefined) throw noSuch('audit row')
  return view(caller, row)
}

export async function bySeq(caller: Caller, seq: number): Promise<AuditRow> {
  const row = await audit_rows.find({ hospital_id: caller.hospital_id, seq })
  if (row === undefined) throw noneCalled('audit row', String(seq))
  return view(caller, row)
}

/** The history of one record, oldest first. Nothing is written down about what never was. */
export async function listOf(
  caller: Caller,
  entity: { type: string; id: string },
  asked: PageAsked,
): Promise<Page<AuditRow>> {
  const found = await pageFrom(audit_rows, asked, {
    from: sql` from audit_rows where hospital_id = ${caller.hospital_id} and entity_id = ${entity.id} and entity_type = ${entity.type}`,
    order: raw(' order by seq'),
  })
  if (found.meta.total === 0) throw noSuch()
  return { rows: found.rows.map((row) => view(caller, row)), meta: found.meta }
}

export async function lengthOf(caller: Pick<Caller, 'hospital_id'>): Promise<number> {
  return (await audit_heads.find({ hospital_id: caller.hospital_id }))?.seq ?? 0
}

/** The hash of one row, to be held against a head that was printed. */
export const hashAt = async (hospital_id: string, seq: number): Promise<string | undefined> =>
  (await audit_rows.find({ hospital_id, seq }))?.hash

/** Only the days narrow it: then the index over time gives the order as well. */
const isByTime = (asked: Narrowing): boolean =>
  (asked.from !== undefined || asked.to !== undefined) &&
  [asked.user_id, asked.patient_id, asked.entity_id, asked.action, asked.search].every(
    (word) => word === undefined,
  )

export async function narrowed(
  caller: Pick<Caller, 'hospital_id'>,
  asked: Narrowing,
): Promise<Sql[]> {
  const { timezone } = await hospitalOf(caller)
  const { from, to } = asked
  const conditions = [
    sql`hospital_id = ${caller.hospital_id}`,
    searching(caller.hospital_id, asked.search),
    when(asked.user_id, sql`user_id = ${asked.user_id}`),
    when(asked.actor_kind, sql`actor_kind = ${asked.actor_kind}`),
    when(asked.action, sql`action = ${asked.action}`),
    when(asked.entity_type, sql`entity_type = ${asked.entity_type}`),
    when(asked.entity_id, sql`entity_id = ${asked.entity_id}`),
    when(asked.patient_id, sql`patient_id = ${asked.patient_id}`),
    when(asked.facility_id, sql`facility_id = ${asked.facility_id}`),
    // Written out, so that the index over refusals alone is found.
    when(asked.outcome === 'REFUSED', sql`outcome = 'REFUSED'`),
    when(asked.outcome === 'DONE', sql`outcome = 'DONE'`),
    when(asked.device_id, sql`device_id = ${asked.device_id}`),
    when(asked.ip, sql`ip = ${asked.ip}`),
    when(asked.to_seq, sql`seq <= ${asked.to_seq}`),
    ...withinDays(sql`at`, timezone, { from, to }),
  ]
  return conditions.filter((condition) => condition !== undefined)
}

/**
 * Millions of rows have no index over fragments: searched is what somebody has in hand. A name or
 * user name of the staff, the beginning of an action or of a record's label, the number that a
 * reply carried (PLT-9).
 */
function searching(hospital_id: string, typed: string | undefined): Sql | undefined {
  const text = typed?.trim() ?? ''
  if (text === '') return undefined
  const labels = [...new Set([text, text.toUpperCase(), capital(text)])]
  const named = matching('users', text) ?? raw('false')
  const ways = [
    sql`request_id = ${text}`,
    beginning('action', text.toLowerCase()),
    ...labels.map((label) => beginning('entity_label', label)),
    sql`user_id in (select id from users where hospital_id = ${hospital_id} and ${named})`,
  ]
  // One piece for each index: a single condition with `or` would read every row there is.
  const pieces = ways.map(
    (way) => sql`select seq from audit_rows where hospital_id = ${hospital_id} and ${way}`,
  )
  return sql`seq in (${join(pieces, ' union all ')})`
}

const beginning = (column: string, text: string): Sql =>
  sql`${raw(column)} >= ${text} and ${raw(column)} < ${`${text}\u{10ffff}`}`

export function view(caller: Caller, row: Row): AuditRow {
  const { hospital_id: _, row_count, changes, ...rest } = row
  return {
    ...rest,
    rows: row_count,
    changes: changes === null ? null : maySee(caller, row.entity_type) ? changes : bare(changes),
  }
}

/** The names of the fields, without what stood and stands in them. */
const bare = (changes: Record<string, unknown>): Record<string, null> =>
  Object.fromEntries(Object.keys(changes).map((field) => [field, null]))

function maySee(caller: Caller, type: string | null): boolean {
  if (type === null) return false
  const code = registry.entities.get(type)?.read ?? registry.reads.get(type) ?? `${type}:read`
  return (code === 'self:use' || permitOf(code) !== undefined) && can(caller, code)
}

/** Whose records somebody had open since then; each once. */
export async function patientsReadBy(
  { hospital_id, user_id }: Pick<Caller, 'hospital_id' | 'user_id'>,
  since: string,
): Promise<string[]> {
  if (user_id === null) return []
  const found = await rows<{ patient_id: string }>(
    sql`select distinct patient_id from audit_rows where hospital_id = ${hospital_id}
      and user_id = ${user_id} and patient_id is not null and at > ${since}`,
  )
  return found.map(({ patient_id }) => patient_id)
}
