// Putting a backup back. Nothing of the live data is touched before the flip, and the generation that
// was live still stands afterwards.

import { platform_id } from '../../db/core/caller.ts'
import { isRefusal, Refusal } from '../../db/core/refusal.ts'
import { resolve } from 'node:path'
import { choice, path, text } from '../../db/appliance/configuration/kinds.ts'
import {
  opened,
  openedKeys,
  repository_flag,
  repositoryFor,
  typedKeys,
  withOpenedKeys,
} from './frame.ts'
import { command, done, type Frame, maybe, maybeFile, word, yes } from '../frame/grammar/command.ts'
import { lines, plain, table, timed } from '../frame/page.ts'
import { usage } from '../frame/grammar/usage.ts'

/** At most (OPS-126). */
const offline_s = 15
const parts = ['attachments', 'configuration'] as const

const name = word(text('a backup by its name, or latest', /^[\w.-]{1,80}$/), 'the backup')
const name_or_file = word(
  text(
    'a backup by its name, latest, or a file of backup export',
    /^(?:[\w.-]{1,80}|\/[^\0]{1,4000})$/,
  ),
  'the backup, or the whole name of a file of backup export',
)
const slot_flag = {
  slot: maybe(
    text('the fingerprint or id of a slot', /^[\w-]{8,36}$/),
    'opens it with this key alone; every key at hand is tried',
  ),
}

