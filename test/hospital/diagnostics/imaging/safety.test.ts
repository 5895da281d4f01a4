// What is asked before rays, contrast and magnets, and what the answers stand in the way of (DIA-116 to
// DIA-118). The reckoning is tried without a house, the gates with one.

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import {
  asksPregnancy,
  bitesOf,
  type Facts,
  openQuestions,
  pregnancyOf,
  regionOf,
} from '../../../../db/hospital/diagnostics/imaging/safety/questions.ts'
import type { Safety } from '../../../../db/hospital/diagnostics/imaging/tables.ts'
import { boot } from '../../../support/boot.ts'
import { imagingAtWork } from '../../../support/desk/imaging.ts'
import { done } from '../../../support/desk/ward.ts'

const facts = (
  study: Partial<Facts['study']>,
  safety: Safety = {},
  more: Partial<Facts> = {},
): Facts => ({
  study: { modality: 'XR', body_part: 'Pelvis', contrast: 'NONE', test_code: 'XR-PELV', ...study },
  sex: 'Female',
  age: 30,
  safety,
  answered_freshly: true,
  known_pregnant: false,
  tested_negative: false,
  egfr: null,
  egfr_at: null,
  contrast_allergy: null,
  today: '2026-03-20',
  limits: { pregnancy_ages: [12, 55], pregnancy_days: 28, egfr_block: 30, egfr_warn: 45 },
  ...more,
})
const head = { modality: 'CT', body_part: 'Head', contrast: 'REQUIRED' } as const
const brain = { modality: 'MR', body_part: 'Brain' } as const
const no_contrast_trouble: Safety = {
  contrast_reaction: 'NO',
  asthma: 'NO',
  metformin: 'NO',
  kidney_disease: 'NO',
  diabetes: 'NO',
  thyroid: 'NO',
}

t.test('who is asked about a pregnancy (DIA-116)', async (t) => {
  t.equal(asksPregnancy(facts({})), true)
  t.equal(asksPregnancy(facts({}, {}, { sex: 'Male' })), false)
  t.equal(asksPregnancy(facts({}, {}, { age: 56 })), false)
  t.equal(asksPregnancy(facts({}, {}, { age: 12 })), true)
  t.equal(asksPregnancy(facts({ modality: 'US' })), false)
})

t.test('how near the rays come (DIA-116)', async (t) => {
  for (const [modality, body_part, region] of [
    ['XR', 'Chest', 'LOW'],
    ['XR', 'Pelvis', 'HIGH'],
    ['XR', 'Lumbar spine', 'HIGH'],
    ['XR', 'Hip', 'HIGH'],
    ['XR', 'Knee', 'LOW'],
    ['CT', 'Head', 'LOW'],
    ['CT', 'Chest', 'HIGH'],
    ['CT', null, 'HIGH'],
    ['FL', 'Oesophagus', 'HIGH'],
  ] as const) {
    t.equal(
      regionOf({ modality, body_part, contrast: 'NONE', test_code: 'X' }),
      region,
      body_part ?? '',
    )
  }
})

t.test('what counts of what was said (DIA-116)', async (t) => {
  const said = (safety: Safety, more: Partial<Facts> = {}) => pregnancyOf(facts({}, safety, more))
  t.equal(said({}), 'UNKNOWN')
  t.equal(said({ pregnancy: 'NOT_ASKED' }), 'UNKNOWN')
  t.equal(said({ pregnancy: 'NO' }), 'NO')
  t.equal(said({ pregnancy: 'NO', lmp: '2026-02-20' }), 'NO', 'the 28th day')
  t.equal(said({ pregnancy: 'NO', lmp: '2026-02-19' }), 'UNKNOWN', 'the 29th')
  t.equal(said({ pregnancy: 'UNKNOWN', lmp: '2026-03-10' }), 'NO', 'ten days')
  t.equal(said({ pregnancy: 'UNKNOWN', lmp: '2026-03-09' }), 'UNKNOWN', 'eleven')
  t.equal(said({ pregnancy: 'NO' }, { known_pregnant: true }), 'YES')
  t.equal(said({}, { tested_negative: true }), 'NO')
  t.equal(said({ pregnancy: 'YES' }, { tested_negative: true }), 'YES')
})

