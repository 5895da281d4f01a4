// What the checks say of a prescription before it is signed (CAR-57, CAR-62, CAR-84).

import t from 'tap'
import { checkMedicines } from '../../../../db/hospital/care/medicines/prescribing/check.ts'
import { boot } from '../../../support/boot.ts'
import { shelfOf } from '../../../support/goods.ts'
import { somebody } from '../../../support/desk/visits.ts'
import { done } from '../../../support/desk/ward.ts'

t.test('a prescription is checked before it is signed', async (t) => {
  const house = await boot(t)
  const { people } = house
  const clerk = await people.with('reception')
  const doctor = await people.with('doctor')
  const pharmacist = await people.with('pharmacist')
  const nurse = await people.with('nurse')
  const admin = await people.with('clinical_admin')
  const shelf = await shelfOf(house)
  const man = { sex: 'Male', birth_date: '1980-04-02' }
  const patient = async (more: object = man) => (await somebody(clerk, { ...man, ...more })).id
  const called = async (name: string): Promise<string> => {
    const found = await done(nurse.get('/pharmacy/medicines', { search: name, per_page: '200' }))
    const one = found.find((row: { name: string }) => row.name === name)
    if (one === undefined) throw new Error(`no ${name}`)
    return one.id
  }
  const item = (medicine_id: string, more: object = {}) => ({
    medicine_id,
    dose: 500,
    dose_unit: 'MG',
    route: 'PO',
    frequency: 'TDS',
    duration_days: 5,
    ...more,
  })
  const check = (patient_id: string, items: object[], who = doctor) =>
    who.post('/prescriptions/check', { patient_id, items })
  const gates = ({ results }: { results: { gate: string; level: string }[] }) =>
    results.map(({ gate, level }) => `${gate} ${level}`)
  const amoxicillin = await called('Amoxicillin 250 mg capsule')
  const paracetamol = await called('Paracetamol 500 mg tablet')
  const warfarin = await called('Warfarin 5 mg tablet')
  const metronidazole = await called('Metronidazole 200 mg tablet')

  t.test('quantities, stock and what stands in the way, line by line (CAR-62)', async (t) => {
    const id = await patient()
    const product = await shelf.product({
      name: 'Amoxil',
      strength: '250 mg',
      form: 'Capsule',
      base_unit: 'capsule',
    })
    await shelf.lay(product, 40)
    await done(
      pharmacist.put(`/pharmacy/medicines/${amoxicillin}/products`, {
        products: [{ product_id: product.id }],
      }),
    )
    const asked = [
      item(amoxicillin),
      item(warfarin, { dose: 5, frequency: 'NOCTE', indication: 'Clot' }),
      item(metronidazole, { dose: 400 }),
    ]
    const found = await done(check(id, asked))
    t.match(found, {
      ok: false,
      items: [
        { line: 1, medicine: 'Amoxicillin 250 mg capsule', quantity: 30, product_in_stock: true },
        { line: 2, quantity: 5, product_in_stock: false },
        { line: 3, quantity: 30 },
      ],
    })
    t.same(gates(found.items[0]), ['RX_ALLERGY_UNKNOWN WARN'])
    t.same(gates(found.items[1]), [])
    t.match(found.items[2].results, [
      {
        gate: 'RX_INTERACTION',
        level: 'BLOCK_WITH_OVERRIDE',
        subject: '3',
        permission: 'prescription:write',
        message:
          'Interaction: Line 3, Metronidazole 200 mg tablet with Warfarin 5 mg tablet: bleeding. Halve the dose and check INR. Default table, not yet adopted by this hospital.',
      },
    ])
    t.match(found.items[2].results[0].reasons, [{ code: 'BENEFIT_OUTWEIGHS' }], 'CAR-84')
    t.match(await check(id, [item(amoxicillin, { duration_days: 10 })]), {
      data: { items: [{ quantity: 60, product_in_stock: false }] },
    })
    t.equal((await check(id, asked, pharmacist)).status, 200)
    t.equal((await check(id, asked, nurse)).status, 403)
    t.match(await checkMedicines(house.system, { patient_id: id, items: asked }), [
      { gate: 'RX_ALLERGY_UNKNOWN' },
      { gate: 'RX_INTERACTION' },
    ])
  })

  t.test(
    'an allergy is met, typed in words too, and one that threatens life blocks (CAR-75)',
    async (t) => {
      const id = await patient()
      const recorded = await done(
        nurse.post('/clinical/allergies', {
          patient_id: id,
          substance: 'Penicillin',
          severity: 'SEVERE',
          reactions: ['Rash'],
        }),
      )
      const found = await done(check(id, [item(amoxicillin)]))
      t.match(found.items[0].results, [
        {
          gate: 'RX_ALLERGY_EXACT',
          level: 'BLOCK_WITH_OVERRIDE',
          permission: 'override:safety',
          message:
            'Allergy: Line 1, Amoxicillin 250 mg capsule: allergy to penicillin (rash, severe).',
        },
      ])
      await done(
        doctor.post(`/clinical/allergies/${recorded.id}/refute`, {
          reason: 'Tolerated',
          how_tested: 'Oral challenge',
        }),
      )
      t.same(gates((await done(check(id, [item(amoxicillin)]))).items[0]), [
        'RX_ALLERGY_UNKNOWN WARN',
      ])
      await done(
        nurse.post('/clinical/allergies', {
          patient_id: id,
          substance: 'Amoxicillin',
          substance_kind: 'INGREDIENT',
          ingredient_code: 'amoxicillin',
          severity: 'LIFE_THREATENING',
        }),
      )
      t.match(await done(check(id, [item(amoxicillin)])), {
        ok: false,
        items: [{ results: [{ level: 'BLOCK', may_override: [] }] }],
      })
    },
  )

  t.test('nine grams block once the table of limits is adopted (CAR-78)', async (t) => {
    const id = await patient()
    await done(nurse.post(`/patients/${id}/allergies/none-known`, { source: 'PATIENT' }))
    const nine = [item(paracetamol, { dose: 1500, frequency: 'Q4H', duration_days: 1 })]
    const level = async () => gates((await done(check(id, nine))).items[0])
    t.same(await level(), ['RX_MAX_DOSE BLOCK_WITH_OVERRIDE'])
    await done(admin.post('/clinical/tables/dose-limits/adopt', { note: 'Read and compared' }))
    t.same(await level(), ['RX_MAX_DOSE BLOCK'])
    t.match((await done(check(id, nine))).items[0].results[0], {
      message:
        'Dose: Line 1, Paracetamol 500 mg tablet: 9 g a day is above twice the limit of 4 g.',
    })
  })

  t.test('who it is for: age, pregnancy, conditions (CAR-81, CAR-82)', async (t) => {
    const doxycycline = await called('Doxycycline 100 mg capsule')
    const asked = [item(doxycycline, { dose: 100, frequency: 'BD' })]
    const woman = await patient({ sex: 'Female', birth_date: '1998-01-01' })
    await done(nurse.post(`/patients/${woman}/allergies/none-known`, { source: 'PATIENT' }))
    t.same(gates((await done(check(woman, asked))).items[0]), [
      'RX_PREGNANCY_UNKNOWN BLOCK_WITH_OVERRIDE',
    ])
    const tell = (pregnant: string) =>
      done(nurse.put(`/patients/${woman}/pregnancy-status`, { pregnant, basis: 'TEST' }))
    await tell('NO')
    t.same(gates((await done(check(woman, asked))).items[0]), [])
    await tell('YES')
    t.same(gates((await done(check(woman, asked))).items[0]), ['RX_PREGNANCY BLOCK_WITH_OVERRIDE'])
    await done(
      doctor.post('/clinical/problems', {
        patient_id: woman,
        title: 'Asthma',
        code: 'J45',
        coding_system: 'ICD-10',
      }),
    )
    const propranolol = [item(await called('Propranolol 40 mg tablet'), { dose: 40 })]
    const found = gates((await done(check(woman, propranolol))).items[0])
    t.ok(found.includes('RX_CONDITION BLOCK_WITH_OVERRIDE'), found.join())
  })

  t.test('bad input, in words that name the line (6, CAR-57)', async (t) => {
    const id = await patient()
    for (const [what, items, status, message] of [
      ['nothing', [], 400, 'items needs at least one line.'],
      ['no route', [item(amoxicillin, { route: null })], 400, 'items[0]: route is required.'],
      ['nought', [item(amoxicillin, { dose: 0 })], 400, 'items[0]: dose must be more than 0.'],
      ['in words', [item(amoxicillin, { dose: 'two' })], 400, 'items[0].dose must be a number.'],
      ['no dose', [item(amoxicillin, { dose: null })], 400, 'items[0]: dose is required.'],
      [
        'how often',
        [item(amoxicillin), item(amoxicillin, { frequency: 'OFTEN' })],
        400,
        'items[1]: frequency must be one of OD, MANE, NOCTE, BD, TDS, QID, Q4H, Q6H, Q8H, Q12H, Q24H, ALT_DAYS, WEEKLY, MONTHLY, STAT, PRN, CONTINUOUS.',
      ],
      [
        'a way',
        [item(await called('Ceftriaxone 1 g injection'), { dose: 1, dose_unit: 'G' })],
        409,
        'Ceftriaxone is not given PO: IV, IM.',
      ],
      [
        'a unit',
        [item(amoxicillin, { dose: 5, dose_unit: 'ML' })],
        409,
        'Amoxicillin 250 mg capsule cannot be dosed in ML.',
      ],
      ['no medicine', [item('', { medicine_id: null })], 400, 'items[0]: medicine_id is required.'],
      ['another medicine', [item('x')], 404, 'No such medicine.'],
      ['for 400 days', [item(amoxicillin, { duration_days: 400 })], 400, /duration_days/],
      [
        'when needed',
        [item(paracetamol, { frequency: 'PRN' })],
        400,
        'items[0]: prn_reason is required for PRN.',
      ],
      ['by weight', [item(paracetamol, { dose: null, dose_per_kg: 15 })], 409, /weigh the patient/],
    ] as const) {
      t.match(await check(id, [...items]), { status, message }, what)
    }
    t.match(await done(check(id, [item('', { medicine_id: null, medicine_text: 'Herbal tea' })])), {
      ok: true,
      items: [{ medicine: 'Herbal tea', results: [{}, { gate: 'RX_FORMULARY' }] }],
    })
    t.equal((await check('no-such', [item(amoxicillin)])).status, 404)
    t.equal((await done(nurse.get('/pharmacy/frequencies'))).length, 17)
  })
})
