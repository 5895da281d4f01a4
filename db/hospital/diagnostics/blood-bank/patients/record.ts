// A patient's sample, and what is known of the patient's blood (3.4, BLD-52).

import type { Caller } from '../../../../core/caller.ts'
import { life } from '../../../../core/states.ts'
import type { RowOf } from '../../../../store/table.ts'
import { setTestedGroup } from '../../../desk/patients/for-areas.ts'
import { ageOn } from '../../../desk/patients/register/ages.ts'
import { patientRecord } from '../../../desk/patients/rows.ts'
import { historyIn } from '../../../history.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import { type Standing, standingOf } from '../matching/confirmed.ts'
import type { Recipient } from '../matching/decision.ts'
import { settingsOf } from '../settings/settings.ts'
import { sample_states } from '../words.ts'
import { standingNeeds } from './standing-needs.ts'
import {
  blood_antibodies,
  blood_determinations,
  blood_sample_history,
  blood_samples,
} from './tables.ts'

export type SampleRow = RowOf<(typeof blood_samples)['columns']>
export type DeterminationRow = RowOf<(typeof blood_determinations)['columns']>
type Of = Pick<Caller, 'hospital_id'>

export const sample_life = life('sample', sample_states, {
  receive: { from: ['EXPECTED'], to: 'RECEIVED', permission: 'blood:test' },
  test: { from: ['RECEIVED', 'TESTED'], to: ['RECEIVED', 'TESTED'], permission: 'blood:test' },
  reject: {
    from: ['EXPECTED', 'RECEIVED', 'TESTED'],
    to: 'REJECTED',
    permission: 'blood:test',
    reason: 'required',
  },
  lapse: { from: ['RECEIVED', 'TESTED'], to: 'LAPSED', house: true },
})

export const sampleRecord = recordWithLife(blood_samples, {
  life: sample_life,
  type: 'blood_sample',
  called: ({ number }) => number,
  history: historyIn(blood_sample_history),
})

export const determinationsOf = (
  { hospital_id }: Of,
  patient_id: string,
): Promise<DeterminationRow[]> =>
  blood_determinations.all({ hospital_id, patient_id }, { order: ['at', 'id'] })

export const antibodiesOf = ({ hospital_id }: Of, patient_id: string) =>
  blood_antibodies.all({ hospital_id, patient_id, active: true }, { order: ['name'] })

export async function bloodOf(caller: Of, patient_id: string): Promise<Standing> {
  return standingOf(await determinationsOf(caller, patient_id), await settingsOf(caller))
}

/** As the decision looks at whoever is to get it. */
export async function recipientOf(caller: Caller, patient_id: string): Promise<Recipient> {
  const patient = await patientRecord.get(caller, patient_id)
  const { years } = ageOn(patient.birth_date, await today(caller), 'en')
  const antibodies = await antibodiesOf(caller, patient_id)
  return {
    ...(await bloodOf(caller, patient_id)),
    female: patient.sex === 'Female',
    age: years,
    antibodies: antibodies.map(({ name }) => name),
    needs: await standingNeeds(caller, patient_id),
  }
}

/** BLD-52: once it is confirmed everybody sees it. */
export async function tellConfirmed(
  caller: Caller,
  patient_id: string,
  before: Standing,
): Promise<Standing> {
  const after = await bloodOf(caller, patient_id)
  if (after.group !== null && after.confirmed && !before.confirmed) {
    await setTestedGroup(caller, { patient_id, group: after.group, source: 'Blood bank' })
  }
  return after
}
