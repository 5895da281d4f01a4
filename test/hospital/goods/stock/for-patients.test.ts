// What stock knows of patients: what is asked for one, who was given what is recalled, what was used.

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { newId } from '../../../../db/core/ids.ts'
import { performedServices, workLeftBy } from '../../../../db/hospital/goods/stock/for-areas.ts'
import { issue } from '../../../../db/hospital/goods/stock/pool/issue.ts'
import { repointPatient } from '../../../../db/hospital/goods/stock/pool/repoint.ts'
import { stock_moves } from '../../../../db/hospital/goods/stock/pool/tables.ts'
import { requisitions } from '../../../../db/hospital/goods/stock/requisitions/tables.ts'
import { follow_ups } from '../../../../db/hospital/trade/clients/follow-ups/tables.ts'
import { within } from '../../../../db/store/connection.ts'
import { boot } from '../../../support/boot.ts'
import { somebody } from '../../../support/desk/visits.ts'
import { done } from '../../../support/desk/ward.ts'
import { actor, shelfOf } from '../../../support/goods.ts'
import { ledgerOf } from '../../../support/money/books.ts'
import { priced } from '../../../support/money/prices.ts'
import { needsPoppler, textOf } from '../../../support/pdf.ts'
import { staffDesk } from '../../../support/staff.ts'

