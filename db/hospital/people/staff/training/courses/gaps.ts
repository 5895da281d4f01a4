// Who lacks a course that must be taken (HR-27, HR-28): of each person and course the newest record counts.

import type { Caller } from '../../../../../core/caller.ts'
import { nextDay } from '../../../../../core/clock.ts'
import { rows } from '../../../../../store/connection.ts'
import { type Page, paged, type PageAsked } from '../../../../../store/pages.ts'
import type { Of } from '../../../../../store/record-of.ts'
import { matching } from '../../../../../store/search.ts'
import { join, oneOf, type Sql, sql, when, where } from '../../../../../store/sql.ts'
import { folded } from '../../../../../store/table.ts'
import { today } from '../../../../office/hospitals/hospitals.ts'
import { daysBetween } from '../../../../office/plans/days.ts'
import { scopeOfPeople } from '../../records/scope.ts'
import type { TrainingGapState } from '../words.ts'
import type { GapFilter, TrainingGap } from './shapes.ts'
import { mandatory_courses } from './tables.ts'

const soon_days = 60

interface Found {
  staff_id: string
  staff_number: string
  staff_name: string
  department: string
  cadre: string
  course: string
  hired_on: string
  within_days: number
  blocks_roster: boolean
  taken: string | null
  expires_on: string | null
}

export async function list(
  caller: Caller,
  asked: GapFilter & PageAsked,
): Promise<Page<TrainingGap>> {
  const day = await today(caller)
  const found = await paged<Found>(asked, {
    select,
    from: sql`${people(caller)}${where([
      sql`s.hospital_id = ${caller.hospital_id}`,
      await scopeOfPeople(caller, 's'),
      await isGap(caller, day),
      when(asked.department, sql`lower(s.department) = ${asked.department?.toLowerCase()}`),
      when(asked.cadre_id, sql`s.cadre_id = ${asked.cadre_id}`),
      when(asked.course, sql`m.name_key = ${folded(asked.course ?? '')}`),
      when(asked.facility_id, sql`s.facility_id = ${asked.facility_id}`),
      asked.state === undefined ? undefined : stateIs(asked.state, day),
      matching('staff', asked.search, 's'),
    ])}`,
    order: sql` order by s.name_key, s.id, m.name_key`,
  })
  return { rows: found.rows.map((one) => shown(one, day)), meta: found.meta }
}

const select = sql`s.id as staff_id, s.number as staff_number, s.full_name as staff_name,
  s.department, c.name as cadre, m.name as course, s.hired_on, m.within_days, m.blocks_roster,
  t.id as taken, t.expires_on`

/** Everybody who works here, beside each course that is for them and the newest record of it. */
const people = ({ hospital_id }: Of): Sql =>
  sql` from staff s join cadres c on c.id = s.cadre_id
    join mandatory_courses m on m.hospital_id = s.hospital_id and m.active and ${isFor}
    left join (select r.id, r.staff_id, r.course_key, r.expires_on, row_number() over (
        partition by r.staff_id, r.course_key order by r.completed_on desc, r.id desc) as place
      from training_records r where r.hospital_id = ${hospital_id} and r.completed_on is not null) t
      on t.staff_id = s.id and t.course_key = m.name_key and t.place = 1`

const aim = sql`select 1 from mandatory_course_aims a where a.course_id = m.id`
const isFor = sql`(not exists (${aim} and a.kind <> 'DEPARTMENT')
    or exists (${aim} and a.kind = 'CADRE' and a.value_key = c.id)
    or exists (${aim} and a.kind = 'GROUP' and a.value_key = c.cadre_group))
  and (not exists (${aim} and a.kind = 'DEPARTMENT')
    or exists (${aim} and a.kind = 'DEPARTMENT' and lower(a.value) = lower(s.department)))`

/** Nobody who left; who is new has some days for it. */
async function isGap(caller: Of, day: string): Promise<Sql> {
  return sql`s.status <> 'EXITED' and (t.expires_on <= ${nextDay(day, soon_days)}
    or (t.id is null and ${await daysAreOver(caller, day)}))`
}

/** By the days of each course: a database reckons no dates in the same words as another. */
async function daysAreOver({ hospital_id }: Of, day: string): Promise<Sql> {
  const courses = await mandatory_courses.all({ hospital_id, active: true })
  const spans = [...new Set(courses.map(({ within_days }) => within_days))]
  if (spans.length === 0) return sql`1 = 0`
  const over = spans.map(
    (days) => sql`(m.within_days = ${days} and s.hired_on <= ${nextDay(day, -days)})`,
  )
  return sql`(${join(over, ' or ')})`
}

function stateIs(state: TrainingGapState, day: string): Sql {
  const words = {
    MISSING: sql`t.id is null`,
    EXPIRED: sql`t.expires_on < ${day}`,
    EXPIRING: sql`t.expires_on >= ${day}`,
  }
  return words[state]
}

function shown(one: Found, day: string): TrainingGap {
  const due_on = one.taken === null ? nextDay(one.hired_on, one.within_days) : one.expires_on
  const { staff_id, staff_number, staff_name, department, cadre, course } = one
  const late = due_on ?? day
  const ended = late < day ? ('EXPIRED' as const) : ('EXPIRING' as const)
  return {
    staff_id,
    staff_number,
    staff_name,
    department,
    cadre,
    course,
    state: one.taken === null ? 'MISSING' : ended,
    due_on: late,
    days_late: Math.max(0, daysBetween(late, day)),
  }
}

interface CourseLacked {
  staff_id: string
  course: string
  /** The first day on which it is lacking. */
  from: string
  blocks: boolean
}

/** What these people lack by the end of a roster (HR-34): missing, or ended by then. */
export async function lackedBy(
  caller: Of,
  staff_ids: readonly string[],
  last_day: string,
): Promise<CourseLacked[]> {
  const found = await rows<Found>(
    sql`select ${select}${people(caller)}${where([
      sql`s.hospital_id = ${caller.hospital_id}`,
      sql`s.id${oneOf(staff_ids)}`,
      sql`(t.expires_on < ${last_day} or (t.id is null and ${await daysAreOver(caller, last_day)}))`,
    ])} order by s.id, m.name_key`,
  )
  return found.map((one) => ({
    staff_id: one.staff_id,
    course: one.course,
    from:
      one.taken === null
        ? nextDay(one.hired_on, one.within_days)
        : nextDay(one.expires_on ?? last_day),
    blocks: Boolean(one.blocks_roster),
  }))
}
