// Whether enough people stand in the shifts of a roster (HR-35): rule by rule and day by day.

import type { Caller } from '../../../../core/caller.ts'
import { nextDay } from '../../../../core/clock.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { folded, type RowOf } from '../../../../store/table.ts'
import { cadres } from '../cadres/tables.ts'
import { holidaysBetween } from '../leave/holidays.ts'
import { leaveIn } from '../leave/spans.ts'
import { staff } from '../records/tables.ts'
import type { CoverRuleRow } from './cover-rules.ts'
import type { Cover } from './cover-shapes.ts'
import { cover_rules, roster_shifts, rosters } from './tables.ts'
import { typesOf } from './types.ts'
import { standing_states } from './words.ts'

type Covered = Pick<
  RowOf<(typeof rosters)['columns']>,
  'id' | 'facility_id' | 'department' | 'starts_on' | 'ends_on'
>

interface Standing {
  id: string
  date: string
  shift_type_id: string
  staff_id: string | null
}
interface Someone {
  id: string
  cadre_id: string
  cadre: string
  group: string
  skills: readonly string[]
}
interface Away {
  staff_id: string
  from: string
  to: string
  sick: boolean
}
export interface Around {
  days: readonly string[]
  holidays: ReadonlySet<string>
  codes: ReadonlyMap<string, string>
  shifts: readonly Standing[]
  people: readonly Someone[]
  away: readonly Away[]
}

/** `without`: shifts in which nobody counts, for they clash or will be free. */
export async function coverIn(
  caller: Caller,
  roster: Covered,
  without: ReadonlySet<string> = new Set(),
): Promise<Cover[]> {
  const rules = await rulesOf(caller, roster)
  if (rules.length === 0) return []
  const { hospital_id } = caller
  const { id: roster_id, starts_on: from, ends_on: to, facility_id } = roster
  const shifts = await roster_shifts.all({ hospital_id, roster_id, status: [...standing_states] })
  const people = await peopleOf(caller, roster, shifts)
  const staff_ids = people.map(({ id }) => id)
  const days = { from, to }
  const types = await typesOf(caller)
  const free = await holidaysBetween(caller, { ...days, facility_id })
  return coverOf(rules, {
    days: eachDay(from, to),
    holidays: new Set(free.map(({ date }) => date)),
    codes: new Map([...types].map(([id, { code }]) => [id, code])),
    shifts: shifts.filter(({ id }) => !without.has(id)),
    people,
    away: await leaveIn(caller, { staff_ids, ...days }),
  })
}

const rulesOf = (
  { hospital_id }: Caller,
  { facility_id, department, starts_on, ends_on }: Covered,
): Promise<CoverRuleRow[]> =>
  cover_rules.read(
    sql`select ${cover_rules.selection()} from cover_rules where hospital_id = ${hospital_id}
      and facility_id = ${facility_id} and department = ${department} and active
      and (starts_on is null or starts_on <= ${ends_on})
      and (ends_on is null or ends_on >= ${starts_on}) order by created_at, id`,
  )

/** Those of the department, and whoever else stands in the roster. */
async function peopleOf(
  { hospital_id }: Caller,
  { facility_id, department }: Covered,
  shifts: readonly Standing[],
): Promise<Someone[]> {
  const standing = [...new Set(shifts.flatMap(({ staff_id }) => staff_id ?? []))]
  const found = await staff.read(
    sql`select ${staff.selection()} from staff where hospital_id = ${hospital_id}
      and (id${oneOf(standing)} or (facility_id = ${facility_id}
      and department = ${department} and status <> 'EXITED'))`,
  )
  const known = await cadres.all({ hospital_id })
  const by_id = new Map(known.map((cadre) => [cadre.id, cadre]))
  return found.map(({ id, cadre_id, skills }) => ({
    id,
    cadre_id,
    cadre: by_id.get(cadre_id)?.name ?? '',
    group: by_id.get(cadre_id)?.cadre_group ?? '',
    skills,
  }))
}

