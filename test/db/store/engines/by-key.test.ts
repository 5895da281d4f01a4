// What is read by its key on the thread of everybody's requests is found by that key, in every table: no
// statement that walks through rows is among them (decision 0326).

import t from 'tap'
import type { Column } from '../../../../db/store/columns.ts'
import { database } from '../../../../db/store/connection.ts'
import type { Engine } from '../../../../db/store/engines/engine.ts'
import { tables } from '../../../../db/tables.ts'
import { departments } from '../../../../db/hospital/office/places/tables.ts'
import { boot } from '../../../support/boot.ts'
import { on_postgres } from '../../../support/database.ts'

type Asked = Parameters<Engine['read']>

const skip = on_postgres && 'the server has processes of its own'

t.test('reads by key', { skip }, async (t) => {
  await boot(t)
  const engine = database() as { -readonly [K in keyof Engine]: Engine[K] }
  const { read } = engine
  const asked: Asked[] = []
  engine.read = (...one) => {
    asked.push(one)
    return read(...one)
  }
  const of = (columns: object) => ('hospital_id' in columns ? { hospital_id: 'x' } : {})
  const some = ({ storage, values }: Column): unknown =>
    ({ text: values?.[0] ?? 'x', integer: 1, bigint: 1, real: 1, boolean: true })[storage]
  for (const table of tables) {
    const keys = [
      table.rules.key ?? ['id'],
      ...(table.rules.unique ?? []).map((one) => one.columns),
    ]
    for (const key of keys) {
      const where = Object.fromEntries(
        key.map((name) => [name, some(table.columns[name] as Column)]),
      )
      await table.findAnywhere({ ...of(table.columns), ...where })
    }
    if ('id' in table.columns) await table.allAnywhere({ ...of(table.columns), id: ['x', 'y'] })
  }
  await departments.all({ hospital_id: 'x' })
  engine.read = read
  const here = asked.filter(([, , by_key]) => by_key)
  t.ok(here.length >= tables.length, `${here.length} statements run on this thread`)
  for (const [text, values] of here) {
    const plan = await read(`explain query plan ${text}`, values)
    const steps = plan.map(({ detail }) => String(detail))
    t.notMatch(steps.join('; '), /\bSCAN (?!json_each)/, text)
    const [search = ''] = steps
    t.match(search, /USING (INTEGER PRIMARY KEY|PRIMARY KEY|(COVERING )?INDEX)/, text)
  }
  t.equal(asked.at(-1)?.[2], false, 'a list is asked elsewhere')
})
