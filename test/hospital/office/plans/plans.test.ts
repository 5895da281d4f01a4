import t from 'tap'
import { system } from '../../../../db/core/caller.ts'
import { clock } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { forgetAll, hospitalOf } from '../../../../db/hospital/office/hospitals/hospitals.ts'
import { hospitals } from '../../../../db/hospital/office/hospitals/tables.ts'
import { newKeys, writeLicence } from '../../../../db/hospital/office/plans/licence-text.ts'
import { plan_purchases } from '../../../../db/hospital/office/plans/tables.ts'
import { watchPlan } from '../../../../db/hospital/office/plans/watch.ts'
import { setLicenceKeys } from '../../../../db/appliance/secrets/licence-keys.ts'
import { boot } from '../../../support/boot.ts'
import { errorOf, firm } from '../../../support/messaging/messaging.ts'

t.test('plans, orders and the licence', async (t) => {
  const house = await boot(t)
  const { people, facility_id } = house
  clock.freeze('2026-03-10T09:00:00.000Z')
  let it = await people.with('system_administrator')
  const caller = system(it.user.hospital_id)
  const hospital = await hospitalOf(caller)
  const seller = newKeys()
  setLicenceKeys([seller.public_key])
  t.teardown(() => setLicenceKeys([]))
  let numbers = 0
  const licence = (more: object = {}, by = seller) => {
    numbers += 1
    return writeLicence(
      {
        licence_no: `L-${numbers}`,
        hospital_code: hospital.code,
        hospital_name: hospital.name,
        plan_code: 'HOSPITAL',
        plan_name: 'Hospital',
        branches: 2,
        starts_on: '2026-03-01',
        ends_on: '2026-05-31',
        issued_at: '2026-03-01T08:00:00.000Z',
        ...more,
      },
      by.private_key,
    )
  }
  const on = async (day: string) => {
    clock.freeze(`${day}T09:00:00.000Z`)
    it = await people.with('system_administrator')
  }
  const order = { plan_code: 'HOSPITAL', branches: 2, months: 3 }

  t.test('plans are a list of what can be ordered, for those who read plans', async (t) => {
    const found = await (await people.with('auditor')).get('/plans')
    t.equal(found.status, 200)
    t.match(found.data[0], { code: 'CLINIC', currency: 'TZS', price: Number, months_min: 1 })
    t.equal((await (await people.with('nurse')).get('/plans')).status, 403)
  })

  t.test('a house that is tried out refuses nothing', async (t) => {
    t.match((await it.get('/licence')).data, {
      status: 'EVALUATION',
      source: 'EVALUATION',
      limits: [],
      branches_used: 1,
    })
  })

  // PLT-73
  t.test('PLT-73: an order costs price by branches by months, and tax on it', async (t) => {
    const made = await it.post('/plan-purchases', order)
    t.match(made, {
      status: 201,
      data: {
        reference: 'PUR-000001',
        invoice_no: 'INV-PUR-000001',
        status: 'PENDING',
        unit_price: 450_000,
        subtotal: 2_700_000,
        credit: 0,
        tax: 486_000,
        total: 3_186_000,
        currency: 'TZS',
        starts_on: '2026-03-10',
        ends_on: '2026-06-09',
        due_on: '2026-03-24',
        moves: ['cancel'],
      },
    })
    t.match((await it.get('/plan-purchases')).data, [{ reference: 'PUR-000001' }])
    const auditor = await people.with('auditor')
    t.equal((await auditor.post('/plan-purchases', order)).status, 403)
    t.match((await auditor.post('/plan-purchases/quote', order)).data, { total: 3_186_000 })
  })

  t.test('bad input', async (t) => {
    for (const [body, message] of [
      [{}, /^plan_code /],
      [{ ...order, plan_code: 'GOLD' }, 'plan_code is not one of the plans.'],
      [{ ...order, branches: 0 }, /^branches /],
      [{ ...order, branches: 6 }, 'branches must be at most 5.'],
      [{ ...order, branches: '2' }, /^branches /],
      [{ ...order, months: 2 }, 'months must be between 3 and 60.'],
      [{ ...order, months: 61 }, 'months must be between 3 and 60.'],
      [{ ...order, months: 3.5 }, /^months /],
      [{ ...order, months: null }, /^months /],
    ] as const) {
      t.match(await it.post('/plan-purchases', body), { status: 400, message })
    }
    t.equal((await it.get('/plan-purchases/nothing')).status, 404)
  })

  t.test('an order is cancelled once', async (t) => {
    const { data } = await it.post('/plan-purchases', order)
    const path = `/plan-purchases/${data.id}/cancel`
    t.match(await it.post(path, { reason: 'too dear' }), {
      status: 200,
      data: { status: 'CANCELLED', reason: 'too dear' },
    })
    t.match(await it.post(path, {}), {
      status: 409,
      message: 'Purchase PUR-000002 is CANCELLED. Nothing more can be done with it.',
    })
  })

  // PLT-76
  t.test('PLT-76: only what the seller signed for this house is recorded', async (t) => {
    const stranger = newKeys()
    const good = licence()
    const [body = '', signature = ''] = good.split('\n').slice(1, -2).join('').split('.')
    const forged = Buffer.from(
      Buffer.from(body, 'base64url').toString('utf8').replace('"branches":2', '"branches":9'),
    ).toString('base64url')
    const frame = (text: string) =>
      `-----BEGIN KITUO LICENCE-----\n${text}\n-----END KITUO LICENCE-----`
    const unsigned = 'licence is not signed rightly.'
    for (const [text, message] of [
      ['nonsense', unsigned],
      [frame(''), unsigned],
      [frame(body), unsigned],
      [frame(`${forged}.${signature}`), unsigned],
      [frame(`${Buffer.from('null').toString('base64url')}.${signature}`), unsigned],
      [licence({}, stranger), unsigned],
      [
        licence({ hospital_code: 'other', hospital_name: 'Other House' }),
        'licence is for Other House, not for this hospital.',
      ],
      [licence({ install_id: 'elsewhere' }), 'licence is for another installation.'],
    ] as const) {
      t.match(await it.post('/licence', { licence: text }), { status: 400, message })
    }
    const paid = licence({ purchase_reference: 'PUR-000001' })
    t.match(await it.post('/licence', { licence: paid.replaceAll('\n', ' \r\n ') }), {
      status: 201,
      data: { status: 'ACTIVE', licence_no: `L-${numbers}`, branches: 2, days_left: 82 },
    })
    t.match(await it.post('/licence', { licence: paid }), {
      status: 409,
      message: 'This licence is already recorded.',
    })
    t.match(await it.post('/licence', { licence: licence({ ends_on: '2026-04-30' }) }), {
      status: 409,
      message: 'A licence until 31 May 2026 is already in force.',
    })
    const { data } = await it.get('/plan-purchases', { status: 'PAID' })
    t.match(data, [{ reference: 'PUR-000001', licence_no: `L-${numbers - 1}` }])
    t.match((await it.get('/licence/history')).data, [{ source: 'FILE', ends_on: '2026-05-31' }])
    t.match((await it.get('/auth/me')).data.licence, { status: 'ACTIVE', ends_on: '2026-05-31' })
    const nurse = await people.with('nurse')
    t.equal((await nurse.get('/auth/me')).data.licence, null)
  })

  // PLT-74
  t.test('PLT-74: the same plan goes on, another begins today and credits the rest', async (t) => {
    const same = await it.post('/plan-purchases/quote', order)
    t.match(same.data, { starts_on: '2026-06-01', ends_on: '2026-08-31', credit: 0 })
    // 82 of 92 days of 2,700,000 are left.
    const more = await it.post('/plan-purchases/quote', { ...order, branches: 3 })
    t.match(more.data, { starts_on: '2026-03-10', credit: 2_406_521.74 })
    const less = { plan_code: 'CLINIC', branches: 1, months: 1 }
    const all = await it.post('/plan-purchases/quote', less)
    t.match(all.data, { subtotal: 150_000, credit: 150_000, tax: 0, total: 0 })
  })

  // PLT-77
  t.test('PLT-77: one branch too many is refused, what is there stays', async (t) => {
    const branch = (code: string) => ({ code, name: `Branch ${code}`, kind: 'DISPENSARY' })
    t.equal((await it.post('/facilities', branch('B2'))).status, 201)
    t.match(await it.post('/facilities', branch('B3')), {
      status: 409,
      message: 'Your plan has 2 branches.',
    })
    t.match(await it.post('/plan-purchases', { ...order, branches: 1 }), {
      status: 400,
      message: 'branches must be at least 2: you have 2 open branches.',
    })
  })

  t.test(
    'PLT-77: a plan that ends is told daily, and refuses nothing for 30 days more',
    async (t) => {
      for (const [day, status] of [
        ['2026-05-01', 'ACTIVE'],
        ['2026-05-02', 'ENDING'],
        ['2026-05-31', 'ENDING'],
        ['2026-06-01', 'GRACE'],
        ['2026-06-30', 'GRACE'],
        ['2026-07-01', 'ENDED'],
      ] as const) {
        await on(day)
        t.equal((await it.get('/licence')).data.status, status, day)
        const { told } = await within(() => watchPlan(caller))
        t.equal(told, status === 'ACTIVE' ? 0 : 1, day)
      }
    },
  )

  t.test('PLT-77, PLT-78: an ended plan stops growth, never work or reading', async (t) => {
    const ended = (what: string) => ({
      status: 409,
      message: `The licence ended on 31 May 2026. Renew it to ${what}.`,
    })
    const account = { username: 'late.comer', full_name: 'Late Comer', email: 'late@example.org' }
    t.match(
      await it.post('/users', { ...account, facility_ids: [facility_id] }),
      ended('create a user'),
    )
    t.match(
      await it.post('/facilities', { code: 'B9', name: 'Branch 9', kind: 'DISPENSARY' }),
      ended('open a branch'),
    )
    const desk = { facility_id, label: 'Desk', station_role: 'reception' }
    t.match(await it.post('/devices/activations', desk), ended('activate a workstation'))
    t.equal((await it.get('/licence')).data.limits.length, 5)
    t.equal((await it.get('/users')).status, 200)
    t.equal((await (await people.with('auditor')).get('/audit')).status, 200)
    const desk_clerk = await people.with('reception')
    const patient = {
      first_name: 'Asha',
      last_name: 'Juma',
      sex: 'Female',
      birth_date: '1990-01-01',
      phone: '0712345678',
    }
    t.equal((await desk_clerk.post('/patients', patient)).status, 201)
    // The way out stands open.
    t.equal((await it.post('/plan-purchases', order)).status, 201)
    const renewed = licence({ starts_on: '2026-07-01', ends_on: '2027-06-30' })
    t.match(await it.post('/licence', { licence: renewed }), {
      status: 201,
      data: { status: 'ACTIVE', limits: [] },
    })
    t.equal((await it.post('/devices/activations', desk)).status, 201)
  })

  // Platform 3.5.
  t.test('an order that nobody paid ends thirty days after it was due', async (t) => {
    const { hospital_id } = caller
    const open = () => plan_purchases.all({ hospital_id, status: 'PENDING' })
    const [order] = await open()
    t.equal(order?.due_on, '2026-07-15')
    await on('2026-08-14')
    t.equal((await within(() => watchPlan(caller))).expired, 0)
    t.equal((await open()).length, 1)
    await on('2026-08-15')
    t.equal((await within(() => watchPlan(caller))).expired, 1)
    t.same(await open(), [])
    const { data } = await (await people.with('auditor')).get('/audit', {
      action: 'plan.purchase_expire',
    })
    t.match(data, [{ entity_label: order?.reference, from_state: 'PENDING', to_state: 'EXPIRED' }])
  })

  t.test('the request says which house and what it wants (PLT-75)', async (t) => {
    const { data } = await it.post('/plan-purchases', order)
    const { raw, headers } = await it.get(`/plan-purchases/${data.id}/request`)
    t.match(headers['content-type'], 'text/plain')
    const packed = raw.toString('utf8').split('\n').slice(1, -2).join('')
    t.match(JSON.parse(Buffer.from(packed, 'base64url').toString('utf8')), {
      hospital_code: hospital.code,
      purchase_reference: data.reference,
      total: data.total,
    })
  })
})

