// How long the outbox remembers what it said (BridgeSettings, job 16), and the files it still needs.

import { clock, days, instantIn } from '../../../core/clock.ts'
import { rows, run, within } from '../../../store/connection.ts'
import { oneOf, type Sql, sql } from '../../../store/sql.ts'
import { shipped } from './bridge.ts'
import { bridge_settings, outbox_messages } from './tables.ts'

/** One piece: texts and files of what is over are let go, the rows stay; each hospital keeps them as it has set it. */
export async function blankOld(piece = 1000): Promise<number> {
  const set = await bridge_settings.read(
    sql`select ${bridge_settings.selection()} from bridge_settings`,
  )
  const own = set.map(({ hospital_id }) => hospital_id)
  const others = sql`not hospital_id${oneOf(own)}`
  const kept = [
    { whose: others, keep_text_days: shipped.keep_text_days },
    ...set.map(({ hospital_id, keep_text_days }) => ({
      whose: sql`hospital_id = ${hospital_id}`,
      keep_text_days,
    })),
  ]
  for (const { whose, keep_text_days } of kept) {
    const blanked = await blankedOf(whose, instantIn(-days(keep_text_days)), piece)
    if (blanked > 0) return blanked
  }
  return 0
}

const blankedOf = (whose: Sql, before: string, piece: number): Promise<number> =>
  within(async () => {
    const old = await rows<{ id: string }>(
      sql`select id from outbox_messages where blanked_at is null and created_at < ${before}
        and ${whose} and status not in ('QUEUED', 'HELD')
        order by created_at limit ${piece}`,
    )
    if (old.length === 0) return 0
    return run(
      sql`update outbox_messages set text = null, sealed = null, attachments = null,
        blanked_at = ${clock.instant()} where id${oneOf(old.map(({ id }) => id))}`,
    )
  }, 'jobs')

/** Of these files the ones that go with a letter which is still remembered. */
export async function keptFiles(hashes: readonly string[]): Promise<string[]> {
  const wanted = new Set(hashes)
  const kept = new Set<string>()
  for (let after = ''; wanted.size > 0; ) {
    const letters = await outbox_messages.read(
      sql`select ${outbox_messages.selection()} from outbox_messages
        where attachments is not null and id > ${after} order by id limit 500`,
    )
    for (const { attachments } of letters) {
      for (const { sha256 } of attachments ?? []) if (wanted.delete(sha256)) kept.add(sha256)
    }
    if (letters.length < 500) break
    after = letters.at(-1)?.id ?? ''
  }
  return [...kept]
}
