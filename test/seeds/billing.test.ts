// Billing, from the source document of the hospital API alone. Each test is named by the sentence it
// proves.

import t from 'tap'
import { atDrawer } from '../support/money/drawers.ts'
import { somebody, visiting } from '../support/desk/visits.ts'
import { consoleOf } from './console.ts'
import { echoed, fields, paged, refused, succeeded, withNulls } from './reading.ts'

t.test('billing', async (t) => {
  const house = await consoleOf(t)
  const { who, other } = house
  await atDrawer(house, who)
  const patient = async () => (await somebody(who)).id
  let count = 0
  const next = (word: string): string => {
    count += 1
    return `${word}${count}`
  }
  const line = { description: 'd', quantity: 2, unit_price: 500 }
  const drafted = async (more: Record<string, unknown> = {}) => {
    const made = await who.post('/billing/bills', {
      patient_id: await patient(),
      items: [line],
      ...more,
    })
    succeeded(t, made, 201)
    return made.data
  }

  t.test(
    '"**BillInput**: patient_id string, visit_id string?, scheme_id string?, payer string?, notes string?, items ItemInput[]"',
    async (t) => {
      const patient_id = await patient()
      for (const [field, body] of withNulls({ patient_id, items: [line] }, [
        'visit_id',
        'scheme_id',
        'payer',
        'notes',
      ])) {
        const made = await who.post('/billing/bills', body)
        t.equal(made.status, 201, `${field}: ${made.message}`)
      }
      const visit = await visiting(who)
      const made = await who.post('/billing/bills', {
        patient_id: visit.patient.id,
        visit_id: visit.id,
        scheme_id: null,
        payer: null,
        notes: 'n',
        items: [line],
      })
      succeeded(t, made, 201)
      echoed(t, made.data, { patient_id: visit.patient.id, visit_id: visit.id, notes: 'n' })
    },
  )

  t.test(
    '"**ItemInput**: description string, category string?, code string?, department string?, quantity number?, unit_price number?, source string?, source_id string?"',
    async (t) => {
      const patient_id = await patient()
      const whole = {
        description: 'x',
        category: 'Dressing',
        code: 'own7',
        department: 'General',
        quantity: 1.5,
        unit_price: 1000,
        source: 'ward',
        source_id: 'w-1',
      }
      const made = await who.post('/billing/bills', { patient_id, items: [whole] })
      succeeded(t, made, 201)
      echoed(t, made.data.items[0], whole)
      for (const [field, item] of withNulls({ description: 'x', unit_price: 10 }, [
        'category',
        'code',
        'department',
        'quantity',
        'source',
        'source_id',
      ])) {
        const one = await who.post('/billing/bills', { patient_id, items: [item] })
        t.equal(one.status, 201, `${field}: ${one.message}`)
        t.equal(one.data?.items[0].quantity, 1, 'one where nothing is said')
      }
      const unpriced = await who.post('/billing/bills', {
        patient_id,
        items: [{ description: 'to be priced', unit_price: null }],
      })
      refused(t, unpriced, 400)
      t.match(unpriced.message, /unit_price/)
    },
  )

  t.test(
    '"query status, from, to (dates), page, per_page": GET /api/v1/billing/bills',
    async (t) => {
      await drafted()
      const all = await who.get('/billing/bills', { page: '1', per_page: '1' })
      paged(t, all)
      t.equal(all.data.length, 1)
      t.match(all.meta, { current_page: 1, per_page: 1 })
      const { status, created_at } = all.data[0]
      const some = await who.get('/billing/bills', { status })
      t.ok(some.data.every((one: { status: string }) => one.status === status))
      const day = created_at.slice(0, 10)
      paged(t, await who.get('/billing/bills', { from: day, to: day }))
      const none = await who.get('/billing/bills', { from: '1999-01-01', to: '1999-01-02' })
      t.same(none.data, [])
    },
  )

  t.test(
    '"method enum `Cash`,`Mobile Money`,`Card`,`Bank Transfer`,`Insurance`,`Cheque`,`Waiver` ?; reference string?": PaymentInput',
    async (t) => {
      for (const method of [null, 'Cash', 'Mobile Money', 'Card', 'Bank Transfer']) {
        for (const reference of [null, next('MM')]) {
          const { id } = await drafted()
          const paid = await who.post(`/billing/bills/${id}/payments`, {
            amount: 1000,
            method,
            reference,
          })
          t.equal(paid.status, 201, `${method} ${reference}: ${paid.message}`)
          t.match(paid.data?.payment, { amount: 1000, method: method ?? 'Cash' })
          if (reference !== null) t.equal(paid.data?.payment.reference, reference, 'as typed')
        }
      }
      const { id } = await drafted()
      const cheque = await who.post(`/billing/bills/${id}/payments`, {
        amount: 1000,
        method: 'Cheque',
        reference: '000123',
      })
      succeeded(t, cheque, 201)
      const without = await who.post(`/billing/bills/${(await drafted()).id}/payments`, {
        amount: 1000,
        method: 'Cheque',
        reference: null,
      })
      refused(t, without, 400)
      t.match(without.message, /reference/)
      const another = await who.post(`/billing/bills/${id}/payments`, {
        amount: 1,
        method: 'Shells',
      })
      refused(t, another, 400)
    },
  )

  t.test('"`Waiver`": a payment by the documented body', async (t) => {
    const { id } = await drafted()
    await who.post(`/billing/bills/${id}/issue`)
    const waived = await who.post(`/billing/bills/${id}/payments`, {
      amount: 1000,
      method: 'Waiver',
      reference: 'w',
    })
    succeeded(t, waived, 201)
    t.match(waived.data.payment, { method: 'Waiver', amount: 1000 })
    const draft = await drafted()
    const of_draft = await who.post(`/billing/bills/${draft.id}/payments`, {
      amount: 1000,
      method: 'Waiver',
      reference: 'Cannot pay',
    })
    succeeded(t, of_draft, 201)
    const without = await who.post(`/billing/bills/${(await drafted()).id}/payments`, {
      amount: 1000,
      method: 'Waiver',
      reference: null,
    })
    refused(t, without, 400)
    t.match(without.message, /reference/)
  })

  t.test(
    '"`Insurance`": a payment by the documented body is the bill\'s own scheme\'s',
    async (t) => {
      const scheme = await who.post('/billing/schemes', {
        code: next('ins'),
        name: next('Insurer '),
        coverage_pct: 0,
      })
      succeeded(t, scheme, 201)
      const patient_id = await patient()
      const bill = await who.post('/billing/bills', {
        patient_id,
        scheme_id: scheme.data.id,
        items: [{ ...line, code: null }],
      })
      succeeded(t, bill, 201)
      const issued = await who.post(`/billing/bills/${bill.data.id}/issue`, {
        accept_difference: true,
      })
      t.equal(issued.status, 200, issued.message)
      await who.patch(`/billing/schemes/${scheme.data.id}`, { coverage_pct: 100 })
      const paid = await who.post(`/billing/bills/${bill.data.id}/payments`, {
        amount: 400,
        method: 'Insurance',
        reference: null,
      })
      succeeded(t, paid, 201)
      t.match(paid.data.payment, { method: 'Insurance', amount: 400, scheme_id: scheme.data.id })
      const none = await who.post(`/billing/bills/${(await drafted()).id}/payments`, {
        amount: 400,
        method: 'Insurance',
        reference: null,
      })
      refused(t, none, 400)
      t.match(none.message, /scheme_id/)
    },
  )

  t.test('"body SaleInput; raises the bill and takes the payment in one request"', async (t) => {
    const patient_id = await patient()
    const sale = await who.post('/billing/sales', {
      patient_id,
      visit_id: null,
      method: 'Cash',
      reference: '',
      lines: [
        {
          code: '',
          category: 'Supplies',
          department: 'General',
          description: 'Gloves',
          quantity: 2,
          unit_price: 750,
          batch_id: null,
        },
      ],
      amount: null,
    })
    succeeded(t, sale, 201)
    t.match(sale.data.bill, { patient_id, status: 'SETTLED', total: 1500, balance: 0 })
    t.match(sale.data.payment, { amount: 1500, method: 'Cash' })
  })

  t.test(
    '"what the customer handed over; when absent the bill is paid in full": SaleInput.amount',
    async (t) => {
      const body = {
        patient_id: await patient(),
        method: 'Cash',
        reference: '',
        lines: [
          {
            code: 'own9',
            category: 'c',
            department: 'General',
            description: 'D',
            quantity: 1,
            unit_price: 900,
          },
        ],
      }
      const absent = await who.post('/billing/sales', body)
      succeeded(t, absent, 201)
      t.match(absent.data, { payment: { amount: 900 }, change: 0 })
      t.equal(absent.data.bill.items[0].code, 'own9', 'as it was typed')
      const more = await who.post('/billing/sales', { ...body, amount: 1000 })
      succeeded(t, more, 201)
      t.match(more.data, { payment: { amount: 900 }, change: 100 })
    },
  )

  t.test(
    '"**ExpenseInput**: description string; amount number?; category enum …; department string?; method string?; payee string?; spent_on string?"',
    async (t) => {
      const whole = {
        description: 'e',
        amount: 10.5,
        category: 'Rent',
        department: 'General',
        method: 'Cash',
        payee: 'P',
        spent_on: '2026-01-05',
      }
      const made = await who.post('/billing/expenses', whole)
      succeeded(t, made, 201)
      echoed(t, made.data, whole)
      for (const category of [
        'Operating',
        'Utilities',
        'Supplies',
        'Maintenance',
        'Transport',
        'Staff',
        'Rent',
        'Other',
      ]) {
        const one = await who.post('/billing/expenses', { ...whole, category })
        t.equal(one.data?.category, category, one.message)
      }
      for (const [field, body] of withNulls(whole, [
        'amount',
        'category',
        'department',
        'method',
        'payee',
        'spent_on',
      ])) {
        const one = await who.post('/billing/expenses', body)
        t.equal(one.status, 201, `${field}: ${one.message}`)
      }
      refused(t, await who.post('/billing/expenses', { ...whole, category: 'Fun' }), 400)
      paged(t, await who.get('/billing/expenses', { status: 'DRAFT' }))
    },
  )

  t.test('"**SchemeInput** (insurer)"', async (t) => {
    const code = next('sch')
    const whole = {
      code,
      name: 'S',
      active: true,
      contact_person: 'c',
      contract_expiry: '2030-01-01',
      contract_no: '1',
      coverage_pct: 80.5,
      email: 'a@example.com',
      phone: '+255712000111',
      preauth_above: 1000,
      settlement_days: 30,
    }
    const made = await who.post('/billing/schemes', whole)
    succeeded(t, made, 201)
    echoed(t, made.data, whole)
    refused(t, await who.post('/billing/schemes', { code: code.toUpperCase(), name: 'T' }), 409)
    const nullable = Object.keys(whole).filter((name) => name !== 'code' && name !== 'name')
    for (const [field, body] of withNulls(whole, nullable)) {
      const one = await who.post('/billing/schemes', {
        ...body,
        code: next('sch'),
        name: next('Insurer '),
      })
      t.equal(one.status, 201, `${field}: ${one.message}`)
      t.equal(one.data?.active, true)
      const changed = await who.patch(`/billing/schemes/${one.data?.id}`, {
        ...body,
        code: one.data?.code,
        name: one.data?.name,
      })
      t.equal(changed.status, 200, `${field}: ${changed.message}`)
    }
    paged(t, await who.get('/billing/schemes'))
  })

  t.test('"**TariffInput**"', async (t) => {
    const whole = {
      code: 'low1',
      name: 'T',
      price: 99.5,
      active: true,
      category: 'Procedure',
      department: 'General',
      payer: null,
    }
    const made = await who.post('/billing/tariffs', whole)
    succeeded(t, made, 201)
    echoed(t, made.data, whole)
    refused(t, await who.post('/billing/tariffs', { ...whole, code: 'LOW1' }), 409)
    for (const category of [
      'Consultation',
      'Laboratory',
      'Radiology',
      'Procedure',
      'Pharmacy',
      'Bed',
      'Theatre',
      'Nursing',
      'Other',
    ]) {
      const one = await who.post('/billing/tariffs', { ...whole, code: next('t'), category })
      t.equal(one.data?.category, category, one.message)
    }
    for (const [field, body] of withNulls(whole, [
      'price',
      'active',
      'category',
      'department',
      'payer',
    ])) {
      const one = await who.post('/billing/tariffs', { ...body, code: next('low') })
      t.equal(one.status, 201, `${field}: ${one.message}`)
      t.equal(one.data?.active, true)
      const { code: _code, payer: _payer, ...rest } = body
      const changed = await who.patch(`/billing/tariffs/${one.data?.id}`, rest)
      t.equal(changed.status, 200, `${field} changed: ${changed.message}`)
      t.equal(changed.data?.active, true)
    }
    const listed = await who.get('/billing/tariffs', { search: 'low1' })
    paged(t, listed)
    t.equal(listed.data[0].code, 'low1')
  })

  t.test('"**PatientFlowInput**: … Every field optional; absent means leave alone"', async (t) => {
    const code = next('con')
    const rule = { code, name: 'Consultation', price: 5000 }
    const set = await who.patch('/billing/patient-flow', {
      consultation: rule,
      payment_before_service: true,
    })
    succeeded(t, set)
    t.match(set.data, { consultation: rule, payment_before_service: true })
    const registered = next('reg')
    await who.post('/billing/tariffs', { code: registered, name: 'Card', price: 100 })
    const alone = await who.patch('/billing/patient-flow', {})
    succeeded(t, alone)
    t.match(alone.data, { consultation: rule, payment_before_service: true })
    const registration = await who.patch('/billing/patient-flow', {
      registration: { code: registered, name: 'Registration', price: null },
      payment_before_service: null,
    })
    succeeded(t, registration)
    t.match(registration.data, {
      consultation: rule,
      registration: { code: registered, name: 'Registration', price: 100 },
    })
    const [kept] = (await who.get('/billing/tariffs', { search: registered })).data
    t.equal(kept.name, 'Card', 'the price list is left alone')
  })

  t.test(
    '"a null price leaves the price list alone and only moves the binding": ChargeRuleInput.price',
    async (t) => {
      const code = next('cons')
      await who.post('/billing/tariffs', {
        code,
        name: 'Specialist',
        price: 7000,
        category: 'Consultation',
      })
      const set = await who.patch('/billing/patient-flow', {
        consultation: { code, name: 'Specialist', price: null },
      })
      succeeded(t, set)
      t.match(set.data.consultation, { code, price: 7000 })
    },
  )

  t.test('"Document endpoints that return `application/pdf` bytes, not JSON"', async (t) => {
    const { id, patient_id } = await drafted()
    const paid = await who.post(`/billing/bills/${id}/payments`, {
      amount: 1000,
      method: 'Cash',
      reference: null,
    })
    const expense = await who.post('/billing/expenses', {
      description: 'Rent',
      amount: 10,
      category: 'Rent',
      payee: 'Owner',
    })
    const asked = await who.post(`/billing/expenses/${expense.data.id}/submit`, {})
    t.equal(asked.status, 200, asked.message)
    const agreed = await other.post(`/billing/expenses/${expense.data.id}/approve`, {})
    t.equal(agreed.status, 200, agreed.message)
    for (const path of [
      `/billing/bills/${id}/invoice`,
      `/billing/payments/${paid.data.payment.id}/receipt`,
      `/billing/patients/${patient_id}/statement`,
      `/billing/expenses/${expense.data.id}/voucher`,
    ]) {
      const paper = await who.get(path)
      t.equal(paper.status, 200, `${path}: ${paper.message}`)
      t.match(paper.headers['content-type'], /^application\/pdf/)
      t.equal(paper.raw.subarray(0, 5).toString('latin1'), '%PDF-')
      const nobody = await house.nobody.get(path)
      refused(t, nobody, 401)
    }
  })

  t.test('"Credit notes are also returned as PDF"', async (t) => {
    const { id } = await drafted()
    const issued = await who.post(`/billing/bills/${id}/issue`)
    const note = await who.post('/billing/credit-notes', {
      bill_id: id,
      reason: 'Wrong price',
      reason_code: 'WRONG_PRICE',
      lines: [{ item_id: issued.data.items[0].id, quantity: 1 }],
    })
    succeeded(t, note, 201)
    const paper = await who.get(`/billing/credit-notes/${note.data.id}/pdf`)
    t.match(paper.headers['content-type'], /^application\/pdf/)
    fields(t, note.data, { id: 'string' })
  })
})
