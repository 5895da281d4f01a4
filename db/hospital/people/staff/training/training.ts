// Training of staff (people 2.4, HR-25): planned, done, running out.

import type { Caller } from '../../../../core/caller.ts'
import { nextDay } from '../../../../core/clock.ts'
import { invalid, noSuch } from '../../../../core/refusal.ts'
import { fresh } from '../../../../core/versions.ts'
import { type Page, type PageAsked, pageFrom } from '../../../../store/pages.ts'
import { recordOf } from '../../../../store/record-of.ts'
import { matching } from '../../../../store/search.ts'
import { type Sql, sql, when, where } from '../../../../store/sql.ts'
import { folded, type RowOf } from '../../../../store/table.ts'
import { difference, record } from '../../../office/audit/record.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { monthsOn } from '../../../office/plans/days.ts'
import { tenths } from '../cadres/cadres.ts'
import { notAhead } from '../records/moves.ts'
import { inScope, isInScope, scopeOfPeople } from '../records/scope.ts'
import { staff } from '../records/tables.ts'
import { courseNamed, coursesNamed } from './courses/courses.ts'
import type {
  Training,
  TrainingChange,
  TrainingFilter,
  TrainingInput,
  TrainingOfMany,
} from './shapes.ts'
import { training_records } from './tables.ts'
import type { TrainingState } from './words.ts'

type Row = RowOf<(typeof training_records)['columns']>

const soon_days = 60
const trainingRecord = recordOf(training_records, 'training record')

/** Outside the caller's people there is none (HR-1). */
export async function get(caller: Caller, id: string): Promise<Row> {
  const found = await trainingRecord.get(caller, id)
  if (!(await isInScope(caller, found.staff_id))) throw noSuch('training record')
  return found
}

export async function list(
  caller: Caller,
  asked: TrainingFilter & PageAsked,
): Promise<Page<Training>> {
  const found = await pageFrom(training_records, asked, {
    alias: 't',
    from: sql` from training_records t join staff s on s.id = t.staff_id${where([
      sql`t.hospital_id = ${caller.hospital_id}`,
      await scopeOfPeople(caller, 's'),
      when(asked.staff_id, sql`t.staff_id = ${asked.staff_id}`),
      when(asked.department, sql`lower(s.department) = ${asked.department?.toLowerCase()}`),
      when(asked.course, sql`t.course_key = ${folded(asked.course ?? '')}`),
      asked.mandatory === undefined ? undefined : sql`t.mandatory = ${asked.mandatory}`,
      when(asked.from, sql`t.completed_on >= ${asked.from}`),
      when(asked.to, sql`t.completed_on <= ${asked.to}`),
      asked.status === undefined ? undefined : standing(await today(caller), asked.status),
      called(asked.search),
    ])}`,
    order: sql` order by coalesce(t.completed_on, '9999-12-31') desc, t.id desc`,
  })
  return { rows: await shownMany(caller, found.rows), meta: found.meta }
}

const called = (typed: string | undefined): Sql | undefined => {
  const course = matching('training_records', typed, 't')
  return course && sql`(${course} or ${matching('staff', typed, 's')})`
}

function standing(day: string, status: TrainingState): Sql {
  const soon = nextDay(day, soon_days)
  const done = sql`t.completed_on is not null`
  switch (status) {
    case 'PLANNED':
      return sql`t.completed_on is null`
    case 'EXPIRED':
      return sql`${done} and t.expires_on < ${day}`
    case 'EXPIRING':
      return sql`${done} and t.expires_on between ${day} and ${soon}`
    case 'CURRENT':
      return sql`${done} and (t.expires_on is null or t.expires_on > ${soon})`
  }
}

function statusOn({ completed_on, expires_on }: Row, day: string): TrainingState {
  if (completed_on === null) return 'PLANNED'
  if (expires_on === null || expires_on > nextDay(day, soon_days)) return 'CURRENT'
  return expires_on < day ? 'EXPIRED' : 'EXPIRING'
}

