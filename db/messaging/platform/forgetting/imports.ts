// Rows of imports that were refused, and that quote the person's number.

import { run } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import { nationalOf, type Person } from '../../contacts/forgotten.ts'

/** The number may have been refused for the way in which it was typed. */
export async function forgetImports(person: Person): Promise<void> {
  const { account_id, mode } = person.owner
  const digits = sql`replace(replace(replace(replace(replace(
    value, ' ', ''), '-', ''), '.', ''), '(', ''), ')', '')`
  await run(
    sql`update msg_import_errors set value = '', message = 'This person was forgotten.'
        where import_id in (select id from msg_contact_imports
            where account_id = ${account_id} and mode = ${mode})
          and ${digits} like ${`%${nationalOf(person)}%`}`,
  )
}
