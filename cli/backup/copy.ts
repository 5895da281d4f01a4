// Copies elsewhere: a mirror, one file that holds all, and the paper that says how to open it.

import { resolve } from 'node:path'
import { path, text } from '../../db/appliance/configuration/kinds.ts'
import { heldHere, opened, openedKeys, repository_flag, repositoryFor, typedKeys } from './frame.ts'
import { command, done, type Frame, maybeFile, word, yes } from '../frame/grammar/command.ts'
import { usage } from '../frame/grammar/usage.ts'

const name = word(text('a backup by its name, or latest', /^[\w.-]{1,80}$/), 'the backup')
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

const copy = command('backup copy', {
  says: 'Copies what is missing to another repository, and checks the newest there.',
  class: 'M',
  transaction: 'rule',
  about: 'deployment',
  permission: 'backup:make',
  exits: [5, 6, 10, 11, 12],
  asks: { to: word(text('the name of a repository', /^[a-z0-9-]{1,40}$/), 'where to') },
  flags: { ...repository_flag },
  examples: ['kituo backup copy usb', 'kituo backup copy nas --repository local'],
  plan: async (frame) => ({ steps: [`copy what ${placeCalled(frame).name} lacks`] }),
  run: async (frame) => {
    const { mirror } = await import('../../db/appliance/backups/copy.ts')
    const { checkBackup } = await import('../../db/appliance/backups/check.ts')
    const { listBackups } = await import('../../db/appliance/backups/list.ts')
    const { repository, masters } = await openedKeys(frame, null)
    const to = placeCalled(frame)
    if (to.name === repository.name) throw usage('value', 'a repository is not copied to itself.')
    const onPart = (phase: string, at: number, total: number): void =>
      frame.progress(phase, { done: at, total })
    const { copied, bytes, repository: into } = await mirror(repository, to, onPart)
    const newest = (await listBackups(into)).at(-1)
    if (newest !== undefined) {
      await checkBackup(into, newest.name, masters, onPart, opened(frame).root)
    }
    return done(
      `${copied} files, ${megabytes(bytes)} copied to ${to.name}; the newest there holds.`,
      { copied, bytes, checked: newest?.name ?? null },
      { changed: copied > 0 },
    )
  },
  view: () => null,
})

function placeCalled(frame: Frame<{ to: string }>) {
  const { to } = frame.asked
  const places = opened(frame).configuration.get('backup.repositories')
  const found = places.find(({ name: own }) => own === to)
  if (found === undefined) throw usage('value', `there is no backup repository ${to}.`)
  return found
}

const exporting = command('backup export', {
  says: 'Writes a backup with its files and keys into one file.',
  // All of the hospital leaves with it: who took it stands in the audit log.
  class: 'M',
  transaction: 'rule',
  about: 'deployment',
  permission: 'backup:make',
  exits: [6, 10, 11, 12],
  asks: { name },
  flags: {
    ...repository_flag,
    out: { ...word(path(), 'where it is written') },
    without_attachments: yes('leaves out the files of patients and staff'),
  },
  examples: [
    'kituo backup export latest --out /media/usb/kituo.tar',
    'kituo backup export latest --out kituo.tar --without-attachments',
  ],
  plan: async (frame) => {
    const { whichBackup } = await import('../../db/appliance/backups/list.ts')
    const repository = await repositoryFor(frame, frame.flags.repository)
    const called = await whichBackup(repository, frame.asked.name)
    return { steps: [`write ${called} into ${frame.flags.out}`] }
  },
  run: async (frame) => {
    const { createHash } = await import('node:crypto')
    const { exported } = await import('../../db/appliance/backups/copy.ts')
    const { repository, called, masters } = await openedKeys(frame, frame.asked.name)
    const hash = createHash('sha256')
    let bytes = 0
    const parts = exported(repository, called, masters, !frame.flags.without_attachments)
    for await (const part of parts) {
      hash.update(part)
      bytes += part.length
      await frame.put(part)
      frame.progress('writing', { bytes })
    }
    const { out } = frame.flags
    const data = { file: out, bytes, sha256: hash.digest('hex') }
    return done(`Written: ${out}, ${megabytes(bytes)}.`, data, { changed: false })
  },
  view: () => null,
})

const importing = command('backup import', {
  says: 'Takes in what backup export wrote, and checks it.',
  class: 'M',
  transaction: 'rule',
  about: 'deployment',
  permission: 'backup:make',
  exits: [5, 6, 10, 11, 12],
  asks: { file: word(text('the whole name of a file', /^\/[^\0]{1,4000}$/), 'what was written') },
  flags: {
    ...repository_flag,
    key_file: maybeFile(
      'holds a passphrase or the recovery words, where no key of this machine opens it',
    ),
  },
  examples: [
    'kituo backup import /media/usb/kituo.tar',
    'kituo backup import /media/usb/kituo.tar --repository old --json',
  ],
  plan: async ({ asked }) => ({ steps: [`take in ${asked.file}`] }),
  run: async (frame) => {
    const { takeIn } = await import('../../db/appliance/backups/take-in.ts')
    const { backupNamed } = await import('../../db/appliance/backups/list.ts')
    const places = opened(frame).configuration.get('backup.repositories')
    const named = frame.flags.repository
    const to = named === undefined ? places[0] : places.find((one) => one.name === named)
    if (to === undefined) throw usage('value', `there is no backup repository ${named}.`)
    const typed = await typedKeys(frame)
    const { repository, name, proved } = await takeIn(resolve(frame.asked.file), to, {
      holdings: [...typed, ...(await heldHere(frame))],
      must_open: typed.length > 0,
      onPart: (phase, at, total) => frame.progress(phase, { done: at, total }),
    })
    const left = proved === 'whole' ? null : lacks[proved ?? 'key']
    if (left !== null) frame.warn(left.code, left.message)
    return done(
      `${name} is in ${to.name}${proved === 'whole' ? ', and every part of it is what was put in' : ''}.`,
      await backupNamed(repository, name),
      {
        next: [`kituo backup verify ${name} --repository ${to.name}`],
        ...(left === null ? {} : { exit: 20 }),
      },
    )
  },
  view: () => null,
})

/** What a proof could not look at. */
const lacks = {
  key: {
    code: 'backup.unchecked',
    message:
      'It was not checked: no key of this machine opens it. Bring one with --key-file, or: kituo backup check',
  },
  files: {
    code: 'backup.without_files',
    message: 'The files of patients and staff were left out of it.',
  },
}

const how = command('backup how-to-open', {
  says: 'Prints how a backup is opened where no Kituo is, with a program that does it.',
  class: 'L',
  permission: null,
  flags: { program: yes('the program alone') },
  examples: ['kituo backup how-to-open', 'kituo backup how-to-open --program'],
  run: async ({ flags }) => {
    const { howToOpen, reader } = await import('../../db/appliance/backups/how-to-open.ts')
    return done('', { text: flags.program ? reader() : howToOpen() })
  },
  view: (data) => data.text.trimEnd(),
})

export const commands = [copy, exporting, importing, how]
