// The queue: what waits, and holding all of it; what nobody knows the end of; single messages
// (messaging 8).

import { setTimeout as wait } from 'node:timers/promises'
import { choice, text } from '../../db/appliance/configuration/kinds.ts'
import { message_classes, message_states } from '../../db/messaging/messages/words.ts'
import { command, done, maybe, word, words, yes } from '../frame/grammar/command.ts'
import { gathered, limited, tableOf } from '../frame/lists.ts'
import type { MessageLine } from '../../db/messaging/platform/overview.ts'
import {
  any_account,
  by,
  id,
  line,
  mode_flag,
  owner,
  spoken,
  walked,
  whose,
  within,
} from './frame.ts'
import { usage } from '../frame/grammar/usage.ts'

const look_ms = 1000

const show = command('messaging queue show', {
  says: 'Prints what waits, by operator, lane and account.',
  class: 'R',
  permission: 'gateway:read',
  http: 'GET /api/v1/gateway/queue',
  flags: { watch: yes('go on looking until nothing waits any more') },
  examples: [
    'kituo messaging queue show',
    'kituo messaging queue show --watch',
    'kituo messaging queue show --json',
  ],
  run: async ({ flags, progress, signal, house }) => {
    const { queue } = await import('../../db/messaging/platform/queue.ts')
    let found = await queue()
    const most = found.waiting
    while (flags.watch && found.waiting > 0 && !signal.aborted) {
      progress('waiting', { done: Math.max(0, most - found.waiting), total: most })
      await wait(look_ms)
      if (house !== null && !works.includes(house.status().state)) break
      found = await queue()
    }
    const held = found.paused ? ' The queue is paused.' : ''
    return done(`${found.waiting} wait, ${found.scheduled} are scheduled.${held}`, found)
  },
  view: ({ lines }, page) => (lines.length === 0 ? null : queue_table(lines, page)),
})

const works = ['READY', 'DEGRADED']

interface QueueLine {
  operator: string
  lane: string
  account_name: string
  waiting: number
  segments: number
  oldest_seconds: number
  rate_per_second: number
  eta_seconds: number
}
const queue_table = tableOf<QueueLine>(
  ['Operator', (row) => row.operator],
  ['Lane', (row) => row.lane],
  ['Account', (row) => row.account_name],
  ['Waiting', (row) => row.waiting],
  ['Oldest s', (row) => row.oldest_seconds],
  ['Segments', (row) => row.segments, 'wide'],
  ['Per second', (row) => row.rate_per_second, 'wide'],
  ['Left s', (row) => row.eta_seconds],
)

const hold = (verb: 'pause' | 'resume') =>
  command(`messaging queue ${verb}`, {
    says:
      verb === 'pause'
        ? 'Holds every live message; answers and receipts go on, and validity runs.'
        : 'Lets the messages go on.',
    class: 'M',
    permission: 'gateway:operate',
    confirm: 'C1',
    ...(verb === 'pause' ? { reason: 'must' as const } : {}),
    examples: [
      `kituo messaging queue ${verb} --reason "the operator asked"`,
      `kituo messaging queue ${verb} --yes --reason "the operator asked" --json`,
    ],
    plan: async () => {
      const { queue } = await import('../../db/messaging/platform/queue.ts')
      const { paused, waiting } = await queue()
      return {
        steps: [`${verb} the queue, in which ${waiting} messages wait`],
        nothing: paused === (verb === 'pause'),
      }
    },
    run: async ({ caller, reason }) => {
      const { pauseQueue } = await import('../../db/messaging/platform/pausing.ts')
      const changed = await pauseQueue(await by(caller), verb === 'pause', reason)
      const said = verb === 'pause' ? 'paused' : 'running'
      return done(
        changed ? `The queue is ${said}.` : `The queue is ${said} already.`,
        {
          paused: verb === 'pause',
        },
        { changed },
      )
    },
    view: () => null,
  })

