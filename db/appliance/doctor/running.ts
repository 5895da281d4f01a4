// Checks of what the daemon noticed while it ran, and of what its last stop left (operations 5.14).

import { audit_lost } from '../../hospital/office/audit/reads.ts'
import { clock, hours, instantIn } from '../../core/clock.ts'
import { row } from '../../store/connection.ts'
import { type Standing, standingIn, stillStands } from '../house/clean-stop.ts'
import { seen } from '../house/seen.ts'
import { sql } from '../../store/sql.ts'
import { system } from '../../core/caller.ts'
import { list as reviewed } from '../../hospital/office/access/users/review.ts'
import { bad, type Check, ok, skipped, warn } from './finding.ts'
import { everywhere } from './security.ts'

const anchor_hours = 25

const saidOf = (checked: Standing['checked']): string =>
  checked === 'not ours'
    ? 'PostgreSQL looks after its pages itself'
    : `its pages are ${checked === 'whole' ? 'whole' : 'looked at'}`

export const running_checks: readonly Check[] = [
  {
    id: 'database.unclean',
    category: 'database',
    says: 'the house before this one was stopped, not killed',
    light: true,
    run({ configuration: { get }, deployment }) {
      if (deployment === null) return skipped('no data are open')
      const dir = get('data.dir')
      const standing = standingIn(dir)
      if (standing === null) return ok('the last stop was clean')
      if (!stillStands(standing)) {
        return warn(`the house of ${standing.started_at} was not stopped`, {
          mend: 'Start it: it looks at the pages of the database by itself.',
          mend_command: 'kituo database check',
        })
      }
      const { unclean_since, checked } = standing
      if (unclean_since === null) return ok('the last stop was clean')
      const message =
        standing.why === 'out of memory'
          ? 'last stop unclean: out of memory'
          : `the house of ${unclean_since} was not stopped`
      if (checked === 'wrong') {
        return bad(`${message}, and its pages are not whole`, {
          mend_command: 'kituo backup restore latest',
        })
      }
      if (checked === 'could not be') {
        return warn(`${message}, and its pages could not be looked at`, {
          evidence: standing,
          mend_command: 'kituo database check',
        })
      }
      return warn(`${message}; ${saidOf(checked)}`, {
        evidence: standing,
        mend: 'Look why: power, memory, or somebody who killed it.',
      })
    },
  },
  {
    id: 'database.foreign_writer',
    category: 'database',
    says: 'nothing but Kituo writes to the database file',
    light: true,
    run({ configuration: { get } }) {
      if (get('database.engine') !== 'sqlite') return skipped('the data are on PostgreSQL')
      const { foreign_write_at, foreign_holder } = seen()
      if (foreign_holder !== null) {
        const { program, pid, at } = foreign_holder
        return bad(`${program} (pid ${pid}) held the database file at ${at}`, {
          mend: 'End that program.',
          mend_command: `ps -p ${pid}`,
        })
      }
      return foreign_write_at === null
        ? ok('no other program writes there')
        : bad(`another program wrote to the database file at ${foreign_write_at}`, {
            mend: 'End that program; then prove the data.',
            mend_command: 'kituo database check --full',
          })
    },
  },
  {
    id: 'net.untrusted_proxy',
    category: 'network',
    says: 'no proxy stands before the house that it does not know',
    light: true,
    run() {
      const [first, ...more] = [...seen().forwarded].sort(([, a], [, b]) => b - a)
      if (first === undefined) return ok('none was seen')
      return warn(`${first[0]} forwards requests and is not trusted: all come from one address`, {
        evidence: Object.fromEntries([first, ...more].slice(0, 10)),
        mend: 'If it is your proxy, trust it.',
        mend_command: `kituo config set trusted_proxies ${first[0]}`,
      })
    },
  },
  {
    id: 'timetable.tick',
    category: 'timetable',
    says: 'the beat of the timetable never fell silent',
    light: true,
    run() {
      const { ticks_restarted } = seen()
      return ticks_restarted === 0
        ? ok('it beats')
        : warn(`it was made anew ${ticks_restarted} times since the start`, {
            mend: 'Look whether the machine stands still at times: memory, disk, or a host that pauses it.',
          })
    },
  },
  {
    id: 'audit.unwritten',
    category: 'security',
    says: 'every read that must be in the audit log is there',
    light: true,
    run: () =>
      audit_lost.rows === 0
        ? ok('every such read is written')
        : bad(`${audit_lost.rows} reads were answered without a row since the start`, {
            mend: 'See that the disk has room; what was read stands in the log of requests.',
            mend_command: 'kituo log search audit',
          }),
  },
  {
    id: 'audit.anchor',
    category: 'security',
    says: 'the audit log was anchored in the last day',
    light: true,
    run: everywhere(async (hospital_id) => {
      const found = await row<{
        head: number
        seq: number | null
        at: string | null
        first: string
      }>(
        sql`select h.seq as head,
              (select max(a.seq) from audit_anchors a where a.hospital_id = h.hospital_id) as seq,
              (select max(a.written_at) from audit_anchors a
                where a.hospital_id = h.hospital_id) as at,
              (select min(r.at) from audit_rows r where r.hospital_id = h.hospital_id) as first
            from audit_heads h where h.hospital_id = ${hospital_id}`,
      )
      if (found === undefined) return skipped('nothing is in the log yet')
      const late = instantIn(-hours(anchor_hours))
      const behind = Number(found.head) > Number(found.seq ?? 0)
      if (!behind || (found.at ?? found.first) > late) return ok(found.at ?? 'it has just begun')
      return warn(`the last anchor is of ${found.at ?? 'never'}, and the log has grown since`, {
        mend_command: 'kituo audit anchor',
      })
    }),
  },
  {
    id: 'security.access',
    category: 'security',
    says: 'the access review finds nothing',
    light: false,
    run: everywhere(async (hospital_id) => {
      const flags = ['conflict', 'left', 'dormant'] as const
      const counts: [string, number][] = []
      for (const flag of flags) {
        const { meta } = await reviewed(system(hospital_id), { flag, page: 1, per_page: 1 })
        if (meta.total > 0) counts.push([flag, meta.total])
      }
      return counts.length === 0
        ? ok(clock.instant().slice(0, 10))
        : warn(counts.map(([flag, count]) => `${count} ${flag}`).join(', '), {
            evidence: Object.fromEntries(counts),
            mend: 'Look at them under Users, Access review.',
          })
    }),
  },
]
