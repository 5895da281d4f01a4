// What may be prescribed here (care 2.6, CAR-85, CAR-88).

import t from 'tap'
import { boot } from '../../../support/boot.ts'
import { shelfOf } from '../../../support/goods.ts'
import { priced } from '../../../support/money/prices.ts'
import { done } from '../../../support/desk/ward.ts'

t.test('the formulary', async (t) => {
  const house = await boot(t)
  const { people } = house
  const pharmacist = await people.with('pharmacist')
  const nurse = await people.with('nurse')
  const shelf = await shelfOf(house)
  const found = async (search: string) =>
    done(nurse.get('/pharmacy/medicines', { search, per_page: '200' }))
  const called = async (name: string) =>
    (await found(name)).find((row: { name: string }) => row.name === name)
  const plain = {
    generic_name: 'Cefpodoxime',
    strength_text: '100 mg',
    form: 'tablet',
    unit_of_dose: 'TAB',
    routes: ['PO'],
    ingredients: [{ ingredient_code: 'cefpodoxime', amount: 100, unit: 'MG' }],
  }

  t.test('a new hospital has one, with sources, that nobody has confirmed', async (t) => {
    const { meta } = await nurse.get('/pharmacy/medicines', { per_page: '200' })
    t.ok((meta?.total ?? 0) >= 350, `${meta?.total} medicines`)
    const amoxicillin = await called('Amoxicillin 250 mg capsule')
    t.match(amoxicillin, {
      unit_of_dose: 'CAP',
      routes: ['PO'],
      classes: ['PENICILLINS'],
      aware: 'ACCESS',
      prescription_only: true,
      origin: 'SHIPPED',
      confirmed: false,
      in_stock: 0,
    })
    t.match(await done(nurse.get(`/pharmacy/medicines/${amoxicillin.id}`)), {
      ingredients: [
        { ingredient_code: 'amoxicillin', name: 'Amoxicillin', amount: 250, unit: 'MG' },
      ],
      pregnancy: { t1: 'SAFE', t2: 'SAFE', t3: 'SAFE' },
      lactation: 'SAFE',
      source: /own words/,
      products: [],
    })
    t.match(await called('Morphine 10 mg tablet'), { controlled: 'NARCOTIC', high_alert: true })
    const confirmed = await done(
      pharmacist.patch(`/pharmacy/medicines/${amoxicillin.id}`, { confirmed: true }),
    )
    t.equal(confirmed.confirmed, true)
    t.equal((await nurse.patch(`/pharmacy/medicines/${amoxicillin.id}`, {})).status, 403)
  })

  t.test('it is found by generic, class and brand (CAR-88)', async (t) => {
    const by_class = await done(
      nurse.get('/pharmacy/medicines', { class: 'macrolides', per_page: '200' }),
    )
    t.ok(by_class.length >= 5)
    t.ok(by_class.every((row: { classes: string[] }) => row.classes.includes('MACROLIDES')))
    t.ok((await found('penicillins')).length > 10, 'a class is a word of the search')
    t.same(await done(nurse.get('/pharmacy/medicines', { class: 'IRO' })), [], 'whole words only')
    t.equal((await nurse.get('/pharmacy/medicines', { aware: 'WITCH' })).status, 400)
  })

  t.test('products of stock are linked to one medicine, and must be it (CAR-85)', async (t) => {
    const medicine = await called('Amoxicillin 500 mg capsule')
    const path = `/pharmacy/medicines/${medicine.id}/products`
    const right = await shelf.product({
      name: 'Amoxil',
      brand: 'Amoxil',
      strength: '500mg',
      form: 'Capsule',
      base_unit: 'capsule',
    })
    const link = (product_id: string, more: object = {}) =>
      pharmacist.put(path, { products: [{ product_id, ...more }] })
    await shelf.lay(right, 90)
    t.match(await done(link(right.id)), {
      products: [{ product_id: right.id, code: right.code, per_dose_unit: 1 }],
    })
    t.match(
      (await found('amoxil')).map((row: { name: string }) => row.name),
      [medicine.name],
      'by the brand of what is linked',
    )
    const seen = await done(
      pharmacist.get('/pharmacy/medicines', { in_stock: 'true', store_id: shelf.store.id }),
    )
    t.match(seen, [{ id: medicine.id, in_stock: 90, price: null }])
    await priced(house, [
      { code: right.code, name: right.code, category: 'Pharmacy' as const, price: 12_500 },
    ])
    const cashier = await people.holding('medicine:read', 'bill:read')
    const prices = async (by: typeof nurse) =>
      (await done(by.get('/pharmacy/medicines', { search: 'amoxil' }))).map(
        (row: { price: number | null }) => row.price,
      )
    t.same(await prices(cashier), [125], 'a unit of dose, to who may see money')
    t.same(await prices(await people.holding('medicine:read')), [null])

    const other = await called('Amoxicillin 250 mg capsule')
    t.match(
      await pharmacist.put(`/pharmacy/medicines/${other.id}/products`, {
        products: [{ product_id: right.id, force: true, reason: 'Same box' }],
      }),
      {
        status: 409,
        message: `A product belongs to one medicine: this one is ${medicine.name}.`,
      },
    )
    const tablet = await shelf.product({ name: 'Other', strength: '500 mg', form: 'Tablet' })
    t.match(await link(tablet.id, { force: true, reason: 'Anyway' }), {
      status: 409,
      message: `${tablet.code} Other is not ${medicine.name}: form Tablet, not capsule.`,
    })
    const worded = await shelf.product({
      name: 'Worded',
      strength: '0.5 g',
      form: 'Capsule',
      base_unit: 'capsule',
    })
    t.match(await link(worded.id), {
      status: 409,
      message: `${worded.code} Worded is not ${medicine.name}: strength 0.5 g, not 500 mg.`,
    })
    t.match(await link(worded.id, { force: true }), {
      status: 400,
      message: 'products[0].reason is required with force.',
    })
    t.equal((await link(worded.id, { force: true, reason: 'Half a gram' })).status, 200)
    t.match(await link(right.id, { per_dose_unit: 0 }), { status: 400 })
    t.match(await pharmacist.put(path, { products: [] }), { status: 200, data: { products: [] } })
    t.equal((await link('x')).status, 404)
  })

  t.test('a hospital adds its own; each stands once', async (t) => {
    t.match(await pharmacist.post('/pharmacy/medicines', plain), {
      status: 400,
      message: 'ingredients[0] "cefpodoxime" is not an ingredient: add it first.',
    })
    t.match(
      await done(
        pharmacist.put('/pharmacy/ingredients/cefpodoxime', {
          name: 'Cefpodoxime',
          classes: ['cephalosporins'],
        }),
      ),
      { code: 'cefpodoxime', classes: ['CEPHALOSPORINS'], origin: 'OWN' },
    )
    t.equal((await nurse.put('/pharmacy/ingredients/cefpodoxime', { name: 'X Y' })).status, 403)
    const sent = await Promise.all(
      Array.from({ length: 6 }, () => pharmacist.post('/pharmacy/medicines', plain)),
    )
    t.same(
      sent.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 409, 409, 409, 409, 409],
    )
    t.equal(
      sent.find(({ status }) => status === 409)?.message,
      'Cefpodoxime 100 mg tablet is in the formulary already.',
    )
    t.match(sent.find(({ status }) => status === 201)?.data, {
      name: 'Cefpodoxime 100 mg tablet',
      classes: ['CEPHALOSPORINS'],
      confirmed: true,
      origin: 'OWN',
      witness: 'NONE',
      pregnancy: { t1: 'UNKNOWN' },
    })
    const made = sent.find(({ status }) => status === 201)?.data
    const path = `/pharmacy/medicines/${made.id}`
    t.match(await done(pharmacist.patch(path, { pregnancy: 'CAUTION' })), {
      pregnancy: { t1: 'CAUTION', t2: 'CAUTION', t3: 'CAUTION' },
    })
    t.equal((await done(pharmacist.patch(path, { active: false }))).active, false)
    t.equal((await pharmacist.post('/pharmacy/medicines', plain)).status, 201, 'the name is free')
    t.equal((await pharmacist.patch(path, { active: true })).status, 409)
  })

  t.test('bad input leaves nothing (6)', async (t) => {
    const given = { ...plain, ingredients: [{ ingredient_code: 'zinc', amount: 5, unit: 'MG' }] }
    for (const [what, more, message] of [
      ['no ingredient', { ingredients: [] }, 'ingredients must be a list of 1 to 10.'],
      ['nought', { ingredients: [{ ...given.ingredients[0], amount: 0 }] }, /must be more than 0/],
      [
        'the same twice',
        { ingredients: [given.ingredients[0], given.ingredients[0]] },
        'ingredients[1] Zinc stands twice.',
      ],
      ['a form', { form: 'pill' }, /form must be one of tablet/],
      ['a route', { routes: ['MOUTH'] }, /routes\[0\] must be one of PO/],
      ['a pack', { pack_only: true }, /pack_size is required/],
      ['a part', { splittable: 0 }, 'splittable must be more than 0.'],
      ['a level', { pregnancy: 'FINE' }, /pregnancy/],
    ] as const) {
      const refused = await pharmacist.post('/pharmacy/medicines', { ...given, ...more })
      t.match(refused, { status: 400, message }, what)
    }
    t.match(await pharmacist.put('/pharmacy/ingredients/a%2Fb', { name: 'Slash' }), { status: 400 })
  })
})