t.test('PLT-77: without a licence after the trial, and a restricted house', async (t) => {
  const { people, facility_id } = await boot(t)
  const it = await people.with('system_administrator')
  const { hospital_id } = it.user
  const desk = { facility_id, label: 'Desk', station_role: 'reception' }
  const set = async (changes: object) => {
    await within(() => hospitals.change({ id: hospital_id }, changes))
    forgetAll()
  }
  const waiting = (await it.post('/devices/activations', { ...desk, label: 'Waiting' })).data
  await set({ evaluation_ends_on: '2020-01-31' })
  t.match((await it.get('/licence')).data, { status: 'UNLICENSED', source: null })
  const none = { status: 409, message: 'There is no licence. Add one to activate a workstation.' }
  t.match(await it.post('/devices/activations', desk), none)
  t.match(await it.post(`/devices/activations/${waiting.id}/reissue`, {}), none)
  await set({ evaluation_ends_on: '2999-01-31' })
  t.equal((await it.post('/devices/activations', desk)).status, 201)
  await set({ status: 'RESTRICTED' })
  t.equal((await it.post('/devices/activations', desk)).status, 409)
})

t.test('PLT-77: an ended licence makes no new API key, and takes none away', async (t) => {
  const house = await boot(t)
  const it = await house.people.administrator()
  const { hospital_id } = it.user
  const end = (evaluation_ends_on: string) =>
    within(() => hospitals.change({ id: hospital_id }, { evaluation_ends_on })).then(forgetAll)
  const own = await firm(house.app, { hospital_id })
  const old = await own.key()
  const manager = await house.people.holding('messaging:read', 'messaging:manage')
  const another = await firm(house.app)
  const key = { name: 'Second', mode: 'live', scopes: ['*'] }
  const make = ({ account }: typeof own) => it.post(`/gateway/accounts/${account.id}/keys`, key)
  await end('2020-01-31')
  const said = 'There is no licence. Add one to make an API key.'
  t.match(await make(own), { status: 409, message: said })
  const asked = await old.post('/v1/account/keys', key)
  t.match([asked.status, errorOf(asked)], [422, { code: 'invalid_state', message: said }])
  t.equal((await make(another)).status, 201, 'whoever is no hospital has no licence of one')
  // PLT-78: what is there goes on.
  t.equal((await old.get('/v1/account')).status, 200)
  t.equal((await manager.post('/messaging/console-keys', { purpose: 'Look' })).status, 201)
  const last = await old.post(`/v1/account/keys/${old.id}/rotate`, {})
  t.equal(last.status, 201, 'a key that leaked is replaced')
  await end('2999-01-31')
  t.equal((await make(own)).status, 201)
})
