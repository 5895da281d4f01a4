// Vacancies (people 2.3, 3.2): opened with a number, counted by what became of who applied.

import type { Caller } from '../../../../core/caller.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { life } from '../../../../core/states.ts'
import { fresh } from '../../../../core/versions.ts'
import { rows } from '../../../../store/connection.ts'
import { type Page, type PageAsked, pageFrom } from '../../../../store/pages.ts'
import { matching } from '../../../../store/search.ts'
import { oneOf, sql, when, where } from '../../../../store/sql.ts'
import type { RowOf } from '../../../../store/table.ts'
import { historyIn } from '../../../history.ts'
import { actingBranch } from '../../../money/accounting/posting/post.ts'
import { purseOf } from '../../../money/accounting/purse.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { facilityRecord, scopeOf } from '../../../office/places/facilities.ts'
import { daysBetween } from '../../../office/plans/days.ts'
import { againstPosts } from '../establishment/against.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import { membersOf } from './panel.ts'
import type {
  ReopenVacancy,
  Vacancy,
  VacancyChange,
  VacancyFilter,
  VacancyInput,
  VacancyOpened,
} from './shapes.ts'
import { vacancies, vacancy_moves } from './tables.ts'
import { reached, vacancy_states } from './words.ts'

export type VacancyRow = RowOf<(typeof vacancies)['columns']>

const vacancy_life = life('vacancy', vacancy_states, {
  close: { from: ['OPEN'], to: 'CLOSED', permission: 'vacancy:write', reason: 'required' },
  reopen: { from: ['CLOSED'], to: 'OPEN', permission: 'vacancy:write', reason: 'required' },
})

export const vacancyRecord = recordWithLife(vacancies, {
  life: vacancy_life,
  called: ({ number }) => number,
  history: historyIn(vacancy_moves),
  sequence: 'vacancy',
})

export async function list(
  caller: Caller,
  asked: VacancyFilter & PageAsked,
): Promise<Page<Vacancy>> {
  const scope = await scopeOf(caller, asked.facility_id)
  const found = await pageFrom(vacancies, asked, {
    from: sql` from vacancies${where([
      sql`hospital_id = ${caller.hospital_id}`,
      scope === 'all' ? undefined : sql`facility_id${oneOf(scope)}`,
      when(asked.status, sql`status = ${asked.status}`),
      when(asked.department, sql`lower(department) = ${asked.department?.toLowerCase()}`),
      when(asked.employment_type, sql`employment_type = ${asked.employment_type}`),
      when(asked.from, sql`posted_on >= ${asked.from}`),
      when(asked.to, sql`posted_on <= ${asked.to}`),
      matching('vacancies', asked.search),
    ])}`,
    order: sql` order by posted_on desc, id desc`,
  })
  return { rows: await shown(caller, found.rows), meta: found.meta }
}

export async function find(caller: Caller, id: string): Promise<VacancyOpened> {
  const [found] = await shown(caller, [await vacancyRecord.get(caller, id)])
  return { ...(found as Vacancy), history: await vacancyRecord.history(caller, id) }
}

async function shown(caller: Caller, found: readonly VacancyRow[]): Promise<Vacancy[]> {
  const ids = found.map(({ id }) => id)
  const counts = await countsOf(caller, ids)
  const { major } = await purseOf(caller)
  const day = await today(caller)
  return found.map(({ number, ...row }) => ({
    ...row,
    reference: number,
    ...(counts.get(row.id) ?? nobody),
    days_open: Math.max(0, daysBetween(row.posted_on, row.closed_on ?? day)),
    salary_from: row.salary_from === null ? null : major(row.salary_from),
    salary_to: row.salary_to === null ? null : major(row.salary_to),
    moves: vacancyRecord.moves(caller, { ...row, number }),
  }))
}

const nobody = {
  applied: 0,
  shortlisted: 0,
  interviewed: 0,
  offered: 0,
  hired: 0,
  rejected: 0,
  withdrawn: 0,
  /** Offered now or hired: places that are spoken for. */
  spoken_for: 0,
}
type Counts = typeof nobody

/** Who reached a stage counts in it and in those before it, whatever became of it later. */
async function countsOf(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  ids: readonly string[],
): Promise<Map<string, Counts>> {
  const from = (stage: number) => sql`sum(case when came_to >= ${stage} then 1 else 0 end)`
  const now = (stage: string) => sql`sum(case when status = ${stage} then 1 else 0 end)`
  const found = await rows<Counts & { vacancy_id: string }>(
    sql`select vacancy_id, count(*) as applied, ${from(reached.SHORTLISTED)} as shortlisted,
        ${from(reached.INTERVIEWED)} as interviewed, ${from(reached.OFFERED)} as offered,
        ${now('HIRED')} as hired, ${now('REJECTED')} as rejected, ${now('WITHDRAWN')} as withdrawn,
        sum(case when status in ('OFFERED', 'HIRED') then 1 else 0 end) as spoken_for
      from applicants where hospital_id = ${hospital_id} and vacancy_id${oneOf(ids)}
      group by vacancy_id`,
  )
  return new Map(found.map(({ vacancy_id, ...counts }) => [vacancy_id, numbers(counts)]))
}

