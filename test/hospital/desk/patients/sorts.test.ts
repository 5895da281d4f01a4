// Every order the register offers is walked along an index: the database sorts nothing, however long
// the register (PAT-10, design P2). Asked of a register of 50,000, half of whom have never come.

import t from 'tap'
import { database, dialect, run, within } from '../../../../db/store/connection.ts'
import { type Filter, list } from '../../../../db/hospital/desk/patients/register/list.ts'
import { patients } from '../../../../db/hospital/desk/patients/tables.ts'
import { raw } from '../../../../db/store/sql.ts'
import { boot } from '../../../support/boot.ts'
import { heard, type Said } from '../../../support/plans.ts'

const registered = 50_000

t.test('orders of a long register', async (t) => {
  const { people, system } = await boot(t)
  const clerk = await people.with('reception')
  const made = await clerk.post('/patients', {
    first_name: 'Asha',
    last_name: 'Mrisho',
    sex: 'Female',
    birth_date: '1990-05-12',
  })
  t.equal(made.status, 201, made.message)
  const differs: Record<string, string> = {
    id: `'0199a5c2-7d1e-7000-8000-' || (100000000000 + n.n)`,
    number: `'PT-' || (900000 + n.n)`,
    number_digits: `'' || (900000 + n.n)`,
    name_key: `'n' || (900000 + n.n * 7919 % ${registered})`,
    registered_at: `'2025-01-01T00:' || (900000 + n.n)`,
    last_visit_at: `case when n.n % 2 = 0 then null
      else '2026-01-01T00:' || (900000 + n.n * 7919 % ${registered}) end`,
  }
  const columns = Object.keys(patients.columns)
  const values = columns.map((name) => differs[name] ?? `p.${name}`)
  await within(() =>
    run(
      raw(`insert into patients (${columns.join(', ')})
        with recursive n (n) as (select 1 union all select n + 1 from n where n < ${registered})
        select ${values.join(', ')} from patients p cross join n`),
    ),
  )
  await database().write((connection) => connection.run('analyze', []), 'jobs')

  const planOf = async ({ text, values: given }: Said): Promise<string> => {
    const asked = dialect() === 'sqlite' ? `explain query plan ${text}` : `explain ${text}`
    const plan = await database().read(asked, [...given])
    return plan.map((row) => String(row['detail'] ?? row['QUERY PLAN'])).join('\n')
  }

  const sorts: NonNullable<Filter['sort']>[] = [
    'name',
    'number',
    '-registered_at',
    '-last_visit_at',
  ]
  for (const sort of sorts) {
    for (const page of [1, 500]) {
      await t.test(`${sort}, page ${page}`, async (t) => {
        const said = await heard(() => list(system, { page, per_page: 50, sort }))
        const pages = said.filter(({ text }) => /from patients p.* order by .* limit/s.test(text))
        t.equal(pages.length, 1)
        for (const one of pages) {
          const plan = await planOf(one)
          t.match(plan, /index/i)
          t.notMatch(plan, /\bSort\b|TEMP B-TREE|Seq Scan/, plan)
        }
      })
    }
  }

  await t.test('who came last is first, who never came last', async (t) => {
    const page = async (at: number) =>
      (await list(system, { page: at, per_page: 50, sort: '-last_visit_at' })).rows.map(
        ({ last_visit_at }) => last_visit_at,
      )
    const first = await page(1)
    t.ok(first.every((at) => at !== null))
    for (const [at, one] of first.entries()) t.ok(at === 0 || (first[at - 1] ?? '') >= (one ?? ''))
    t.ok((await page(501)).every((at) => at === null))
  })
})
