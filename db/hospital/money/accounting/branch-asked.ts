// The books as a list or a report of one branch reads them (decision 0298). They are the hospital's, so
// any branch of it may be named; of any other there are no figures, and nought would be taken for one.

import type { Caller } from '../../../core/caller.ts'
import { facilityRecord } from '../../office/places/facilities.ts'
import { type Books, booksOf } from './books.ts'

export async function booksAsked(
  caller: Pick<Caller, 'hospital_id'>,
  { facility_id }: { facility_id?: string | undefined },
): Promise<Books> {
  if (facility_id !== undefined) await facilityRecord.get(caller, facility_id)
  return booksOf(caller)
}
