import { life } from '../../../../core/states.ts'
import type { RowOf } from '../../../../store/table.ts'
import { historyIn } from '../../../history.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import { reaction_states, transfusion_states } from '../words.ts'
import {
  blood_observations,
  blood_reaction_history,
  blood_reactions,
  blood_transfusion_history,
  blood_transfusions,
} from './tables.ts'

export type TransfusionRow = RowOf<(typeof blood_transfusions)['columns']>
export type ObservationRow = RowOf<(typeof blood_observations)['columns']>
export type ReactionRow = RowOf<(typeof blood_reactions)['columns']>

export const transfusion_life = life('transfusion', transfusion_states, {
  finish: { from: ['RUNNING'], to: ['COMPLETED', 'STOPPED'], permission: 'transfusion:give' },
})

export const transfusionRecord = recordWithLife(blood_transfusions, {
  life: transfusion_life,
  called: ({ unit_number }) => unit_number,
  history: historyIn(blood_transfusion_history),
})

export const reaction_life = life('reaction', reaction_states, {
  investigate: {
    from: ['REPORTED', 'INVESTIGATED'],
    to: 'INVESTIGATED',
    permission: 'blood:test',
  },
  conclude: {
    from: ['REPORTED', 'INVESTIGATED', 'CONCLUDED'],
    to: 'CONCLUDED',
    permission: 'haemovigilance:manage',
  },
})

export const reactionRecord = recordWithLife(blood_reactions, {
  life: reaction_life,
  type: 'blood_reaction',
  called: ({ unit_number }) => unit_number,
  history: historyIn(blood_reaction_history),
})
