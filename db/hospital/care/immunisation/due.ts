// Who is due (5.13): a page of many people. Which doses are due is asked of the database, line by line of each
// schedule; what stands in a line is reckoned as for one person, and a test holds the two together.

import type { Caller } from '../../../core/caller.ts'
import { nextDay } from '../../../core/clock.ts'
import { type Page, paged, type PageAsked } from '../../../store/pages.ts'
import { join, oneOf, raw, type Sql, sql, when, where } from '../../../store/sql.ts'
import { peopleAs } from '../../desk/patients/register/among.ts'
import { patientsById } from '../../desk/patients/register/many.ts'
import { ofOpenPatients } from '../../desk/patients/privacy/lists.ts'
import { rowsOf } from '../../desk/patients/rows.ts'
import { inScope } from '../../office/places/facilities.ts'
import { today } from '../../office/places/hours.ts'
import { pregnantOn } from '../chart/pregnancy.ts'
import { isTeam } from '../clinical/open-to.ts'
import { knownOf } from './known.ts'
import { lineOn } from './reckoning.ts'
import type { DueLine } from './shapes.ts'
import {
  doseCalled,
  type Schedule,
  type ScheduleLine,
  shipped_schedules,
} from './shipped/schedules.ts'
import { vaccineCalled } from './shipped/vaccines.ts'
import { dueShown, scheduleNamed } from './view.ts'
import type { due_now } from './words.ts'

export interface DueFilter extends PageAsked {
  facility_id?: string
  schedule_key?: string
  state?: (typeof due_now)[number]
  village?: string
  age_to_days?: number
  on?: string
  phone?: boolean
}

interface Found {
  patient_id: string
  dose_key: string
}

export async function list(caller: Caller, asked: DueFilter): Promise<Page<DueLine>> {
  const on = asked.on ?? (await today(caller))
  const one = scheduleNamed(asked.schedule_key)
  const schedules = one === undefined ? shipped_schedules : [one]
  const pregnant = await pregnantOn(caller, on)
  const lines = schedules.flatMap((schedule) =>
    schedule.lines.map((line) => dueOf({ schedule, line, on, pregnant, state: asked.state })),
  )
  const found = await paged<Found>(asked, {
    select: sql`d.patient_id, d.dose_key`,
    from: sql` from (${join(lines, ' union all ')}) d join${peopleAs('p')} on p.id = d.patient_id${where(
      [
        sql`p.hospital_id = ${caller.hospital_id}`,
        sql`p.status in ('ACTIVE', 'TEMPORARY')`,
        await inScope(caller, asked.facility_id, 'p.facility_id'),
        when(asked.village, sql`p.area_id = ${asked.village}`),
        asked.age_to_days === undefined
          ? undefined
          : sql`p.birth_date >= ${nextDay(on, -asked.age_to_days)}`,
        asked.phone === true ? sql`p.phone is not null` : undefined,
        asked.phone === false ? sql`p.phone is null` : undefined,
        (await isTeam(caller, undefined)) ? undefined : ofOpenPatients(sql`p.id`),
      ],
    )}`,
    order: sql` order by p.birth_date desc, p.id, d.place`,
  })
  return { ...found, rows: await shownAll(caller, found.rows, on) }
}

async function shownAll(caller: Caller, found: readonly Found[], on: string): Promise<DueLine[]> {
  const ids = found.map(({ patient_id }) => patient_id)
  const known = await knownOf(caller, ids)
  const patients = await patientsById(caller, ids)
  const people = new Map((await rowsOf(caller, [...new Set(ids)])).map((row) => [row.id, row]))
  return found.flatMap(({ patient_id, dose_key }) => {
    const planned = doseCalled(dose_key)
    const of = known.get(patient_id)
    const [patient, row] = [patients.get(patient_id), people.get(patient_id)]
    if (planned === undefined || of === undefined || !patient || !row) return []
    const line = lineOn(of, on, planned.schedule, planned.line)
    return line === undefined ? [] : [dueShown(line, patient, row)]
  })
}

interface Asking {
  schedule: Schedule
  line: ScheduleLine
  on: string
  pregnant: readonly string[]
  state: DueFilter['state']
}

