// A list as a file for a spreadsheet: every page of it, a column for each field.

import t from 'tap'
import { sheetOf } from '../../../daemon/edge/sheet.ts'
import { listOf, named, nullable, shape, Text, Whole } from '../../../db/core/kinds/kinds.ts'
import { bom } from '../../../db/core/csv-lines.ts'
import { pageOf } from '../../../db/store/pages.ts'
import { boot } from '../../support/boot.ts'
import { shelfOf } from '../../support/goods.ts'

const Row = shape({
  name: Text(1, 80),
  count: Whole(),
  tags: listOf(Text(1, 20)),
  of: nullable(named('Of', shape({ number: Text(1, 20), lines: listOf(Text(1, 9)) }))),
  lines: listOf(shape({ at: Whole() })),
})

t.test('every page, what is inside a row, and nothing that a sheet would run', async (t) => {
  const rows = Array.from({ length: 450 }, (_, count) => ({
    name: count === 0 ? '=1+1' : `Row "${count}", of many`,
    count,
    tags: ['a', 'b'],
    of: count === 1 ? null : { number: `N${count}`, lines: ['x'] },
    lines: [{ at: 1 }],
  }))
  const pages: number[] = []
  const { file } = await sheetOf('rows', Row, async (asked) => {
    pages.push(asked.page)
    return pageOf(asked, rows)
  })
  t.match(file, { content_type: 'text/csv; charset=utf-8', file_name: 'rows.csv' })
  const lines = (file.bytes as string).split('\r\n')
  t.equal(lines[0], `${bom}name,count,tags,of.number`, 'lists of records are left out')
  t.equal(lines[1], "'=1+1,0,a; b,N0")
  t.equal(lines[2], '"Row ""1"", of many",1,a; b,')
  t.equal(lines.length, 452)
  t.same(pages, [1, 2, 3])
})

t.test('what is too much for a sheet is refused before it is read', async (t) => {
  const meta = { current_page: 1, per_page: 200, last_page: 101, total: 20_001 }
  await t.rejects(
    sheetOf('rows', Row, async () => ({ rows: [], meta })),
    { status: 400, message: 'That is 20001 rows; narrow the filters.' },
  )
})

t.test('lists that may be asked for as a sheet (format=csv)', async (t) => {
  const house = await boot(t)
  const admin = await house.people.administrator()
  const shelf = await shelfOf(house)
  const product = await shelf.product({ name: '=cmd()' })
  await shelf.lay(product, 40)
  for (const [path, name, heading] of [
    ['/stock/products', 'products', /^id,code,name/],
    ['/stock/levels', 'stock-levels', /product/],
    ['/stock/expiry', 'expiry', /batch/],
    ['/stock/valuation', 'valuation', /value/],
    [`/stock/products/${product.id}/card`, 'stock-card', /balance/],
    ['/procurement/orders', 'purchase-orders', /status/],
    ['/immunisations/due', 'immunisations-due', /due_on/],
    ['/diagnostics/critical', 'critical-results', /status/],
    ['/diagnostics/worklist', 'worklist', /test_code/],
    ['/hr/staff', 'staff', /full_name/],
    ['/hr/leave-balances', 'leave-balances', /type_code/],
  ] as const) {
    const answer = await admin.get(path, { format: 'csv' })
    t.equal(answer.status, 200, `${path}: ${answer.message}`)
    t.equal(answer.headers['content-type'], 'text/csv; charset=utf-8', path)
    t.match(answer.headers['content-disposition'], `${name}.csv`)
    t.match(answer.raw.toString().slice(1), heading, path)
  }
  const sheet = (
    await admin.get('/stock/products', { format: 'csv', search: 'cmd' })
  ).raw.toString()
  t.equal(sheet.trim().split('\r\n').length, 2, 'as it was searched')
  t.match(sheet, /,'=cmd\(\),/)
  t.match(await admin.get('/stock/products', { format: 'xls' }), {
    status: 400,
    message: 'format must be one of json, csv.',
  })
  t.match(await admin.get('/stock/products', { format: 'json' }), {
    status: 200,
    meta: { total: 1 },
  })
  const nurse = await house.people.with('nurse')
  t.equal((await nurse.get('/procurement/orders', { format: 'csv' })).status, 403)
})
