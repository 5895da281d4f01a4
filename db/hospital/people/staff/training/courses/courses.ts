// Courses that people must have taken (people 2.4): which, for whom, and how long each of them lasts.

import type { Caller } from '../../../../../core/caller.ts'
import { conflict, noSuch } from '../../../../../core/refusal.ts'
import { fresh } from '../../../../../core/versions.ts'
import { attempt } from '../../../../../store/connection.ts'
import { isTaken } from '../../../../../store/engines/engine.ts'
import { type Page, type PageAsked, pageFrom } from '../../../../../store/pages.ts'
import { type Of, recordOf } from '../../../../../store/record-of.ts'
import { matching } from '../../../../../store/search.ts'
import { sql, where } from '../../../../../store/sql.ts'
import { folded, type RowOf } from '../../../../../store/table.ts'
import { difference, record } from '../../../../office/audit/record.ts'
import { tenths } from '../../cadres/cadres.ts'
import { cadres } from '../../cadres/tables.ts'
import type { cadre_groups } from '../../cadres/words.ts'
import type {
  CourseFilter,
  MandatoryCourse,
  MandatoryCourseChange,
  MandatoryCourseInput,
} from './shapes.ts'
import { type aim_kinds, mandatory_course_aims, mandatory_courses } from './tables.ts'

export type CourseRow = RowOf<(typeof mandatory_courses)['columns']>
type AimKind = (typeof aim_kinds)[number]

export const courseRecord = recordOf(mandatory_courses, 'mandatory course')

export async function list(
  caller: Caller,
  asked: CourseFilter & PageAsked,
): Promise<Page<MandatoryCourse>> {
  const found = await pageFrom(mandatory_courses, asked, {
    from: sql` from mandatory_courses${where([
      sql`hospital_id = ${caller.hospital_id}`,
      asked.active === undefined ? undefined : sql`active = ${asked.active}`,
      matching('mandatory_courses', asked.search),
    ])}`,
    order: sql` order by name_key, id`,
  })
  return { rows: await shownMany(caller, found.rows), meta: found.meta }
}

async function shownMany(
  { hospital_id }: Of,
  found: readonly CourseRow[],
): Promise<MandatoryCourse[]> {
  const aims = await mandatory_course_aims.all(
    { hospital_id, course_id: found.map(({ id }) => id) },
    { order: ['value_key'] },
  )
  return found.map((row) => {
    const of = (kind: AimKind): string[] =>
      aims.filter((aim) => aim.course_id === row.id && aim.kind === kind).map(({ value }) => value)
    return {
      ...row,
      cadre_ids: of('CADRE'),
      groups: of('GROUP') as (typeof cadre_groups)[number][],
      departments: of('DEPARTMENT'),
      cpd_points: row.cpd_tenths === null ? null : row.cpd_tenths / 10,
    }
  })
}

const shown = async (caller: Of, row: CourseRow): Promise<MandatoryCourse> =>
  (await shownMany(caller, [row]))[0] as MandatoryCourse

export async function open(caller: Caller, input: MandatoryCourseInput): Promise<MandatoryCourse> {
  const { name } = input
  const row = await kept(name, () =>
    mandatory_courses.insert({
      ...read(input),
      hospital_id: caller.hospital_id,
      name,
      name_key: folded(name),
      blocks_roster: input.blocks_roster ?? false,
    }),
  )
  await aimed(caller, row.id, input)
  record(caller, 'mandatory_course.create', about(row))
  return shown(caller, row)
}

export async function change(
  caller: Caller,
  id: string,
  input: MandatoryCourseChange,
): Promise<MandatoryCourse> {
  const before = await courseRecord.locked(caller, id)
  fresh(caller, before)
  const said = read(input)
  await kept(said.name ?? before.name, () =>
    mandatory_courses.change({ hospital_id: caller.hospital_id, id }, said),
  )
  await aimed(caller, id, input)
  record(caller, 'mandatory_course.update', { ...about(before), changes: difference(before, said) })
  return shown(caller, await courseRecord.get(caller, id))
}

function read({
  cpd_points,
  cadre_ids: _cadres,
  groups: _groups,
  departments: _departments,
  ...rest
}: MandatoryCourseChange): Partial<CourseRow> {
  return {
    ...rest,
    ...(rest.name === undefined ? {} : { name_key: folded(rest.name) }),
    ...(cpd_points === undefined
      ? {}
      : { cpd_tenths: cpd_points === null ? null : tenths('cpd_points', cpd_points) }),
  }
}

const kept = <T>(name: string, write: () => Promise<T>): Promise<T> =>
  attempt(write).catch((error: unknown) => {
    throw isTaken(error, 'name_key') ? conflict(`${name} is a mandatory course already.`) : error
  })

const about = ({ id, name }: CourseRow) => ({
  entity_type: 'mandatory_course',
  entity_id: id,
  entity_label: name,
})

/** What is said takes the place of what stood there; what is not said stays. */
async function aimed(
  caller: Caller,
  course_id: string,
  { cadre_ids, groups, departments }: MandatoryCourseChange,
): Promise<void> {
  await cadresMustBe(caller, cadre_ids ?? [])
  const said: [AimKind, readonly string[] | undefined][] = [
    ['CADRE', cadre_ids],
    ['GROUP', groups],
    ['DEPARTMENT', departments],
  ]
  const { hospital_id } = caller
  for (const [kind, values] of said) {
    if (values === undefined) continue
    await mandatory_course_aims.remove({ hospital_id, course_id, kind })
    const keyOf = (value: string): string => (kind === 'DEPARTMENT' ? folded(value) : value)
    const by_key = new Map(values.map((value) => [keyOf(value), value]))
    await mandatory_course_aims.insertMany(
      [...by_key].map(([value_key, value]) => ({ hospital_id, course_id, kind, value_key, value })),
    )
  }
}

async function cadresMustBe({ hospital_id }: Of, ids: readonly string[]): Promise<void> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return
  const found = await cadres.all({ hospital_id, id: wanted })
  if (found.length < wanted.length) throw noSuch('cadre')
}

/** The mandatory course that is called so, while it is in use (HR-26). */
export const courseNamed = (
  { hospital_id }: Of,
  name_key: string,
): Promise<CourseRow | undefined> => mandatory_courses.find({ hospital_id, name_key, active: true })

export async function coursesNamed(
  { hospital_id }: Of,
  name_keys: readonly string[],
): Promise<Map<string, string>> {
  const found = await mandatory_courses.all({ hospital_id, name_key: [...name_keys] })
  return new Map(found.map(({ name_key, id }) => [name_key, id]))
}
