// How messages leave the house, and what the hospital wrote to people (MSG 5.2).

import { choice } from '../../db/appliance/configuration/kinds.ts'
import { message_states } from '../../db/messaging/messages/words.ts'
import { command, done, maybe } from '../frame/grammar/command.ts'
import { gathered, limited, tableOf } from '../frame/lists.ts'
import { lines } from '../frame/page.ts'

interface Message {
  to: string
  status: string
  failure_reason: string | null
  class: string
  reference: string | null
  created_at: string
}

const outbox = command('message outbox', {
  says: 'Prints the messages of the hospital, the newest first.',
  class: 'R',
  reply: async () => ({
    each: (await import('../../db/hospital/desk/messaging/shapes.ts')).HospitalMessage,
  }),
  permission: 'messaging:read',
  http: 'GET /api/v1/messaging/messages',
  flags: { ...limited, state: maybe(choice(message_states), 'only in this state') },
  examples: ['kituo message outbox --limit 50', 'kituo message outbox --state failed --json'],
  run: async ({ flags: { limit, state }, caller }) => {
    const by = await caller()
    const { list } = await import('../../db/hospital/desk/messaging/messages.ts')
    return gathered(limit, (page) =>
      list(by, { ...page, ...(state === undefined ? {} : { status: state }) }),
    )
  },
  view: tableOf<Message>(
    ['To', (row) => row.to],
    ['State', (row) => row.status],
    ['Why not', (row) => row.failure_reason],
    ['Kind', (row) => row.class],
    ['About', (row) => row.reference],
    ['At', (row, page) => page.time(row.created_at), 'wide'],
  ),
})

const settings = command('message settings', {
  says: 'Prints how messages leave the house: channels, quiet hours, caps.',
  class: 'R',
  reply: async () => ({
    whole: (await import('../../db/hospital/office/outbox/bridge-shapes.ts')).BridgeSettings,
  }),
  permission: 'bridge:read',
  http: 'GET /api/v1/settings/message-bridge',
  examples: ['kituo message settings', 'kituo message settings --field data.quiet'],
  run: async ({ caller }) => {
    const { find } = await import('../../db/hospital/office/outbox/bridge.ts')
    return done('', await find(await caller()))
  },
  view: ({ channels, quiet, ...rest }, page) =>
    lines(
      [
        ...Object.entries(channels).map(([name, on]): [string, string] => [
          name,
          on ? 'on' : 'off',
        ]),
        ['quiet hours', quiet === null ? 'none' : `${quiet.from} to ${quiet.to}`],
        ...Object.entries(rest).map(([name, value]): [string, unknown] => [
          name.replaceAll('_', ' '),
          value,
        ]),
      ],
      page,
    ),
})

export const commands = [settings, outbox]
