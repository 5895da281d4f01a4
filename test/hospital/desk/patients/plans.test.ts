// How the register is asked, by the database's own word (design P2): every look-up has an index, and
// none reads the register from its beginning to its end.

import t from 'tap'
import { type Filter, list } from '../../../../db/hospital/desk/patients/register/list.ts'
import { boot } from '../../../support/boot.ts'
import { heard, planOf, type Said } from '../../../support/plans.ts'

t.test('plans of the register (ALL-25)', async (t) => {
  const { people, system } = await boot(t)
  const clerk = await people.with('reception')
  const made = await clerk.post('/patients', {
    first_name: 'Asha',
    last_name: 'Mrisho',
    sex: 'Female',
    birth_date: '1990-05-12',
    phone: '0712345678',
    national_id: '19900512123451234567',
  })
  t.equal(made.status, 201, made.message)

  /** What the list asks of the register. */
  async function asksOf(asked: Omit<Filter, 'page' | 'per_page'>, page = 1): Promise<Said[]> {
    const said = await heard(() => list(system, { page, per_page: 50, ...asked }))
    return said.filter(({ text }) => /from patients|patient_identifiers|_search/.test(text))
  }

  /** A step over the whole register; what was made on the way, and named the same, is no table. */
  function walks(plan: readonly string[]): string[] {
    const on_the_way = new Set(
      plan.flatMap((line) => /^(?:MATERIALIZE|CO-ROUTINE) (\w+)/.exec(line)?.[1] ?? []),
    )
    return plan.filter((line) => {
      if (/Seq Scan on (patients|patient_identifiers)/.test(line)) return true
      const table = /^SCAN (\w+)(?! .*INDEX)/.exec(line)?.[1]
      const known = ['patients', 'p', 'patient_identifiers'].includes(table ?? '')
      return known && !on_the_way.has(table ?? '')
    })
  }

  const asks: [string, Omit<Filter, 'page' | 'per_page'>, number?][] = [
    ['part of a name', { search: 'mris' }],
    ['two names begun', { search: 'ash mri' }],
    ['a whole name', { search: 'asha mrisho' }],
    ['a number', { search: 'PT-000001' }],
    ['a number without prefix', { search: '01' }],
    ['a telephone', { search: '0712 345 678' }],
    ['an identifier', { search: '19900512123451234567' }],
    ['the filter of telephones', { phone: '0712345678' }],
    ['the filter of identifiers', { identifier: '19900512123451234567' }],
    ['page 1', {}],
    ['page 1,000', {}, 1000],
    ['page 1,000 by name', { sort: 'name' }, 1000],
    ['page 1,000 by number', { sort: 'number' }, 1000],
    ['one state', { status: 'ACTIVE' }],
  ]
  for (const [name, asked, page] of asks) {
    await t.test(name, async (t) => {
      const said = await asksOf(asked, page)
      t.ok(said.length > 0)
      for (const one of said) {
        const plan = await planOf(one)
        t.same(walks(plan), [], `${one.text}\n${plan.join('\n')}`)
      }
    })
  }

  await t.test('a filter of telephones begins at the telephones', async (t) => {
    for (const asked of [{ phone: '0712345678' }, { identifier: '19900512123451234567' }]) {
      const [counted] = (await asksOf(asked)).filter(({ text }) => /count\(\*\)/.test(text))
      const plan = (await planOf(counted as Said)).join('\n')
      t.match(plan, /patients_pkey|sqlite_autoindex_patients_1|PRIMARY KEY/, plan)
      t.notMatch(plan, /patients_hospital_id_(registered_at|name_key|status)/, plan)
    }
    t.match((await clerk.get('/patients', { phone: '0712345678' })).data, [{ id: made.data.id }])
    const both = { phone: '0712345678', identifier: '19900512123451234567' }
    t.equal((await clerk.get('/patients', both)).meta?.total, 1)
    t.equal((await clerk.get('/patients', { ...both, phone: '0712345679' })).meta?.total, 0)
  })
})
