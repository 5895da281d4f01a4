// What a reaction means from then on (BLD-82 to BLD-85), what was hung while the house was down (BLD-79), and the packs
// of a haemorrhage (BLD-64, BLD-41).

import t from 'tap'
import { clock, days, hours, minutes } from '../../../../db/core/clock.ts'
import { newId } from '../../../../db/core/ids.ts'
import { rows } from '../../../../db/store/connection.ts'
import { sql } from '../../../../db/store/sql.ts'
import type { Data } from '../../../support/ask.ts'
import { boot, type House } from '../../../support/boot.ts'
import { bedsideOf, calm } from '../../../support/desk/bedside.ts'
import { groupingOf } from '../../../support/desk/blood.ts'
import { somebody } from '../../../support/desk/visits.ts'
import { done, wardOf } from '../../../support/desk/ward.ts'
import type { Person } from '../../../support/people.ts'

const morning = '2026-03-21T06:00:00.000Z'
const report = { signs: ['CHILLS', 'DARK_URINE'], actions: 'Stopped, saline' }
const clear = { clerical_ok: true }
const later = (ms: number) => clock.freeze(new Date(clock.ms() + ms).toISOString())

/** Everybody signs in at the hour it is. */
async function at(house: House) {
  const scene = await bedsideOf(house)
  const put = (by: Person, { id }: Data, body: object) =>
    by.put(`/blood-bank/transfusions/${id}/reaction`, body)
  const end = (bed: Data) =>
    done(
      scene.nurse.post(`/blood-bank/transfusions/${bed.id}/finish`, {
        volume_given_ml: 400,
        observation: calm,
        outcome: 'COMPLETED',
      }),
    )
  return { ...scene, put, end }
}

