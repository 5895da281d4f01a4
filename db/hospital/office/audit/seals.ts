// Seals (ACC-132): what papers are printed from is hashed when it gets its number, and again with every
// change of it that the house makes. The hashes are chained with the audit log, so that a record which
// was changed past the house, or is gone, no longer agrees with its seal.

import { hash as digest } from 'node:crypto'
import { atOnce } from '../../../store/at-once.ts'
import { noted, peek, rows } from '../../../store/connection.ts'
import type { DatabaseRow } from '../../../store/engines/engine.ts'
import { oneOf, raw, sql, when, where } from '../../../store/sql.ts'
import type { RowWatch } from '../../../store/table.ts'
import { registry, type SealKind, type SealPart } from '../../registry.ts'
import { sealedColumns } from './seal-kinds.ts'
import { sorted } from './sorted.ts'

export interface Seal {
  kind: string
  record_id: string
  hash: string
}

const touched = Symbol('records of this transaction to be sealed')
/** By kind: its own records, and parts of which only the id is known. */
type Touched = Map<string, { records: Set<string>; parts: Map<string, Set<string>> }>

/** Which rows are noted; `begin` is called where one is. */
export const sealWatch = (begin: () => void): RowWatch => ({
  wants: (table, columns) =>
    registry.sealing.get(table)?.some((of) => columns === null || isSealed(of, columns)) ?? false,
  touched(table, found) {
    for (const of of registry.sealing.get(table) ?? []) note(of, found)
    begin()
  },
})

interface Of {
  kind: SealKind
  part: SealPart | null
}

const isSealed = ({ kind, part }: Of, columns: readonly string[]): boolean => {
  const kept = sealedColumns(part ?? kind)
  return columns.some((name) => kept.includes(name))
}

function note({ kind, part }: Of, found: readonly DatabaseRow[]): void {
  const all = noted<Touched>(touched, () => new Map())
  const of = all.get(kind.kind) ?? { records: new Set(), parts: new Map() }
  all.set(kind.kind, of)
  for (const row of found) {
    // A new row that is not numbered yet has nothing to seal.
    if (part === null && kind.once !== null && row[kind.once] === null) continue
    if (part === null) of.records.add(row['id'] as string)
    else if (row[part.of] !== undefined) of.records.add(row[part.of] as string)
    else {
      const ids = of.parts.get(part.table.name) ?? new Set()
      of.parts.set(part.table.name, ids.add(row['id'] as string))
    }
  }
}

/** What the transaction has touched, hashed as it stands now, by hospital; asked once more, nothing. */
export async function takeSeals(): Promise<Map<string, Seal[]>> {
  const by_hospital = new Map<string, Seal[]>()
  const all = peek(touched) as Touched | undefined
  const taken = [...(all ?? [])]
  all?.clear()
  const sealed = async ([name, { records, parts }]: (typeof taken)[number]) => {
    const kind = registry.seals.get(name) as SealKind
    for (const part of kind.parts) {
      const ids = parts.get(part.table.name)
      if (ids !== undefined) for (const id of await ownersOf(part, [...ids])) records.add(id)
    }
    return sealsOf(kind, [...records])
  }
  for (const { hospital_id, kind, record_id, hash } of (
    await atOnce(...taken.map(sealed))
  ).flat()) {
    const seal = { kind, record_id, hash }
    by_hospital.set(hospital_id, [...(by_hospital.get(hospital_id) ?? []), seal])
  }
  return by_hospital
}

async function ownersOf({ table, of }: SealPart, ids: readonly string[]): Promise<string[]> {
  const found = await rows<{ owner: string }>(
    sql`select distinct ${raw(of)} as owner from ${raw(table.name)} where id${oneOf(ids)}`,
  )
  return found.map(({ owner }) => owner)
}

/** Of these records, where they have come so far that they are sealed. */
export async function sealsOf(
  kind: SealKind,
  ids: readonly string[],
): Promise<(Seal & { hospital_id: string; called: string | null })[]> {
  if (ids.length === 0) return []
  const { table, once, called, parts } = kind
  const columns = new Set(['id', 'hospital_id', called, ...sealedColumns(kind)])
  const [found, ...with_parts] = await atOnce(
    table.read(
      sql`select ${table.selection(undefined, [...columns])} from ${raw(table.name)}${where([
        sql`id${oneOf(ids)}`,
        when(once, sql`${raw(once ?? 'id')} is not null`),
      ])}`,
    ),
    ...parts.map((part) => partsOf(part, ids)),
  )
  return found.map((row) => {
    const id = row['id'] as string
    const facts = [
      factsOf(row, sealedColumns(kind)),
      ...with_parts.map((of, at) =>
        (of.get(id) ?? []).map((one) => factsOf(one, sealedColumns(parts[at] as SealPart))),
      ),
    ]
    return {
      hospital_id: row['hospital_id'] as string,
      kind: kind.kind,
      record_id: id,
      hash: digest('sha256', JSON.stringify(sorted(facts))),
      called: row[called] as string | null,
    }
  })
}

async function partsOf(
  part: SealPart,
  ids: readonly string[],
): Promise<Map<string, DatabaseRow[]>> {
  if (ids.length === 0) return new Map()
  const { table, of } = part
  const columns = new Set(['id', of, ...sealedColumns(part)])
  const found: DatabaseRow[] = await table.read(
    sql`select ${table.selection(undefined, [...columns])} from ${raw(table.name)}
      where ${raw(of)}${oneOf(ids)}`,
  )
  found.sort((one, other) => ((one['id'] as string) < (other['id'] as string) ? -1 : 1))
  return Map.groupBy(found, (row) => row[of] as string)
}

const factsOf = (row: DatabaseRow, columns: readonly string[]): DatabaseRow =>
  Object.fromEntries(columns.map((name) => [name, row[name]]))

/** What the row of the log holds of all that were set with it. */
export const digestOf = (set: readonly Seal[]): string =>
  digest(
    'sha256',
    set
      .map(({ kind, record_id, hash }) => `${kind} ${record_id} ${hash}\n`)
      .sort()
      .join(''),
  )
