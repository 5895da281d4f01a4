// Who sends: accounts, their sender IDs to review, and their money.

import { asRows, because, column, type Row, type Tab, text, when } from '../../screens.ts'

export const accounts: Tab = {
  name: 'Accounts',
  words: ['messaging', 'account', 'list'],
  rows: asRows,
  id: (row) => text(row, 'id'),
  columns: [
    column('Account', 'name', 24),
    column('Business', 'business_name', 20),
    column('Billing', 'billing', 9, { wide: true }),
    column('Balance', (row) => `${text(row, 'currency')} ${text(row, 'balance')}`, 14, {
      right: true,
    }),
    column('State', stateOf, 9, { must: true }),
    column('Waiting', 'waiting', 8, { right: true }),
  ],
  opens: (row) => ['messaging', 'account', 'show', text(row, 'name')],
  acts: [
    {
      key: 'p',
      says: 'pause',
      of: 'row',
      asks: because,
      words: (row, { reason = '' }) => [
        'messaging',
        'account',
        'pause',
        text(row, 'name'),
        '--reason',
        reason,
      ],
    },
    {
      key: 'r',
      says: 'resume',
      of: 'row',
      words: (row) => ['messaging', 'account', 'resume', text(row, 'name')],
    },
    {
      key: 'w',
      says: 'keys',
      of: 'row',
      looks: true,
      words: (row) => ['messaging', 'key', 'list', '--account', text(row, 'name')],
    },
    {
      key: 'e',
      says: 'entries',
      of: 'row',
      looks: true,
      words: (row) => [
        'messaging',
        'wallet',
        'statement',
        '--account',
        text(row, 'name'),
        '--limit',
        '200',
      ],
    },
    {
      key: 'n',
      says: 'new key',
      of: 'row',
      once: true,
      asks: [
        { name: 'name', says: 'What for' },
        { name: 'mode', says: 'Mode', value: () => 'test' },
      ],
      words: (row, { name = '', mode = 'test' }) => [
        'messaging',
        'key',
        'create',
        '--account',
        text(row, 'name'),
        '--name',
        name,
        '--mode',
        mode,
      ],
    },
  ],
}

function stateOf(row: Row): string {
  if (row['paused'] === true) return 'paused'
  if (row['provisioned'] === false) return 'no firm !'
  return row['low'] === true ? 'low !' : 'OK'
}

const operatorsOf = (row: Row): string =>
  asRows(row['operators'])
    .map((one) => {
      const submitted = text(one, 'status') === 'pending' && text(one, 'submitted_at') !== ''
      return `${text(one, 'operator')} ${submitted ? 'submitted' : text(one, 'status')}`
    })
    .join(', ')

const operator = { name: 'operator', says: 'Operator; empty is all', optional: true } as const

const at = (code: string | undefined): string[] =>
  code === undefined || code.trim() === '' ? [] : ['--operator', code.trim()]

export const senders: Tab = {
  name: 'Senders',
  words: ['messaging', 'sender', 'list'],
  rows: asRows,
  id: (row) => text(row, 'id'),
  columns: [
    column('Sender', 'sender_id', 12),
    column('Account', 'account_name', 22),
    column('State', 'status', 9, { must: true }),
    column('Operators', operatorsOf, 26),
    column('Papers', 'documents', 6, { right: true, wide: true }),
    column('Also held by', 'collisions', 20, { wide: true }),
  ],
  opens: (row) => ['messaging', 'sender', 'show', text(row, 'id')],
  acts: [
    {
      key: 's',
      says: 'submit',
      of: 'row',
      asks: [operator],
      words: (row, said) => [
        'messaging',
        'sender',
        'submit',
        text(row, 'id'),
        ...at(said['operator']),
      ],
    },
    {
      key: 'a',
      says: 'approve',
      of: 'row',
      asks: [operator],
      words: (row, said) => [
        'messaging',
        'sender',
        'approve',
        text(row, 'id'),
        ...at(said['operator']),
      ],
    },
    {
      key: 'X',
      says: 'reject',
      of: 'row',
      asks: [...because, operator],
      words: (row, { reason = '', operator: code }) => [
        'messaging',
        'sender',
        'reject',
        text(row, 'id'),
        '--reason',
        reason,
        ...at(code),
      ],
    },
  ],
}

export const wallets: Tab = {
  name: 'Wallets',
  title: 'Top-ups to confirm',
  words: ['messaging', 'topup', 'list', '--state', 'pending', '--limit', '200'],
  rows: asRows,
  id: (row) => text(row, 'id'),
  columns: [
    column('Account', 'account_name', 24),
    column('Amount', (row) => `${text(row, 'currency')} ${text(row, 'amount')}`, 16, {
      right: true,
    }),
    column('How', 'method', 14),
    column('Payment', 'payment_reference', 16),
    column('Asked', (row) => when(row['created_at']), 16, { wide: true }),
  ],
  opens: (row) => ['messaging', 'wallet', 'statement', '--account', text(row, 'account_name')],
  acts: [
    {
      key: 'a',
      says: 'confirm',
      of: 'row',
      words: (row) => ['messaging', 'topup', 'confirm', text(row, 'id')],
    },
    {
      key: 'X',
      says: 'reject',
      of: 'row',
      asks: because,
      words: (row, { reason = '' }) => [
        'messaging',
        'topup',
        'reject',
        text(row, 'id'),
        '--reason',
        reason,
      ],
    },
    {
      key: 'v',
      says: 'prove',
      of: 'list',
      looks: true,
      words: () => ['messaging', 'wallet', 'prove'],
    },
  ],
}
