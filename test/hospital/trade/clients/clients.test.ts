// Clients: opened, known by their names, moved and given credit (COM-1 to COM-7, COM-9 to COM-15, COM-80,
// COM-81, COM-85).

import t from 'tap'
import { trade_entries } from '../../../../daemon/work/timetable/trade.ts'
import { clock } from '../../../../db/core/clock.ts'
import {
  clientByPayer,
  clientTerms,
  creditCheck,
  reviewHold,
} from '../../../../db/hospital/neighbours/commercial.ts'
import { clientNames } from '../../../../db/hospital/neighbours/parties.ts'
import { raiseBill } from '../../../../db/hospital/money/billing/bills/raise.ts'
import { within } from '../../../../db/store/connection.ts'
import { boot } from '../../../support/boot.ts'
import { atDrawer } from '../../../support/money/drawers.ts'

t.test('clients', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  clock.freeze('2026-03-10T06:00:00.000Z')
  const officer = await people.with('corporate')
  const accountant = await people.with('accountant')
  const manager = await people.with('manager')
  const cashier = await people.with('cashier')
  await atDrawer(house, cashier, 5_000_000)
  let count = 0
  const opened = async (more: Record<string, unknown> = {}) => {
    count += 1
    const name = `Mwamba ${String(count).padStart(3, '0')} Ltd`
    const answer = await officer.post('/commercial/clients', { name, kind: 'CORPORATE', ...more })
    if (answer.status !== 201) throw new Error(answer.message)
    return answer.data
  }
  const active = async (more: Record<string, unknown> = {}) => {
    const one = await opened(more)
    await manager.post(`/commercial/clients/${one.id}/activate`)
    return one
  }
  const one = async (id: string) => (await officer.get(`/commercial/clients/${id}`)).data
  let bills = 0
  /** Minor units. */
  const billed = async (client_id: string, payer: string, unit_price: number) => {
    bills += 1
    return within(() =>
      raiseBill(system, {
        client_id,
        payer,
        items: [{ description: 'Medical checks', quantity: 1, unit_price }],
        source: 'test',
        source_id: `bill-${bills}`,
        issue: true,
      }),
    )
  }
  const asked = (client_id: string, amount = 0, more: object = {}) =>
    within(() => creditCheck(system, { client_id, amount, ...more }))
  const night = (name: string) => {
    const entry = trade_entries.find((each) => each.name === name)
    return entry?.run({ caller: system, signal: new AbortController().signal } as never)
  }

  t.test('is opened with a number and all that the document names (COM-1)', async (t) => {
    const made = await opened({
      name: '  Kilimo   Bora ',
      phone: '0713 555 001',
      tin: '123456789',
      contract_starts: '2026-01-01',
      contract_ends: '2026-03-31',
      account_manager: 'Neema',
    })
    t.match(made.reference, /^CL-\d{5}$/)
    t.match(made, {
      name: 'Kilimo Bora',
      status: 'PROSPECT',
      phone: '+255713555001',
      tin: '123-456-789',
      contract_days_left: 21,
      outstanding: 0,
      discount_pct: 0,
      credit_limit: null,
      open_follow_ups: 0,
      contacts: [],
    })
    const fields =
      'id reference name kind status discount_pct open_follow_ups outstanding contacts contract_days_left account_manager address close_reason contract_ends contract_ref contract_starts email notes phone region scheme_id scheme_name tin credit_limit payment_terms_days'
    for (const field of fields.split(' ')) t.ok(field in made, `${field} stands in the document`)
    const bad: [Record<string, unknown>, number, string][] = [
      [{ name: 'kilimo bora' }, 409, `Kilimo Bora is already client ${made.reference}.`],
      [{ tin: '123 456 789' }, 409, `TIN 123-456-789 is already client ${made.reference}.`],
      [{ tin: '12345678' }, 400, 'tin must have nine digits.'],
      [{ name: 'Cash' }, 400, 'name means that the patient pays: write another name.'],
      [{ discount_pct: 120 }, 400, 'discount_pct must be between 0 and 100.'],
      [
        { contract_starts: '2026-02-01', contract_ends: '2026-01-31' },
        400,
        'contract_ends is before contract_starts.',
      ],
      [{ status: 'CLOSED' }, 400, 'status must be PROSPECT or ACTIVE at opening.'],
      [{ account_manager_id: made.id }, 404, 'No such user.'],
    ]
    for (const [more, status, message] of bad) {
      const body = { name: 'Another name', kind: 'NGO', ...more }
      t.match(await officer.post('/commercial/clients', body), { status, message })
    }
    const bank = { name: 'A bank', kind: 'BANK' }
    t.match(await officer.post('/commercial/clients', bank), {
      status: 400,
      message: 'kind must be one of CORPORATE, INSURER, NGO, GOVERNMENT, SCHOOL, OTHER.',
    })
    t.equal((await people.with('nurse').then((who) => who.get('/commercial/clients'))).status, 403)
    const missing = await officer.get('/commercial/clients/019f0000-0000-7000-8000-000000000000')
    t.match(missing, { status: 404, message: 'No such client.' })
  })

  t.test('opened ACTIVE by who may activate (COM-2)', async (t) => {
    const body = { name: 'Safari Tours', kind: 'CORPORATE', status: 'ACTIVE' }
    t.equal((await officer.post('/commercial/clients', body)).status, 403)
    const made = await manager.post('/commercial/clients', body)
    t.match(made.data, { status: 'ACTIVE', warnings: ['NO_CONTACT'] })
  })

  t.test('a scheme is one insurer (COM-3)', async (t) => {
    const desk = await people.with('administrator')
    const scheme = await desk.post('/billing/schemes', { code: 'JUB', name: 'Jubilee Cover' })
    t.equal(scheme.status, 201, scheme.message)
    const scheme_id = scheme.data.id
    const corporate = { name: 'Not insurer', kind: 'CORPORATE', scheme_id }
    t.match(await officer.post('/commercial/clients', corporate), {
      status: 400,
      message: 'scheme_id is only for a client of kind INSURER.',
    })
    const made = await opened({ name: 'Jubilee', kind: 'INSURER', scheme_id })
    t.equal(made.scheme_name, 'Jubilee Cover')
    const second = { name: 'Jubilee again', kind: 'INSURER', scheme_id }
    t.match(await officer.post('/commercial/clients', second), {
      status: 409,
      message: `Jubilee Cover is linked to client ${made.reference} already.`,
    })
  })

  t.test('a renamed client keeps its names and what it owes (COM-4, COM-9, COM-81)', async (t) => {
    const before = await within(() =>
      raiseBill(system, {
        payer: 'Tembo Cement',
        patient_id: null,
        items: [{ description: 'Checks', quantity: 1, unit_price: 40_000_00 }],
        source: 'test',
        source_id: 'before-the-client',
        issue: true,
      }),
    )
    t.ok(before.number)
    const made = await opened({ name: 'TEMBO  cement' })
    t.match(made, { adopted_bills: 1 })
    t.equal((await one(made.id)).outstanding, 40_000)
    await manager.post(`/commercial/clients/${made.id}/activate`)
    await billed(made.id, 'TEMBO cement', 10_000_00)
    const renamed = await officer.patch(`/commercial/clients/${made.id}`, { name: 'Tembo Group' })
    t.match(renamed.data, {
      name: 'Tembo Group',
      outstanding: 50_000,
      payer_names: ['TEMBO cement'],
    })
    t.match(await clientByPayer(system, 'tembo  CEMENT'), {
      client_id: made.id,
      name: 'Tembo Group',
    })
    t.equal(await clientByPayer(system, 'Tembo'), null)
    t.same(await clientNames(system, [made.id]), [{ id: made.id, name: 'Tembo Group' }])
    const again = { name: 'Tembo cement', kind: 'OTHER' }
    t.match(await officer.post('/commercial/clients', again), {
      status: 409,
      message: `TEMBO cement is already client ${made.reference}.`,
    })
    const back = await officer.patch(`/commercial/clients/${made.id}`, { name: 'Tembo Cement' })
    t.match(back.data, { name: 'Tembo Cement', payer_names: ['Tembo Group'] })
    const found = await officer.get('/commercial/clients?search=tembo%20group')
    t.same(
      found.data.map(({ id }: { id: string }) => id),
      [made.id],
    )
    const first = await officer.get('/commercial/clients?sort=-outstanding&per_page=1')
    t.equal(first.data[0]?.id, made.id)
  })

  t.test('credit is set by who answers for it (COM-5)', async (t) => {
    const made = await active()
    for (const [field, value] of [
      ['credit_limit', 100],
      ['discount_pct', 5],
      ['payment_terms_days', 10],
    ] as const) {
      const message = `Your role may not set ${field}: leave it out.`
      const body = { name: 'Given credit', kind: 'NGO', [field]: value }
      t.match(await officer.post('/commercial/clients', body), { status: 403, message })
      const change = await officer.patch(`/commercial/clients/${made.id}`, { [field]: value })
      t.match(change, { status: 403, message })
    }
    const zero = { discount_pct: 0, credit_limit: null }
    t.equal((await officer.patch(`/commercial/clients/${made.id}`, zero)).status, 200)
    const path = `/commercial/clients/${made.id}`
    const odd = await accountant.patch(path, { credit_limit: 10.001 })
    t.equal(odd.message, 'credit_limit has more decimals than TZS allows.')
    await billed(made.id, made.name, 90_000_00)
    const body = { credit_limit: 50_000, payment_terms_days: 10, reason: 'Small house' }
    const set = await accountant.patch(path, body)
    t.match(set.data, { credit_limit: 50_000, over_limit_by: 40_000, credit_available: -40_000 })
    t.equal(set.data.history.at(-1)?.reason, 'Small house')
    t.equal(await clientTerms(system, made.id), 10)
    t.match(await accountant.patch(path, { notes: 'Mine' }), {
      status: 403,
      message: 'You do not have permission to do this. It needs client:write.',
    })
  })

  t.test('bills are due by the client’s own terms (COM-10)', async (t) => {
    const made = await active()
    await accountant.patch(`/commercial/clients/${made.id}`, { payment_terms_days: 10 })
    const { bill_id } = await billed(made.id, made.name, 1_000_00)
    t.equal((await cashier.get(`/billing/bills/${bill_id}`)).data.due_on, '2026-03-20')
    t.match(await one(made.id), { overdue: 0, oldest_overdue_days: null })
    clock.freeze('2026-03-22T06:00:00.000Z')
    const late = await people.with('corporate')
    const shown = await late.get(`/commercial/clients/${made.id}`)
    t.match(shown.data, { overdue: 1_000, oldest_overdue_days: 2, outstanding: 1_000 })
    const found = await late.get('/commercial/clients?overdue=true')
    t.same(
      found.data.map(({ id }: { id: string }) => id),
      [made.id],
    )
    clock.freeze('2026-03-10T06:00:00.000Z')
  })

  t.test('who may owe more is asked (COM-11, COM-80)', async (t) => {
    t.same(await asked('019f0000-0000-7000-8000-000000000000', 5), { allowed: true })
    const idle = await opened()
    t.match(await asked(idle.id), { allowed: false, reason: `${idle.name} is PROSPECT.` })
    const made = await active()
    t.same(await asked(made.id, 1_000_000_00), { allowed: true })
    await accountant.patch(`/commercial/clients/${made.id}`, { credit_limit: 10_000 })
    await billed(made.id, made.name, 6_000_00)
    t.match(await asked(made.id, 4_000_00), { allowed: true, available: 4_000_00 })
    t.match(await asked(made.id, 5_000_00), {
      allowed: false,
      reason: 'Credit limit 10,000 would be passed by 1,000: owed 6,000, on order 0, this 5,000.',
    })
    t.match(await asked(made.id, 5_000_00, { source: 'salesorder' }), { allowed: true })
    t.match(await asked(made.id, 5_000_00, { emergency: true }), { allowed: true })
    await accountant.patch(`/commercial/clients/${made.id}`, { credit_limit: 0 })
    t.match(await asked(made.id), { allowed: false, reason: `${made.name} is cash only.` })
  })

  t.test('a person’s hold stands until a person lifts it (COM-13, COM-14)', async (t) => {
    const made = await active()
    const path = `/commercial/clients/${made.id}`
    t.equal((await officer.post(`${path}/hold`, { reason: 'Cheques bounce' })).status, 403)
    const held = await accountant.post(`${path}/hold`, { reason: 'Cheques bounce' })
    t.match(held.data, { credit_hold: true, holds: [{ kind: 'MANUAL', reason: 'Cheques bounce' }] })
    const words = `${made.name} is on hold: Cheques bounce (since 2026-03-10).`
    t.match(await accountant.post(`${path}/hold`, { reason: 'Again' }), {
      status: 409,
      message: words,
    })
    t.match(await asked(made.id), { allowed: false, reason: words })
    await within(() => reviewHold(system, { client_id: made.id }))
    t.match(await one(made.id), { credit_hold: true })
    t.ok((await officer.get('/commercial/clients?on_hold=true')).data.length > 0)
    const lifted = await accountant.post(`${path}/release-hold`, { kind: 'MANUAL', reason: 'Paid' })
    t.match(lifted.data, { credit_hold: false, holds: [] })
    const none = await accountant.post(`${path}/release-hold`, { kind: 'MANUAL', reason: 'Paid' })
    t.match(none, { status: 409, message: `${made.name} has no hold of kind MANUAL.` })
  })

  t.test(
    'late bills and lapsed contracts hold by night, money lifts at once (COM-14, COM-85)',
    async (t) => {
      const made = await active({ contract_ends: '2026-04-30' })
      await accountant.patch(`/commercial/clients/${made.id}`, { payment_terms_days: 0 })
      const { bill_id, number } = await billed(made.id, made.name, 2_000_00)
      clock.freeze('2026-04-09T06:00:00.000Z')
      await night('client-holds')
      t.same(
        (await (await people.with('corporate')).get(`/commercial/clients/${made.id}`)).data.holds,
        [],
      )
      clock.freeze('2026-05-01T06:00:00.000Z')
      await night('client-holds')
      await night('client-holds')
      const clerk = await people.with('accountant')
      const path = `/commercial/clients/${made.id}`
      const both = [
        { kind: 'CONTRACT', since: '2026-05-01', reason: 'the contract ended on 2026-04-30' },
        { kind: 'OVERDUE', since: '2026-05-01', reason: `bill ${number} is 52 days overdue` },
      ]
      t.match((await clerk.get(path)).data.holds, both)
      const far = { kind: 'CONTRACT', reason: 'Renewal is signed', until: '2026-06-02' }
      t.match(await clerk.post(`${path}/release-hold`, far), {
        status: 400,
        message: 'until must be a date from today to 2026-05-31.',
      })
      const off = { ...far, until: '2026-05-02' }
      t.match((await clerk.post(`${path}/release-hold`, off)).data.holds, [both[1]])
      await night('client-holds')
      t.match((await clerk.get(path)).data.holds, [both[1]])
      const till = await people.with('cashier')
      await atDrawer(house, till, 10_000)
      const paid = await till.post(`/billing/bills/${bill_id}/payments`, { amount: 2_000 })
      t.equal(paid.status, 201, paid.message)
      t.same((await clerk.get(path)).data.holds, [])
      clock.freeze('2026-05-03T06:00:00.000Z')
      await night('client-holds')
      const later = await people.with('manager')
      t.match((await later.get(path)).data.holds, [{ kind: 'CONTRACT', since: '2026-05-03' }])
      const renewed = await later.patch(path, { contract_ends: '2027-04-30' })
      t.same(renewed.data.holds, [])
      clock.freeze('2026-03-10T06:00:00.000Z')
    },
  )

  t.test('is suspended, closed and opened again (3.1)', async (t) => {
    const made = await active({ tin: '987654321' })
    const path = `/commercial/clients/${made.id}`
    const stop = await manager.post(`${path}/suspend`, { reason: 'A quarrel' })
    t.match(stop.data, { status: 'SUSPENDED', moves: ['activate', 'close'] })
    t.match(await asked(made.id), { reason: `${made.name} is SUSPENDED.` })
    t.match(await manager.post(`${path}/activate`), {
      status: 400,
      message: 'reason is required.',
    })
    await manager.post(`${path}/activate`, { reason: 'Settled' })
    const { bill_id } = await billed(made.id, made.name, 1_250_00)
    t.match(await manager.post(`${path}/close`, { close_reason: 'Gone' }), {
      status: 409,
      message: `${made.name} still owes 1,250: settle or write it off first.`,
    })
    await cashier.post(`/billing/bills/${bill_id}/payments`, { amount: 1_250 })
    await officer.post('/commercial/contacts', { client_id: made.id, full_name: 'Juma Ali' })
    const shut = await manager.post(`${path}/close`, { close_reason: 'Gone' })
    t.match(shut.data, { status: 'CLOSED', close_reason: 'Gone', contacts: [], moves: ['reopen'] })
    t.match(await officer.patch(path, { notes: 'x' }), {
      status: 409,
      message: `Client ${made.name} is CLOSED. It can: reopen.`,
    })
    const heir = await opened({ tin: '987654321' })
    const reason = { reason: 'They are back' }
    t.match(await manager.post(`${path}/reopen`, reason), {
      status: 409,
      message: `TIN 987-654-321 is already client ${heir.reference}.`,
    })
    await officer.patch(`/commercial/clients/${heir.id}`, { tin: null })
    const back = await manager.post(`${path}/reopen`, reason)
    t.match(back.data, { status: 'PROSPECT', close_reason: null, adopted_bills: 0 })
  })

  t.test('one of its people is the first to be called (COM-6, COM-7)', async (t) => {
    const { id: client_id, name } = await opened()
    const added = async (full_name: string, more: object = {}) =>
      officer.post('/commercial/contacts', { client_id, full_name, ...more })
    const first = await added('Asha Mrema', { is_primary: false, phone: '0713 600 001' })
    t.match(first, { status: 201, data: { is_primary: true, client_name: name, active: true } })
    const second = await added('Baraka Lema', { is_primary: true, email: 'B@Example.com' })
    t.match(second.data, { is_primary: true, email: 'b@example.com' })
    const third = await added('Chausiku Omari')
    t.match(third.data, { is_primary: false })
    t.match(await added('Dotto', { phone: '+255713600001' }), {
      status: 409,
      message: `Another contact of ${name} has this phone already.`,
    })
    t.match(await added('Dotto', { email: 'b@example.com' }), {
      status: 409,
      message: `Another contact of ${name} has this email already.`,
    })
    const names = async () =>
      (await one(client_id)).contacts.map((each: { full_name: string }) => each.full_name)
    t.same(await names(), ['Baraka Lema', 'Asha Mrema', 'Chausiku Omari'])
    const path = (of: typeof first) => `/commercial/contacts/${of.data.id}`
    await officer.patch(path(second), { active: false })
    t.same(await names(), ['Asha Mrema', 'Chausiku Omari'])
    const list = await officer.get(`/commercial/contacts?client_id=${client_id}&active=true`)
    t.equal(list.meta?.total, 2)
    await officer.patch(path(third), { is_primary: true })
    t.same(await names(), ['Chausiku Omari', 'Asha Mrema'])
    await officer.patch(path(third), { is_primary: false })
    t.same(await names(), ['Chausiku Omari', 'Asha Mrema'], 'somebody is the first')
    await officer.patch(path(third), { active: false })
    await officer.patch(path(first), { active: false })
    t.same(await names(), [])
    t.match((await officer.patch(path(second), { active: true })).data, { is_primary: true })
    const found = await officer.get('/commercial/clients?search=chausiku')
    t.same(
      found.data.map((each: { id: string }) => each.id),
      [client_id],
    )
  })

  t.test('the settings stand as shipped until somebody sets them (2.9)', async (t) => {
    t.match((await officer.get('/commercial/settings')).data, {
      quotation_valid_days: 30,
      hold_after_overdue_days: 30,
      contract_notice_days: [60, 30, 7, 0],
      version: 1,
    })
    t.equal((await officer.patch('/commercial/settings', { return_days: 3 })).status, 403)
    t.match((await manager.patch('/commercial/settings', {})).data, { version: 1 })
    const set = await manager.patch('/commercial/settings', { return_days: 3 })
    t.match(set.data, { return_days: 3, quotation_valid_days: 30, version: 2 })
  })
})
