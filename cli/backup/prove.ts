// Proving backups: opened, made into a database, started. One of them, or every one.

import { path, percent, text } from '../../db/appliance/configuration/kinds.ts'
import { isRefusal } from '../../db/core/refusal.ts'
import { opened, openedKeys, repository_flag, repositoryFor } from './frame.ts'
import { command, done, type Frame, maybe, orElse, word, yes } from '../frame/grammar/command.ts'
import { type Page, table } from '../frame/page.ts'
import { usage } from '../frame/grammar/usage.ts'

const name_kind = text('a backup by its name, or latest', /^[\w.-]{1,80}$/)
const name = word(name_kind, 'the backup')
const one_or_all = maybe(name_kind, 'the backup; with --all none')
const all = yes('every backup of the repository, one after the other; damage does not end it')

const check = command('backup check', {
  says: 'Opens a backup and proves that every part of it is what was put in.',
  class: 'R',
  about: 'deployment',
  permission: 'backup:verify',
  exits: [6, 10, 11],
  asks: { name: one_or_all },
  flags: {
    ...repository_flag,
    all,
    subset: orElse(
      percent(1),
      '100',
      'of a hundred files so many are opened, others the next time',
    ),
  },
  turns: { flag: 'all', into: 'backup check-all' },
  examples: ['kituo backup check latest', 'kituo backup check latest --subset 10% --json'],
  run: async (frame) => {
    const { checkBackup } = await import('../../db/appliance/backups/check.ts')
    const { repository, called, masters } = await openedKeys(frame, nameIn(frame))
    const { subset } = frame.flags
    const began = performance.now()
    const manifest = await checkBackup(
      repository,
      called,
      masters,
      (phase, at, total) => frame.progress(phase, { done: at, total }),
      undefined,
      subset,
    )
    const files = manifest.attachments.length
    const proofs = [
      { name: 'image', ok: true, detail: `${manifest.database.bytes} bytes are what they were` },
      {
        name: 'files',
        ok: true,
        detail: subset === 100 ? `${files} opened` : `${files} there, about ${subset}% opened`,
      },
    ]
    return done(
      subset === 100
        ? `${called} holds: ${files} files and the database.`
        : `${called} holds, as far as was opened: about ${subset}% of ${files} files.`,
      { name: called, level: 'CHECK', ...levels('CHECK', proofs, began) },
    )
  },
  view: () => null,
})

const verify = command('backup verify', {
  says: 'Makes a database of a backup, beside the live one, and proves it row by row.',
  class: 'R',
  about: 'deployment',
  permission: 'backup:verify',
  exits: [6, 10, 11, 12],
  asks: { name: one_or_all },
  flags: { ...repository_flag, all },
  turns: { flag: 'all', into: 'backup verify-all' },
  examples: ['kituo backup verify latest', 'kituo backup verify latest --json'],
  run: async (frame) => {
    const began = performance.now()
    const { called, proofs } = await verifyNamed(frame, frame.flags.repository, nameIn(frame))
    return done(`${called} is proved: it can be put back.`, {
      name: called,
      level: 'RESTORE',
      proofs,
      ...levels('RESTORE', proofs, began),
    })
  },
  view: ({ proofs }, page) => proofTable(proofs, page),
})

const check_all = ofAll('backup check-all', {
  says: 'Opens every backup and proves that each part is what was put in.',
  level: 'CHECK',
  examples: ['kituo backup check --all', 'kituo backup check --all --repository usb --json'],
  prove: async (frame, called) => {
    const { checkBackup } = await import('../../db/appliance/backups/check.ts')
    const { repository, masters } = await openedKeys(frame, called)
    await checkBackup(repository, called, masters)
  },
})

const verify_all = ofAll('backup verify-all', {
  says: 'Makes a database of every backup, beside the live one, and proves it row by row.',
  level: 'RESTORE',
  examples: ['kituo backup verify --all', 'kituo backup verify --all --json'],
  prove: async (frame, called) => {
    await verifyNamed(frame, frame.flags.repository, called)
  },
})

interface Said {
  name: string
  ok: boolean
  detail: string
}

/** OPS-115: which level was reached, by which proofs. */
const levels = (level: string, checks: readonly Said[], began: number) => ({
  levels: [{ level, ok: true, checks }],
  took_ms: Math.round(performance.now() - began),
})

type Proving = Pick<Frame, 'deployment' | 'sent' | 'progress' | 'signal'> & {
  flags: { repository: string | undefined }
}
interface ProvedOne {
  name: string
  ok: boolean
  level: string | null
  detail: string
}

