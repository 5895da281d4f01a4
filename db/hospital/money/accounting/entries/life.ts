import { noSuch, type Refusal } from '../../../../core/refusal.ts'
import { life } from '../../../../core/states.ts'
import { entry_states } from '../words.ts'

/** 3.2; REVERSED is a link to the entry that did it, not a change (ACC-14). */
export const entry_life = life('entry', entry_states, {
  post: { from: ['DRAFT'], to: 'POSTED', permission: 'entry:post' },
  discard: { from: ['DRAFT'], to: 'DISCARDED', permission: 'entry:create' },
  reverse: { from: ['POSTED'], to: 'REVERSED', permission: 'entry:reverse' },
})

export const noSuchEntry = (): Refusal => noSuch('entry')
