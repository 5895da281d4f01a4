// What is asked wrongly of goods, row by row of section 6 of the chapter: each row of the page is asked here, and is
// answered with its status and in its words. A row that is added there and not here fails, and the other way round.

import { readFileSync } from 'node:fs'
import t from 'tap'
import { clock } from '../../../db/core/clock.ts'
import { answer, listen } from '../../../db/core/question.ts'
import { mayPractise, staffOf } from '../../../db/hospital/neighbours/people.ts'
import { batches } from '../../../db/hospital/goods/stock/pool/tables.ts'
import { bringAreas } from '../../../db/hospital/start.ts'
import { within } from '../../../db/store/connection.ts'
import { account, password } from '../../support/accounts.ts'
import type { Answer } from '../../support/ask.ts'
import { boot, type House } from '../../support/boot.ts'
import type { Person } from '../../support/people.ts'
import { type Purchasing, purchasingOf } from '../../support/purchasing.ts'

type Case = readonly [words: RegExp, asked: () => Promise<Pick<Answer, 'status' | 'message'>>]
type Cases = Readonly<Record<string, Case>>

const life = { lot: 'B12', expiry: '2027-08-31' }
const today = '2026-05-04T08:00:00Z'

interface Scene {
  house: House
  desk: Purchasing
  /** A store beside the first, of the same keeper. */
  ward: { id: string; name: string }
  /** A department that keeps nothing. */
  bare: { id: string; name: string }
  nurse: Person
  manager: Person
  stranger: Person
  second: { username: string }
}

const row_of_the_page = /^\| (?<tried>[^|]+) \| (?<status>\d{3}) \| /
function rowsOfThePage(): Map<string, number> {
  const page = readFileSync('docs/rules/stock.md', 'utf8')
  const section = page.slice(page.indexOf('## 6. Bad input'), page.indexOf('## 7. Jobs'))
  return new Map(
    section.split('\n').flatMap((line) => {
      const { tried, status } = row_of_the_page.exec(line)?.groups ?? {}
      return tried === undefined ? [] : [[tried, Number(status)] as const]
    }),
  )
}

async function sceneOf(house: House): Promise<Scene> {
  const desk = await purchasingOf(house, { controlled_cupboard: true })
  const nurse = await house.people.with('nurse')
  const opened = async (code: string, more: Record<string, unknown>) => {
    const made = await desk.manager.post('/stock/stores', { code, name: `Ward ${code}`, ...more })
    if (made.status !== 201) throw new Error(made.message)
    return made.data
  }
  const keepers = [nurse.user.id, desk.keeper.user.id]
  const of_ward = { kind: 'WARD', supply_store_id: desk.store.id, keepers }
  return {
    house,
    desk,
    ward: await opened('W5', of_ward),
    bare: await opened('W2', { ...of_ward, holds_stock: false }),
    nurse,
    manager: desk.manager,
    stranger: await house.people.with('storekeeper'),
    second: await account(house, { roles: ['pharmacist'], full_name: 'Asha Juma' }),
  }
}

const well = async (asked: Promise<Answer>): Promise<Answer['data']> => {
  const { status, message, data } = await asked
  if (status >= 300) throw new Error(message)
  return data
}

