// Putting a backup back. Nothing of the live data is touched before the flip, and the generation that
// was live still stands afterwards.

import type { Holding } from '../db/backups/slots.ts'
import { resolve } from 'node:path'
import { choice, path, text } from '../db/configuration/kinds.ts'
import { opened, openedKeys, repository_flag } from './backup-frame.ts'
import { command, done, type Frame, maybe, maybeFile, word, yes } from './command.ts'
import { lines, table } from './page.ts'
import { usage } from './usage.ts'

const parts = ['attachments', 'configuration'] as const

const name = word(text('a backup by its name, or latest', /^[\w.-]{1,80}$/), 'the backup')

const restore = command('backup restore', {
  says: 'Puts a backup back: a new generation of the data, proved before it becomes live.',
  class: 'X',
  transaction: 'rule',
  about: 'deployment',
  permission: 'backup:restore',
  confirm: 'C3',
  reason: 'must',
  exits: [5, 6, 10, 11, 12, 13],
  asks: { name },
  flags: {
    ...repository_flag,
    new_machine: yes('takes the place of a lost machine: its secrets and authorities come too'),
    without_safety: yes('makes no last backup of what is live'),
    loss_out: maybe(
      path(),
      'a folder for what will be lost: a paper per desk, a CSV file per kind',
    ),
    key_file: maybeFile('holds a passphrase or the recovery words'),
    to_dir: maybe(path(), 'unpacks it into a folder, for looking; nothing becomes live'),
    only: maybe(choice(parts), 'only files that are missing, or with --to-dir the configuration'),
  },
  turns: [
    { flag: 'to_dir', into: 'backup unpack' },
    { flag: 'only', value: 'attachments', into: 'backup restore-files' },
  ],
  examples: [
    'kituo backup restore latest --dry-run',
    'kituo backup restore latest --reason "the disk was replaced"',
  ],
  plan: async (frame) => {
    if (frame.flags.only !== undefined) {
      throw usage(
        'missing',
        '--only configuration needs --to-dir: it is written beside the live one.',
      )
    }
    const { planRestore } = await import('../db/backups/restore.ts')
    const { repository, called, masters } = await openedKeys(
      frame,
      frame.asked.name,
      await typedKeys(frame),
    )
    const plan = await planRestore(opened(frame), { repository, name: called, masters })
    const sheets =
      frame.flags.loss_out === undefined
        ? null
        : await sheetsIn(frame, resolve(frame.flags.loss_out), plan.manifest)
    const lost = plan.loss.map(
      (one) => `lose ${one.new} new and ${one.changed} changed ${one.table.replaceAll('_', ' ')}`,
    )
    return {
      steps: [
        `put ${called} of ${plan.manifest.at} into generation ${plan.generation} and prove it`,
        ...(frame.flags.without_safety || frame.flags.new_machine
          ? []
          : ['back up what is live as before-restore']),
        ...lost,
        ...(sheets === null ? [] : [`what is lost stands in ${sheets} files`]),
        ...(frame.flags.new_machine
          ? ['take over the secrets and the authorities of the lost machine']
          : []),
        'end every session and hold every outgoing message',
        `make generation ${plan.generation} live`,
      ],
      type: `restore ${called}`,
    }
  },
  run: async (frame) => {
    const { restoreBackup } = await import('../db/backups/restore.ts')
    const { repository, called, masters } = await openedKeys(
      frame,
      frame.asked.name,
      await typedKeys(frame),
    )
    const restored = await restoreBackup(opened(frame), {
      repository,
      name: called,
      masters,
      by: (await frame.caller()).name,
      reason: frame.reason ?? '',
      without_safety: frame.flags.without_safety || frame.flags.new_machine,
      onPart: (phase, at, total) => frame.progress(phase, { done: at, total }),
    })
    if (frame.flags.new_machine) {
      const { becomeTheLost } = await import('../db/backups/restore.ts')
      await becomeTheLost(opened(frame), { repository, name: called, masters }, frame.env)
    }
    return done(
      `${called} is live as generation ${restored.generation}; ${restored.offline_ms} ms offline.`,
      restored,
      { next: ['kituo outbound show'] },
    )
  },
  view: ({ loss, done: settled }, page) =>
    [
      lines(Object.entries(settled), page),
      table(
        loss,
        [
          { title: 'Lost', of: (row) => row.table },
          { title: 'New', of: (row) => row.new, right: true },
          { title: 'Changed', of: (row) => row.changed, right: true },
        ],
        page,
      ),
    ].join('\n\n'),
})

async function sheetsIn(
  ...given: Parameters<typeof import('./loss-sheets.ts').lossSheets>
): Promise<number> {
  const { lossSheets } = await import('./loss-sheets.ts')
  return lossSheets(...given)
}

async function typedKeys({ sent }: Pick<Frame, 'sent'>): Promise<Holding[]> {
  const typed = sent('key_file')?.bytes.toString('utf8').trim()
  if (typed === undefined) return []
  const { typedHolding } = await import('../db/backups/keys.ts')
  return [typedHolding(typed)]
}

const unpack = command('backup unpack', {
  says: 'Unpacks a backup into a folder of its own, for looking; nothing becomes live.',
  class: 'R',
  beside: true,
  about: 'deployment',
  permission: 'backup:restore',
  exits: [6, 10, 11, 12],
  asks: { name },
  flags: {
    ...repository_flag,
    to_dir: word(path(), 'a folder that is not there yet'),
    only: maybe(choice(['configuration']), 'the configuration alone'),
    files: yes('also the files of patients and staff'),
    key_file: maybeFile('holds a passphrase or the recovery words'),
  },
  examples: [
    'kituo backup unpack latest --to-dir ./looking',
    'kituo backup unpack latest --only configuration --to-dir ./looking',
  ],
  run: async (frame) => {
    const { unpackBackup } = await import('../db/backups/unpack.ts')
    const { repository, called, masters } = await openedKeys(
      frame,
      frame.asked.name,
      await typedKeys(frame),
    )
    const unpacked = await unpackBackup({
      repository,
      name: called,
      masters,
      dir: resolve(frame.flags.to_dir),
      only: frame.flags.only ?? null,
      files: frame.flags.files,
      onPart: (phase, at, total) => frame.progress(phase, { done: at, total }),
    })
    return done(`${called} is unpacked in ${unpacked.dir}.`, unpacked)
  },
  view: () => null,
})

const files = command('backup restore-files', {
  says: 'Puts back files of records that are missing; nothing else is touched.',
  class: 'M',
  transaction: 'rule',
  about: 'deployment',
  permission: 'backup:restore',
  confirm: 'C1',
  exits: [6, 10, 11, 12],
  asks: { name },
  flags: { ...repository_flag, key_file: maybeFile('holds a passphrase or the recovery words') },
  examples: [
    'kituo backup restore latest --only attachments',
    'kituo backup restore-files latest --yes',
  ],
  plan: async () => ({ steps: ['put back every file that the backup has and the house lacks'] }),
  run: async (frame) => {
    const { bringMissing } = await import('../db/backups/unpack.ts')
    const { repository, called, masters } = await openedKeys(
      frame,
      frame.asked.name,
      await typedKeys(frame),
    )
    const found = await bringMissing(repository, called, masters, (phase, at, total) =>
      frame.progress(phase, { done: at, total }),
    )
    return done(
      `${found.back} files are back; ${found.missing} are not in the backup either.`,
      found,
      { changed: found.back > 0, ...(found.missing > 0 ? { exit: 20 } : {}) },
    )
  },
  view: () => null,
})

export const commands = [restore, unpack, files]
