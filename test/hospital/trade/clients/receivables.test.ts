// What clients owe by age, their contracts, and their statements (COM-8, COM-10, COM-15, COM-76, COM-78).

import t from 'tap'
import { trade_entries } from '../../../../daemon/work/timetable/trade.ts'
import { clock } from '../../../../db/core/clock.ts'
import { raiseBill } from '../../../../db/hospital/money/billing/bills/raise.ts'
import { outbox_messages } from '../../../../db/hospital/office/outbox/tables.ts'
import { change as settingsChange } from '../../../../db/hospital/trade/clients/settings/settings.ts'
import { within } from '../../../../db/store/connection.ts'
import { boot } from '../../../support/boot.ts'

const start = '2026-03-10T06:00:00.000Z'

t.test('what clients owe', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  const { hospital_id } = system
  clock.freeze(start)
  let admin = await people.administrator()
  /** A sign-in does not last into another day. */
  const at = async (instant: string) => {
    clock.freeze(instant)
    admin = await people.administrator()
  }
  const client = async (name: string, more: object = {}) => {
    const said = { name, kind: 'CORPORATE', status: 'ACTIVE', ...more }
    const made = await admin.post('/commercial/clients', said)
    if (made.status !== 201) throw new Error(made.message)
    return made.data
  }
  let bills = 0
  /** Minor units. */
  const billed = (client_id: string, payer: string, unit_price: number) => {
    bills += 1
    const item = { description: 'Medical checks', quantity: 1, unit_price }
    const source_id = `receivable-${bills}`
    const bill = { client_id, payer, items: [item], source: 'test', source_id, issue: true }
    return within(() => raiseBill(system, bill))
  }
  const letters = (id: string) =>
    outbox_messages.all({ hospital_id, entity_type: 'client', entity_id: id })
  const night = (name: string) =>
    trade_entries
      .find((each) => each.name === name)
      ?.run({ caller: system, signal: new AbortController().signal } as never)

  t.test('by the age of the debt, the greatest first (COM-10)', async (t) => {
    const small = await client('Pamba Ltd', { payment_terms_days: 10, credit_limit: 5_000 })
    const great = await client('Kahawa NGO', { kind: 'NGO', payment_terms_days: 0 })
    await client('Owes nothing')
    await billed(small.id, small.name, 1_000_00)
    await billed(great.id, great.name, 3_000_00)
    await admin.post(`/commercial/clients/${great.id}/hold`, { reason: 'Cheques bounce' })
    const asked = async (query: Record<string, string> = {}) =>
      admin.get('/commercial/receivables', { totals: 'true', ...query })
    const found = await asked()
    t.equal(found.status, 200, found.message)
    t.match(found.data, [
      { client: { reference: great.reference }, not_due: 3_000, total: 3_000, on_hold: true },
      { client: { name: 'Pamba Ltd' }, not_due: 1_000, credit_limit: 5_000, on_hold: false },
    ])
    t.match(found.meta, { total: 2, totals: { total: 4_000, not_due: 4_000 } })
    t.match((await asked({ as_of: '2026-03-21' })).data, [
      { not_due: 0, d1_30: 3_000, total: 3_000 },
      { not_due: 0, d1_30: 1_000, total: 1_000 },
    ])
    t.same((await asked({ as_of: '2026-03-09' })).data, [], 'nothing was issued by then')
    t.equal((await asked({ kind: 'NGO' })).data.length, 1)
    t.equal((await asked({ status: 'PROSPECT' })).data.length, 0)
    t.equal((await asked({ search: 'pamba' })).data.length, 1)
    const sheet = await admin.get('/commercial/receivables-file', { as_of: '2026-03-21' })
    const [head, ...lines] = sheet.raw
      .toString()
      .split('\r\n')
      .map((line: string) => line.split(','))
    t.equal(head?.[0], 'reference')
    t.same(lines[0]?.slice(1, 4), ['Kahawa NGO', '0', '3000'])
    const own = await admin.get(`/commercial/clients/${small.id}/bills`, { open: 'true' })
    t.match(own.data, [{ client_name: 'Pamba Ltd', balance: 1_000 }])
    t.same((await admin.get(`/commercial/clients/${small.id}/bills?status=SETTLED`)).data, [])
    const reader = await people.with('storekeeper')
    t.equal((await reader.get('/commercial/receivables')).status, 403)
  })

  t.test('the board of contracts, by the days that are left (COM-76)', async (t) => {
    for (const [name, contract_ends] of [
      ['Lapsed one', '2026-03-09'],
      ['Today one', '2026-03-10'],
      ['Soon one', '2026-05-09'],
      ['Later one', '2026-05-10'],
    ])
      await client(String(name), { contract_ends })
    const asked = async (state?: string) => {
      const query = state === undefined ? {} : { state }
      const { data } = await admin.get('/commercial/contracts', query)
      return data.map((one: { name: string; contract_days_left: number }) => [
        one.name,
        one.contract_days_left,
      ])
    }
    const ending = [
      ['Today one', 0],
      ['Soon one', 60],
    ]
    t.same(await asked(), [['Lapsed one', -1], ...ending, ['Later one', 61]])
    t.same(await asked('LAPSED'), [['Lapsed one', -1]])
    t.same(await asked('ENDING'), ending)
    t.same(await asked('RUNNING'), [['Later one', 61]])
    t.ok((await asked('NONE')).some(([name]: [string]) => name === 'Owes nothing'))
  })

  t.test('a contract is renewed, and what hung on it is over (COM-8, COM-15)', async (t) => {
    const scheme = await admin.post('/billing/schemes', {
      code: 'AAR',
      name: 'AAR Cover',
      contract_expiry: '2026-03-01',
    })
    const made = await client('AAR', {
      kind: 'INSURER',
      status: 'ACTIVE',
      scheme_id: scheme.data.id,
      contract_ref: 'K-1',
      contract_starts: '2025-03-11',
      contract_ends: '2026-03-10',
    })
    const path = `/commercial/clients/${made.id}`
    const expiry = async () =>
      (await admin.get(`/billing/schemes/${scheme.data.id}`)).data.contract_expiry
    t.equal(await expiry(), '2026-03-10', 'the scheme runs as long as the contract')
    await at('2026-03-11T06:00:00.000Z')
    await night('client-holds')
    t.match((await admin.get(path)).data.holds, [{ kind: 'CONTRACT' }])
    const renew = (more: object = {}) =>
      admin.post(`${path}/renew-contract`, {
        contract_starts: '2026-03-11',
        contract_ends: '2027-03-10',
        ...more,
      })
    for (const [more, message] of [
      [{ contract_ends: '2026-03-11' }, 'contract_ends must be after today.'],
      [{ contract_ends: '2026-03-10' }, 'contract_ends is before contract_starts.'],
      [
        { contract_starts: '2025-03-11' },
        'contract_starts must be after 2025-03-11, when the contract before began.',
      ],
    ] as const)
      t.match(await renew(more), { status: 400, message })
    const renewed = await renew({ contract_ref: 'K-2' })
    t.match(renewed, {
      status: 200,
      data: {
        contract_ref: 'K-2',
        contract_ends: '2027-03-10',
        holds: [],
        contract_days_left: 364,
      },
    })
    t.match(renewed.data.history.at(-1), {
      move: 'renew_contract',
      reason: 'Contract K-1 ran from 2025-03-11 to 2026-03-10',
    })
    t.equal(await expiry(), '2027-03-10')
    const calls = await admin.get('/commercial/follow-ups', { client_id: made.id })
    t.match(
      calls.data.map(({ status, outcome }: { status: string; outcome: string }) => [
        status,
        outcome,
      ]),
      [
        ['DONE', 'Renewed to 2027-03-10'],
        ['OPEN', null],
      ],
    )
    await at(start)
  })

  t.test('a statement goes to who receives statements (COM-78)', async (t) => {
    const made = await client('Reli Ltd', { language: 'sw' })
    const path = `/commercial/clients/${made.id}/statement/send`
    t.match(await admin.post(path, {}), {
      status: 409,
      message: 'Nothing was owed or paid in this period.',
    })
    await billed(made.id, made.name, 1_180_00)
    const nobody = await admin.post(path, {})
    t.match(nobody, { status: 400, message: 'channel EMAIL needs a contact with an email.' })
    const contact = async (full_name: string, more: object) =>
      (await admin.post('/commercial/contacts', { client_id: made.id, full_name, ...more })).data
    await contact('Asha Juma', { email: 'asha@reli.example' })
    await contact('Peter Moshi', { email: 'peter@reli.example', receives: ['ORDER'] })
    const silent = await contact('Neema Said', {})
    t.match(await admin.post(path, { channel: 'WHATSAPP' }), {
      status: 400,
      message: 'channel WHATSAPP is not offered yet.',
    })
    t.match(await admin.post(path, { contact_ids: [silent.id] }), {
      status: 400,
      message: 'contact_ids Neema Said has no email.',
    })
    t.same((await letters(made.id)).length, 0, 'what was refused sent nothing')
    const sent = await admin.post(path, {})
    t.match(sent, {
      status: 200,
      data: {
        sent_to: [{ contact_name: 'Asha Juma', channel: 'EMAIL', address: 'asha@reli.example' }],
      },
    })
    t.equal(sent.data.sent_to.length, 1)
    const [letter] = await letters(made.id)
    t.equal(letter?.subject, 'Taarifa ya akaunti 2026-02-01 – 2026-03-10')
    t.match(letter?.text, /Deni la mwisho: TZS 1,180/)
    const log = await admin.get('/commercial/interactions', { client_id: made.id })
    t.match(log.data, [
      { kind: 'EMAIL', summary: 'Statement 2026-02-01 to 2026-03-10: TZS 1,180 owed' },
    ])
  })

  t.test('and by itself on the day that is set, once a month (COM-78)', async (t) => {
    const made = await client('Monthly Ltd', { language: 'en' })
    const { id } = made
    await admin.post('/commercial/contacts', {
      client_id: id,
      full_name: 'Asha Juma',
      email: 'asha@monthly.example',
    })
    await billed(id, made.name, 2_000_00)
    clock.freeze('2026-04-02T06:00:00.000Z')
    await night('client-statements')
    t.equal((await letters(id)).length, 0, 'no day is set')
    await within(() => settingsChange(system, { statement_day: 3 }))
    await night('client-statements')
    t.equal((await letters(id)).length, 0, 'the day is not there yet')
    clock.freeze('2026-04-05T06:00:00.000Z')
    await night('client-statements')
    await night('client-statements')
    const sent = await letters(id)
    t.equal(sent.length, 1, 'the day was missed and is made up, and twice is once')
    t.equal(sent[0]?.subject, 'Statement of account 2026-03-01 – 2026-03-31')
    await at(start)
  })
})