function products({ desk: { keeper, manager, ...desk } }: Scene): Cases {
  const open = (body: Record<string, unknown>) =>
    manager.post('/stock/products', {
      class: 'MEDICINE',
      base_unit: 'tablet',
      strength: '500 mg',
      form: 'Tablet',
      route: 'Oral',
      ...body,
    })
  const laid = async (quantity: number) => {
    const product = await desk.product()
    await desk.lay(product, quantity)
    return product
  }
  const boxed = (barcode: string) => ({ units: [{ unit: 'box', factor: 100, barcode }] })
  return {
    'MEDICINE without strength': [
      /^strength is required for a medicine\.$/,
      () => open({ name: 'Weak', strength: null }),
    ],
    'same product again': [
      /^twice 500 mg Tablet is already P-\d{5}\.$/,
      async () => {
        await well(open({ name: 'Twice' }))
        return open({ name: 'twice' })
      },
    ],
    'unit factor 0': [
      /^factor must be more than 0\.$/,
      () => open({ name: 'Of no box', units: [{ unit: 'box', factor: 0 }] }),
    ],
    'change of base_unit after a move': [
      /^The base unit of a product that has moved cannot change\.$/,
      async () => manager.patch(`/stock/products/${(await laid(5)).id}`, { base_unit: 'capsule' }),
    ],
    'barcode used by another product': [
      /^Barcode 6290000123456 already belongs to Scanned 500 mg\.$/,
      async () => {
        await well(open({ name: 'Scanned', ...boxed('6290000123456') }))
        return open({ name: 'Scanned too', ...boxed('06290000123456') })
      },
    ],
    'deactivate with stock': [
      /^120 tablets are still in Store \d+\.$/,
      async () =>
        manager.post(`/stock/products/${(await laid(120)).id}/deactivate`, { reason: 'Old' }),
    ],
    'barcode with a wrong digit': [
      /^The barcode's check digit is wrong: scan again\.$/,
      () => keeper.post('/stock/barcodes/parse', { code: '(01)06290000123450' }),
    ],
    'stale If-Match': [
      /changed/,
      async () => {
        const { id } = await desk.product()
        return manager.with({ 'if-match': '99' }).patch(`/stock/products/${id}`, { ven: 'V' })
      },
    ],
  }
}

