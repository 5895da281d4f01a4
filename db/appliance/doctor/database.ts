// Checks of the database and the disk it lies on.

import { databaseAddress } from '../../store/connection.ts'
import { proofs } from '../deployment/check.ts'
import { filesystemOf, isNetwork, readMounts } from '../deployment/filesystem.ts'
import { databaseAnswers } from '../health.ts'
import { awaySince, noteAnswers, noteAway } from '../house/away.ts'
import { broken, brokenSentence, proofSentence } from '../house/broken.ts'
import { known_schema, schemaIn } from '../deployment/schema.ts'
import { judgeDisk } from '../../core/disk-room.ts'
import { migrationState } from '../../store/migrate.ts'
import { databaseAway } from '../../core/refusal.ts'
import { asked } from './asked.ts'
import { type Check, bad, ok, skipped, warn } from './finding.ts'

const log_warn_bytes = 256 * 1024 ** 2
const inodes_min_share = 0.05

export const database_checks: readonly Check[] = [
  {
    id: 'database.open',
    category: 'database',
    says: 'the data can be opened',
    light: true,
    run: ({ deployment, obstacle }) =>
      deployment !== null
        ? ok(`generation ${deployment.generation} on ${deployment.engine.dialect}`)
        : bad(obstacle?.message ?? 'the data are not open'),
  },
  {
    id: 'database.away',
    category: 'database',
    says: 'the database answers',
    light: true,
    async run({ deployment, obstacle }) {
      const mend = 'Look at the server and the way to it; Kituo goes on by itself once it answers.'
      if (deployment === null) {
        const is_away = obstacle?.message === databaseAway().message
        return is_away ? bad(obstacle.message, { mend }) : skipped('no data are open')
      }
      if (await databaseAnswers()) {
        noteAnswers()
        return ok('it answers')
      }
      noteAway()
      const since = awaySince()
      return bad(`the database does not answer, since ${since}`, { evidence: { since }, mend })
    },
  },
  {
    id: 'database.schema',
    category: 'database',
    says: 'the schema is that of this program',
    light: true,
    async run({ deployment }) {
      if (deployment === null) return skipped('no data are open')
      const state = await migrationState()
      if (state.pending.length === 0) return ok(`schema ${schemaIn(state)}`)
      return bad(`schema ${schemaIn(state)}, this program needs ${known_schema}`, {
        evidence: state.pending,
        mend: 'Apply the migrations.',
        mend_command: 'kituo database migrate',
      })
    },
  },
  {
    id: 'database.drift',
    category: 'database',
    says: 'tables and columns are those of this program',
    light: false,
    async run({ deployment }) {
      if (deployment === null) return skipped('no data are open')
      const { pending } = await migrationState()
      if (pending.length > 0) return skipped('migrations are not applied')
      const wrong = (await proofs.find(({ name }) => name === 'schema')?.run()) ?? []
      if (wrong.length === 0) return ok('every table and column is as this program has it')
      return bad(wrong[0] ?? '', {
        evidence: wrong,
        mend: 'Somebody changed tables by hand: undo it, or restore a backup.',
        mend_command: 'kituo database check --only schema',
      })
    },
  },
  {
    id: 'database.quick',
    category: 'database',
    says: 'pages and references are whole',
    light: false,
    async run({ deployment }) {
      if (deployment === null) return skipped('no data are open')
      const found = broken()
      if (found !== null) {
        const said = [brokenSentence(found), found.why, proofSentence(found)].filter(Boolean)
        return bad(said.join(' '), {
          evidence: found,
          mend: 'Stop the house; look which generations there are; put the newest backup back.',
          mend_command: 'kituo backup restore latest',
        })
      }
      const wrong: string[] = []
      for (const { full, name, run } of proofs) {
        if (full !== true && name !== 'schema') wrong.push(...(await run()))
      }
      if (wrong.length === 0) return ok('whole')
      return bad(wrong[0] ?? '', {
        evidence: wrong,
        mend: 'Stop changing things; restore the newest backup that is whole.',
        mend_command: 'kituo backup restore latest',
      })
    },
  },
  {
    id: 'database.log',
    category: 'database',
    says: 'the write-ahead log stays small',
    light: false,
    async run({ deployment }) {
      if (deployment === null) return skipped('no data are open')
      const { file } = databaseAddress()
      if (file === undefined) return skipped('PostgreSQL keeps its own')
      const log_bytes = asked().size(`${file}-wal`)
      return log_bytes <= log_warn_bytes
        ? ok(`${log_bytes} bytes`)
        : warn(`the log has ${log_bytes} bytes: some reader does not end`, {
            mend_command: 'kituo database checkpoint',
          })
    },
  },
  {
    id: 'database.foreign_fs',
    category: 'database',
    says: 'the data lie on a local disk',
    light: true,
    run({ configuration: { get } }) {
      if (get('database.engine') !== 'sqlite') return skipped('the data are on PostgreSQL')
      const mounts = readMounts(asked().text('/proc/self/mountinfo') ?? '')
      const type = filesystemOf(get('data.dir'), mounts)
      return isNetwork(type)
        ? bad(`${get('data.dir')} is a network filesystem (${type}): SQLite is damaged there`, {
            mend: 'Use a local disk, or PostgreSQL.',
          })
        : ok(type ?? 'local')
    },
  },
  {
    id: 'disk.free',
    category: 'machine',
    says: 'the disk has room',
    light: true,
    run({ configuration: { get } }) {
      const { free, total } = asked().room(get('data.dir'))
      const evidence = { free, total, folder: get('data.dir') }
      const judged = judgeDisk(free, {
        warn: get('disk.warn'),
        refuse_uploads: get('disk.refuse_uploads'),
        read_only: get('disk.read_only'),
      })
      if (judged.state === 'OK') return { ...judged, evidence }
      const mend = 'Let old backups go, or give the disk more.'
      return { ...judged, evidence, mend, mend_command: 'kituo backup prune' }
    },
  },
  {
    id: 'disk.inodes',
    category: 'machine',
    says: 'the disk can take more files',
    light: true,
    run({ configuration: { get } }) {
      const { files, ffree } = asked().inodes(get('data.dir'))
      // Some filesystems make inodes as they need them and count none.
      if (files === 0) return ok('as many as fit')
      return ffree / files >= inodes_min_share
        ? ok(`${ffree} of ${files}`)
        : warn(`${ffree} of ${files} files are left`, { mend: 'Remove small files.' })
    },
  },
]
