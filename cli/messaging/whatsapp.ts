// WhatsApp numbers of the accounts and the templates their provider approved (messaging 8, 4.20).

import { choice, text, whole } from '../../db/appliance/configuration/kinds.ts'
import type { WhatsappNumber, WhatsappTemplate } from '../../db/messaging/whatsapp/shapes.ts'
import { template_states } from '../../db/messaging/whatsapp/words.ts'
import { command, done, type Frame, maybe, maybeFile, word, yes } from '../frame/grammar/command.ts'
import { limited, onOff, tableOf } from '../frame/lists.ts'
import { by, line, name, onceView, owner, spoken, walked, whose } from './frame.ts'
import { usage } from '../frame/grammar/usage.ts'

const numbers = () => import('../../db/messaging/whatsapp/numbers.ts')
const digits = text('digits, as the provider shows them', /^\d{1,40}$/)
const number = word(text('a number, or an id', /^[0-9a-f+ -]{3,40}$/), 'the number, or its id')
const because = '--reason "handed to another firm"'

const list = command('messaging whatsapp number list', {
  says: 'Prints the WhatsApp numbers of an account; tokens are never shown.',
  class: 'R',
  permission: 'gateway:read',
  flags: { ...limited, ...whose },
  examples: [
    'kituo messaging whatsapp number list --account Duka',
    'kituo messaging whatsapp number list --account Duka --mode test --json',
  ],
  run: async ({ flags, caller }) => {
    const rules = await numbers()
    const who = await owner(caller, flags)
    return walked(flags.limit, (page) => rules.list(who, page, ''))
  },
  view: tableOf<WhatsappNumber>(
    ['Number', (row) => row.phone],
    ['Name', (row) => row.displayName],
    ['State', (row) => row.status],
    ['Default', (row) => onOff(row.isDefault)],
    ['Last error', (row) => row.lastError, 'wide'],
    ['Webhook', (row) => row.webhookUrl, 'wide'],
  ),
})

const secret = (sent: Frame['sent'], flag: 'token_file' | 'secret_file'): string => {
  const typed = sent(flag)
    ?.bytes.toString('utf8')
    .replace(/\r?\n$/, '')
  const spelt = `--${flag.replaceAll('_', '-')}`
  if (typed === undefined) throw usage('missing', `${spelt} is needed; - is standard input.`)
  if (typed === '') throw usage('value', `${spelt} is empty.`)
  return typed
}

const add = command('messaging whatsapp number add', {
  says: 'Adds a WhatsApp number of an account; its verify token is printed once.',
  class: 'M',
  permission: 'gateway:manage',
  asks: { phone: word(text('a telephone number', /^[0-9+ ]{9,20}$/), 'the number') },
  flags: {
    ...whose,
    name: word(name, 'what people see'),
    number_id: word(digits, 'its id at the provider'),
    waba_id: word(digits, 'the id of its WhatsApp business account there'),
    token_file: maybeFile('a file with the access token; - is standard input'),
    secret_file: maybeFile('a file with the app secret; - is standard input'),
    graph_url: maybe(line, 'where the provider answers'),
    per_second: maybe(whole(1, 1000), 'messages a second at most'),
    default: yes('it is used when no number is named'),
  },
  examples: [
    'kituo messaging whatsapp number add 0754000111 --account Al --name Al --number-id 9 --waba-id 2 --token-file t --secret-file s',
    'kituo messaging whatsapp number add 0754000111 --account Al --name Al --number-id 9 --waba-id 2 --token-file t --secret-file -',
  ],
  plan: async ({ asked, flags }) => ({
    steps: [`add the WhatsApp number ${asked.phone} to ${flags.account}`],
  }),
  run: async ({ asked, flags, caller, sent }) => {
    if (flags.mode === 'test')
      throw usage('value', 'test mode has a number of its own; add numbers in mode live.')
    const { create } = await numbers()
    const { NumberInput } = await import('../../db/messaging/whatsapp/shapes.ts')
    const { readStrictly } = await import('../../db/messaging/strict.ts')
    const input = readStrictly(NumberInput, {
      phone: asked.phone,
      displayName: flags.name,
      phoneNumberId: flags.number_id,
      businessAccountId: flags.waba_id,
      accessToken: secret(sent, 'token_file'),
      appSecret: secret(sent, 'secret_file'),
      ...spoken({ graphUrl: flags.graph_url, messagesPerSecond: flags.per_second }),
      ...(flags.default ? { isDefault: true } : {}),
    })
    const made = await create(await owner(caller, flags), input, '')
    const account = JSON.stringify(flags.account)
    return done('Its verify token is shown once: the provider asks for it.', made, {
      next: [`kituo messaging whatsapp number check ${made.phone} --account ${account}`],
    })
  },
  view: ({ verifyToken, webhookUrl, id: made }, page) =>
    onceView(
      'Verify token',
      verifyToken,
      [
        ['Webhook', webhookUrl],
        ['Id', made],
      ],
      page,
    ),
})

