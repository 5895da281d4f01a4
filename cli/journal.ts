// Work of several steps that was not finished (OPS-73).

import type { Journal } from '../db/deployment/journal.ts'
import { opened } from './backup-frame.ts'
import { text } from '../db/configuration/kinds.ts'
import { command, done, word } from './command.ts'
import { tableOf } from './lists.ts'

const list = command('journal list', {
  says: 'Prints work of several steps that was not finished, and how it goes on.',
  class: 'R',
  needs: 'any_schema',
  about: 'deployment',
  permission: 'system:read',
  examples: ['kituo journal list', 'kituo journal list --json'],
  run: async (frame) => {
    const { openJournals } = await import('../db/deployment/journal.ts')
    const found = openJournals(opened(frame).root)
    return done(
      found.length === 0 ? 'Nothing is unfinished.' : `${found.length} unfinished.`,
      found,
      {
        total: found.length,
        next: found
          .filter(({ kind }) => kind === 'move')
          .flatMap(({ move }) => [
            `kituo database move --to ${move?.to} --reason …`,
            'kituo database move --abort --reason …',
          ]),
      },
    )
  },
  view: tableOf<Journal>(
    ['Kind', (row) => row.kind],
    ['Reached', (row) => row.phase],
    ['Generation', (row) => row.generation],
    ['Since', (row, page) => page.time(row.started_at)],
    ['By', (row) => row.by],
  ),
})

const show = command('journal show', {
  says: 'Prints one piece of unfinished work: what it is, and how far it came.',
  class: 'R',
  needs: 'any_schema',
  about: 'deployment',
  permission: 'system:read',
  asks: { id: word(text('the id of a journal', /^[0-9a-f-]{36}$/), 'which') },
  examples: [
    'kituo journal show 0199c0de-0000-7000-8000-000000000001',
    'kituo journal show 0199c0de-0000-7000-8000-000000000001 --json',
  ],
  run: async (frame) => {
    const { openJournals } = await import('../db/deployment/journal.ts')
    const { noneCalled } = await import('../db/refusal.ts')
    const { id } = frame.asked
    const found = openJournals(opened(frame).root).find((one) => one.id === id)
    if (found === undefined) throw noneCalled('journal', id)
    return done('', found)
  },
})

export const commands = [list, show]
