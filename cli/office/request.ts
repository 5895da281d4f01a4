// Grave commands that wait for a second person (OPS-68).

import type { Request } from '../../db/appliance/requests/requests.ts'
import { request_states } from '../../db/appliance/requests/words.ts'
import { choice } from '../../db/appliance/configuration/kinds.ts'
import type { CommandLine } from '../../db/appliance/deployment/line.ts'
import { conflict } from '../../db/core/refusal.ts'
import { version } from '../../db/core/version.ts'
import { command, done, maybe } from '../frame/grammar/command.ts'
import { tableOf } from '../frame/lists.ts'
import { lines } from '../frame/page.ts'
import { needsAlone } from '../frame/beside.ts'
import { carrying, id, sayEnded, takeOn } from './request-carried.ts'
import { asking } from '../frame/through-house.ts'

const list = command('request list', {
  says: 'Prints what waits for a second person, and what became of it.',
  class: 'R',
  about: 'deployment',
  permission: 'system:read',
  flags: { state: maybe(choice(request_states), 'only in this state') },
  examples: ['kituo request list', 'kituo request list --state WAITING --json'],
  run: async ({ flags }) => {
    const { list: requests } = await import('../../db/appliance/requests/requests.ts')
    const found = await requests(flags.state)
    return done(`${found.length} requests.`, found, { total: found.length })
  },
  view: tableOf<Request>(
    ['Id', (row) => row.id],
    ['Command', (row) => row.command],
    ['State', (row) => row.state],
    ['Asked by', (row) => row.asked_by],
    ['Until', (row, page) => page.time(row.expires_at)],
    ['Reason', (row) => row.reason, 'wide'],
    ['Decided by', (row) => row.decided_by, 'wide'],
  ),
})

const show = command('request show', {
  says: 'Prints a request and what it would do.',
  class: 'R',
  about: 'deployment',
  permission: 'system:read',
  asks: { id },
  examples: [
    'kituo request show 0199c0de-0000-7000-8000-000000000001',
    'kituo request show 0199c0de-0000-7000-8000-000000000001 --json',
  ],
  run: async ({ asked }) => {
    const { find } = await import('../../db/appliance/requests/requests.ts')
    return done('', await find(asked.id))
  },
  view: ({ steps, args: _a, flags: _f, ...rest }, page) =>
    [
      lines(Object.entries(rest), page),
      ...steps.map((step, index) => `${index + 1}. ${step}`),
    ].join('\n'),
})

const approve = command('request approve', {
  says: 'Approves what another person asked for, and does it.',
  class: 'M',
  carries_out: true,
  transaction: 'rule',
  stays_root: true,
  about: 'deployment',
  permission: 'request:approve',
  rule_decides: true,
  confirm: 'C1',
  exits: [4, 5, 6, 9],
  asks: { id },
  examples: [
    'kituo request approve 0199c0de-0000-7000-8000-000000000001 --as asha',
    'kituo request approve 0199c0de-0000-7000-8000-000000000001 --as asha --yes',
  ],
  plan: async ({ asked }) => {
    const { waiting } = await import('../../db/appliance/requests/requests.ts')
    return { steps: (await waiting(asked.id)).steps }
  },
  run: async (frame) => {
    const { mayDecide, waiting } = await import('../../db/appliance/requests/requests.ts')
    const request = await waiting(frame.asked.id)
    await mayDecide(await frame.caller(), request)
    if (frame.house !== null) await refuseInside(request.command)
    await takeOn(frame, request.id)
    const document = await frame.perform(
      {
        command: request.command,
        args: request.args as CommandLine['args'],
        flags: { ...(request.flags as CommandLine['flags']), yes: true },
        caller: request.asked_by,
        version,
      },
      { request: request.id, asked_by: request.asked_by },
    )
    await sayEnded(frame, request.id, document.success ? 'DONE' : 'WAITING')
    if (!document.success) {
      throw conflict(document.message, document.error?.code ?? 'rule.refused')
    }
    const { message, data, next, warnings } = document
    return done(message, data, { next, warnings })
  },
})

/** Whoever typed it does it beside the house, which stands aside for as much of it as it must. */
async function refuseInside(name: string): Promise<void> {
  const { commandNamed } = await import('../frame/grammar/tree.ts')
  if ((await commandNamed(name))?.class === 'X') throw needsAlone(name)
}

const decline = command('request decline', {
  says: 'Declines what another person asked for.',
  class: 'M',
  about: 'deployment',
  permission: 'request:approve',
  rule_decides: true,
  confirm: 'C1',
  reason: 'must',
  exits: [9],
  asks: { id },
  examples: [
    'kituo request decline 0199c0de-0000-7000-8000-000000000001 --as asha --reason "not today"',
    'kituo request decline 0199c0de-0000-7000-8000-000000000001 --as asha --reason late --yes',
  ],
  plan: async ({ asked }) => ({ steps: [`decline ${asked.id}`] }),
  run: async ({ asked, caller, reason }) => {
    const { decide, find, mayDecide, waiting } = await import(
      '../../db/appliance/requests/requests.ts'
    )
    const request = await waiting(asked.id)
    const by = await caller()
    await mayDecide(by, request)
    await decide(request.id, 'DECLINED', { caller: by, reason })
    return done(`Declined: ${request.command}.`, await find(request.id))
  },
  view: () => null,
})

const withdraw = command('request withdraw', {
  says: 'Takes back what you asked for.',
  class: 'M',
  rehearses: true,
  about: 'deployment',
  permission: 'request:approve',
  rule_decides: true,
  asks: { id },
  examples: [
    'kituo request withdraw 0199c0de-0000-7000-8000-000000000001',
    'kituo request withdraw 0199c0de-0000-7000-8000-000000000001 --json',
  ],
  plan: async ({ asked }) => ({ steps: [`withdraw ${asked.id}`] }),
  run: async ({ asked, caller }) => {
    const { decide, find, waiting } = await import('../../db/appliance/requests/requests.ts')
    const request = await waiting(asked.id)
    const by = await caller()
    const own =
      by.user_id === null ? request.asked_by === by.name : request.asked_by_user === by.user_id
    if (!own) throw conflict('Somebody else asked for this: decline it instead.', 'rule.refused')
    await decide(request.id, 'WITHDRAWN', { caller: by })
    return done(`Withdrawn: ${request.command}.`, await find(request.id))
  },
  view: () => null,
})

export const commands = [list, show, approve, decline, withdraw, ...asking, ...carrying]
