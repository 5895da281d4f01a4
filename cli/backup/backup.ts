// Backups: making, listing, proving, keeping and letting go.

import type { Backup } from '../../db/appliance/backups/list.ts'
import type { Repository } from '../../db/appliance/backups/repository.ts'
import { backup_levels as levels } from '../../db/appliance/backups/words.ts'
import { choice, day, duration, text, whole } from '../../db/appliance/configuration/kinds.ts'
import { opened, openedKeys, repository_flag, repositoryFor } from './frame.ts'
import { commands as copying } from './copy.ts'
import { commands as keys } from './keys.ts'
import { commands as places } from './places.ts'
import { commands as proving, verifyNamed } from './prove.ts'
import { commands as restoring } from './restore.ts'
import {
  command,
  cutTo,
  done,
  type Frame,
  limit_flag,
  maybe,
  orElse,
  word,
  yes,
} from '../frame/grammar/command.ts'
import { tableOf } from '../frame/lists.ts'
import { lines, table } from '../frame/page.ts'
import { usage } from '../frame/grammar/usage.ts'

const tag_kind = text('small letters, digits and hyphens, at most 40', /^[a-z0-9-]{1,40}$/)
const name_kind = text('a backup by its name, or latest', /^[\w.-]{1,80}$/)
const name = word(name_kind, 'the backup')
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

const create = command('backup create', {
  says: 'Makes a backup of everything: data, files, configuration and secrets.',
  class: 'M',
  transaction: 'rule',
  about: 'deployment',
  permission: 'backup:make',
  exits: [5, 6, 10, 11, 12, 20],
  flags: {
    tag: orElse(tag_kind, 'manual', 'what it is made for'),
    to: maybe(
      text('the name of a repository', /^[a-z0-9-]{1,40}$/),
      'where; the first that is configured',
    ),
    without_attachments: yes('leaves out the files of patients and staff'),
    native: maybe(
      text('the whole name of a program pg_dump', /^\/(?:[^\0]{0,900}\/)?pg_dump[\w.-]{0,20}$/),
      "adds PostgreSQL's own dump, made by this program: /usr/bin/pg_dump",
    ),
    wait: orElse(duration(), '5m', 'how long for another that is being made'),
    verify: maybe(
      choice(['check', 'restore', 'boot']),
      'how far it is proved at once; it is read back anyway',
    ),
  },
  examples: [
    'kituo backup create',
    'kituo backup create --tag before-works --verify restore',
    'kituo backup create --to usb --wait 15m --json',
  ],
  plan: async (frame) => {
    const { repositoryOf } = await import('../../db/appliance/backups/create.ts')
    const { dir } = await repositoryOf(opened(frame), frame.flags.to, true)
    return { steps: [`write a backup into ${dir}`] }
  },
  run: async (frame) => {
    const { createBackup, repositoryOf } = await import('../../db/appliance/backups/create.ts')
    const { flags, progress, reason, signal, warn } = frame
    const deployment = opened(frame)
    const made = await createBackup(deployment, {
      tag: flags.tag,
      by: (await frame.caller()).name,
      reason,
      repository: flags.to,
      attachments: !flags.without_attachments,
      native: flags.native,
      wait_ms: flags.wait,
      onWait: (holder) => progress(`waiting for ${holder}`),
      signal,
      onPart: (phase, at, total) => progress(phase, { done: at, total }),
    })
    if (flags.verify === 'boot') {
      const { runDrill } = await import('../frame/hands.ts')
      const { repository, called, masters } = await openedKeys(
        { ...frame, flags: { repository: flags.to } },
        made.name,
      )
      await runDrill(deployment, repository, called, { masters, by: frame.at })
    }
    if (flags.verify === 'restore') await verifyNamed(frame, flags.to, made.name)
    const missing = made.attachments.missing
    if (missing > 0) warn('backup.files_missing', `${missing} files are not in the house any more.`)
    if (await onSameDisk(deployment.root.dir, await repositoryOf(deployment, flags.to))) {
      warn('backup.same_disk', 'It lies on the disk of the data: keep a copy elsewhere.')
    }
    return done(
      `Backup ${made.name} made: ${megabytes(made.bytes)} in ${(made.took_ms / 1000).toFixed(1)} s.`,
      made,
      { next: ['kituo backup verify latest'], ...(missing > 0 ? { exit: 20 } : {}) },
    )
  },
  view: () => null,
})

