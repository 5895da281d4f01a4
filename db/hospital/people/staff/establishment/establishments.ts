// The establishment (people 2.2; HR-16, HR-17): posts, and what of them is filled, vacant or over.

import type { Caller } from '../../../../core/caller.ts'
import { invalid } from '../../../../core/refusal.ts'
import { fresh } from '../../../../core/versions.ts'
import { rows as read } from '../../../../store/connection.ts'
import { type Page, type PageAsked, pageFrom } from '../../../../store/pages.ts'
import { recordOf } from '../../../../store/record-of.ts'
import { oneOf, type Sql, sql, when, where } from '../../../../store/sql.ts'
import type { RowOf } from '../../../../store/table.ts'
import { difference, record } from '../../../office/audit/record.ts'
import { facilityRecord, scopeOf } from '../../../office/places/facilities.ts'
import { cadreRecord } from '../cadres/cadres.ts'
import { cadres } from '../cadres/tables.ts'
import { departmentAt } from '../department-at.ts'
import { figuresOf, filledOf } from './figures.ts'
import type {
  Establishment,
  EstablishmentChange,
  EstablishmentFilter,
  Establishments,
} from './shapes.ts'
import { establishments } from './tables.ts'

export type EstablishmentRow = RowOf<(typeof establishments)['columns']>

export const establishmentRecord = recordOf(establishments, 'post of the establishment')

export async function list(
  caller: Caller,
  asked: EstablishmentFilter & PageAsked,
): Promise<Page<Establishment>> {
  const from = sql` from establishments e join cadres c on c.id = e.cadre_id${where(
    await conditions(caller, asked),
  )}`
  const { rows, meta } = await pageFrom(establishments, asked, {
    alias: 'e',
    from,
    order: sql` order by e.department, c.name_key, e.id`,
  })
  const summed_up = { ...meta, totals: await totalsOf(from) }
  return { rows: await shown(caller, rows), meta: summed_up }
}

async function conditions(
  caller: Caller,
  asked: EstablishmentFilter,
): Promise<(Sql | undefined)[]> {
  const scope = await scopeOf(caller, asked.facility_id)
  return [
    sql`e.hospital_id = ${caller.hospital_id}`,
    scope === 'all' ? undefined : sql`e.facility_id${oneOf(scope)}`,
    when(asked.department, sql`lower(e.department) = ${asked.department?.toLowerCase()}`),
    when(asked.cadre_id, sql`e.cadre_id = ${asked.cadre_id}`),
    when(asked.group, sql`c.cadre_group = ${asked.group}`),
    asked.vacant === true ? sql`e.posts > ${filledOf('e')}` : undefined,
    asked.over === true ? sql`e.posts < ${filledOf('e')}` : undefined,
  ]
}

async function shown(caller: Caller, found: readonly EstablishmentRow[]): Promise<Establishment[]> {
  const { hospital_id } = caller
  const figures = await figuresOf(
    caller,
    found.map(({ id }) => id),
  )
  const named = await cadres.all({ hospital_id, id: found.map(({ cadre_id }) => cadre_id) })
  const by_id = new Map(named.map((one) => [one.id, one]))
  return found.map((row) => {
    const { filled = 0, open_vacancies = 0 } = figures.get(row.id) ?? {}
    const cadre = by_id.get(row.cadre_id)
    return {
      ...row,
      cadre: cadre?.name ?? '',
      group: cadre?.cadre_group ?? 'SUPPORT',
      filled,
      vacant: Math.max(0, row.posts - filled),
      over: Math.max(0, filled - row.posts),
      open_vacancies: Math.max(0, open_vacancies),
    }
  })
}

/** HR-17: by department and by group of cadres, and how much of all posts is vacant. */
async function totalsOf(from: Sql) {
  const found = await read<{ department: string; cadre_group: string; posts: number; n: number }>(
    sql`select e.department, c.cadre_group, e.posts, ${filledOf('e')} as n${from}`,
  )
  const lines = found.map(({ department, cadre_group, posts, n }) => ({
    department,
    group: cadre_group,
    posts: Number(posts),
    filled: Number(n),
    vacant: Math.max(0, Number(posts) - Number(n)),
  }))
  const all = summed(lines)
  return {
    ...all,
    vacancy_rate: all.posts === 0 ? 0 : Math.round((all.vacant / all.posts) * 10_000) / 100,
    departments: grouped(lines, ({ department }) => department),
    groups: grouped(lines, ({ group }) => group),
  }
}

interface Line {
  department: string
  group: string
  posts: number
  filled: number
  vacant: number
}

const summed = (lines: readonly Line[]) => ({
  posts: lines.reduce((sum, one) => sum + one.posts, 0),
  filled: lines.reduce((sum, one) => sum + one.filled, 0),
  vacant: lines.reduce((sum, one) => sum + one.vacant, 0),
})

const grouped = (lines: readonly Line[], by: (line: Line) => string) =>
  [...Map.groupBy(lines, by)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, own]) => ({ name, ...summed(own) }))

export async function find(caller: Caller, id: string): Promise<Establishment> {
  const [found] = await shown(caller, [await establishmentRecord.get(caller, id)])
  return found as Establishment
}

/** Each row stands as it is said; what is not named stays as it was. */
export async function put(caller: Caller, { rows }: Establishments): Promise<{ set: number }> {
  const { hospital_id } = caller
  const said = await rowsRead(caller, rows)
  for (const row of said) {
    const { facility_id, department, cadre_id, ...figures } = row
    const key = { hospital_id, facility_id, department, cadre_id }
    const before = await establishments.find(key, { lock: true })
    if (before === undefined) await establishments.insert({ ...key, ...figures })
    else await establishments.change({ hospital_id, id: before.id }, figures)
  }
  record(caller, 'establishment.put', {
    entity_type: 'establishment',
    changes: { set: [null, said.length] },
  })
  return { set: said.length }
}

type Given = Establishments['rows'][number]

async function rowsRead(caller: Caller, given: readonly Given[]) {
  const read = []
  const seen = new Set<string>()
  for (const [at, row] of given.entries()) {
    const { facility_id, cadre_id, posts, funded = null, minimum = null, notes = null } = row
    await facilityRecord.get(caller, facility_id)
    await cadreRecord.get(caller, cadre_id)
    const department = await departmentAt(caller, facility_id, row.department)
    const key = `${facility_id} ${department} ${cadre_id}`
    if (seen.has(key)) throw invalid(`rows[${at}].cadre_id`, `is named twice for ${department}.`)
    seen.add(key)
    read.push({ facility_id, department, cadre_id, posts, funded, minimum, notes })
  }
  return read.toSorted((a, b) => (a.department + a.cadre_id < b.department + b.cadre_id ? -1 : 1))
}

/** Fewer posts than people is allowed, and shows as over (HR-17). */
export async function change(
  caller: Caller,
  id: string,
  input: EstablishmentChange,
): Promise<Establishment> {
  const before = await establishmentRecord.locked(caller, id)
  fresh(caller, before)
  await establishments.change({ hospital_id: caller.hospital_id, id }, input)
  record(caller, 'establishment.update', {
    entity_type: 'establishment',
    entity_id: id,
    entity_label: before.department,
    changes: difference(before, input),
  })
  return find(caller, id)
}
