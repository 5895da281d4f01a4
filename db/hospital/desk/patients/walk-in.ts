// A record on the register that stands for whoever buys at the counter without a file (BIL-63).

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { row } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import { patients } from './tables.ts'

export const walk_in_number = 'WALK-IN'

/** Made once; whoever asks keeps others from asking at the same moment. */
export async function walkInPatient({
  hospital_id,
}: Pick<Caller, 'hospital_id'>): Promise<{ id: string }> {
  const there = await patients.find({ hospital_id, number: walk_in_number })
  if (there !== undefined) return there
  const main = await row<{ id: string }>(
    sql`select id from facilities where hospital_id = ${hospital_id} and is_main`,
  )
  return patients.insert({
    hospital_id,
    facility_id: main?.id ?? '',
    number: walk_in_number,
    number_digits: '',
    status: 'ACTIVE',
    identity: 'DECLARED',
    first_name: 'Walk-in',
    last_name: 'customer',
    full_name: 'Walk-in customer',
    name_key: 'walk-in customer',
    name_words: ' walk-in customer',
    first_fold: '',
    last_fold: '',
    sex: 'Female',
    sex_told: false,
    birth_date: '1970-01-01',
    birth_date_estimated: true,
    language: 'en',
    source: 'DESK',
    registered_at: clock.instant(),
    registered_by: 'Kituo',
  })
}
