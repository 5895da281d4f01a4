import t from 'tap'
import { boot } from '../../../support/boot.ts'
import { shelfOf } from '../../../support/goods.ts'

t.test('products (5.1)', async (t) => {
  const house = await boot(t)
  const { people } = house
  const keeper = await people.with('storekeeper')
  const shelf = await shelfOf(house)
  const medicine = {
    name: 'Amoxicillin',
    class: 'MEDICINE',
    base_unit: 'capsule',
    strength: '500 mg',
    form: 'Capsule',
    route: 'Oral',
  }
  const open = (more: object = {}) => keeper.post('/stock/products', { ...medicine, ...more })

  t.test('a medicine is opened with what its class brings', async (t) => {
    const made = await open({
      units: [{ unit: 'box', factor: 100, barcode: '06290000123456', purchase_default: true }],
    })
    t.equal(made.status, 201, made.message)
    t.match(made.data, {
      code: /^P-\d{5}$/,
      batch_required: true,
      expiry_required: true,
      storage: 'ROOM',
      controlled: false,
      on_hand: 0,
      stock_state: 'NONE',
      average_cost: null,
      units: [
        { unit: 'capsule', factor: 1 },
        { unit: 'box', factor: 100, barcode: '06290000123456' },
      ],
    })
    const found = await keeper.get('/stock/products', { search: '6290000123456' })
    t.equal(found.data[0]?.id, made.data.id, 'by barcode, without its leading zero')
    t.equal((await keeper.get('/stock/products', { search: 'amoxi 500' })).data.length, 0)
    t.equal((await keeper.get('/stock/products', { search: 'amoxi' })).data.length, 1)
    const general = await keeper.post('/stock/products', {
      name: 'Paper A4',
      class: 'GENERAL',
      base_unit: 'pack',
    })
    t.match(general.data, { batch_required: false, expiry_required: false })
    const supply = await keeper.post('/stock/products', {
      name: 'Gauze',
      class: 'SUPPLY',
      base_unit: 'piece',
    })
    t.match(supply.data, { batch_required: true, expiry_required: false })
  })

  t.test('bad input (6, STK-3)', async (t) => {
    for (const [what, more, status, message] of [
      ['no strength', { strength: null }, 400, 'strength is required for a medicine.'],
      ['no form', { form: '' }, 400, 'form is required for a medicine.'],
      [
        'an atc code',
        { atc_code: 'J1C' },
        400,
        'atc_code must be like J01CA04, or a shorter level of it.',
      ],
      ['a unit', { base_unit: 'barrel' }, 400, 'base_unit "barrel" is not a unit: add it first.'],
      ['a category', { category_id: 'x' }, 404, 'No such category.'],
      ['a substitute', { substitutes: ['x'] }, 404, 'No such product.'],
      ['a factor', { units: [{ unit: 'box', factor: 0 }] }, 400, 'factor must be more than 0.'],
      [
        'a factor of a thousandth',
        { units: [{ unit: 'box', factor: 1.2345 }] },
        400,
        'units[0].factor has more than three decimals.',
      ],
      [
        'the base unit in another factor',
        { units: [{ unit: 'capsule', factor: 2 }] },
        400,
        'units[0].factor is 1 for the base unit capsule.',
      ],
      [
        'a unit twice',
        {
          units: [
            { unit: 'box', factor: 2 },
            { unit: 'box', factor: 3 },
          ],
        },
        400,
        'units[1].unit box is there twice.',
      ],
      ['temperatures', { min_temp: 8, max_temp: 2 }, 400, 'max_temp must not be below min_temp.'],
      ['an account', { inventory_account_id: 'x' }, 404, 'No such account.'],
      ['controlled by a keeper', { controlled: true }, 403, /It needs controlled:settings\.$/],
    ] as const) {
      const refused = await open({ name: `Other ${what}`, ...more })
      t.match(refused.message, message, what)
      t.equal(refused.status, status, what)
    }
    const schedule = await shelf.manager.post('/stock/products', {
      ...medicine,
      name: 'Pethidine',
      controlled: true,
    })
    t.equal(schedule.message, 'controlled_schedule is required for a controlled drug.')
  })

  t.test('the same product is there once (STK-4)', async (t) => {
    const again = await open({ name: 'AMOXICILLIN' })
    t.match(again, {
      status: 409,
      message: /^AMOXICILLIN 500 mg Capsule is already P-\d{5}\.$/,
    })
    const at_once = await Promise.all(
      Array.from({ length: 6 }, () => open({ name: 'Cloxacillin' })),
    )
    t.equal(at_once.filter(({ status }) => status === 201).length, 1)
    t.equal(at_once.filter(({ status }) => status === 409).length, 5)
  })

  t.test('a barcode belongs to one product', async (t) => {
    const taken = await open({
      name: 'Ampicillin',
      units: [{ unit: 'box', factor: 100, barcode: '6290000123456' }],
    })
    t.match(taken, {
      status: 409,
      message: 'Barcode 06290000123456 already belongs to Amoxicillin 500 mg.',
    })
    t.equal(
      (await keeper.get('/stock/products', { search: 'Ampicillin' })).data.length,
      0,
      'and nothing of it stays',
    )
  })

  t.test('changed, given packs; what moved keeps its units (STK-2, STK-5)', async (t) => {
    const product = await shelf.product({ units: [{ unit: 'box', factor: 10 }] })
    const path = `/stock/products/${product.id}`
    t.equal((await keeper.patch(path, { base_unit: 'capsule' })).status, 200)
    t.equal((await keeper.patch(path, { base_unit: 'tablet' })).status, 200)
    const units = await keeper.put(`${path}/units`, { units: [{ unit: 'box', factor: 10 }] })
    t.same(
      units.data.units.map(({ unit, factor }: { unit: string; factor: number }) => [unit, factor]),
      [
        ['tablet', 1],
        ['box', 10],
      ],
    )
    await shelf.lay(product, 2, { unit: 'box' })
    t.equal((await keeper.get(path)).data.on_hand, 20)
    t.match(await keeper.patch(path, { base_unit: 'capsule' }), {
      status: 409,
      message: 'The base unit of a product that has moved cannot change.',
    })
    const other = await keeper.put(`${path}/units`, { units: [{ unit: 'box', factor: 12 }] })
    t.match(other, { status: 409, message: /^Unit box was used: its factor stays/ })
    t.equal(
      (await keeper.put(`${path}/units`, { units: [{ unit: 'pack', factor: 5 }] })).status,
      409,
    )
    const off = await keeper.post(`${path}/deactivate`, { reason: 'Not bought any more' })
    t.match(off, { status: 409, message: `20 tablets are still in ${shelf.store.name}.` })
    const empty = await shelf.product()
    const gone = await keeper.post(`/stock/products/${empty.id}/deactivate`, { reason: 'Double' })
    t.equal(gone.data.active, false)
    const name = empty.name
    await shelf.product({ name })
    t.match(await keeper.post(`/stock/products/${empty.id}/activate`), { status: 409 })
    t.equal((await keeper.with({ 'if-match': '1' }).patch(path, { ven: 'V' })).status, 409)
  })

  t.test('units and categories', async (t) => {
    t.ok((await keeper.whole('/stock/units')).length >= 25, 'shipped')
    t.ok((await keeper.whole('/stock/categories')).length >= 30, 'shipped')
    const unit = await keeper.post('/stock/units', { code: 'Drum', name: 'drum', plural: 'drums' })
    t.match(unit.data, { code: 'drum', active: true })
    t.equal((await keeper.post('/stock/units', { code: 'drum', name: 'x' })).status, 409)
    let parent_id: string | null = null
    for (let level = 1; level <= 4; level += 1) {
      const made: { data: { id: string }; status: number } = await keeper.post(
        '/stock/categories',
        {
          name: `Level ${level}`,
          parent_id,
        },
      )
      t.equal(made.status, 201)
      parent_id = made.data.id
    }
    const deep = await keeper.post('/stock/categories', { name: 'Level 5', parent_id })
    t.match(deep, { status: 400, message: 'parent_id is 4 levels deep already.' })
    t.equal((await keeper.post('/stock/categories', { name: 'level 1' })).status, 409)
  })

  t.test('costs are seen by who may', async (t) => {
    const product = await shelf.product()
    await shelf.lay(product, 100)
    const path = `/stock/products/${product.id}`
    const accountant = await people.with('accountant')
    t.match((await accountant.get(path)).data, { on_hand: 100, average_cost: 500, value: 50_000 })
    t.match((await keeper.get(path)).data, { on_hand: 100, average_cost: null, value: null })
  })
})
