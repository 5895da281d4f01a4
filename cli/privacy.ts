// Who opened what: broken glass and the access log of a patient.

import { text } from '../db/configuration/kinds.ts'
import type { AccessRow, Grant } from '../db/hospital/patients/privacy-shapes.ts'
import { command, maybe, word, yes } from './command.ts'
import { gathered, limited, tableOf } from './lists.ts'

const day = text('a day, YYYY-MM-DD', /^\d{4}-\d{2}-\d{2}$/)

const breakGlass = command('privacy break-glass', {
  says: 'Prints records that were opened with a reason.',
  class: 'R',
  reply: async () => ({
    each: (await import('../db/hospital/patients/privacy-shapes.ts')).Grant,
  }),
  permission: 'patient:review-access',
  http: 'GET /api/v1/break-glass',
  flags: { unreviewed: yes('only those that wait for a review'), ...limited },
  examples: ['kituo privacy break-glass', 'kituo privacy break-glass --unreviewed --json'],
  run: async ({ flags: { unreviewed, limit }, caller }) => {
    const by = await caller()
    const { list } = await import('../db/hospital/patients/grants.ts')
    return gathered(limit, (page) =>
      list(by, { ...page, ...(unreviewed ? { unreviewed: true } : {}) }),
    )
  },
  view: tableOf<Grant>(
    ['Patient', (row) => row.patient.number],
    ['By', (row) => row.user_name],
    ['Because', (row) => row.reason_code],
    ['State', (row) => row.status],
    ['Reason', (row) => row.reason, 'wide'],
  ),
})

const accessLog = command('privacy access-log', {
  says: 'Prints who looked at a patient’s record.',
  class: 'R',
  reply: async () => ({
    each: (await import('../db/hospital/patients/privacy-shapes.ts')).AccessRow,
  }),
  permission: 'patient:access-log',
  http: 'GET /api/v1/patients/:id/access-log',
  asks: { number: word(text('the number of a patient', /^[A-Za-z0-9/-]{1,40}$/), 'the patient') },
  flags: { from: maybe(day, 'from this day'), to: maybe(day, 'to this day'), ...limited },
  examples: [
    'kituo privacy access-log PT-000412',
    'kituo privacy access-log PT-000412 --from 2026-01-01 --json',
  ],
  run: async ({ asked, flags: { from, to, limit }, caller }) => {
    const by = await caller()
    const { byNumber } = await import('../db/hospital/patients/find.ts')
    const { noneCalled } = await import('../db/refusal.ts')
    const { list } = await import('../db/hospital/patients/access-log.ts')
    const [id] = await byNumber(by, asked.number)
    if (id === undefined) throw noneCalled('patient', asked.number)
    const range = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
    return gathered(limit, (page) => list(by, id, { ...page, ...range }))
  },
  view: tableOf<AccessRow>(
    ['At', (row, page) => page.time(row.at)],
    ['Who', (row) => row.user_name],
    ['What', (row) => row.action],
    ['Reason', (row) => row.break_glass?.reason ?? row.reason, 'wide'],
  ),
})

export const commands = [breakGlass, accessLog]
