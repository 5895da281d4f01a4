// 8 Year close (accounting 8.3): the years and their closing, the months, the proofs, the bank.

import type { Document } from '../../db/appliance/deployment/line.ts'
import { ascii as plain_strokes, boxed, drawn } from '../box.ts'
import {
  asRows,
  because,
  column,
  figure,
  type Row,
  rowsAt,
  type Screen,
  type Tab,
  text,
} from '../screens.ts'
import { type Line, line, span } from '../text.ts'

const accepted = ({ accept = '' }: Readonly<Record<string, string>>): string[] =>
  accept.trim() === '' ? [] : ['--accept', accept.trim()]

const year: Tab = {
  name: 'Year',
  words: ['fiscal-year', 'list'],
  rows: asRows,
  id: (row) => text(row, 'id'),
  columns: [
    column('Year', 'name', 12),
    column('From', 'starts_on', 10),
    column('To', 'ends_on', 10),
    column('State', 'status', 10, { must: true }),
    column('Result', figure('result'), 16, { right: true }),
    column('Certificate', 'certificate_number', 18, { wide: true }),
  ],
  opens: (row) => ['fiscal-year', 'close', text(row, 'name'), '--dry-run'],
  acts: [
    {
      key: 'd',
      says: 'what closing would do',
      of: 'row',
      looks: true,
      words: (row) => ['fiscal-year', 'close', text(row, 'name'), '--dry-run'],
    },
    {
      key: 'C',
      says: 'close',
      of: 'row',
      undo: 'O, reopen',
      asks: [{ name: 'accept', says: 'Warnings', optional: true }],
      words: (row, said) => ['fiscal-year', 'close', text(row, 'name'), ...accepted(said)],
      planned: (row, data, said) => {
        const name = text(row, 'name')
        const plan = text(data, 'plan')
        const total = (data['total'] ?? {}) as Row
        return {
          steps: [
            `close ${name} by the plan ${plan.slice(0, 12)}: surplus ${figure('surplus')(total)}`,
            'lock its days, make a backup and the certificate',
          ],
          type: name,
          words: ['fiscal-year', 'close', name, '--plan', plan, ...accepted(said)],
        }
      },
    },
    {
      key: 'O',
      says: 'reopen',
      of: 'row',
      asks: because,
      undo: 'C, close',
      words: (row, { reason = '' }) => [
        'fiscal-year',
        'reopen',
        text(row, 'name'),
        '--reason',
        reason,
      ],
    },
    {
      key: 'A',
      says: 'approve',
      of: 'row',
      words: (row) => ['fiscal-year', 'approve', text(row, 'name')],
    },
    {
      key: 'w',
      says: 'withdraw what was asked',
      of: 'row',
      words: (row) => ['fiscal-year', 'withdraw', text(row, 'name')],
    },
    {
      key: 'v',
      says: 'certificate',
      of: 'row',
      looks: true,
      asks: [{ name: 'file', says: 'File to write' }],
      words: (row, { file = '' }) => [
        'fiscal-year',
        'certificate',
        text(row, 'name'),
        '--out',
        file,
      ],
    },
  ],
}

/** What stands in the way of the year that is chosen: what Enter lists, and f mends. */
const checks: Tab = {
  name: 'Checks',
  words: ['fiscal-year', 'list'],
  of: { tab: 'Year', words: (row) => ['fiscal-year', 'close', text(row, 'name'), '--dry-run'] },
  every_ms: 60_000,
  rows: (data) => [
    ...rowsAt('checks')(data),
    ...rowsAt('warnings')(data).map((row) => ({ ...row, state: 'WARN' })),
  ],
  id: (row) => text(row, 'code'),
  columns: [
    column('', (row) => ({ OK: 'OK', FAIL: 'X', WARN: '!' })[text(row, 'state')] ?? '~', 2),
    column('Check', 'code', 5),
    column('What', 'message', 30),
    column('Count', figure('count'), 8, { right: true }),
  ],
  head: ([plan]) => planned((plan?.data ?? {}) as Row),
  page: (row) => [
    text(row, 'message'),
    '',
    ...asRows(row['records']).map((one) => `${text(one, 'kind')}  ${text(one, 'reference')}`),
    ...(asRows(row['records']).length === 0 ? ['It names no records.'] : []),
  ],
  acts: [
    {
      key: 'f',
      says: 'what mends it',
      of: 'row',
      looks: true,
      words: mending,
      page: (row) => [text(row, 'message'), '', text(row, 'fix') || 'Nothing is in the way here.'],
    },
  ],
}