function shelves({ house, desk, ward, bare, nurse, stranger }: Scene): Cases {
  const { keeper, store, head } = desk
  const approved = async (quantity: number, of: { id: string }, more: object = {}) => {
    const lines = [{ product_id: of.id, requested: quantity }]
    const asked = { to_store_id: ward.id, lines, submit: true, ...more }
    const { id } = await well(nurse.post('/stock/requisitions', asked))
    const path = `/stock/requisitions/${id}`
    const { lines: given } = await well(head.post(`${path}/approve`))
    return { path, issue: (line: object) => keeper.post(`${path}/issue`, wants(given[0].id, line)) }
  }
  const wants = (line_id: string, line: object) => ({ lines: [{ line_id, ...line }] })
  const adjust = (line: Record<string, unknown>, by = keeper) =>
    by.post('/stock/adjustments', {
      store_id: store.id,
      reason_code: 'FOUND',
      note: 'Seen',
      lines: [line],
    })
  const found = async (line: Record<string, unknown>) => {
    const { id } = await desk.product()
    return adjust({ product_id: id, ...life, quantity: 1, unit_cost: 5, ...line })
  }
  const journey = async (product: { id: string }, to = ward.id) => {
    const lines = [{ product_id: product.id, quantity: 40 }]
    return keeper.post('/stock/transfers', { from_store_id: store.id, to_store_id: to, lines })
  }
  return {
    'issue more than free': [
      /^Only 5 tablets of Paracetamol \d+ 500 mg are free in Store \d+( \(.*\))?\.$/,
      async () => {
        const product = await desk.product()
        await desk.lay(product, 5)
        return (await approved(10, product)).issue({ quantity: 10 })
      },
    ],
    'issue of an expired batch by name': [
      /^Lot B12 expired on 2026-05-03\.$/,
      async () => {
        const product = await desk.product()
        await desk.lay(product, 5, { lot: 'B12' })
        const { issue } = await approved(5, product)
        const { hospital_id } = house.system
        await within(() =>
          batches.change({ hospital_id, product_id: product.id }, { expiry: '2026-05-03' }),
        )
        const [{ batch_id }] = (await keeper.get('/stock/levels', { product_id: product.id })).data
        return issue({ quantity: 5, batch_id })
      },
    ],
    'fraction of an undivided product': [
      /^Line 1: tablets of Paracetamol \d+ are not split\.$/,
      () => found({ quantity: 2.5 }),
    ],
    'act on a store one does not keep': [
      /^You do not keep Store \d+\.$/,
      async () => adjust({ product_id: (await desk.product()).id, ...life, quantity: 1 }, stranger),
    ],
    'adjustment line 0': [/^Line 1: quantity must not be 0\.$/, () => found({ quantity: 0 })],
    'approve own adjustment': [
      /^You made this adjustment: somebody else must approve it\.$/,
      async () => {
        const both = await well(
          adjust(
            { product_id: (await desk.product()).id, ...life, quantity: 1000, unit_cost: 900 },
            desk.manager,
          ),
        )
        const path = `/stock/adjustments/${both.id}`
        await well(desk.manager.post(`${path}/submit`))
        return desk.manager.post(`${path}/approve`)
      },
    ],
    'IN with an empty pool and no cost': [
      /^Line 1: unit_cost is required: there is no stock to take the cost from\.$/,
      async () => {
        const made = await found({ unit_cost: null })
        return made.status >= 300 ? made : keeper.post(`/stock/adjustments/${made.data.id}/submit`)
      },
    ],
    'receive more than sent': [
      /^Line 2: 40 were sent\.$/,
      async () => {
        const product = await desk.product()
        await desk.lay(product, 40, { lot: 'A' })
        const other = await desk.product()
        await desk.lay(other, 40, { lot: 'B' })
        const lines = [product, other].map(({ id }) => ({ product_id: id, quantity: 40 }))
        const way = { from_store_id: store.id, to_store_id: ward.id, lines }
        const { id } = await well(keeper.post('/stock/transfers', way))
        const sent = await well(keeper.post(`/stock/transfers/${id}/send`))
        const batches = sent.lines.flatMap((line: { batches: { batch_id: string }[] }) =>
          line.batches.map(({ batch_id }) => batch_id),
        )
        const taker = await keepsToo(house, desk, ward.id)
        return taker.post(`/stock/transfers/${id}/receive`, {
          lines: [
            { batch_id: batches[0], received: 40 },
            { batch_id: batches[1], received: 41 },
          ],
        })
      },
    ],
    'transfer to the same store': [
      /^from_store_id and to_store_id are the same\.$/,
      async () => journey(await desk.product(), store.id),
    ],
    'receive on an issue to a department without stock': [
      /^Ward W2 keeps no stock: the issue is complete\.$/,
      async () => {
        const product = await desk.product()
        await desk.lay(product, 5)
        const { path, issue } = await approved(5, product, { to_store_id: bare.id })
        await well(issue({ quantity: 5 }))
        return nurse.post(`${path}/receive`)
      },
    ],
    'recall without lots and without all_lots': [
      /^lots are required: give lots, or all_lots: true\.$/,
      async () =>
        keeper.post('/stock/recalls', {
          product_ids: [(await desk.product()).id],
          level: 'II',
          source: 'AUTHORITY',
          notice_on: '2026-05-04',
          reason: 'Too weak',
          instruction: 'DESTROY',
        }),
    ],
    'temperature 400': [
      /^temperature\S* must be between [-−]90 and 80\.$/,
      async () => {
        const product = await desk.product({ storage: 'COLD' })
        await desk.lay(product, 40)
        const { id } = await well(journey(product))
        return keeper.post(`/stock/transfers/${id}/send`, { temperature_out: 400 })
      },
    ],
  }
}

/** Another who keeps a store: who sends does not receive. */
async function keepsToo(
  { people }: House,
  { manager }: Purchasing,
  store_id: string,
): Promise<Person> {
  const taker = await people.with('storekeeper')
  const [store] = (await manager.whole('/stock/stores')).filter(({ id }) => id === store_id)
  const user_ids = [...store.keepers, taker.user.id]
  await well(manager.put(`/stock/stores/${store_id}/keepers`, { user_ids }))
  return taker
}

