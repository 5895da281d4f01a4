// What belongs to a hospital, table by table: whatever names it, and the few tables that hang on such
// a row without naming the hospital themselves.

import { inOrder, schemaWanted } from '../../../store/drift.ts'
import { raw, type Sql, sql } from '../../../store/sql.ts'
import type { Table } from '../../../store/table.ts'
import { tables } from '../../../tables.ts'

export interface Belonging {
  readonly name: string
  readonly table: Table
  readonly whose: Sql
  readonly guarded: boolean
}

const hanging = (id: string): Record<string, Sql> => ({
  hospitals: sql`id = ${id}`,
  recovery_codes: sql`user_id in (select id from users where hospital_id = ${id})`,
  used_refresh_tokens: sql`session_id in (select id from sessions where hospital_id = ${id})`,
  msg_businesses: sql`of_hospital = ${id}`,
  msg_receipts: sql`message_id in (select id from msg_messages where hospital_id = ${id})`,
  schedules: sql`place = ${id}`,
  schedule_runs: sql`place = ${id}`,
  idempotency_keys: sql`(scope like ${`${id}:%`} or scope in (
    select id || ':live' from msg_accounts where hospital_id = ${id}
    union select id || ':test' from msg_accounts where hospital_id = ${id}))`,
})

/** They find theirs through rows that go with the rest, and nothing makes them come first. */
const by_way_of_others = ['idempotency_keys', 'msg_receipts']

/** Those that others refer to come after them; the hospital's own row is the last. */
export function belongings(hospital_id: string): Belonging[] {
  const by_name = new Map(tables.map((table) => [table.name, table]))
  const others = hanging(hospital_id)
  const names = inOrder(schemaWanted(tables)).reverse()
  return [...by_way_of_others, ...names.filter((name) => !by_way_of_others.includes(name))].flatMap(
    (name): Belonging[] => {
      const table = by_name.get(name) as Table
      const owned = 'hospital_id' in table.columns
      const whose = others[name] ?? (owned ? sql`hospital_id = ${hospital_id}` : undefined)
      if (whose === undefined) return []
      return [{ name, table, whose, guarded: table.rules.append_only === true }]
    },
  )
}

/** Columns by which one table refers to another, the hospital's own row left out. */
export function references(to: string): { table: Table; column: string }[] {
  if (to === 'hospitals') return []
  return tables.flatMap((table) =>
    Object.entries(table.columns)
      .filter(([, column]) => column.references === to)
      .map(([column]) => ({ table, column })),
  )
}

/** Whether rows are found by this column without reading the whole table. */
export function isIndexed({ rules: { key, unique, indexes } }: Table, column: string): boolean {
  const whole = `${column} is not null`
  return (
    key?.[0] === column ||
    [...(unique ?? []), ...(indexes ?? [])].some(
      ({ columns, only_where }) =>
        columns[0] === column && (only_where === undefined || only_where === whole),
    )
  )
}

export const rowsOf = ({ name, whose }: Belonging): Sql =>
  sql`select count(*) as n from ${raw(name)} where ${whose}`
