// Stock, recalls and controlled drugs from the command line (stock 8), and the proofs of stock (STK-16).

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { opening_import } from '../../../db/hospital/goods/stock/opening/opening.ts'
import { batches, stock_levels } from '../../../db/hospital/goods/stock/pool/tables.ts'
import { open as addProduct } from '../../../db/hospital/goods/stock/products/products.ts'
import { open as openRecall } from '../../../db/hospital/goods/stock/recalls/recalling.ts'
import { set } from '../../../db/hospital/goods/procurement/reorder/rules.ts'
import { open as openStore } from '../../../db/hospital/goods/stock/stores/stores.ts'
import { roles } from '../../../db/hospital/office/access/tables.ts'
import { today } from '../../../db/hospital/office/hospitals/hospitals.ts'
import { moneyDesk } from '../../support/money/money-desk.ts'

t.setTimeout(600_000)
const desk = await moneyDesk(t, { asha: ['pharmacist'] })
const asha = desk.person('asha')
const { hospital_id } = desk

const made = await desk.work(async () => {
  const store = await openStore(asha, { code: 'MAIN', name: 'Main store', kind: 'MAIN' })
  const product = await addProduct(asha, {
    name: 'Amoxicillin',
    class: 'MEDICINE',
    base_unit: 'capsule',
    strength: '250 mg',
    form: 'Capsule',
    route: 'Oral',
  })
  const line = { store: 'MAIN', product: product.code, lot: 'B1', expiry: '2098-08-31' }
  await opening_import.write(asha, { ...line, quantity: '30', unit_cost: '500' }, 'ERROR')
  const rule = { product_id: product.id, store_id: store.id, method: 'FIXED' as const }
  await set(asha, [{ ...rule, min: 40, max: 100 }])
  return { store, product }
})

t.test('stock: what lies there, what it is worth, what to buy', async (t) => {
  const lies = await desk.type('stock', 'levels', '--store', 'main')
  t.match(lies, { code: 0, out: /Main store .*Amoxicillin 250 mg .*B1 .*30/ })
  t.match(await desk.type('stock', 'levels', '--store', 'NONE'), { code: 2, err: /No such store/ })
  const csv = join(desk.dir, '..', `${hospital_id}-levels.csv`)
  t.match(await desk.type('stock', 'levels', '--csv', csv), { code: 0 })
  t.match(readFileSync(csv, 'utf8'), /store,product,lot[\s\S]*Main store,Amoxicillin 250 mg,B1/)
  t.match(await desk.type('stock', 'value'), { code: 0, out: /Amoxicillin 250 mg .*15,000/ })
  t.match(await desk.type('stock', 'reorder', '--store', 'MAIN'), { code: 0, out: /70 capsule/ })
})

t.test('recalls: listed, and traced to where they lie', async (t) => {
  const recall = await desk.work(async () =>
    openRecall(asha, {
      product_ids: [made.product.id],
      lots: ['B1'],
      level: 'II',
      source: 'AUTHORITY',
      notice_on: await today(asha),
      reason: 'Wrong label',
      instruction: 'RETURN',
    }),
  )
  t.match(await desk.type('recall', 'list'), {
    code: 0,
    out: new RegExp(`${recall.number} .*OPEN`),
  })
  const lies = await desk.type('recall', 'trace', recall.number)
  t.match(lies, { code: 0, out: /Amoxicillin 250 mg .*B1 .*STORE .*30 .*Main store/ })
  t.match(await desk.type('recall', 'trace', 'RC-1'), { code: 2, err: /No such recall/ })
})

t.test('stock verify: it holds, and says where it does not (STK-16, STK-42)', async (t) => {
  t.match(await desk.type('stock', 'verify'), { code: 0, out: /STK-42/ })
  await desk.work(() =>
    stock_levels.change({ hospital_id, product_id: made.product.id }, { quantity: 29_000 }),
  )
  const bad = await desk.type('stock', 'verify')
  t.match(bad, { code: 3, out: /29 lie there, 30 came/ })
  await desk.work(() =>
    stock_levels.change({ hospital_id, product_id: made.product.id }, { quantity: 30_000 }),
  )
})

t.test('controlled: the registers are proved and printed (STK-71, STK-79)', async (t) => {
  t.match(await desk.type('controlled', 'verify'), { code: 0, out: /The registers hold/ })
  const out = join(desk.dir, '..', `${hospital_id}-register.pdf`)
  const line = ['--store', 'MAIN', '--product', made.product.code, '--out', out]
  t.match(await desk.type('controlled', 'register', ...line), { code: 0, out: /is in/ })
  t.equal(readFileSync(out).subarray(0, 4).toString(), '%PDF')
})

