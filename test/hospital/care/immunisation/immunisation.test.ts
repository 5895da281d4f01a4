// Vaccines from the vial to the card (care 2.13, 3.10, 4.16).

import t from 'tap'
import { clock, hours, nextDay } from '../../../../db/core/clock.ts'
import { newId } from '../../../../db/core/ids.ts'
import { linesOn } from '../../../../db/hospital/care/immunisation/reckoning.ts'
import { knownOne } from '../../../../db/hospital/care/immunisation/known.ts'
import { performedServices } from '../../../../db/hospital/care/immunisation/for-areas.ts'
import { discardOld } from '../../../../db/hospital/care/immunisation/vials.ts'
import { dueVaccines, immunisationsOf } from '../../../../db/hospital/neighbours/care.ts'
import { boot } from '../../../support/boot.ts'
import { somebody } from '../../../support/desk/visits.ts'
import { done } from '../../../support/desk/ward.ts'
import { shelfOf } from '../../../support/goods.ts'
import { priced } from '../../../support/money/prices.ts'
import { needsPoppler, textOf } from '../../../support/pdf.ts'

t.test('vaccines', async (t) => {
  clock.freeze('2026-03-11T07:00:00.000Z')
  const house = await boot(t)
  const { people } = house
  const clerk = await people.with('reception')
  const pharmacist = await people.with('pharmacist')
  const nurse = await people.with('nurse')
  const doctor = await people.with('doctor', 'nurse')
  const shelf = await shelfOf(house, { keepers: [nurse.user.id] })
  let children = 0
  const child = async (birth_date: string, more: object = {}): Promise<string> => {
    const phone = `07540${String(10_000 + (children += 1))}`
    return (await somebody(clerk, { sex: 'Female', birth_date, phone, ...more })).id
  }
  const stocked = async (medicine: string, strength: string, more: object = {}) => {
    const found = await done(pharmacist.get('/pharmacy/medicines', { search: medicine }))
    const product = await shelf.product({
      name: medicine,
      strength,
      form: 'Vaccine',
      base_unit: 'vial',
      ...more,
    })
    await shelf.lay(product, 10)
    await done(
      pharmacist.put(`/pharmacy/medicines/${found[0].id}/products`, {
        products: [{ product_id: product.id }],
      }),
    )
    return product
  }
  const give = (patient_id: string, doses: readonly object[], more: object = {}, who = nurse) =>
    who.post('/immunisations', { patient_id, doses, ...more })
  const dueOf = async (patient_id: string, dose_key: string) => {
    const { due } = await done(nurse.get(`/patients/${patient_id}/immunisations`))
    return due.find((line: { dose_key: string }) => line.dose_key === dose_key)
  }
  const left = async (product: { id: string }): Promise<number> =>
    (await done(shelf.keeper.get('/stock/levels', { product_id: product.id })))[0].quantity

  await t.test('a baby comes on each due day, and others ask of it (CAR-214)', async (t) => {
    const id = await child('2026-01-28')
    const lot = { lot: 'L1', expiry: '2028-01-31' }
    const at_birth = { source: 'CARD', given_on: '2026-01-28', ...lot }
    const first = await done(
      give(id, [
        { vaccine: 'BCG', ...at_birth },
        { dose_key: 'OPV0', ...at_birth },
      ]),
    )
    t.match(first.doses, [
      { vaccine: 'BCG', dose_key: 'BCG', lot: 'L1', site: 'left upper arm', route: 'ID' },
      { vaccine: 'OPV', dose_key: 'OPV0', valid: true, source: 'CARD', strategy: 'FIXED' },
    ])
    t.equal(first.next_on, '2026-03-11')
    t.match(await dueOf(id, 'PENTA1'), { state: 'DUE', due_on: '2026-03-11', phone_ok: true })
    const second = await done(give(id, [{ vaccine: 'PENTA', ...lot }]))
    t.match(second.doses.at(-1), { dose_key: 'PENTA1', source: 'HERE', next_due: '2026-04-08' })
    t.match(await dueOf(id, 'PENTA1'), { state: 'GIVEN' })
    t.match(await dueOf(id, 'PENTA2'), { state: 'NOT_YET', due_on: '2026-04-08' })
    t.match(await immunisationsOf(house.system, id), [{ dose_key: 'BCG' }, {}, { valid: true }])
    const seen = await dueVaccines(house.system, id)
    t.match(
      seen.find(({ dose_key }) => dose_key === 'PCV1'),
      { state: 'DUE', vaccine: { name_sw: 'Nimonia (PCV)' } },
    )
    await t.test('in both languages (CAR-168)', needsPoppler, async (t) => {
      for (const [language, title, next] of [
        ['en', 'Immunisation card', 'Next visit'],
        ['sw', 'Kadi ya chanjo', 'Ziara ijayo'],
      ] as const) {
        const answer = await nurse.get(`/patients/${id}/immunisation-card`, { language })
        t.equal(answer.status, 200, answer.message)
        const text = textOf(answer.raw)
        t.match(text, title)
        t.match(text, next)
        t.match(text, 'PENTA1')
      }
    })
  })

  await t.test(
    'neither early nor twice, and a card keeps what does not count (CAR-165)',
    async (t) => {
      clock.freeze('2026-03-11T07:00:00.000Z')
      const id = await child('2026-01-10')
      const lot = { lot: 'L2' }
      const early = await give(id, [{ vaccine: 'PENTA', given_on: '2026-03-01', ...lot }])
      t.equal(early.status, 201, early.message)
      const refused = await give(id, [{ dose_key: 'PENTA2', ...lot }])
      t.equal(refused.status, 409)
      t.match(refused.message, 'PENTA2 may be given from 29 March 2026 (28 days after PENTA1).')
      t.match(refused.message, 'Default table, not yet adopted by this hospital.')
      t.match(await give(id, [{ dose_key: 'PENTA1', ...lot }]), {
        status: 409,
        message: 'PENTA1 was given on 1 March 2026.',
      })
      t.match(await give(id, [{ vaccine: 'PENTA', given_on: '2026-03-01', ...lot }]), {
        status: 409,
        message: 'PENTA1 was given on 1 March 2026 already.',
      })
      const read = { dose_key: 'PENTA2', source: 'CARD', given_on: '2026-03-10' }
      const kept = await done(give(id, [read]))
      t.match(kept.doses.at(-1), {
        valid: false,
        invalid_reason: 'PENTA2 may be given from 29 March 2026 (28 days after PENTA1).',
      })
      t.match(await dueOf(id, 'PENTA2'), { state: 'NOT_YET', due_on: '2026-03-29' })
      const overrides = [{ gate: 'IMM_GAP', subject: '1', reason_code: 'OUTBREAK' }]
      const third = [{ dose_key: 'PCV2', ...lot }]
      t.equal((await give(id, third, { overrides })).status, 403, 'a nurse may not')
      const let_through = await give(id, third, { overrides }, doctor)
      t.equal(let_through.status, 201, let_through.message)
      t.match(let_through.data.doses.at(-1), { dose_key: 'PCV2', valid: false })
      await t.test('several in one call: all of them or none (CAR-166)', async (t) => {
        const both = await give(id, [
          { dose_key: 'ROTA1', ...lot },
          { dose_key: 'OPV2', ...lot },
        ])
        t.equal(both.status, 409, 'OPV2 before OPV1')
        t.match(await dueOf(id, 'ROTA1'), { state: 'DUE' })
      })
      const late = await child('2025-11-01')
      t.match(await give(late, [{ dose_key: 'ROTA1', ...lot }]), {
        status: 409,
        message: /ROTA1 may be given until 14 February 2026\./,
      })
    },
  )

  await t.test('an adopted table blocks what is early, whoever asks (ruling 40)', async (t) => {
    const admin = await people.with('clinical_admin')
    const key = 'vaccines'
    const tables = await done(admin.get('/clinical/tables'))
    t.match(
      tables.find((one: { key: string }) => one.key === key),
      { table_adopted: false },
    )
    const id = await child('2026-03-01')
    const overrides = [{ gate: 'IMM_MIN_AGE', subject: '1', reason_code: 'OUTBREAK' }]
    const dose = [{ dose_key: 'MR1', lot: 'M1' }]
    const passed = await give(id, dose, { overrides }, doctor)
    t.equal(passed.status, 201, passed.message)
    await done(admin.post(`/clinical/tables/${key}/adopt`, { note: 'Held against the programme' }))
    const other = await child('2026-03-01')
    const refused = await give(other, dose, { overrides }, doctor)
    t.equal(refused.status, 409)
    t.match(refused.message, 'MR1 may be given from 26 November 2026 (270 days after birth).')
    t.notMatch(refused.message, 'not yet adopted')
  })

  await t.test('a vial is opened, used, and what is left is waste (CAR-167)', async (t) => {
    clock.freeze('2026-03-11T07:00:00.000Z')
    const bcg = await stocked('BCG vaccine', '0.05 ml')
    const babies = await Promise.all(
      ['2026-03-01', '2026-03-02', '2026-03-03'].map((day) => child(day)),
    )
    t.match(await give(babies[0]!, [{ vaccine: 'BCG' }]), {
      status: 409,
      message: 'No vial of BCG is open: open one first.',
    })
    const vial = await done(nurse.post('/vials', { vaccine: 'bcg', store_id: shelf.store.id }))
    t.match(vial, {
      status: 'OPEN',
      doses: 20,
      left: 20,
      lot: 'B1',
      discard_at: '2026-03-11T13:00:00.000Z',
    })
    t.equal(await left(bcg), 9, 'one vial left the store')
    const given = await done(give(babies[0]!, [{ vaccine: 'BCG', vvm_stage: 2 }]))
    const [dose] = given.doses
    t.match(dose, { vial_id: vial.id, lot: 'B1', expiry: '2028-08-31', vvm_stage: 2 })
    t.match(await give(babies[1]!, [{ vaccine: 'BCG', vvm_stage: 3 }]), {
      status: 409,
      message: 'VVM stage 3: do not use this vial.',
    })
    await done(give(babies[1]!, [{ vaccine: 'BCG', vial_id: vial.id }]))
    const used = async () => (await done(nurse.get('/vials', { vaccine: 'BCG' })))[0]
    t.match(await used(), { used: 2, left: 18 })
    const voided = await done(
      nurse.post(`/immunisations/${dose.id}/void`, { reason: 'Wrong child' }),
    )
    t.match(voided, { status: 'VOIDED', history: [{ move: 'give' }, { move: 'void' }] })
    t.match(await used(), { used: 1 })
    t.match(await dueOf(babies[0]!, 'BCG'), { state: 'DUE' })
    t.match(await nurse.post(`/immunisations/${dose.id}/void`, { reason: 'Wrong child' }), {
      status: 409,
      message: 'Immunisation BCG is VOIDED. Nothing more can be done with it.',
    })
    const again = await done(nurse.post('/vials', { vaccine: 'BCG', store_id: shelf.store.id }))
    const thrown = await done(nurse.post(`/vials/${again.id}/discard`, { reason: 'BROKEN' }))
    t.match(thrown, { status: 'DISCARDED', wasted: 20, waste_reason: 'BROKEN' })
    t.match(await nurse.post(`/vials/${again.id}/finish`), { status: 409 })
    await t.test('the last dose is one person’s (CAR-167)', async (t) => {
      const one = await done(nurse.post('/vials', { vaccine: 'BCG', store_id: shelf.store.id }))
      const crowd = await Promise.all(Array.from({ length: 21 }, () => child('2026-03-04')))
      const answers = await Promise.all(
        crowd.map((id) => give(id, [{ vaccine: 'BCG', vial_id: one.id }])),
      )
      const statuses = answers.map(({ status }) => status).sort((a, b) => a - b)
      t.same(statuses, [...Array.from({ length: 20 }, () => 201), 409])
      t.match(await used(), { status: 'FINISHED', used: 20, wasted: 0 })
    })
  })

  await t.test('of one dose the store gives it, it is charged and comes back', async (t) => {
    clock.freeze('2026-03-11T07:00:00.000Z')
    await priced(house, [
      { code: 'VAC-RABIES', name: 'Rabies vaccine', category: 'Pharmacy', price: 25_000_00 },
    ])
    const rabies = await stocked('Rabies vaccine', '1 dose')
    const id = await child('1990-05-05', { sex: 'Male' })
    await done(clerk.post('/visits', { patient_id: id, start: false }))
    const store_id = shelf.store.id
    const given = await done(give(id, [{ dose_key: 'RABIES_ID1', store_id, route: 'ID' }]))
    const [dose] = given.doses
    t.match(dose, { lot: 'B1', schedule_key: 'RABIES_PEP_ID', next_due: '2026-03-14' })
    t.equal(await left(rabies), 9)
    const range = { from: '2026-03-11T00:00:00.000Z', to: '2026-03-11T23:59:59.000Z' }
    const acts: unknown[] = []
    for await (const piece of performedServices(house.system, range)) acts.push(...piece)
    t.match(acts, [{ source: 'immunisation', code: 'VAC-RABIES', patient_id: id }])
    t.match(await give(id, [{ dose_key: 'RABIES_ID2', store_id }]), { status: 409 })
    t.match(await give(id, [{ vaccine: 'BCG', batch_id: newId() }]), { status: 409 })
  })

  await t.test('what must not be given (CAR-63, CAR-166)', async (t) => {
    clock.freeze('2026-03-11T07:00:00.000Z')
    const lot = { lot: 'Y1' }
    const mother = await child('2000-01-01')
    await done(
      doctor.put(`/patients/${mother}/pregnancy-status`, {
        pregnant: 'YES',
        basis: 'TEST',
        breastfeeding: false,
      }),
    )
    t.match(await give(mother, [{ dose_key: 'YF1', ...lot }]), {
      status: 409,
      message: /Yellow fever: she is pregnant, and it is a live vaccine\./,
    })
    t.match(await dueOf(mother, 'TD1'), { state: 'DUE' })
    const allergic = await child('1999-01-01')
    await done(
      doctor.post('/clinical/allergies', {
        patient_id: allergic,
        substance: 'Yellow fever vaccine',
        severity: 'LIFE_THREATENING',
        reactions: ['Anaphylaxis'],
      }),
    )
    const overrides = [{ gate: 'RX_ALLERGY_EXACT', subject: '1', reason_code: 'NO_ALTERNATIVE' }]
    t.match(await give(allergic, [{ dose_key: 'YF1', ...lot }], { overrides }, doctor), {
      status: 409,
      message: /allergy to yellow fever vaccine/,
    })
    const put_off = await child('2026-01-01')
    const deferral = await done(
      nurse.post('/immunisation-deferrals', {
        patient_id: put_off,
        vaccine: 'PENTA',
        kind: 'DEFERRED',
        reason: 'High fever today',
        until: '2026-03-20',
      }),
    )
    t.match(await dueOf(put_off, 'PENTA1'), { state: 'DEFERRED' })
    const twice = { patient_id: put_off, vaccine: 'PENTA', kind: 'REFUSED', reason: 'No more' }
    t.equal((await nurse.post('/immunisation-deferrals', twice)).status, 409)
    await done(
      nurse.post(`/immunisation-deferrals/${deferral.id}/end`, { reason: 'Fever is gone' }),
    )
    t.match(await dueOf(put_off, 'PENTA1'), { state: 'DUE' })
    t.match(await nurse.post(`/immunisation-deferrals/${deferral.id}/end`, { reason: 'Again' }), {
      status: 409,
    })
  })

  await t.test('bad input', async (t) => {
    clock.freeze('2026-03-11T07:00:00.000Z')
    const id = await child('2026-01-01')
    const lot = { lot: 'X1' }
    const table: [object[], number, string | RegExp][] = [
      [[], 400, /^doses/],
      [[{ ...lot }], 400, 'doses[0].vaccine or dose_key is required.'],
      [[{ vaccine: 'FLU', ...lot }], 400, /^doses\[0\]\.vaccine must be one of BCG, OPV/],
      [[{ dose_key: 'PENTA9', ...lot }], 400, /^doses\[0\]\.dose_key must be one of BCG, OPV0/],
      [[{ dose_key: 'PENTA1', vaccine: 'OPV', ...lot }], 400, /is not that of PENTA1/],
      [[{ vaccine: 'PENTA', given_on: '2026-03-12', ...lot }], 400, /given_on is in the future/],
      [[{ vaccine: 'PENTA', given_on: '2025-12-31', ...lot }], 400, /before the patient was born/],
      [[{ vaccine: 'PENTA', source: 'CARD' }], 400, /given_on is required/],
      [[{ vaccine: 'PENTA' }], 400, /lot is required with PENTA/],
      [
        [{ vaccine: 'PENTA', lot: 'A881', expiry: '2026-03-01' }],
        409,
        'Lot A881 expired on 1 March 2026.',
      ],
      [[{ vaccine: 'PENTA', vvm_stage: 5, ...lot }], 400, /vvm_stage/],
      [[{ vaccine: 'PENTA', vial_id: newId() }], 404, 'No such vial.'],
      [
        [
          { vaccine: 'PENTA', ...lot },
          { vaccine: 'PENTA', ...lot },
        ],
        409,
        /given on 11 March 2026/,
      ],
    ]
    for (const [doses, status, message] of table) {
      const answer = await give(id, doses)
      t.equal(answer.status, status, `${JSON.stringify(doses)}: ${answer.message}`)
      t.match(answer.message, message)
    }
    t.match(await give(newId(), [{ vaccine: 'PENTA', ...lot }]), { status: 404 })
    t.match(await nurse.post('/vials', { vaccine: 'ROTA' }), { status: 409, message: /one dose/ })
    t.match(await nurse.get('/immunisations/due', { schedule_key: 'NONE' }), { status: 400 })
    const gone = await child('1950-01-01')
    await done(
      doctor.post(`/patients/${gone}/deceased`, {
        died_at: '2026-03-10T07:00:00.000Z',
        place: 'HOME',
        source_note: 'His son came',
      }),
    )
    t.equal((await give(gone, [{ vaccine: 'YF', ...lot }])).status, 409, 'the dead')
    const key = newId()
    const own = [{ id: key, vaccine: 'PENTA', ...lot }]
    t.equal((await give(id, own)).status, 201)
    t.equal((await give(id, own)).status, 200, 'its own id is written once')
    const six = await Promise.all(
      Array.from({ length: 6 }, () => give(id, [{ vaccine: 'PCV', ...lot }])),
    )
    const good = six.filter(({ status }) => status === 201)
    t.equal(good.length, 1, six.map(({ message }) => message).join('; '))
  })

  await t.test('the list of who is due is what is reckoned of each (CAR-164)', async (t) => {
    const today = '2026-03-11'
    const ages = [0, 13, 41, 42, 60, 70, 98, 130, 270, 300, 548, 600, 1826, 1827, 3287, 5000, 5479]
    const ids: string[] = []
    for (const [index, age] of ages.entries()) {
      const id = await child(nextDay(today, -age), index % 3 === 0 ? { phone: null } : {})
      ids.push(id)
      const card = (dose_key: string, ago: number) => ({
        dose_key,
        source: 'CARD',
        given_on: nextDay(today, -ago),
      })
      const doses = [
        ...(age >= 60 ? [card('PENTA1', index % 2 === 0 ? 18 : 40), card('OPV0', age)] : []),
        ...(age >= 98 ? [card('ROTA1', 30), card('PCV1', 56), card('PCV2', 10)] : []),
      ]
      if (doses.length > 0) await done(give(id, doses))
    }
    for (const state of ['DUE', 'OVERDUE'] as const) {
      const listed = await done(nurse.get('/immunisations/due', { state, per_page: '200' }))
      const said = (id: string) =>
        listed
          .filter(({ patient }: { patient: { id: string } }) => patient.id === id)
          .map(
            ({ dose_key, state: one }: { dose_key: string; state: string }) => `${dose_key} ${one}`,
          )
          .sort()
      for (const [index, id] of ids.entries()) {
        const known = await knownOne(house.system, id)
        const reckoned = linesOn(known, today)
          .filter((line) => line.state === state)
          .map(({ line }) => `${line.dose_key} ${state}`)
          .sort()
        t.same(said(id), reckoned, `${ages[index]} days`)
      }
    }
    const some = await done(
      nurse.get('/immunisations/due', {
        schedule_key: 'TZ_CHILD',
        age_to_days: '13',
        phone: 'true',
      }),
    )
    t.ok(some.length > 0)
    t.ok(some.every(({ phone_ok }: { phone_ok: boolean }) => phone_ok))
    const vaccines = await done(nurse.get('/vaccines'))
    t.equal(vaccines.length, 12)
    t.match(vaccines[0], { code: 'BCG', doses_per_vial: 20, open_vial_hours: 6, live: true })
    t.equal(vaccines[0].product_ids.length, 1)
  })

  await t.test('later on the day a vial is too old; on the next day others void', async (t) => {
    const id = await child('2026-03-05')
    const single = await done(give(id, [{ dose_key: 'RABIES_IM1', store_id: shelf.store.id }]))
    const open = await done(nurse.post('/vials', { vaccine: 'BCG', store_id: shelf.store.id }))
    t.equal(await discardOld(house.system), 0)
    clock.advance(hours(7))
    const late = await people.with('nurse')
    t.match(await give(id, [{ vaccine: 'BCG', vial_id: open.id }], {}, late), {
      status: 409,
      message: 'This vial was opened 7 hours ago: discard it.',
    })
    t.equal(await discardOld(house.system), 2, 'this one, and one of the morning')
    const all = await done(late.get('/vials', { status: 'DISCARDED' }))
    const old = all.find((one: { id: string }) => one.id === open.id)
    t.match(old, { status: 'DISCARDED', used: 0, wasted: 20, waste_reason: 'TIME' })
    t.equal(await discardOld(house.system), 0)
    clock.advance(hours(12))
    const path = `/immunisations/${single.doses[0].id}/void`
    const [another, charge] = [await people.with('nurse'), await people.with('nurse_in_charge')]
    t.match(await another.post(path, { reason: 'Wrong patient' }), { status: 403 })
    t.match(await done(charge.post(path, { reason: 'Wrong patient' })), { status: 'VOIDED' })
  })
})