const uncertainList = command('messaging uncertain list', {
  says: 'Prints the messages of which nobody knows whether they left.',
  class: 'R',
  permission: 'gateway:read',
  http: 'GET /api/v1/gateway/uncertain',
  flags: { ...limited, link: maybe(line, 'only of this link, by its code') },
  examples: [
    'kituo messaging uncertain list',
    'kituo messaging uncertain list --link yas-1 --json',
  ],
  run: async ({ flags }) => {
    const { listUncertain } = await import('../../db/messaging/platform/uncertain.ts')
    return gathered(flags.limit, (page) =>
      listUncertain({ ...page, ...spoken({ link: flags.link }) }),
    )
  },
  view: tableOf<UncertainLine>(
    ['Since', (row, page) => page.time(row.created_at)],
    ['Account', (row) => row.account_name],
    ['To', (row) => row.to],
    ['Link', (row) => row.link],
    ['Until', (row, page) => page.time(row.valid_until)],
    ['Id', (row) => row.id],
  ),
})

interface UncertainLine {
  id: string
  account_name: string
  to: string
  link: string | null
  valid_until: string
  created_at: string
}

const uncertainResolve = command('messaging uncertain resolve', {
  says: 'Settles an uncertain message: it was taken, it was not, or it goes once more.',
  class: 'M',
  permission: 'gateway:operate',
  http: 'POST /api/v1/gateway/uncertain/:id/resolve',
  confirm: 'C1',
  reason: 'must',
  asks: { message: word(id, 'its id') },
  flags: { outcome: word(choice(['accepted', 'rejected', 'resend']), 'what is true of it') },
  examples: [
    'kituo messaging uncertain resolve 0198a6e2-c1d0-7b3f-8a52-d4c6e9f01b7a --outcome accepted --reason "in their log"',
    'kituo messaging uncertain resolve 0198a6e2-c1d0-7b3f-8a52-d4c6e9f01b7a --outcome resend --yes --reason "not in their log"',
  ],
  plan: async ({ asked, flags }) => {
    const { uncertainOne } = await import('../../db/messaging/platform/uncertain.ts')
    const one = await uncertainOne(asked.message)
    return { steps: [`call the message to ${one.to} ${flags.outcome}`] }
  },
  run: async ({ asked, flags, caller, reason }) => {
    const { resolve } = await import('../../db/messaging/platform/uncertain.ts')
    const asked_for = { outcome: flags.outcome, reason: reason ?? '' }
    const found = await resolve(await by(caller), asked.message, asked_for)
    return done(`The message to ${found.to} is ${found.status}.`, found)
  },
})

const number = text('a telephone number', /^[0-9+ ]{9,20}$/)

const send = command('messaging send', {
  says: 'Sends one text of an account, as its API would.',
  class: 'M',
  permission: 'gateway:operate',
  confirm: 'C1',
  flags: {
    ...whose,
    to: { ...words(number, 'a number, and again for each one'), needed: true },
    text: word(text('the words', /^[^\0]{1,10000}$/), 'what it says'),
    sender: maybe(line, 'the sender ID; the standard one of the account when none is given'),
    class: maybe(choice(message_classes), 'its class; transactional when none is given'),
    reference: maybe(line, 'a reference of your own'),
  },
  examples: [
    'kituo messaging send --account Duka --to 0712345678 --text "Karibu" --mode test',
    'kituo messaging send --account Duka --to 0712345678 --text "Karibu" --sender DUKA --yes --json',
  ],
  plan: async ({ flags }) => ({
    steps: [`send to ${flags.to.length} numbers for ${flags.account} (${flags.mode})`],
  }),
  run: async ({ flags, caller }) => {
    const { accept } = await import('../../db/messaging/messages/send.ts')
    const { readStrictly } = await import('../../db/messaging/strict.ts')
    const { SendInput } = await import('../../db/messaging/messages/shapes.ts')
    const { standardSender } = await import('../../db/messaging/senders/standard.ts')
    const who = await owner(caller, flags)
    const senderId = flags.sender ?? (await standardSender(who))
    const input = readStrictly(SendInput, {
      recipients: [...flags.to],
      senderId,
      message: flags.text,
      ...spoken({ class: flags.class, reference: flags.reference }),
    })
    const { sent, simulated } = await accept(who, input)
    const where = simulated || flags.mode === 'test' ? ' They go to the simulator.' : ''
    return done(`${sent.accepted} messages are ${sent.status}.${where}`, sent, {
      next: sent.messages
        .slice(0, 1)
        .map(
          (one) =>
            `kituo messaging message show ${one.id} --account ${JSON.stringify(flags.account)} --mode ${flags.mode}`,
        ),
    })
  },
  view: ({ messages }, page) =>
    tableOf<(typeof messages)[number]>(
      ['To', (row) => row.to],
      ['State', (row) => row.status],
      ['Operator', (row) => row.operator],
      ['Cost', (row) => row.cost],
      ['Id', (row) => row.id],
    )(messages, page),
})

