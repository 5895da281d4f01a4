// What the panel says of an applicant (HR-20): one score a member, replaced when it is said again.

import { type Caller, can } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict, notPermitted } from '../../../../core/refusal.ts'
import { ownStaffId } from '../records/scope.ts'
import { type ApplicantRow, applicantRecord } from './applicants.ts'
import type { Score } from './shapes.ts'
import { vacancyRecord } from './vacancies.ts'

export async function score(
  caller: Caller,
  id: string,
  { score: given, note = null }: Score,
): Promise<ApplicantRow> {
  const { vacancy_id } = await applicantRecord.get(caller, id)
  const { panel } = await vacancyRecord.get(caller, vacancy_id)
  const before = await applicantRecord.locked(caller, id)
  const own = await ownStaffId(caller)
  const sits = own !== null && panel.includes(own)
  if (!sits && !can(caller, 'applicant:write')) throw notPermitted('applicant:write')
  if (before.status !== 'SHORTLISTED' && before.status !== 'INTERVIEWED') {
    throw conflict(
      `Applicant ${before.full_name} is ${before.status}: scores are given while SHORTLISTED or INTERVIEWED.`,
      'state',
    )
  }
  const by_id = own ?? caller.user_id ?? ''
  const line = {
    by_id,
    by_name: caller.name,
    score: given,
    note: note || null,
    at: clock.instant(),
  }
  const scores = [...before.scores.filter((one) => one.by_id !== by_id), line]
  const sum = scores.reduce((all, one) => all + one.score, 0)
  const mean = Math.round(sum / scores.length)
  return applicantRecord.changed(caller, before, 'score', { scores, score: mean })
}
