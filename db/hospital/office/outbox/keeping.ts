// How long the outbox remembers what it said (BridgeSettings, job 16), and the files it still needs.

import { clock, days, instantIn } from '../../../core/clock.ts'
import { rows, run, within } from '../../../store/connection.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import { outbox_messages } from './tables.ts'

/** As shipped; a hospital's own number comes with its bridge settings. */
export const keep_text_days = 90

/** One piece: texts and files of what is over are let go, the rows stay. */
export async function blankOld(
  before: string = instantIn(-days(keep_text_days)),
  piece = 1000,
): Promise<number> {
  return within(async () => {
    const old = await rows<{ id: string }>(
      sql`select id from outbox_messages where blanked_at is null and created_at < ${before}
        and status not in ('QUEUED', 'HELD') order by created_at limit ${piece}`,
    )
    if (old.length === 0) return 0
    return run(
      sql`update outbox_messages set text = null, sealed = null, attachments = null,
        blanked_at = ${clock.instant()} where id${oneOf(old.map(({ id }) => id))}`,
    )
  }, 'jobs')
}

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
