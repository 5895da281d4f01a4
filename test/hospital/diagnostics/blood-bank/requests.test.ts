// Blood for a patient: asked for, sampled, matched, issued, returned (BLD-52 to BLD-68).

import type { Data } from '../../../support/ask.ts'
import t from 'tap'
import { clock, minutes } from '../../../../db/core/clock.ts'
import { newId } from '../../../../db/core/ids.ts'
import { repointPatient } from '../../../../db/hospital/diagnostics/blood-bank/for-areas.ts'
import { within } from '../../../../db/store/connection.ts'
import { lapseRequests } from '../../../../db/hospital/diagnostics/blood-bank/requests/jobs.ts'
import { letGo } from '../../../../db/hospital/diagnostics/blood-bank/units/jobs.ts'
import { openWork } from '../../../../db/hospital/office/places/modules.ts'
import { boot } from '../../../support/boot.ts'
import { bloodAtWork, groupingOf } from '../../../support/desk/blood.ts'
import { somebody } from '../../../support/desk/visits.ts'
import { done } from '../../../support/desk/ward.ts'
import { priced } from '../../../support/money/prices.ts'

t.test('blood for patients', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  clock.freeze('2026-03-21T06:00:00.000Z')
  let bank = await bloodAtWork(house)
  let { one, head } = bank
  let clerk = await people.with('reception')
  let doctor = await people.with('doctor')
  await priced(house, [{ code: 'BLOOD1', name: 'Blood', category: 'Laboratory', price: 50_000_00 }])
  const { components } = await done(one.get('/blood-bank/settings'))
  await done(
    head.patch('/blood-bank/settings', {
      components: components.map((row: Data) => ({ ...row, tariff_code: 'BLOOD1' })),
    }),
  )
  /** So many minutes pass, and everybody signs in anew. */
  const pass = async (count: number): Promise<void> => {
    clock.freeze(new Date(clock.ms() + minutes(count)).toISOString())
    bank = await bloodAtWork(house)
    ;({ one, head } = bank)
    clerk = await people.with('reception')
    doctor = await people.with('doctor')
  }
  const patientNamed = async (): Promise<Data> => {
    const made = await somebody(clerk, { sex: 'Male' })
    return done(clerk.get(`/patients/${made.id}`))
  }
  const body = (patient_id: string, more: object = {}) => ({
    patient_id,
    lines: [{ component_code: 'WB', units: 1 }],
    indication: 'BLEEDING',
    transfused_before: 'NO',
    pregnant_or_transfused_90d: 'NO',
    reaction_before: 'NO',
    ...more,
  })
  const ask = (patient_id: string, more: object = {}) =>
    done(doctor.post('/blood-bank/requests', body(patient_id, more)))
  /** Taken at a time of its own by somebody of its own: two of them confirm a group. */
  const sampled = async (patient_id: string, of: string, ago = 60): Promise<Data> => {
    const sample = await done(
      one.post('/blood-bank/samples', {
        patient_id,
        collected_at: new Date(clock.ms() - minutes(ago)).toISOString(),
        collected_by_id: newId(),
        identity_checked: 'WRISTBAND',
      }),
    )
    return done(
      one.post(`/blood-bank/samples/${sample.id}/tests`, {
        grouping: groupingOf(of),
        screen: { result: 'NEGATIVE', method: 'AHG' },
      }),
    )
  }
  const confirmed = async (patient_id: string, of: string): Promise<Data> => {
    await sampled(patient_id, of, 90)
    return sampled(patient_id, of)
  }
  const match = (request: Data, sample: Data, unit: Data, result = 'COMPATIBLE') =>
    one.post(`/blood-bank/requests/${request.id}/crossmatch`, {
      sample_id: sample.id,
      results: [{ unit_id: unit.id, method: 'AHG', result }],
    })
  const issuing = (request: Data, patient: Data, unit: Data, more: object = {}) => ({
    units: [{ unit_id: unit.id }],
    patient_number: patient.number,
    collector_name: 'Mushi',
    destination: 'Ward 2',
    visual_ok: true,
    ...more,
  })
  const issue = (request: Data, patient: Data, unit: Data, more: object = {}) =>
    one.post(`/blood-bank/requests/${request.id}/issue`, issuing(request, patient, unit, more))

  t.test('asked for with all that must be known', async (t) => {
    const { id } = await patientNamed()
    const { indication: _why, ...without } = body(id)
    t.match(await doctor.post('/blood-bank/requests', without), {
      status: 400,
      message: 'indication is required.',
    })
    t.match(await doctor.post('/blood-bank/requests', body(id, { lines: [] })), {
      status: 400,
      message: 'lines: at least one, or hold_only.',
    })
    const { pregnant_or_transfused_90d: _said, ...unsaid } = body(id)
    t.match(await doctor.post('/blood-bank/requests', unsaid), {
      status: 400,
      message: /^pregnant_or_transfused_90d is required/,
    })
    const made = await ask(id, { haemoglobin: 9, indication: 'ANAEMIA' })
    t.match(made, {
      reference: /^BR-2026-\d{5}$/,
      status: 'REQUESTED',
      warnings: [{ gate: 'BLD_THRESHOLD', level: 'WARN' }],
      lines: [{ component_code: 'WB', units: 1, reserved: 0 }],
    })
    await done(
      doctor.post('/clinical/consents', {
        patient_id: id,
        kind: 'TRANSFUSION',
        status: 'REFUSED',
        reason: 'Faith',
        signatory_name: 'Asha',
        signatory_relation: 'SELF',
      }),
    )
    const warned = await ask(id)
    t.match(warned.warnings, [{ message: 'A refusal of blood is on record since 21 March 2026.' }])
    t.match(await done(doctor.get(`/patients/${id}/blood`)), { refuses_blood: true, group: null })
  })

  t.test('a sample is received whole or refused (BLD-54)', async (t) => {
    const { id: patient_id } = await patientNamed()
    t.match(await one.post('/blood-bank/samples', { patient_id }), {
      status: 400,
      message: 'collected_by_id is required: reject the sample instead of guessing.',
    })
    const request = await ask(patient_id)
    const sample = await sampled(patient_id, 'O+')
    t.match(sample, { status: 'TESTED', valid_until: '2026-03-28T05:00:00.000Z' })
    t.match(await done(one.get(`/blood-bank/requests/${request.id}`)), {
      status: 'SAMPLE_RECEIVED',
      sample_id: sample.id,
    })
  })

  t.test('two samples confirm; one that differs stops everything (BLD-52, BLD-53)', async (t) => {
    const patient = await patientNamed()
    const { id } = patient
    await ask(id)
    await confirmed(id, 'O+')
    t.match(await done(doctor.get(`/patients/${id}/blood`)), { group: 'O+', group_confirmed: true })
    t.match(await done(clerk.get(`/patients/${id}`)), {
      blood_group: 'O+',
      blood_group_source: 'TESTED',
    })
    const third = await done(
      one.post('/blood-bank/samples', {
        patient_id: id,
        collected_at: '2026-03-21T05:50:00.000Z',
        collected_by_id: newId(),
        identity_checked: 'WRISTBAND',
      }),
    )
    const told = await one.post(`/blood-bank/samples/${third.id}/tests`, {
      grouping: groupingOf('A+'),
    })
    t.match(told, {
      status: 200,
      message: 'This sample groups as A+; the record says O+. Stop: take a new sample.',
      data: {
        status: 'REJECTED',
        reject_reason: 'WRONG_BLOOD_IN_TUBE',
        groupings: [{ counts: false }],
      },
    })
    t.match(await done(doctor.get(`/patients/${id}/blood`)), { group: 'O+', group_confirmed: true })
  })

  t.test(
    'matched, reserved, issued to whom the slip names, and never twice (BLD-57, BLD-59, BLD-60)',
    async (t) => {
      const patient = await patientNamed()
      const stranger = await patientNamed()
      const request = await ask(patient.id)
      const sample = await confirmed(patient.id, 'A+')
      const wrong = await bank.unit('B+')
      t.match(await match(request, sample, wrong), {
        status: 409,
        message: 'B+ whole blood is not for a group A patient.',
      })
      const unit = await bank.unit('A+')
      const seen = await done(one.get(`/blood-bank/requests/${request.id}`))
      t.same(
        seen.compatible.map(({ number }: Data) => number),
        [unit.number],
        'BLD-41',
      )
      t.match(await issue(request, patient, unit), {
        status: 409,
        message: /^Not cross-matched: .* may let this through with a reason\.$/,
      })
      t.match((await match(request, sample, unit)).data, {
        status: 'READY',
        lines: [{ reserved: 1 }],
        crossmatches: [{ result: 'COMPATIBLE' }],
      })
      t.match(await match(request, sample, unit), { status: 409, message: /is RESERVED\. It can:/ })
      const others = await ask(stranger.id)
      t.match(await issue(others, stranger, unit), {
        status: 409,
        message: new RegExp(`^Unit .* is reserved for patient ${patient.number} until`),
      })
      t.match(await issue(request, stranger, unit), {
        status: 409,
        message: `The slip is for ${stranger.number}; the request is for ${patient.number}.`,
      })
      const went = await issue(request, patient, unit)
      t.match(went, { status: 200, data: { units: [{ status: 'ISSUED' }], warnings: [] } })
      t.match(await issue(request, patient, unit), {
        status: 409,
        message: `Unit ${unit.number} is ISSUED. It can: start, return, discard.`,
      })
      t.match(await done(one.get(`/blood-bank/requests/${request.id}`)), { status: 'ISSUED' })
      const bills = await done(
        people.with('cashier').then((by) => by.get('/billing/bills', { patient_id: patient.id })),
      )
      t.equal(bills.length, 1, 'charged at issue (BLD-62)')
      // What other areas ask: BLD-97.
      const work = await openWork(system, 'blood_bank', house.facility_id)
      t.ok(
        work.some(({ label }) => label === 'units reserved or issued'),
        'seen before a switch',
      )
      await pass(20)
      const back = { sealed: true, reason: 'Not needed' }
      const kept = await one.post(`/blood-bank/units/${unit.id}/return`, back)
      t.match(kept, {
        status: 200,
        data: { status: 'RESERVED', reserved: { patient_id: patient.id } },
      })
      await done(issue(request, patient, unit))
      await pass(45)
      t.match(await one.post(`/blood-bank/units/${unit.id}/return`, back), {
        status: 409,
        message: `Unit ${unit.number} came back once: discard it.`,
      })
    },
  )

  t.test('cold the whole way, or out by the clock (BLD-68, container)', async (t) => {
    const patient = await patientNamed()
    const request = await ask(patient.id, { lines: [{ component_code: 'WB', units: 2 }] })
    const sample = await confirmed(patient.id, 'AB+')
    const [first, second] = [await bank.unit('AB+'), await bank.unit('AB+')]
    for (const unit of [first, second]) {
      await done(match(request, sample, unit))
      const overrides = [
        { gate: 'BLD_SEVERAL', reason_code: 'OTHER', reason: 'Two are needed now' },
      ]
      await done(issue(request, patient, unit, { container: 'COOL_BOX', overrides }))
    }
    await pass(90)
    const back = { sealed: true, temperature: 4, reason: 'Not needed' }
    const path = ({ id }: Data) => `/blood-bank/units/${id}/return`
    t.match(await one.post(path(first), { ...back, container: 'HAND' }), {
      message: 'Out for 90 minutes: the unit is discarded.',
      data: { status: 'DISCARDED' },
    })
    t.match(await one.post(path(second), { ...back, container: 'COOL_BOX' }), {
      status: 200,
      data: { status: 'RESERVED' },
    })
  })

  t.test('units that suit a patient, the best first (BLD-41, BLD-50; for_patient)', async (t) => {
    const patient = await patientNamed()
    const asked = async (more: object = {}): Promise<string[]> =>
      (
        await done(
          one.get('/blood-bank/units', { for_patient: patient.id, per_page: '200', ...more }),
        )
      ).map(({ group }: Data) => group)
    await bank.unit('B-')
    await bank.unit('B+')
    t.notOk(
      (await asked()).some((group) => /^(A|B|AB)/.test(group)),
      'of nobody known: O alone',
    )
    await confirmed(patient.id, 'B+')
    const groups = await asked({ family: 'WHOLE' })
    t.equal(groups[0], 'B+', 'the own group first')
    t.ok(groups.includes('B-'))
    t.same(
      groups.filter((group) => !group.startsWith('B')),
      [],
      'whole blood is for its own group',
    )
    t.match(await one.get('/blood-bank/units', { for_patient: newId() }), {
      status: 404,
      message: 'No such patient.',
    })
  })

  t.test('out too long is discarded (BLD-68); held when it looks wrong (BLD-61)', async (t) => {
    const patient = await patientNamed()
    const request = await ask(patient.id, { lines: [{ component_code: 'WB', units: 2 }] })
    const sample = await confirmed(patient.id, 'AB+')
    const [first, second] = [await bank.unit('AB+'), await bank.unit('AB+')]
    await done(match(request, sample, first))
    await done(match(request, sample, second))
    t.match(await issue(request, patient, second, { visual_ok: false }), {
      data: { units: [{ status: 'HELD' }] },
    })
    await done(issue(request, patient, first))
    await pass(45)
    t.match(
      await one.post(`/blood-bank/units/${first.id}/return`, { sealed: true, reason: 'Late' }),
      {
        status: 200,
        message: 'Out for 45 minutes: the unit is discarded.',
        data: { status: 'DISCARDED', discard_reason: 'LATE_RETURN' },
      },
    )
  })

  t.test('blood before its tests (BLD-63): group O, by who may authorise it', async (t) => {
    const patient = await patientNamed()
    const request = await ask(patient.id, { priority: 'EMERGENCY' })
    const emergency = { reason: 'Bleeding to death' }
    const [own, o] = [await bank.unit('A+'), await bank.unit('O+')]
    t.equal((await issue(request, patient, o, { emergency })).status, 403)
    const by = await people.holding('blood:issue', 'blood:emergency', 'blood:read')
    const path = `/blood-bank/requests/${request.id}/issue`
    t.match(await by.post(path, issuing(request, patient, own, { emergency })), {
      status: 409,
      message: 'A+ whole blood is not for a patient whose group is not known.',
    })
    const gone = await done(by.post(path, issuing(request, patient, o, { emergency })))
    t.match(gone, { units: [{ status: 'ISSUED', emergency: true }] })
    const sample = await sampled(patient.id, 'A+')
    const retro = await done(match(request, sample, o))
    t.match(retro.crossmatches, [{ retrospective: true }])
  })

  t.test('a unit that reacted goes out by two people alone (BLD-60)', async (t) => {
    const patient = await patientNamed()
    const request = await ask(patient.id)
    const sample = await confirmed(patient.id, 'O+')
    const unit = await bank.unit('O+')
    await done(match(request, sample, unit, 'INCOMPATIBLE'))
    const by = await people.holding('blood:issue', 'blood:emergency', 'blood:read')
    const overrides = [
      { gate: 'BLD_INCOMPATIBLE', reason_code: 'BLEEDING', reason: 'Nothing else fits' },
    ]
    const path = `/blood-bank/requests/${request.id}/issue`
    t.match(await by.post(path, issuing(request, patient, unit, { overrides })), {
      status: 409,
      message: 'A second person must authorise a unit that reacted: authoriser_token is required.',
    })
    t.match(await done(one.get(`/blood-bank/units/${unit.id}`)), { status: 'AVAILABLE' })
  })

  t.test('electronic match needs its conditions (BLD-58)', async (t) => {
    const patient = await patientNamed()
    const request = await ask(patient.id)
    const sample = await sampled(patient.id, 'O+')
    const unit = await bank.unit('O+')
    const asked = { sample_id: sample.id, electronic: { unit_ids: [unit.id] } }
    const path = `/blood-bank/requests/${request.id}/crossmatch`
    t.match(await one.post(path, asked), {
      status: 409,
      message: /^Electronic match needs: electronic_issue in the settings, a confirmed group/,
    })
    await done(head.patch('/blood-bank/settings', { electronic_issue: true }))
    await sampled(patient.id, 'O+', 30)
    const typed = [{ unit_id: unit.id, method: 'ELECTRONIC', result: 'COMPATIBLE' }]
    t.match(
      await one.post(path, { sample_id: sample.id, results: typed }),
      { status: 400, message: 'results[0].method must be one of IMMEDIATE_SPIN, AHG, GEL.' },
      'the house says it, nobody types it',
    )
    const bench = [{ unit_id: unit.id, method: 'AHG', result: 'INCOMPATIBLE' }]
    t.match(await one.post(path, { ...asked, results: bench }), {
      status: 400,
      message: 'electronic and results are one too many.',
    })
    t.same((await done(one.get(`/blood-bank/requests/${request.id}`))).crossmatches, [])
    t.match(await one.post(path, asked), { data: { crossmatches: [{ method: 'ELECTRONIC' }] } })
  })

  t.test('of what went out first the house says nothing that does not fit (BLD-58)', async (t) => {
    const patient = await patientNamed()
    const request = await ask(patient.id, { priority: 'EMERGENCY' })
    const unit = await bank.unit('O+')
    const by = await people.holding('blood:issue', 'blood:emergency', 'blood:read')
    const emergency = { reason: 'Bleeding' }
    const path = `/blood-bank/requests/${request.id}`
    await done(by.post(`${path}/issue`, issuing(request, patient, unit, { emergency })))
    const sample = await confirmed(patient.id, 'A+')
    t.match(
      await one.post(`${path}/crossmatch`, {
        sample_id: sample.id,
        electronic: { unit_ids: [unit.id] },
      }),
      { status: 409, message: 'O+ whole blood is not for a group A patient.' },
    )
    t.same((await done(one.get(path))).crossmatches, [])
  })

  t.test("a sample of somebody else is nobody's group (BLD-51 is not built)", async (t) => {
    const [child, mother] = [await patientNamed(), await patientNamed()]
    t.match(
      await one.post('/blood-bank/samples', {
        patient_id: child.id,
        sample_of: mother.id,
        collected_at: clock.instant(),
        collected_by_id: newId(),
        identity_checked: 'WRISTBAND',
      }),
      { status: 400, message: 'sample_of is not offered yet.' },
    )
  })

  t.test('cancelled: what was set aside goes back', async (t) => {
    const patient = await patientNamed()
    const request = await ask(patient.id)
    const unit = await bank.unit('B+')
    const sample = await confirmed(patient.id, 'B+')
    await done(match(request, sample, unit))
    const path = `/blood-bank/requests/${request.id}/cancel`
    t.match(await doctor.post(path, { reason: 'Some of it', unit_ids: [unit.id] }), {
      data: { status: 'SAMPLE_RECEIVED', lines: [{ reserved: 0 }] },
    })
    t.match(await doctor.post(path, { reason: 'Not needed' }), { data: { status: 'CANCELLED' } })
    t.match(await done(one.get(`/blood-bank/units/${unit.id}`)), { status: 'AVAILABLE' })
    t.match(await doctor.post(path, { reason: 'Again' }), { status: 409, message: /is CANCELLED/ })
  })

  t.test('one-unit: of two who issue one unit at once one does (BLD-66)', async (t) => {
    const runs = Number(process.env['ONE_UNIT_RUNS'] ?? 6)
    for (let run = 0; run < runs; run += 1) {
      const [a, b] = [await patientNamed(), await patientNamed()]
      const [first, second] = [await ask(a.id), await ask(b.id)]
      const unit = await bank.unit('O+')
      const by = await people.holding('blood:issue', 'blood:emergency', 'blood:read')
      const go = (request: Data, patient: Data) =>
        by.post(
          `/blood-bank/requests/${request.id}/issue`,
          issuing(request, patient, unit, { emergency: { reason: 'Bleeding' } }),
        )
      const answers = await Promise.all([go(first, a), go(second, b)])
      t.same(
        answers.map(({ status }) => status).toSorted((a, b) => a - b),
        [200, 409],
      )
      t.match(answers.find(({ status }) => status === 409)?.message, /is ISSUED\. It can:/)
    }
  })

  t.test('two people of different blood are not one (BLD-99)', async (t) => {
    const [a, b, c] = [await patientNamed(), await patientNamed(), await patientNamed()]
    await confirmed(a.id, 'A+')
    await confirmed(b.id, 'B+')
    const merge = (from: string, to: string) => within(() => repointPatient(system, { from, to }))
    await t.rejects(merge(a.id, b.id), {
      status: 409,
      message: 'The confirmed blood groups differ (A+, B+): these are two people.',
    })
    t.match(await merge(a.id, c.id), {
      blood_samples: [/./, /./],
      blood_determinations: [/./, /./],
    })
    t.match(await done(doctor.get(`/patients/${c.id}/blood`)), {
      group: 'A+',
      group_confirmed: true,
    })
  })

  t.test('what nobody fetches lapses, and the shelf has it again (section 7)', async (t) => {
    const patient = await patientNamed()
    const request = await ask(patient.id)
    const unit = await bank.unit('AB-')
    await done(match(request, await confirmed(patient.id, 'AB-'), unit))
    clock.freeze('2026-04-01T06:00:00.000Z')
    t.ok((await letGo(system)) >= 1)
    // So many at once; those of the tests before wait as well.
    t.ok((await lapseRequests(system)) >= 1)
    while ((await lapseRequests(system)) > 0);
    const again = await bloodAtWork(house)
    t.match(await done(again.one.get(`/blood-bank/requests/${request.id}`)), { status: 'LAPSED' })
    t.match(await done(again.one.get(`/blood-bank/units/${unit.id}`)), { status: 'AVAILABLE' })
  })
})
