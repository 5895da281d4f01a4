// One reading statement, and the file written anew.

import { text } from '../../db/appliance/configuration/kinds.ts'
import { csvLines } from '../../db/core/csv-lines.ts'
import { opened } from '../backup/frame.ts'
import { command, done, word, yes } from '../frame/grammar/command.ts'
import { table } from '../frame/page.ts'

const query = command('database query', {
  says: 'Prints what one reading statement finds; secrets, hashes and sealed values never.',
  // It is written into the audit log with its text, and so changes something (decision 0242).
  class: 'M',
  transaction: 'rule',
  about: 'deployment',
  permission: 'database:check',
  exits: [6, 14],
  asks: { query: word(text('one select', /^[^\0]{6,10000}$/), 'the statement') },
  flags: { csv: yes('as lines of CSV') },
  examples: [
    'kituo database query "select code, name from facilities"',
    'kituo database query "select status, count(*) as n from jobs group by status" --csv',
  ],
  plan: async () => ({ steps: ['read, on a connection that can change nothing'] }),
  run: async (frame) => {
    const { ask } = await import('../../db/appliance/query/ask.ts')
    const { columns, rows, cut } = await ask(opened(frame), frame.asked.query)
    if (cut) frame.warn('query.cut', `There are more than ${rows.length} rows.`)
    return done(
      `${rows.length} rows.`,
      { columns, rows, csv: frame.flags.csv },
      { total: rows.length, changed: false, ...(cut ? { exit: 20 } : {}) },
    )
  },
  view: ({ columns, rows, csv }, page) =>
    csv
      ? csvLines([columns, ...rows]).slice(0, -2)
      : table(
          rows,
          columns.map((title, index) => ({ title, of: (row: readonly unknown[]) => row[index] })),
          page,
        ),
})

const optimise = command('database optimise', {
  says: 'Refreshes what the planner knows; with --compact an SQLite file is written anew.',
  class: 'X',
  transaction: 'rule',
  about: 'deployment',
  permission: 'database:change',
  confirm: 'C1',
  exits: [5, 10, 12],
  flags: { compact: yes('writes the file anew into a generation of its own; the old is kept') },
  examples: ['kituo database optimise', 'kituo db optimise --compact --yes'],
  plan: async (frame) => ({
    steps: [
      'refresh the statistics',
      ...(frame.flags.compact && opened(frame).engine.dialect === 'sqlite'
        ? ['write the file anew, prove it table by table, make it live']
        : []),
    ],
  }),
  run: async (frame) => {
    const { compact, refreshStatistics } = await import('../../db/appliance/deployment/optimise.ts')
    const { databaseSize } = await import('../../db/hospital/office/system/checks.ts')
    const deployment = opened(frame)
    await refreshStatistics()
    const { bytes: before } = await databaseSize()
    const { generation } = deployment
    const same = { before, after: before, generation }
    if (!frame.flags.compact) return done('The statistics are fresh.', same)
    if (deployment.engine.dialect === 'postgres') {
      return done('The statistics are fresh; PostgreSQL tidies its files itself.', same)
    }
    const made = await compact(deployment, (await frame.caller()).name, (phase, at, total) =>
      frame.progress(phase, { done: at, total }),
    )
    return done(
      `From ${made.before} to ${made.after} bytes, as generation ${made.generation}.`,
      made,
    )
  },
  view: () => null,
})

export const commands = [query, optimise]
