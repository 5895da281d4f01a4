// Departments by the hundred thousand, made by SQLite itself out of one that is there.

import type { Engine } from '../../../db/store/engines/engine.ts'

/** With the numbers `first` to `last`; `seed` is the code of the one that they are like. */
export async function manyDepartments(
  engine: Engine,
  seed: string,
  first: number,
  last: number,
): Promise<void> {
  const columns = (await engine.read("select name from pragma_table_info('departments')", []))
    .map(({ name }) => String(name))
    // Given by the table itself.
    .filter((name) => name !== 'row_no')
  const own: Record<string, string> = {
    id: "substr(d.id, 1, 24) || printf('%012x', n.n)",
    code: "'B' || n.n",
    name: "'Ward ' || n.n || ' of the long corridor'",
    name_key: "'ward ' || n.n",
  }
  await engine.script(
    `with recursive n (n) as (select ${first} union all select n + 1 from n where n < ${last})
     insert into departments (${columns.join(', ')})
     select ${columns.map((name) => own[name] ?? `d.${name}`).join(', ')}
     from n join departments d on d.code = '${seed}'`,
  )
}
