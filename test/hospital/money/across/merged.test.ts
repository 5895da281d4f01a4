import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { verify } from '../../../../db/hospital/money/accounting/proofs/verify.ts'
import { charge } from '../../../../db/hospital/money/billing/charges/charge.ts'
import { repointPatient } from '../../../../db/hospital/money/billing/repoint.ts'
import { patients } from '../../../../db/hospital/desk/patients/tables.ts'
import { rebuilt } from '../../../support/money/books.ts'
import { boot } from '../../../support/boot.ts'
import { money } from '../../../support/money/money.ts'
import { priced } from '../../../support/money/prices.ts'

t.test('bills follow two records that become one (BIL-170, BIL-68)', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  const { hospital_id } = system
  clock.freeze('2026-03-31T06:00:00.000Z')
  await priced(house)
  const { issued, cashier } = await money(house)
  const biller = await people.with('billing')
  const supervisor = await people.with('supervisor')
  const one = await issued()
  const two = await issued()
  const from = two.visit.patient.id
  const to = one.visit.patient.id
  const pay = await cashier.post(`/billing/bills/${two.id}/payments`, {
    amount: 5_000,
    method: 'Card',
    reference: 'M-1',
  })
  t.equal(pay.status, 201, pay.message)
  const note = await biller.post('/billing/credit-notes', {
    bill_id: two.id,
    reason: 'Not done after all',
    reason_code: 'NOT_DONE',
    lines: [{ item_id: two.items[0].id }],
  })
  await supervisor.post(`/billing/credit-notes/${note.data.id}/issue`)
  const drafted = (patient_id: string) =>
    within(() =>
      charge(system, {
        patient_id,
        code: 'FBC',
        quantity: 1,
        source: 'order',
        source_id: `draft-${patient_id}`,
      }),
    )
  await drafted(from)
  await drafted(to)
  const sound = async () => {
    const { checks } = await verify(system)
    return checks.filter(({ state }) => state === 'FAILED')
  }
  t.same(await sound(), [])
  const join = (status: 'MERGED' | 'ACTIVE', merged_into_id: string | null) =>
    patients.change({ hospital_id, id: from }, { status, merged_into_id })
  const moved = await within(async () => {
    const found = await repointPatient(system, { from, to })
    await join('MERGED', to)
    return found
  })
  t.same(moved['bills']?.length, 2)
  t.same(moved['payments']?.length, 1)
  t.same(moved['deposits']?.length, 1)
  t.same(await sound(), [], 'the books and the bills still say the same of the patient')
  const all = await cashier.get('/billing/bills', { patient_id: to, per_page: '50' })
  t.equal(all.data.length, 4)
  await within(async () => {
    await repointPatient(system, { from: to, to: from, only: moved })
    await join('ACTIVE', null)
  })
  t.equal((await cashier.get('/billing/bills', { patient_id: from })).data.length, 2)
  t.same(await sound(), [])

  t.test('its documents give its entries anew (ACC-93)', (t) => rebuilt(t, house))
})
