import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { charge } from '../../../../db/hospital/money/billing/charges/charge.ts'
import { zReport } from '../../../../db/hospital/money/drawers/z-report.ts'
import { ledgerOf, rebuilt } from '../../../support/money/books.ts'
import { verify } from '../../../../db/hospital/money/accounting/proofs/verify.ts'
import type { Ask } from '../../../support/ask.ts'
import { boot } from '../../../support/boot.ts'
import type { Person } from '../../../support/people.ts'
import { priced } from '../../../support/money/prices.ts'
import { somebody } from '../../../support/desk/visits.ts'

t.test('drawers and shifts', async (t) => {
  const house = await boot(t)
  const { people, system, facility_id } = house
  clock.freeze('2026-03-31T06:00:00.000Z')
  await priced(house)
  const clerk = await people.with('reception')
  const cashier = await people.with('cashier')
  const other = await people.with('cashier')
  const supervisor = await people.with('supervisor')
  const accountant = await people.with('accountant')
  const manager = await people.with('manager')
  const books = await ledgerOf(house)

  const drawer = (await supervisor.post('/billing/drawers', { name: 'Main window', facility_id }))
    .data
  const held = async (id: string) => {
    const accounts = await accountant.whole('/accounting/accounts')
    return accounts.find((one) => one.id === id).balance
  }
  const open = (who = cashier, more: Record<string, unknown> = {}) =>
    who.post('/billing/shifts', { drawer_id: drawer.id, denominations: [], ...more })
  const owing = async () => {
    const { id } = await somebody(clerk)
    const line = await within(() =>
      charge(system, { patient_id: id, code: 'FBC', quantity: 1, source: 'o', source_id: id }),
    )
    return line.bill_id
  }
  const pay = async (amount = 5_000, more: Record<string, unknown> = {}, who = cashier) =>
    who.post(`/billing/bills/${await owing()}/payments`, { amount, ...more })

  t.test('a drawer has an account of its own and a name of its own', async (t) => {
    t.match(drawer, { name: 'Main window', active: true, current_shift_id: null, last_left: 0 })
    const again = await supervisor.post('/billing/drawers', { name: 'MAIN window', facility_id })
    t.equal(again.message, 'There is a drawer MAIN window already.')
    t.equal(again.status, 409)
    const nowhere = await supervisor.post('/billing/drawers', { name: 'X', facility_id: 'no' })
    t.equal(nowhere.status, 404)
    t.equal((await cashier.post('/billing/drawers', { name: 'X', facility_id })).status, 403)
  })

  t.test('cash needs the caller’s open shift (BIL-45, BIL-91)', async (t) => {
    const refused = await pay()
    t.equal(refused.status, 409)
    t.equal(refused.message, 'Open your drawer first.')
    const card = await pay(5_000, { method: 'Card', reference: 'SLIP-1' })
    t.equal(card.status, 201, card.message)
    t.equal(card.data.payment.shift_id, null)
  })

  const bad: [string, Record<string, unknown>, number, string][] = [
    ['no drawer', { drawer_id: 'nobody' }, 404, 'No such drawer.'],
    [
      'half a note',
      { denominations: [{ value: 500, count: 1.5 }] },
      400,
      'denominations[0].count must be a whole number.',
    ],
    [
      'a note that is none',
      { denominations: [{ value: 300, count: 1 }] },
      400,
      'denominations[0].value must be one of 10000, 5000, 2000, 1000, 500, 200, 100, 50.',
    ],
    [
      'a note twice',
      {
        denominations: [
          { value: 500, count: 1 },
          { value: 500, count: 2 },
        ],
      },
      400,
      'denominations[1].value is there twice.',
    ],
    [
      'another sum',
      { denominations: [{ value: 500, count: 3 }], counted: 2_000 },
      400,
      'denominations add up to 1,500, not 2,000.',
    ],
    [
      'another float than was left, without a reason',
      { denominations: [{ value: 500, count: 3 }] },
      409,
      'Main window was left with 0, you counted 1,500: give a reason.',
    ],
  ]
  t.test('what is no opening', async (t) => {
    for (const [what, body, status, message] of bad) {
      const refused = await open(cashier, body)
      t.equal(refused.message, message, what)
      t.equal(refused.status, status, what)
    }
    t.equal((await open(clerk)).status, 403)
    t.equal((await cashier.get('/billing/shifts/current')).data, null)
  })

  let first = ''
  t.test('one shift of a drawer, one of a person (BIL-89)', async (t) => {
    const opened = await open()
    t.equal(opened.status, 201, opened.message)
    t.match(opened.data, { status: 'OPEN', opening_float: 0, drawer_name: 'Main window' })
    t.match(opened.data.number, /^SHF-2026-\d{6}$/)
    first = opened.data.id
    t.equal((await open()).message, `You already have shift ${opened.data.number} open.`)
    t.equal((await open(other)).message, `Main window is used by ${cashier.user.full_name}.`)
    const [shown] = (await cashier.get('/billing/drawers')).data
    t.equal(shown.current_shift_id, first)
    const off = await supervisor.patch(`/billing/drawers/${drawer.id}`, { active: false })
    t.equal(off.message, `Main window is used by ${cashier.user.full_name}.`, 'BIL-99')
  })

  t.test('a float moves when it is accepted, by somebody else (BIL-96, P-64)', async (t) => {
    // The safe must hold what it sends.
    await books.post(accountant, { '1101': 100_000, '3101': -100_000 })
    const floats = (by: typeof cashier, body: Record<string, unknown>) =>
      by.post('/billing/float-transfers', {
        kind: 'FLOAT',
        from: { account_id: books.id('1101') },
        to: { drawer_id: drawer.id },
        amount: 20_000,
        ...body,
      })
    t.equal((await floats(cashier, {})).status, 403)
    t.equal((await floats(supervisor, { amount: 0 })).message, 'amount must be more than 0.')
    const wrong = await floats(supervisor, { denominations: [{ value: 10_000, count: 1 }] })
    t.equal(wrong.message, 'denominations add up to 10,000, not 20,000.')
    const sent = await floats(supervisor, {})
    t.equal(sent.status, 201, sent.message)
    t.equal(await held(drawer.account_id), 0, 'nothing has moved yet')
    const counting = await cashier.post(`/billing/shifts/${first}/count`)
    t.equal(counting.message, `Float ${sent.data.number} is still waiting.`)
    const path = `/billing/float-transfers/${sent.data.id}`
    const short = await cashier.post(`${path}/accept`, { amount: 19_000 })
    t.equal(short.message, '20,000 was sent: count again.')
    t.equal((await supervisor.post(`${path}/accept`, { amount: 20_000 })).status, 403)
    const taken = await cashier.post(`${path}/accept`, { amount: 20_000 })
    t.equal(taken.status, 200, taken.message)
    t.equal(await held(drawer.account_id), 20_000)
    const twice = await cashier.post(`${path}/accept`, { amount: 20_000 })
    t.equal(
      twice.message,
      `Float ${sent.data.number} is ACCEPTED. Nothing more can be done with it.`,
    )
  })

  t.test('cash is handed over within a branch (P-64, ACC-53)', async (t) => {
    const officer = await people.with('system_administrator')
    const branch = await officer.post('/facilities', { code: 'OTH', name: 'Other', kind: 'CLINIC' })
    t.equal(branch.status, 201, branch.message)
    const there = { name: 'Far window', facility_id: branch.data.id }
    const far = (await supervisor.post('/billing/drawers', there)).data
    const refused = await cashier.post('/billing/float-transfers', {
      kind: 'HANDOVER',
      from: { drawer_id: drawer.id },
      to: { drawer_id: far.id },
      amount: 1_000,
    })
    const message = 'Far window is at another branch: its safe sends the float.'
    t.match(refused, { status: 409, message })
  })

  t.test('nothing gives the cash of a drawer away before it is counted (BIL-93)', async (t) => {
    const both = await people.with('cashier', 'accountant')
    const window = (await supervisor.post('/billing/drawers', { name: 'Blind', facility_id })).data
    const shift = (await both.post('/billing/shifts', { drawer_id: window.id, denominations: [] }))
      .data
    const balances = async () => {
      const accounts = await both.whole('/accounting/accounts')
      const of = (code: string) => accounts.find((one) => one.code === code).balance
      return [accounts.find((one) => one.id === window.account_id).balance, of('1102'), of('1100')]
    }
    const before = await balances()
    const sold = await both.post('/billing/sales', {
      patient_id: (await somebody(clerk)).id,
      method: 'Cash',
      lines: [{ code: 'FBC' }],
    })
    t.equal(sold.status, 201, sold.message)
    t.same(await balances(), before, 'an account and its headings, as they were opened')
    const message = 'Count your drawer first: this shows what lies in it.'
    const now = { from: '2026-03-01', to: '2026-03-31' }
    const hidden: [string, Record<string, string>][] = [
      [`/accounting/accounts/${window.account_id}/lines`, {}],
      ['/accounting/entries', { account_id: window.account_id }],
      ['/accounting/reports/trial-balance', now],
      ['/accounting/reports/balance-sheet', {}],
      ['/accounting/reports/cash-flow', now],
      ['/accounting/reports/general-ledger', now],
      ['/billing/reports/collections', {}],
    ]
    for (const [path, query] of hidden) {
      t.match(await both.get(path, query), { status: 409, message }, path)
    }
    const query = { totals: 'true' }
    for (const path of [
      '/billing/payments',
      '/billing/bills',
      '/billing/deposits',
      '/billing/expenses',
      '/accounting/entries',
    ]) {
      const { meta } = await both.get(path, query)
      t.same(Object.keys(meta ?? {}).length, 4, `${path} says no sum`)
    }
    const drop = await both.post('/billing/float-transfers', {
      kind: 'DROP',
      from: { drawer_id: window.id },
      to: { account_id: books.id('1101') },
      amount: 1_000_000,
    })
    t.notMatch(drop.message, /5,000/, drop.message)
    t.equal(drop.status, 409)
    const path = `/billing/shifts/${shift.id}`
    t.equal((await both.post(`${path}/count`)).status, 200)
    t.match(await both.get(`/accounting/accounts/${window.account_id}/lines`), { status: 409 })
    const closed = await both.post(`${path}/close`, {
      denominations: [{ value: 5_000, count: 1 }],
      left_in_drawer: 0,
    })
    t.equal(closed.status, 200, closed.message)
    t.equal((await both.get(`/accounting/accounts/${window.account_id}/lines`)).status, 200)
    t.same((await both.get('/billing/payments', query)).status, 200)
    t.ok('totals' in ((await both.get('/billing/payments', query)).meta ?? {}))
    for (const [report, words] of hidden)
      t.equal((await both.get(report, words)).status, 200, report)
  })

  t.test('a drawer is opened and counted where one works and acts (PLT-12)', async (t) => {
    const officer = await people.administrator()
    const north = await officer.post('/facilities', { code: 'NTH', name: 'North', kind: 'CLINIC' })
    const far = (
      await supervisor.post('/billing/drawers', {
        name: 'North window',
        facility_id: north.data.id,
      })
    ).data
    const clerk_there = await people.with('cashier')
    const open_there = (who: Ask) =>
      who.post('/billing/shifts', { drawer_id: far.id, denominations: [] })
    const stranger = await open_there(clerk_there)
    t.match(stranger, { status: 404, message: 'No such drawer.' })
    const works = (who: Person) =>
      officer.put(`/users/${who.user.id}/facilities`, {
        facility_ids: [facility_id, north.data.id],
        default_facility_id: facility_id,
      })
    t.equal((await works(clerk_there)).status, 200)
    const elsewhere = await open_there(clerk_there)
    t.match(elsewhere, { status: 409, message: 'North window is at North: act there first.' })
    const acting = clerk_there.with({ 'x-facility-id': north.data.id })
    const opened = await open_there(acting)
    t.equal(opened.status, 201, opened.message)
    const path = `/billing/shifts/${opened.data.id}`
    t.match(await supervisor.post(`${path}/count`), { status: 404, message: 'No such shift.' })
    t.match(
      await supervisor.post(`${path}/force-close`, {
        denominations: [],
        left_in_drawer: 0,
        reason: 'went home',
      }),
      { status: 404 },
    )
    const renamed = await supervisor.patch(`/billing/drawers/${far.id}`, { name: 'Mine' })
    t.equal(renamed.status, 404)
    t.equal((await works(supervisor)).status, 200)
    t.match(await supervisor.post(`${path}/count`), {
      status: 409,
      message: `${opened.data.number} is at North: act there first.`,
    })
    const there = supervisor.with({ 'x-facility-id': north.data.id })
    t.equal((await there.post(`${path}/count`)).status, 200)
    const own = await clerk_there.post(`${path}/close`, { denominations: [], left_in_drawer: 0 })
    t.equal(own.status, 200, 'whoever sits at it takes it along')
  })

  t.test('payments belong to the shift; its owner counts blind (BIL-90, BIL-93)', async (t) => {
    t.equal((await pay(5_000)).status, 201)
    t.equal((await pay(6_000)).data.change, 1_000)
    const card = await pay(5_000, { method: 'Card', reference: 'SLIP-2' })
    t.equal(card.data.payment.shift_id, first, 'every method carries the shift')
    const own = (await cashier.get(`/billing/shifts/${first}`)).data
    t.equal(own.expected, null)
    t.equal(own.receipts, null)
    t.same(own.totals, [
      { method: 'Card', count: 1, amount: 5_000 },
      { method: 'Cash', count: 2, amount: null },
    ])
    const seen = (await supervisor.get(`/billing/shifts/${first}`)).data
    t.match(seen, { expected: 30_000, receipts: 10_000, floats_in: 20_000 })
    t.equal((await other.get(`/billing/shifts/${first}`)).status, 403)
    t.equal(await held(drawer.account_id), 30_000, 'the drawer equals the ledger')
  })

  t.test('cash paid in and out (P-82, BIL-92)', async (t) => {
    const contra_account_id = books.id('6303')
    const path = `/billing/shifts/${first}`
    const in_ = await cashier.post(`${path}/pay-in`, {
      amount: 500,
      reason: 'Coins found',
      contra_account_id,
    })
    t.equal(in_.status, 201, in_.message)
    const out = { amount: 99_999, reason: 'Bread', contra_account_id }
    t.equal((await cashier.post(`${path}/pay-out`, out)).status, 403)
    const much = await supervisor.post(`${path}/pay-out`, out)
    t.equal(much.message, 'Your drawer does not hold so much.')
    t.equal((await supervisor.post(`${path}/pay-out`, { ...out, amount: 500 })).status, 201)
    const drawers_own = await supervisor.post(`${path}/pay-out`, {
      ...out,
      amount: 1,
      contra_account_id: drawer.account_id,
    })
    t.equal(drawers_own.status, 409)
    t.equal(await held(drawer.account_id), 30_000)
  })

  t.test('a drop to the safe is accepted by its keeper (P-65)', async (t) => {
    const body = {
      kind: 'DROP',
      from: { drawer_id: drawer.id },
      to: { account_id: books.id('1101') },
      amount: 10_000,
    }
    const much = await cashier.post('/billing/float-transfers', { ...body, amount: 30_001 })
    t.equal(much.message, 'Your drawer does not hold so much.')
    const sent = await cashier.post('/billing/float-transfers', body)
    t.equal(sent.status, 201, sent.message)
    const path = `/billing/float-transfers/${sent.data.id}`
    t.equal((await cashier.post(`${path}/cancel`)).data.status, 'CANCELLED')
    const next = await cashier.post('/billing/float-transfers', body)
    const taken = await supervisor.post(`/billing/float-transfers/${next.data.id}/accept`, {
      amount: 10_000,
    })
    t.equal(taken.status, 200, taken.message)
    t.equal(await held(drawer.account_id), 20_000)
    t.equal((await supervisor.get(`/billing/shifts/${first}`)).data.expected, 20_000)
  })

  t.test(
    'while it is counted nothing moves; the difference is posted (BIL-94, P-66)',
    async (t) => {
      const path = `/billing/shifts/${first}`
      const early = await cashier.post(`${path}/close`, { denominations: [], left_in_drawer: 0 })
      t.match(early.message, /is OPEN\. It can: count, force_close\.$/)
      t.equal((await other.post(`${path}/count`)).status, 403)
      t.equal((await cashier.post(`${path}/count`)).data.status, 'COUNTING')
      t.equal((await pay()).message, 'Your drawer is being counted.')
      t.equal((await cashier.post(`${path}/back`)).data.status, 'OPEN')
      await cashier.post(`${path}/count`)
      const closing = {
        denominations: [
          { value: 10_000, count: 1 },
          { value: 2_000, count: 2 },
        ],
        left_in_drawer: 4_000,
        declared: [{ method: 'Card', amount: 4_000 }],
      }
      const no_reason = await cashier.post(`${path}/close`, closing)
      t.equal(no_reason.message, 'difference_reason is required above 5,000.')
      t.equal(no_reason.status, 400)
      const more = await cashier.post(`${path}/close`, { ...closing, left_in_drawer: 14_001 })
      t.equal(more.message, 'left_in_drawer is more than was counted.')
      const [short] = [await held(books.id('6406'))]
      const closed = await cashier.post(`${path}/close`, {
        ...closing,
        difference_reason: 'A note was torn',
      })
      t.equal(closed.status, 200, closed.message)
      t.match(closed.data, {
        status: 'CLOSED',
        expected: 20_000,
        counted: 14_000,
        difference: -6_000,
        left_in_drawer: 4_000,
        handed_over: 10_000,
        z_number: 1,
        // BIL-97: told, and not posted: the 6,000 of cash are all that 6406 gets below.
        to_be_traced: [{ method: 'Card', declared: 4_000, recorded: 5_000 }],
      })
      t.equal((await held(books.id('6406'))) - short, 6_000)
      t.equal(await held(drawer.account_id), 14_000, 'the drop is not accepted yet')
      const [difference] = (await supervisor.get('/billing/cash-differences')).data
      t.match(difference, {
        amount: -6_000,
        treatment: 'EXPENSE',
        status: 'OPEN',
        found_at: 'close',
      })
    },
  )

  t.test('the Z report is data for a paper (BIL-98)', async (t) => {
    const report = await zReport(system, first)
    t.equal(report.kind, 'Z')
    t.equal(report.shift.z_number, 1)
    t.same(
      report.movements.map(({ kind, method, count, amount }) => [kind, method, count, amount]),
      [
        ['DROP', 'Cash', 1, -10_000],
        ['FLOAT', 'Cash', 1, 20_000],
        ['PAY_IN', 'Cash', 1, 500],
        ['PAY_OUT', 'Cash', 1, -500],
        ['RECEIPT', 'Card', 1, 5_000],
        ['RECEIPT', 'Cash', 2, 10_000],
      ],
    )
    t.match(
      report.series.find(({ prefix }) => prefix === 'RCT'),
      { count: 3 },
    )
  })

  t.test('the next one begins with what was left; the drop waits meanwhile (BIL-95)', async (t) => {
    const denominations = [{ value: 2_000, count: 2 }]
    const opened = await open(other, { denominations })
    t.equal(opened.status, 201, opened.message)
    t.match(opened.data, { opening_float: 4_000, opening_difference: 0 })
    const path = `/billing/shifts/${first}/confirm`
    t.equal((await cashier.post(path)).status, 403)
    const [drop] = (
      await supervisor.get('/billing/float-transfers', { status: 'PENDING', kind: 'DROP' })
    ).data
    const by_hand = await supervisor.post(`/billing/float-transfers/${drop.id}/accept`, {
      amount: 10_000,
    })
    t.equal(by_hand.message, `Float ${drop.number} waits for the confirmation of its shift.`)
    const silent = await supervisor.post(path, { counted: 13_900 })
    t.equal(silent.message, 'reason is required when you count something else.')
    const done = await supervisor.post(path, { counted: 13_900, reason: 'One coin less' })
    t.equal(done.status, 200, done.message)
    t.match(done.data, { status: 'CONFIRMED', recounted: 13_900, moves: [] })
    t.equal(await held(drawer.account_id), 4_000, 'what was left is all that is in it')
    t.match((await supervisor.post(path)).message, /is CONFIRMED\. Nothing more/)
  })

  t.test('somebody who also closes cannot confirm the own shift', async (t) => {
    const both = await people.with('supervisor', 'cashier')
    const own = (await both.post('/billing/drawers', { name: 'Second', facility_id })).data
    const opened = await open(both, { drawer_id: own.id })
    await both.post(`/billing/shifts/${opened.data.id}/count`)
    await both.post(`/billing/shifts/${opened.data.id}/close`, {
      denominations: [],
      left_in_drawer: 0,
    })
    const refused = await both.post(`/billing/shifts/${opened.data.id}/confirm`)
    t.equal(refused.message, 'You counted this shift: somebody else must confirm it.')
    await manager.patch('/billing/policy', { two_person: { shift: false } })
    t.equal((await both.post(`/billing/shifts/${opened.data.id}/confirm`)).status, 200)
    await manager.patch('/billing/policy', { two_person: null })
  })

  t.test('a shortage on the cashier is made good in cash (P-67)', async (t) => {
    await manager.patch('/billing/policy', { shortage_to: 'CASHIER' })
    const shift = (await other.get('/billing/shifts/current')).data
    const before = await held(books.id('1308'))
    await other.post(`/billing/shifts/${shift.id}/count`)
    const closed = await other.post(`/billing/shifts/${shift.id}/close`, {
      denominations: [{ value: 1_000, count: 3 }],
      left_in_drawer: 3_000,
    })
    t.equal(closed.data.difference, -1_000, closed.message)
    t.equal((await held(books.id('1308'))) - before, 1_000)
    const both = await people.with('supervisor', 'cashier')
    const [difference] = (
      await both.get('/billing/cash-differences', { status: 'OPEN', user_id: other.user.id })
    ).data
    const path = `/billing/cash-differences/${difference.id}/settle`
    t.equal((await both.post(path, { amount: 500, by: 'CASH' })).message, 'Open your drawer first.')
    await open(both, { denominations: [{ value: 1_000, count: 3 }] })
    t.equal((await both.post(path, { amount: 1_001, by: 'CASH' })).message, 'Only 1,000 is open.')
    const part = await both.post(path, { amount: 400, by: 'CASH' })
    t.match(part.data, { settled: 400, status: 'OPEN' }, part.message)
    t.match((await both.post(path, { amount: 600, by: 'CASH' })).data, { status: 'SETTLED' })
    t.equal((await held(books.id('1308'))) - before, 0)
    t.equal(await held(drawer.account_id), 4_000)
    await manager.patch('/billing/policy', { shortage_to: null })
    t.match((await both.post(path, { amount: 1, by: 'CASH' })).message, /Nothing/)
  })

  t.test('a shift whose cashier went away is closed for them (3.7)', async (t) => {
    const gone = (await supervisor.get('/billing/shifts', { status: 'OPEN' })).data[0]
    const path = `/billing/shifts/${gone.id}/force-close`
    const body = { denominations: [{ value: 1_000, count: 4 }], left_in_drawer: 0 }
    t.equal((await supervisor.post(path, body)).message, 'reason is required.')
    const closed = await supervisor.post(path, { ...body, reason: 'Went home ill' })
    t.match(closed.data, { status: 'CLOSED', abandoned: true, difference: 0 }, closed.message)
  })

  t.test('the books say what billing says (ACC-108, ACC-111, ACC-112)', async (t) => {
    const { checks } = await verify(system)
    t.same(
      checks.filter(({ state }) => state === 'FAILED'),
      [],
    )
  })

  t.test('its documents give its entries anew (ACC-93)', (t) => rebuilt(t, house))
})
