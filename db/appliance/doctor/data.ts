// Checks of the data that ask more than a light look may (operations 5.14).

import { lintFirst } from '../carry/lint.ts'
import { carriedAt } from '../carry/tables.ts'
import { clock, days, hours } from '../../core/clock.ts'
import { dialect, row, rows } from '../../store/connection.ts'
import { serverAddress } from '../deployment/address.ts'
import { serverFacts } from '../deployment/server.ts'
import { dirname } from 'node:path'
import { system } from '../../core/caller.ts'
import { filesAway, markAgain, whoseFiles } from '../../store/files/place.ts'
import { namedFiles } from '../house/fits.ts'
import { proveFiles } from '../../hospital/office/attachments/proof.ts'
import { now as licenceNow } from '../../hospital/office/plans/licences.ts'
import { migrationState } from '../../store/migrate.ts'
import { isRefusal } from '../../core/refusal.ts'
import { wayBack } from '../release/back.ts'
import { updates } from '../release/history.ts'
import { installedAt } from '../release/installed.ts'
import { sql } from '../../store/sql.ts'
import { deployment as deployments, schedules } from '../timetable/tables.ts'
import { bad, type Check, type Found, ok, type Patient, skipped, warn } from './finding.ts'
import { everywhere } from './security.ts'

const files_most = 20_000
/** Of a table; on a house of years the rest would take minutes (O13). */
const rows_looked_at = 5000
const licence_days = 30

