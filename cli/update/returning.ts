// What an update that goes back asks of the program that comes back, for its own data (OPS-170). Nobody types these.

import { instant, text, whole } from '../../db/appliance/configuration/kinds.ts'
import { opened } from '../backup/frame.ts'
import { command, done, word, yes } from '../frame/grammar/command.ts'

const by = word(text('words', /^[^\0]{1,300}$/), 'who asked for it')

const back = command('update return', {
  says: 'Makes the data from before an update live again, and settles in them what was done since.',
  class: 'X',
  transaction: 'rule',
  about: 'deployment',
  needs: 'any_schema',
  permission: 'update:apply',
  hidden: true,
  exits: [13],
  flags: { to: word(whole(1, 9999), 'the number of a generation'), by },
  examples: [
    'kituo update return --to 3 --by cli:root@hms1',
    'kituo update return --to 3 --by cli:root@hms1 --json',
  ],
  plan: async ({ flags }) => ({ steps: [`make generation ${flags.to} live again`] }),
  run: async (frame) => {
    const { rollBack } = await import('../../db/appliance/deployment/rollback.ts')
    const { to, by } = frame.flags
    await rollBack(opened(frame), by, undefined, to)
    return done(`Generation ${to} is live again.`, { generation: to })
  },
  view: () => null,
})

const left = command('update left', {
  says: 'Writes down that the data of a newer program were left.',
  class: 'M',
  transaction: 'rule',
  about: 'deployment',
  permission: 'update:apply',
  hidden: true,
  flags: {
    since: word(instant(), 'since when they had been live'),
    lost: yes('people had worked on them: nothing leaves until somebody has looked'),
    by,
  },
  examples: [
    'kituo update left --since 2026-03-31T02:00:00.000Z --by cli:root@hms1',
    'kituo update left --since 2026-03-31T02:00:00.000Z --by cli:root@hms1 --lost',
  ],
  plan: async () => ({ steps: ['write down which data were left'] }),
  run: async ({ flags }) => {
    const { noteLeft } = await import('../../db/appliance/deployment/rollback.ts')
    await noteLeft(flags.by, flags.since, flags.lost)
    return done('It is written down.', null)
  },
  view: () => null,
})

export const commands = [back, left]
