// Births and notifications as they are kept (maternity 3).

import type { Caller } from '../../../../core/caller.ts'
import { conflict } from '../../../../core/refusal.ts'
import { life } from '../../../../core/states.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import { recordOf } from '../../../../store/record-of.ts'
import { historyIn } from '../../../history.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import { notification_states } from '../words.ts'
import type { BirthRow } from './of.ts'
import { birth_changes, birth_notifications, births, notification_moves } from './tables.ts'

const kept = recordOf(births, 'birth')

/** Whose record a birth is: its mother's. */
export const birthRecord = {
  ...kept,
  ofMother: async (caller: Pick<Caller, 'hospital_id'>, id: string) => {
    const row = await kept.get(caller, id)
    return { ...row, patient_id: row.mother_id }
  },
}
export const birth_history = historyIn(birth_changes)

export const notificationRecord = recordWithLife(birth_notifications, {
  type: 'birth_notification',
  life: life('birth notification', notification_states, {
    replace: { from: ['ISSUED'], to: 'REPLACED', permission: 'maternity:sign', reason: 'required' },
    void: { from: ['ISSUED'], to: 'VOIDED', house: true },
  }),
  called: ({ number }) => number,
  history: historyIn(notification_moves),
  sequence: 'birth_notification',
  clash: async (_caller, error) =>
    isTaken(error, 'birth_id')
      ? conflict('This birth is notified already: send replace with a reason.', 'notified')
      : error,
})

export const alreadyBorn = (number: string, order: number): Error =>
  conflict(
    `Birth ${order} of ${number} is recorded already: send order ${order + 1} for a further child.`,
    'born',
  )

export const bandTaken = ({ band_no }: Pick<BirthRow, 'band_no'>): Error =>
  conflict(`Band ${band_no} is another child's.`, 'band')