t.test('goods and patients', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-05-04T08:00:00Z')
  const { people } = house
  const { id: hospital_id } = house.hospital
  const shelf = await shelfOf(house)
  const { keeper, store, manager } = shelf
  await ledgerOf(house)
  const clerk = await people.with('reception')
  const patient = await somebody(clerk, { phone: '+255712000111' })
  const silent = await somebody(clerk)
  const place = await done(
    manager.post('/stock/stores', {
      code: 'DRESS',
      name: 'Dressing room',
      kind: 'WARD',
      holds_stock: false,
      keepers: [keeper.user.id],
    }),
  )
  const take = (product: { id: string }, quantity: number, patient_id: string) =>
    within(() =>
      issue(actor(house, keeper), {
        store_id: store.id,
        lines: [{ product_id: product.id, quantity }],
        kind: 'DISPENSE',
        source: 'test',
        source_id: newId(),
        patient_id,
      }),
    )

  t.test(
    'a requisition for a patient: its issue names the patient (STK-52, STK-165)',
    async (t) => {
      const product = await shelf.product()
      await shelf.lay(product, 10)
      const asked = await done(
        keeper.post('/stock/requisitions', {
          from_store_id: store.id,
          to_store_id: place.id,
          patient_id: patient.id,
          submit: true,
          lines: [{ product_id: product.id, requested: 4 }],
        }),
      )
      t.match(asked, { patient_id: patient.id, patient_number: patient.number })
      const unknown = { to_store_id: place.id, from_store_id: store.id, patient_id: newId() }
      const lines = [{ product_id: product.id, requested: 1 }]
      t.equal((await keeper.post('/stock/requisitions', { ...unknown, lines })).status, 404)
      const path = `/stock/requisitions/${asked.id}`
      await done(manager.post(`${path}/approve`))
      const issued = { lines: [{ line_id: asked.lines[0].id, quantity: 4 }] }
      t.equal((await done(keeper.post(`${path}/issue`, issued))).status, 'ISSUED')
      const moves = await stock_moves.all({ hospital_id, product_id: product.id, kind: 'WARD_USE' })
      t.match(moves, [{ patient_id: patient.id, quantity: -4000 }])
      const own = await keeper.whole('/stock/requisitions', { patient_id: patient.id })
      t.equal(own.length, 1)
      const to = silent.id
      const moved = await within(() => repointPatient(house.system, { from: patient.id, to }))
      t.match(moved, { requisitions: [asked.id] })
      t.equal((await requisitions.find({ hospital_id, id: asked.id }))?.patient_id, to)
      const back = { from: to, to: patient.id, only: moved }
      t.same(await within(() => repointPatient(house.system, back)), moved)
      t.same(await within(() => repointPatient(house.system, { ...back, only: {} })), {})
    },
  )

  t.test('who was given what is recalled is told once (STK-94)', async (t) => {
    const product = await shelf.product({ name: 'Ceftriaxone' })
    await shelf.lay(product, 50, { lot: 'R1' })
    await take(product, 5, patient.id)
    await take(product, 3, silent.id)
    const recall = await done(
      keeper.post('/stock/recalls', {
        product_ids: [product.id],
        lots: ['R1'],
        level: 'I',
        source: 'AUTHORITY',
        notice_on: '2026-05-04',
        reason: 'Glass in the vial',
        instruction: 'DESTROY',
      }),
    )
    const path = `/stock/recalls/${recall.id}`
    const stranger = { patient_ids: [newId()] }
    t.equal((await keeper.post(`${path}/tell-patients`, stranger)).status, 404)
    const told = await done(keeper.post(`${path}/tell-patients`))
    t.same(told, { queued: 1, without_phone: 1, told_before: 0 })
    t.same(await done(keeper.post(`${path}/tell-patients`)), {
      queued: 0,
      without_phone: 0,
      told_before: 2,
    })
    t.match((await keeper.get(path)).data.figures, { patients: 2, patients_told: 1 })
    const calls = await follow_ups.all({ hospital_id, patient_id: silent.id })
    t.match(calls, [{ subject: `Recall ${recall.reference}: call the patient` }])
    const traced = await keeper.whole(`${path}/trace`, { kind: 'patients' })
    t.same(traced.map(({ told: how }: { told: string }) => how).toSorted(), [
      'QUEUED',
      'SUPPRESSED',
    ])
    const messages = await clerk.whole(`/patients/${patient.id}/messages`)
    const [text] = messages.map((one: { text: string }) => one.text)
    t.match(text, /do not use what is left|usitumie dawa iliyobaki/)
    t.notMatch(text, /Ceftriaxone/i, 'no medicine is named')
    if (needsPoppler.skip === false) {
      const paper = textOf((await keeper.get(`${path}/pdf`, { lang: 'en' })).raw)
      t.match(paper, /Report of a recall[\s\S]*Glass in the vial[\s\S]*Where it lies/)
      t.notMatch(paper, new RegExp(patient.full_name), 'nobody is named')
    }
    await done(
      keeper.post(`${path}/close`, { close_note: 'The notice was wrong', withdrawn: true }),
    )
    t.match(await keeper.post(`${path}/tell-patients`), { status: 409, message: /is closed/ })
  })

  t.test('what a ward used for a patient is looked for on the bills (STK-165)', async (t) => {
    await priced(house, [{ code: 'SWAB', name: 'Swab', category: 'Pharmacy', price: 500_00 }])
    const swab = await shelf.product({ tariff_code: 'SWAB' })
    const free = await shelf.product({ tariff_code: null })
    await shelf.lay(swab, 10)
    await shelf.lay(free, 10)
    const nurse = await people.with('nurse')
    const user_ids = [nurse.user.id, keeper.user.id]
    await done(manager.put(`/stock/stores/${store.id}/keepers`, { user_ids }))
    const used = await done(
      nurse.post('/stock/ward-use', {
        store_id: store.id,
        patient_id: patient.id,
        charge: false,
        lines: [
          { product_id: swab.id, quantity: 2 },
          { product_id: free.id, quantity: 1 },
        ],
      }),
    )
    t.equal(used.moves.length, 2)
    const asked = { from: '2026-05-04T00:00:00.000Z', to: '2026-05-05T00:00:00.000Z' }
    const acts = []
    for await (const some of performedServices(house.system, asked)) acts.push(...some)
    t.match(acts, [{ source: 'ward_use', code: 'SWAB', patient_id: patient.id }])
  })

  t.test('what somebody who leaves has left (STK-166)', async (t) => {
    const desk = await staffDesk(house)
    const hired = await desk.hire()
    t.same(await workLeftBy(house.system, hired.id), [], 'without an account')
    await desk.link(keeper, hired.id)
    const planned = { store_id: store.id, kind: 'SPOT', counters: [keeper.user.id] }
    await done(manager.post('/stock/counts', planned))
    t.same(await workLeftBy(house.system, hired.id), [
      { label: 'stores kept', count: 2 },
      { label: 'counts assigned', count: 1 },
      { label: 'requisitions not issued', count: 0 },
    ])
  })
})
