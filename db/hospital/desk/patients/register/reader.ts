// The language in which an age is told: the reader's own, else the hospital's.

import type { Caller } from '../../../../core/caller.ts'
import { row } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'

export async function languageOf(caller: Caller): Promise<string> {
  const own =
    caller.user_id === null
      ? undefined
      : await row<{ language: string }>(
          sql`select language from users where id = ${caller.user_id}`,
        )
  return own?.language ?? (await hospitalOf(caller)).language
}