t.test('what follows a reaction', async (t) => {
  const house = await boot(t)
  clock.freeze(morning)
  const { people } = house

  t.test('a sample of afterwards, and what to look at, by its signs (BLD-82)', async (t) => {
    const { put, begun, atTheBed, nurse } = await at(house)
    const bed = await atTheBed()
    const before = await expected(bed)
    const { reaction } = await done(put(nurse, await begun(bed), { report }))
    t.ok(
      reaction.checklist.some((one: string) => one.startsWith('Blood culture')),
      'chills',
    )
    t.ok(
      reaction.checklist.some((one: string) => /haemolysis/.test(one)),
      'dark urine',
    )
    t.notOk(
      reaction.checklist.some((one: string) => /adrenaline/.test(one)),
      'no rash',
    )
    t.equal(await expected(bed), before + 1, 'the tube after it is waited for')
  })

  t.test('who lies in a bed: the list is a task, and the bag is kept a day (BLD-77)', async (t) => {
    const { put, begun, issued, asked, bank, nurse, end } = await at(house)
    const patient_id = await inABed(house)
    const bed = await asked({ of: patient_id })
    const unit = await bank.unit('O+')
    await done(issued(bed, [unit]))
    const ran = await begun({ ...bed, unit })
    t.match(await tasksOf(patient_id, 'BLOOD_BAG'), [])
    await end(ran)
    t.match(await tasksOf(patient_id, 'BLOOD_BAG'), [
      {
        task: `The empty bag of unit ${unit.number} was kept for a day: throw it away`,
        due_at: new Date(clock.ms() + hours(24)).toISOString(),
      },
    ])
    await done(put(nurse, ran, { report }))
    const [list] = await tasksOf(patient_id, 'BLOOD_REACTION')
    t.match(list, { instructions: /Send the bag/ })
  })

  t.test('a group that is not the record’s: wrong blood, and who to stop (BLD-83)', async (t) => {
    const { put, begun, atTheBed, nurse, bank } = await at(house)
    const manager = await people.with('manager')
    const bed = await atTheBed()
    const other = await atTheBed()
    const ran = await begun(bed)
    await done(put(nurse, ran, { report }))
    const told = await done(put(bank.one, ran, { investigation: clear }))
    t.equal(told.reaction.proposed_type, null)
    const { reaction } = await done(put(bank.one, ran, { investigation: { clerical_ok: false } }))
    t.equal(reaction.proposed_type, 'WRONG_BLOOD')
    const [notice] = await done(manager.get('/notifications', { kind: 'blood.reaction' }))
    t.match(notice, { title: `Unit ${bed.unit.number} may have been another patient's` })
    t.ok(notice.body.includes(other.unit.number), 'what is out at the same time stands first')
    const third = await atTheBed()
    const runs = await begun(third)
    await grouped(bank.one, third, 'O+')
    await done(put(nurse, runs, { report }))
    const looked = (repeat_group: string) =>
      put(bank.one, runs, { investigation: { ...clear, repeat_group } })
    t.match(await looked('the same'), {
      status: 400,
      message: 'investigation.repeat_group must be a group, like O+.',
    })
    t.match(await done(looked('o pos')), { reaction: { proposed_type: null } })
    t.match(await done(looked('A+')), { reaction: { proposed_type: 'WRONG_BLOOD' } })
  })

  t.test(
    'a severe allergy: washed cells from now on, and the chart is told (BLD-84)',
    async (t) => {
      const { put, begun, atTheBed, nurse, doctor, bank, asked, issued } = await at(house)
      const bed = await atTheBed()
      const ran = await begun(bed)
      await done(put(nurse, ran, { report }))
      await done(put(bank.one, ran, { investigation: clear }))
      const conclusion = { type: 'ALLERGIC', severity: 'MILD', imputability: 'LIKELY' }
      const of = bed.patient.id
      const needs = async () => (await done(doctor.get(`/patients/${of}/blood`))).requirements
      await done(put(bank.head, ran, { conclusion }))
      t.same(await needs(), [], 'a rash asks for nothing')
      await done(put(bank.head, ran, { conclusion: { ...conclusion, severity: 'SEVERE' } }))
      t.match(await needs(), [{ kind: 'WASHED', reason: `Reaction to unit ${bed.unit.number}` }])
      const known = await rows<{ substance: string; certainty: string }>(
        sql`select substance, certainty from allergies where patient_id = ${of}`,
      )
      t.match(known, [{ substance: 'Blood plasma (transfusion)', certainty: 'SUSPECTED' }])
      const again = await asked({ of, consent: false })
      t.match(await issued(again, [await bank.unit('O+')]), { status: 409, message: /not washed/ })
      const revised = { ...conclusion, type: 'FEBRILE' }
      await done(put(bank.head, ran, { conclusion: revised }))
      t.same(await needs(), [], 'a conclusion that is revised revises it')
    },
  )

  t.test('an antibody is kept, a death is an incident (BLD-84)', async (t) => {
    const { put, begun, atTheBed, nurse, doctor, bank } = await at(house)
    const in_charge = await people.with('medical_in_charge')
    const bed = await atTheBed()
    const ran = await begun(bed)
    await done(put(nurse, ran, { report }))
    const conclusion = {
      type: 'DELAYED_HAEMOLYTIC',
      severity: 'DEATH',
      imputability: 'CERTAIN',
      antibody: 'anti-Jka',
    }
    await done(put(bank.head, ran, { conclusion }))
    t.match(await done(doctor.get(`/patients/${bed.patient.id}/blood`)), {
      antibodies: [{ name: 'anti-Jka' }],
    })
    const [notice] = await done(in_charge.get('/notifications', { kind: 'blood.reaction' }))
    t.match(notice, { title: `Death after unit ${bed.unit.number}: an incident to be reviewed` })
  })

  t.test('within 28 days, an infection at any time (BLD-85)', async (t) => {
    const first = await at(house)
    const ran = await first.begun(await first.atTheBed())
    await first.end(ran)
    later(days(29))
    const { put, nurse } = await at(house)
    t.match(await put(nurse, ran, { report }), {
      status: 409,
      message: 'A reaction is reported within 28 days, an infection at any time.',
    })
    t.match(await done(put(nurse, ran, { report: { ...report, infection: true } })), {
      status: 'COMPLETED',
      reaction: { status: 'REPORTED' },
    })
  })
})

t.test('hung while the house was down, and signed by both afterwards (BLD-79)', async (t) => {
  const house = await boot(t)
  clock.freeze(morning)
  const first = await at(house)
  const bed = await first.atTheBed()
  const unseen = await first.atTheBed()
  const started_at = new Date(clock.ms() + minutes(10)).toISOString()
  later(hours(5))
  const { start, nurse, token, doctor } = await at(house)
  const observation = { ...calm, at: started_at }
  const paper = { paper_ref: 'DT-17', started_at }
  t.match(await start(nurse, bed, { paper, observation }), {
    status: 409,
    message: 'A second person must witness this: witness_token is required.',
  })
  const hang = async (more: object) =>
    start(nurse, bed, { witness_token: await token(nurse), observation, ...more })
  const early = { ...paper, started_at: '2026-03-21T05:00:00.000Z' }
  t.match(await hang({ paper: early }), {
    status: 400,
    message: `paper.started_at is before unit ${bed.unit.number} was issued.`,
  })
  t.match(await hang({ paper }), {
    status: 201,
    data: { started_at, paper_ref: 'DT-17', status: 'RUNNING' },
  })
  const later_seen = await start(nurse, unseen, { witness_token: await token(nurse), paper })
  t.match(later_seen.data.warnings, [{ gate: 'BLD_VITALS' }], 'seen now is not seen before it')
  t.match(await done(doctor.get('/blood-bank/transfusions', { paper: 'true' })), [
    { unit_number: unseen.unit.number },
    { unit_number: bed.unit.number, paper_ref: 'DT-17' },
  ])
  const second = await at(house)
  const other = await second.atTheBed()
  const long_ago = new Date(clock.ms()).toISOString()
  later(hours(25))
  const after = await at(house)
  const witness_token = await after.token(after.nurse)
  const body = { witness_token, observation, paper: { ...paper, started_at: long_ago } }
  t.match(await after.start(after.nurse, other, body), {
    status: 400,
    message: 'paper.started_at is more than 24 hours ago: both sign within a day.',
  })
})

