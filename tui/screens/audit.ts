// 0 Audit: what was done, by whom, the newest first.

import { dayIn } from '../../db/core/clock.ts'
import type { Document } from '../../db/appliance/deployment/line.ts'
import { asRows, column, type Row, rowsAt, type Screen, text, when } from '../screens.ts'
import { type Line, line } from '../text.ts'
import { mark } from './now.ts'

export const audit: Screen = {
  key: '0',
  name: 'audit',
  title: 'Audit',
  permission: 'audit:read',
  tabs: [
    {
      name: 'Audit',
      words: ['audit', 'search', '--limit', '200'],
      rows: asRows,
      id: (row) => text(row, 'seq'),
      columns: [
        column('Seq', 'seq', 8, { right: true }),
        column('Time', (row) => when(row['at']), 16),
        column('Who', 'user_name', 16),
        column('Action', 'action', 22),
        column('Object', 'entity_label', 20),
        column('Result', 'outcome', 9),
        column('Reason', 'reason', 24, { wide: true }),
        column('From', 'ip', 15, { wide: true }),
      ],
      beside: [['doctor', 'audit.chain', 'audit.anchor']],
      head,
      opens: (row) => ['audit', 'show', text(row, 'seq')],
      acts: [
        {
          key: 'v',
          says: 'verify the chain',
          of: 'list',
          looks: true,
          words: () => ['audit', 'verify'],
        },
        {
          key: 'x',
          says: 'export',
          of: 'list',
          asks: [
            { name: 'from', says: 'First day', value: () => `${dayIn('UTC').slice(0, 8)}01` },
            { name: 'to', says: 'Last day', value: () => dayIn('UTC') },
            { name: 'out', says: 'File', value: () => 'audit.jsonl' },
          ],
          words: (_row, { from = '', to = '', out = '' }) => [
            'audit',
            'export',
            '--from',
            from,
            '--to',
            to,
            '--out',
            out,
          ],
        },
      ],
    },
  ],
}

/** What the last proof said of the chain, and when its head was last written elsewhere. */
function head([rows, proofs]: readonly (Document | null)[]): Line[] {
  const [newest] = asRows(rows?.data)
  const found = rowsAt('findings')(proofs?.data)
  const said = (id: string, name: string): string => {
    const finding = found.find((row: Row) => text(row, 'id') === id)
    return finding === undefined
      ? `~ ${name} unknown`
      : `${mark(text(finding, 'state'))} ${name}: ${text(finding, 'message')}`
  }
  return [
    line(` ${said('audit.chain', 'chain')}   head ${text(newest ?? {}, 'hash').slice(0, 12)}`),
    line(` ${said('audit.anchor', 'anchor')}`),
  ]
}
