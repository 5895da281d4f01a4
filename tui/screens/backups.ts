// 7 Backups: what there is, how far each was proved, and the way back.

import type { Document } from '../../db/appliance/deployment/line.ts'
import {
  ago,
  asRows,
  because,
  column,
  type Consequence,
  maybe_because,
  type Row,
  type Screen,
  soon,
  text,
  when,
  words,
} from '../screens.ts'
import { type Line, line } from '../text.ts'

const size = (bytes: unknown): string =>
  typeof bytes === 'number' ? `${Math.max(1, Math.round(bytes / 1024 ** 2))} MB` : ''

const kept = (row: Readonly<Record<string, unknown>>): string => {
  const keep = row['kept'] ?? row['keep']
  return Array.isArray(keep) ? keep.map(words).join(', ') : words(keep)
}

const none_lost = 'Nothing that was entered since would be lost.'
const waits = 'Looking what would be lost …'

/** What a way back would lose stands in its dialog before anybody is asked why. */
const lossOf = (row: Row): Consequence => ({
  words: () => ['backup', 'restore-plan', text(row, 'name')],
  waits,
  says: (data) => lossSaid(asRows(data['loss'])),
})

const lossOfGeneration = (): Consequence => ({
  words: () => ['generation', 'loss'],
  waits,
  says: (data) => lossSaid(asRows(data['loss'])),
})

function lossSaid(loss: readonly Row[]): string[] {
  if (loss.length === 0) return [none_lost]
  const said = loss.map(
    (one) =>
      `${text(one, 'new')} new and ${text(one, 'changed')} changed ${text(one, 'table').replaceAll('_', ' ')}`,
  )
  return [`It would lose ${said.join(', ')}.`]
}

/** Where they lie, and when somebody last proved that they can be opened. */
function head([, keys, repositories]: readonly (Document | null)[]): Line[] {
  const places = asRows(repositories?.data).map((row) => {
    if (row['silent_since'] !== null && row['silent_since'] !== undefined) {
      return `! ${text(row, 'name')} says nothing since ${ago(row['silent_since'])}`
    }
    const newest = ago(row['last_made_at'])
    return `${text(row, 'name')} x ${text(row, 'backups')}${newest === '' ? '' : `, newest ${newest} ago`}`
  })
  const proofs = asRows(keys?.data)
    .map((row) => text(row, 'last_proved_at'))
    .toSorted()
  const proved = ago(proofs.at(-1))
  return [
    line(
      ` ${places.join('   ')}   ${proved === '' ? '! no key was proved' : `key proved ${proved} ago`}`,
    ),
  ]
}

export const backups: Screen = {
  key: '7',
  name: 'backups',
  title: 'Backups',
  permission: 'system:read',
  tabs: [
    {
      name: 'Backups',
      words: ['backup', 'list'],
      rows: (data) => asRows(data).toReversed(),
      id: (row) => text(row, 'name'),
      columns: [
        column('Name', 'name', 30),
        column('Made', (row) => soon(row['at']), 11),
        column('Size', (row) => size(row['bytes']), 7, { right: true }),
        column('Level', 'level', 7),
        column('Kept as', kept, 14),
      ],
      beside: [
        ['backup', 'key', 'list'],
        ['backup', 'repository', 'list'],
      ],
      head,
      opens: (row) => ['backup', 'show', text(row, 'name')],
      acts: [
        {
          key: 'b',
          says: 'back up',
          of: 'list',
          asks: maybe_because,
          words: (_row, { reason }) => [
            'backup',
            'create',
            ...(reason === undefined || reason === '' ? [] : ['--reason', reason]),
          ],
        },
        {
          key: 'v',
          says: 'verify',
          of: 'row',
          looks: true,
          words: (row) => ['backup', 'verify', text(row, 'name')],
        },
        {
          key: 'i',
          says: 'check',
          of: 'row',
          looks: true,
          words: (row) => ['backup', 'check', text(row, 'name')],
        },
        {
          key: 'R',
          says: 'restore',
          of: 'row',
          impact: lossOf,
          asks: because,
          undo: 'B on Generations: what was live still stands',
          words: (row, { reason = '' }) => [
            'backup',
            'restore',
            text(row, 'name'),
            '--reason',
            reason,
          ],
        },
        {
          key: 'd',
          says: 'drill',
          of: 'row',
          looks: true,
          words: (row) => ['backup', 'drill', text(row, 'name')],
        },
        {
          key: 'e',
          says: 'entry sheets of what a restore loses',
          of: 'row',
          looks: true,
          asks: [{ name: 'folder', says: 'Folder', value: () => 'entry-sheets' }],
          words: (row, { folder = '' }) => [
            'backup',
            'restore',
            text(row, 'name'),
            '--loss-out',
            folder,
            '--dry-run',
          ],
        },
        { key: 'P', says: 'prune', of: 'list', words: () => ['backup', 'prune'] },
      ],
    },
    {
      name: 'Keys',
      words: ['backup', 'key', 'list'],
      rows: asRows,
      id: (row) => text(row, 'id'),
      columns: [
        column('Kind', 'kind', 12),
        column('Label', 'label', 24),
        column('Print', 'fingerprint', 10),
        column('Made', (row) => when(row['made_at']), 16),
        column('Proved', (row) => when(row['last_proved_at']) || 'never', 16),
      ],
      acts: [
        {
          key: 'n',
          says: 'new recovery words',
          of: 'list',
          once: true,
          words: () => ['backup', 'key', 'add', 'recovery'],
        },
      ],
    },
    {
      name: 'Generations',
      words: ['generation', 'list'],
      rows: (data) => asRows(data).toReversed(),
      id: (row) => text(row, 'number'),
      columns: [
        column('Number', 'number', 6, { right: true }),
        column('State', 'state', 10, { must: true }),
        column('Made by', 'made_by', 10),
        column('Made', (row) => when(row['at']), 16),
        column('Schema', 'schema', 6, { right: true }),
        column('Size', (row) => size(row['bytes']), 8, { right: true }),
      ],
      opens: (row) => ['generation', 'show', text(row, 'number')],
      acts: [
        {
          key: 'B',
          says: 'back to the one before',
          of: 'list',
          impact: lossOfGeneration,
          asks: because,
          undo: 'B again',
          words: (_row, { reason = '' }) => ['generation', 'rollback', '--reason', reason],
        },
        {
          key: 'D',
          says: 'remove',
          of: 'row',
          words: (row) => ['generation', 'remove', text(row, 'number')],
        },
      ],
    },
    {
      name: 'Repositories',
      words: ['backup', 'repository', 'list'],
      rows: asRows,
      id: (row) => text(row, 'name'),
      columns: [
        column('Name', 'name', 12),
        column('Path', 'path', 28),
        column('Backups', 'backups', 7, { right: true }),
        column('Free', (row) => size(row['free']), 10, { right: true }),
        column('Last', (row) => when(row['last_made_at']) || 'never', 16),
      ],
      acts: [
        {
          key: 'm',
          says: 'mirror to it',
          of: 'row',
          words: (row) => ['backup', 'copy', text(row, 'name')],
        },
        {
          key: 'u',
          says: 'unlock',
          of: 'row',
          words: (row) => ['backup', 'repository', 'unlock', text(row, 'name')],
        },
      ],
    },
  ],
}