const restore = command('backup restore', {
  says: 'Puts a backup back: a new generation of the data, proved before it becomes live.',
  class: 'X',
  late: { takes_s: offline_s },
  transaction: 'rule',
  about: 'deployment',
  permission: 'backup:restore',
  confirm: 'C3',
  reason: 'must',
  exits: [5, 6, 10, 11, 12, 13],
  asks: { name: name_or_file },
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
    plan: yes('what it would do and lose, without doing it'),
    ...slot_flag,
  },
  turns: [
    { flag: 'plan', into: 'backup restore-plan' },
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
    return withOpenedKeys(frame, frame.asked.name, await typedKeys(frame), async (keys) => {
      const { plan, steps } = await planned(frame, keys)
      const dir = frame.flags.loss_out
      const sheets = dir === undefined ? 0 : await sheetsIn(frame, resolve(dir), plan.manifest)
      return {
        steps: [...steps, ...(sheets > 0 ? [`what is lost stands in ${sheets} files`] : [])],
        type: `restore ${keys.called}`,
      }
    })
  },
  run: async (frame) => {
    const { restoreBackup } = await import('../../db/appliance/backups/restore.ts')
    return withOpenedKeys(frame, frame.asked.name, await typedKeys(frame), async (keys) => {
      const { repository, called, masters } = keys
      const { backupNamed } = await import('../../db/appliance/backups/list.ts')
      const { at, schema, engine, level } = await backupNamed(repository, called)
      const by = (await frame.caller()).name
      const restored = await orTheOneBefore(keys, () =>
        restoreBackup(opened(frame), {
          repository,
          name: called,
          masters,
          by,
          reason: frame.reason ?? '',
          without_safety: frame.flags.without_safety || frame.flags.new_machine,
          keeps_keys: frame.flags.new_machine,
          alone: frame.beside?.standAside,
          onLoss: async (manifest) => {
            const dir = frame.flags.loss_out
            if (dir !== undefined) await sheetsIn(frame, resolve(dir), manifest)
          },
          onPart: (phase, at, total) => frame.progress(phase, { done: at, total }),
        }),
      )
      if (frame.flags.new_machine) {
        const { becomeTheLost } = await import('../../db/appliance/backups/restore.ts')
        await becomeTheLost(opened(frame), { repository, name: called, masters }, frame.env)
      }
      return done(
        `${called} is live as generation ${restored.generation}; ${restored.offline_ms} ms offline.`,
        { ...restored, plan: { name: called, at, schema, engine, level }, held: await heldNow() },
        { next: ['kituo outbound show'] },
      )
    })
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

type Keys = Parameters<Parameters<typeof withOpenedKeys>[3]>[0]
type Planning = Pick<Frame, 'deployment' | 'progress'> & {
  flags: { repository?: string | undefined; without_safety?: boolean; new_machine?: boolean }
}

/** The row of the service itself is no hospital. */
const served = <One extends { id: string }>(hospitals: readonly One[]): One[] =>
  hospitals.filter(({ id }) => id !== platform_id)

/** OPS-123: what it is, how far it is proved, what would be lost, and how long it takes. */
async function planned(frame: Planning, { repository, called, masters }: Keys) {
  const { planRestore } = await import('../../db/appliance/backups/restore.ts')
  const { lookThrough, orDamaged } = await import('../../db/appliance/backups/check.ts')
  const { backupNamed } = await import('../../db/appliance/backups/list.ts')
  const onPart = (phase: string, at: number, total: number): void =>
    frame.progress(phase, { done: at, total })
  const plan = await orTheOneBefore({ repository, called }, async () => {
    const found = await planRestore(opened(frame), { repository, name: called, masters })
    // Nobody decides on what would not open.
    await orDamaged(repository, called, () =>
      lookThrough(repository, called, masters, { files: 'there', onPart }),
    )
    return found
  })
  const { level, bytes } = await backupNamed(repository, called)
  const { manifest, generation } = plan
  const { new_machine = false, without_safety = false } = frame.flags
  const about_s = Math.ceil(manifest.database.bytes / restored_a_second) + offline_s
  const steps = [
    `open ${called} of ${manifest.at}: Kituo ${manifest.app}, schema ${manifest.schema}, ${manifest.engine}, ${served(
      manifest.hospitals,
    )
      .map((one) => one.name)
      .join(', ')}; proved to ${level}`,
    `put it into generation ${generation} and prove it: about ${about_s} s; ${megabytes(plan.free_bytes)} free, ${megabytes(plan.needs_bytes)} needed`,
    ...(without_safety || new_machine ? [] : ['back up what is live as before-restore']),
    ...plan.loss.map(
      (one) => `lose ${one.new} new and ${one.changed} changed ${one.table.replaceAll('_', ' ')}`,
    ),
    ...(new_machine ? ['take over the secrets and the authorities of the lost machine'] : []),
    'end every session and hold every outgoing message',
    `make generation ${generation} live: offline about ${offline_s} s`,
  ]
  return { plan, steps, level, bytes, about_s }
}

/** Measured: the proof of an image is the slowest part of it (operations 9, O10, O11). */
const restored_a_second = 20e6
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

const look = command('backup restore-plan', {
  says: 'Prints what a restore would do and what would be lost, without doing it.',
  class: 'R',
  about: 'deployment',
  permission: 'backup:restore',
  exits: [6, 10, 11, 13],
  asks: { name: name_or_file },
  flags: {
    ...repository_flag,
    ...slot_flag,
    key_file: maybeFile('holds a passphrase or the recovery words'),
  },
  examples: [
    'kituo backup restore latest --plan',
    'kituo backup restore /media/usb/kituo.tar --plan --json',
  ],
  run: async (frame) =>
    withOpenedKeys(frame, frame.asked.name, await typedKeys(frame), async (keys) => {
      const { plan, steps, level, about_s } = await planned(frame, keys)
      const { manifest, loss, generation, needs_bytes, free_bytes } = plan
      const { at, app, schema, engine } = manifest
      const hospitals = served(manifest.hospitals)
      const backup = { name: keys.called, at, app, schema, engine, hospitals, level }
      return done(`${steps.length} steps; nothing was changed.`, {
        plan: steps,
        backup,
        loss,
        generation,
        needs_bytes,
        free_bytes,
        about_s,
        offline_s,
      })
    }),
  view: ({ plan }, page) =>
    plan.map((step, index) => `${index + 1}  ${plain(timed(page, step))}`).join('\n'),
})

/** What waits behind the hold that a restore leaves (OPS-133). */
async function heldNow() {
  const { channels } = await import('../../db/appliance/outbound/words.ts')
  const { waitsIn } = await import('../../db/hospital/office/outbox/waits.ts')
  const held: { channel: string; waiting: number }[] = []
  for (const channel of channels) {
    const { waiting } = await waitsIn(channel)
    if (waiting > 0) held.push({ channel, waiting })
  }
  return held
}

/** Whoever meets a damaged one is told which before it is whole. */
async function orTheOneBefore<T>(
  { repository, called }: Pick<Keys, 'repository' | 'called'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isRefusal(error) || error.code !== 'integrity.backup') throw error
    const { listBackups } = await import('../../db/appliance/backups/list.ts')
    const all = await listBackups(repository)
    const at = all.findIndex(({ name: one }) => one === called)
    const whole = all.slice(0, Math.max(at, 0)).findLast(({ state }) => state === 'MADE')
    const before = whole === undefined ? '' : ` The one before is whole: ${whole.name}`
    throw new Refusal(error.status, error.code, `${error.message}${before}`)
  }
}

async function sheetsIn(
  ...given: Parameters<typeof import('./loss-sheets.ts').lossSheets>
): Promise<number> {
  const { lossSheets } = await import('./loss-sheets.ts')
  return lossSheets(...given)
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
    const { unpackBackup } = await import('../../db/appliance/backups/unpack.ts')
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
  plan: async (frame) => {
    const { whichBackup } = await import('../../db/appliance/backups/list.ts')
    const repository = await repositoryFor(frame, frame.flags.repository)
    const called = await whichBackup(repository, frame.asked.name)
    return { steps: [`put back every file that ${called} has and the house lacks`] }
  },
  run: async (frame) => {
    const { bringMissing } = await import('../../db/appliance/backups/unpack.ts')
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

export const commands = [restore, look, unpack, files]
