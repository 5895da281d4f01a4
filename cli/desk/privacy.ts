// Who opened what: broken glass and the access log of a patient.

import { choice, day, text } from '../../db/appliance/configuration/kinds.ts'
import type { AccessRow, Grant } from '../../db/hospital/desk/patients/privacy/shapes.ts'
import { break_glass_verdicts } from '../../db/hospital/desk/patients/words.ts'
import { command, done, maybe, word, yes } from '../frame/grammar/command.ts'
import { gathered, limited, tableOf } from '../frame/lists.ts'

const breakGlass = command('privacy break-glass', {
  says: 'Prints records that were opened with a reason.',
  class: 'R',
  reply: async () => ({
    each: (await import('../../db/hospital/desk/patients/privacy/shapes.ts')).Grant,
  }),
  permission: 'patient:review-access',
  http: 'GET /api/v1/break-glass',
  flags: { unreviewed: yes('only those that wait for a review'), ...limited },
  examples: ['kituo privacy break-glass', 'kituo privacy break-glass --unreviewed --json'],
  run: async ({ flags: { unreviewed, limit }, caller }) => {
    const by = await caller()
    const { list } = await import('../../db/hospital/desk/patients/privacy/grants.ts')
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
    each: (await import('../../db/hospital/desk/patients/privacy/shapes.ts')).AccessRow,
  }),
  permission: 'patient:access-log',
  http: 'GET /api/v1/patients/:id/access-log',
  asks: { number: word(text('the number of a patient', /^[A-Za-z0-9/-]{1,40}$/), 'the patient') },
  flags: { from: maybe(day(), 'from this day'), to: maybe(day(), 'to this day'), ...limited },
  examples: [
    'kituo privacy access-log PT-000412',
    'kituo privacy access-log PT-000412 --from 2026-01-01 --json',
  ],
  run: async ({ asked, flags: { from, to, limit }, caller }) => {
    const by = await caller()
    const { byNumber } = await import('../../db/hospital/desk/patients/register/find.ts')
    const { noneCalled } = await import('../../db/core/refusal.ts')
    const { list } = await import('../../db/hospital/desk/patients/privacy/access-log.ts')
    const [id] = await byNumber(by, asked.number)
    if (id === undefined) throw noneCalled('patient', asked.number)
    const range = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
    return gathered(limit, (page) => list(by, id, { ...page, ...range }))
  },
  view: tableOf<AccessRow>(
    ['At', (row, page) => page.time(row.at)],
    ['Who', (row) => row.user_name],
    ['Cadre', (row) => row.cadre],
    ['What', (row) => row.did],
    ['Reason', (row) => row.break_glass?.reason ?? row.reason, 'wide'],
  ),
})

const review = command('privacy review', {
  says: 'Says whether it was right to open a record with a reason.',
  class: 'M',
  reply: async () => ({
    whole: (await import('../../db/hospital/desk/patients/privacy/shapes.ts')).Grant,
  }),
  permission: 'patient:review-access',
  http: 'POST /api/v1/break-glass/:id/review',
  confirm: 'C1',
  asks: {
    id: word(text('the id of a grant', /^[^\s\0]{1,60}$/), 'the grant, by its id'),
    verdict: word(choice(break_glass_verdicts), 'whether it was right'),
  },
  flags: { note: word(text('3 to 300 characters', /^[^\0]{3,300}$/), 'what was found') },
  examples: [
    'kituo privacy review 0199a5c2-7d1e-7000-8000-000000000001 JUSTIFIED --note "her nurse" --as officer',
    'kituo privacy review 0199a5c2-7d1e-7000-8000-000000000001 NOT_JUSTIFIED --note "no relation" --as officer --dry-run',
  ],
  plan: async ({ asked }) => ({ steps: [`note that ${asked.id} was ${asked.verdict}`] }),
  run: async ({ asked, flags, caller }) => {
    const by = await caller()
    const { conflict } = await import('../../db/core/refusal.ts')
    // PRV-5: somebody who has opened nothing; the machine's own rights are nobody.
    if (by.user_id === null) throw conflict('A person reviews it: name yourself with --as.')
    const { review: say } = await import('../../db/hospital/desk/patients/privacy/grants.ts')
    const grant = await say(by, asked.id, { verdict: asked.verdict, note: flags.note })
    return done(`Reviewed: ${asked.verdict}.`, grant)
  },
})

export const commands = [breakGlass, accessLog, review]
