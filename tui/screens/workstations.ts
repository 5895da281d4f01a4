// 3 Workstations: which machines may sign people in, the codes that are out, the authority.

import { clock } from '../../db/core/clock.ts'
import {
  ago,
  asRows,
  because,
  column,
  counted,
  headOf,
  type Row,
  type Screen,
  type Sheet,
  spanOf,
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
        column('Label', 'label', 16),
        column('Role', 'station_role', 12),
        column('State', 'status', 9, { must: true }),
        column('Lease', leaseOf, 12),
        column('Seen', (row) => ago(row['last_seen_at']) || 'never', 5),
        column('Address', 'last_ip', 15),
        column('Machine', 'hostname', 14, { wide: true }),
      ],
      head: (documents) => headOf(documents, statesOf),
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
          asks: [{ name: 'days', says: 'Days', value: () => '5' }, ...because],
          words: (row, { days = '', reason = '' }) => [
            'device',
            'extend',
            text(row, 'label'),
            '--days',
            days,
            '--reason',
            reason,
          ],
        },
        {
          key: 'R',
          says: 'revoke',
          of: 'row',
          asks: [{ name: 'why', says: 'Why', value: () => 'LOST' }],
          words: (row, { why = '' }) => ['device', 'revoke', text(row, 'label'), '--why', why],
        },
        {
          key: 'i',
          says: 'events',
          of: 'row',
          looks: true,
          words: (row) => ['device', 'events', text(row, 'label'), '--limit', '200'],
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
        column('State', 'status', 10, { must: true }),
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

const soon_ms = 3 * 86_400_000

/** Time that is left, with a word for it: a lease that ends soon, or is over. */
function leaseOf(row: Row): string {
  if (row['status'] === 'REVOKED') return '-'
  const left_ms = Date.parse(text(row, 'lease_until')) - clock.ms()
  if (Number.isNaN(left_ms)) return ''
  if (left_ms < 0) return `-${spanOf(left_ms)} LAPSED`
  return `${spanOf(left_ms)} ${left_ms < soon_ms ? '! soon' : 'OK'}`
}

const statesOf = (rows: readonly Row[]): string => counted(rows, (row) => text(row, 'status'))

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
