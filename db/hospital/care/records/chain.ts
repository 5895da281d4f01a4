// What somebody signed, hashed and chained by patient (CAR-7): who changes a row afterwards, or takes one
// out, is found by whoever walks the chain.

import { hash as digest } from 'node:crypto'
import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { rows } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import type { RowOf } from '../../../store/table.ts'
import type { RecordRow } from './record.ts'
import { clinical_records, signed_versions } from './tables.ts'

type Version = RowOf<(typeof signed_versions)['columns']>
type Of = Pick<Caller, 'hospital_id'>

const first_hash = '0'.repeat(64)

/** What a version holds. Whose record it is, a merge may change; who wrote it and what, nothing. */
const fields = [
  'kind',
  'title',
  'body',
  'sections',
  'note_type',
  'rank',
  'certainty',
  'case_type',
  'on_admission',
  'laterality',
  'onset_on',
  'code',
  'coding_system',
  'notifiable',
  'procedure',
  'sensitivity',
  'occurred_at',
  'late_reason',
  'paper_ref',
  'status',
  'version_no',
  'signed_at',
  'signed_by_name',
  'cosigned_by_name',
  'staff_id',
  'staff_name',
  'by_id',
] as const satisfies readonly (keyof RecordRow)[]

export const contentOf = (row: RecordRow): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [field, row[field] ?? null]))

/** JSON with its members in the order of their names, so that one content has one text. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  const members = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`)
  return `{${members.join(',')}}`
}

const hashOf = (version: Omit<Version, 'id' | 'hash'>): string =>
  digest(
    'sha256',
    canonical({
      hospital_id: version.hospital_id,
      record_id: version.record_id,
      chain_id: version.chain_id,
      place: version.place,
      version_no: version.version_no,
      move: version.move,
      content: version.content,
      reason: version.reason,
      at: version.at,
      by_id: version.by_id,
      by_name: version.by_name,
      previous_hash: version.previous_hash,
    }),
  )

/** With the patient locked: two who sign at once are one after the other. */
export async function chained(
  caller: Caller,
  row: RecordRow,
  { move, reason = null }: { move: string; reason?: string | null },
): Promise<{ hash: string; previous_hash: string }> {
  const { hospital_id } = caller
  const chain_id = row.patient_id
  const [last] = await signed_versions.all(
    { hospital_id, chain_id },
    { order: ['-place'], limit: 1 },
  )
  const version = {
    hospital_id,
    record_id: row.id,
    chain_id,
    place: (last?.place ?? 0) + 1,
    version_no: row.version_no,
    move,
    content: contentOf(row),
    reason,
    at: clock.instant(),
    by_id: caller.user_id,
    by_name: caller.name,
    previous_hash: last?.hash ?? first_hash,
  }
  const hash = hashOf(version)
  await signed_versions.insert({ ...version, hash })
  return { hash, previous_hash: version.previous_hash }
}

export const versionsOf = ({ hospital_id }: Of, record_id: string): Promise<Version[]> =>
  signed_versions.all({ hospital_id, record_id }, { order: ['place'] })

export interface Proof {
  chains: number
  versions: number
  problems: { patient_id: string; record_id: string; kind: string; detail: string }[]
}

const piece = 500

/** Walks every chain, or one patient's, and holds each record against the last of its versions. */
export async function verifyRecords(
  caller: Of,
  { patient_id, signal }: { patient_id?: string | undefined; signal?: AbortSignal } = {},
): Promise<Proof> {
  const proof: Proof = { chains: 0, versions: 0, problems: [] }
  const last = new Map<string, Version>()
  for await (const chain of chainsOf(caller, patient_id)) {
    if (signal?.aborted === true) break
    proof.chains += 1
    proof.versions += chain.length
    const broken = firstBreak(chain)
    if (broken !== undefined) proof.problems.push(broken)
    for (const version of chain) last.set(version.record_id, version)
  }
  proof.problems.push(...(await againstRecords(caller, last, patient_id)))
  return proof
}

async function* chainsOf({ hospital_id }: Of, patient_id?: string): AsyncGenerator<Version[]> {
  let after = ''
  for (;;) {
    const only = patient_id === undefined ? sql`` : sql` and chain_id = ${patient_id}`
    const found = await rows<{ chain_id: string }>(
      sql`select distinct chain_id from signed_versions where hospital_id = ${hospital_id}
        and chain_id > ${after}${only} order by chain_id limit ${piece}`,
    )
    for (const { chain_id } of found) {
      yield await signed_versions.all({ hospital_id, chain_id }, { order: ['place'] })
    }
    if (found.length < piece) return
    after = found.at(-1)?.chain_id ?? ''
  }
}

function firstBreak(chain: readonly Version[]): Proof['problems'][number] | undefined {
  let before = first_hash
  for (const [index, version] of chain.entries()) {
    const detail = breakIn(version, index + 1, before)
    if (detail !== undefined) {
      return { patient_id: version.chain_id, record_id: version.record_id, kind: 'CHAIN', detail }
    }
    before = version.hash
  }
  return undefined
}

function breakIn(version: Version, place: number, before: string): string | undefined {
  const named = `Version ${version.version_no} of record ${version.record_id}`
  if (version.place !== place) return `${named} is at place ${version.place}: ${place} is missing`
  if (version.previous_hash !== before) return `${named} does not follow what was signed before it`
  return hashOf(version) === version.hash ? undefined : `${named} was changed after it was signed`
}

/** A record that says otherwise than what was signed, or that says it was signed and never was. */
async function againstRecords(
  { hospital_id }: Of,
  last: ReadonlyMap<string, Version>,
  patient_id: string | undefined,
): Promise<Proof['problems']> {
  const problems: Proof['problems'] = []
  const only = patient_id === undefined ? sql`` : sql` and patient_id = ${patient_id}`
  let after = ''
  for (;;) {
    const found = await clinical_records.read(
      sql`select ${clinical_records.selection()} from clinical_records
        where hospital_id = ${hospital_id} and id > ${after} and hash is not null${only}
        order by id limit ${piece}`,
    )
    for (const row of found) {
      const [newest] = last.has(row.id)
        ? [last.get(row.id)]
        : (await versionsOf({ hospital_id }, row.id)).slice(-1)
      const detail = differs(row, newest)
      if (detail === undefined) continue
      problems.push({ patient_id: row.patient_id, record_id: row.id, kind: 'RECORD', detail })
    }
    if (found.length < piece) return problems
    after = found.at(-1)?.id ?? ''
  }
}

function differs(row: RecordRow, newest: Version | undefined): string | undefined {
  if (newest === undefined)
    return `Record ${row.id} says it was signed, and no version of it stands`
  const said = canonical(contentOf(row))
  if (newest.hash === row.hash && canonical(newest.content) === said) return undefined
  return `Record ${row.id} is not what was signed in version ${newest.version_no}`
}