const numbers = (counts: Counts): Counts =>
  Object.fromEntries(Object.entries(counts).map(([name, n]) => [name, Number(n)])) as Counts

export const countsOfOne = async (caller: Caller, id: string): Promise<Counts> =>
  (await countsOf(caller, [id])).get(id) ?? nobody

export async function open(caller: Caller, input: VacancyInput): Promise<VacancyRow> {
  const { facility_id, posted_on, over_reason: why, ...rest } = input
  const over_reason = why || null
  const day = posted_on ?? (await today(caller))
  const branch = facility_id ?? (await actingBranch(caller))
  await facilityRecord.get(caller, branch)
  const said = await read(caller, rest, { posted_on: day })
  const { department = null, cadre = null } = rest
  const posts = await againstPosts(caller, {
    facility_id: branch,
    department,
    cadre,
    positions: rest.positions,
    over_reason,
  })
  return vacancyRecord.created(caller, {
    ...said,
    ...posts,
    over_reason,
    job_title: rest.job_title,
    employment_type: rest.employment_type,
    positions: rest.positions,
    facility_id: branch,
    posted_on: day,
    created_by_name: caller.name,
  })
}

/** What needs reading; what is not said is not in it. */
async function read(
  caller: Caller,
  input: VacancyChange,
  before: Pick<VacancyRow, 'posted_on'> & Partial<VacancyRow>,
) {
  const { minor } = await purseOf(caller)
  const { requirements, salary_from, salary_to, panel, ...rest } = input
  const said = {
    ...rest,
    ...(panel === undefined ? {} : { panel: await membersOf(caller, panel) }),
    ...(requirements === undefined ? {} : { requirements: linesOf(requirements) }),
    ...(salary_from === undefined ? {} : { salary_from: pay('salary_from', salary_from, minor) }),
    ...(salary_to === undefined ? {} : { salary_to: pay('salary_to', salary_to, minor) }),
  }
  const row: Partial<VacancyRow> & { posted_on: string } = { ...before, ...said }
  if (row.closes_on && row.closes_on < row.posted_on) {
    throw invalid('closes_on', 'is before posted_on.')
  }
  const { salary_from: least, salary_to: most } = row
  if (typeof least === 'number' && typeof most === 'number' && most < least) {
    throw invalid('salary_to', 'is below salary_from.')
  }
  return said
}

function pay(
  field: string,
  amount: number | null,
  minor: (field: string, amount: number) => number,
): number | null {
  if (amount === null) return null
  if (amount < 0) throw invalid(field, 'must be 0 or more.')
  return minor(field, amount)
}

/** A text is split at its line ends. */
function linesOf(given: string | string[] | null): string[] | null {
  const lines = typeof given === 'string' ? given.split('\n') : (given ?? [])
  const kept = lines.map((line) => line.trim()).filter((line) => line !== '')
  return kept.length === 0 ? null : kept.map((line) => line.slice(0, 500).toWellFormed())
}

export async function change(
  caller: Caller,
  id: string,
  input: VacancyChange,
): Promise<VacancyRow> {
  const before = await vacancyRecord.locked(caller, id)
  fresh(caller, before)
  if (before.status !== 'OPEN') vacancyRecord.check(before, 'close')
  const said = await read(caller, input, before)
  if (said.positions !== undefined) {
    const { spoken_for } = await countsOfOne(caller, id)
    if (said.positions < spoken_for) {
      throw conflict(`${spoken_for} of ${before.number} are offered or hired.`)
    }
  }
  return vacancyRecord.changed(caller, before, 'update', said)
}

export async function reopen(
  caller: Caller,
  id: string,
  { closes_on = null, reason }: ReopenVacancy,
): Promise<VacancyRow> {
  const before = await vacancyRecord.begin(caller, id, 'reopen')
  const { hired } = await countsOfOne(caller, id)
  if (hired >= before.positions) throw filled(before)
  if (closes_on !== null && closes_on < (await today(caller))) {
    throw invalid('closes_on', 'is in the past.')
  }
  const changes = { closes_on, closed_on: null, close_reason: null }
  return vacancyRecord.moved(caller, before, 'reopen', changes, reason)
}

/** By a person, by the last hire, or by the house on the day after the last. */
export async function closed(
  caller: Caller,
  before: VacancyRow,
  close_reason: string,
): Promise<VacancyRow> {
  const changes = { close_reason, closed_on: await today(caller) }
  return vacancyRecord.moved(caller, before, 'close', changes, close_reason)
}

export const filled = ({ positions, number }: VacancyRow): Error =>
  conflict(
    positions === 1
      ? `The position of ${number} is filled.`
      : `All ${positions} positions of ${number} are filled.`,
  )