const check = command('messaging whatsapp number check', {
  says: 'Asks the provider about a number with its token, and keeps what came of it.',
  class: 'M',
  permission: 'gateway:operate',
  transaction: 'rule',
  asks: { number },
  flags: whose,
  exits: [6],
  examples: [
    'kituo messaging whatsapp number check 0754000111 --account Duka',
    'kituo messaging whatsapp number check 0754000111 --account Duka --json',
  ],
  plan: async ({ asked }) => ({ steps: [`ask the provider about ${asked.number}`] }),
  run: async ({ asked, flags, caller }) => {
    const { noteChecked, numberOf } = await numbers()
    const { within } = await import('../../db/store/connection.ts')
    const found = await within(async () => numberOf(await owner(caller, flags), asked.number))
    if (found.provider === 'simulator')
      return done('The number of test mode needs no provider.', { phone: found.phone, ok: true })
    const known = await asProvider((questions, hand) => questions.askNumber(hand, found))
    const who = await by(caller)
    if (found.status !== 'disabled') await within(() => noteChecked(who, found, known.cause))
    const data = { phone: found.phone, ...known }
    if (known.ok) return done(`The provider knows it as ${known.verified_name ?? '?'}.`, data)
    return done(`The provider did not answer for it: ${known.cause}`, data, {
      error: { code: 'link.away', mend: 'Its ids, its token, and the way to the provider.' },
    })
  },
  view: () => null,
})

type Ask = Parameters<typeof import('./hands.ts').askProvider>[0]

async function asProvider<T>(ask: (...given: Parameters<Ask>) => Promise<T>): Promise<T> {
  const { askProvider } = await import('./hands.ts')
  return askProvider(ask)
}

const turned = (verb: 'disable' | 'enable') =>
  command(`messaging whatsapp number ${verb}`, {
    says:
      verb === 'disable'
        ? 'Sends nothing more from a WhatsApp number; what waits stays.'
        : 'Lets a WhatsApp number send again.',
    class: 'M',
    permission: 'gateway:operate',
    confirm: 'C1',
    ...(verb === 'disable' ? { reason: 'must' as const } : {}),
    asks: { number },
    flags: whose,
    examples: [
      `kituo messaging whatsapp number ${verb} 0754000111 --account Duka ${because}`,
      `kituo messaging whatsapp number ${verb} 0754000111 --account Duka --yes ${because}`,
    ],
    plan: async ({ asked, flags, caller }) => {
      const { numberOf } = await numbers()
      const found = await numberOf(await owner(caller, flags), asked.number)
      return {
        steps: [`${verb} ${found.phone}, which is ${found.status}`],
        nothing: (found.status === 'disabled') === (verb === 'disable'),
      }
    },
    run: async ({ asked, flags, caller, reason }) => {
      const { numberOf, switchNumber } = await numbers()
      const who = await owner(caller, flags)
      const found = await numberOf(who, asked.number)
      const on = verb === 'enable'
      const changed = await switchNumber(await by(caller), found, on, reason)
      const said = `${on ? 'sends' : 'is disabled'}${changed ? '' : ' already'}`
      const { status, phone } = await numberOf(who, found.id)
      return done(`${phone} ${said}.`, { id: found.id, phone, status }, { changed })
    },
    view: () => null,
  })

const templateList = command('messaging whatsapp template list', {
  says: 'Prints the templates of an account as its provider last told of them.',
  class: 'R',
  permission: 'gateway:read',
  flags: {
    ...limited,
    ...whose,
    state: maybe(choice(template_states), 'only in this state'),
    language: maybe(text('a language, like sw', /^[A-Za-z_]{2,20}$/), 'only in this language'),
  },
  examples: [
    'kituo messaging whatsapp template list --account Duka',
    'kituo messaging whatsapp template list --account Duka --state APPROVED --json',
  ],
  run: async ({ flags, caller }) => {
    const rules = await import('../../db/messaging/whatsapp/templates.ts')
    const who = await owner(caller, flags)
    const filters = spoken({ status: flags.state, language: flags.language })
    return walked(flags.limit, (page) => rules.list(who, { ...page, ...filters }))
  },
  view: tableOf<WhatsappTemplate>(
    ['Name', (row) => row.name],
    ['Language', (row) => row.language],
    ['Category', (row) => row.category],
    ['State', (row) => row.status],
    ['Parameters', (row) => row.parameterCount],
    ['Told', (row, page) => page.time(row.syncedAt), 'wide'],
  ),
})

const templateSync = command('messaging whatsapp template sync', {
  says: 'Asks the provider for the templates of a number now, instead of at the next hour.',
  class: 'M',
  permission: 'gateway:operate',
  transaction: 'rule',
  flags: { ...whose, number: maybe(line, 'which number; the default one when left out') },
  exits: [6],
  examples: [
    'kituo messaging whatsapp template sync --account Duka',
    'kituo messaging whatsapp template sync --account Duka --number 0754000111 --json',
  ],
  plan: async ({ flags }) => ({ steps: [`ask for the templates of ${flags.account}`] }),
  run: async ({ flags, caller }) => {
    const { numberOf } = await numbers()
    const { within } = await import('../../db/store/connection.ts')
    const who = await owner(caller, flags)
    const found = await within(() => numberOf(who, flags.number))
    if (found.provider === 'simulator')
      return done('The templates of test mode are built in.', { phone: found.phone, templates: 0 })
    const told = await asProvider((questions, hand) => questions.askTemplates(hand, found))
    if (typeof told === 'string')
      return done(
        `The provider did not tell: ${told}`,
        { phone: found.phone, templates: 0 },
        {
          error: { code: 'link.away', mend: 'Its ids, its token, and the way to the provider.' },
        },
      )
    const rules = await import('../../db/messaging/whatsapp/templates.ts')
    const { data } = await walked(0, (page) => rules.list(who, { ...page, number: found.id }))
    return done(`${data.length} templates.`, { phone: found.phone, templates: data.length })
  },
  view: () => null,
})

export const commands = [
  add,
  check,
  list,
  turned('disable'),
  turned('enable'),
  templateList,
  templateSync,
]
