import { duration, percent, text } from '../../db/appliance/configuration/kinds.ts'
import { command, done, orElse, word } from '../frame/grammar/command.ts'
import { tableOf } from '../frame/lists.ts'
import { usage } from '../frame/grammar/usage.ts'

const restore = command('attachment restore', {
  says: 'Brings a removed file back while its bytes are kept: 90 days.',
  class: 'M',
  reply: async () => ({
    whole: (await import('../../db/hospital/office/attachments/shapes.ts')).Attachment,
  }),
  permission: 'attachment:delete',
  asks: { id: word(text('the id of a file', /^[^\s\0]{1,60}$/), 'the file, by its id') },
  examples: [
    'kituo attachment restore 0199a5c2-7d1e-7000-8000-000000000001',
    'kituo attachment restore 0199a5c2-7d1e-7000-8000-000000000001 --reason "removed by mistake"',
  ],
  plan: async ({ asked, caller }) => {
    const { attachmentRecord } = await import('../../db/hospital/office/attachments/attachments.ts')
    const { file_name, removed_at } = await attachmentRecord.get(await caller(), asked.id)
    return { steps: [`bring ${file_name} back`], nothing: removed_at === null }
  },
  run: async ({ asked, caller }) => {
    const rules = await import('../../db/hospital/office/attachments/removal.ts')
    const back = await rules.restore(await caller(), asked.id)
    return done(`${back.file_name} is back.`, back)
  },
})

const check = command('attachment check', {
  says: 'Looks for every file that a record names, and reads some of them.',
  class: 'R',
  about: 'deployment',
  permission: 'database:check',
  exits: [10],
  flags: {
    sample: orElse(percent(0), '10%', 'of a hundred files, so many are read and reckoned'),
  },
  examples: ['kituo attachment check', 'kituo attachment check --sample 100% --json'],
  run: async ({ flags: { sample }, progress, signal }) => {
    const { proveFiles } = await import('../../db/hospital/office/attachments/proof.ts')
    const proof = await proveFiles(
      { sample },
      (count) => progress('files', { done: count }),
      signal,
    )
    const wrong = proof.missing.length + proof.damaged.length
    return wrong === 0
      ? done(`${proof.count} files are there; ${proof.read} were read.`, proof)
      : done(
          `${proof.missing.length} files are missing, ${proof.damaged.length} are damaged.`,
          proof,
          {
            error: {
              code: 'integrity.attachments',
              command: 'kituo backup restore latest --only attachments',
            },
          },
        )
  },
  view: ({ missing, damaged }, page) =>
    tableOf<{ file_name: string; uploaded_at: string; sha256: string; is: string }>(
      ['File', (row) => row.file_name],
      ['Stored', (row) => page.time(row.uploaded_at)],
      ['Is', (row) => row.is],
      ['SHA-256', (row) => row.sha256, 'wide'],
    )(
      [
        ...missing.map((one) => ({ ...one, is: 'missing' })),
        ...damaged.map((one) => ({ ...one, is: 'damaged' })),
      ],
      page,
    ),
})

const sweep = command('attachment sweep', {
  says: 'Takes bytes off the disk that no record needs and nobody touched for a week.',
  class: 'M',
  transaction: 'rule',
  about: 'deployment',
  permission: 'database:change',
  confirm: 'C1',
  flags: {
    older_than: orElse(duration(), '7d', 'what nobody touched for so long; a week at least'),
  },
  examples: ['kituo attachment sweep', 'kituo attachment sweep --older-than 30d --yes --json'],
  plan: async ({ flags }) => {
    const { days } = await import('../../db/core/clock.ts')
    if (flags.older_than < days(7)) throw usage('value', '--older-than takes 7d or more.')
    const long = Math.floor(flags.older_than / days(1))
    return { steps: [`remove what no record names and nobody touched for ${long} days`] }
  },
  run: async ({ flags, signal }) => {
    const { clock } = await import('../../db/core/clock.ts')
    const { sweepUnneeded } = await import('../../db/hospital/office/attachments/removal.ts')
    const swept = await sweepUnneeded(new Date(clock.ms()), signal, flags.older_than)
    const { removed, freed } = swept
    return done(`${removed} files removed, ${(freed / 1e6).toFixed(1)} MB freed.`, swept, {
      changed: removed > 0,
    })
  },
})

export const commands = [check, sweep, restore]