function ofAll(
  words: string,
  about: {
    says: string
    level: string
    examples: readonly [string, string]
    prove: (frame: Proving, called: string) => Promise<void>
  },
) {
  const { says, level, examples, prove } = about
  return command(words, {
    says,
    class: 'R',
    about: 'deployment',
    permission: 'backup:verify',
    exits: [6, 10, 11, 12],
    flags: { ...repository_flag },
    examples,
    run: async (frame) => {
      const { listBackups } = await import('../../db/appliance/backups/list.ts')
      const found = await listBackups(await repositoryFor(frame, frame.flags.repository))
      const backups: ProvedOne[] = []
      for (const [at, { name: called }] of found.entries()) {
        if (frame.signal.aborted) break
        frame.progress('backups', { item: called, done: at, total: found.length })
        backups.push(
          await prove(frame, called).then(
            () => ({ name: called, ok: true, level, detail: 'it holds' }),
            (error: unknown) => {
              if (!isRefusal(error) || error.status === 503) throw error
              return { name: called, ok: false, level: null, detail: error.message }
            },
          ),
        )
      }
      const bad = backups.filter(({ ok }) => !ok)
      return bad.length === 0
        ? done(`${backups.length} backups hold.`, { backups }, { total: backups.length })
        : done(
            `${bad.length} of ${backups.length} do not hold: ${bad[0]?.name}.`,
            { backups },
            { error: { code: 'integrity.backup' }, total: backups.length },
          )
    },
    view: ({ backups }, page) =>
      table(
        backups,
        [
          { title: 'Backup', of: (row) => row.name },
          { title: 'Holds', of: (row) => (row.ok ? 'yes' : 'NO') },
          { title: 'Says', of: (row) => row.detail },
        ],
        page,
      ),
  })
}

function nameIn({ asked }: { asked: { name: string | undefined } }): string {
  if (asked.name === undefined) throw usage('missing', '<name> or --all is needed.')
  return asked.name
}

const drill = command('backup drill', {
  says: 'Starts the program on what a backup holds, asks it as people do, and stops it.',
  class: 'R',
  about: 'deployment',
  permission: 'backup:verify',
  exits: [6, 10, 11, 12],
  asks: { name },
  flags: {
    ...repository_flag,
    keep: yes('leaves the house that was made of it, stopped, for looking'),
    report: maybe(path(), 'where its paper is written as well'),
  },
  examples: ['kituo backup drill latest', 'kituo backup drill latest --report ./drill.pdf'],
  run: async (frame) => {
    const { runDrill } = await import('../frame/hands.ts')
    const { repository, called, masters } = await openedKeys(frame, frame.asked.name)
    const drilled = await runDrill(opened(frame), repository, called, {
      masters,
      by: frame.at,
      keep: frame.flags.keep,
      onPart: (phase, at, total) => frame.progress(phase, { done: at, total }),
    })
    if (frame.flags.report !== undefined) {
      const { partsAt } = await import('../../db/appliance/backups/in-place.ts')
      for await (const part of partsAt(repository.dir, drilled.report)) await frame.put(part)
    }
    const seconds = (drilled.took_ms / 1000).toFixed(1)
    const { level, checks, kept_in } = drilled
    return done(
      `${called} starts and answers: drilled in ${seconds} s.${kept_in === null ? '' : ` It lies in ${kept_in}.`}`,
      { ...drilled, levels: [{ level, ok: true, checks }] },
    )
  },
  view: ({ checks }, page) => proofTable(checks, page),
})

const proofTable = (proofs: readonly { name: string; detail: string }[], page: Page): string =>
  table(
    proofs,
    [
      { title: 'Proof', of: (row) => row.name },
      { title: 'Says', of: (row) => row.detail },
    ],
    page,
  )

export async function verifyNamed(
  frame: Pick<Frame, 'deployment' | 'sent' | 'progress'>,
  repository_name: string | undefined,
  typed: string,
) {
  const { verifyBackup } = await import('../../db/appliance/backups/verify.ts')
  const { repository, called, masters } = await openedKeys(
    { ...frame, flags: { repository: repository_name } },
    typed,
  )
  const proofs = await verifyBackup(
    opened(frame),
    repository,
    called,
    masters,
    (phase, at, total) => frame.progress(phase, { done: at, total }),
  )
  return { called, proofs }
}

export const commands = [check, check_all, verify, verify_all, drill]
