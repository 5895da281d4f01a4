// How the register is asked, by the database's own word (design P2): every look-up has an index, and
// none reads the register from its beginning to its end.

import t from 'tap'
import { database, dialect } from '../../../db/connection.ts'
import { type Filter, list } from '../../../db/hospital/patients/list.ts'
import { boot } from '../../support/boot.ts'

interface Said {
  text: string
  values: readonly unknown[]
}

t.test('plans of the register', async (t) => {
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

  /** What the list asks, as it asks it. */
  async function heard(asked: Omit<Filter, 'page' | 'per_page'>, page = 1): Promise<Said[]> {
    const engine = database() as { read: (text: string, values: readonly unknown[]) => unknown }
    const { read } = engine
    const said: Said[] = []
    engine.read = (text, values) => {
      said.push({ text, values })
      return read(text, values)
    }
    try {
      await list(system, { page, per_page: 50, ...asked })
    } finally {
      engine.read = read
    }
    return said.filter(({ text }) => /from patients|patient_identifiers|_search/.test(text))
  }

  async function planOf({ text, values }: Said): Promise<string[]> {
    if (dialect() === 'sqlite') {
      const plan = await database().read(`explain query plan ${text}`, [...values])
      return plan.map((row) => String(row['detail']))
    }
    // On a small table reading all of it is cheapest; forbidden, it is chosen where nothing else is.
    let plan: string[] = []
    await database().write(async (connection) => {
      await connection.run('set local enable_seqscan = off', [])
      const rows = await connection.all(`explain ${text}`, [...values])
      plan = rows.map((row) => String(row['QUERY PLAN']))
    }, 'jobs')
    return plan
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
      const said = await heard(asked, page)
      t.ok(said.length > 0)
      for (const one of said) {
        const plan = await planOf(one)
        t.same(walks(plan), [], `${one.text}\n${plan.join('\n')}`)
      }
    })
  }

  await t.test('a filter of telephones begins at the telephones', async (t) => {
    for (const asked of [{ phone: '0712345678' }, { identifier: '19900512123451234567' }]) {
      const [counted] = (await heard(asked)).filter(({ text }) => /count\(\*\)/.test(text))
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
