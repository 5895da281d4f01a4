// Who on the register may be this person (PAT-7, PAT-8). Found by blocks that have an index: folded
// last name with the beginning of the first, birth date, phone, identifiers; then scored.

import type { Caller } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { join, oneOf, type Sql, sql } from '../../../../store/sql.ts'
import type { ReadIdentifier } from '../record/identifiers.ts'
import { type Aliases, foldName } from '../register/names.ts'
import type { Row } from '../rows.ts'
import { type Likeness, type Score, scoreOf, swapped } from './scoring.ts'
import { settingsOf } from '../settings.ts'
import type { DuplicateCandidate } from './merge-shapes.ts'
import { patients } from '../tables.ts'
import { phoneHolders, viewRows } from '../register/view.ts'
import type { duplicate_levels } from '../words.ts'

export interface Person {
  /** Left out of what is found: the record itself. */
  id: string | null
  first_name: string | null
  middle_name: string | null
  last_name: string | null
  sex: string | null
  birth_date: string | null
  birth_date_estimated: boolean
  phone: string | null
  phone_shared: boolean
  mother_id: string | null
  area_id: string | null
  identifiers: readonly Pick<ReadIdentifier, 'type' | 'value_key'>[]
}

export interface Candidate extends Score {
  row: Row
  level: (typeof duplicate_levels)[number]
  /** By a number of the person's own, which shows a restricted row too (PRV-1). */
  by_identifier: boolean
}

/** Of each block no more than this many are compared. */
const block_max = 500

/** `asked`: somebody only asks who it may be. With one fact in hand they are told of all whom it fits (PAT-7). */
export async function candidatesFor(
  caller: Caller,
  person: Person,
  { asked = false } = {},
): Promise<Candidate[]> {
  const { name_aliases: aliases, ...set } = await settingsOf(caller)
  const limits = asked && factsIn(person) === 1 ? { ...set, duplicate_possible: 1 } : set
  const found = await blocked(caller, person, aliases)
  if (found.length === 0) return []
  const ids = found.map(({ id }) => id)
  const numbers = await numbersOf(caller, ids)
  const left_out = await dismissed(caller, person.id)
  const self = likenessOf(person, aliases)
  // A number that several living people have is marked shared on each of them (PAT-4).
  const phone = person.phone ?? ''
  const many = phone !== '' && ((await phoneHolders(caller, [phone])).get(phone) ?? 0) > 1
  const scored = found
    .filter(({ id }) => id !== person.id && !left_out.has(id))
    .map((row) => {
      const identifiers = numbers.get(row.id) ?? []
      const other = likenessOf(
        { ...row, identifiers, phone_shared: row.phone_shared || (many && row.phone === phone) },
        aliases,
      )
      const by_identifier = other.identifiers.some((one) => self.identifiers.includes(one))
      return { row, by_identifier, ...scoreOf(self, other) }
    })
  return scored
    .flatMap((one) => {
      const level = levelOf(one.score, limits)
      return level === null ? [] : [{ ...one, level }]
    })
    .sort((a, b) => b.score - a.score || (a.row.id < b.row.id ? -1 : 1))
    .slice(0, 20)
}

const factsIn = ({ first_name, last_name, birth_date, phone, identifiers }: Person): number =>
  [first_name ?? last_name, birth_date, phone, identifiers[0] ?? null].filter((one) => one !== null)
    .length

function levelOf(
  score: number,
  limits: { duplicate_stop: number; duplicate_likely: number; duplicate_possible: number },
): Candidate['level'] | null {
  if (score >= limits.duplicate_stop) return 'STOP'
  if (score >= limits.duplicate_likely) return 'LIKELY'
  return score >= limits.duplicate_possible ? 'POSSIBLE' : null
}

/** As they are shown, with restricted rows masked. */
export async function shown(
  caller: Caller,
  candidates: readonly Candidate[],
): Promise<DuplicateCandidate[]> {
  const exact = new Set(candidates.flatMap((one) => (one.by_identifier ? [one.row.id] : [])))
  const seen = await viewRows(
    caller,
    candidates.map(({ row }) => row),
    { exact },
  )
  return candidates.map(({ score, level, reasons }, index) => ({
    patient: seen[index] as DuplicateCandidate['patient'],
    score,
    level,
    reasons,
  }))
}

