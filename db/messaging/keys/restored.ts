// After a restore (OPS-128): a key that was revoked, rotated or closed since the backup opens nothing.

import { sql } from '../../store/sql.ts'
import { msg_keys } from './tables.ts'

const at_once = 500

/** Answers how many were taken away again. */
export async function endKeys(live: <T>(work: () => Promise<T>) => Promise<T>): Promise<number> {
  let ended = 0
  for (let last = ''; ; ) {
    const after = last
    const gone = await live(() =>
      msg_keys.read(
        sql`select ${msg_keys.selection()} from msg_keys
            where id > ${after} and revoked_at is not null order by id limit ${at_once}`,
      ),
    )
    for (const { hospital_id, id, revoked_at, revoked_reason, replaced_by } of gone) {
      ended += await msg_keys.change(
        { hospital_id, id, revoked_at: null },
        { active: false, revoked_at, revoked_reason, replaced_by },
      )
    }
    if (gone.length < at_once) return ended
    last = gone.at(-1)?.id ?? ''
  }
}
