// The life of an import (platform 3.9).

import { life } from '../../../core/states.ts'

export const import_states = [
  'CHECKING',
  'CHECKED',
  'COMMITTING',
  'DONE',
  'PARTLY_DONE',
  'FAILED',
  'CANCELLED',
] as const
export const row_states = ['OK', 'ERROR', 'DUPLICATE', 'DONE', 'SKIPPED', 'FAILED'] as const
export const duplicate_ways = ['ERROR', 'SKIP', 'UPDATE'] as const
export const date_orders = ['dmy', 'mdy', 'ymd'] as const
export type DuplicateWay = (typeof duplicate_ways)[number]

export const import_life = life('import', import_states, {
  check: { from: ['CHECKING'], to: 'CHECKED', house: true },
  fail: { from: ['CHECKING'], to: 'FAILED', house: true },
  map: { from: ['CHECKED'], to: 'CHECKING', permission: 'import:create' },
  commit: { from: ['CHECKED'], to: 'COMMITTING', permission: 'import:commit' },
  finish: { from: ['COMMITTING'], to: 'DONE', house: true },
  finish_partly: { from: ['COMMITTING'], to: 'PARTLY_DONE', house: true },
  // Of one that is being committed: after the running batch, and then it is PARTLY_DONE.
  cancel: {
    from: ['CHECKING', 'CHECKED', 'COMMITTING'],
    to: 'CANCELLED',
    permission: 'import:create',
  },
})
