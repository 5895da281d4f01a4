// Where messages go: operators with their prefixes, links with their log, and trying them.

import { asRows, because, column, type Tab, text, when } from '../../screens.ts'

export const operators: Tab = {
  name: 'Operators',
  words: ['messaging', 'operator', 'list'],
  rows: asRows,
  id: (row) => text(row, 'code'),
  columns: [
    column('Operator', 'name', 12),
    column('State', 'status', 7, { must: true }),
    column('Per second', (row) => row['throughput_per_second'] ?? 'as links', 10, { right: true }),
    column('Waiting', 'waiting', 8, { right: true }),
    column('Prefixes', (row) => (row['prefixes'] as string[] | undefined)?.join(' '), 18),
    column('Pays back', 'refunds', 20, { wide: true }),
  ],
  opens: (row) => ['messaging', 'prefix', 'list', '--operator', text(row, 'code')],
  acts: [
    {
      key: 'p',
      says: 'pause',
      of: 'row',
      asks: because,
      words: (row, { reason = '' }) => [
        'messaging',
        'operator',
        'pause',
        text(row, 'code'),
        '--reason',
        reason,
      ],
    },
    {
      key: 'r',
      says: 'resume',
      of: 'row',
      words: (row) => ['messaging', 'operator', 'resume', text(row, 'code')],
    },
    {
      key: 'w',
      says: 'routes',
      of: 'list',
      looks: true,
      words: () => ['messaging', 'route', 'list'],
    },
    {
      key: 'l',
      says: 'look a number up',
      of: 'list',
      looks: true,
      asks: [{ name: 'phone', says: 'Number' }],
      words: (_row, { phone = '' }) => ['messaging', 'lookup', phone],
    },
  ],
}

const of_link = (verb: string) => (row: Parameters<typeof text>[0]) => [
  'messaging',
  'link',
  verb,
  text(row, 'code'),
]

export const links: Tab = {
  name: 'Links',
  words: ['messaging', 'link', 'list'],
  rows: asRows,
  id: (row) => text(row, 'id'),
  columns: [
    column('Link', 'code', 16),
    column('Kind', 'kind', 9),
    column('State', 'state', 10, { must: true }),
    column('Per second', 'throughput_per_second', 10, { right: true }),
    column('Serves', 'operators', 22),
    column('Since', (row) => when(row['state_since']), 16, { wide: true }),
    column('Last error', 'last_error', 24, { wide: true }),
  ],
  opens: of_link('show'),
  acts: [
    { key: 'r', says: 'start', of: 'row', words: of_link('start') },
    {
      key: 'p',
      says: 'stop',
      of: 'row',
      asks: because,
      words: (row, { reason = '' }) => [...of_link('stop')(row), '--reason', reason],
    },
    { key: 't', says: 'test bind', of: 'row', looks: true, words: of_link('test') },
    { key: 'l', says: 'log', of: 'row', looks: true, words: of_link('log') },
  ],
}
