// The life of an export (platform 3.10).

import { life } from '../../../core/states.ts'

export const export_states = ['QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'] as const
/** JSON lines are for what says so itself: the audit log (PLT-119). */
export const export_formats = ['csv', 'xlsx', 'jsonl'] as const
export const common_formats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof export_formats)[number]

export const export_life = life('export', export_states, {
  start: { from: ['QUEUED', 'RUNNING', 'FAILED'], to: 'RUNNING', house: true },
  finish: { from: ['RUNNING'], to: 'DONE', house: true },
  fail: { from: ['QUEUED', 'RUNNING'], to: 'FAILED', house: true },
  put_back: { from: ['FAILED', 'RUNNING'], to: 'QUEUED', house: true },
  cancel: { from: ['QUEUED', 'RUNNING'], to: 'CANCELLED' },
})
