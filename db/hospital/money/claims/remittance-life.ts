import { life } from '../../../core/states.ts'
import { remittance_states } from './words.ts'

export const remittance_life = life('remittance', remittance_states, {
  post: { from: ['DRAFT'], to: 'POSTED', permission: 'remittance:post' },
  reverse: { from: ['POSTED'], to: 'REVERSED', permission: 'remittance:post' },
})
