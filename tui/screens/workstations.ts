// 3 Workstations: which machines may sign people in, the codes that are out, the authority.

import {
  asRows,
  because,
  column,
  type Row,
  type Screen,
  type Sheet,
  text,
  when,
} from '../screens.ts'

export const workstations: Screen = {
  key: '3',
  name: 'workstations',
  title: 'Workstations',
  permission: 'device:read',
  tabs: [
    {
      name: 'Workstations',
      words: ['device', 'list'],
      rows: asRows,
      id: (row) => text(row, 'id'),
      columns: [
        column('Label', 'label', 22),
        column('Role', 'station_role', 12),
        column('State', 'status', 9),
        column('Lease until', (row) => when(row['lease_until']), 16),
        column('Seen', (row) => when(row['last_seen_at']) || 'never', 16),
        column('Machine', 'hostname', 14, { wide: true }),
      ],
      opens: (row) => ['device', 'show', text(row, 'label')],
      acts: [
        {
          key: 'n',
          says: 'new code',
          of: 'list',
          once: true,
          asks: [
            { name: 'label', says: 'Label' },
            { name: 'role', says: 'Station role', value: () => 'cashier' },
          ],
          words: (_row, { label = '', role = '' }) => [
            'device',
            'activate',
            '--label',
            label,
            '--role',
            role,
          ],
          sheet: pageOf,
        },
        {
          key: 'x',
          says: 'extend',
          of: 'row',
          asks: [{ name: 'days', says: 'Days', value: () => '30' }],
          words: (row, { days = '' }) => ['device', 'extend', text(row, 'label'), '--days', days],
        },
        {
          key: 'R',
          says: 'revoke',
          of: 'row',
          asks: [{ name: 'why', says: 'Why', value: () => 'LOST' }],
          words: (row, { why = '' }) => ['device', 'revoke', text(row, 'label'), '--why', why],
        },
      ],
    },
    {
      name: 'Codes',
      words: ['device', 'activations'],
      rows: asRows,
      id: (row) => text(row, 'id'),
      columns: [
        column('Label', 'label', 24),
        column('For', 'station_role', 12),
        column('State', 'status', 10),
        column('Code', (row) => `...${text(row, 'code_hint')}`, 8),
        column('Until', (row) => when(row['expires_at']), 16),
      ],
      acts: [
        {
          key: 'n',
          says: 'code anew',
          of: 'row',
          once: true,
          words: (row) => ['device', 'reissue', text(row, 'id')],
          sheet: pageOf,
        },
        {
          key: 'D',
          says: 'take the code back',
          of: 'row',
          words: (row) => ['device', 'cancel', text(row, 'id')],
        },
      ],
    },
    {
      name: 'Authorities',
      words: ['device', 'ca', 'show'],
      rows: asRows,
      id: (row) => text(row, 'serial'),
      columns: [
        column('Authority', 'subject', 40),
        column('Until', (row) => text(row, 'not_after').slice(0, 10), 10),
        column('Revoked', 'crl_entries', 8, { right: true }),
      ],
      opens: () => ['device', 'ca', 'show'],
      acts: [
        {
          key: 's',
          says: 'sheet of fingerprints',
          of: 'list',
          looks: true,
          asks: [{ name: 'out', says: 'PDF file', value: () => 'fingerprints.pdf' }],
          words: (_row, { out = '' }) => ['ca', 'sheet', '--out', out],
        },
        {
          key: 'p',
          says: 'publish the list anew',
          of: 'list',
          words: () => ['device', 'crl', 'publish'],
        },
        {
          key: 'R',
          says: 'make a new authority',
          of: 'list',
          asks: because,
          words: (_row, { reason = '' }) => ['device', 'ca', 'rotate', '--reason', reason],
        },
      ],
    },
  ],
}

/** The code goes along by itself, never in a line. */
function pageOf(made: Row): Sheet {
  const name = text(made, 'label')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
  const out = `code-${name}-${text(made, 'code_hint').toLowerCase()}.pdf`
  return {
    words: ['device', 'sheet', text(made, 'id'), '--code-file', '-', '--out', out],
    sent: { code_file: text(made, 'code') },
  }
}