/** Number, name and department are those of the staff record today. */
async function shownMany(caller: Caller, found: readonly Row[]): Promise<Training[]> {
  const { hospital_id } = caller
  const day = await today(caller)
  const people = await staff.all({ hospital_id, id: found.map(({ staff_id }) => staff_id) })
  const by_id = new Map(people.map((one) => [one.id, one]))
  const courses = await coursesNamed(
    caller,
    found.map(({ course_key }) => course_key),
  )
  return found.map((row) => {
    const whose = by_id.get(row.staff_id)
    return {
      ...row,
      staff_number: whose?.number ?? '',
      staff_name: whose?.full_name ?? '',
      department: whose?.department ?? '',
      cpd_points: row.cpd_tenths === null ? null : row.cpd_tenths / 10,
      course_id: courses.get(row.course_key) ?? null,
      status: statusOn(row, day),
    }
  })
}

const shown = async (caller: Caller, row: Row): Promise<Training> =>
  (await shownMany(caller, [row]))[0] as Training

/** What is said, as it is kept; an empty text is no text. */
async function read(
  caller: Caller,
  { cpd_points, ...input }: TrainingChange,
  before?: Row,
): Promise<Partial<Row>> {
  const kept = Object.fromEntries(
    Object.entries(input).map(([field, value]) => [field, value === '' ? null : value]),
  ) as Partial<Row>
  const said: Partial<Row> = {
    ...kept,
    ...(input.course === undefined ? {} : { course_key: folded(input.course) }),
    ...(cpd_points === undefined
      ? {}
      : { cpd_tenths: cpd_points === null ? null : tenths('cpd_points', cpd_points) }),
  }
  Object.assign(said, await ofCourse(caller, { ...before, ...said }))
  const { completed_on, expires_on } = { ...before, ...said }
  if (typeof said.completed_on === 'string')
    await notAhead(caller, 'completed_on', said.completed_on)
  if (completed_on && expires_on && expires_on <= completed_on) {
    throw invalid('expires_on', 'must be after completed_on.')
  }
  return said
}

/** HR-26: how long a mandatory course lasts, and its points, where nobody says otherwise. */
async function ofCourse(
  caller: Caller,
  { course_key, completed_on, expires_on, cpd_tenths }: Partial<Row>,
): Promise<Partial<Row>> {
  if (!course_key || !completed_on) return {}
  const course = await courseNamed(caller, course_key)
  if (course === undefined) return {}
  const { valid_months } = course
  return {
    ...(expires_on || valid_months === null
      ? {}
      : { expires_on: monthsOn(completed_on, valid_months) }),
    ...(typeof cpd_tenths === 'number' ? {} : { cpd_tenths: course.cpd_tenths }),
  }
}

/** HR-30: one course for many, all of them or none. */
export async function openMany(
  caller: Caller,
  input: TrainingOfMany,
): Promise<{ created: number }> {
  const { staff_ids, ...rest } = input
  const ids = [...new Set(staff_ids)]
  for (const staff_id of ids) await open(caller, { ...rest, staff_id })
  return { created: ids.length }
}

export async function open(caller: Caller, input: TrainingInput): Promise<Training> {
  const { staff_id, course, ...rest } = input
  await inScope(caller, staff_id)
  const said = await read(caller, { ...rest, course })
  const row = await training_records.insert({
    ...said,
    hospital_id: caller.hospital_id,
    staff_id,
    course,
    course_key: folded(course),
    mandatory: input.mandatory ?? false,
    created_by_name: caller.name,
  })
  record(caller, 'training.create', about(row))
  return shown(caller, row)
}

const about = ({ id, course }: Row) => ({
  entity_type: 'training',
  entity_id: id,
  entity_label: course,
})

export async function change(caller: Caller, id: string, input: TrainingChange): Promise<Training> {
  await get(caller, id)
  const before = await trainingRecord.locked(caller, id)
  fresh(caller, before)
  const said = await read(caller, input, before)
  await training_records.change({ hospital_id: caller.hospital_id, id }, said)
  record(caller, 'training.update', { ...about(before), changes: difference(before, said) })
  return shown(caller, await trainingRecord.get(caller, id))
}
