// A labour and its alerts as they are kept, and their moves (maternity 3).

import type { Caller } from '../../../../core/caller.ts'
import { conflict } from '../../../../core/refusal.ts'
import { life } from '../../../../core/states.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import type { RowOf } from '../../../../store/table.ts'
import { historyIn } from '../../../history.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import { labour_alert_states, stages } from '../words.ts'
import { inLabour, type LabourRow } from './of.ts'
import {
  labour_alerts,
  labour_deliveries,
  labour_delivery_moves,
  labour_moves,
  labours,
} from './tables.ts'

const permission = 'maternity:write'

export const labour_life = life('labour', stages, {
  active: { from: ['LATENT'], to: 'ACTIVE', permission },
  second: { from: ['LATENT', 'ACTIVE'], to: 'SECOND', permission },
  third: { from: ['LATENT', 'ACTIVE', 'SECOND'], to: 'THIRD', permission },
  fourth: { from: ['THIRD'], to: 'FOURTH', permission },
  end: { from: ['LATENT', 'ACTIVE', 'SECOND', 'THIRD', 'FOURTH'], to: 'ENDED', permission },
  /** A stage that was wrong (MAT-13), by a person or by an observation that was corrected. */
  correct: {
    from: ['ACTIVE', 'SECOND', 'THIRD', 'FOURTH'],
    to: ['LATENT', 'ACTIVE', 'SECOND', 'THIRD'],
    permission,
    reason: 'required',
  },
})

export const labourRecord = recordWithLife(labours, {
  life: labour_life,
  called: ({ number }) => number,
  history: historyIn(labour_moves),
  sequence: 'labour',
  clash,
})

async function clash(caller: Caller, error: unknown, wanted: LabourRow): Promise<unknown> {
  if (!isTaken(error, 'patient_id')) return error
  const known = await inLabour(caller, wanted.patient_id)
  return known === undefined ? error : alreadyInLabour(known)
}

export const alreadyInLabour = ({ number, status }: LabourRow): Error =>
  conflict(`${number} goes on (${status}): she is in labour already.`, 'in_labour')

export type AlertRow = RowOf<(typeof labour_alerts)['columns']>

export const alertRecord = recordWithLife(labour_alerts, {
  type: 'labour_alert',
  life: life('labour alert', labour_alert_states, {
    acknowledge: { from: ['OPEN'], to: 'ACKNOWLEDGED', permission },
    resolve: { from: ['OPEN', 'ACKNOWLEDGED'], to: 'RESOLVED', house: true },
  }),
  called: ({ field }) => field,
})

export type DeliveryRow = RowOf<(typeof labour_deliveries)['columns']>
export const delivery_history = historyIn(labour_delivery_moves)
