// Papers of rosters and vacancies.

import type { Caller } from '../../../db/core/caller.ts'
import { clock } from '../../../db/core/clock.ts'
import { hospitalOf } from '../../../db/hospital/office/hospitals/hospitals.ts'
import type { Language } from '../../../db/hospital/office/hospitals/words.ts'
import { letterheadOf } from '../../../db/hospital/office/places/letterhead.ts'
import { vacancyRecord } from '../../../db/hospital/people/staff/recruitment/vacancies.ts'
import { sheetOf } from '../../../db/hospital/people/staff/rosters/sheet.ts'
import { rosterSheet } from '../../../templates/roster-sheet.ts'
import { vacancyNotice } from '../../../templates/vacancy-notice.ts'
import { paperReply } from '../../edge/papers.ts'
import type { FileReply } from '../../edge/send-file.ts'

async function frameOf(caller: Caller, facility_id: string, lang: Language | undefined) {
  return {
    head: await letterheadOf(caller, facility_id),
    language: lang ?? (await hospitalOf(caller)).language,
    printed: { at: clock.instant(), by: caller.name },
  }
}

export async function printRoster(caller: Caller, id: string, lang?: Language): Promise<FileReply> {
  const { facility_id, ...sheet } = await sheetOf(caller, id)
  return paperReply(rosterSheet({ ...sheet, ...(await frameOf(caller, facility_id, lang)) }))
}

export async function printVacancy(
  caller: Caller,
  id: string,
  lang?: Language,
): Promise<FileReply> {
  const row = await vacancyRecord.get(caller, id)
  return paperReply(
    vacancyNotice({
      ...row,
      at: row.created_at,
      requirements: row.requirements ?? [],
      is_closed: row.status === 'CLOSED',
      ...(await frameOf(caller, row.facility_id, lang)),
    }),
  )
}