function likenessOf(person: Person, aliases: Aliases): Likeness {
  const { first_name, middle_name, last_name } = person
  const national = person.identifiers.find(({ type }) => type === 'NATIONAL_ID')
  return {
    ...person,
    names: foldName([first_name, middle_name, last_name].filter(Boolean).join(' '), aliases),
    national_id: national?.value_key ?? null,
    identifiers: person.identifiers.map(({ type, value_key }) => `${type}:${value_key}`),
  }
}

async function blocked(caller: Caller, person: Person, aliases: Aliases): Promise<Row[]> {
  const of = sql`hospital_id = ${caller.hospital_id}`
  const blocks = [
    ...nameBlocks(person, aliases),
    ...(person.birth_date === null
      ? []
      : [sql`birth_date${oneOf([person.birth_date, swapped(person.birth_date)])}`]),
    ...(person.phone === null ? [] : [sql`phone = ${person.phone}`]),
    ...(person.mother_id === null ? [] : [sql`mother_id = ${person.mother_id}`]),
  ].map(
    (block) =>
      sql`select * from (select id from patients where ${of} and ${block} and status <> 'MERGED' limit ${block_max}) b`,
  )
  const numbers = person.identifiers.map(({ value_key }) => value_key)
  if (numbers.length > 0) {
    blocks.push(
      sql`select patient_id as id from patient_identifiers where ${of} and value_key${oneOf(numbers)} and not voided`,
    )
  }
  if (blocks.length === 0) return []
  return patients.read(
    sql`select ${patients.selection('p')} from patients p
      where p.status <> 'MERGED' and p.id in (${join(blocks, ' union ')})`,
  )
}

/** The folded last name, and names told in the other order. */
function nameBlocks(person: Person, aliases: Aliases): Sql[] {
  const fold = (name: string | null): string => foldName(name ?? '', aliases).join(' ')
  const [first, last] = [fold(person.first_name), fold(person.last_name)]
  const block = (a: string, b: string): Sql[] =>
    a === ''
      ? []
      : [sql`last_fold = ${a} and first_fold >= ${head(b)} and first_fold < ${after(b)}`]
  // Who has one name is known by it alone, and may be who told two.
  const single = [...new Set([first, last])].filter(Boolean)
  const alone = single.length === 0 ? [] : [sql`last_fold = '' and first_fold${oneOf(single)}`]
  return [...block(last, first), ...(first === last ? [] : block(first, last)), ...alone]
}

const head = (fold: string): string => fold.slice(0, 1)
/** The end of all words that begin with this letter. */
const after = (fold: string): string => (fold === '' ? '\u{10ffff}' : `${head(fold)}\u{10ffff}`)

async function numbersOf(
  { hospital_id }: Caller,
  ids: readonly string[],
): Promise<Map<string, Pick<ReadIdentifier, 'type' | 'value_key'>[]>> {
  const found = await rows<Pick<ReadIdentifier, 'type' | 'value_key'> & { patient_id: string }>(
    sql`select patient_id, type, value_key from patient_identifiers
      where hospital_id = ${hospital_id} and patient_id${oneOf(ids)} and not voided`,
  )
  const map = new Map<string, Pick<ReadIdentifier, 'type' | 'value_key'>[]>()
  for (const { patient_id, ...one } of found) {
    map.set(patient_id, [...(map.get(patient_id) ?? []), one])
  }
  return map
}

async function dismissed({ hospital_id }: Caller, id: string | null): Promise<Set<string>> {
  if (id === null) return new Set()
  const found = await rows<{ a_id: string; b_id: string }>(
    sql`select a_id, b_id from duplicate_pairs where hospital_id = ${hospital_id}
      and status = 'DISMISSED' and (a_id = ${id} or b_id = ${id})`,
  )
  return new Set(found.map(({ a_id, b_id }) => (a_id === id ? b_id : a_id)))
}