t.test('contrast: a reaction, the kidneys, metformin (DIA-116)', async (t) => {
  t.same(openQuestions(facts({ ...head, contrast: 'POSSIBLE' })), ['pregnancy'])
  t.equal(openQuestions(facts(head)).length, 7)
  const asked = (safety: Safety, more: Partial<Facts> = {}) =>
    bitesOf(facts(head, { pregnancy: 'NO', ...no_contrast_trouble, ...safety }, more))
  t.same(asked({}), {})
  t.match(asked({ contrast_reaction: 'YES' }).IMG_CONTRAST, [{ what: /earlier reaction/ }])
  t.match(asked({}, { contrast_allergy: 'Iohexol' }).IMG_CONTRAST, [{ what: /Iohexol on record/ }])
  t.match(asked({}, { egfr: 29 }).IMG_RENAL, [{ what: 'eGFR is 29, below 30.' }])
  t.match(asked({}, { egfr: 44 }).IMG_RENAL, [{ what: 'eGFR is 44, below 45.', level: 'WARN' }])
  t.equal(asked({}, { egfr: 45 }).IMG_RENAL, undefined)
  t.ok(asked({ diabetes: 'YES' }).IMG_RENAL_UNKNOWN)
  t.ok(asked({}, { age: 61 }).IMG_RENAL_UNKNOWN)
  t.equal(asked({ diabetes: 'YES' }, { egfr: 80 }).IMG_RENAL_UNKNOWN, undefined)
  t.ok(asked({ metformin: 'YES' }, { egfr: 80 }).IMG_METFORMIN)
})

t.test('metal and the magnet (DIA-116)', async (t) => {
  t.equal(openQuestions(facts(brain)).length, 6)
  const none = {
    pacemaker: 'NO',
    aneurysm_clip: 'NO',
    cochlear_implant: 'NO',
    eye_fragment: 'NO',
    shrapnel: 'NO',
    other_implant: 'NO',
  } as const
  t.same(bitesOf(facts(brain, { metal: none })), {})
  const paced = { metal: { ...none, pacemaker: 'YES' as const } }
  t.match(bitesOf(facts(brain, paced)).IMG_METAL, [{ level: 'BLOCK' }])
  const known = bitesOf(facts(brain, { ...paced, mr_conditional: 'Make and model, 1.5 T' }))
  t.equal(known.IMG_METAL?.[0]?.level, undefined)
  t.match(bitesOf(facts(brain, { metal: { ...none, shrapnel: 'UNKNOWN' } })).IMG_METAL, [
    { what: 'shrapnel UNKNOWN.' },
  ])
})

