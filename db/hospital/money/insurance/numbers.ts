// A number as it is typed: in capitals, whole or its beginning.

import { capitals } from '../../../core/kinds/capitals.ts'
import { type Sql, sql } from '../../../store/sql.ts'

export function matchingNumber(typed: string | undefined): Sql | undefined {
  const said = capitals((typed ?? '').trim())
  if (said === '') return undefined
  return sql`number >= ${said} and number < ${`${said}~`}`
}
