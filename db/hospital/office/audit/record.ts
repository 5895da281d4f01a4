// Writing the audit log (PLT-112…115). Rows gather while a transaction works and are chained as the
// last thing before its commit: no row, no write.

import { hash as digest } from 'node:crypto'
import { type Caller, system } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { atOnce } from '../../../store/at-once.ts'
import { beforeCommit, noted, peek, unawaited, within } from '../../../store/connection.ts'
import { newId } from '../../../core/ids.ts'
import { type NewRow, type RowOf, setRowWatch } from '../../../store/table.ts'
import { digestOf, type Seal, sealWatch, takeSeals } from './seals.ts'
import { sorted } from './sorted.ts'
import { subjectOf } from './subject.ts'
import { audit_heads, audit_rows, seals } from './tables.ts'

export type AuditRow = RowOf<(typeof audit_rows)['columns']>

export interface Entry {
  entity_type?: string | undefined
  entity_id?: string | null | undefined
  entity_label?: string | null | undefined
  patient_id?: string | null | undefined
  from_state?: string | undefined
  to_state?: string | undefined
  /** Field by field, before and after. Never a password, code, token or key (PLT-114). */
  changes?: Record<string, [unknown, unknown]> | undefined
  reason?: string | null | undefined
  /** For a list: how many rows were shown, and the words it was asked with. */
  rows?: number | undefined
  query?: Record<string, unknown> | undefined
  outcome?: 'DONE' | 'REFUSED'
}

export const first_hash = '0'.repeat(64)
const gathered = Symbol('audit rows of this transaction')

type Gathered = Omit<NewRow<(typeof audit_rows)['columns']>, 'seq' | 'prev_hash' | 'hash'>

/** Adds one row to the transaction in hand. */
export function record(caller: Caller, action: string, entry: Entry = {}): void {
  listOfTransaction().push(rowOf(caller, action, entry))
}

const listOfTransaction = (): Gathered[] =>
  noted<Gathered[]>(gathered, () => {
    const made: Gathered[] = []
    beforeCommit(() => chain(made))
    return made
  })

setRowWatch(sealWatch(() => listOfTransaction()))

function rowOf(caller: Caller, action: string, entry: Entry = {}): Gathered {
  const { patient_id, query } = subjectOf(entry)
  return {
    id: newId(),
    hospital_id: caller.hospital_id,
    at: clock.steady(),
    actor_kind: caller.kind,
    user_id: caller.user_id,
    user_name: cut(caller.name, 160),
    facility_id: caller.facility_id,
    session_id: caller.session_id,
    device_id: caller.device_id,
    ip: caller.ip,
    user_agent: cut(caller.user_agent, 300),
    request_id: caller.request_id,
    action,
    outcome: entry.outcome ?? 'DONE',
    entity_type: entry.entity_type ?? null,
    entity_id: entry.entity_id ?? null,
    entity_label: cut(entry.entity_label, 200),
    patient_id,
    from_state: entry.from_state ?? null,
    to_state: entry.to_state ?? null,
    changes: plain(entry.changes),
    reason: cut(entry.reason, 300),
    row_count: entry.rows ?? null,
    query: plain(query),
    seals: null,
  }
}

/** Half a character, left over by cutting, would come back from the database as another one. */
const cut = (text: string | null | undefined, most: number): string | null =>
  text?.slice(0, most).toWellFormed() ?? null

/** As it will be read back: the hash must find in the row what it found here. */
const plain = <T>(value: T | undefined): T | null =>
  value === undefined ? null : (JSON.parse(JSON.stringify(value)) as T)

/** A row that stands alone: a read, or a refusal whose own transaction left nothing behind. */
export const recordAlone = (caller: Caller, action: string, entry: Entry = {}): Promise<void> =>
  within(async () => record(caller, action, entry))

/** Whether the transaction in hand has written its row yet. */
export const isRecorded = (): boolean => ((peek(gathered) ?? []) as Gathered[]).length > 0

/** What changed between two states of a record, field by field; null when nothing did. */
export function difference(
  before: Record<string, unknown>,
  changes: Record<string, unknown>,
): Record<string, [unknown, unknown]> | undefined {
  const found = Object.entries(changes).filter(
    ([key, value]) =>
      value !== undefined && JSON.stringify(before[key] ?? null) !== JSON.stringify(value ?? null),
  )
  if (found.length === 0) return undefined
  return Object.fromEntries(found.map(([key, value]) => [key, [before[key] ?? null, value]]))
}

/** What was sealed goes with the last row of its hospital; work that leaves none leaves this one. */
async function withSeals(list: Gathered[]): Promise<Map<Gathered, Seal[]>> {
  const of_row = new Map<Gathered, Seal[]>()
  for (const [hospital_id, set] of await takeSeals()) {
    const last = list.findLast((row) => row.hospital_id === hospital_id)
    const row = last ?? rowOf(system(hospital_id), 'papers.seal')
    if (last === undefined) list.push(row)
    row.seals = digestOf(set)
    of_row.set(row, set)
  }
  return of_row
}

type Heads = ReadonlyMap<string, RowOf<(typeof audit_heads)['columns']> | undefined>

/** Chains are locked in one order, so that two transactions never wait for each other. */
async function headsOf(list: readonly Gathered[], held: Heads = new Map()): Promise<Heads> {
  const heads = new Map(held)
  for (const hospital_id of [...new Set(list.map((row) => row.hospital_id))].sort()) {
    if (!heads.has(hospital_id))
      heads.set(hospital_id, await audit_heads.find({ hospital_id }, { lock: true }))
  }
  return heads
}

async function chain(list: Gathered[]): Promise<void> {
  const [sealed, heads] = await atOnce(withSeals(list), headsOf(list))
  for (const [hospital_id, head] of await headsOf(list, heads)) {
    let seq = head?.seq ?? 0
    let prev_hash = head?.hash ?? first_hash
    const set: NewRow<(typeof seals)['columns']>[] = []
    const rows = list
      .filter((row) => row.hospital_id === hospital_id)
      .map((row) => {
        seq += 1
        const link = { ...row, seq, prev_hash } as AuditRow
        const hash = hashOf(link)
        prev_hash = hash
        set.push(...(sealed.get(row) ?? []).map((seal) => ({ ...seal, hospital_id, seq })))
        return { ...link, hash }
      })
    await unawaited(async () => {
      await audit_rows.insertMany(rows)
      await seals.insertMany(set)
      if (head === undefined) await audit_heads.insert({ hospital_id, seq, hash: prev_hash })
      else await audit_heads.change({ hospital_id }, { seq, hash: prev_hash })
    })
  }
}

/** Columns of the row that are hashed, sorted, each as it begins in the JSON text. */
const hashed = Object.keys(audit_rows.columns)
  .filter((key) => key !== 'hash' && key !== 'prev_hash')
  .sort()
  .map((key) => [key as keyof AuditRow, `"${key}":`] as const)

/** PLT-115: SHA-256 of the previous hash, LF, and the row as JSON with sorted keys and no spaces. */
export function hashOf(row: AuditRow | Omit<AuditRow, 'hash'>): string {
  const values = row as AuditRow
  let text = ''
  for (const [key, begin] of hashed) {
    const value = values[key] ?? null
    const json = typeof value === 'object' ? sorted(value) : value
    text += `${text === '' ? '{' : ','}${begin}${JSON.stringify(json)}`
  }
  return digest('sha256', `${row.prev_hash}\n${text}}`)
}
