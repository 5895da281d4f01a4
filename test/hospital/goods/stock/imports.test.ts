import { join } from 'node:path'
import t from 'tap'
import { within } from '../../../../db/store/connection.ts'
import { setImportFolder } from '../../../../db/hospital/office/imports/files.ts'
import * as imports from '../../../../db/hospital/office/imports/imports.ts'
import { ofStore, openingTotal } from '../../../../db/hospital/goods/stock/opening/total.ts'
import { products_import } from '../../../../db/hospital/goods/stock/products/import.ts'
import {
  starterFile,
  starterRows,
} from '../../../../db/hospital/goods/stock/products/starter/starter.ts'
import { ledgerOf } from '../../../support/money/books.ts'
import { boot } from '../../../support/boot.ts'
import { actor, shelfOf } from '../../../support/goods.ts'
import { workAll } from '../../../support/jobs.ts'

t.test('products and opening stock from a file', async (t) => {
  const house = await boot(t)
  setImportFolder(join(house.database.folder, 'imports'))
  const shelf = await shelfOf(house)
  const accountant = await house.people.with('accountant')
  const by = actor(house, shelf.manager)
  const upload = async (
    kind: string,
    lines: string[],
    way: 'ERROR' | 'SKIP' | 'UPDATE' = 'ERROR',
  ) => {
    const { id } = await imports.upload(by, {
      kind,
      file_name: `${kind}.csv`,
      bytes: Buffer.from(`${lines.join('\n')}\n`),
      options: { on_duplicate: way },
    })
    await workAll()
    return id
  }
  const said = async (id: string): Promise<string[]> =>
    (await imports.rows(by, id, { page: 1, per_page: 50 })).rows.flatMap(({ errors }) =>
      errors.map(({ message }) => message),
    )
  const commit = async (id: string) => {
    await within(() => imports.commit(by, id))
    await workAll()
    return imports.find(by, id)
  }
  const head =
    'code,name,class,base_unit,strength,form,route,category,pack_unit,pack_factor,barcode'
  const good =
    'AMOX,Amoxicillin,medicine,capsule,500 mg,Capsule,Oral,Antibiotics,box,100,6290000000001'

  t.test('products: what is wrong is said before anything is written (PLT-127)', async (t) => {
    const id = await upload('products', [
      head,
      good,
      'X1,No strength,MEDICINE,tablet,,Tablet,Oral,,,,',
      'X2,No class,FUN,tablet,,,,,,,',
      'X3,No unit,GENERAL,barrel,,,,,,,',
      'X4,No category,GENERAL,piece,,,,Nowhere,,,',
    ])
    t.same(await said(id), [
      'strength is required for a medicine.',
      'class must be one of MEDICINE, SUPPLY, REAGENT, IMAGING, BLOOD, GENERAL.',
      'base_unit "barrel" is not a unit: add it first.',
      'No such category.',
    ])
    t.equal((await shelf.keeper.get('/stock/products', { search: 'amoxi' })).data.length, 0)
  })

  t.test('products are opened, and known again', async (t) => {
    t.match(await commit(await upload('products', [head, good])), { status: 'DONE', created: 1 })
    const [product] = (await shelf.keeper.get('/stock/products', { search: 'amoxi' })).data
    t.match(product, { code: 'AMOX', units: [{ unit: 'capsule' }, { unit: 'box', factor: 100 }] })
    const again = await upload('products', [head, good])
    t.match(await said(again), [/is recorded already: product AMOX\.$/])
    const other = good.replace('Oral', 'Per mouth')
    t.match(await commit(await upload('products', [head, other], 'UPDATE')), { updated: 1 })
    const [changed] = (await shelf.keeper.get('/stock/products', { search: 'amoxi' })).data
    t.equal(changed.route, 'Per mouth')
  })

  t.test('opening stock (STK-23, STK-141)', async (t) => {
    const columns = 'store,product,quantity,unit,lot,expiry,unit_cost'
    const { code } = shelf.store
    const bad = await upload('opening_stock', [
      columns,
      'NOWHERE,AMOX,1,,B1,2028-08-31,5',
      `${code},NOTHING,1,,B1,2028-08-31,5`,
      `${code},AMOX,1,,,2028-08-31,5`,
      `${code},AMOX,1,,B2,1900-01-31,5`,
      `${code},AMOX,0.5,,B3,2028-08-31,5`,
      `${code},AMOX,ten,,B4,2028-08-31,5`,
      `${code},AMOX,1,,B5,2028-08-31,-5`,
    ])
    t.same(await said(bad), [
      'store "NOWHERE" is not a store.',
      'product "NOTHING" is not a product.',
      'lot is required.',
      'expiry 1900-01-31 is past.',
      'quantity: capsules of Amoxicillin are not split.',
      'quantity must be a number.',
      'unit_cost must not be negative.',
    ])
    const books = await ledgerOf(house)
    const before = await books.balance(accountant, '3901')
    const id = await upload('opening_stock', [columns, `${code},AMOX,3,box,B1,2028-08-31,5000`])
    t.match(await commit(id), { status: 'DONE', created: 1 })
    const [level] = (await shelf.keeper.get('/stock/levels', { search: 'amoxi' })).data
    t.match(level, { quantity: 300, lot: 'B1', expiry: '2028-08-31' })
    t.equal((await books.balance(accountant, '3901')) - before, 15_000)
    t.equal(await books.balance(accountant, '1401'), 15_000)
  })

  t.test('what a file comes to is said before it is written (8)', async (t) => {
    const bytes = Buffer.from('product;quantity;unit_cost\nAMOX;1,000;12.5\nAMOX;ten;4\n')
    t.same(await openingTotal(bytes), { rows: 2, value: 12_500 })
    const filled = await ofStore(bytes, 'MAIN')
    t.equal(
      filled.toString(),
      ['store,product,quantity,unit_cost', 'MAIN,AMOX,"1,000",12.5', 'MAIN,AMOX,ten,4', ''].join(
        '\r\n',
      ),
    )
    t.same(await openingTotal(filled), { rows: 2, value: 12_500 })
  })

  t.test('a list to begin with comes in like any list (2.1)', async (t) => {
    const rows = starterRows()
    t.ok(rows.length >= 400, `${rows.length} products`)
    const [head = '', ...lines] = starterFile().trimEnd().split('\r\n')
    t.equal(lines.length, rows.length)
    const id = await upload('products', [head, ...lines], 'SKIP')
    t.same(await said(id), [], 'each line of it can be opened')
    // Written are some of each kind: what is checked of the others is the same rule.
    const some = lines.filter((line, at) => at % 20 === 0 || line.startsWith('Pethidine'))
    t.match(await commit(await upload('products', [head, ...some], 'SKIP')), { status: 'DONE' })
    const [drug] = (await shelf.keeper.get('/stock/products', { search: 'pethidine' })).data
    t.match(drug, {
      controlled: true,
      controlled_schedule: 'NARCOTIC',
      reissuable: false,
      high_alert: true,
      units: [{ unit: 'ampoule' }, { unit: 'box', factor: 10, purchase_default: true }],
    })
    const keeper = { ...actor(house, shelf.keeper), permissions: new Set(['product:write']) }
    const { errors } = await products_import.check(keeper, {
      ...blank,
      controlled_schedule: 'NARCOTIC',
    })
    t.match(errors, [{ message: /It needs controlled:settings\.$/ }])
  })

  t.test('suppliers: by the rules of one by one, known by their names', async (t) => {
    const head = 'Name,Kind,TIN,Telephone,Days until paid,Licence until,Withheld tax in %'
    const good = 'Kilimo Pharma,wholesaler,100-200-300,0712 345 678,45,30/06/2027,2'
    const bad = await upload('suppliers', [
      head,
      ',MSD,,,,,',
      'No kind,SHOP,,,,,',
      'No days,MSD,,,many,,',
      'No licence,MSD,,,,31/02/2027,',
    ])
    t.same(
      (await said(bad)).map((words) => words.split(' ')[0]),
      ['name', 'kind', 'payment_terms_days', 'licence_expires'],
    )
    t.match(await commit(await upload('suppliers', [head, good])), { status: 'DONE', created: 1 })
    const [made] = (await shelf.manager.get('/procurement/suppliers', { search: 'kilimo' })).data
    t.match(made, {
      kind: 'WHOLESALER',
      payment_terms_days: 45,
      licence_expires: '2027-06-30',
      wht_pct: 2,
    })
    const again = await upload('suppliers', [head, good.replace(',45,', ',30,')], 'UPDATE')
    t.match(await commit(again), { updated: 1 })
    const twice = await upload('suppliers', [head, good, good.toUpperCase()])
    t.match(await said(twice), [/recorded already/, /recorded already|row 2/])
  })
})

const blank = {
  name: 'Codeine',
  class: 'MEDICINE',
  base_unit: 'tablet',
  strength: '15 mg',
  form: 'Tablet',
  route: 'Oral',
}
