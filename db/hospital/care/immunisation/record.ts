import { life } from '../../../core/states.ts'
import { recordOf } from '../../../store/record-of.ts'
import type { RowOf } from '../../../store/table.ts'
import { historyIn } from '../../history.ts'
import { recordWithLife } from '../../record-with-life.ts'
import {
  immunisation_deferrals,
  immunisation_history,
  immunisations,
  vaccine_vial_history,
  vaccine_vials,
} from './tables.ts'
import { immunisation_states, vial_states } from './words.ts'

export type ImmunisationRow = RowOf<(typeof immunisations)['columns']>
export type VialRow = RowOf<(typeof vaccine_vials)['columns']>
export type DeferralRow = RowOf<(typeof immunisation_deferrals)['columns']>

export const immunisation_life = life('immunisation', immunisation_states, {
  void: {
    from: ['GIVEN'],
    to: 'VOIDED',
    permission: 'immunisation:give',
    reason: 'required',
  },
})

export const immunisationRecord = recordWithLife(immunisations, {
  life: immunisation_life,
  called: ({ dose_key }) => dose_key,
  history: historyIn(immunisation_history),
})

export const vial_life = life('vial', vial_states, {
  finish: { from: ['OPEN'], to: 'FINISHED', permission: 'immunisation:give' },
  discard: { from: ['OPEN'], to: 'DISCARDED', permission: 'immunisation:give' },
})

export const vialRecord = recordWithLife(vaccine_vials, {
  life: vial_life,
  called: ({ vaccine, lot }) => [vaccine, lot].filter(Boolean).join(' '),
  history: historyIn(vaccine_vial_history),
})

export const deferralRecord = recordOf(immunisation_deferrals, 'immunisation deferral')