t.test('a haemorrhage goes by packs, for a day (BLD-64)', async (t) => {
  const house = await boot(t)
  clock.freeze(morning)
  const { asked, issued, bank, doctor } = await at(house)
  const bed = await asked({
    request: { massive: true, lines: [{ component_code: 'WB', units: 9 }] },
  })
  const units: Data[] = []
  for (let n = 0; n < 7; n += 1) units.push(await bank.unit('O+'))
  const shown = () => done(doctor.get(`/blood-bank/requests/${bed.request.id}`))
  t.match(await shown(), { packs: 0, next_pack: { length: 4 } })
  t.match(await issued(bed, units.slice(0, 5)), {
    status: 409,
    message: 'A pack holds 4 units of red cells: issue the others in the next one.',
  })
  t.same((await done(issued(bed, units.slice(0, 4)))).warnings, [], 'several are out at once')
  t.match(await shown(), { packs: 1, next_pack: { length: 3 } })
  await done(issued(bed, units.slice(4, 5)))
  const { packs, issues } = await shown()
  t.equal(packs, 2)
  t.same(issues.map((one: Data) => one.pack).toSorted(), [1, 1, 1, 1, 2])
  later(hours(25))
  const next = await at(house)
  const alone = await done(next.issued(bed, units.slice(5, 6)))
  t.match(alone.warnings, [/units would be out/], 'one at a time again')
  t.same((await done(next.doctor.get(`/blood-bank/requests/${bed.request.id}`))).next_pack, [])
})

t.test(
  'cells for a newborn, or to exchange its blood, are a week old at most (BLD-41)',
  async (t) => {
    const house = await boot(t)
    clock.freeze(morning)
    const { id } = await (await at(house)).bank.unit('O+')
    const proposed = async (indication: string): Promise<string[]> => {
      const { asked, doctor } = await at(house)
      const { request } = await asked({ consent: false, request: { indication } })
      const { compatible } = await done(doctor.get(`/blood-bank/requests/${request.id}`))
      return compatible.map((one: Data) => one.id)
    }
    later(days(7))
    t.same(await proposed('EXCHANGE'), [id])
    later(days(1))
    t.same(await proposed('EXCHANGE'), [])
    t.same(await proposed('BLEEDING'), [id])
  },
)

const grouped = async (by: Person, { patient }: Data, of: string): Promise<void> => {
  const { id } = await done(
    by.post('/blood-bank/samples', {
      patient_id: patient.id,
      collected_at: new Date(clock.ms() - minutes(20)).toISOString(),
      collected_by_id: newId(),
      identity_checked: 'WRISTBAND',
    }),
  )
  await done(by.post(`/blood-bank/samples/${id}/tests`, { grouping: groupingOf(of) }))
}

/** Somebody new, admitted. */
async function inABed({ people }: House): Promise<string> {
  const admin = await people.holding('ward:read', 'ward:write', 'tariff:write', 'bill:read')
  const { beds } = await wardOf(admin, {}, 1)
  const nurse = await people.with('nurse')
  const charge = await people.with('nurse_in_charge')
  const { id } = await somebody(await people.with('reception'), { sex: 'Male' })
  const stay = await done(nurse.post('/admissions', { patient_id: id, reason: 'Bleeding' }))
  const admitted = { bed_id: beds[0]?.id, attending_id: newId() }
  await done(charge.post(`/admissions/${stay.id}/admit`, admitted))
  return id
}

const expected = async ({ patient }: Data): Promise<number> =>
  (
    await rows<{ id: string }>(
      sql`select id from blood_samples where patient_id = ${patient.id} and status = 'EXPECTED'`,
    )
  ).length

const tasksOf = (patient_id: string, source: string) =>
  rows<{ task: string; due_at: string; instructions: string | null }>(
    sql`select task, due_at, instructions from nursing_tasks
      where patient_id = ${patient_id} and source = ${source} order by id`,
  )
