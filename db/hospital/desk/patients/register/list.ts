// The register as a list (PAT-10): narrowed, searched, sorted, paged.

import type { Caller } from '../../../../core/caller.ts'
import { type Page, pageFrom, type PageAsked, pageOf } from '../../../../store/pages.ts'
import { invalid } from '../../../../core/refusal.ts'
import { byDialect, join, oneOf, raw, type Sql, sql, when, where } from '../../../../store/sql.ts'
import { recordRead } from '../../../office/audit/reads.ts'
import { withinDays } from '../../../office/hospitals/days.ts'
import { hospitalOf, phone, today } from '../../../office/hospitals/hospitals.ts'
import { cared_groups, carePatientsIn } from '../../../neighbours/to-care.ts'
import { monthsBefore } from './ages.ts'
import { countOf } from './counted.ts'
import { find } from './find.ts'
import { counts_pending, type VulnerableTag } from '../groups/words.ts'
import { keyOf } from './identity-numbers.ts'
import { list_columns, listed } from '../rows.ts'
import { settingsOf } from '../settings.ts'
import type { PatientRow } from '../shapes.ts'
import { patients } from '../tables.ts'
import { viewRows } from './view.ts'
import { namedFor } from '../groups/vulnerability.ts'
import {
  type identities,
  patient_states,
  type PatientState,
  type sensitivities,
  type sexes,
} from '../words.ts'

export interface Filter extends PageAsked {
  search?: string
  status?: string
  sex?: (typeof sexes)[number]
  born_from?: string
  born_to?: string
  age_from?: number
  age_to?: number
  area_id?: string
  phone?: string
  identifier?: string
  sensitivity?: (typeof sensitivities)[number]
  identity?: (typeof identities)[number]
  registered_from?: string
  registered_to?: string
  has_open_visit?: boolean
  group?: VulnerableTag
  sort?: 'name' | '-registered_at' | '-last_visit_at' | 'number'
}

/** Each is an index with the state in it, so that a page is walked to and nothing is sorted. */
const orders: Record<NonNullable<Filter['sort']>, string> = {
  name: 'p.name_key, p.id',
  number: 'p.number',
  '-registered_at': 'p.registered_at desc, p.id desc',
  '-last_visit_at': 'p.last_visit_at desc, p.id desc',
}

export async function list(caller: Caller, asked: Filter): Promise<Page<PatientRow>> {
  const states = statesOf(asked.status)
  const narrowed = await narrowing(caller, asked)
  const words = asked.search?.trim() ?? ''
  if (asked.search !== undefined && words !== '' && [...words].length < 2) {
    throw invalid('search', 'needs at least 2 characters.')
  }
  const found =
    words === ''
      ? await everyone(caller, asked, states, narrowed)
      : await searched(caller, asked, words, states, narrowed)
  const { page, per_page, ...query } = asked
  await recordRead(caller, 'patient.search', {
    rows: found.rows.length,
    query: { ...query, page, per_page },
  })
  return found
}

async function everyone(
  caller: Caller,
  asked: Filter,
  states: readonly PatientState[],
  narrowed: readonly (Sql | undefined)[],
): Promise<Page<PatientRow>> {
  const found = await pageFrom(patients, asked, {
    alias: 'p',
    columns: list_columns,
    from: sql` from ${await those(caller, asked)} p${where([
      sql`p.hospital_id = ${caller.hospital_id}`,
      // Said so, the index over time gives the order; a list of states would be sorted whole.
      asked.status === undefined ? sql`p.status <> 'MERGED'` : sql`p.status${oneOf(states)}`,
      ...narrowed,
    ])}`,
    total: isWhole(asked, narrowed) ? await countOf(caller, states) : undefined,
    order: orderOf(asked.sort),
  })
  const exact = new Set(asked.identifier === undefined ? [] : found.rows.map(({ id }) => id))
  return { rows: await viewRows(caller, found.rows, { exact }), meta: found.meta }
}

const isWhole = ({ phone, identifier }: Filter, narrowed: readonly (Sql | undefined)[]): boolean =>
  phone === undefined && identifier === undefined && narrowed.every((one) => one === undefined)

/**
 * A telephone and an identifier are looked up by their own indexes. The limit keeps the look-up a
 * step of its own: read as one question, the order of the list would be walked to its end for it.
 */
async function those(caller: Caller, asked: Filter): Promise<Sql> {
  if (asked.phone === undefined && asked.identifier === undefined) return raw('patients')
  const ids = join(await reached(caller, asked), ' intersect ')
  return sql`(select * from patients where id in (${ids}) limit ${reached_most})`
}

const reached_most = 5000