export const data_checks: readonly Check[] = [
  {
    id: 'database.lint',
    category: 'database',
    says: 'every row would move to PostgreSQL',
    light: false,
    async run({ deployment }) {
      if (deployment === null) return skipped('no data are open')
      if (dialect() === 'postgres') return skipped('the data are there')
      const { applied } = await migrationState()
      const tables = await carriedAt(applied.map(({ name }) => name))
      const { found, is_whole } = await lintFirst(deployment.engine, tables, rows_looked_at)
      return found.length === 0
        ? ok(
            is_whole
              ? 'every row would move'
              : `the first ${rows_looked_at} of each table would; kituo database lint looks at all`,
          )
        : warn(`${found[0]?.table} holds a row that PostgreSQL would refuse`, {
            evidence: found,
            mend: 'Correct them before the day of moving; what loses nothing is mended by itself.',
            mend_command: 'kituo database lint --mend',
          })
    },
  },
  {
    id: 'attachment.store',
    category: 'database',
    says: 'files are kept in the place of this house',
    light: true,
    async run({ deployment }) {
      if (deployment === null) return skipped('no data are open')
      const where = deployment.configuration.get('data.attachments')
      const { id, store } = await storeKnown()
      const whose = await whoseFiles(id)
      if (whose === 'ours') return ok(where)
      if (whose === 'anothers') {
        return bad(`${where} holds the attachments of another deployment.`, {
          mend: 'Say in data.attachments where those of this one lie.',
          mend_command: 'kituo config set data.attachments FOLDER',
        })
      }
      if (store === null) return ok(`${where}, marked at the next start`)
      const since = filesAway()?.since
      return bad(`${where} is not there${since === undefined ? '' : ` since ${since}`}`, {
        mend: 'Mount it again. Where only its mark STORE is gone, it is written anew.',
        mend_command: 'kituo doctor attachment.store --mend',
      })
    },
    mends: async ({ deployment }) =>
      deployment !== null && (await markAgain((await storeKnown()).id, namedFiles)),
  },
  {
    id: 'attachment.missing',
    category: 'database',
    says: 'the files that records name are there',
    light: false,
    async run({ deployment }) {
      if (deployment === null) return skipped('no data are open')
      if (filesAway() !== null) return skipped('the place of the files does not answer')
      const { count, missing, damaged } = await proveFiles({ sample: 0, most: files_most })
      const wrong = [...missing, ...damaged]
      return wrong.length === 0
        ? ok(`${count} files`)
        : warn(`${missing.length} of ${count} files are missing, ${damaged.length} are damaged`, {
            evidence: wrong
              .slice(0, 20)
              .map(({ sha256, uploaded_at }) => ({ sha256, uploaded_at })),
            mend: 'Bring them back from a backup.',
            mend_command: 'kituo backup restore latest --only attachments',
          })
    },
  },
  {
    id: 'wallet.proof',
    category: 'books',
    says: 'the wallets of messaging were proved lately',
    light: true,
    async run({ deployment }) {
      if (deployment === null) return skipped('no data are open')
      const found = await schedules.findAnywhere({ name: 'wallet-proof' })
      if (found?.last_run_at === undefined || found.last_run_at === null) {
        return skipped('never proved by itself yet')
      }
      const mend = { mend_command: 'kituo messaging wallet prove' }
      if (found.last_status === 'FAILED') return bad('the last proof failed', mend)
      return clock.ms() - Date.parse(found.last_run_at) > hours(36)
        ? warn(`the last proof is of ${found.last_run_at}`, mend)
        : ok(`proved at ${found.last_run_at}`)
    },
  },
  {
    id: 'messaging.simulator',
    category: 'messaging',
    says: 'no live message ends in the simulator',
    light: true,
    async run({ deployment }) {
      if (deployment === null) return skipped('no data are open')
      const found = await rows<{ operator: string }>(
        sql`select distinct r.operator_code as operator from msg_routes r
            join msg_links l on l.id = r.link_id
            where l.kind = 'simulator' and l.enabled and l.removed_at is null
              and exists (select 1 from msg_messages m where m.mode = 'live'
                and m.created_at >= ${new Date(clock.ms() - days(7)).toISOString()})
            order by operator limit 20`,
      )
      return found.length === 0
        ? ok('no live message goes to the simulator')
        : warn(`live messages to ${found.map(({ operator }) => operator).join(', ')} go nowhere`, {
            mend: 'Add the link of the operator and route to it.',
            mend_command: 'kituo messaging route list',
          })
    },
  },
  {
    id: 'licence.lasts',
    category: 'configuration',
    says: 'the licence lasts',
    light: true,
    run: everywhere(async (hospital_id) => {
      const { status, ends_on } = await licenceNow(system(hospital_id))
      const mend = { mend_command: 'kituo licence install ./licence.txt' }
      if (ends_on === null) return skipped('there is none, and none is asked for')
      if (status === 'ENDED' || status === 'GRACE') return warn(`it ended on ${ends_on}`, mend)
      const left = Math.floor((Date.parse(ends_on) - clock.ms()) / days(1))
      return left < licence_days ? warn(`it ends on ${ends_on}`, mend) : ok(`until ${ends_on}`)
    }),
  },
  {
    id: 'update.rollback',
    category: 'update',
    says: 'it is known until when the last update can be taken back',
    light: true,
    run({ configuration }) {
      const last = updates(dirname(configuration.file)).findLast(
        ({ outcome }) => outcome === 'DONE',
      )
      if (last === undefined) return skipped('nothing was brought in yet')
      try {
        const installed = installedAt(configuration.file)
        const { update, until } = wayBack(installed, configuration.get('data.dir'))
        const long = until === null ? '' : ` until ${until}`
        return ok(`${update.to} can be taken back${long}: kituo update rollback`)
      } catch (error) {
        if (!isRefusal(error)) throw error
        return ok(`${last.to} stays. ${error.message}`)
      }
    },
  },
  {
    id: 'pg.pooler',
    category: 'database',
    says: 'no pooler hands its statements to others',
    light: false,
    run: onServer(async ({ configuration, secrets }) => {
      const { pooled } = await serverFacts(serverAddress(configuration, secrets))
      return pooled
        ? bad('the database address goes through a pooler in transaction mode', {
            mend: "Give the server's own address for database.url.",
            mend_command: 'kituo config set database.url postgres://kituo@db:5432/kituo',
          })
        : ok('none')
    }),
  },
  {
    id: 'pg.archive',
    category: 'database',
    says: 'the archiving of the server does not fail',
    light: true,
    run: onServer(async () => {
      const on = await row<{ mode: string }>(sql`select current_setting('archive_mode') as mode`)
      if (on?.mode === 'off') return skipped('it is off')
      const found = await row<{ failed: string | null; archived: string | null }>(
        sql`select cast(last_failed_time as text) as failed,
                   cast(last_archived_time as text) as archived from pg_stat_archiver`,
      )
      return found?.failed !== undefined &&
        found.failed !== null &&
        found.failed > (found.archived ?? '')
        ? warn(`it failed at ${found.failed}`, {
            mend: 'Look at archive_command and the place it writes to.',
          })
        : ok(found?.archived ?? 'nothing was archived yet')
    }),
  },
]

function onServer(
  look: (deployment: NonNullable<Patient['deployment']>) => Promise<Found>,
): (patient: Patient) => Promise<Found> | Found {
  return ({ deployment }) =>
    deployment === null
      ? skipped('no data are open')
      : dialect() === 'postgres'
        ? look(deployment)
        : skipped('the data are on SQLite')
}

async function storeKnown(): Promise<{ id: string; store: string | null }> {
  const found = await deployments.findAnywhere({})
  const store = found?.store ?? null
  return { id: store ?? found?.id ?? '', store }
}
