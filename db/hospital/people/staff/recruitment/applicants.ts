// Who applies, stage by stage (people 3.2, HR-18, HR-19).

import type { Caller } from '../../../../core/caller.ts'
import { conflict, Refusal } from '../../../../core/refusal.ts'
import { life } from '../../../../core/states.ts'
import { fresh } from '../../../../core/versions.ts'
import { rows } from '../../../../store/connection.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import { type Page, type PageAsked, pageFrom } from '../../../../store/pages.ts'
import { matching } from '../../../../store/search.ts'
import { oneOf, sql, when, where } from '../../../../store/sql.ts'
import { folded, type RowOf } from '../../../../store/table.ts'
import { historyIn } from '../../../history.ts'
import { purseOf } from '../../../money/accounting/purse.ts'
import { withinDays } from '../../../office/hospitals/days.ts'
import { hospitalOf, phone, today } from '../../../office/hospitals/hospitals.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import type {
  Applicant,
  ApplicantChange,
  ApplicantFilter,
  ApplicantInput,
  ApplicantOpened,
} from './shapes.ts'
import { applicant_moves, applicants, vacancies } from './tables.ts'
import { type VacancyRow, vacancyRecord } from './vacancies.ts'
import { stages } from './words.ts'

export type ApplicantRow = RowOf<(typeof applicants)['columns']>

const permission = 'applicant:write'
const going = ['APPLIED', 'SHORTLISTED', 'INTERVIEWED', 'OFFERED'] as const

const applicant_life = life('applicant', stages, {
  shortlist: { from: ['APPLIED', 'REJECTED'], to: 'SHORTLISTED', permission },
  interview: { from: ['SHORTLISTED'], to: 'INTERVIEWED', permission },
  offer: { from: ['INTERVIEWED'], to: 'OFFERED', permission },
  hire: { from: ['OFFERED'], to: 'HIRED', permission: 'applicant:hire' },
  reject: { from: going, to: 'REJECTED', permission, reason: 'required' },
  withdraw: { from: going, to: 'WITHDRAWN', permission },
})

export const applicantRecord = recordWithLife(applicants, {
  life: applicant_life,
  called: ({ full_name }) => full_name,
  history: historyIn(applicant_moves),
  clash: async (_caller, error) =>
    isTaken(error, 'vacancy_id')
      ? conflict('Somebody with this phone or email has applied for this vacancy already.')
      : error,
})

export async function list(
  caller: Caller,
  asked: ApplicantFilter & PageAsked,
): Promise<Page<Applicant>> {
  const { timezone } = await hospitalOf(caller)
  const found = await pageFrom(applicants, asked, {
    from: sql` from applicants${where([
      sql`hospital_id = ${caller.hospital_id}`,
      when(asked.vacancy_id, sql`vacancy_id = ${asked.vacancy_id}`),
      when(asked.stage, sql`status = ${asked.stage}`),
      when(asked.min_score, sql`score >= ${asked.min_score}`),
      ...withinDays(sql`created_at`, timezone, asked),
      matching('applicants', asked.search),
    ])}`,
    order: sql` order by created_at desc, id desc`,
  })
  return { rows: await shown(caller, found.rows), meta: found.meta }
}

export async function find(
  caller: Caller,
  id: string,
  warnings: string[] = [],
): Promise<ApplicantOpened> {
  const [found] = await shown(caller, [await applicantRecord.get(caller, id)])
  const history = await applicantRecord.history(caller, id)
  return { ...(found as Applicant), warnings, history }
}

async function shown(caller: Caller, found: readonly ApplicantRow[]): Promise<Applicant[]> {
  const { hospital_id } = caller
  const { major } = await purseOf(caller)
  const of = await vacancies.all({ hospital_id, id: found.map(({ vacancy_id }) => vacancy_id) })
  const titles = new Map(of.map(({ id, job_title }) => [id, job_title]))
  const others = await othersOf(caller, found)
  return found.map(({ status, offer, ...row }) => ({
    ...row,
    stage: status,
    vacancy_title: titles.get(row.vacancy_id) ?? '',
    offer: offer && {
      ...offer,
      basic_pay: offer.basic_pay === null ? null : major(offer.basic_pay),
    },
    other_applications: others.get(row.id) ?? 0,
    moves: applicantRecord.moves(caller, { ...row, status, offer }),
  }))
}