t.test('boards: what expires, is set apart, counted, sent, asked for, checked', async (t) => {
  for (const line of [
    ['stock', 'expiry', '--store', 'MAIN', '--state', 'near'],
    ['stock', 'counts', '--status', 'COUNTING'],
    ['stock', 'transfers', '--late'],
    ['stock', 'requisitions', '--status', 'SUBMITTED'],
    ['controlled', 'checks', '--missed'],
    ['procurement', 'orders', '--late'],
    ['procurement', 'invoices', '--overdue'],
    ['procurement', 'suppliers'],
  ]) {
    t.match(await desk.type(...line), { code: 0 }, line.join(' '))
  }
  const apart = await desk.type('stock', 'apart', '--store', 'MAIN')
  t.match(apart, { code: 0, out: /Amoxicillin 250 mg .*B1 .*30 .*RECALL/ })
})

t.test(
  'lists from files: opening stock says its sum first, products begin with a list',
  async (t) => {
    const file = (name: string, text: string) => {
      const path = join(desk.dir, '..', `${hospital_id}-${name}.csv`)
      writeFileSync(path, text)
      return path
    }
    const lines = 'product,quantity,lot,expiry,unit_cost\n'
    const more = `${made.product.code},200,B7,2098-01-31,12.5\n`
    const opening = ['stock', 'import', 'opening', file('opening', `${lines}${more}`)]
    t.match(await desk.type(...opening, '--store', 'MAIN', '--dry-run'), {
      code: 0,
      out: /1 rows come to 2,500/,
    })
    t.match(await desk.type(...opening, '--dry-run'), { code: 0, err: /no column store/ })
    const starter = join(desk.dir, '..', `${hospital_id}-starter.csv`)
    t.match(await desk.type('stock', 'starter', '--out', starter), {
      code: 0,
      out: /none of them is confirmed/,
    })
    const [head = '', ...rows] = readFileSync(starter, 'utf8').split('\r\n')
    t.ok(rows.length > 400)
    const some = file('some', [head, ...rows.slice(0, 3)].join('\r\n'))
    t.match(await desk.type('stock', 'import', 'products', some, '--dry-run'), {
      code: 0,
      out: /3 good, 0 with errors/,
    })
    const sellers = file('sellers', 'Name,Kind\nKilimo Pharma,WHOLESALER\nNobody,SHOP\n')
    t.match(await desk.type('procurement', 'import', sellers, '--dry-run'), {
      code: 0,
      out: /1 good, 1 with errors/,
      err: /row 3: kind must be one of/,
    })
  },
)

t.test('a recall is opened by hand: its lots are barred at once (STK-90)', async (t) => {
  const bare = ['recall', 'open', '--level', 'I', '--reason', 'Too weak', '--yes']
  t.match(await desk.type(...bare), { code: 2, err: /name at least one product with --product/ })
  const line = ['recall', 'open', '--product', made.product.code, '--reason', 'Too weak', '--yes']
  t.match(await desk.type(...line, '--level', 'I'), { code: 2, err: /name lots with --lot, or/ })
  t.match(await desk.type(...line, '--level', 'X', '--lot', 'B9'), { code: 2, err: /level/ })
  const tried = await desk.type(...line, '--level', 'I', '--lot', 'B9', '--dry-run')
  t.match(tried, { code: 0, out: /bar lot B9 of P-/ })
  t.match(await desk.json(...line, '--level', 'I', '--lot', 'B9'), {
    data: { status: 'OPEN', lots: ['B9'], tell_patients: true, opened_by_name: /\w/ },
  })
})

t.test('what is past its day is barred by hand, after it was named (STK-38)', async (t) => {
  const nothing = await desk.type('stock', 'expire', '--yes')
  t.match(nothing, { code: 0 })
  await desk.work(async () => {
    const line = { store: 'MAIN', product: made.product.code, lot: 'OLD', expiry: '2098-01-31' }
    await opening_import.write(asha, { ...line, quantity: '4', unit_cost: '500' }, 'ERROR')
    await batches.change({ hospital_id, lot: 'OLD' }, { expiry: '2020-01-31' })
  })
  const tried = await desk.type('stock', 'expire', '--dry-run')
  t.match(tried, { code: 0, out: /bar lot OLD of Amoxicillin 250 mg: it expired on 2020-01-31/ })
  t.match(await desk.type('stock', 'expire', '--yes'), { code: 0, out: /1 lot is barred/ })
  t.match(await desk.type('stock', 'apart'), { code: 0, out: /OLD .*4 .*EXPIRED/ })
})

t.test('levels of approval from a file (STK-120)', async (t) => {
  const role = await desk.work(() => roles.find({ hospital_id, code: 'manager' }))
  const file = join(desk.dir, '..', `${hospital_id}-rules.json`)
  writeFileSync(file, 'levels: none')
  const line = ['procurement', 'rules', 'set', file, '--yes']
  t.match(await desk.type(...line), { code: 2, err: /file is not JSON/ })
  const levels = [{ up_to: 500_000, role_id: role?.id }, { role_id: role?.id }]
  writeFileSync(file, JSON.stringify({ document: 'PURCHASE_ORDER', levels }))
  t.match(await desk.type(...line, '--dry-run'), { code: 0, out: /level 1 up to 500,000/ })
  t.match(await desk.type(...line), { code: 0, out: /2 levels are set/ })
  t.match(await desk.type('procurement', 'rules', 'show'), { code: 0, out: /500,000/ })
})
