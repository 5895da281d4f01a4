import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { cancel } from '../../../../db/hospital/money/billing/bills/cancel.ts'
import { charge } from '../../../../db/hospital/money/billing/charges/charge.ts'
import { ledgerOf } from '../../../support/money/books.ts'
import { boot } from '../../../support/boot.ts'
import { priced } from '../../../support/money/prices.ts'
import { somebody, visiting } from '../../../support/desk/visits.ts'

t.test('bills by hand', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  clock.freeze('2026-03-31T06:00:00.000Z')
  await priced(house)
  const clerk = await people.with('reception')
  const biller = await people.with('billing')
  const supervisor = await people.with('supervisor')
  const accountant = await people.with('accountant')
  const insurer = await people.with('insurance')
  const books = await ledgerOf(house)
  const { id: patient_id } = await somebody(clerk)
  const draft = (more: Record<string, unknown> = {}) =>
    biller.post('/billing/bills', { patient_id, items: [{ code: 'FBC' }], ...more })

  const bad: [string, Record<string, unknown>, number, string][] = [
    ['nobody', { patient_id: undefined }, 400, 'patient_id is required.'],
    ['no lines', { items: [] }, 400, 'items needs at least one line.'],
    ...[0, -1, 'two', 1.2345].map((quantity): [string, Record<string, unknown>, number, string] => [
      `${quantity} of it`,
      { items: [{ code: 'FBC', quantity }] },
      400,
      'items[0].quantity must be more than 0, with at most three decimals.',
    ]),
    [
      'half a cent of a price',
      { items: [{ description: 'Gauze', unit_price: 10.005 }] },
      400,
      'items[0].unit_price has more decimals than TZS allows.',
    ],
    [
      'words without a price',
      { items: [{ code: 'FBC' }, { description: 'Gauze' }] },
      400,
      'items[1].unit_price is required for a line without a code.',
    ],
    [
      'another price without the right',
      { items: [{ code: 'FBC', unit_price: 4_000 }] },
      403,
      'Your role may not change prices: FBC is 5,000.',
    ],
    [
      'a price below nothing',
      { items: [{ description: 'Gauze', unit_price: -5 }] },
      400,
      'items[0].unit_price must not be negative.',
    ],
    ['nothing named', { items: [{}] }, 400, 'items[0]: give a code or a description.'],
    [
      'a day to come',
      { service_date: '2026-04-01' },
      400,
      'service_date must not be in the future.',
    ],
    [
      'a day before birth',
      { service_date: '1900-01-01' },
      400,
      'service_date is before the patient was born.',
    ],
    ['a visit of nobody', { visit_id: 'nobody' }, 404, 'No such visit.'],
    ['a scheme of nobody', { scheme_id: 'nobody' }, 404, 'No such scheme.'],
    [
      'a discount without the right',
      { items: [{ code: 'FBC', discount: 100 }] },
      403,
      'Your role may not change prices: FBC is 5,000.',
    ],
  ]
  t.test('bad input', async (t) => {
    for (const [what, body, status, message] of bad) {
      const refused = await draft(body)
      t.equal(refused.message, message, what)
      t.equal(refused.status, status, what)
    }
    const cashier = await people.with('nurse')
    t.equal((await cashier.post('/billing/bills', {})).status, 403)
    const floor = { code: 'FLOOR', name: 'Floor', price: 900, min_price: 800 }
    t.equal((await accountant.post('/billing/tariffs', floor)).status, 201)
    const both = await people.with('billing', 'manager')
    const items = [{ code: 'FLOOR', unit_price: 799, description: 'Cheap' }]
    t.match(await both.post('/billing/bills', { patient_id, items }), {
      status: 409,
      message: 'FLOOR may not be sold below 800.',
    })
    const { full_name } = (await clerk.get(`/patients/${patient_id}`)).data
    const others = await visiting(clerk)
    t.match(await draft({ visit_id: others.id }), {
      status: 409,
      message: `This visit is not ${full_name}'s.`,
    })
    const scheme = await insurer.post('/billing/schemes', { code: 'GREEN', name: 'Green Shield' })
    t.match(await draft({ scheme_id: scheme.data.id, payer: 'CRDB' }), {
      message: 'payer and scheme_id name different payers.',
      status: 400,
    })
    t.same((await biller.get('/billing/bills', { patient_id })).data, [])
  })

  t.test('a draft is made, grows, loses a line and is issued', async (t) => {
    const made = await draft({
      items: [{ code: 'FBC' }, { description: 'Gauze', unit_price: 750 }],
    })
    t.equal(made.status, 201, made.message)
    t.match(made.data, { kind: 'MANUAL', status: 'DRAFT', number: null, total: 5_750 })
    const path = `/billing/bills/${made.data.id}`
    const more = await biller.post(`${path}/items`, { items: [{ code: 'XRAY', quantity: 2 }] })
    t.match(more.data, { total: 55_750 }, more.message)
    t.equal(more.data.items[2].position, 3)
    const gauze = more.data.items[1].id
    const less = await biller.post(`${path}/items/${gauze}/cancel`, { reason: 'Not used' })
    t.match(less.data, { total: 55_000 }, less.message)
    t.equal((await biller.post(`${path}/items/nobody/cancel`, { reason: 'None' })).status, 404)
    const issued = await biller.post(`${path}/issue`)
    t.match(issued.data, { status: 'ISSUED', total: 55_000 }, issued.message)
    const late = await biller.post(`${path}/items`, { items: [{ code: 'FBC' }] })
    t.match(late.message, /^Bill INV-2026-\d{6} is ISSUED\. It can: /)
  })

  t.test(
    'a code without a price stays unpriced, and the bill a draft (BIL-3, BIL-32)',
    async (t) => {
      const made = await draft({ items: [{ code: 'NEW', description: 'New test' }] })
      t.match(made.data, { warnings: ['UNPRICED'], total: 0 }, made.message)
      const issued = await biller.post(`/billing/bills/${made.data.id}/issue`)
      t.equal(issued.message, '1 line has no price: New test.')
    },
  )

  t.test('the department of the books is taken on bills as in entries', async (t) => {
    const made = await draft({ items: [{ code: 'FBC', department: 'general' }] })
    t.match(made, { status: 201, data: { items: [{ department: 'General' }] } }, made.message)
    const [line] = made.data.items
    const path = `/billing/bills/${made.data.id}/items/${line.id}`
    t.equal((await biller.patch(path, { department: 'General', quantity: 2 })).status, 200)
    t.match(await draft({ items: [{ code: 'FBC', department: 'Nowhere' }] }), {
      status: 400,
      message: 'items[0].department "Nowhere" is not known.',
    })
  })

  t.test('two people at one draft: the second is told (BIL-23)', async (t) => {
    const { data } = await draft()
    const late = biller.with({ 'if-match': '"0"' })
    const refused = await late.post(`/billing/bills/${data.id}/items`, { items: [{ code: 'FBC' }] })
    t.ok([400, 409, 412].includes(refused.status), refused.message)
  })

  t.test('a line of another area is changed there (BIL-21)', async (t) => {
    const visit = await visiting(clerk)
    const line = await within(() =>
      charge(system, {
        patient_id: visit.patient.id,
        visit_id: visit.id,
        code: 'FBC',
        quantity: 1,
        source: 'lab',
        source_id: visit.id,
      }),
    )
    const path = `/billing/bills/${line.bill_id}`
    const words = 'This line comes from the laboratory: change it there.'
    const refused = await biller.post(`${path}/items/${line.item_id}/cancel`, { reason: 'Wrong' })
    t.equal(refused.message, words)
    const thrown = await supervisor.post(`${path}/discard`, { reason: 'Wrong' })
    t.equal(thrown.message, words)
  })

  t.test('a draft is thrown away for good', async (t) => {
    const { data } = await draft()
    const path = `/billing/bills/${data.id}`
    t.equal((await biller.post(`${path}/discard`, { reason: 'Twice' })).status, 403)
    const gone = await supervisor.post(`${path}/discard`, { reason: 'Twice' })
    t.match(gone.data, { status: 'DISCARDED', balance: 0, moves: [] }, gone.message)
    const again = await supervisor.post(`${path}/discard`, { reason: 'Twice' })
    t.match(again.message, /is DISCARDED\. Nothing more can be done with it\.$/)
  })

  t.test('an issued bill of today is cancelled; its entry is mirrored (P-01)', async (t) => {
    const debt = await books.balance(accountant, '1201')
    const { data } = await draft()
    const path = `/billing/bills/${data.id}`
    await biller.post(`${path}/issue`)
    t.equal((await books.balance(accountant, '1201')) - debt, 5_000)
    const cancelled = await supervisor.post(`${path}/cancel`, { reason: 'Wrong patient' })
    t.match(cancelled.data, { status: 'CANCELLED', balance: 0 }, cancelled.message)
    t.ok(cancelled.data.number, 'the number stays')
    t.equal(await books.balance(accountant, '1201'), debt)
    const other = (await draft()).data
    await biller.post(`/billing/bills/${other.id}/issue`)
    clock.advance(86_400_000)
    await t.rejects(
      within(() => cancel(system, other.id, 'Too late')),
      { status: 409, message: /is of 2026-03-31: make a credit note\.$/ },
    )
    clock.freeze('2026-03-31T06:00:00.000Z')
  })

  t.test('another payer prices every line anew, but for what somebody set (BIL-22)', async (t) => {
    await accountant.post('/billing/tariffs', {
      code: 'FBC',
      name: 'Blood count',
      price: 3_000,
      payer: 'Blue Shield',
    })
    const scheme = await insurer.post('/billing/schemes', { code: 'BLUE', name: 'Blue Shield' })
    const both = await people.with('billing', 'manager')
    const made = await both.post('/billing/bills', {
      patient_id,
      items: [{ code: 'FBC' }, { code: 'XRAY', unit_price: 20_000, description: 'X-ray, agreed' }],
    })
    const path = `/billing/bills/${made.data.id}`
    const body = { scheme_id: scheme.data.id, reason: 'Card was forgotten' }
    t.equal((await clerk.post(`${path}/change-payer`, body)).status, 403)
    const changed = await biller.post(`${path}/change-payer`, body)
    t.equal(changed.status, 200, changed.message)
    t.same(changed.data.kept, ['X-ray, agreed'])
    t.match(changed.data.bill, { payer: 'Blue Shield', payer_kind: 'SCHEME', total: 23_000 })
    const back = await biller.post(`${path}/change-payer`, { payer: 'Self', reason: 'Not his' })
    t.match(back.data.bill, { payer: null, payer_kind: 'SELF', total: 25_000 }, back.message)
    const wrong = await biller.post(`${path}/change-payer`, {
      payer: 'CRDB',
      scheme_id: scheme.data.id,
      reason: 'Both',
    })
    t.equal(wrong.message, 'payer and scheme_id name different payers.')
    const other = await biller.post(`${path}/change-payer`, { payer: 'CRDB', reason: 'Employer' })
    t.match(other.data.bill, { payer_kind: 'OTHER', warnings: ['OTHER_PAYER'] })
    await insurer.patch(`/billing/schemes/${scheme.data.id}`, { active: false })
    const ended = await biller.post(`${path}/change-payer`, body)
    t.equal(ended.message, 'Blue Shield is not active.')
  })

  t.test('the account of a visit: bills, what waits, what is held (5.1)', async (t) => {
    const visit = await visiting(clerk)
    const path = `/billing/visits/${visit.id}/account`
    await within(() =>
      charge(system, {
        patient_id: visit.patient.id,
        visit_id: visit.id,
        code: 'FBC',
        quantity: 1,
        source: 'lab',
        source_id: `${visit.id}-account`,
      }),
    )
    const { data, message } = await biller.get(path)
    t.match(data, { balance: 5_000, scheme_share: 0, deposits: [] }, message)
    t.equal(data.bills.length, 1)
    t.match(data.pending_items[0], { code: 'FBC', balance: 5_000 })
    t.equal((await biller.get('/billing/visits/nobody/account')).status, 404)
  })
})
