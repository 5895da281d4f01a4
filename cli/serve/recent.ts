// What people last had the house do, by command or on the screens: whoever comes to it sees what was just done.

import { clock, hours } from '../../db/core/clock.ts'
import { firstIdAt } from '../../db/core/ids.ts'
import { rows } from '../../db/store/connection.ts'
import { kept } from '../../db/store/kept.ts'
import { sql } from '../../db/store/sql.ts'

export interface Recent {
  at: string
  /** `kituo outbound release` */
  command: string
  by: string
}

/** A command of older days tells nothing of now, and the log of a year is long. */
const looked_back_ms = hours(24)
const shown = 5
/** Who comes to the screens and goes again has done nothing. */
const coming_and_going = 'command.session.%'

const looked = kept<Recent[]>(async () => {
  const found = await rows<{ at: string; command: string | null; person: string | null }>(
    sql`select at, entity_label as command, user_name as person from audit_rows
      where id >= ${firstIdAt(clock.ms() - looked_back_ms)} and entity_type = 'command'
      and action not like ${coming_and_going} and outcome = 'DONE' order by id desc limit ${shown}`,
  )
  return found.map(({ at, command, person }) => ({ at, command: command ?? '', by: person ?? '' }))
})

export const lastDone = (): Promise<Recent[]> => looked.get('')