const list = command('backup list', {
  says: 'Prints the backups of a repository, the oldest first.',
  class: 'R',
  about: 'deployment',
  permission: 'system:read',
  exits: [6],
  flags: {
    ...repository_flag,
    tag: maybe(tag_kind, 'only made for this: nightly'),
    since: maybe(duration(), 'no older than this: 7d'),
    level: maybe(choice(levels), 'only proved so far or further'),
  },
  examples: [
    'kituo backup list',
    'kituo backup list --tag nightly --since 7d --level RESTORE --json',
  ],
  run: async (frame) => {
    const { listBackups } = await import('../../db/appliance/backups/list.ts')
    const { instantIn } = await import('../../db/core/clock.ts')
    const { tag, since, level } = frame.flags
    const from = since === undefined ? '' : instantIn(-since)
    const least = level === undefined ? 0 : levels.indexOf(level)
    const { looking } = await import('../../db/appliance/backups/answers.ts')
    const all = await looking(async () =>
      listBackups(await repositoryFor(frame, frame.flags.repository)),
    )
    const backups = all.filter(
      (one) =>
        (tag === undefined || one.tag === tag) &&
        one.at >= from &&
        levels.indexOf(one.level) >= least,
    )
    return done('', backups, { total: backups.length })
  },
  view: tableOf<Backup>(
    ['Name', (row) => row.name],
    ['State', (row) => row.state],
    ['Proved', (row) => row.level],
    ['Size', (row) => megabytes(row.bytes)],
    ['Files', (row) => row.attachments.count],
    ['Version', (row) => row.app_version, 'wide'],
    ['By', (row) => row.by, 'wide'],
  ),
})

const show = command('backup show', {
  says: 'Prints what a backup says of itself and what it holds.',
  class: 'R',
  about: 'deployment',
  permission: 'system:read',
  exits: [6, 10, 11],
  asks: { name },
  flags: { ...repository_flag },
  examples: ['kituo backup show latest', 'kituo backup show latest --field data.level'],
  run: async (frame) => {
    const { backupNamed } = await import('../../db/appliance/backups/list.ts')
    const { masterOf } = await import('../../db/appliance/backups/repository.ts')
    const { readContainer } = await import('../../db/appliance/backups/container.ts')
    const { manifestIn } = await import('../../db/appliance/backups/check.ts')
    const { repository, called, masters } = await openedKeys(frame, frame.asked.name)
    const reading = await readContainer(repository, called)
    try {
      const { tables, attachments, ...manifest } = await manifestIn(
        reading,
        masterOf(masters, reading.head.master),
      )
      const rows = Object.values(tables).reduce((sum, one) => sum + one.rows, 0)
      return done('', {
        ...(await backupNamed(repository, called)),
        manifest: {
          ...manifest,
          tables: Object.keys(tables).length,
          rows,
          files: attachments.length,
        },
      })
    } finally {
      await reading.close()
    }
  },
  view: ({ manifest, ...backup }, page) =>
    lines([...Object.entries(backup), ...Object.entries(manifest)], page),
})

const prune = command('backup prune', {
  says: 'Lets backups go that the policy does not keep.',
  class: 'M',
  transaction: 'rule',
  about: 'deployment',
  permission: 'backup:prune',
  confirm: 'C1',
  exits: [5, 6, 11],
  flags: {
    ...repository_flag,
    keep_within: maybe(duration(), 'all that are younger, instead of what is configured'),
    keep_daily: maybe(whole(0, 10_000), 'so many of the newest days'),
    keep_weekly: maybe(whole(0, 10_000), 'so many of the newest weeks'),
    keep_monthly: maybe(whole(0, 10_000), 'so many of the newest months'),
    keep_yearly: maybe(whole(0, 10_000), 'so many of the newest years'),
  },
  examples: [
    'kituo backup prune',
    'kituo backup prune --dry-run',
    'kituo backup prune --keep-daily 3 --dry-run',
  ],
  plan: async (frame) => {
    const { planPrune } = await import('../../db/appliance/backups/prune.ts')
    const { going } = await planPrune(
      await repositoryFor(frame, frame.flags.repository),
      await policyFor(frame),
    )
    return {
      steps: going.map(
        ({ backup }) => `remove ${backup.name}, ${megabytes(backup.bytes)}: nothing keeps it`,
      ),
      nothing: going.length === 0,
    }
  },
  run: async (frame) => {
    const { prune: letGo } = await import('../../db/appliance/backups/prune.ts')
    const { repository, masters } = await openedKeys(frame, null)
    const { kept, removed, freed } = await letGo(repository, await policyFor(frame), masters)
    return done(
      `${removed.length} backups removed, ${kept.length} kept, ${megabytes(freed)} freed.`,
      {
        kept: kept.map(({ backup, reasons }) => ({ name: backup.name, reasons })),
        removed: removed.map(({ backup }) => backup.name),
        freed,
      },
      { changed: removed.length > 0 },
    )
  },
  view: ({ kept }, page) =>
    table(
      kept,
      [
        { title: 'Kept', of: (row) => row.name },
        { title: 'Because', of: (row) => row.reasons.join(', ') },
      ],
      page,
    ),
})

interface PolicyFlags {
  keep_within: number | undefined
  keep_daily: number | undefined
  keep_weekly: number | undefined
  keep_monthly: number | undefined
  keep_yearly: number | undefined
}

/** What is configured, with what was typed in its place. */
async function policyFor(
  frame: Pick<Frame<unknown, PolicyFlags>, 'deployment' | 'configuration' | 'flags'>,
) {
  const { policyOf } = await import('../../db/appliance/backups/prune.ts')
  const { zoneOf } = await import('../frame/names/zone.ts')
  const zone = (await zoneOf(frame.configuration, null)) ?? 'UTC'
  const set = policyOf(opened(frame).configuration, zone)
  const { keep_within, keep_daily, keep_weekly, keep_monthly, keep_yearly } = frame.flags
  return {
    ...set,
    keep_within_ms: keep_within ?? set.keep_within_ms,
    daily: keep_daily ?? set.daily,
    weekly: keep_weekly ?? set.weekly,
    monthly: keep_monthly ?? set.monthly,
    yearly: keep_yearly ?? set.yearly,
  }
}

