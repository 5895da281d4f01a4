import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { row, within } from '../../../../db/store/connection.ts'
import { patients as patients_table } from '../../../../db/hospital/desk/patients/tables.ts'
import { sql } from '../../../../db/store/sql.ts'
import { boot } from '../../../support/boot.ts'
import { statementsOnceKnown } from '../../../support/statements.ts'

const people_here = [
  ['Joseph', 'Peter', 'Mwakalinga', 'Male', '1970-01-01'],
  ['Josephine', null, 'Kileo', 'Female', '1985-02-03'],
  ['Muhammad', 'Ali', 'Hassan', 'Male', '1992-04-05'],
  ['Zaituni', 'Ally', 'Hasani', 'Female', '2001-06-07'],
  ['Émile', null, 'Bocco', 'Male', '1965-08-09'],
] as const

t.test('finding patients (PAT-10)', async (t) => {
  const { people, hospital } = await boot(t)
  const hospital_id = hospital.id
  clock.freeze('2026-03-31T09:00:00.000Z')
  const clerk = await people.with('reception')
  const cashier = await people.with('cashier')
  const phones = ['0712000001', null, '0712000003', null, null]
  for (const [
    index,
    [first_name, middle_name, last_name, sex, birth_date],
  ] of people_here.entries()) {
    const made = await clerk.post('/patients', {
      first_name,
      middle_name,
      last_name,
      sex,
      birth_date,
      phone: phones[index],
      identifiers: index === 4 ? [{ type: 'INSURANCE', value: 'NH-0042 7' }] : [],
    })
    t.equal(made.status, 201, made.message)
    clock.advance(1000)
  }
  const numbers = async (search: string): Promise<string[]> =>
    (await clerk.get('/patients', { search })).data.map((one: { number: string }) =>
      Number(one.number.slice(3)),
    )

  const asked: [string, number[], string][] = [
    ['joseph', [1, 2], 'the whole name before what begins with it'],
    ['jos', [1, 2], 'beginnings'],
    ['jo', [1, 2], 'of two letters'],
    ['josef', [1, 2], 'folded: ph is f'],
    ['mwaka jos', [1], 'in any order'],
    ['seph', [], 'not the middle of a word'],
    ['joseph bocco', [], 'every word must match'],
    ['mohamedi', [3], 'by the alias'],
    ['hasan', [3, 4], 'doubled letters; the whole name first'],
    ['emile', [5], 'without accents'],
    ['EMI', [5], 'without regard to case'],
    ['PT-000003', [3], 'the number'],
    ['pt-3', [3], 'without its zeros'],
    ['000003', [3], 'without its prefix'],
    ['XX-000003', [], 'another prefix'],
    ['+255 712 000 001', [1], 'a phone in any spelling'],
    ['255712000001', [1], 'a phone'],
    ['712000001', [1], 'a phone'],
    ['nh00427', [5], 'an identifier without its blanks'],
    ['NH-0042', [], 'no part of one'],
    ["jos'; drop table patients; --", [], 'whatever is typed'],
    ['%%', [], 'whatever is typed'],
    ['"" OR *', [], 'whatever is typed'],
  ]
  for (const [search, found, why] of asked) {
    t.test(`${search}: ${why}`, async (t) => {
      t.same(await numbers(search), found)
    })
  }

  const bad: [Record<string, string>, string][] = [
    [{ search: 'a' }, 'search needs at least 2 characters.'],
    [{ status: 'DEAD' }, 'status must be among TEMPORARY, ACTIVE, INACTIVE, DECEASED, MERGED.'],
    [{ page_size: '0' }, 'page_size must be a number from 1.'],
    [{ page_size: 'abc' }, 'page_size must be a number from 1.'],
    [{ page: '0' }, 'page must be a number from 1.'],
    [{ sort: 'age' }, 'sort must be one of name, -registered_at, -last_visit_at, number.'],
    [{ born_from: '1990-13-01' }, 'born_from must be a date like 2026-03-31.'],
    [{ phone: '12' }, 'phone is not a telephone number.'],
  ]
  for (const [query, message] of bad) {
    t.test(`a list is refused: ${message}`, async (t) => {
      const refused = await clerk.get('/patients', query)
      t.equal(refused.message, message)
      t.equal(refused.status, 400)
    })
  }

  t.test('pages: page_size is per_page, which holds where both come', async (t) => {
    const most = await clerk.get('/patients', { page_size: '1000' })
    t.match(most.meta, { per_page: 200, total: 5 })
    t.match((await clerk.get('/patients', { page_size: '2' })).meta, { per_page: 2, last_page: 3 })
    t.match((await clerk.get('/patients', { page_size: '2', per_page: '3' })).meta, { per_page: 3 })
    const far = await clerk.get('/patients', { page: '999', page_size: '2' })
    t.same(far.data, [])
    t.match(far.meta, { current_page: 999, last_page: 3, total: 5 })
    const second = await clerk.get('/patients', { search: 'jos', page: '2', per_page: '1' })
    t.match(second.data, [{ number: 'PT-000002' }])
    t.equal(second.meta?.total, 2)
  })

  t.test('without words: the newest first, or as asked', async (t) => {
    const order = async (query: Record<string, string>): Promise<number[]> =>
      (await cashier.get('/patients', query)).data.map((one: { number: string }) =>
        Number(one.number.slice(3)),
      )
    t.same(await order({}), [5, 4, 3, 2, 1])
    t.same(await order({ sort: 'name' }), [5, 1, 2, 3, 4])
    t.same(await order({ sort: 'number' }), [1, 2, 3, 4, 5])
    t.same(await order({ sort: 'number', sex: 'Female' }), [2, 4])
    t.same(await order({ sort: 'number', born_from: '1985-02-03', born_to: '1992-04-05' }), [2, 3])
    t.same(await order({ sort: 'number', age_from: '24', age_to: '24' }), [4])
    t.same(await order({ identifier: 'NH 0042-7' }), [5])
    t.same(await order({ status: 'ACTIVE,TEMPORARY', registered_to: '2026-03-30' }), [])
  })

  t.test('a page asks the same for two rows and for five', async (t) => {
    const asks = (per_page: string, more: Record<string, string>) => {
      const query = { sort: 'number', per_page, ...more }
      return statementsOnceKnown(() => clerk.get('/patients', query))
    }
    await clerk.get('/patients')
    for (const more of [{}, { search: 'jo' }]) {
      const [two, five] = [await asks('1', more), await asks('5', more)]
      t.equal(two.length, five.length, five.join('\n'))
      t.ok(five.length <= 17, `${five.length} statements:\n${five.join('\n')}`)
    }
  })

  t.test('the search over everything finds patients too (PLT-120)', async (t) => {
    const found = await clerk.get('/search', { q: 'josephine', types: 'patient' })
    t.match(found.data.hits, [
      { type: 'patient', title: 'Josephine Kileo', reference: 'PT-000002' },
    ])
  })

  t.test('one row in the log says what was searched (PLT-112)', async (t) => {
    const noted = await row<{ row_count: number; query: string }>(
      sql`select row_count, query from audit_rows where action = 'patient.search' and query like '%mwaka%'`,
    )
    t.match(noted, { row_count: 1 })
  })

  t.test('what a name begins with is looked up, not read through', async (t) => {
    const { id } = (await clerk.get('/patients', { search: 'PT-000001' })).data[0]
    await within(() =>
      patients_table.change({ hospital_id, id }, { name_words: ' renamed ', name_key: 'renamed' }),
    )
    t.same(await numbers('joseph'), [2], 'the index follows the record')
  })
})
