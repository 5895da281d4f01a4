// A pregnancy as it is kept, and its moves (maternity 3).

import type { Caller } from '../../../../core/caller.ts'
import { conflict } from '../../../../core/refusal.ts'
import { life } from '../../../../core/states.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import type { RowOf } from '../../../../store/table.ts'
import { historyIn } from '../../../history.ts'
import { today } from '../../../office/places/hours.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import { pregnancy_states } from '../words.ts'
import { gestationOn } from './dates.ts'
import { pregnancies, pregnancy_moves } from './tables.ts'

export type PregnancyRow = RowOf<(typeof pregnancies)['columns']>
type Of = Pick<Caller, 'hospital_id'>

export const pregnancy_life = life('pregnancy', pregnancy_states, {
  labour: { from: ['OPEN'], to: 'IN_LABOUR', house: true },
  labour_over: { from: ['IN_LABOUR'], to: 'OPEN', house: true },
  deliver: { from: ['OPEN', 'IN_LABOUR'], to: 'POSTPARTUM', house: true },
  close: { from: ['OPEN', 'POSTPARTUM'], to: 'CLOSED', permission: 'maternity:write' },
  die: { from: ['OPEN', 'IN_LABOUR', 'POSTPARTUM'], to: 'CLOSED', house: true },
})

export const pregnancyRecord = recordWithLife(pregnancies, {
  life: pregnancy_life,
  called: ({ number }) => number,
  history: historyIn(pregnancy_moves),
  sequence: 'pregnancy',
  clash,
})

export const openOf = (
  { hospital_id }: Of,
  patient_id: string,
): Promise<PregnancyRow | undefined> =>
  pregnancies.find({ hospital_id, patient_id, status: ['OPEN', 'IN_LABOUR', 'POSTPARTUM'] })

async function clash(caller: Caller, error: unknown, wanted: PregnancyRow): Promise<unknown> {
  if (isTaken(error, 'card_no')) return conflict(`Card ${wanted.card_no} is another woman's.`)
  if (!isTaken(error, 'patient_id')) return error
  const known = await openOf(caller, wanted.patient_id)
  return known === undefined ? error : alreadyOpen(caller, known)
}

export async function alreadyOpen(caller: Caller, known: PregnancyRow): Promise<Error> {
  const far = gestationOn(known.edd, await today(caller, known.facility_id))
  const said =
    known.status === 'POSTPARTUM'
      ? 'after birth'
      : far === null
        ? known.status
        : `${far.weeks} weeks`
  return conflict(`${known.number} is open (${said}): close it first.`, 'open_pregnancy')
}