type Naming = Frame<{ name: string }, { repository: string | undefined }>

/** The backup that is meant, by its own name. */
async function meant(frame: Naming): Promise<string> {
  const { whichBackup } = await import('../../db/appliance/backups/list.ts')
  return whichBackup(await repositoryFor(frame, frame.flags.repository), frame.asked.name)
}

const keep = command('backup keep', {
  says: 'Keeps a backup whatever the policy says.',
  class: 'M',
  transaction: 'rule',
  about: 'deployment',
  permission: 'backup:prune',
  reason: 'must',
  exits: [6],
  asks: { name },
  flags: {
    ...repository_flag,
    until: maybe(day(), 'no longer than this day'),
  },
  examples: [
    'kituo backup keep latest --reason "before the audit"',
    'kituo backup keep latest --until 2027-12-31 --reason audit',
  ],
  plan: async (frame) => ({ steps: [`keep ${await meant(frame)}`] }),
  run: async (frame) => {
    const { whichBackup } = await import('../../db/appliance/backups/list.ts')
    const { mark } = await import('../../db/appliance/backups/repository.ts')
    const repository = await repositoryFor(frame, frame.flags.repository)
    const called = await whichBackup(repository, frame.asked.name)
    const until = frame.flags.until === undefined ? null : `${frame.flags.until}T23:59:59.999Z`
    const { clock } = await import('../../db/core/clock.ts')
    if (until !== null && until < clock.instant()) throw usage('value', '--until is past.')
    const pinned = { until, reason: frame.reason ?? '' }
    await mark(repository, called, { pinned })
    return done(`${called} is kept.`, { name: called, pinned })
  },
  view: () => null,
})

const unkeep = command('backup unkeep', {
  says: 'Leaves a backup to the policy again.',
  class: 'M',
  transaction: 'rule',
  about: 'deployment',
  permission: 'backup:prune',
  confirm: 'C1',
  exits: [6],
  asks: { name },
  flags: { ...repository_flag },
  examples: ['kituo backup unkeep latest', 'kituo backup unkeep latest --yes'],
  plan: async (frame) => ({ steps: [`leave ${await meant(frame)} to the policy`] }),
  run: async (frame) => {
    const { whichBackup } = await import('../../db/appliance/backups/list.ts')
    const { mark, marksOf } = await import('../../db/appliance/backups/repository.ts')
    const repository = await repositoryFor(frame, frame.flags.repository)
    const called = await whichBackup(repository, frame.asked.name)
    const was = (await marksOf(repository, called)).pinned
    await mark(repository, called, { pinned: null })
    return done(`${called} is left to the policy.`, { name: called }, { changed: was !== null })
  },
  view: () => null,
})

/** The data and a repository on one device. */
async function onSameDisk(data: string, { dir }: Repository): Promise<boolean> {
  const { factsAt } = await import('../../db/appliance/backups/in-place.ts')
  const there = await factsAt(dir, dir)
  return there !== undefined && (await factsAt(data, data))?.dev === there.dev
}

const files = command('backup files', {
  says: 'Prints the files that a backup carries.',
  class: 'R',
  about: 'deployment',
  permission: 'system:read',
  exits: [6, 10, 11],
  asks: { name },
  flags: { ...repository_flag, limit: limit_flag },
  examples: ['kituo backup files latest', 'kituo backup files latest --limit 0 --json'],
  run: async (frame) => {
    const { masterOf } = await import('../../db/appliance/backups/repository.ts')
    const { readContainer } = await import('../../db/appliance/backups/container.ts')
    const { manifestIn } = await import('../../db/appliance/backups/check.ts')
    const { repository, called, masters } = await openedKeys(frame, frame.asked.name)
    const reading = await readContainer(repository, called)
    try {
      const manifest = await manifestIn(reading, masterOf(masters, reading.head.master))
      const { sha256, bytes } = manifest.database
      const all = [
        { path: 'database', sha256, bytes },
        ...manifest.attachments.map((one) => ({
          path: `objects/${one.object.slice(0, 2)}/${one.object}`,
          sha256: one.sha256,
          bytes: one.bytes,
        })),
      ]
      return done('', cutTo(all, frame.flags.limit), { total: all.length })
    } finally {
      await reading.close()
    }
  },
  view: tableOf<{ path: string; sha256: string; bytes: number }>(
    ['File', (row) => row.path],
    ['Bytes', (row) => row.bytes],
    ['SHA-256', (row) => row.sha256, 'wide'],
  ),
})

export const commands = [
  create,
  list,
  show,
  files,
  ...proving,
  prune,
  keep,
  unkeep,
  ...restoring,
  ...keys,
  ...copying,
  ...places,
]