function counts({ desk }: Scene): Cases {
  const { keeper, store } = desk
  const begun = async (quantity: number, more: Record<string, unknown> = {}, lots = 1) => {
    const counted = await desk.product()
    for (let lot = 1; lot <= lots; lot += 1) await desk.lay(counted, quantity, { lot: `C${lot}` })
    const filter = { product_ids: [counted.id] }
    const asked = { store_id: store.id, kind: 'SPOT', filter, ...more }
    const { id } = await well(keeper.post('/stock/counts', asked))
    const path = `/stock/counts/${id}`
    await well(keeper.post(`${path}/start`))
    return { path, asked, counted, lines: (await keeper.get(`${path}/lines`)).data }
  }
  return {
    'count of a store already being counted': [
      /^CN-2026-\d{5} is still counting these products\.$/,
      async () => keeper.post('/stock/counts', (await begun(10)).asked),
    ],
    'submit with 12 lines left': [
      /^12 lines are not counted yet\.$/,
      async () => keeper.post(`${(await begun(10, {}, 12)).path}/submit`),
    ],
    'recount by the first counter': [
      /^Somebody else must recount line 1\.$/,
      async () => {
        const { path, lines } = await begun(1000)
        const line_id = lines[0].id
        await well(keeper.put(`${path}/lines`, { lines: [{ line_id, counted: 500 }] }))
        await well(keeper.post(`${path}/submit`))
        return keeper.post(`${path}/recount`, { lines: [{ line_id, recounted: 500 }] })
      },
    ],
    'move of a frozen product': [
      /^Store \d+ is being counted \(CN-2026-\d{5}\): try again after it\.$/,
      async () => {
        const { lines, counted, path } = await begun(10, { freeze: true })
        const { id } = await well(
          keeper.post('/stock/adjustments', {
            store_id: store.id,
            reason_code: 'BROKEN',
            note: 'Fell',
            lines: [{ product_id: counted.id, batch_id: lines[0].batch_id, quantity: -1 }],
          }),
        )
        const refused = await keeper.post(`/stock/adjustments/${id}/submit`)
        await well(keeper.post(`${path}/cancel`, { reason: 'Seen' }))
        return refused
      },
    ],
  }
}

