// What an applicant is told: that somebody else was chosen. Why stays in the house.

import type { Caller } from '../../../../core/caller.ts'
import { conflict } from '../../../../core/refusal.ts'
import type { MessageEvent } from '../../../registry.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { sendTo } from '../../../office/outbox/send.ts'
import type { ApplicantRow } from './applicants.ts'
import type { VacancyRow } from './vacancies.ts'

export const applicant_rejected: MessageEvent = {
  code: 'applicant.rejected',
  label: 'Your application',
  area: 'staff',
  class: 'SERVICE',
  audience: 'CONTACT',
  placeholders: [
    { name: 'h', example: 'St Mary' },
    { name: 'name', example: 'Juma Ali' },
    { name: 'title', example: 'Nurse' },
    { name: 'reference', example: 'VAC-2026-0001' },
  ],
  en: '{h}: dear {name}, thank you for applying as {title} ({reference}). This time we have chosen somebody else. We wish you well.',
  sw: '{h}: ndugu {name}, asante kwa kuomba kazi ya {title} ({reference}). Safari hii tumemchagua mwingine. Tunakutakia mema.',
}

export async function tellRejected(
  caller: Caller,
  { id, full_name: name, email, phone }: ApplicantRow,
  { job_title: title, number: reference }: VacancyRow,
): Promise<void> {
  const { language } = await hospitalOf(caller)
  const data = { name, title, reference }
  const entity = { type: 'applicant', id }
  const event = applicant_rejected.code
  if ((await sendTo(caller, { email, phone, language, event, data, entity })) !== null) return
  throw conflict(
    `No letter can go to ${name}: there is no telephone number, and e-mail is off. Leave notify out.`,
    'no_contact',
  )
}
