// What a regimen is judged by: age, the weight of the last visit, and what was asked there.

import type { Caller } from '../../../../core/caller.ts'
import { conflict } from '../../../../core/refusal.ts'
import { patientRecord } from '../../../desk/patients/rows.ts'
import { ageOn } from '../../../desk/patients/register/ages.ts'
import type { RowOf } from '../../../../store/table.ts'
import type { ClientRow } from './record.ts'
import type { Body } from './regimens.ts'
import { ctc_visits } from './tables.ts'

export type VisitRow = RowOf<(typeof ctc_visits)['columns']>

export const visitsOf = (
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  client_id: string,
  limit = 50,
): Promise<VisitRow[]> =>
  ctc_visits.all({ hospital_id, client_id }, { order: ['-visited_on', '-id'], limit })

const bears = { from: 10, to: 55 }

/** TBC-14: weighed, staged, and a woman of that age asked whether she is pregnant. */
export async function bodyOf(caller: Caller, client: ClientRow, day: string): Promise<Body> {
  const { sex, birth_date } = await patientRecord.get(caller, client.patient_id)
  const { years } = ageOn(birth_date, day, 'en')
  const visits = await visitsOf(caller, client.id)
  const weighed = visits.find(({ weight_kg }) => weight_kg !== null)
  const [last] = visits
  if (last === undefined || weighed === undefined || client.who_stage === null) {
    throw conflict('Record a visit first: weight and WHO stage are noted there.', 'no_visit')
  }
  const asks = sex === 'Female' && years >= bears.from && years <= bears.to
  if (asks && !visits.some(({ pregnant }) => pregnant !== null)) {
    throw conflict('Ask about pregnancy first, and note it at the visit.', 'pregnancy')
  }
  return { years, weight_kg: weighed.weight_kg as number }
}
