// Receipts that are nobody's, and the numbers at which people write (messaging 8).

import { text, whole } from '../../db/appliance/configuration/kinds.ts'
import type { UnmatchedReceipt } from '../../db/messaging/platform/unmatched.ts'
import { command, done, maybe, word, yes } from '../frame/grammar/command.ts'
import { gathered, limited, tableOf } from '../frame/lists.ts'
import { account_flag, by, called, id, line, mode_flag, spoken } from './frame.ts'
import { usage } from '../frame/grammar/usage.ts'

const rules = () => import('../../db/messaging/platform/unmatched.ts')
const numbers = () => import('../../db/messaging/messages/inbound-numbers.ts')
const some_id = '0198a6e2-c1d0-7b3f-8a52-d4c6e9f01b7a'
const receipt = word(id, 'its id')

const list = command('messaging receipts list', {
  says: 'Prints the receipts of which nobody knows whose they are, with the nearest messages.',
  class: 'R',
  permission: 'gateway:read',
  flags: {
    ...limited,
    link: maybe(line, 'only of this link, by its code'),
    all: yes('also those whose answer may still come'),
  },
  examples: [
    'kituo messaging receipts list',
    'kituo messaging receipts list --link yas-1 --all --json',
  ],
  run: async ({ flags }) => {
    const { listUnmatched } = await rules()
    return gathered(flags.limit, (page) =>
      listUnmatched({ ...page, ...spoken({ link: flags.link }), all: flags.all }),
    )
  },
  view: tableOf<UnmatchedReceipt>(
    ['At', (row, page) => page.time(row.received_at)],
    ['Link', (row) => row.link],
    ['Number', (row) => row.destination],
    ['Word', (row) => row.status_word],
    ['Their id', (row) => row.raw_id, 'wide'],
    ['Nearest message', (row) => row.guesses[0]?.id, 'wide'],
    ['Id', (row) => row.id],
  ),
})

const match = command('messaging receipts match', {
  says: 'Says whose a receipt is; the message becomes what the receipt says.',
  class: 'M',
  permission: 'gateway:operate',
  confirm: 'C1',
  asks: { receipt, message: word(id, 'the message, by its id') },
  flags: { part: maybe(whole(1, 10), 'which part of it; needed where it has several') },
  examples: [
    `kituo messaging receipts match ${some_id} 0198a6e2-c1d0-7b3f-8a52-d4c6e9f01b7b`,
    `kituo messaging receipts match ${some_id} 0198a6e2-c1d0-7b3f-8a52-d4c6e9f01b7b --part 2 --yes --json`,
  ],
  plan: async ({ asked }) => {
    const { status_word, destination } = await (await rules()).receiptToDecide(asked.receipt)
    return { steps: [`apply ${status_word} of ${destination ?? '?'} to ${asked.message}`] }
  },
  run: async ({ asked, flags, caller }) => {
    const { matchReceipt } = await rules()
    const about = { message_id: asked.message, ...spoken({ part: flags.part }) }
    const found = await matchReceipt(await by(caller), asked.receipt, about)
    return done(`The receipt is ${found.outcome}; the message is ${found.status}.`, found)
  },
  view: () => null,
})

const discard = command('messaging receipts discard', {
  says: 'Lays a receipt aside that is nobody’s.',
  class: 'M',
  permission: 'gateway:operate',
  confirm: 'C1',
  reason: 'must',
  asks: { receipt },
  examples: [
    `kituo messaging receipts discard ${some_id} --reason "another customer's"`,
    `kituo messaging receipts discard ${some_id} --yes --reason "another customer's"`,
  ],
  plan: async ({ asked }) => {
    const { status_word, destination } = await (await rules()).receiptToDecide(asked.receipt)
    return { steps: [`lay ${status_word} of ${destination ?? '?'} aside`] }
  },
  run: async ({ asked, caller, reason }) => {
    await (await rules()).discardReceipt(await by(caller), asked.receipt, reason ?? '')
    return done('The receipt is laid aside.', { id: asked.receipt, outcome: 'discarded' })
  },
  view: () => null,
})

const to = text('a short code or a telephone number', /^[0-9+ ]{3,20}$/)
const number = word(text('a number, or an id', /^[0-9a-f+ -]{3,40}$/), 'the number, or its id')
const keyword = text('one word of 1 to 20 letters and digits', /^[\p{L}\p{N}]{1,20}$/u)
const of_keyword = maybe(keyword, 'which of its keywords, where it has several')

type InboundLine = Awaited<
  ReturnType<typeof import('../../db/messaging/messages/inbound-numbers.ts').listInboundNumbers>
>[number]

