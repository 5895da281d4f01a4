// What a close left behind.

import type { Caller } from '../../../../core/caller.ts'
import type { YearRow } from '../books.ts'
import { fiscal_closes } from '../tables.ts'
import type { Plan } from './shapes.ts'

/** What the last close of a year left, as the command line and the API show it. */
export async function closedOf(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  year: YearRow,
): Promise<NonNullable<Plan['closed']> | undefined> {
  const found = await fiscal_closes.find({
    hospital_id,
    fiscal_year_id: year.id,
    close_version: year.close_version,
  })
  if (found === undefined) return undefined
  return {
    version: found.close_version,
    at: found.closed_at,
    by: found.closed_by_name,
    approved_by: found.approved_by_name,
    entries: found.entry_references,
    lock_date_before: found.lock_date_before,
    lock_date: found.lock_date,
    backup: found.backup,
    certificate: { number: found.certificate_number, sha256: found.certificate_sha256 },
  }
}
