// What is known of somebody's vaccines: for one person, or for all of a page in the same few statements.

import type { Caller } from '../../../core/caller.ts'
import { rowsOf } from '../../desk/patients/rows.ts'
import { pregnanciesOf } from '../../neighbours/care.ts'
import type { Known } from './reckoning.ts'
import type { DeferralRow, ImmunisationRow } from './record.ts'
import { immunisation_deferrals, immunisations } from './tables.ts'

export interface Vaccinated extends Known {
  given: ImmunisationRow[]
  held: DeferralRow[]
}

export async function knownOf(
  caller: Caller,
  patient_ids: readonly string[],
): Promise<Map<string, Vaccinated>> {
  const ids = [...new Set(patient_ids)]
  if (ids.length === 0) return new Map()
  const { hospital_id } = caller
  const people = await rowsOf(caller, ids)
  const pregnancies = await pregnanciesOf(caller, ids)
  const given = await immunisations.all(
    { hospital_id, patient_id: ids, status: 'GIVEN' },
    { order: ['given_on', 'given_at', 'id'] },
  )
  const held = await immunisation_deferrals.all(
    { hospital_id, patient_id: ids, ended_at: null },
    { order: ['created_at', 'id'] },
  )
  const doses = Map.groupBy(given, ({ patient_id }) => patient_id)
  const deferrals = Map.groupBy(held, ({ patient_id }) => patient_id)
  return new Map(
    people.map(({ id, birth_date, sex }) => [
      id,
      {
        person: { birth_date, sex, pregnant: pregnancies.get(id)?.pregnant ?? false },
        given: doses.get(id) ?? [],
        held: deferrals.get(id) ?? [],
      },
    ]),
  )
}

export async function knownOne(caller: Caller, patient_id: string): Promise<Vaccinated> {
  const found = (await knownOf(caller, [patient_id])).get(patient_id)
  const nobody = { birth_date: null, sex: 'Ambiguous', pregnant: false }
  return found ?? { person: nobody, given: [], held: [] }
}
