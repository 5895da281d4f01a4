// The moves of applicants (people 3.2): each takes its vacancy first, so that two offers of the last
// place cannot pass each other.

import type { Caller } from '../../../../core/caller.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { purseOf } from '../../../money/accounting/purse.ts'
import { cadreCalled } from '../cadres/cadres.ts'
import { notAhead } from '../records/moves.ts'
import { type ApplicantRow, applicantRecord } from './applicants.ts'
import type { CloseVacancy, Interview, OfferMade, Reject } from './shapes.ts'
import { applicants } from './tables.ts'
import { tellRejected } from './telling.ts'
import { closed, countsOfOne, filled, type VacancyRow, vacancyRecord } from './vacancies.ts'
import { reached } from './words.ts'

type Move = 'shortlist' | 'interview' | 'offer' | 'hire' | 'reject' | 'withdraw'

/** Vacancy, then applicant. */
export async function begun(
  caller: Caller,
  id: string,
  move: Move,
): Promise<{ vacancy: VacancyRow; before: ApplicantRow }> {
  const { vacancy_id } = await applicantRecord.get(caller, id)
  const vacancy = await vacancyRecord.locked(caller, vacancy_id)
  return { vacancy, before: await applicantRecord.begin(caller, id, move) }
}

const mustBeOpen = ({ status, number }: VacancyRow): void => {
  if (status !== 'OPEN') throw conflict(`${number} is closed.`)
}

export async function shortlist(
  caller: Caller,
  id: string,
  note: string | null,
): Promise<ApplicantRow> {
  const { vacancy, before } = await begun(caller, id, 'shortlist')
  mustBeOpen(vacancy)
  if (before.status === 'REJECTED' && !note) {
    throw invalid('note', 'is required: this applicant was rejected.')
  }
  const changes = { came_to: Math.max(before.came_to, reached.SHORTLISTED), ...noted(note) }
  return applicantRecord.moved(caller, before, 'shortlist', changes, note)
}

const noted = (note: string | null | undefined) => (note ? { stage_note: note } : {})

export async function interview(
  caller: Caller,
  id: string,
  { interviewed_on, score, note }: Interview,
): Promise<ApplicantRow> {
  const { before } = await begun(caller, id, 'interview')
  await notAhead(caller, 'interviewed_on', interviewed_on)
  const changes = {
    came_to: Math.max(before.came_to, reached.INTERVIEWED),
    interviewed_on,
    ...(score === undefined ? {} : { score }),
    ...noted(note),
  }
  return applicantRecord.moved(caller, before, 'interview', changes, note)
}

/** What is to be said beside an offer: that a licence is needed and none was named. */
export async function offer(
  caller: Caller,
  id: string,
  input: OfferMade,
): Promise<{ row: ApplicantRow; warnings: string[] }> {
  const { vacancy, before } = await begun(caller, id, 'offer')
  mustBeOpen(vacancy)
  const { spoken_for } = await countsOfOne(caller, vacancy.id)
  if (spoken_for >= vacancy.positions) throw filled(vacancy)
  const { basic_pay = null, starts_on = null, expires_on = null, note = null } = input
  if (vacancy.min_score !== null && (before.score ?? 0) < vacancy.min_score && !note) {
    throw invalid('note', `is required: the score is below ${vacancy.min_score}.`)
  }
  const { minor } = await purseOf(caller)
  if (basic_pay !== null && basic_pay < 0) throw invalid('basic_pay', 'must be 0 or more.')
  const made = {
    basic_pay: basic_pay === null ? null : minor('basic_pay', basic_pay),
    starts_on,
    expires_on,
  }
  const changes = { came_to: reached.OFFERED, offer: made, ...noted(note) }
  const row = await applicantRecord.moved(caller, before, 'offer', changes, note)
  const cadre = vacancy.cadre === null ? undefined : await cadreCalled(caller, vacancy.cadre)
  const missing = cadre?.licence_required === true && row.licence_no === null
  return { row, warnings: missing ? ['NO_LICENCE'] : [] }
}

export async function reject(
  caller: Caller,
  id: string,
  { stage_note, notify }: Reject,
): Promise<ApplicantRow> {
  const { vacancy, before } = await begun(caller, id, 'reject')
  if (notify === true) await tellRejected(caller, before, vacancy)
  return applicantRecord.moved(caller, before, 'reject', { stage_note }, stage_note)
}

export async function withdraw(
  caller: Caller,
  id: string,
  note: string | null,
): Promise<ApplicantRow> {
  const { before } = await begun(caller, id, 'withdraw')
  return applicantRecord.moved(caller, before, 'withdraw', noted(note), note)
}

/** Who is still waiting stays as he is, or is told no with the reason of the close. */
export async function closeVacancy(
  caller: Caller,
  id: string,
  { close_reason, reject_rest = false }: CloseVacancy,
): Promise<VacancyRow> {
  const before = await vacancyRecord.begin(caller, id, 'close')
  const row = await closed(caller, before, close_reason)
  if (!reject_rest) return row
  const { hospital_id } = caller
  const status = ['APPLIED', 'SHORTLISTED', 'INTERVIEWED'] as const
  const waiting = await applicants.all(
    { hospital_id, vacancy_id: id, status: [...status] },
    { order: ['id'], lock: true },
  )
  for (const one of waiting) {
    const changes = { stage_note: close_reason }
    await applicantRecord.moved(caller, one, 'reject', changes, close_reason)
  }
  return row
}