/** Everybody for whom this one line is due on the day, as `reckoning` says it of one. */
function dueOf({ schedule, line, on, pregnant, state }: Asking): Sql {
  const place = shipped_schedules.flatMap(({ lines }) => lines).indexOf(line)
  const conditions = [
    ...forWhom(schedule, on, pregnant),
    ...inTime(schedule, line, on),
    sql`not ${given(schedule, sql`i.dose_key = ${line.dose_key}`, on)}`,
    sql`not exists (select 1 from immunisation_deferrals h where h.patient_id = q.id
      and h.ended_at is null and (h.until is null or h.until >= ${on})
      and (h.dose_key = ${line.dose_key} or (h.dose_key is null and h.vaccine = ${line.vaccine})))`,
    vaccineCalled(line.vaccine)?.live === true && pregnant.length > 0
      ? sql`not q.id${oneOf(pregnant)}`
      : undefined,
    ofState(schedule, line, on, state),
  ]
  return sql`select q.id as patient_id, ${line.dose_key} as dose_key, ${raw(String(place))} as place
    from${peopleAs('q')}${where(conditions)}`
}

function forWhom(
  { applies, lines }: Schedule,
  on: string,
  pregnant: readonly string[],
): (Sql | undefined)[] {
  const { sex, min_age_days, max_age_days } = applies
  const keys = lines.map(({ dose_key }) => dose_key)
  const begun = sql`exists (select 1 from immunisations b where b.patient_id = q.id
    and b.status = 'GIVEN' and b.valid and b.dose_key${oneOf(keys)})`
  const carries = pregnant.length === 0 ? begun : sql`(${begun} or q.id${oneOf(pregnant)})`
  if (applies.once_begun) return [begun]
  return [
    sex === null ? undefined : sql`q.sex = ${sex}`,
    applies.pregnant ? carries : undefined,
    min_age_days === null ? undefined : sql`q.birth_date <= ${nextDay(on, -min_age_days)}`,
    max_age_days === null ? undefined : sql`q.birth_date >= ${nextDay(on, -max_age_days)}`,
  ]
}

/** A valid dose that still counts. */
const given = ({ course_days }: Schedule, which: Sql, on: string): Sql => {
  const recent = course_days === null ? sql`` : sql` and i.given_on >= ${nextDay(on, -course_days)}`
  return sql`exists (select 1 from immunisations i where i.patient_id = q.id
    and i.status = 'GIVEN' and i.valid and ${which}${recent})`
}

const inTime = (schedule: Schedule, line: ScheduleLine, on: string): (Sql | undefined)[] => [
  ...due(schedule, line, on, 0),
  line.max_days === null ? undefined : sql`q.birth_date >= ${nextDay(on, -line.max_days)}`,
  line.min_days === null ? undefined : sql`q.birth_date is not null`,
]

/** Since at least so many days. */
function due(
  schedule: Schedule,
  { due_days, after }: ScheduleLine,
  on: string,
  since: number,
): (Sql | undefined)[] {
  const young =
    due_days === null ? undefined : sql`q.birth_date <= ${nextDay(on, -due_days - since)}`
  if (after === null) return [young]
  const { dose_key, due_gap_days, may_miss } = after
  const key = sql`i.dose_key = ${dose_key}`
  const until = nextDay(on, -due_gap_days - since)
  const soon = given(schedule, sql`${key} and i.given_on > ${until}`, on)
  const long_ago = given(schedule, sql`${key} and i.given_on <= ${until}`, on)
  return [young, may_miss ? sql`not ${soon}` : long_ago]
}

function ofState(
  schedule: Schedule,
  line: ScheduleLine,
  on: string,
  state: DueFilter['state'],
): Sql | undefined {
  if (state === undefined) return undefined
  // Counted from no birth and no dose before: due from now, and never late.
  const always = line.due_days === null && line.after === null
  if (always) return state === 'OVERDUE' ? sql`1 = 0` : undefined
  const conditions = due(schedule, line, on, line.overdue_days).filter((one) => one !== undefined)
  const late = join(conditions, ' and ')
  return state === 'OVERDUE' ? sql`(${late})` : sql`not (${late})`
}