function eachDay(from: string, to: string): string[] {
  const days = []
  for (let day = from; day <= to; day = nextDay(day)) days.push(day)
  return days
}

/** A plain function of what is known. */
export function coverOf(rules: readonly CoverRuleRow[], around: Around): Cover[] {
  const by_cell = Map.groupBy(around.shifts, (shift) => `${shift.date} ${shift.shift_type_id}`)
  return rules.flatMap((rule) => {
    const fitting = new Map(
      around.people.filter((one) => fits(rule, one)).map((one) => [one.id, one]),
    )
    const away = around.away.filter(({ staff_id }) => fitting.has(staff_id))
    return around.days
      .filter((day) => holds(rule, day, around.holidays))
      .map((date) => {
        const standing = by_cell.get(`${date} ${rule.shift_type_id}`) ?? []
        const there = standing.filter(({ staff_id }) => fitting.has(staff_id ?? ''))
        const planned = new Set(there.map(({ staff_id }) => staff_id)).size
        const off = away.filter(({ from, to }) => from <= date && date <= to)
        return {
          rule_id: rule.id,
          date,
          shift_type_id: rule.shift_type_id,
          code: around.codes.get(rule.shift_type_id) ?? '',
          cadre: nameOf(rule, around.people),
          group: rule.cadre_group,
          skill: rule.skill,
          needed: rule.minimum,
          planned,
          short: Math.max(0, rule.minimum - planned),
          on_leave: off.length,
          sick: off.filter(({ sick }) => sick).length,
        }
      })
  })
}

const nameOf = ({ cadre_id }: CoverRuleRow, people: readonly Someone[]): string | null =>
  people.find((one) => one.cadre_id === cadre_id)?.cadre ?? null

function fits({ cadre_id, cadre_group, skill }: CoverRuleRow, one: Someone): boolean {
  if (cadre_id !== null && one.cadre_id !== cadre_id) return false
  if (cadre_group !== null && one.group !== cadre_group) return false
  return skill === null || one.skills.some((each) => folded(each) === folded(skill))
}

function holds(rule: CoverRuleRow, day: string, holidays: ReadonlySet<string>): boolean {
  if (rule.starts_on !== null && day < rule.starts_on) return false
  if (rule.ends_on !== null && day > rule.ends_on) return false
  if (rule.holidays !== null && rule.holidays !== holidays.has(day)) return false
  return rule.weekdays.includes(new Date(`${day}T00:00:00Z`).getUTCDay() || 7)
}

/** What is said of it: how many shifts, in words; null: none. */
export function shortIn(cover: readonly Pick<Cover, 'short'>[]): string | null {
  const count = cover.filter(({ short }) => short > 0).length
  if (count === 0) return null
  return count === 1 ? '1 shift is' : `${count} shifts are`
}

/** Shifts that are out and would be below their minimum if somebody were not there; null: none. */
export async function shortWithout(
  caller: Caller,
  staff_id: string,
  { from, to }: { from: string; to: string },
): Promise<string | null> {
  const { hospital_id } = caller
  const own = await roster_shifts.read(
    sql`select ${roster_shifts.selection()} from roster_shifts where hospital_id = ${hospital_id}
      and staff_id = ${staff_id} and status = 'PLANNED' and date between ${from} and ${to}`,
  )
  const short: Cover[] = []
  for (const [id, shifts] of Map.groupBy(own, ({ roster_id }) => roster_id)) {
    const roster = await rosters.find({ hospital_id, id, status: 'PUBLISHED' })
    if (roster === undefined) continue
    const now = await coverIn(caller, roster)
    const then = await coverIn(caller, roster, new Set(shifts.map((shift) => shift.id)))
    short.push(...then.filter((one, at) => one.short > (now[at]?.short ?? 0)))
  }
  return shortIn(short)
}
