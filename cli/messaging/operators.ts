// Operators, the numbers that are theirs, and whose a number is (messaging 8, 4.6).

import { choice, text, whole } from '../../db/appliance/configuration/kinds.ts'
import {
  document_kinds,
  override_sources,
  prefix_states,
} from '../../db/messaging/routing/words.ts'
import { command, done, file, maybe, word, words } from '../frame/grammar/command.ts'
import { onOrOff, truth } from '../frame/grammar/fields.ts'
import { gathered, onOff, searched, tableOf } from '../frame/lists.ts'
import { account_flag, by, called, day_time, line, name, spoken } from './frame.ts'
import { usage } from '../frame/grammar/usage.ts'

const operators = () => import('../../db/messaging/routing/operator-care.ts')
const overrides = () => import('../../db/messaging/routing/overrides.ts')
const code = text('the code of an operator, like yas', /^[A-Za-z0-9-]{2,20}$/)
const operator = word(code, 'its code')
const phone = word(text('a telephone number', /^[0-9+ ]{9,20}$/), 'the number')
const because = '--reason "their maintenance"'

type OperatorLine = Awaited<
  ReturnType<typeof import('../../db/messaging/routing/operator-care.ts').listOperators>
>[number]

const operator_table = tableOf<OperatorLine>(
  ['Code', (row) => row.code],
  ['Name', (row) => row.name],
  ['State', (row) => row.status],
  ['Per second', (row) => row.throughput_per_second ?? 'as its links'],
  ['Approval', (row) => onOff(row.approval_required)],
  ['Waiting', (row) => row.waiting],
  ['Prefixes', (row) => row.prefixes.join(' ')],
  ['Refunds', (row) => row.refunds.join(' '), 'wide'],
)

const operatorList = command('messaging operator list', {
  says: 'Prints the operators with their state, rate and prefixes.',
  class: 'R',
  permission: 'gateway:read',
  examples: ['kituo messaging operator list', 'kituo messaging operator list --json'],
  run: async () => {
    const found = await (await operators()).listOperators()
    return done(`${found.length} operators.`, found, { total: found.length })
  },
  view: operator_table,
})

const one = async (typed: string): Promise<OperatorLine> => {
  const { listOperators, operatorCalled } = await operators()
  const { code: meant } = await operatorCalled(typed)
  return (await listOperators()).find((found) => found.code === meant) as OperatorLine
}

const operatorSet = command('messaging operator set', {
  says: 'Changes how an operator is served, and what it pays back.',
  class: 'M',
  permission: 'gateway:manage',
  asks: { operator },
  flags: {
    name: maybe(name, 'what people call it'),
    throughput: maybe(whole(0, 5000), 'segments a second over all its links; 0 as the links say'),
    approval: onOrOff('whether it approves sender IDs'),
    document: words(choice(document_kinds), 'a paper it wants with a sender ID, all of them'),
    refund_rejected: onOrOff('whether what it rejects is paid back'),
    refund_unknown: onOrOff('whether what nobody knows the end of is paid back'),
    refund_failed: onOrOff('whether what it took and failed is paid back'),
    refund_expired: onOrOff('whether what it took and let expire is paid back'),
  },
  examples: [
    'kituo messaging operator set yas --throughput 100',
    'kituo messaging operator set airtel --refund-failed on --document identity --json',
  ],
  plan: async ({ asked }) => ({ steps: [`change ${(await one(asked.operator)).name}`] }),
  run: async ({ asked, flags, caller }) => {
    const { changeOperator } = await operators()
    const changes = spoken({
      name: flags.name,
      throughput_per_second: flags.throughput === 0 ? null : flags.throughput,
      approval_required: truth(flags.approval),
      required_documents: flags.document.length === 0 ? undefined : [...flags.document],
      refund_rejected: truth(flags.refund_rejected),
      refund_unknown: truth(flags.refund_unknown),
      refund_failed: truth(flags.refund_failed),
      refund_expired: truth(flags.refund_expired),
    })
    if (Object.keys(changes).length === 0)
      throw usage('missing', 'say what to change: --name, --throughput, --approval, --document, …')
    const { changed } = await changeOperator(await by(caller), asked.operator, changes)
    const after = await one(asked.operator)
    const said = changed ? 'is changed' : 'is so already'
    return done(`${after.name} ${said}.`, after, { changed })
  },
})

