// Background jobs: everybody's own, and all of the hospital's for who runs it.

import * as jobs from '../../../db/hospital/office/jobs/jobs.ts'
import { Job, JobFilters } from '../../../db/hospital/office/jobs/shapes.ts'
import { area } from '../../edge/route.ts'
import { nobodys } from '../words.ts'

const { get, list, post } = nobodys

export const door = area('jobs', [
  list('/jobs', {
    summary: 'Background jobs, the newest first',
    access: ['self:use', 'job:read'],
    filters: JobFilters,
    each: Job,
    run: ({ caller, query }) => jobs.list(caller, query),
  }),
  get('/jobs/:id', {
    summary: 'One background job',
    access: ['self:use', 'job:read'],
    reply: Job,
    run: ({ caller, params }) => jobs.find(caller, params.id),
  }),
  post('/jobs/:id/retry', {
    summary: 'Try a failed job again',
    access: 'job:manage',
    reply: Job,
    says: 'Job queued again.',
    run: ({ caller, params }) => jobs.retry(caller, params.id),
  }),
  post('/jobs/:id/cancel', {
    summary: 'Cancel a job',
    access: 'job:manage',
    reply: Job,
    says: 'Job cancelled.',
    run: ({ caller, params }) => jobs.cancel(caller, params.id),
  }),
])