/** As it would be typed; some mends are no command, and some want a name first. */
function mending(row: Row): readonly string[] {
  const command = /^kituo ([^<]+)$/.exec(text(row, 'fix'))?.[1]
  return command === undefined ? ['books', 'drafts'] : command.trim().split(' ')
}

function planned(plan: Row): Line[] {
  const year = (plan['fiscal_year'] ?? {}) as Row
  if (text(year, 'name') === '') return []
  const branches = asRows(plan['branches']).map((row) =>
    line(
      `   ${text(row, 'name').padEnd(16)} ${figure('income')(row).padStart(16)} ${figure('expense')(row).padStart(16)} ${figure('surplus')(row).padStart(16)}`,
    ),
  )
  const total = (plan['total'] ?? {}) as Row
  const ready = plan['ready'] === true
  return [
    line(
      ` Fiscal year ${text(year, 'name')}   ${text(year, 'starts_on')} to ${text(year, 'ends_on')}   ${text(year, 'status')}   entries ${figure('entries')(plan)}`,
    ),
    ...branches.slice(0, 4),
    line(
      ` ${ready ? 'OK ready' : '! something is in the way'}   surplus ${figure('surplus')(total)}   plan ${text(plan, 'plan').slice(0, 12)}`,
      ready ? 'green' : 'yellow',
    ),
  ]
}

const standing = (row: Row, state: string): string =>
  asRows(row['checks'])
    .filter((check) => check['state'] === state)
    .map((check) => `${text(check, 'code').toLowerCase()} ${text(check, 'count')}`)
    .join(', ')

/** Who can mend what stands in the way. */
const mends = (row: Row): string =>
  [
    ...new Set(
      asRows(row['checks'])
        .filter((check) => check['state'] !== 'OK')
        .map((check) => text(check, 'owner_permission')),
    ),
  ].join(', ')

const month: Tab = {
  name: 'Month',
  words: ['periods', 'list'],
  rows: (data) => asRows(data).toReversed(),
  id: (row) => text(row, 'id'),
  columns: [
    column('Month', 'id', 8),
    column('State', 'status', 7, { must: true }),
    column('Entries', figure('entries'), 8, { right: true }),
    column('In the way', (row) => standing(row, 'BLOCK'), 14),
    column('To look at', (row) => standing(row, 'WARN'), 24),
    column('Who mends it', mends, 30, { wide: true }),
  ],
  acts: [
    {
      key: 'C',
      says: 'lock',
      of: 'row',
      undo: 'O, reopen',
      words: (row) => ['periods', 'close', text(row, 'id')],
    },
    {
      key: 'O',
      says: 'reopen',
      of: 'row',
      asks: because,
      undo: 'C, lock',
      words: (row, { reason = '' }) => ['periods', 'reopen', text(row, 'id'), '--reason', reason],
    },
  ],
}

/** Green is only what was proved; where nobody answered nothing is said of the books. */
function verdictOf(facts: Row): Line {
  const checks = asRows(facts['checks'])
  const bad = checks.find((row) => row['state'] === 'FAILED')
  if (bad !== undefined) {
    return line(` X  ${text(bad, 'id')} ${text(bad, 'title')}: ${text(bad, 'first')}`, 'red')
  }
  return checks.some((row) => row['state'] === 'OK')
    ? line(` OK the books hold, chain to ${text(facts, 'chain_to')}`, 'green')
    : line(' ~  nothing was proved', 'yellow')
}

