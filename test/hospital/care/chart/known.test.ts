// What is known of a patient for life: allergies, problems, pregnancy (CAR-36 to CAR-38, PAT-27).

import t from 'tap'
import { clock, days } from '../../../../db/core/clock.ts'
import { newId } from '../../../../db/core/ids.ts'
import { within } from '../../../../db/store/connection.ts'
import { allergiesOf, conditionsOf } from '../../../../db/hospital/neighbours/medicines.ts'
import { pregnanciesOf } from '../../../../db/hospital/neighbours/care.ts'
import { addAllergyDraft, carePatientsIn } from '../../../../db/hospital/neighbours/to-care.ts'
import { registry } from '../../../../db/hospital/registry.ts'
import { boot } from '../../../support/boot.ts'
import { rowCounts } from '../../../support/counts.ts'
import { somebody } from '../../../support/desk/visits.ts'
import { done, staffKept } from '../../../support/desk/ward.ts'

t.test('what is known for life', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  clock.freeze('2026-03-31T06:00:00.000Z')
  const clerk = await people.with('reception')
  const nurse = await people.with('nurse')
  const doctor = await people.with('doctor')
  const patient = async (more: Record<string, unknown> = {}): Promise<string> =>
    (await somebody(clerk, more)).id
  const allergy = (patient_id: string, more: Record<string, unknown> = {}) =>
    nurse.post('/clinical/allergies', {
      patient_id,
      substance: 'Penicillin',
      severity: 'SEVERE',
      reactions: ['Rash', 'Swelling'],
      ...more,
    })

  t.test('an allergy, once; who asks is told (CAR-37, CAR-38, CAR-210)', async (t) => {
    const id = await patient()
    const asked = await done(
      nurse.post(`/patients/${id}/allergies/none-known`, { source: 'PATIENT' }),
    )
    t.match(asked, { allergy_status: 'NONE_KNOWN', asked_by: nurse.user.full_name })
    const made = await done(allergy(id))
    t.match(made, {
      substance: 'Penicillin',
      certainty: 'SUSPECTED',
      status: 'ACTIVE',
      staff_name: nurse.user.full_name,
      moves: ['refute', 'void'],
      affected: [],
    })
    t.equal((await done(clerk.get(`/patients/${id}`))).allergy_status, 'RECORDED')
    t.same((await allergiesOf(system, [id])).get(id), [
      { substance: 'Penicillin', severity: 'SEVERE', reactions: 'Rash, Swelling' },
    ])
    t.match(await allergy(id, { substance: 'PENICILLIN' }), {
      status: 409,
      message: 'Penicillin allergy is already recorded (severe, 2026-03-31).',
    })
    t.match(await nurse.post(`/patients/${id}/allergies/none-known`, { source: 'PATIENT' }), {
      status: 409,
      message: 'Penicillin allergy is recorded: refute it first.',
    })
    const refuted = await done(
      doctor.post(`/clinical/allergies/${made.id}/refute`, {
        reason: 'Tolerated',
        how_tested: 'Oral challenge',
      }),
    )
    t.match(refuted, { status: 'REFUTED', certainty: 'REFUTED', moves: ['void'] })
    t.same((await allergiesOf(system, [id])).get(id), undefined, 'no longer checked')
    const shown = await done(nurse.get(`/patients/${id}/allergies`))
    t.match(shown, { allergy_status: 'UNKNOWN', allergies: [{ status: 'REFUTED' }] })
    t.match(await doctor.post(`/clinical/allergies/${made.id}/refute`, refuted), { status: 400 })
  })

  t.test('who was asked a year ago is asked again (CAR-38)', async (t) => {
    const id = await patient()
    await done(nurse.post(`/patients/${id}/allergies/none-known`, { source: 'RELATIVE' }))
    const then = clock.ms()
    clock.freeze(new Date(then + days(366)).toISOString())
    const late = await people.with('nurse')
    t.equal((await done(late.get(`/patients/${id}/allergies`))).allergy_status, 'UNKNOWN')
    clock.freeze(new Date(then).toISOString())
  })

  t.test('bad input leaves nothing (6)', async (t) => {
    const id = await patient()
    const bad: [string, Record<string, unknown>, number, string][] = [
      ['/clinical/allergies', { substance: 'X' }, 400, 'patient_id is required.'],
      ['/clinical/allergies', { patient_id: id, severity: 'MILD' }, 400, 'substance is required.'],
      [
        '/clinical/allergies',
        { patient_id: newId(), substance: 'X', severity: 'MILD' },
        404,
        'No such patient.',
      ],
      [
        '/clinical/allergies',
        { patient_id: id, substance: 'X', severity: 'MILD', substance_kind: 'CLASS' },
        400,
        'class_code is required with CLASS.',
      ],
      [
        '/clinical/allergies',
        { patient_id: id, substance: 'X', severity: 'MILD', substance_kind: 'INGREDIENT' },
        400,
        'ingredient_code is required with INGREDIENT.',
      ],
      [
        '/clinical/allergies',
        { patient_id: id, substance: 'X', severity: 'MILD', onset_on: '2026-05-01' },
        400,
        'onset_on is in the future.',
      ],
      ['/clinical/problems', { patient_id: id }, 400, 'title is required.'],
      [
        '/clinical/problems',
        { patient_id: id, title: 'Asthma', code: 'J45' },
        400,
        'code and coding_system go together.',
      ],
      [
        '/clinical/problems',
        { patient_id: id, title: 'x'.repeat(201) },
        400,
        'title must be between 2 and 200 characters.',
      ],
    ]
    for (const [path, body, status, message] of bad) {
      const before = await rowCounts()
      const answer = await nurse.post(path, body)
      t.equal(answer.message, message)
      t.equal(answer.status, status)
      t.same(await rowCounts(), before, 'nothing is left')
    }
  })

  t.test('six at once: one is recorded (CAR-37, CAR-36)', async (t) => {
    const id = await patient()
    const six = await Promise.all(Array.from({ length: 6 }, () => allergy(id)))
    t.same(
      six.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 409, 409, 409, 409, 409],
    )
    const problem = { patient_id: id, title: 'Asthma', code: 'j45.9', coding_system: 'icd-10' }
    const more = await Promise.all(
      Array.from({ length: 6 }, () => nurse.post('/clinical/problems', problem)),
    )
    t.same(
      more.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 409, 409, 409, 409, 409],
    )
    const refused = more.find(({ status }) => status === 409)
    t.equal(refused?.message, 'Asthma is on the list already.')
    const [kept] = await done(nurse.get(`/patients/${id}/problems`))
    t.match(kept, { code: 'J45.9', coding_system: 'ICD10' })
  })

  t.test('a problem comes, rests, is resolved and comes again (3.2, CAR-36)', async (t) => {
    const id = await patient()
    const made = await done(
      nurse.post('/clinical/problems', {
        patient_id: id,
        title: 'Hypertension',
        chronic: true,
        onset_on: '2020-01-01',
      }),
    )
    t.same((await conditionsOf(system, [id])).get(id), [{ title: 'Hypertension', chronic: true }])
    const at = `/clinical/problems/${made.id}`
    t.match(await done(nurse.post(`${at}/deactivate`)), { status: 'INACTIVE' })
    t.match(await nurse.post(`${at}/deactivate`), {
      status: 409,
      message: 'Problem Hypertension is INACTIVE. It can: reactivate, resolve, void.',
    })
    t.match(await nurse.post(`${at}/resolve`, { resolved_on: '2019-01-01' }), {
      status: 400,
      message: 'resolved_on is before onset_on.',
    })
    t.match(await done(nurse.post(`${at}/resolve`)), { resolved_on: '2026-03-31' })
    t.match(await done(nurse.post(`${at}/reactivate`)), { status: 'ACTIVE', resolved_on: null })
    const voided = await done(nurse.post(`${at}/void`, { reason: 'Another patient' }))
    t.match(voided, { status: 'VOIDED', moves: [] })
    t.same(
      voided.history.map(({ move }: { move: string }) => move),
      ['record', 'deactivate', 'resolve', 'reactivate', 'void'],
    )
    t.same(await done(nurse.get(`/patients/${id}/problems`)), [], 'out of the list')
  })

  t.test('what is kept from others is not there for them (CAR-10)', async (t) => {
    const id = await patient()
    const made = await done(
      doctor.post('/clinical/problems', {
        patient_id: id,
        title: 'Secret matter',
        sensitivity: 'RESTRICTED',
      }),
    )
    t.equal((await done(doctor.get(`/patients/${id}/problems`))).length, 1)
    t.same(await done(nurse.get(`/patients/${id}/problems`)), [])
    t.match(await nurse.post(`/clinical/problems/${made.id}/resolve`), {
      status: 404,
      message: 'No such problem.',
    })
    const holder = await people.holding('record:read', 'record:restricted')
    t.equal((await done(holder.get(`/patients/${id}/problems`))).length, 1)
  })

  t.test('pregnancy, as it was said last (2.3, PAT-30)', async (t) => {
    const id = await patient({ sex: 'Female', birth_date: '2000-01-01' })
    const at = `/patients/${id}/pregnancy-status`
    t.equal((await nurse.get(at)).data, null)
    const said = await done(nurse.put(at, { pregnant: 'YES', lmp: '2025-12-01', basis: 'HISTORY' }))
    t.match(said, { pregnant: 'YES', edd: '2026-09-07', weeks: 17, stale: false })
    t.match((await pregnanciesOf(system, [id])).get(id), { pregnant: true, weeks: 17 })
    t.ok((await carePatientsIn(system, { group: 'PREGNANT', on: '2026-03-31' })).includes(id))
    t.match((await done(clerk.get(`/patients/${id}`))).vulnerable_groups, ['PREGNANT'])
    const then = clock.ms()
    clock.freeze(new Date(then + days(31)).toISOString())
    const later = await people.with('nurse')
    t.match(await done(later.get(at)), { stale: true })
    clock.freeze(new Date(then).toISOString())
    await done(nurse.put(at, { pregnant: 'NO', basis: 'TEST' }))
    t.match((await pregnanciesOf(system, [id])).get(id), { pregnant: false, edd: null })
    t.same(await carePatientsIn(system, { group: 'PREGNANT', on: '2026-03-31' }), [])
    const man = await patient({ sex: 'Male' })
    t.match(
      await nurse.put(`/patients/${man}/pregnancy-status`, { pregnant: 'YES', basis: 'TEST' }),
      {
        status: 409,
        message: /is recorded as male\.$/,
      },
    )
    for (const [field, day, message] of [
      ['lmp', '2026-05-01', 'lmp is in the future.'],
      ['lmp', '2024-01-01', 'lmp is too long ago.'],
      ['edd', '2025-01-01', 'edd is too long ago.'],
      ['edd', '2028-01-01', 'edd is too far ahead.'],
    ]) {
      t.match(await nurse.put(at, { pregnant: 'YES', basis: 'TEST', [field as string]: day }), {
        status: 400,
        message,
      })
    }
  })

  t.test('told at the desk, and joined once by a merge (CAR-40, CAR-215, PAT-26)', async (t) => {
    const one = await patient({ reported_allergies: ['Sulfa', 'Dust'] })
    t.match((await done(nurse.get(`/patients/${one}/allergies`))).allergies, [
      { substance: 'Sulfa', certainty: 'SUSPECTED', source: 'PATIENT' },
      { substance: 'Dust' },
    ])
    await within(() =>
      addAllergyDraft(system, { patient_id: one, substance: 'sulfa', source: 'RETURN' }),
    )
    t.equal((await allergiesOf(system, [one])).get(one)?.length, 2, 'once')
    const other = await patient()
    await done(allergy(other, { substance: 'Sulfa', severity: 'SEVERE' }))
    const asked = { from: one, to: other }
    for (const repoint of registry.repoints) {
      await within(() => repoint(system, asked)).catch(() => ({}))
    }
    t.same(
      (await allergiesOf(system, [other])).get(other)?.map(({ substance }) => substance),
      ['Dust', 'Sulfa'],
    )
  })

  t.test('once staff are kept, who has no record writes nothing (CAR-1)', async (t) => {
    const id = await patient()
    staffKept(t, [doctor])
    for (const [path, body] of [
      ['/clinical/allergies', { patient_id: id, substance: 'X', severity: 'MILD' }],
      ['/clinical/problems', { patient_id: id, title: 'Asthma' }],
      [`/patients/${id}/allergies/none-known`, { source: 'PATIENT' }],
    ] as const) {
      const refused = await nurse.post(path, body)
      t.match(refused, {
        status: 403,
        message: 'Your account has no staff record: ask HR to link it.',
      })
    }
    t.equal((await allergyBy(id)).status, 201)
  })

  const allergyBy = (patient_id: string) =>
    doctor.post('/clinical/allergies', { patient_id, substance: 'X', severity: 'MILD' })
})
