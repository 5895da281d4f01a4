// People as other areas' lists look for them by birth, sex and place: the table under a name of their choice.

import { raw, type Sql, sql } from '../../../../store/sql.ts'

/** ` patients p`, behind `from` or `join`. */
export const peopleAs = (alias: string): Sql => sql` patients ${raw(alias)}`
