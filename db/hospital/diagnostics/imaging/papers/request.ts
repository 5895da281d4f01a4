// What stands on an order of images besides (DIA-151): the number and the hour of each study, and what was answered before.

import type { Caller } from '../../../../core/caller.ts'
import { imaging_studies } from '../tables.ts'

type Answered = readonly (readonly [question: string, answer: unknown])[]

export interface StudyAsked {
  item_id: string
  accession: string
  room: string | null
  starts_at: string | null
  answers: Answered
}

export async function studiesAsked(
  { hospital_id }: Caller,
  order_id: string,
): Promise<StudyAsked[]> {
  const found = await imaging_studies.all({ hospital_id, order_id }, { order: ['accession'] })
  return found
    .filter(({ status }) => status !== 'CANCELLED')
    .map(({ item_id, accession, room, starts_at, safety }) => ({
      item_id,
      accession,
      room,
      starts_at,
      answers: answersIn(safety),
    }))
}

/** What was asked of metal stands with the rest. */
function answersIn({ metal, ...rest }: object & { metal?: object | null | undefined }): Answered {
  return [...Object.entries(rest), ...Object.entries(metal ?? {})].filter(
    ([, answer]) => answer !== null && answer !== undefined && answer !== '',
  )
}