const inboundList = command('messaging inbound-number list', {
  says: 'Prints the numbers at which people write, and whose their words are.',
  class: 'R',
  permission: 'gateway:read',
  flags: { account: { ...account_flag.account, needed: false } },
  examples: [
    'kituo messaging inbound-number list',
    'kituo messaging inbound-number list --account Duka --json',
  ],
  run: async ({ flags }) => {
    const typed = flags.account as string | undefined
    const account_id = typed === undefined ? undefined : (await called(typed)).id
    const found = await (await numbers()).listInboundNumbers(account_id)
    return done(`${found.length} numbers.`, found, { total: found.length })
  },
  view: tableOf<InboundLine>(
    ['Number', (row) => row.number],
    ['Keyword', (row) => row.keyword || '(all else)'],
    ['Account', (row) => row.account_name],
    ['Mode', (row) => row.mode],
    ['Id', (row) => row.id, 'wide'],
  ),
})

const inboundAdd = command('messaging inbound-number add', {
  says: 'Gives an account what people write to a number, or what begins with a word.',
  class: 'M',
  permission: 'gateway:manage',
  asks: { number: word(to, 'a short code, or a number') },
  flags: {
    ...account_flag,
    ...mode_flag,
    keyword: maybe(keyword, 'only what begins with this word; all else when left out'),
  },
  examples: [
    'kituo messaging inbound-number add 15055 --account Duka',
    'kituo messaging inbound-number add 15055 --account Clinic --keyword KLINIKI --json',
  ],
  plan: async ({ asked, flags }) => ({
    steps: [`give what is written to ${asked.number} to ${(await called(flags.account)).name}`],
  }),
  run: async ({ asked, flags, caller }) => {
    const { addInboundNumber } = await numbers()
    const made = await addInboundNumber(await by(caller), await called(flags.account), {
      number: asked.number,
      keyword: flags.keyword,
      mode: flags.mode,
    })
    return done(
      `${made.number} ${made.keyword}`.trim().concat(` is of ${made.account_name}.`),
      made,
    )
  },
  view: () => null,
})

const inboundSet = command('messaging inbound-number set', {
  says: 'Gives a number to another account, or another keyword.',
  class: 'M',
  rehearses: true,
  permission: 'gateway:manage',
  confirm: 'C1',
  asks: { number },
  flags: {
    keyword: of_keyword,
    account: { ...account_flag.account, needed: false },
    new_keyword: maybe(keyword, 'the word from now on'),
    no_keyword: yes('it takes all that no keyword takes'),
  },
  examples: [
    'kituo messaging inbound-number set 15055 --account Clinic',
    'kituo messaging inbound-number set 15055 --keyword KLINIKI --new-keyword AFYA --yes --json',
  ],
  plan: async ({ asked, flags }) => {
    const found = await (await numbers()).inboundNumberCalled(asked.number, flags.keyword)
    return { steps: [`change who reads ${`${found.number} ${found.keyword}`.trim()}`] }
  },
  run: async ({ asked, flags, caller }) => {
    const { changeInboundNumber, inboundNumberCalled } = await numbers()
    const typed = flags.account as string | undefined
    const new_keyword = flags.no_keyword ? '' : flags.new_keyword
    if (typed === undefined && new_keyword === undefined)
      throw usage('missing', 'say what to change: --account, --new-keyword or --no-keyword.')
    const found = await inboundNumberCalled(asked.number, flags.keyword)
    const account = typed === undefined ? undefined : await called(typed)
    const after = await changeInboundNumber(await by(caller), found, { account, new_keyword })
    const label = `${after.number} ${after.keyword}`.trim()
    return done(`${label} is of ${after.account_name}.`, after)
  },
  view: () => null,
})

const inboundRemove = command('messaging inbound-number remove', {
  says: 'Takes a number from its account; what is written there is nobody’s then.',
  class: 'M',
  permission: 'gateway:manage',
  confirm: 'C1',
  asks: { number },
  flags: { keyword: of_keyword },
  examples: [
    'kituo messaging inbound-number remove 15055',
    'kituo messaging inbound-number remove 15055 --keyword KLINIKI --yes --json',
  ],
  plan: async ({ asked, flags }) => {
    const found = await (await numbers()).inboundNumberCalled(asked.number, flags.keyword)
    return { steps: [`take ${`${found.number} ${found.keyword}`.trim()} away`] }
  },
  run: async ({ asked, flags, caller }) => {
    const { inboundNumberCalled, removeInboundNumber } = await numbers()
    const found = await inboundNumberCalled(asked.number, flags.keyword)
    await removeInboundNumber(await by(caller), found)
    const { id: gone, number: digits, keyword: key } = found
    return done(`${`${digits} ${key}`.trim()} is nobody’s.`, {
      id: gone,
      number: digits,
      keyword: key,
    })
  },
  view: () => null,
})

export const commands = [list, match, discard, inboundList, inboundAdd, inboundSet, inboundRemove]
