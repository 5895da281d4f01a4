import t from 'tap'
import { clock, minutes } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { verify } from '../../../../db/hospital/money/accounting/proofs/verify.ts'
import { adoptPayer } from '../../../../db/hospital/money/billing/bills/adoptions.ts'
import { creditBill } from '../../../../db/hospital/money/billing/credit/notes.ts'
import {
  bills_of_payer_most,
  billsOfPayer,
  settleReceipts,
} from '../../../../db/hospital/money/billing/bills/of-payers.ts'
import { type Raising, raiseBill } from '../../../../db/hospital/money/billing/bills/raise.ts'
import { discountBill } from '../../../../db/hospital/money/billing/bills/discounts.ts'
import { bills } from '../../../../db/hospital/money/billing/bills/tables.ts'
import {
  clientByPayer,
  creditCheck,
  orderBillChanged,
  reviewHold,
} from '../../../../db/hospital/neighbours/commercial.ts'
import { clientNames } from '../../../../db/hospital/neighbours/parties.ts'
import { newId } from '../../../../db/core/ids.ts'
import { answering } from '../../../support/answers.ts'
import { ledgerOf, rebuilt } from '../../../support/money/books.ts'
import { boot } from '../../../support/boot.ts'
import { rowCounts } from '../../../support/counts.ts'
import { atDrawer } from '../../../support/money/drawers.ts'
import { priced } from '../../../support/money/prices.ts'
import { somebody } from '../../../support/desk/visits.ts'

// What commercial asks of bills (BIL-9, BIL-14, BIL-69, BIL-171). Money is in minor units here.

