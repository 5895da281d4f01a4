// Holding records against their seals, and seals against the log (ACC-132).

import { batchesOf } from '../../../store/batches.ts'
import { row, rows } from '../../../store/connection.ts'
import { oneOf, raw, sql, when, where } from '../../../store/sql.ts'
import { registry, type SealKind } from '../../registry.ts'
import { digestOf, type Seal, sealsOf } from './seals.ts'
import { seals } from './tables.ts'

export interface SealProof {
  checked: number
  failed: number
  /** The first that is not what was sealed: `bill INV-2026-000012`. */
  first: string | null
}

export async function proveSeals(hospital_id: string): Promise<SealProof> {
  const result: SealProof = { checked: 0, failed: 0, first: null }
  for (const kind of registry.seals.values()) {
    await recordsOf(hospital_id, kind, result)
    await goneOf(hospital_id, kind, result)
  }
  await chained(hospital_id, result)
  return result
}

const at_once = 500

function fail(result: SealProof, what: string): void {
  result.failed += 1
  result.first ??= what
}

async function recordsOf(hospital_id: string, kind: SealKind, result: SealProof): Promise<void> {
  const { table, once } = kind
  const batches = batchesOf<{ id: string }>(
    (after, limit) =>
      rows(
        sql`select id from ${raw(table.name)}${where([
          sql`hospital_id = ${hospital_id}`,
          when(once, sql`${raw(once ?? 'id')} is not null`),
          when(after, sql`id > ${after?.id}`),
        ])} order by id limit ${limit}`,
      ),
    at_once,
  )
  for await (const batch of batches) {
    const ids = batch.map(({ id }) => id)
    const sealed = await newest(hospital_id, ids)
    for (const now of await sealsOf(kind, ids)) {
      result.checked += 1
      if (sealed.get(now.record_id) === now.hash) continue
      fail(result, `${kind.kind.replaceAll('_', ' ')} ${now.called ?? now.record_id}`)
    }
  }
}

async function newest(hospital_id: string, ids: readonly string[]): Promise<Map<string, string>> {
  const found = await rows<{ record_id: string; hash: string }>(
    sql`select record_id, hash from seals where record_id${oneOf(ids)}
      and hospital_id = ${hospital_id} order by seq`,
  )
  return new Map(found.map(({ record_id, hash }) => [record_id, hash]))
}

/** Sealed once, and not there any more, or a draft again. */
async function goneOf(hospital_id: string, kind: SealKind, result: SealProof): Promise<void> {
  const { table, once } = kind
  const there = once === null ? sql`r.id is not null` : sql`r.${raw(once)} is not null`
  const found = await row<{ n: number; first: string | null }>(
    sql`select count(distinct s.record_id) as n, min(s.record_id) as first
      from seals s left join ${raw(table.name)} r on r.id = s.record_id
      where s.hospital_id = ${hospital_id} and s.kind = ${kind.kind} and not (${there})`,
  )
  const n = Number(found?.n ?? 0)
  if (n === 0) return
  fail(result, `${kind.kind.replaceAll('_', ' ')} ${found?.first} is gone`)
  result.failed += n - 1
}

/** Each row of the log that sealed something, with what it sealed; none beside. */
async function chained(hospital_id: string, result: SealProof): Promise<void> {
  let held = 0
  const batches = batchesOf<{ seq: number; seals: string }>(
    (after, limit) =>
      rows(
        sql`select seq, seals from audit_rows where hospital_id = ${hospital_id}
          and seals is not null and seq > ${after?.seq ?? 0} order by seq limit ${limit}`,
      ),
    at_once,
  )
  for await (const batch of batches) {
    const set = await seals.all({ hospital_id, seq: batch.map(({ seq }) => Number(seq)) })
    held += set.length
    const by_row = Map.groupBy(set, ({ seq }) => seq)
    for (const one of batch) {
      const of: readonly Seal[] = by_row.get(Number(one.seq)) ?? []
      if (digestOf(of) !== one.seals) fail(result, `the seals of row ${one.seq} of the audit log`)
    }
  }
  const all = await seals.count({ hospital_id })
  if (Number(all) !== held) fail(result, 'seals that no row of the audit log knows')
}
