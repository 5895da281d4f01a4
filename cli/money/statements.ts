// Bank statements from the command line (accounting 8.2): brought in once, whatever is sent twice.

import { choice, text } from '../../db/appliance/configuration/kinds.ts'
import type {
  StatementImport,
  StatementLine,
} from '../../db/hospital/money/accounting/bank/shapes.ts'
import { statement_formats } from '../../db/hospital/money/accounting/words.ts'
import { command, done, file, type Frame, orElse, word, yes } from '../frame/grammar/command.ts'
import { gathered, searched, tableOf } from '../frame/lists.ts'
import { amount, said, sum } from './money.ts'

interface Asked {
  account: string
  file: string
}
type Reading = Frame<Asked, { format: string }>

const list = command('statements list', {
  says: 'Prints lines of bank statements, the latest first; with --open those not matched yet.',
  class: 'R',
  reply: async () => ({
    each: (await import('../../db/hospital/money/accounting/bank/shapes.ts')).StatementLine,
  }),
  permission: 'bank:read',
  http: 'GET /api/v1/accounting/statement-lines',
  flags: { ...searched, open: yes('only lines that are not matched yet') },
  examples: ['kituo statements list --open', 'kituo statements list --search rent --json'],
  run: async ({ flags: { limit, search, open }, caller }) => {
    const by = await caller()
    const { list: lines } = await import('../../db/hospital/money/accounting/bank/statements.ts')
    const status = open ? ('NEW' as const) : undefined
    return gathered(limit, (page) => lines(by, { ...page, ...said({ search, status }) }))
  },
  view: tableOf<StatementLine>(
    ['Day', (row) => row.value_date],
    ['Amount', (row) => sum(row.amount)],
    ['Text', (row) => row.description],
    ['Reference', (row) => row.bank_reference],
    ['State', (row) => row.status],
    ['Entry', (row) => row.matched_entry_reference, 'wide'],
  ),
})

const load = command('statements import', {
  says: 'Reads a bank statement; lines that are known already are counted and left out.',
  class: 'M',
  confirm: 'C1',
  permission: 'bank:import',
  http: 'POST /api/v1/accounting/statement-imports',
  transaction: 'rule',
  asks: {
    account: word(
      text('the code of an account', /^[A-Za-z0-9.-]{1,20}$/),
      'the bank account: 1111',
    ),
    file: file('the statement; - is standard input'),
  },
  flags: { format: orElse(choice(lower(statement_formats)), 'csv', 'how the bank writes it') },
  examples: [
    'kituo statements import 1111 ./january.csv --dry-run',
    'kituo statements import 1111 ./january.xml --format camt053 --yes',
  ],
  plan: async (frame) => {
    const read = await reading(frame, true)
    return {
      steps: [
        `bring ${amount(read.new)} lines of ${daysOf(read)} into ${frame.asked.account}; ${amount(read.duplicates)} are known already`,
      ],
      nothing: read.new === 0,
    }
  },
  run: async (frame) => {
    const made = await reading(frame, false)
    return done(
      `${amount(made.new)} new lines of ${daysOf(made)}; ${amount(made.duplicates)} were known already.`,
      made,
      { changed: made.new > 0 },
    )
  },
  view: () => null,
})

function lower<const V extends string>(words: readonly V[]): readonly Lowercase<V>[] {
  return words.map((one) => one.toLowerCase() as Lowercase<V>)
}

const daysOf = ({ from, to }: StatementImport): string =>
  from === null ? 'no day' : from === to ? from : `${from} to ${to}`

async function reading(frame: Reading, is_trial: boolean): Promise<StatementImport> {
  const by = await frame.caller()
  const { booksOf } = await import('../../db/hospital/money/accounting/books.ts')
  const { bringIn } = await import('../../db/hospital/money/accounting/bank/statements.ts')
  const { noneCalled } = await import('../../db/core/refusal.ts')
  const { chart } = await booksOf(by)
  const account = chart.by_code.get(frame.asked.account)
  if (account === undefined) throw noneCalled('account', frame.asked.account)
  const sent = frame.sent('file')
  return bringIn(by, {
    file_name: sent?.name ?? 'statement',
    bytes: sent?.bytes ?? Buffer.alloc(0),
    fields: {
      bank_account_id: account.id,
      format: frame.flags.format.toUpperCase(),
      dry_run: String(is_trial),
    },
  })
}

export const commands = [list, load]