function cupboards({ house, desk, ward, second }: Scene): Cases {
  const { keeper, store } = desk
  const identifier = second.username
  const token = async (by: Person) =>
    (await well(by.post('/stock/witness', { identifier, password, purpose: 'CONTROLLED' })))
      .witness_token
  const drug = async (name: string) => {
    const more = { name, base_unit: 'ampoule', strength: '100 mg', controlled: true }
    const product = await desk.product({ ...more, controlled_schedule: 'NARCOTIC' })
    const { id } = await well(
      keeper.post('/stock/adjustments', {
        store_id: store.id,
        reason_code: 'FOUND',
        note: 'Taken over',
        lines: [{ product_id: product.id, ...life, quantity: 10, unit_cost: 100 }],
      }),
    )
    const path = `/stock/adjustments/${id}`
    await well(keeper.post(`${path}/submit`, { witness_token: await token(keeper) }))
    const chief = await house.people.with('pharmacy_manager')
    await well(chief.post(`${path}/approve`, { witness_token: await token(chief) }))
    return product
  }
  const wasted = async (name: string) => {
    const { id: product_id } = await drug(name)
    const [{ batch_id }] = (await keeper.get('/stock/levels', { product_id })).data
    return { store_id: store.id, product_id, batch_id, quantity: 1, reason: 'It broke' }
  }
  return {
    'controlled issue without witness': [
      /^A second person must witness this: witness_token is required\.$/,
      async () => keeper.post('/stock/controlled/waste', await wasted('Morphine')),
    ],
    'witness = caller': [
      /^The witness must be another person\.$/,
      async () => {
        const { tokens } = await well(house.nobody.post('/auth/login', { identifier, password }))
        const herself = house.nobody.with({ authorization: `Bearer ${tokens.access_token}` })
        return herself.post('/stock/witness', { identifier, password, purpose: 'OTHER' })
      },
    ],
    'witness with an expired licence': [
      /^Asha Juma's practising licence expired on 2026-01-31\.$/,
      async () => {
        const staff = { name: 'x', cadre: null, grade: null, national_id: null, licence_no: 'PH-7' }
        listen([
          answer(staffOf, async (_caller, user_id) => ({ ...staff, staff_id: user_id ?? 'me' })),
          answer(mayPractise, async () => ({
            answer: 'BLOCK' as const,
            message: 'Your practising licence expired on 2026-01-31.',
          })),
        ])
        const asked = { identifier, password, purpose: 'CONTROLLED' }
        return keeper.post('/stock/witness', asked).finally(() => bringAreas())
      },
    ],
    'controlled product to a store without cupboard': [
      /^Ward W5 has no controlled-drug cupboard\.$/,
      async () => {
        const { id: product_id } = await drug('Fentanyl')
        const lines = [{ product_id, quantity: 1 }]
        const way = { from_store_id: store.id, to_store_id: ward.id, lines }
        const made = await keeper.post('/stock/transfers', way)
        const witness_token = await token(keeper)
        return made.status >= 300
          ? made
          : keeper.post(`/stock/transfers/${made.data.id}/send`, { witness_token })
      },
    ],
    'check that leaves a product out': [
      /^Count every controlled drug of the store: Pethidine 100 mg is missing\.$/,
      async () => {
        await drug('Pethidine')
        const chief = await house.people.with('pharmacy_manager')
        const held = await chief.whole('/stock/controlled', { store_id: store.id })
        const lines = held
          .filter(({ product_name }) => !product_name.startsWith('Pethidine'))
          .map(({ product_id, balance }) => ({ product_id, counted: balance }))
        const witness_token = await token(keeper)
        const check = { store_id: store.id, lines, witness_token }
        return keeper.post('/stock/controlled/checks', check)
      },
    ],
    'correction without corrects_line': [
      /^corrects_line is required\.$/,
      async () => {
        const { store_id, product_id } = await wasted('Ketamine')
        const chief = await house.people.with('pharmacy_manager', 'pharmacist')
        await keepsAs(desk, chief)
        const words = { store_id, product_id, quantity_out: 1, reason: 'Written twice' }
        return chief.post('/stock/controlled/corrections', words)
      },
    ],
  }
}

async function keepsAs({ manager, store, keeper }: Purchasing, person: Person): Promise<void> {
  const user_ids = [keeper.user.id, person.user.id]
  await well(manager.put(`/stock/stores/${store.id}/keepers`, { user_ids }))
}

