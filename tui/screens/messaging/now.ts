// Now: the queue by operator and lane, the links, and a banner while messages go to the simulator.

import type { Document } from '../../../db/appliance/deployment/line.ts'
import { ascii as plain_strokes, boxed, drawn } from '../../box.ts'
import { asRows, because, column, type Row, rowsAt, type Tab, text } from '../../screens.ts'
import { type Line, line, span } from '../../text.ts'

export const now: Tab = {
  name: 'Now',
  words: ['messaging', 'queue', 'show'],
  rows: rowsAt('lines'),
  id: (row) => `${text(row, 'operator')} ${text(row, 'lane')} ${text(row, 'account_id')}`,
  columns: [
    column('Operator', 'operator', 12),
    column('Lane', 'lane', 14),
    column('Account', 'account_name', 20),
    column('Waiting', 'waiting', 8, { right: true }),
    column('Oldest s', 'oldest_seconds', 9, { right: true }),
    column('Left s', 'eta_seconds', 7, { right: true }),
  ],
  acts: [
    {
      key: 'p',
      says: 'pause everything',
      of: 'list',
      asks: because,
      words: (_row, { reason = '' }) => ['messaging', 'queue', 'pause', '--reason', reason],
    },
    {
      key: 'r',
      says: 'resume',
      of: 'list',
      words: () => ['messaging', 'queue', 'resume'],
    },
    {
      key: 'd',
      says: 'doctor',
      of: 'list',
      looks: true,
      words: () => ['messaging', 'doctor'],
    },
  ],
  beside: [['messaging', 'link', 'list']],
  head,
}

const links_shown = 4

function head(documents: readonly (Document | null)[], width: number, is_ascii: boolean): Line[] {
  const [queue, links] = documents
  const facts = (queue?.data ?? {}) as Row
  const ways = asRows(links?.data).filter((row) => row['enabled'] === true)
  const simulated = ways.filter(
    (row) => text(row, 'kind') === 'simulator' && text(row, 'operators') !== '',
  )
  const banner = simulated.map((row) => text(row, 'operators')).join(', ')
  const said = [
    line(
      ` ${Number(facts['waiting'] ?? 0)} wait, ${Number(facts['scheduled'] ?? 0)} are scheduled`,
    ),
    ...(facts['paused'] === true ? [line(' ! the queue is paused', 'yellow')] : []),
    ...ways.slice(0, links_shown).map(linkLine),
    ...(ways.length > links_shown ? [line(` and ${ways.length - links_shown} more`, 'dim')] : []),
  ]
  const box = boxed('Queue and links', said, width, is_ascii ? plain_strokes : drawn)
  return banner === '' ? box : [line(` ! SIMULATED: nothing reaches ${banner}`, 'yellow'), ...box]
}

const up: ReadonlySet<string> = new Set(['up', 'throttled'])

function linkLine(row: Row): Line {
  const state = text(row, 'state')
  const window = row['window_size'] === null ? '' : `, window ${text(row, 'window_size')}`
  return [
    span(up.has(state) ? ' OK ' : ' X  ', up.has(state) ? 'green' : 'red'),
    span(text(row, 'code').padEnd(14)),
    span(`${state}, ${text(row, 'throughput_per_second')} a second${window}`),
  ]
}
