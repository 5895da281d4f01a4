// A kind of import for tests: things with a number and a name, in a table of their own.

import { clock } from '../../../db/core/clock.ts'
import { database, row, run } from '../../../db/store/connection.ts'
import { type ImportKind, sameBy } from '../../../db/hospital/registry.ts'
import { newId } from '../../../db/core/ids.ts'
import { conflict } from '../../../db/core/refusal.ts'
import { sql } from '../../../db/store/sql.ts'

export const makeThings = (): Promise<void> =>
  database().script(
    'create table things (id varchar(36), no varchar(20), name varchar(100), day varchar(10), by_name varchar(200))',
  )

const kept = (no: string) =>
  row<{ id: string; name: string }>(sql`select id, name from things where no = ${no}`)

export const things: ImportKind = {
  kind: 'things',
  label: 'Things',
  permission: 'facility:manage',
  columns: [
    { name: 'no', label: 'Number', required: true, type: 'text', example: 'T-1' },
    { name: 'full_name', label: 'Name', required: true, type: 'text', example: 'A, "thing"' },
    { name: 'day', label: 'Day', required: false, type: 'date', example: '2026-03-31' },
  ],
  async check(_, values) {
    const errors = []
    const { no = '', full_name = '' } = values
    if (no !== '' && !/^T-\d+$/.test(no))
      errors.push({ column: 'no', value: no, message: 'no must be like T-1.' })
    if (full_name.length > 50)
      errors.push({ column: 'full_name', value: full_name, message: 'full_name is too long.' })
    const known = await kept(no)
    return known === undefined
      ? { errors }
      : { errors, duplicate_of: { id: known.id, label: known.name, how: 'the same number' } }
  },
  async write(caller, values, on_duplicate) {
    const { no = '', full_name = '', day = '' } = values
    const known = await kept(no)
    if (known !== undefined && on_duplicate === 'SKIP') return { id: known.id, outcome: 'skipped' }
    if (known !== undefined && on_duplicate === 'UPDATE') {
      await run(sql`update things set name = ${full_name} where no = ${no}`)
      return { id: known.id, outcome: 'updated' }
    }
    // Each takes a tenth of a second of a clock that stands still.
    if (full_name === 'slow') clock.advance(100)
    const id = newId()
    await run(
      sql`insert into things (id, no, name, day, by_name) values (${id}, ${no}, ${full_name}, ${day}, ${caller.name})`,
    )
    if (full_name === 'refused') throw conflict('This thing is refused.')
    if (full_name === 'broken') throw new Error('a fault of the house')
    return { id, outcome: 'created' }
  },
  sameness: ({ no }) => sameBy(no === undefined || no === '' ? null : no),
}