function purchasing({ house, desk }: Scene): Cases {
  const { buyer, keeper, boss, head, store, supplier } = desk
  const line = async (more: object = {}) => ({
    product_id: (await desk.product()).id,
    quantity: 100,
    unit_price: 500,
    ...more,
  })
  const receive = async (more: object, by = keeper) => {
    const wanted = await line()
    const order = await desk.sent([wanted])
    const lines = [{ product_id: wanted.product_id, quantity: 10, ...life, ...more }]
    return by.post('/procurement/receipts', { order_id: order.id, lines })
  }
  const submitted = async (unit_price: number, by = buyer) => {
    const { id } = await desk.order([await line({ unit_price })])
    await well(by.post(`/procurement/orders/${id}/submit`, { single_source_reason: 'Only one' }))
    return `/procurement/orders/${id}/approve`
  }
  return {
    'order to a blocked supplier': [
      /^MedSupply blocked Ltd is blocked: late deliveries\.$/,
      async () => {
        const named = { name: 'MedSupply blocked Ltd' }
        const { id } = await well(buyer.post('/procurement/suppliers', named))
        const why = { reason: 'late deliveries' }
        await well(buyer.post(`/procurement/suppliers/${id}/block`, why))
        const lines = [await line()]
        const asked = { supplier_id: id, deliver_to_store_id: store.id, lines }
        const made = await buyer.post('/procurement/orders', asked)
        return made.status >= 300
          ? made
          : buyer.post(`/procurement/orders/${made.data.id}/submit`, {})
      },
    ],
    "approve above one's limit": [
      /^This order needs approval by .+ \(above 1,000,000\)\.$/,
      async () => {
        const path = await submitted(20_000)
        await well(head.post(path))
        return (await house.people.with('supervisor')).post(path)
      },
    ],
    'approve own order': [
      /^You made this order: somebody else must approve it\.$/,
      async () => {
        const both = await house.people.with('procurement', 'supervisor')
        const asked = { supplier_id: supplier.id, deliver_to_store_id: store.id }
        const lines = [await line()]
        const { id } = await well(both.post('/procurement/orders', { ...asked, lines }))
        await well(both.post(`/procurement/orders/${id}/submit`, {}))
        return both.post(`/procurement/orders/${id}/approve`)
      },
    ],
    'receipt above the order': [
      /^Line 1: 100 ordered, 80 received before, 30 now\.$/,
      async () => {
        const wanted = await line()
        const order = await desk.sent([wanted])
        const came = (quantity: number) => [{ product_id: wanted.product_id, quantity, ...life }]
        await desk.received(order.id, came(80))
        return keeper.post('/procurement/receipts', { order_id: order.id, lines: came(30) })
      },
    ],
    'receipt without lot': [/^Line 1: lot is required\.$/, () => receive({ lot: null })],
    'receipt with past expiry': [
      /^Line 1: expiry 2025-12-31 is past\.$/,
      () => receive({ expiry: '2025-12-31' }),
    ],
    'expiry `2026-02-30`': [
      /^Line 1: expiry is not a date\.$/,
      () => receive({ expiry: '2026-02-30' }),
    ],
    'short shelf life without reason': [
      /^Line 2: only 60 days of life: give short_expiry_reason \(180 days are asked\)\.$/,
      async () => {
        const wanted = await line()
        const order = await desk.sent([wanted])
        const came = { product_id: wanted.product_id, quantity: 10 }
        const short = { ...came, lot: 'S', expiry: '2026-07-03' }
        const lines = [{ ...came, ...life }, short]
        return keeper.post('/procurement/receipts', { order_id: order.id, lines })
      },
    ],
    'reverse a receipt already used': [
      /^30 tablets of lot B12 have been issued: return or adjust instead\.$/,
      async () => {
        const wanted = await line()
        const order = await desk.sent([wanted])
        const came = { product_id: wanted.product_id, quantity: 100, ...life }
        const receipt = await desk.received(order.id, [came])
        const used = await well(
          keeper.post('/stock/adjustments', {
            store_id: store.id,
            reason_code: 'SAMPLE',
            note: 'For the laboratory',
            lines: [{ product_id: wanted.product_id, ...life, quantity: -30 }],
          }),
        )
        await well(keeper.post(`/stock/adjustments/${used.id}/submit`))
        const reason = { reason: 'Wrong store' }
        return boss.post(`/procurement/receipts/${receipt.id}/reverse`, reason)
      },
    ],
    'receipt of a recalled lot': [
      /^Lot B12 is recalled \(RC-2026-\d{4}\)\.$/,
      async () => {
        const wanted = await line()
        const order = await desk.sent([wanted])
        await well(
          keeper.post('/stock/recalls', {
            product_ids: [wanted.product_id],
            lots: ['B12'],
            level: 'II',
            source: 'AUTHORITY',
            notice_on: '2026-05-04',
            reason: 'Too weak',
            instruction: 'DESTROY',
          }),
        )
        const lines = [{ product_id: wanted.product_id, quantity: 10, ...life }]
        const made = await keeper.post('/procurement/receipts', { order_id: order.id, lines })
        return made.status >= 300
          ? made
          : keeper.post(`/procurement/receipts/${made.data.id}/post`, {})
      },
    ],
  }
}