async function reached(caller: Caller, asked: Filter): Promise<Sql[]> {
  const of = sql`hospital_id = ${caller.hospital_id}`
  const number = asked.phone === undefined ? undefined : await phone(caller, 'phone', asked.phone)
  const key = asked.identifier === undefined ? undefined : keyOf(asked.identifier)
  const by = (column: 'phone' | 'alt_phone') =>
    sql`select id from patients where ${of} and ${raw(column)} = ${number}`
  return [
    ...(number === undefined
      ? []
      : [sql`select id from (${by('phone')} union ${by('alt_phone')}) reached`]),
    ...(key === undefined
      ? []
      : [
          sql`select patient_id from patient_identifiers
            where ${of} and value_key = ${key} and not voided`,
        ]),
  ]
}

async function searched(
  caller: Caller,
  asked: Filter,
  words: string,
  states: readonly PatientState[],
  narrowed: readonly (Sql | undefined)[],
): Promise<Page<PatientRow>> {
  const status = sql`p.status${oneOf(states)}`
  // An exact number finds a merged record too, unless other states were asked for.
  const by_contact = (await reached(caller, asked)).map((ids) => sql`p.id in (${ids})`)
  const also = [...narrowed, ...by_contact]
  const of = asked.status === undefined ? also : [...also, status]
  const hits = await find(caller, words, of, status)
  const page = pageOf(asked, hits.rows)
  return { rows: await viewRows(caller, await listed(caller, page.rows), hits), meta: page.meta }
}

const orderOf = (sort: Filter['sort'] = '-registered_at'): Sql =>
  sort === '-last_visit_at'
    ? byDialect({
        // Whoever never came is last: by itself here, and there by being told.
        sqlite: raw(` order by ${orders[sort]}`),
        postgres: raw(' order by p.last_visit_at desc nulls last, p.id desc'),
      })
    : raw(` order by ${orders[sort]}`)

function statesOf(typed: string | undefined): PatientState[] {
  if (typed === undefined || typed.trim() === '') {
    return patient_states.filter((state) => state !== 'MERGED')
  }
  const words = typed.split(',').map((word) => word.trim())
  const wrong = words.some((word) => !(patient_states as readonly string[]).includes(word))
  if (wrong) throw invalid('status', `must be among ${patient_states.join(', ')}.`)
  return words as PatientState[]
}

async function narrowing(caller: Caller, asked: Filter): Promise<(Sql | undefined)[]> {
  const { timezone } = await hospitalOf(caller)
  const day = await today(caller)
  const { age_from, age_to, registered_from, registered_to, has_open_visit, group } = asked
  return [
    when(asked.sex, sql`p.sex = ${asked.sex}`),
    when(asked.born_from, sql`p.birth_date >= ${asked.born_from}`),
    when(asked.born_to, sql`p.birth_date <= ${asked.born_to}`),
    when(age_from, sql`p.birth_date <= ${monthsBefore(day, (age_from ?? 0) * 12)}`),
    when(age_to, sql`p.birth_date > ${monthsBefore(day, ((age_to ?? 0) + 1) * 12)}`),
    has_open_visit === undefined ? undefined : openVisit(has_open_visit),
    group === undefined ? undefined : await inGroup(caller, group, day),
    when(asked.area_id, sql`p.area_id = ${asked.area_id}`),
    when(asked.sensitivity, sql`p.sensitivity = ${asked.sensitivity}`),
    when(asked.identity, sql`p.identity = ${asked.identity}`),
    ...withinDays(sql`p.registered_at`, timezone, { from: registered_from, to: registered_to }),
  ]
}

/** The visits' own table, read for this question alone. */
const openVisit = (is: boolean): Sql => {
  const open = sql`exists (select 1 from visits v where v.patient_id = p.id
    and v.status not in ('CHECKED_OUT', 'CANCELLED'))`
  return is ? open : sql`not ${open}`
}

/** Groups that follow from the birth date or from care, and recorded ones that hold today (VUL-1). */
async function inGroup(caller: Caller, group: VulnerableTag, day: string): Promise<Sql> {
  const { under_five_years, elderly_age } = await settingsOf(caller)
  if (group === 'UNDER_FIVE') {
    return sql`p.birth_date > ${monthsBefore(day, under_five_years * 12)}`
  }
  if (group === 'ELDERLY') return sql`p.birth_date <= ${monthsBefore(day, elderly_age * 12)}`
  // VUL-6: what nobody here may read is not found by asking for it either.
  if (namedFor(caller, group) !== group) return raw('false')
  const cared = cared_groups.find((one) => one === group)
  if (cared !== undefined) {
    return sql`p.id${oneOf(await carePatientsIn(caller, { group: cared, on: day }))}`
  }
  const states = counts_pending.includes(group) ? ['CONFIRMED', 'PENDING'] : ['CONFIRMED']
  return sql`p.id in (select g.patient_id from vulnerable_groups g
    where g.hospital_id = ${caller.hospital_id} and g.tag = ${group} and g.status${oneOf(states)}
      and g.valid_from <= ${day} and (g.valid_until is null or g.valid_until >= ${day}))`
}
