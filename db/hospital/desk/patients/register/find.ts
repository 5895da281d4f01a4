// Finding patients by what people type (PAT-10). Numbers, phones and identifiers by their own
// indexes, exactly; names by the beginnings of their words. At most 200 are taken, then sorted.

import type { Caller } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { readPhone } from '../../../../core/kinds/phone.ts'
import { byDialect, join, oneOf, raw, type Sql, sql, where } from '../../../../store/sql.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { membersUnder } from '../../../neighbours/billing.ts'
import { keyOf } from './identity-numbers.ts'
import { foldWord, searchable } from './names.ts'
import { digitsOf } from './register.ts'
import type { Row } from '../rows.ts'
import { settingsOf } from '../settings.ts'

export const most = 200

export type Found = Pick<Row, 'id' | 'name_key'>

export interface Hits {
  /** In the order in which they are shown; the records are read for the page alone. */
  rows: Found[]
  /** Found by number, phone or identifier. */
  exact: Set<string>
}

/** `narrowed`: what else the list asks; `merged`: whether merged records may be among the names. */
export async function find(
  caller: Caller,
  typed: string,
  narrowed: readonly (Sql | undefined)[] = [],
  status: Sql = sql`p.status <> 'MERGED'`,
): Promise<Hits> {
  const of = sql`p.hospital_id = ${caller.hospital_id}`
  const by_number = await among(await byNumber(caller, typed), [of, ...narrowed])
  const reached = await byContact(caller, typed)
  const contacts = await among(reached, [of, status, ...narrowed])
  const exact = new Set([...by_number, ...contacts].map(({ id }) => id))
  const whole = await byNames(caller, typed, true, [of, status, ...narrowed])
  const begun =
    whole.length >= most ? [] : await byNames(caller, typed, false, [of, status, ...narrowed])
  const ordered = [by_number, contacts, whole, begun].flatMap((group) => group.sort(byName))
  return { rows: [...new Map(ordered.map((row) => [row.id, row])).values()].slice(0, most), exact }
}

const byName = (a: Found, b: Found): number =>
  a.name_key === b.name_key ? (a.id < b.id ? -1 : 1) : a.name_key < b.name_key ? -1 : 1

/** Records under this number, however it is spelt. */
export async function byNumber({ hospital_id }: Caller, typed: string): Promise<string[]> {
  const digits = numberTyped(typed)
  if (digits === null) return []
  const found = await rows<{ id: string; number: string }>(
    sql`select id, number from patients where hospital_id = ${hospital_id} and number_digits = ${digits}`,
  )
  return found.flatMap(({ id, number }) => (isNumber(typed, number) ? [id] : []))
}

/** With or without the prefix and the zeros: `PT-000412`, `pt412`, `412`. */
function numberTyped(typed: string): string | null {
  const number = /^\s*[a-z]{0,8}[-/\s]*(?<digits>[\d/-]{1,20})\s*$/i.exec(typed)
  return digitsOf(number?.groups?.['digits'] ?? '') || null
}

function isNumber(typed: string, number: string): boolean {
  const letters = typed.replace(/[^\p{L}]/gu, '').toUpperCase()
  return letters === '' || letters === number.replace(/[^\p{L}]/gu, '').toUpperCase()
}

/** Of these records, those that fit; found by their ids whatever else is asked of them. */
async function among(
  ids: readonly string[],
  conditions: readonly (Sql | undefined)[],
): Promise<Found[]> {
  if (ids.length === 0) return []
  return rows<Found>(
    sql`with p as materialized (select * from patients where id${oneOf(ids)})
      select p.id, p.name_key from p${where([...conditions])}`,
  )
}

/** Phones in any spelling, identifiers, and numbers of members (PAT-29). Each way has an index of its own. */
async function byContact(caller: Caller, typed: string): Promise<string[]> {
  if (!/\d/.test(typed)) return []
  const { hospital_id } = caller
  const phone = readPhone(typed, (await hospitalOf({ hospital_id })).country)
  const of = sql`hospital_id = ${hospital_id}`
  const ways = [
    sql`select patient_id as id from patient_identifiers where ${of} and value_key = ${keyOf(typed)} and not voided`,
    ...(phone === null
      ? []
      : ['phone', 'alt_phone'].map(
          (column) => sql`select id from patients where ${of} and ${raw(column)} = ${phone}`,
        )),
  ]
  const found = await rows<{ id: string }>(sql`${join(ways, ' union ')} limit ${most}`)
  return [...found.map(({ id }) => id), ...(await membersUnder(caller, typed))]
}

/** Each word as typed or as folded; every word must be there, whole or at the beginning. */
async function byNames(
  caller: Caller,
  typed: string,
  whole: boolean,
  conditions: readonly (Sql | undefined)[],
): Promise<Found[]> {
  const { name_aliases } = await settingsOf(caller)
  const words = searchable(typed)
    .slice(0, 8)
    .map((word) => [...new Set([word, foldWord(word, name_aliases)])])
  if (words.length === 0) return []
  const end = whole ? '' : ' *'
  const match = words
    .map((ways) => `(${ways.map((way) => `"${way}"${end}`).join(' OR ')})`)
    .join(' AND ')
  const like = words.map(
    (ways) =>
      sql`(${join(
        ways.map((way) => sql`p.search_text like ${`% ${way}${whole ? ' ' : ''}%`}`),
        ' or ',
      )})`,
  )
  return rows<Found>(
    byDialect({
      sqlite: sql`select p.id, p.name_key from patients_search s
        cross join patients p on p.row_no = s.rowid${where([
          sql`patients_search match ${match}`,
          ...conditions,
        ])} limit ${most}`,
      postgres: sql`select p.id, p.name_key from patients p${where([...conditions, ...like])} limit ${most}`,
    }),
  )
}