function moneyOfSuppliers({ house, desk }: Scene): Cases {
  const { accountant, boss, supplier } = desk
  let count = 0
  const received = async () => {
    const { id: product_id } = await desk.product()
    const order = await desk.sent([{ product_id, quantity: 240, unit_price: 500 }])
    await desk.received(order.id, [{ product_id, quantity: 240, ...life }])
    return { order_id: order.id as string, product_id }
  }
  const enter = (body: object) => {
    count += 1
    return accountant.post('/procurement/invoices', { number: `BI-${count}`, ...body })
  }
  const posted = async () => {
    const { order_id } = await received()
    const { id } = await well(enter({ order_id }))
    await well(accountant.post(`/procurement/invoices/${id}/match`))
    return well(accountant.post(`/procurement/invoices/${id}/post`))
  }
  const paying = async (body: object, by = accountant) => {
    const asked = { supplier_id: supplier.id, ...body }
    const { id } = await well(by.post('/procurement/payments', asked))
    return `/procurement/payments/${id}`
  }
  const approved = async (body: object, by = boss) => {
    const path = await paying(body)
    await well(accountant.post(`${path}/submit`))
    await well(by.post(`${path}/approve`))
    return path
  }
  return {
    'duplicate invoice number': [
      /^Invoice 00123 of MedSupply \S+ is already SI-2026-\d{5}\.$/,
      async () => {
        const { order_id } = await received()
        await well(enter({ order_id, number: '123' }))
        return enter({ order_id, number: '00123' })
      },
    ],
    'post an invoice in EXCEPTION': [
      /^Invoice SI-2026-\d{5} is EXCEPTION\. It can: match, approve_exception, cancel\.$/,
      async () => {
        const { order_id, product_id } = await received()
        const lines = [{ product_id, quantity: 240, unit_price: 900 }]
        const { id } = await well(enter({ order_id, lines }))
        await well(accountant.post(`/procurement/invoices/${id}/match`))
        return accountant.post(`/procurement/invoices/${id}/post`)
      },
    ],
    'allocation above the balance': [
      /^SI-2026-\d{5} has 120,000 left\.$/,
      async () => {
        const { id: invoice_id } = await posted()
        const path = await paying({ allocations: [{ invoice_id, amount: 120_001 }] })
        return accountant.post(`${path}/submit`)
      },
    ],
    'pay own approval': [
      /^You approved this payment: somebody else must pay it\.$/,
      async () => {
        const { id: invoice_id } = await posted()
        const both = await house.people.with('manager', 'accountant')
        const path = await approved({ allocations: [{ invoice_id, amount: 10 }] }, both)
        return both.post(`${path}/pay`)
      },
    ],
    'payment beyond the funding account': [
      /^.+ holds .+/,
      async () => accountant.post(`${await approved({ amount: 9_000_000 })}/pay`),
    ],
  }
}

t.test('section 6, row by row', async (t) => {
  const house = await boot(t)
  clock.freeze(today)
  const scene = await sceneOf(house)
  const cases: Cases = {
    ...products(scene),
    ...shelves(scene),
    ...counts(scene),
    ...cupboards(scene),
    ...purchasing(scene),
    ...moneyOfSuppliers(scene),
  }
  const page = rowsOfThePage()
  t.same(Object.keys(cases).toSorted(), [...page.keys()].toSorted(), 'the rows of the page')
  for (const [tried, [words, asked]] of Object.entries(cases)) {
    await t.test(tried, async (t) => {
      const { status, message } = await asked()
      t.equal(status, page.get(tried), message)
      t.match(message, words)
    })
  }
})