t.test('bills of orders and of clients', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  clock.freeze('2026-03-10T20:58:00.000Z')
  await priced(house)
  const clerk = await people.with('reception')
  const cashier = await people.with('cashier')
  const biller = await people.with('billing')
  const supervisor = await people.with('supervisor', 'cashier')
  const accountant = await people.with('accountant')
  const books = await ledgerOf(house)
  await atDrawer(house, cashier, 500_000)
  const clients = new Map<string, string>()
  answering(t, clientNames, async (_caller, ids) =>
    ids.flatMap((id) => {
      const name = clients.get(id)
      return name === undefined ? [] : [{ id, name }]
    }),
  )
  answering(t, clientByPayer, async (_caller, payer) => {
    const key = payer.trim().toLowerCase()
    const found = [...clients].find(([, name]) => name.toLowerCase() === key)
    return found === undefined ? null : { client_id: found[0], name: found[1], status: 'ACTIVE' }
  })
  const told: Parameters<typeof orderBillChanged>[1][] = []
  const reviewed: string[] = []
  answering(t, orderBillChanged, async (_caller, one) => void told.push(one))
  answering(t, reviewHold, async (_caller, { client_id }) => void reviewed.push(client_id))
  const client = (name: string) => {
    const id = newId()
    clients.set(id, name)
    return { id, name }
  }
  let orders = 0
  const raised = (more: Partial<Raising> = {}) => {
    orders += 1
    return within(() =>
      raiseBill(system, {
        payer: 'Kilimo Ltd',
        items: [
          { code: 'FBC', description: 'Blood counts', quantity: 3, unit_price: 450_000 },
          {
            product_id: newId(),
            description: 'Gloves',
            quantity: 2.5,
            unit_price: 100_000,
            discount: 50_000,
            tax_rate: 18,
          },
        ],
        source: 'salesorder',
        source_id: `order-${orders}`,
        issue: true,
        ...more,
      }),
    )
  }
  const shown = async (id: string) => (await cashier.get(`/billing/bills/${id}`)).data
  const balances = async (...codes: string[]) => {
    const found: number[] = []
    for (const code of codes) found.push(await books.balance(accountant, code))
    return found
  }
  const pay = (id: string, amount: number) =>
    cashier.post(`/billing/bills/${id}/payments`, { amount })

  t.test('price, discount and tax are taken as given (BIL-9, BIL-15)', async (t) => {
    const { id, name } = client('Kilimo Ltd')
    const [before] = await balances('1204')
    const made = await raised({ client_id: id, due_on: '2026-04-30' })
    t.equal(made.total, 1_350_000 + 236_000)
    t.match(made.number, /^INV-2026-/)
    const bill = await shown(made.bill_id)
    t.match(bill, {
      kind: 'ORDER',
      status: 'ISSUED',
      payer: name,
      payer_kind: 'CLIENT',
      client_id: id,
      patient_id: null,
      due_on: '2026-04-30',
      source: 'salesorder',
      total: 15_860,
      discount: 500,
      tax: 360,
      balance: 15_860,
    })
    t.match(bill.items, [
      { code: 'FBC', category: 'Laboratory', list_price: 5000, unit_price: 4500, tax: 0 },
      { quantity: 2.5, gross: 2500, discount: 500, net: 2000, tax: 360, amount: 2360 },
    ])
    t.match(bill.items, [{ service_status: 'DONE' }, { service_status: 'DONE' }])
    const [after] = await balances('1204')
    t.equal((after ?? 0) - (before ?? 0), 15_860)
  })

  t.test('one bill of each source; what was taken back may be made anew (BIL-9)', async (t) => {
    const { id } = client('Maji Ltd')
    const about = { client_id: id, payer: 'Maji Ltd', source_id: 'once' }
    const first = await raised(about)
    t.same(await raised({ ...about, items: [] }), first)
    told.length = 0
    const gone = await supervisor.post(`/billing/bills/${first.bill_id}/cancel`, {
      reason: 'Wrong order',
    })
    t.equal(gone.status, 200, gone.message)
    t.match(told, [
      { bill_id: first.bill_id, source_id: 'once', change: 'CANCELLED', lines: { length: 2 } },
    ])
    const again = await raised(about)
    t.not(again.bill_id, first.bill_id)
    const draft = await raised({ ...about, source_id: 'later', issue: false })
    t.match(draft, { number: null, total: 1_586_000 })
    t.match(await shown(draft.bill_id), { status: 'DRAFT', number: null })
  })

  t.test('what is asked wrongly leaves nothing', async (t) => {
    const patient = await somebody(clerk)
    const item = { description: 'Gloves', quantity: 1, unit_price: 1000 }
    const before = await rowCounts()
    const cases: [Partial<Raising>, string][] = [
      [{ items: [] }, 'items needs at least one line.'],
      [{ payer: null }, 'payer is required.'],
      [{ payer: 'Self pay' }, 'payer is required.'],
      [
        { items: [{ ...item, quantity: 0 }] },
        'items[0].quantity must be more than 0, with at most three decimals.',
      ],
      [
        { items: [{ ...item, quantity: 1.2345 }] },
        'items[0].quantity must be more than 0, with at most three decimals.',
      ],
      [{ items: [{ ...item, unit_price: -1 }] }, 'items[0].unit_price must not be negative.'],
      [{ items: [{ ...item, discount: 1001 }] }, 'items[0].discount is more than the line.'],
      [{ patient_id: 'nobody' }, 'No such patient.'],
    ]
    for (const [more, message] of cases) {
      await t.rejects(raised(more), { message }, message)
    }
    answering(t, creditCheck, async (_caller, { source }) =>
      source === 'salesorder' ? { allowed: true } : { allowed: false, reason: 'Over its limit.' },
    )
    const { id } = client('Barabara Ltd')
    await t.rejects(raised({ client_id: id, source: 'contract' }), { message: 'Over its limit.' })
    t.same(await rowCounts(), before)
    t.match(await raised({ client_id: id }), { number: /^INV/ }, 'BIL-35: an order was checked')
    t.match(await shown((await raised({ payer: null, patient_id: patient.id })).bill_id), {
      payer_kind: 'SELF',
      patient_id: patient.id,
    })
  })

  t.test('the bills under the names of a client (BIL-9)', async (t) => {
    const { id } = client('Shule ya Upendo')
    const about = { client_id: id, payer: 'Shule ya Upendo' }
    const one = await raised(about)
    clock.advance(minutes(5))
    const two = await raised({ ...about, payer: 'shule  YA upendo' })
    await raised({ ...about, issue: false })
    await raised({ client_id: client('Another').id, payer: 'Another' })
    const names = ['Shule ya Upendo ', 'Upendo']
    const ask = (more: { from?: string; to?: string; open_only: boolean }) =>
      billsOfPayer(system, { names, ...more })
    t.same(
      (await ask({ open_only: true })).map(({ bill_id }) => bill_id),
      [one.bill_id, two.bill_id],
      'the oldest first, drafts not',
    )
    await pay(one.bill_id, 15_860)
    t.match(await ask({ open_only: true }), [{ bill_id: two.bill_id, balance: 1_586_000 }])
    t.match(await ask({ open_only: false, to: '2026-03-10' }), [
      { bill_id: one.bill_id, status: 'SETTLED', total: 1_586_000, paid: 1_586_000, balance: 0 },
    ])
    t.equal((await ask({ open_only: false, from: '2026-03-11' })).length, 1)
    t.same(await billsOfPayer(system, { names: ['', 'Self'], open_only: false }), [])
  })

  t.test('unapplied money settles the oldest bills (BIL-69, BIL-171)', async (t) => {
    const { id } = client('Bandari Ltd')
    const about = { client_id: id, payer: 'Bandari Ltd', items: [goods(300_000)] }
    const one = await raised({ ...about, due_on: '2026-05-01' })
    const two = await raised({ ...about, due_on: '2026-04-01' })
    const names = ['Bandari Ltd']
    t.same(await within(() => settleReceipts(system, { names })), { applied: 0, unapplied: 0 })
    const taken = await cashier.post('/billing/deposits', { client_id: id, amount: 4000 })
    t.equal(taken.status, 201, taken.message)
    told.length = 0
    reviewed.length = 0
    const before = await balances('1204', '2202')
    t.same(await within(() => settleReceipts(system, { names })), {
      applied: 400_000,
      unapplied: 0,
    })
    t.match(await shown(two.bill_id), { status: 'SETTLED', balance: 0 })
    t.match(await shown(one.bill_id), { status: 'PART_PAID', balance: 2000 })
    t.match(told, [{ bill_id: two.bill_id, change: 'SETTLED' }])
    t.same(new Set(reviewed), new Set([id]))
    const after = await balances('1204', '2202')
    t.same(
      after.map((amount, at) => amount - (before[at] ?? 0)),
      [-4000, -4000],
    )
    await cashier.post('/billing/deposits', { client_id: id, amount: 5000 })
    t.same(await within(() => settleReceipts(system, { names })), {
      applied: 200_000,
      unapplied: 300_000,
    })
    t.same(await within(() => settleReceipts(system, { names: ['Nobody Ltd'] })), {
      applied: 0,
      unapplied: 0,
    })
  })

  const goods = (unit_price: number) => ({ description: 'Goods', quantity: 1, unit_price })

  t.test('commercial is told of credit, payment and reversal (BIL-171)', async (t) => {
    const { id } = client('Reli Ltd')
    const made = await raised({ client_id: id, payer: 'Reli Ltd' })
    told.length = 0
    reviewed.length = 0
    const paid = await pay(made.bill_id, 1000)
    t.equal(paid.status, 201, paid.message)
    t.same(reviewed.splice(0), [id])
    const path = `/billing/payments/${paid.data.payment.id}/reverse`
    t.equal((await cashier.post(path, { reason: 'Wrong bill' })).status, 403)
    await atDrawer(house, supervisor, 100_000)
    const back = await supervisor.post(path, { reason: 'Wrong bill' })
    t.equal(back.status, 200, back.message)
    t.same(reviewed.splice(0), [id])
    const [first] = (await shown(made.bill_id)).items
    await within(() =>
      creditBill(system, {
        bill_id: made.bill_id,
        lines: [{ item_id: first.id, quantity: 1000 }],
        reason: 'Came back',
        reason_code: 'RETURN',
        source: 'return',
        source_id: newId(),
      }),
    )
    t.match(told.splice(0), [
      {
        bill_id: made.bill_id,
        change: 'CREDITED',
        lines: [{ item_id: first.id, quantity: 1000, amount: 450_000 }],
      },
    ])
    t.same(reviewed.splice(0), [id])
    const other = await biller.post('/billing/bills', {
      patient_id: (await somebody(clerk)).id,
      items: [{ code: 'FBC' }],
    })
    await pay(other.data.id, 5000)
    t.same([told, reviewed], [[], []], 'of nobody else')
  })

  t.test('a client who opens takes over the bills under its name (BIL-14, P-05b)', async (t) => {
    const patient = await somebody(clerk)
    const made = async (codes: readonly string[], issue = true) => {
      const bill = await biller.post('/billing/bills', {
        patient_id: patient.id,
        payer: 'Chai  Bora',
        items: codes.map((code) => ({ code })),
      })
      t.match(bill.data, { payer: 'Chai Bora', payer_kind: 'OTHER', warnings: ['OTHER_PAYER'] })
      if (issue) await biller.post(`/billing/bills/${bill.data.id}/issue`)
      return bill.data.id
    }
    const part = await made(['FBC', 'XRAY'])
    const paid = await pay(part, 6000)
    const settled = await made(['FBC'])
    await pay(settled, 5000)
    const gone = await made(['FBC'])
    const draft = await made(['XRAY'], false)
    const { id, name } = client('Chai Bora Ltd')
    const before = await balances('1201', '1204')
    const names = [name, 'chai bora']
    clock.advance(1000)
    t.same(await within(() => adoptPayer(system, { client_id: id, names })), { adopted: 3 })
    clock.advance(1000)
    t.same(await within(() => adoptPayer(system, { client_id: id, names })), { adopted: 0 })
    for (const one of [part, gone, draft]) {
      t.match(await shown(one), {
        payer: name,
        payer_kind: 'CLIENT',
        client_id: id,
        client_name: name,
        warnings: [],
      })
    }
    t.match(await shown(settled), { payer_kind: 'OTHER', client_id: null })
    const moved = async () => {
      const after = await balances('1201', '1204')
      return after.map((amount, at) => amount - (before[at] ?? 0))
    }
    t.same(await moved(), [-29_000, 29_000])
    const back = await supervisor.post(`/billing/payments/${paid.data.payment.id}/reverse`, {
      reason: 'Wrong bill',
    })
    t.equal(back.status, 200, back.message)
    t.match(await shown(part), { balance: 30_000 })
    t.same(await moved(), [-29_000, 35_000], 'what comes back is the client’s to pay')
    const off = await supervisor.post(`/billing/bills/${gone}/cancel`, { reason: 'Not theirs' })
    t.equal(off.status, 200, off.message)
    t.same(await moved(), [-29_000, 30_000])
    const discount_id = newId()
    await within(() =>
      discountBill(system, { bill_id: part, amount: 100_000, discount_id, reason: 'Agreed' }),
    )
    t.same(await moved(), [-29_000, 29_000])
    t.equal((await pay(part, 29_000)).status, 201)
    t.same(await moved(), [-29_000, 0])
    t.equal((await biller.post(`/billing/bills/${draft}/issue`)).status, 200)
    t.same(await moved(), [-29_000, 25_000])
  })

  t.test('a bill is adopted once, however two adoptions meet (BIL-14)', async (t) => {
    const patient = await somebody(clerk)
    const made = async () => {
      const bill = await biller.post('/billing/bills', {
        patient_id: patient.id,
        payer: 'Duka Kuu',
        items: [{ code: 'FBC' }],
      })
      await biller.post(`/billing/bills/${bill.data.id}/issue`)
      return bill.data.id
    }
    const [first, second] = [await made(), await made()]
    const { id, name } = client('Duka Kuu Ltd')
    const asked = { client_id: id, names: [name, 'duka kuu'] }
    const adopt = () => within(() => adoptPayer(system, asked))
    const before = await balances('1201', '1204')
    clock.advance(1000)
    const answers = await Promise.all([adopt(), adopt(), adopt()])
    t.equal(
      answers.reduce((sum, { adopted }) => sum + adopted, 0),
      2,
    )
    const after = await balances('1201', '1204')
    t.same(
      after.map((amount, at) => amount - (before[at] ?? 0)),
      [-10_000, 10_000],
    )
    for (const one of [first, second]) t.match(await shown(one), { client_id: id })
  })

  t.test('what changed while the lock was waited for is left alone (BIL-14)', async (t) => {
    const patient = await somebody(clerk)
    const { id, name } = client('Soko Jipya Ltd')
    const asked = { client_id: id, names: [name, 'soko jipya'] }
    const bill = await biller.post('/billing/bills', {
      patient_id: patient.id,
      payer: 'Soko Jipya',
      items: [{ code: 'FBC' }],
    })
    await biller.post(`/billing/bills/${bill.data.id}/issue`)
    const of_bill = { hospital_id: system.hospital_id, id: bill.data.id }
    const other = { payer: 'Another', payer_key: 'another' }
    const cases: [string, () => Promise<unknown>][] = [
      ['it was adopted', () => adoptPayer(system, asked)],
      ['it names another', () => bills.change(of_bill, other)],
      ['it is paid', () => bills.change(of_bill, { status: 'SETTLED' })],
    ]
    const find = bills.find.bind(bills)
    t.teardown(() => Object.assign(bills, { find }))
    for (const [said, meanwhile] of cases) {
      const gone = new Error('undone')
      const work = async () => {
        let waited = false
        const waiting: typeof find = async (where, options) => {
          if (options?.lock === true && !waited) {
            waited = true
            await meanwhile()
          }
          return find(where, options)
        }
        Object.assign(bills, { find: waiting })
        const { adopted } = await adoptPayer(system, asked)
        t.ok(waited)
        t.equal(adopted, 0, said)
        throw gone
      }
      await t.rejects(within(work), gone)
      Object.assign(bills, { find })
    }
    t.match(await shown(bill.data.id), { payer_kind: 'OTHER', status: 'ISSUED' })
  })

  t.test('more bills than one answer carries need a period (BIL-9)', async (t) => {
    const { id } = client('Kampuni Kubwa')
    const made = await raised({ client_id: id, payer: 'Kampuni Kubwa' })
    const names = ['Kampuni Kubwa']
    const gone = new Error('undone')
    const work = async () => {
      const { hospital_id } = system
      const like = await bills.find({ hospital_id, id: made.bill_id })
      if (like === undefined) throw new Error('no bill')
      const many = (from: number, to: number, business_date: string) =>
        bills.insertMany(
          Array.from({ length: to - from }, (_, at) => {
            const number = `INV-X-${String(from + at).padStart(6, '0')}`
            return { ...like, id: newId(), number, source_id: number, business_date }
          }),
        )
      await many(1, bills_of_payer_most, '2026-02-01')
      const all = await billsOfPayer(system, { names, open_only: true })
      t.equal(all.length, bills_of_payer_most)
      t.equal(all.at(-1)?.bill_id, made.bill_id)
      await many(bills_of_payer_most, bills_of_payer_most + 1, '2026-02-02')
      const message = 'More than 5,000 bills of this payer: name a period.'
      await t.rejects(billsOfPayer(system, { names, open_only: true }), { status: 409, message })
      const late = await billsOfPayer(system, { names, from: '2026-02-02', open_only: true })
      t.equal(late.length, 2)
      await t.rejects(billsOfPayer(system, { names, from: '2026-01-01', open_only: false }), {
        message: 'More than 5,000 bills of this payer: name a shorter period.',
      })
      throw gone
    }
    await t.rejects(within(work), gone)
  })

  t.test('the books agree, and are built anew (ACC-93, ACC-108, ACC-109)', async (t) => {
    const { checks } = await verify(system)
    t.same(
      checks.filter(({ state }) => state === 'FAILED'),
      [],
    )
    await rebuilt(t, house, 5)
  })
})