t.test('the gates of a study', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-20T06:00:00.000Z')
  const at = await imagingAtWork(house)
  const { doctor, radiographer, room } = at
  const woman = { sex: 'Female', birth_date: '1996-02-01' }
  const safety = (id: string) => `/diagnostics/imaging/studies/${id}/safety`
  const begin = { identity_checked: 'WRISTBAND' }
  const arrived = async (codes: string[], more: Record<string, unknown> = {}) => {
    const { patient_id } = await at.visiting(woman)
    const study = await at.studyOf(await at.order(patient_id, codes, more))
    return done(at.ask(study, 'arrive'))
  }

  t.test('questions first, then the pregnancy (DIA-116, DIA-117, DIA-118)', async (t) => {
    const study = await arrived(['XR-PELV'])
    t.same(study.safety.open, ['pregnancy'])
    const refused = await at.ask(study, 'start', begin)
    t.match(refused, {
      status: 409,
      message: /Safety questions: not answered: pregnancy\. Ask the patient\./,
    })
    t.match(
      refused.message,
      /Pregnancy and exposure: pregnancy is not known and XR-PELV exposes the pelvis\. Ask the patient\. .*may let this through with a reason\./,
    )
    const told = await done(radiographer.put(safety(study.id), { pregnancy: 'YES' }))
    t.match(told.safety.gates, [{ gate: 'IMG_PREGNANCY', level: 'BLOCK_WITH_OVERRIDE' }])
    const why = { gate: 'IMG_PREGNANCY', reason_code: 'NO_OTHER_WAY' }
    const reason = 'Fracture after a fall, no other way to see it'
    t.match(await radiographer.put(safety(study.id), { overrides: [{ ...why, reason }] }), {
      status: 403,
    })
    t.match(await doctor.put(safety(study.id), { overrides: [{ ...why, reason: 'Short' }] }), {
      status: 400,
      message: 'overrides[0].reason must be between 10 and 300 characters.',
    })
    const passed = await done(doctor.put(safety(study.id), { overrides: [{ ...why, reason }] }))
    t.match(passed.safety, { gates: [], overrides: [{ gate: 'IMG_PREGNANCY', reason }] })
    t.equal((await at.ask(study, 'start', begin)).status, 200, 'what was justified stays so')
  })

  t.test('a low dose only warns; an order brings its answers (DIA-34)', async (t) => {
    const study = await arrived(['XR-CHEST'], { safety: { pregnancy: 'UNKNOWN' } })
    t.same(study.safety.open, [])
    const started = await done(at.ask(study, 'start', begin))
    t.match(started.warnings, [{ gate: 'IMG_PREGNANCY', level: 'WARN' }])
  })

  t.test('what cannot wait passes what is not known, never what is (DIA-117)', async (t) => {
    const unknown = await arrived(['XR-PELV'], { priority: 'STAT' })
    t.equal((await at.ask(unknown, 'start', begin)).status, 200)
    const known = await arrived(['XR-PELV'], { priority: 'STAT', safety: { pregnancy: 'YES' } })
    t.match(await at.ask(known, 'start', begin), {
      status: 409,
      message: /the patient is pregnant/,
    })
    const pass = [
      {
        gate: 'IMG_PREGNANCY',
        reason_code: 'CLINICAL_NEED',
        reason: 'Life of the mother comes first',
      },
    ]
    t.equal((await at.ask(known, 'start', { ...begin, overrides: pass })).status, 403)
    const both = await house.people.with('radiographer', 'radiologist')
    const path = `/diagnostics/imaging/studies/${known.id}/start`
    t.equal((await both.post(path, { ...begin, overrides: pass })).status, 200)
  })

  t.test('answers of yesterday are asked again (DIA-118)', async (t) => {
    const study = await arrived(['XR-PELV'], { safety: { pregnancy: 'NO' } })
    clock.freeze('2026-03-21T07:00:00.000Z')
    const other = await house.people.with('radiographer')
    const path = `/diagnostics/imaging/studies/${study.id}`
    t.match(await other.post(`${path}/start`, begin), {
      status: 409,
      message: /Safety questions: the answers are older than a day\. Ask again\./,
    })
    await done(other.put(safety(study.id), { pregnancy: 'NO' }))
    t.equal((await other.post(`${path}/start`, begin)).status, 200)
    t.match(await other.put(safety(study.id), { pregnancy: 'NO' }), {
      status: 409,
      message: `Study ${study.accession} is IN_PROGRESS: the answers stand.`,
    })
    clock.freeze('2026-03-20T06:00:00.000Z')
  })

  t.test('who books is told what to think of (IMG_METFORMIN at the booking)', async (t) => {
    const { patient_id } = await at.visiting(woman)
    const answers = { ...no_contrast_trouble, metformin: 'YES', pregnancy: 'YES' }
    const order = await at.order(patient_id, ['CT-ABDPEL'], { safety: answers })
    const study = await at.studyOf(order)
    const starts_at = '2026-03-20T12:00:00.000Z'
    const booked = await done(at.ask(study, 'schedule', { room_id: room.id, starts_at }))
    t.same(
      booked.warnings.map(({ gate, level }: { gate: string; level: string }) => [gate, level]),
      [
        ['IMG_PREGNANCY', 'WARN'],
        ['IMG_METFORMIN', 'WARN'],
      ],
    )
    t.match(booked.preparation, /creatinine/)
  })
})