function light(documents: readonly (Document | null)[], width: number, is_ascii: boolean): Line[] {
  const [proof, drafts, shifts, lines, filings] = documents
  const facts = (proof?.data ?? {}) as Row
  const verdict = verdictOf(facts)
  const figure = (
    name: string,
    document: Document | null | undefined,
    counts: (row: Row) => boolean = () => true,
  ): Line => {
    const n = Array.isArray(document?.data) ? asRows(document.data).filter(counts).length : null
    const mark =
      n === null ? span(' ~  ', 'yellow') : n === 0 ? span(' OK ', 'green') : span(' !  ', 'yellow')
    return [mark, span(`${name} `), span(n === null ? '?' : String(n), 'bold')]
  }
  return boxed(
    'Books',
    [
      [...verdict, span(`   head ${text(facts, 'head').slice(0, 12)}`, 'dim')],
      [
        ...figure('drafts', drafts),
        ...figure('open shifts', shifts),
        ...figure('not matched', lines),
        ...figure('returns overdue', filings, (row) => row['overdue'] === true),
      ],
    ],
    width,
    is_ascii ? plain_strokes : drawn,
  )
}

const books: Tab = {
  name: 'Books',
  words: ['books', 'verify', '--quick'],
  rows: rowsAt('checks'),
  id: (row) => text(row, 'id'),
  columns: [
    column('', (row) => (row['state'] === 'OK' ? 'OK' : row['state'] === 'FAILED' ? 'X' : '~'), 2),
    column('Check', 'id', 9),
    column('What', 'title', 36),
    column('Checked', figure('checked'), 10, { right: true }),
    column('Of', 'of', 12, { wide: true }),
    column('Failed', 'failed', 7, { right: true }),
  ],
  // A proof of the books costs more than a look: Ctrl-R proves at once.
  every_ms: 60_000,
  beside: [
    ['books', 'drafts'],
    ['shifts', 'list', '--open'],
    ['statements', 'list', '--open'],
    ['filings', 'list', '--due'],
  ],
  head: light,
  opens: (row) => ['books', 'verify', '--only', text(row, 'id')],
  acts: [
    { key: 'v', says: 'verify whole', of: 'list', looks: true, words: () => ['books', 'verify'] },
    { key: 'd', says: 'drafts', of: 'list', looks: true, words: () => ['books', 'drafts'] },
    {
      key: 's',
      says: 'open shifts',
      of: 'list',
      looks: true,
      words: () => ['shifts', 'list', '--open'],
    },
    {
      key: 'f',
      says: 'returns due',
      of: 'list',
      looks: true,
      words: () => ['filings', 'list', '--due'],
    },
    {
      key: 'b',
      says: 'trial balance',
      of: 'list',
      looks: true,
      words: () => ['books', 'trial-balance'],
    },
  ],
}

const bank: Tab = {
  name: 'Bank',
  words: ['statements', 'list', '--open'],
  rows: asRows,
  id: (row) => text(row, 'id'),
  columns: [
    column('Text', 'description', 32),
    column('Day', 'value_date', 10),
    column('Amount', figure('amount'), 14, { right: true }),
    column('Reference', 'bank_reference', 14),
  ],
  acts: [
    {
      key: 'i',
      says: 'bring in a statement',
      of: 'list',
      asks: [
        { name: 'account', says: 'Account' },
        { name: 'file', says: 'File' },
        { name: 'format', says: 'Format', value: () => 'csv' },
      ],
      words: (_row, { account = '', file = '', format = '' }) => [
        'statements',
        'import',
        account,
        file,
        '--format',
        format,
      ],
    },
  ],
}

export const year_close: Screen = {
  key: '8',
  name: 'year-close',
  title: 'Year close',
  permission: 'fiscalyear:read',
  tabs: [year, month, books, bank, checks],
}
