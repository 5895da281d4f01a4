import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { verify } from '../../../../db/hospital/money/accounting/proofs/verify.ts'
import { charge } from '../../../../db/hospital/money/billing/charges/charge.ts'
import { expireExemptions } from '../../../../db/hospital/money/billing/relief/exemptions.ts'
import { newId } from '../../../../db/core/ids.ts'
import * as files from '../../../support/files.ts'
import { ledgerOf, rebuilt } from '../../../support/money/books.ts'
import { boot } from '../../../support/boot.ts'
import { priced } from '../../../support/money/prices.ts'
import { somebody } from '../../../support/desk/visits.ts'

t.test('exemptions', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  // Five minutes before midnight in the hospital.
  clock.freeze('2026-03-31T20:55:00.000Z')
  await priced(house)
  const clerk = await people.with('reception')
  const cashier = await people.with('cashier')
  const welfare = await people.with('welfare')
  const manager = await people.with('manager')
  const supervisor = await people.with('supervisor')
  const accountant = await people.with('accountant')
  const books = await ledgerOf(house)
  const balance = (code: string) => books.balance(accountant, code)
  const ask = (patient_id: string, more: Record<string, unknown> = {}) =>
    welfare.post('/billing/exemptions', {
      patient_id,
      category: 'INDIGENT',
      pct: 100,
      valid_from: '2026-03-01',
      valid_to: '2026-12-31',
      evidence: 'Letter of the village',
      ...more,
    })
  const certified = async (patient_id: string, more: Record<string, unknown> = {}) => {
    const asked = await ask(patient_id, more)
    t.equal(asked.status, 201, asked.message)
    const given = await manager.post(`/billing/exemptions/${asked.data.id}/approve`)
    t.equal(given.status, 200, given.message)
    return given.data
  }
  let orders = 0
  const issued = async (patient_id: string, codes = ['FBC', 'XRAY']) => {
    let bill_id = ''
    for (const code of codes) {
      orders += 1
      const line = await within(() =>
        charge(system, {
          patient_id,
          code,
          quantity: 1,
          source: 'order',
          source_id: `e-${orders}`,
        }),
      )
      bill_id = line.bill_id
    }
    const answer = await cashier.post(`/billing/bills/${bill_id}/issue`)
    t.equal(answer.status, 200, answer.message)
    return answer.data
  }
  const sound = async () => {
    const { checks } = await verify(system)
    return checks.filter(({ state }) => state === 'FAILED')
  }

  t.test('what cannot be certified is refused (BIL-84)', async (t) => {
    const seven = await somebody(clerk, { birth_date: '2019-02-01' })
    const other = await somebody(clerk)
    const visit = await clerk.post('/visits', { patient_id: other.id })
    const of_other = { entity_type: 'patient', entity_id: other.id }
    const paper = await files.attach(clerk, of_other, 'letter.pdf', files.pdf)
    t.equal(paper.status, 201, paper.message)
    const bad: [string, Record<string, unknown>, number, string][] = [
      ['nothing', { pct: 0 }, 400, 'pct must be more than 0 and at most 100.'],
      ['more than all', { pct: 100.5 }, 400, 'pct must be more than 0 and at most 100.'],
      ['three decimals', { pct: 33.333 }, 400, 'pct has more than two decimals.'],
      ['ends before it begins', { valid_to: '2026-02-01' }, 400, 'valid_to is before valid_from.'],
      ['a child of seven', { category: 'CHILD' }, 409, 'The patient is 7: CHILD ends at 5.'],
      ['old at seven', { category: 'ELDERLY' }, 409, 'The patient is 7: ELDERLY begins at 60.'],
      [
        'a category of nobody',
        { categories: ['Cinema'] },
        400,
        'categories must be of Consultation, Laboratory, Radiology, Procedure, Pharmacy, Bed, Theatre, Nursing, Other.',
      ],
      [
        'a visit of another',
        { visit_id: visit.data.id },
        409,
        `This visit is not ${seven.full_name}'s.`,
      ],
      ['nobody', { patient_id: 'nobody' }, 404, 'No such patient.'],
      ['a paper of no file', { attachment_id: 'x' }, 404, 'No such attachment.'],
      ['a file of nowhere', { attachment_id: newId() }, 404, 'No such attachment.'],
      [
        "another's paper",
        { attachment_id: paper.data.id },
        400,
        "attachment_id is another patient's file.",
      ],
    ]
    for (const [what, body, status, message] of bad) {
      t.match(await ask(seven.id, body), { status, message }, what)
    }
    t.equal((await accountant.post('/billing/exemptions', {})).status, 403)
  })

  t.test('one asks, another decides, and may give less', async (t) => {
    const { id } = await somebody(clerk)
    const bare = await ask(id, { evidence: null })
    t.match(bare.data, { status: 'REQUESTED', number: null, pct: 100, used: 0 })
    const path = `/billing/exemptions/${bare.data.id}`
    t.equal((await welfare.post(`${path}/approve`)).status, 403)
    t.match(await manager.post(`${path}/approve`), {
      status: 409,
      message: 'An exemption for INDIGENT needs evidence.',
    })
    t.match(await manager.post(`${path}/decline`, {}), { status: 400 })
    t.match(await manager.post(`${path}/decline`, { note: 'No letter' }), {
      data: { status: 'DECLINED', decision_note: 'No letter', moves: [] },
    })
    const own = await people.with('manager', 'welfare')
    const mine = await own.post('/billing/exemptions', {
      patient_id: id,
      category: 'STAFF',
      pct: 50,
      valid_from: '2026-03-01',
    })
    t.match(await own.post(`/billing/exemptions/${mine.data.id}/approve`), {
      status: 409,
      message: 'You asked for this: somebody else must decide.',
    })
    t.match(await manager.post(`/billing/exemptions/${mine.data.id}/approve`, { pct: 60 }), {
      status: 400,
      message: 'pct must not be more than 50.',
    })
    const given = await manager.post(`/billing/exemptions/${mine.data.id}/approve`, { pct: 40 })
    t.match(given.data, { status: 'APPROVED', pct: 40, number: /^EXM-2026-\d{6}$/ })
    t.match(await manager.post(`/billing/exemptions/${mine.data.id}/approve`), {
      status: 409,
      message: `Exemption ${given.data.number} is APPROVED. It can: revoke.`,
    })
  })

  t.test('a bill of the patient falls by it: income stays, P-14 beside it (BIL-38)', async (t) => {
    const { id } = await somebody(clerk)
    const half = await certified(id, { pct: 50, category: 'CHRONIC' })
    const lab = await certified(id, { categories: ['laboratory'] })
    const [given, debt] = [await balance('4302'), await balance('1201')]
    const bill = await issued(id)
    t.match(bill, { status: 'PART_PAID', total: 30_000, waived: 17_500, balance: 12_500 })
    t.equal((await balance('4302')) - given, -17_500, 'reduction of income')
    t.equal((await balance('1201')) - debt, 12_500)
    const { data: waivers } = await manager.get('/billing/waivers', { bill_id: bill.id })
    t.match(
      waivers
        .map((one: { kind: string; amount: number; exemption_id: string }) => [
          one.kind,
          one.amount,
          one.exemption_id,
        ])
        .sort((a: number[], b: number[]) => Number(a[1]) - Number(b[1])),
      [
        ['EXEMPTION', 5_000, lab.id],
        ['EXEMPTION', 12_500, half.id],
      ],
    )
    const listed = await manager.get('/billing/exemptions', { patient_id: id })
    t.same(
      listed.data.map(({ used }: { used: number }) => used).sort((a: number, b: number) => a - b),
      [5_000, 12_500],
    )
    t.same(await sound(), [])

    t.test('a bill that is cancelled takes it back (3.1)', async (t) => {
      const gone = await supervisor.post(`/billing/bills/${bill.id}/cancel`, {
        reason: 'Wrong one',
      })
      t.match(gone, { status: 200, data: { status: 'CANCELLED', waived: 0 } }, gone.message)
      t.equal(await balance('4302'), given)
      t.equal(await balance('1201'), debt)
      const { data } = await manager.get('/billing/exemptions', { patient_id: id })
      t.same(
        data.map(({ used }: { used: number }) => used),
        [0, 0],
      )
      t.same(await sound(), [])
    })

    t.test('what is revoked or over counts no more', async (t) => {
      const revoked = await manager.post(`/billing/exemptions/${lab.id}/revoke`, {
        reason: 'Found work',
      })
      t.equal(revoked.data.status, 'REVOKED')
      t.match(await issued(id, ['FBC']), { waived: 2_500 })
      const today = await certified(id, { valid_to: '2026-03-31', pct: 75 })
      t.match(await issued(id, ['FBC']), { waived: 3_750 })
      clock.freeze('2026-03-31T21:01:00.000Z')
      t.match(await issued(id, ['FBC']), { waived: 2_500 }, 'the next day')
      t.equal(await within(() => expireExemptions(system)), 1)
      t.equal(await within(() => expireExemptions(system)), 0)
      const { data } = await manager.get('/billing/exemptions', { status: 'EXPIRED' })
      t.match(data, [{ id: today.id, moves: [] }])
    })
  })

  t.test('rules treat whole groups free where they are switched on', async (t) => {
    const { data: shipped } = await welfare.get('/billing/exemption-rules')
    t.match(shipped, [
      { category: 'CHILD', active: false },
      { category: 'PREGNANCY', active: false },
      { category: 'ELDERLY', active: false },
    ])
    const child = await somebody(clerk, { birth_date: '2023-01-01' })
    t.match(await issued(child.id, ['FBC']), { waived: 0 }, 'installed inactive')
    const set = (rules: unknown[]) => manager.put('/billing/exemption-rules', { rules })
    t.equal((await cashier.put('/billing/exemption-rules', { rules: [] })).status, 403)
    t.match(await set([{ ...shipped[0], pct: 0 }]), {
      status: 400,
      message: 'rules[0].pct must be more than 0 and at most 100.',
    })
    t.match(await set([{ ...shipped[0], condition: { age_from: 9, age_to: 2 } }]), {
      status: 400,
      message: 'rules[0].condition.age_to is below age_from.',
    })
    const on = shipped.map((rule: object) => ({ ...rule, active: true }))
    t.equal((await set(on)).status, 200)
    const free = await issued(child.id)
    t.match(free, { status: 'SETTLED', waived: 30_000, balance: 0 })
    const { data } = await manager.get('/billing/waivers', { bill_id: free.id })
    t.match(data, [
      { kind: 'EXEMPTION', category: 'CHILD', exemption_id: null, reason: 'Exemption rule CHILD' },
    ])
    const grown = await somebody(clerk, { birth_date: '1990-01-01', sex: 'Male' })
    t.match(await issued(grown.id), { waived: 0, balance: 30_000 })
    const old = await somebody(clerk, { birth_date: '1950-01-01' })
    t.match(await issued(old.id), { status: 'SETTLED' })
    t.match(
      await supervisor.post(`/billing/payments/${data[0].payment_id}/reverse`, {
        reason: 'Not a child',
      }),
      { status: 200 },
    )
    t.match((await cashier.get(`/billing/bills/${free.id}`)).data, { balance: 30_000, waived: 0 })
    await set(shipped)
    t.same(await sound(), [])
  })

  t.test('its documents give its entries anew (ACC-93)', (t) => rebuilt(t, house))
})
