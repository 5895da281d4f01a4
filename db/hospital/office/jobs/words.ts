// The life of a job (platform 3.10). People retry and cancel; the rest the house does itself.

import { life } from '../../../core/states.ts'

export const job_states = ['QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'] as const
export type JobState = (typeof job_states)[number]

export const job_life = life('job', job_states, {
  start: { from: ['QUEUED'], to: 'RUNNING', house: true },
  finish: { from: ['RUNNING'], to: 'DONE', house: true },
  fail: { from: ['RUNNING'], to: 'FAILED', house: true },
  put_back: { from: ['RUNNING'], to: 'QUEUED', house: true },
  retry: { from: ['FAILED'], to: 'QUEUED', permission: 'job:manage' },
  cancel: { from: ['QUEUED', 'RUNNING'], to: 'CANCELLED', permission: 'job:manage' },
})
