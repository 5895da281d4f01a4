// What is over and can go: sessions past their end, dead codes and challenges (platform 7, jobs 4, 5).

import { clock } from '../../../core/clock.ts'
import { run, within } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'

const at_once = 500

/** Sessions that nobody closed but that can no longer be used. */
export const closeEnded = (): Promise<number> =>
  within(() => {
    const now = clock.instant()
    return run(
      sql`update sessions set closed_at = ${now}, close_reason = 'ended'
        where id in (select id from sessions where closed_at is null and (ends_at <= ${now} or refresh_ends_at <= ${now}) limit ${at_once})`,
    )
  }, 'jobs')

export const eraseClosed = (before: string): Promise<number> =>
  within(async () => {
    const gone = sql`select id from sessions where closed_at < ${before} order by closed_at, id limit ${at_once}`
    await run(sql`delete from used_refresh_tokens where session_id in (${gone})`)
    return run(sql`delete from sessions where id in (${gone})`)
  }, 'jobs')

export const eraseDeadCodes = (before: string): Promise<number> =>
  within(async () => {
    const challenges = await run(sql`delete from sign_in_challenges where ends_at < ${before}`)
    const codes = await run(
      sql`delete from account_codes where id in (select id from account_codes where ends_at < ${before} limit ${at_once})`,
    )
    return challenges + codes
  }, 'jobs')
