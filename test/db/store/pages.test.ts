// Late pages are walked to by the index alone, and read like the first ones.

import t from 'tap'
import { within } from '../../../db/store/connection.ts'
import { departments } from '../../../db/hospital/office/places/tables.ts'
import { pageFrom } from '../../../db/store/pages.ts'
import { sql, where } from '../../../db/store/sql.ts'
import { boot } from '../../support/boot.ts'

t.test('pages of 1,200 rows, early and late', async (t) => {
  const { hospital } = await boot(t)
  const hospital_id = hospital.id
  await within(() =>
    departments.insertMany(
      Array.from({ length: 1200 }, (_, n) => ({
        hospital_id,
        code: `D${n}`,
        name: `Ward ${n}`,
        name_key: `ward ${n}`,
        kind: 'CLINICAL' as const,
        // In another order than that in which they were written.
        sort_order: (n * 7919) % 1200,
      })),
    ),
  )
  const page = (number: number, per_page: number, columns?: ('id' | 'code' | 'sort_order')[]) =>
    pageFrom(
      departments,
      { page: number, per_page },
      {
        alias: 'd',
        from: sql` from departments d${where([sql`d.hospital_id = ${hospital_id}`, sql`d.code like ${'D%'}`])}`,
        order: sql` order by d.sort_order desc, d.id`,
        ...(columns === undefined ? {} : { columns }),
      },
    )
  const whole = await page(1, 1200)
  t.equal(whole.rows.length, 1200)
  t.same(
    whole.rows.map(({ sort_order }) => sort_order),
    Array.from({ length: 1200 }, (_, n) => 1199 - n),
  )
  for (const [number, per_page] of [
    [2, 50],
    [21, 50],
    [24, 50],
    [6, 200],
    [25, 50],
  ] as const) {
    const found = await page(number, per_page)
    const from = (number - 1) * per_page
    t.same(found.rows, whole.rows.slice(from, from + per_page), `page ${number} of ${per_page}`)
    t.equal(found.meta.total, 1200)
    t.equal(found.meta.last_page, Math.ceil(1200 / per_page))
  }
  const late = await page(23, 50, ['id', 'code'])
  t.same(
    late.rows.map(({ code }) => code),
    whole.rows.slice(1100, 1150).map(({ code }) => code),
  )
  t.same(Object.keys(late.rows[0] ?? {}), ['id', 'code'])
  t.equal((await page(23, 50, ['code', 'sort_order'])).rows.length, 50, 'without the id as before')
})
