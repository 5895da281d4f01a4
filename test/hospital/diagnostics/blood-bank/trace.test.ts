// Where a unit came from and where it went (BLD-42), each part for who may read it.

import t from 'tap'
import { writeFileSync } from 'node:fs'
import { boot } from '../../../support/boot.ts'
import { clock } from '../../../../db/core/clock.ts'
import { bedsideOf, calm } from '../../../support/desk/bedside.ts'
import { done } from '../../../support/desk/ward.ts'
import { needsPoppler, textOf } from '../../../support/pdf.ts'
import type { Person } from '../../../support/people.ts'

t.test('the trace of a unit (BLD-42)', needsPoppler, async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-21T06:00:00.000Z')
  const scene = await bedsideOf(house)
  const { bank, nurse, doctor } = scene
  const bed = await scene.atTheBed()
  const { unit, patient } = bed
  const running = await scene.begun(bed)
  const finish = { volume_given_ml: 450, observation: calm, outcome: 'COMPLETED' }
  await done(nurse.post(`/blood-bank/transfusions/${running.id}/finish`, finish))
  const path = `/blood-bank/units/${unit.id}`
  const traceFor = async (who: Person) => (await done(who.get(path))).trace
  const paperFor = async (who: Person, at = path) => {
    const answer = await who.get(at, { format: 'pdf' })
    t.equal(answer.headers['content-type'], 'application/pdf', answer.message)
    return answer.raw
  }

  t.test('from the donor, by number, to the patient', async (t) => {
    const trace = await traceFor(nurse)
    t.match(trace, {
      origin: 'OWN',
      donor_number: /^BD-/,
      donation_status: 'RELEASED',
      issues: [{ patient: { number: patient.number }, emergency: true, returned: null }],
      transfusions: [{ status: 'COMPLETED', volume_given_ml: 450, reaction: null }],
      look_backs: [],
    })
    t.notMatch(JSON.stringify(trace), /Mkono/, 'never by name')
    t.ok(trace.transfusions[0].witness_name)
  })

  t.test('what a test said is for who may read results (BLD-12)', async (t) => {
    const [for_nurse, for_bench] = [await traceFor(nurse), await traceFor(bank.one)]
    t.same(for_nurse.tests[0], { name: 'Anti-HIV 1 + 2', done: true, result: null })
    t.same(for_bench.tests[0], { name: 'Anti-HIV 1 + 2', done: true, result: 'NON_REACTIVE' })
  })

  t.test('whose it was is for who may read of patients and blood', async (t) => {
    const keeper = await house.people.holding('bloodunit:read')
    const trace = await traceFor(keeper)
    t.match(trace, { issues: [{ patient: null }], transfusions: [] })
    const text = textOf(await paperFor(keeper))
    t.notMatch(text, new RegExp(patient.number))
    t.match(text, new RegExp(unit.number))
  })

  t.test('of a closed record the number, and nothing of the bed', async (t) => {
    const guard = await house.people.holding('patient:restrict', 'patient:restricted')
    const closing = { sensitivity: 'RESTRICTED', reason: 'Asked by the patient herself' }
    await done(guard.put(`/patients/${patient.id}/sensitivity`, closing))
    const reader = await house.people.holding('bloodunit:read', 'blood:read')
    const trace = await traceFor(reader)
    t.match(trace, {
      issues: [{ patient: { number: patient.number }, collector_name: null, destination: null }],
      transfusions: [],
    })
    t.notOk(JSON.stringify(trace).includes(patient.full_name))
  })

  t.test('as a paper, with what look-backs ask of it', async (t) => {
    const looking = await house.people.holding(
      'bloodunit:read',
      'bloodunit:write',
      'blood:read',
      'donor:results',
      'haemovigilance:manage',
      'patient:restricted',
    )
    const other = await bank.unit('O+')
    await done(
      looking.post('/blood-bank/units/hold', {
        unit_ids: [other.id],
        hold: true,
        reason: 'Donor fell ill',
        look_back: {},
      }),
    )
    const raw = await paperFor(looking)
    if (process.env['BLOOD_PDF']) writeFileSync(process.env['BLOOD_PDF'], raw)
    t.match(await looking.get(path, { format: 'xml' }), {
      status: 400,
      message: 'format must be one of json, pdf.',
    })
    const text = textOf(raw)
    for (const word of [patient.number, unit.din, /BD-\d+/, /HIV/, /450 ml/]) t.match(text, word)
    const [line] = (await traceFor(looking)).look_backs
    const held = (await done(looking.get(`/blood-bank/units/${other.id}`))).trace
    t.equal(line, undefined)
    t.match(held.look_backs, [{ reference: /^LK-/, trigger: 'MANUAL' }])
    t.match(textOf(await paperFor(looking, `/blood-bank/units/${other.id}`)), /LK-/)
    t.same((await done(doctor.get(`/blood-bank/units/${other.id}`))).trace.siblings, [])
  })
})