const messageList = command('messaging message list', {
  says: 'Prints messages, the newest first; their texts stay with the accounts.',
  class: 'R',
  permission: 'gateway:read',
  flags: {
    ...limited,
    ...any_account,
    ...mode_flag,
    to: words(number, 'only those to this number'),
    state: maybe(choice(message_states), 'only in this state'),
    operator: maybe(line, 'only of this operator'),
  },
  examples: [
    'kituo messaging message list --to 0712345678 --limit 20',
    'kituo messaging message list --account Duka --state failed --json',
  ],
  run: async ({ flags }) => {
    const { listMessages } = await import('../../db/messaging/platform/overview.ts')
    const [to, second] = flags.to
    if (second !== undefined) throw usage('value', '--to is given once here.')
    const asked = { ...(await within(flags.account)), mode: flags.mode }
    const filters = spoken({ to, status: flags.state, operator: flags.operator })
    return walked(flags.limit, (page) => listMessages({ ...page, ...asked, ...filters }))
  },
  view: tableOf<MessageLine>(
    ['At', (row, page) => page.time(row.created_at)],
    ['Account', (row) => row.account_name],
    ['To', (row) => row.to],
    ['From', (row) => row.sender_id, 'wide'],
    ['State', (row) => row.status],
    ['Reason', (row) => row.failure_reason],
    ['Operator', (row) => row.operator, 'wide'],
    ['Link', (row) => row.link, 'wide'],
    ['Id', (row) => row.id],
  ),
})

const messageShow = command('messaging message show', {
  says: 'Prints one message with its parts and all that became of it.',
  class: 'R',
  permission: 'gateway:read',
  asks: { message: word(id, 'its id') },
  flags: { ...any_account, ...mode_flag },
  examples: [
    'kituo messaging message show 0198a6e2-c1d0-7b3f-8a52-d4c6e9f01b7a',
    'kituo messaging message show 0198a6e2-c1d0-7b3f-8a52-d4c6e9f01b7a --account Duka --mode test --json',
  ],
  run: async ({ asked, flags, caller }) => {
    const { findMessage } = await import('../../db/messaging/messages/messages.ts')
    const { ownerOfMessage } = await import('../../db/messaging/platform/overview.ts')
    const { account, mode } = flags
    const whose_it_is =
      account === undefined
        ? await ownerOfMessage(asked.message)
        : await owner(caller, { account, mode })
    // Texts stay with the account: people who run the machinery see what became of them.
    const { message: _text, ...found } = await findMessage(whose_it_is, asked.message)
    return done('', found)
  },
})

export const commands = [
  show,
  hold('pause'),
  hold('resume'),
  uncertainList,
  uncertainResolve,
  send,
  messageList,
  messageShow,
]