const operatorHold = (verb: 'pause' | 'resume') =>
  command(`messaging operator ${verb}`, {
    says:
      verb === 'pause'
        ? 'Submits nothing more to an operator; acceptance goes on, and validity runs.'
        : 'Lets the messages to an operator go on.',
    class: 'M',
    permission: 'gateway:operate',
    confirm: 'C1',
    ...(verb === 'pause' ? { reason: 'must' as const } : {}),
    asks: { operator },
    examples: [
      `kituo messaging operator ${verb} yas ${because}`,
      `kituo messaging operator ${verb} yas --yes ${because} --json`,
    ],
    plan: async ({ asked }) => {
      const { name: label, status, waiting } = await one(asked.operator)
      return {
        steps: [`${verb} ${label}, for which ${waiting} messages wait`],
        nothing: (status === 'paused') === (verb === 'pause'),
      }
    },
    run: async ({ asked, caller, reason }) => {
      const before = await one(asked.operator)
      const said = verb === 'pause' ? 'paused' : 'running'
      if ((before.status === 'paused') === (verb === 'pause'))
        return done(`${before.name} is ${said} already.`, before, { changed: false })
      await (await operators()).moveOperator(await by(caller), before.code, verb, reason)
      return done(`${before.name} is ${said}.`, await one(before.code))
    },
    view: () => null,
  })

interface PrefixLine {
  prefix: string
  operator: string
  state: string
  note: string | null
}
const prefix_table = tableOf<PrefixLine>(
  ['Prefix', (row) => row.prefix],
  ['Numbers', (row) => `0${row.prefix}…`],
  ['Operator', (row) => row.operator],
  ['State', (row) => row.state],
  ['Note', (row) => row.note, 'wide'],
)

const prefixList = command('messaging prefix list', {
  says: 'Prints which two digits after 255 are whose.',
  class: 'R',
  permission: 'gateway:read',
  flags: {
    operator: maybe(code, 'only those of this operator'),
    state: maybe(choice(prefix_states), 'only in this state'),
  },
  examples: ['kituo messaging prefix list', 'kituo messaging prefix list --operator yas --json'],
  run: async ({ flags }) => {
    const { listPrefixes, operatorCalled } = await operators()
    const meant =
      flags.operator === undefined ? undefined : (await operatorCalled(flags.operator)).code
    const found = await listPrefixes({ operator: meant, state: flags.state })
    return done(`${found.length} prefixes.`, found, { total: found.length })
  },
  view: prefix_table,
})

const prefixSet = command('messaging prefix set', {
  says: 'Says whose two digits after 255 are, or that their numbers are refused.',
  class: 'M',
  permission: 'gateway:manage',
  confirm: 'C1',
  asks: {
    prefix: word(text('two digits, like 71', /^\d{2}$/), 'the digits after 255'),
    operator: maybe(code, 'whose they are; left out, nobody'),
  },
  flags: {
    state: maybe(choice(prefix_states), 'allocated with an operator, else unallocated'),
    note: maybe(line, 'where that is written'),
  },
  examples: [
    'kituo messaging prefix set 60 yas --note "regulator, 2027-01"',
    'kituo messaging prefix set 64 --state refused --yes --json',
  ],
  plan: async ({ asked, flags }) => ({
    steps: [
      flags.state === 'refused'
        ? `refuse every number that begins with 0${asked.prefix}`
        : `give 0${asked.prefix}… to ${asked.operator ?? 'no operator'}`,
    ],
  }),
  run: async ({ asked, flags, caller }) => {
    const { setPrefix } = await operators()
    const state = flags.state ?? (asked.operator === undefined ? 'unallocated' : 'allocated')
    if (state === 'allocated' && asked.operator === undefined)
      throw usage('missing', 'say whose it is: kituo messaging prefix set 60 yas.')
    const { line: now, changed } = await setPrefix(await by(caller), asked.prefix, {
      operator: asked.operator ?? null,
      state,
      note: flags.note,
    })
    const said = now.state === 'refused' ? 'is refused' : `is of ${now.operator}`
    return done(`0${now.prefix}… ${said}${changed ? '' : ' already'}.`, now, { changed })
  },
  view: () => null,
})

interface OverrideLine {
  phone: string
  operator: string
  source: string
  expires_at: string | null
}

