import { life } from '../../../../core/states.ts'
import type { RowOf } from '../../../../store/table.ts'
import { historyIn } from '../../../history.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import { specimen_states } from '../words.ts'
import { specimen_history, specimens } from './tables.ts'

export type SpecimenRow = RowOf<(typeof specimens)['columns']>

export const specimen_life = life('specimen', specimen_states, {
  collect: { from: ['EXPECTED'], to: 'COLLECTED', permission: 'specimen:collect' },
  receive: { from: ['EXPECTED', 'COLLECTED'], to: 'RECEIVED', permission: 'specimen:receive' },
  reject: { from: ['COLLECTED', 'RECEIVED'], to: 'REJECTED', permission: 'specimen:receive' },
  cancel: { from: ['EXPECTED'], to: 'CANCELLED', house: true },
})

export const specimenRecord = recordWithLife(specimens, {
  life: specimen_life,
  called: ({ number }) => number,
  history: historyIn(specimen_history),
})
