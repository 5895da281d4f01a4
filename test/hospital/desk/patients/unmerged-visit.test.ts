// What was written on a visit between a merge and its undo goes back with the visit, whoever it was written for
// (PAT-21, ruling 52).

import t from 'tap'
import { within } from '../../../../db/store/connection.ts'
import { charge } from '../../../../db/hospital/money/billing/charges/charge.ts'
import { postedOn } from '../../../../db/hospital/money/accounting/proofs/of-party.ts'
import type { Data } from '../../../support/ask.ts'
import { boot } from '../../../support/boot.ts'
import { lookalikes } from '../../../support/desk/visits.ts'
import { rebuilt } from '../../../support/money/books.ts'
import { faultsButDocuments } from '../../../support/money/proven.ts'
import { priced } from '../../../support/money/prices.ts'

t.test('a merge that is undone gives the visit back with all that hangs on it', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  await priced(house)
  const clerk = await people.with('reception')
  const cashier = await people.with('cashier')
  const admin = await people.administrator()
  const made = lookalikes(clerk)
  const { id: kept } = await made()
  const { id: theirs } = await made()
  const visit = (await clerk.post('/visits', { patient_id: theirs })).data
  const merged = await admin.post(`/patients/${kept}/merge`, {
    duplicate_id: theirs,
    reason: 'registered twice',
  })
  t.equal(merged.status, 200, merged.message)

  const measured = await admin.post(`/visits/${visit.id}/vitals`, { temperature: 37.2 })
  t.equal(measured.status, 201, measured.message)
  t.equal((await admin.get(`/visits/${visit.id}`)).data.patient?.id, kept)
  const charged = (visit_id: string | null, source_id: string) =>
    within(() =>
      charge(system, {
        patient_id: kept,
        ...(visit_id === null ? {} : { visit_id }),
        code: 'FBC',
        quantity: 1,
        source: 'order',
        source_id,
      }),
    )
  const { bill_id } = await charged(visit.id, 'on the visit')
  t.equal((await cashier.post(`/billing/bills/${bill_id}/issue`)).status, 200)
  const pay = { amount: 2_000, method: 'Card', reference: 'R-1' }
  const paid = await cashier.post(`/billing/bills/${bill_id}/payments`, pay)
  t.equal(paid.status, 201, paid.message)
  const more = await charged(visit.id, 'paid with more than it came to')
  const { total } = (await cashier.post(`/billing/bills/${more.bill_id}/issue`)).data
  const above = { ...pay, amount: total + 3_000, reference: 'R-2' }
  const kept_of_it = await cashier.post(`/billing/bills/${more.bill_id}/payments`, above)
  t.equal(kept_of_it.status, 201, kept_of_it.message)
  const [left_over] = (await admin.get('/billing/deposits', { patient_id: kept })).data
  t.match(left_over, { amount: 3_000, remaining: 3_000 })
  const asked = { deposit_id: left_over.id, amount: 1_000, method: 'Cash', reason: 'too much' }
  const refund = await cashier.post('/billing/refunds', { ...asked, payee_name: 'Asha' })
  t.equal(refund.status, 201, refund.message)
  const approved = await admin.post(`/billing/refunds/${refund.data.id}/approve`, {})
  t.equal(approved.status, 200, approved.message)
  const own = await charged(null, 'of the kept one')
  t.not(own.bill_id, bill_id)

  const undone = await admin.post(`/patient-merges/${merged.data.id}/undo`, {
    reason: 'two people',
  })
  t.equal(undone.status, 200, undone.message)
  const left = undone.data.left_with_kept as { kind: string; count: number }[]
  t.same(
    left.filter(({ kind }) => ['vitals', 'payments', 'deposits', 'refunds'].includes(kind)),
    [],
  )
  t.match(
    left.find(({ kind }) => kind === 'bills'),
    { count: 1 },
    'what has nothing to do with the visit stays',
  )
  const vitalsOf = async (id: string) => (await admin.get(`/patients/${id}/vitals`)).data as Data[]
  t.match(await vitalsOf(theirs), [{ id: measured.data.id }])
  t.same(await vitalsOf(kept), [])
  const bill = (await admin.get(`/billing/bills/${bill_id}`)).data
  t.equal(bill.patient_id, theirs)
  const receipts = (await admin.get('/billing/payments', { patient_id: theirs })).data
  t.match(receipts, [{ amount: total + 3_000 }, { amount: 2_000, method: 'Card' }])
  const depositsOf = async (patient_id: string) =>
    (await admin.get('/billing/deposits', { patient_id })).data as Data[]
  t.match(await depositsOf(theirs), [{ id: left_over.id, remaining: 2_000 }], 'and what it left')
  t.same(await depositsOf(kept), [])
  const refunds = (await admin.get('/billing/refunds', { patient_id: theirs })).data
  t.match(refunds, [{ id: refund.data.id, status: 'APPROVED' }])
  const held = async (id: string) => [...(await within(() => postedOn(system, 'deposit', id)))]
  t.match(
    await held(theirs),
    [[/./, -200_000]],
    'the hospital has it for them, less what it pays back',
  )
  t.match(await held(kept), [[/./, 0]])
  t.same(await faultsButDocuments(system), [], 'each owes what is theirs (ACC-108)')
  await rebuilt(t, house)
})