const overrideList = command('messaging override list', {
  says: 'Prints the numbers that are of another operator than their prefix says.',
  class: 'R',
  permission: 'gateway:read',
  flags: {
    ...searched,
    operator: maybe(code, 'only those of this operator'),
    source: maybe(choice(override_sources), 'only what people set, or what receipts taught'),
  },
  examples: [
    'kituo messaging override list',
    'kituo messaging override list --source learned --operator airtel --json',
  ],
  run: async ({ flags: { limit, search, operator: of, source } }) => {
    const { listOverrides } = await overrides()
    const meant = of === undefined ? undefined : (await (await operators()).operatorCalled(of)).code
    return gathered(limit, (page) =>
      listOverrides({ ...page, ...spoken({ search, operator: meant, source }) }),
    )
  },
  view: tableOf<OverrideLine>(
    ['Number', (row) => row.phone],
    ['Operator', (row) => row.operator],
    ['From', (row) => row.source],
    ['Until', (row, page) => page.time(row.expires_at)],
  ),
})

const overrideSet = command('messaging override set', {
  says: 'Says of which operator a number is, whatever its prefix says.',
  class: 'M',
  permission: 'gateway:manage',
  asks: { phone, operator },
  flags: { expires: maybe(day_time, 'until when; for ever when left out') },
  examples: [
    'kituo messaging override set 0712345678 airtel',
    'kituo messaging override set 0712345678 airtel --expires 2027-12-31T00:00:00Z --json',
  ],
  plan: async ({ asked }) => ({
    steps: [`send to ${asked.phone} as to a number of ${asked.operator}`],
  }),
  run: async ({ asked, flags, caller }) => {
    const { setOverride } = await overrides()
    const about = { operator: asked.operator, expires: flags.expires }
    const made = await setOverride(await by(caller), asked.phone, about)
    return done(`${made.phone} is of ${made.operator}.`, made)
  },
  view: () => null,
})

const overrideRemove = command('messaging override remove', {
  says: 'Lets the prefix of a number count again.',
  class: 'M',
  permission: 'gateway:manage',
  confirm: 'C1',
  asks: { phone },
  examples: [
    'kituo messaging override remove 0712345678',
    'kituo messaging override remove 0712345678 --yes --json',
  ],
  plan: async ({ asked }) => ({ steps: [`forget the override of ${asked.phone}`] }),
  run: async ({ asked, caller }) => {
    const { removeOverride } = await overrides()
    const gone = await removeOverride(await by(caller), asked.phone)
    return done(`${gone} is of its prefix again.`, { phone: gone })
  },
})

const errors_shown = 20

const overrideImport = command('messaging override import', {
  says: 'Takes overrides from a file of phone,operator and perhaps a moment; wrong rows are told.',
  class: 'M',
  permission: 'gateway:manage',
  confirm: 'C1',
  asks: { file: file('the file; - is standard input') },
  exits: [20],
  examples: [
    'kituo messaging override import ./ported.csv',
    'kituo messaging override import ./ported.csv --yes --json',
  ],
  plan: async ({ asked }) => ({ steps: [`write the overrides in ${asked.file}`] }),
  run: async ({ sent, caller, warn }) => {
    const { importOverrides } = await overrides()
    const typed = sent('file')?.bytes.toString('utf8') ?? ''
    const { errors, ...found } = await importOverrides(await by(caller), typed)
    for (const { row, message } of errors.slice(0, errors_shown))
      warn('import.row', `row ${row}: ${message}`)
    return done(
      `${found.written} written, ${found.duplicates} twice, ${found.rejected} left out.`,
      found,
      { changed: found.written > 0, ...(found.rejected > 0 ? { exit: 20 } : {}) },
    )
  },
})

const lookup = command('messaging lookup', {
  says: 'Prints whose number it is, why, and over which link it is reached.',
  class: 'R',
  permission: 'gateway:read',
  asks: { phone: word(name, 'a telephone number') },
  flags: { account: { ...account_flag.account, needed: false } },
  examples: [
    'kituo messaging lookup 0712345678',
    'kituo messaging lookup +255754000111 --account Duka --json',
  ],
  run: async ({ asked, flags }) => {
    const { lookedUp } = await import('../../db/messaging/platform/lookup.ts')
    const typed = flags.account as string | undefined
    const found = await lookedUp(asked.phone, typed === undefined ? null : await called(typed))
    return done(`${found.phone} is of ${found.operator}, by its ${found.by}.`, found)
  },
})

export const commands = [
  operatorList,
  operatorSet,
  operatorHold('pause'),
  operatorHold('resume'),
  prefixList,
  prefixSet,
  overrideList,
  overrideSet,
  overrideRemove,
  overrideImport,
  lookup,
]
