// The life of a prescription and of its items (CAR-61 to CAR-69, 3.3).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { newId } from '../../../../db/core/ids.ts'
import { staffOf } from '../../../../db/hospital/neighbours/people.ts'
import { answering } from '../../../support/answers.ts'
import { rowCounts } from '../../../support/counts.ts'
import { done, wardOf } from '../../../support/desk/ward.ts'
import { clinicOfMedicines, item } from '../../../support/medicines.ts'

t.test('prescriptions', async (t) => {
  const on = await clinicOfMedicines(t)
  clock.freeze('2026-03-31T06:00:00.000Z')
  const { house, doctor, nurse, pharmacist, visiting, called, prescribe } = on
  const amoxicillin = await called('Amoxicillin 250 mg capsule')
  const paracetamol = await called('Paracetamol 500 mg tablet')
  const ceftriaxone = await called('Ceftriaxone 1 g injection')
  const other = await house.people.with('doctor')
  const state = async (id: string) => (await done(doctor.get(`/prescriptions/${id}`))).status

  t.test('written and signed at once, read back in lists (2.7, CAR-59)', async (t) => {
    const { patient_id, visit_id } = await visiting()
    const made = await done(
      prescribe(patient_id, [item(amoxicillin), item(paracetamol, { dose: 1000 })], {
        notes: 'After food',
      }),
    )
    t.match(made, {
      reference: 'RX-2026-000001',
      status: 'ACTIVE',
      kind: 'OUTPATIENT',
      visit_id,
      prescriber_name: doctor.user.full_name,
      valid_until: '2026-04-07',
      warnings: [],
      moves: ['cancel'],
      items: [
        {
          line_no: 1,
          status: 'ACTIVE',
          action: 'NEW',
          medicine: 'Amoxicillin 250 mg capsule',
          quantity: 30,
          unit: 'CAP',
          how_to_take: 'Take 2 capsules 3 times a day for 5 days',
          stop_at: '2026-04-05T06:00:00.000Z',
          review_at: '2026-04-02T06:00:00.000Z',
          moves: ['hold', 'revise', 'discontinue', 'renew'],
        },
        { line_no: 2, quantity: 30, dispensed: 'NONE' },
      ],
    })
    t.match(
      made.history.map(({ move, to }: { move: string; to: string }) => `${move} ${to}`),
      ['open DRAFT', 'sign ACTIVE'],
    )
    const own = await done(doctor.get(`/patients/${patient_id}/prescriptions`))
    t.match(own, [{ id: made.id, items: [{ medicine_id: amoxicillin }, {}] }])
    for (const words of [
      { patient_id },
      { visit_id },
      { medicine_id: amoxicillin, patient_id },
      { search: 'rx-2026-000001' },
      { status: 'ACTIVE', kind: 'OUTPATIENT', from: '2026-03-31', to: '2026-03-31' },
    ]) {
      const found = await done(pharmacist.get('/prescriptions', words))
      t.match(found, [{ reference: 'RX-2026-000001' }], JSON.stringify(words))
    }
    t.equal((await nurse.get(`/prescriptions/${made.id}`)).status, 200)
    t.equal((await on.clerk.get(`/prescriptions/${made.id}`)).status, 403)
    const now = await done(doctor.get(`/patients/${patient_id}/medicines`))
    t.equal(now.active.length, 2)
  })

  t.test('a draft is its author’s, checked when it is signed (3.3, CAR-61)', async (t) => {
    const { patient_id } = await visiting()
    const draft = await done(prescribe(patient_id, [item(amoxicillin)], { sign: false }))
    t.match(draft, { status: 'DRAFT', signed_at: null, items: [{ status: 'DRAFT' }] })
    t.match(await other.patch(`/prescriptions/${draft.id}`, { notes: 'x' }), {
      status: 409,
      message: `Only ${doctor.user.full_name} changes this draft.`,
    })
    t.equal((await other.post(`/prescriptions/${draft.id}/sign`)).status, 409)
    const changed = await done(
      doctor.patch(`/prescriptions/${draft.id}`, {
        items: [item(amoxicillin, { duration_days: 7 })],
      }),
    )
    t.match(changed.items, [{ quantity: 42 }])
    await done(
      nurse.post('/clinical/allergies', {
        patient_id,
        substance: 'Penicillin',
        severity: 'SEVERE',
        reactions: ['Rash'],
      }),
    )
    t.match(await doctor.post(`/prescriptions/${draft.id}/sign`), {
      status: 409,
      message:
        /^Allergy: Line 1, Amoxicillin 250 mg capsule: allergy to penicillin \(rash, severe\)\. .*may let this through with a reason\.$/,
    })
    t.equal(await state(draft.id), 'DRAFT', 'all items are signed or none')
    const overrides = [{ gate: 'RX_ALLERGY_EXACT', subject: '1', reason_code: 'TOLERATED_BEFORE' }]
    const signed = await done(doctor.post(`/prescriptions/${draft.id}/sign`, { overrides }))
    t.match(signed, {
      status: 'ACTIVE',
      alerts: [{ gate: 'RX_ALLERGY_EXACT', override: { reason_code: 'TOLERATED_BEFORE' } }],
    })
    t.match(await doctor.post(`/prescriptions/${draft.id}/sign`), {
      status: 409,
      message: /^Prescription RX-2026-\d+ is ACTIVE\. It can: cancel\.$/,
    })
    t.equal((await doctor.patch(`/prescriptions/${draft.id}`, { notes: 'x' })).status, 409)
  })

  t.test('held against what is taken already (CAR-61, CAR-76)', async (t) => {
    const { patient_id } = await visiting()
    const first = await done(prescribe(patient_id, [item(paracetamol)]))
    t.match(await prescribe(patient_id, [item(paracetamol)]), {
      status: 409,
      message: new RegExp(`already active \\(${first.reference}`),
    })
    await done(
      doctor.post(`/prescription-items/${first.items[0].id}/discontinue`, {
        stop_reason: 'INEFFECTIVE',
      }),
    )
    t.equal(await state(first.id), 'STOPPED')
    t.equal((await prescribe(patient_id, [item(paracetamol)])).status, 201)
  })

  t.test('an item is held, goes on, changes and stops; the old one stands (CAR-64)', async (t) => {
    const { patient_id } = await visiting()
    const made = await done(prescribe(patient_id, [item(amoxicillin), item(paracetamol)]))
    const [one] = made.items
    const at = `/prescription-items/${one.id}`
    t.match(await doctor.post(`${at}/hold`, {}), { status: 400, message: 'reason is required.' })
    const held = await done(doctor.post(`${at}/hold`, { reason: 'Vomits' }))
    t.match(held, { status: 'ON_HOLD', moves: ['resume', 'revise', 'discontinue'] })
    t.equal(await state(made.id), 'ACTIVE', 'the other item runs')
    t.equal((await done(doctor.post(`${at}/resume`))).status, 'ACTIVE')
    t.match(await doctor.post(`${at}/revise`, { reason: 'Same', dose: 500 }), {
      status: 409,
      message: 'Nothing was changed.',
    })
    const revised = await done(doctor.post(`${at}/revise`, { reason: 'Weak', dose: 750 }))
    t.match(revised, {
      action: 'REVISE',
      status: 'ACTIVE',
      previous_item_id: one.id,
      line_no: 3,
      quantity: 45,
      chain: [{ status: 'STOPPED', stop_reason: 'CHANGED' }, { line_no: 3 }],
    })
    t.match(await doctor.post(`${at}/revise`, { reason: 'Again', dose: 250 }), {
      status: 409,
      message: 'Medicine Amoxicillin 250 mg capsule is STOPPED. It can: renew, void.',
    })
    const stopped = await done(
      doctor.post(`/prescription-items/${revised.id}/discontinue`, {
        stop_reason: 'ADVERSE_REACTION',
        reason: 'Itching',
      }),
    )
    t.match(stopped, { status: 'STOPPED', stop_reason: 'ADVERSE_REACTION', action: 'DISCONTINUE' })
    const allergies = await done(nurse.get(`/patients/${patient_id}/allergies`))
    t.match(allergies.allergies, [
      { substance: 'Amoxicillin 250 mg capsule', certainty: 'SUSPECTED' },
    ])
  })

  t.test('more of the same, on a prescription of its own (CAR-66)', async (t) => {
    const { patient_id } = await visiting()
    const made = await done(prescribe(patient_id, [item(paracetamol)]))
    const at = `/prescription-items/${made.items[0].id}/renew`
    t.equal((await doctor.post(at, {})).status, 400, 'not without a duration')
    const renewed = await done(doctor.post(at, { duration_days: 3 }))
    t.match(renewed, {
      action: 'RENEW',
      previous_item_id: made.items[0].id,
      start_at: made.items[0].stop_at,
      quantity: 9,
    })
    t.not(renewed.prescription_id, made.id)
  })

  t.test('taken back, all of it or an item; voided (3.3)', async (t) => {
    const { patient_id } = await visiting()
    const made = await done(prescribe(patient_id, [item(amoxicillin), item(paracetamol)]))
    const [one, two] = made.items
    const at = `/prescriptions/${made.id}/cancel`
    t.equal((await doctor.post(at, {})).status, 400)
    t.equal((await doctor.post(at, { reason: 'Error', item_ids: [newId()] })).status, 404)
    const part = await done(doctor.post(at, { reason: 'Wrong line', item_ids: [one.id] }))
    t.match(part, { status: 'ACTIVE', items: [{ status: 'CANCELLED' }, { status: 'ACTIVE' }] })
    const voided = await done(
      doctor.post(`/prescription-items/${two.id}/void`, {
        reason: 'Of another patient',
        reason_code: 'WRONG_PATIENT',
      }),
    )
    t.equal(voided.status, 'VOIDED')
    t.equal(await state(made.id), 'CANCELLED')
  })

  t.test('a learner’s waits for somebody else (3.3)', async (t) => {
    const intern = await house.people.with('intern')
    const { patient_id } = await visiting()
    const made = await done(
      intern.post('/prescriptions', { patient_id, items: [item(paracetamol)] }),
    )
    t.match(made, { status: 'TO_COSIGN', items: [{ status: 'TO_COSIGN' }] })
    const back = await done(
      doctor.post(`/prescriptions/${made.id}/send-back`, { reason: 'Too little' }),
    )
    t.match(back, { status: 'DRAFT', items: [{ status: 'DRAFT' }] })
    await done(intern.post(`/prescriptions/${made.id}/sign`))
    const both = await done(doctor.post(`/prescriptions/${made.id}/cosign`))
    t.match(both, { status: 'ACTIVE', cosigned_by_name: doctor.user.full_name })
    t.match(await doctor.post(`/prescriptions/${made.id}/cosign`), { status: 409 })
  })

  t.test(
    'controlled drugs want a council number; WATCH wants a reason (CAR-68, CAR-69)',
    async (t) => {
      const { patient_id } = await visiting()
      const morphine = await called('Morphine 10 mg tablet')
      const asked = [item(morphine, { dose: 10, indication: 'Pain of cancer', duration_days: 5 })]
      t.match(
        await prescribe(patient_id, [
          item(ceftriaxone, { dose: 1, dose_unit: 'G', route: 'IV', frequency: 'OD' }),
        ]),
        { status: 409, message: /write why: Ceftriaxone 1 g injection is a Watch antibiotic\./ },
      )
      const licence: { no: string | null } = { no: null }
      answering(t, staffOf, async (caller) => ({
        staff_id: caller.user_id ?? '',
        name: caller.name,
        cadre: null,
        grade: null,
        national_id: null,
        licence_no: licence.no,
      }))
      t.match(await prescribe(patient_id, asked), {
        status: 409,
        message: 'Your council number is not on your staff record.',
      })
      licence.no = 'MCT-1234'
      t.match(await prescribe(patient_id, [item(morphine, { ...asked[0], duration_days: 10 })]), {
        status: 409,
        message: /a controlled drug is prescribed for 7 days at most/,
      })
      const made = await done(prescribe(patient_id, asked))
      t.match(made, { registration_no: 'MCT-1234', valid_until: '2026-04-07' })
      t.match(
        await doctor.post(`/prescription-items/${made.items[0].id}/renew`, { duration_days: 3 }),
        { status: 409, message: /is controlled: write a new prescription/ },
      )
    },
  )

  t.test('in a bed it is an inpatient’s (2.7)', async (t) => {
    const admin = await house.people.holding('ward:write', 'ward:read')
    const { beds } = await wardOf(admin)
    const patient_id = await on.patient()
    const asked = await done(nurse.post('/admissions', { patient_id, reason: 'Malaria' }))
    const charge = await house.people.with('nurse_in_charge')
    await done(
      charge.post(`/admissions/${asked.id}/admit`, {
        bed_id: beds[0].id,
        attending_id: newId(),
      }),
    )
    const made = await done(prescribe(patient_id, [item(paracetamol, { duration_days: null })]))
    t.match(made, { kind: 'INPATIENT', admission_id: asked.id, valid_until: null })
    t.match(made.items, [{ quantity: null, stop_at: null }])
  })

  t.test('bad input leaves nothing (6)', async (t) => {
    const { patient_id } = await visiting()
    const lonely = await on.patient()
    const bad: [object, number, RegExp][] = [
      [{ items: [item(amoxicillin)] }, 400, /^patient_id is required/],
      [{ patient_id, items: [] }, 400, /^items needs at least one line\.$/],
      [{ patient_id, items: [item(amoxicillin, { route: null })] }, 400, /^items\[0\]: route is/],
      [{ patient_id, items: [item(amoxicillin, { frequency: '5X' })] }, 400, /frequency/],
      [
        { patient_id, items: [item(amoxicillin, { dose: 0 })] },
        400,
        /^items\[0\]: dose must be more/,
      ],
      [
        { patient_id, items: [item(amoxicillin, { duration_days: null })] },
        400,
        /^items\[0\]: duration_days is required\.$/,
      ],
      [
        { patient_id, items: [item(amoxicillin, { refills: 2 })] },
        400,
        /^items\[0\]: refills is not offered yet\.$/,
      ],
      [
        { patient_id, items: [item(amoxicillin, { substitution: 'NOT_ALLOWED' })] },
        400,
        /^items\[0\]: substitution_reason is required/,
      ],
      [
        {
          patient_id,
          items: [item(paracetamol, { frequency: 'PRN', prn_reason: 'Pain', prn_max_24h: 4 })],
        },
        400,
        /^items\[0\]: prn_min_hours is required for PRN\.$/,
      ],
      [
        {
          patient_id,
          items: [
            item(ceftriaxone, { dose: 1, dose_unit: 'G', route: 'IV', frequency: 'CONTINUOUS' }),
          ],
        },
        400,
        /^items\[0\]: infusion is required for CONTINUOUS\.$/,
      ],
      [{ patient_id, items: [item(newId())] }, 404, /^No such medicine\.$/],
      [{ patient_id: newId(), items: [item(amoxicillin)] }, 404, /^No such patient\.$/],
      [{ patient_id: lonely, items: [item(amoxicillin)] }, 409, /has no open visit/],
      [{ patient_id, kind: 'DISCHARGE', items: [item(amoxicillin)] }, 409, /who is admitted/],
      [{ patient_id, kind: 'EMERGENCY', items: [item(amoxicillin)] }, 400, /not offered yet/],
      [{ patient_id, dispense_at: newId(), items: [item(amoxicillin)] }, 404, /^No such store\.$/],
    ]
    for (const [body, status, message] of bad) {
      const before = await rowCounts()
      t.match(await doctor.post('/prescriptions', body), { status, message })
      t.same(await rowCounts(), before, 'nothing is left')
    }
    t.equal((await nurse.post('/prescriptions', { patient_id, items: [] })).status, 403)
  })

  t.test('six sign one draft: it is signed once', async (t) => {
    const { patient_id } = await visiting()
    const draft = await done(prescribe(patient_id, [item(amoxicillin)], { sign: false }))
    const six = await Promise.all(
      Array.from({ length: 6 }, () => doctor.post(`/prescriptions/${draft.id}/sign`)),
    )
    t.same(
      six.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409, 409, 409, 409, 409],
    )
  })
})
