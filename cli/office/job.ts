// Background work.

import { choice, text } from '../../db/appliance/configuration/kinds.ts'
import type { Job } from '../../db/hospital/office/jobs/shapes.ts'
import { job_states } from '../../db/hospital/office/jobs/words.ts'
import { command, done, type Frame, maybe, word } from '../frame/grammar/command.ts'
import { field } from '../frame/grammar/fields.ts'
import { gathered, limited, tableOf } from '../frame/lists.ts'

const id = word(text('the id of a job', /^[^\s\0]{1,60}$/), 'the job, by its id')

const list = command('job list', {
  says: 'Prints background work, the newest first.',
  class: 'R',
  reply: async () => ({ each: (await import('../../db/hospital/office/jobs/shapes.ts')).Job }),
  permission: 'job:read',
  flags: {
    kind: field('only of this kind: export'),
    state: maybe(choice(job_states), 'only in this state'),
    ...limited,
  },
  examples: ['kituo job list', 'kituo job list --state FAILED --json'],
  run: async ({ flags: { kind, state, limit }, caller }) => {
    const by = await caller()
    const { list: jobs } = await import('../../db/hospital/office/jobs/jobs.ts')
    return gathered(limit, (page) =>
      jobs(by, {
        ...page,
        ...(kind === undefined ? {} : { kind }),
        ...(state === undefined ? {} : { status: state }),
      }),
    )
  },
  view: tableOf<Job>(
    ['Id', (row) => row.id],
    ['Work', (row) => row.label],
    ['State', (row) => row.status],
    ['%', (row) => row.pct],
    ['For', (row) => row.requested_by_name],
    ['Since', (row, page) => page.time(row.created_at)],
    ['Error', (row) => row.error, 'wide'],
  ),
})

const show = command('job show', {
  says: 'Prints one piece of background work.',
  class: 'R',
  reply: async () => ({ whole: (await import('../../db/hospital/office/jobs/shapes.ts')).Job }),
  permission: 'job:read',
  asks: { id },
  examples: [
    'kituo job show 0199a5c2-7d1e-7000-8000-000000000001',
    'kituo job show 0199a5c2-7d1e-7000-8000-000000000001 --field data.status',
  ],
  run: async (frame) => done('', await named(frame)),
})

const retry = command('job retry', {
  says: 'Tries failed work again.',
  class: 'M',
  reply: async () => ({ whole: (await import('../../db/hospital/office/jobs/shapes.ts')).Job }),
  permission: 'job:manage',
  http: 'POST /api/v1/jobs/:id/retry',
  asks: { id },
  examples: [
    'kituo job retry 0199a5c2-7d1e-7000-8000-000000000001',
    'kituo job retry 0199a5c2-7d1e-7000-8000-000000000001 --json',
  ],
  plan: async (frame) => ({ steps: [`try again: ${(await named(frame)).label}`] }),
  run: async ({ asked, caller }) => {
    const rules = await import('../../db/hospital/office/jobs/jobs.ts')
    const job = await rules.retry(await caller(), asked.id)
    return done(`${job.label} is queued again.`, job)
  },
})

const cancel = command('job cancel', {
  says: 'Cancels work that waits or runs.',
  class: 'M',
  reply: async () => ({ whole: (await import('../../db/hospital/office/jobs/shapes.ts')).Job }),
  permission: 'job:manage',
  http: 'POST /api/v1/jobs/:id/cancel',
  confirm: 'C1',
  asks: { id },
  examples: [
    'kituo job cancel 0199a5c2-7d1e-7000-8000-000000000001',
    'kituo job cancel 0199a5c2-7d1e-7000-8000-000000000001 --yes --reason "wrong file"',
  ],
  plan: async (frame) => {
    const { label, status } = await named(frame)
    return { steps: [`cancel: ${label}`], nothing: status === 'CANCELLED' }
  },
  run: async (frame) => {
    const before = await named(frame)
    if (before.status === 'CANCELLED') {
      return done(`${before.label} is CANCELLED already.`, before, { changed: false })
    }
    const rules = await import('../../db/hospital/office/jobs/jobs.ts')
    const job = await rules.cancel(await frame.caller(), before.id)
    return done(`${job.label} is cancelled.`, job)
  },
})

export const commands = [list, show, retry, cancel]

async function named({ asked, caller }: Frame<{ id: string }, unknown>): Promise<Job> {
  const { find } = await import('../../db/hospital/office/jobs/jobs.ts')
  return find(await caller(), asked.id)
}