/** HR-18: for how many other vacancies the same telephone or address has applied. */
async function othersOf(
  { hospital_id }: Caller,
  found: readonly ApplicantRow[],
): Promise<Map<string, number>> {
  const counted = await rows<{ id: string; n: number }>(
    sql`select a.id, count(*) as n from applicants a join applicants o
        on o.hospital_id = a.hospital_id and o.vacancy_id <> a.vacancy_id
        and (o.phone = a.phone or o.email = a.email)
      where a.hospital_id = ${hospital_id} and a.id${oneOf(found.map(({ id }) => id))}
      group by a.id`,
  )
  return new Map(counted.map(({ id, n }) => [id, Number(n)]))
}

export async function open(caller: Caller, input: ApplicantInput): Promise<ApplicantRow> {
  const { vacancy_id, full_name, ...rest } = input
  const vacancy = await vacancyRecord.get(caller, vacancy_id)
  await takesApplications(caller, vacancy)
  const said = await read(caller, rest)
  if (!said.phone && !said.email) throw contact()
  await refuseSame(caller, vacancy, { ...said, full_name })
  return applicantRecord.created(
    caller,
    { ...said, vacancy_id, full_name, name_key: folded(full_name) },
    'apply',
  )
}

const contact = (): Error => new Refusal(400, 'invalid', 'Give a phone or an email.')

/** HR-19. */
async function takesApplications(caller: Caller, vacancy: VacancyRow): Promise<void> {
  const { number, status, closes_on } = vacancy
  if (status === 'CLOSED') throw conflict(`${number} is closed.`)
  if (closes_on !== null && closes_on < (await today(caller))) {
    throw conflict(`${number} closed on ${closes_on}.`)
  }
}

async function read(caller: Caller, input: ApplicantChange): Promise<Partial<ApplicantRow>> {
  const { phone: typed, email, ...rest } = input
  const kept = Object.fromEntries(
    Object.entries(rest).map(([field, value]) => [field, value === '' ? null : value]),
  )
  return {
    ...kept,
    ...(typed === undefined
      ? {}
      : { phone: typed === null ? null : await phone(caller, 'phone', typed) }),
    ...(email === undefined ? {} : { email: email?.toLowerCase() ?? null }),
  }
}

/** HR-18, by name, so that a clerk knows which one stands there. */
async function refuseSame(
  { hospital_id }: Caller,
  { id: vacancy_id, number }: VacancyRow,
  said: Partial<ApplicantRow>,
  own = '',
): Promise<void> {
  for (const field of ['phone', 'email'] as const) {
    const value = said[field]
    if (typeof value !== 'string') continue
    const other = await applicants.find({ hospital_id, vacancy_id, [field]: value })
    if (other === undefined || other.id === own) continue
    throw conflict(`${other.full_name} has applied for ${number} with this ${field} already.`)
  }
}

export async function change(
  caller: Caller,
  id: string,
  input: ApplicantChange,
): Promise<ApplicantRow> {
  const before = await applicantRecord.locked(caller, id)
  fresh(caller, before)
  if (before.status === 'HIRED') applicantRecord.check(before, 'shortlist')
  const said = await read(caller, input)
  const after = { ...before, ...said }
  if (after.phone === null && after.email === null) throw contact()
  await refuseSame(caller, await vacancyRecord.get(caller, before.vacancy_id), said, id)
  const named = input.full_name === undefined ? {} : { name_key: folded(input.full_name) }
  return applicantRecord.changed(caller, before, 'update', { ...said, ...named })
}
