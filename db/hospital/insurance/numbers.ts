// A number as it is typed: in capitals, whole or its beginning.

import { type Sql, sql } from '../../sql.ts'

export function matchingNumber(typed: string | undefined): Sql | undefined {
  const said = (typed ?? '').trim().toUpperCase()
  if (said === '') return undefined
  return sql`number >= ${said} and number < ${`${said}~`}`
}
