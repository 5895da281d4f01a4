// Commercial accounts, from the source document of the hospital API alone. Each test is named by the
// sentence it proves.

import t from 'tap'
import { somebody } from '../support/desk/visits.ts'
import { consoleOf, day } from './console.ts'
import { echoed, paged, refused, succeeded, withNulls } from './reading.ts'

t.test('commercial', async (t) => {
  const { who } = await consoleOf(t)
  let count = 0
  const client = async (more: Record<string, unknown> = {}) => {
    count += 1
    const made = await who.post('/commercial/clients', {
      name: `Kilimo ${count}`,
      kind: 'CORPORATE',
      ...more,
    })
    succeeded(t, made, 201)
    return made.data
  }

  t.test('"**Client** (corporate account)": "numbered by the server at opening"', async (t) => {
    for (const kind of ['CORPORATE', 'INSURER', 'NGO', 'GOVERNMENT', 'SCHOOL', 'OTHER']) {
      const one = await client({ kind })
      t.match(one, { kind, reference: /\S/, outstanding: 0, open_follow_ups: 0, contacts: [] })
    }
    t.equal((await client({ name: 'K' })).name, 'K')
    const whole = {
      account_manager: 'Neema',
      address: 'Mombo',
      contract_ends: day(90),
      contract_ref: 'C/1',
      contract_starts: day(-10),
      email: 'buyer@example.org',
      notes: 'n',
      phone: '+255712000111',
      region: 'Tanga',
      tin: '100-200-300',
      credit_limit: 1_000_000,
      payment_terms_days: 30,
    }
    const { id } = await client(whole)
    const shown = await who.get(`/commercial/clients/${id}`)
    echoed(t, shown.data, whole)
    t.equal(shown.data.contract_days_left, 90)
    for (const [field, body] of withNulls(whole, Object.keys(whole))) {
      const { tin, ...rest } = body as typeof whole
      const name = `Kilimo with ${field} empty`
      const one = await who.post('/commercial/clients', { ...rest, name, kind: 'NGO' })
      t.equal(one.status, 201, `${field}: ${one.message}`)
      t.not(tin, undefined)
    }
    for (const status of ['PROSPECT', 'ACTIVE', 'SUSPENDED', 'CLOSED'])
      paged(t, await who.get('/commercial/clients', { status }))
  })

  t.test('"**Contact**", "**FollowUp**", "**Interaction**"', async (t) => {
    const { id: client_id } = await client()
    const person = {
      client_id,
      full_name: 'A',
      email: 'a@example.org',
      job_title: 'Buyer',
      notes: 'n',
      phone: null,
    }
    const contact = await who.post('/commercial/contacts', person)
    succeeded(t, contact, 201)
    echoed(t, contact.data, { client_id, full_name: 'A', job_title: 'Buyer', is_primary: true })
    for (const [field, body] of withNulls(person, ['email', 'job_title', 'notes', 'phone'])) {
      const email = body['email'] === null ? null : `${field.replaceAll(' ', '.')}@example.org`
      const other = { ...body, email, full_name: `B ${field}` }
      const one = await who.post('/commercial/contacts', other)
      t.equal(one.status, 201, `${field}: ${one.message}`)
    }
    const call = { client_id, subject: 's', kind: 'Site visit', due_on: day(3), detail: 'd' }
    const follow_up = await who.post('/commercial/follow-ups', call)
    succeeded(t, follow_up, 201)
    echoed(t, follow_up.data, { ...call, status: 'OPEN', overdue_days: null })
    const found = await who.get('/commercial/follow-ups', { kind: 'SITE VISIT' })
    paged(t, found)
    t.equal(found.data.length, 1, 'compared without case')
    const said = { client_id, summary: 's', kind: 'MEETING', outcome: null, contact_id: null }
    for (const kind of ['CALL', 'VISIT', 'EMAIL', 'MEETING', 'COMPLAINT', 'NOTE']) {
      const one = await who.post('/commercial/interactions', { ...said, kind })
      t.equal(one.status, 201, `${kind}: ${one.message}`)
      t.match(one.data, { kind, summary: 's', occurred_at: /Z$/ })
    }
    paged(t, await who.get('/commercial/interactions', { client_id }))
  })

  t.test('"**DiscountRule**": "kind enum `PERCENT`|`AMOUNT`"', async (t) => {
    for (const kind of ['PERCENT', 'AMOUNT']) {
      const whole = {
        name: kind[0],
        kind,
        value: 5,
        applies_to: 'ALL',
        requires_approval: false,
        approval_above: null,
        max_amount: 10_000,
        notes: 'n',
      }
      const made = await who.post('/commercial/discount-rules', whole)
      succeeded(t, made, 201)
      echoed(t, made.data, { name: kind[0] as string, kind, value: 5, notes: 'n' })
      for (const [field, body] of withNulls(whole, ['approval_above', 'max_amount', 'notes'])) {
        const one = await who.post('/commercial/discount-rules', {
          ...body,
          name: `${kind} ${field}`,
        })
        t.equal(one.status, 201, `${field}: ${one.message}`)
      }
    }
    paged(t, await who.get('/commercial/discount-rules'))
  })

  t.test(
    '"**QuotationInput**", "**OrderInput (commercial)**", "**LineInput (commercial)**"',
    async (t) => {
      const { id: client_id, name } = await client({ status: 'ACTIVE' })
      const item = {
        description: 'd',
        quantity: 2,
        unit_price: 1_500,
        code: null,
        product_id: null,
      }
      const minimal = { client_name: name, discount_pct: 0, tax_pct: 0, items: [item] }
      for (const [path, own] of [
        ['/commercial/quotations', { terms: 't', valid_until: day(30) }],
        ['/commercial/orders', { required_by: day(5) }],
      ] as const) {
        const made = await who.post(path, minimal)
        succeeded(t, made, 201)
        t.match(made.data, { client_name: name, items: [{ description: 'd', quantity: 2 }] })
        const whole = { ...minimal, discount_pct: 10, tax_pct: 18, client_id, notes: 'n', ...own }
        const full = await who.post(path, { ...whole, patient_id: null })
        succeeded(t, full, 201)
        echoed(t, full.data, { client_id, discount_pct: 10, tax_pct: 18, notes: 'n', ...own })
        const nullable = ['client_id', 'notes', 'patient_id', ...Object.keys(own)]
        for (const [field, body] of withNulls(whole, nullable)) {
          const one = await who.post(path, body)
          t.equal(one.status, 201, `${path} ${field}: ${one.message}`)
        }
        paged(t, await who.get(path))
        refused(t, await who.post(path, { ...minimal, items: [] }), 400)
      }
      const stranger = await who.post('/commercial/quotations', {
        ...minimal,
        client_name: 'Z',
      })
      succeeded(t, stranger, 201)
      t.equal(stranger.data.client_name, 'Z', 'one sign, and nobody of the register')
    },
  )

  t.test('"**ReturnInput**"', async (t) => {
    const { id: patient_id } = await somebody(who)
    const whole = {
      party_name: 'P',
      reason: 'r',
      reason_code: 'DAMAGED',
      refund_amount: 0,
      restock: false,
      items: [{ description: 'd', quantity: 1, unit_price: 0, product_id: null }],
      bill_id: null,
      client_id: null,
      notes: 'n',
      patient_id,
    }
    const made = await who.post('/commercial/returns', whole)
    succeeded(t, made, 201)
    t.match(made.data, { reason: 'r', reason_code: 'DAMAGED', restock: false, patient_id })
    for (const reason_code of [
      'WRONG_ITEM',
      'DAMAGED',
      'EXPIRED',
      'NOT_NEEDED',
      'OVERSUPPLY',
      'OTHER',
    ]) {
      const one = await who.post('/commercial/returns', { ...whole, reason_code })
      t.equal(one.status, 201, `${reason_code}: ${one.message}`)
    }
    const nullable = ['bill_id', 'client_id', 'notes', 'patient_id']
    for (const [field, body] of withNulls(whole, nullable)) {
      const one = await who.post('/commercial/returns', body)
      t.equal(one.status, 201, `${field}: ${one.message}`)
    }
    paged(t, await who.get('/commercial/returns'))
  })
})
