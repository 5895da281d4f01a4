// What others write and the register shows (PAT-27, PAT-33), and what a patient agreed to (PAT-28).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { pregnanciesOf } from '../../../../db/hospital/neighbours/care.ts'
import { allergiesOf, conditionsOf } from '../../../../db/hospital/neighbours/medicines.ts'
import {
  type Decision,
  decide,
  hasConsent,
} from '../../../../db/hospital/desk/patients/privacy/consents.ts'
import { patientContext } from '../../../../db/hospital/desk/vitals/context.ts'
import { answering } from '../../../support/answers.ts'
import { boot } from '../../../support/boot.ts'
import { somebody, visiting } from '../../../support/desk/visits.ts'

const penicillin = { substance: 'Penicillin', severity: 'LIFE_THREATENING', reactions: 'Shock' }
const dust = { substance: 'Dust', severity: 'MILD', reactions: null }
const pressure = { title: 'Hypertension', chronic: true }

t.test('what is known of a patient from elsewhere', async (t) => {
  const { people, system } = await boot(t)
  clock.freeze('2026-03-31T06:00:00.000Z')
  const clerk = await people.with('reception')
  const nurse = await people.with('nurse')
  const of =
    <T>(found: T[]) =>
    async (_: unknown, ids: readonly string[]) =>
      new Map(ids.map((id) => [id, found]))

  t.test('allergies and conditions are read only here (PAT-27)', async (t) => {
    const { id } = await somebody(clerk)
    const written = {
      allergies: [{ substance: 'Sulfa', severity: 'MILD' }],
      conditions: [{ title: 'Asthma', chronic: true }],
      allergy_status: 'NONE_KNOWN',
    }
    const changed = await clerk.patch(`/patients/${id}`, { ...written, religion: 'x' })
    t.match(changed.data, { allergy_status: 'UNKNOWN', religion: 'x' }, changed.message)
    t.same([changed.data.allergies, changed.data.conditions], [[], []])
    const made = await somebody(clerk, written)
    const read = (await nurse.get(`/patients/${made.id}`)).data
    t.same([read.allergies, read.conditions, read.allergy_status], [[], [], 'UNKNOWN'])
  })

  t.test('what may kill is shown to everyone, the rest to who treats (PAT-27)', async (t) => {
    const { id } = await somebody(clerk)
    answering(t, allergiesOf, of([penicillin, dust]))
    answering(t, conditionsOf, of([pressure]))
    const treated = (await nurse.get(`/patients/${id}`)).data
    t.same([treated.allergies, treated.conditions], [[penicillin, dust], [pressure]])
    const met = (await clerk.get(`/patients/${id}`)).data
    t.same([met.allergies, met.conditions], [[penicillin], []])
  })

  t.test('the context of a dose or an operation (PAT-33)', async (t) => {
    const born = { birth_date: '2000-03-31', sex: 'Female' }
    const visit = await visiting(clerk, {}, born)
    const bare = await patientContext(system, visit.patient_id)
    t.match(bare, { weight: null, height: null, pregnant: false, groups: [], allergies: [] })
    const at = clock.instant()
    const vitals = await nurse.post(`/visits/${visit.id}/vitals`, { weight: 61.5, height: 160 })
    t.equal(vitals.status, 201, vitals.message)
    clock.advance(60_000)
    await nurse.post(`/visits/${visit.id}/vitals`, { temperature: 37 })
    answering(t, allergiesOf, of([penicillin]))
    answering(t, conditionsOf, of([pressure]))
    const known = { pregnant: true, edd: '2026-06-01', weeks: 30, delivered_on: null }
    answering(t, pregnanciesOf, async () => new Map([[visit.patient_id, known]]))
    t.same(await patientContext(system, visit.patient_id), {
      age_days: 9496,
      sex: 'Female',
      birth_date_estimated: false,
      weight: { value: 61.5, at },
      height: { value: 160, at },
      pregnant: true,
      postpartum: false,
      allergy_status: 'UNKNOWN',
      allergies: [penicillin],
      conditions: [pressure],
      spo2_target: '94-98',
      groups: ['PREGNANT'],
    })
  })

  const said = (patient_id: string, more: Partial<Decision>) =>
    within(() =>
      decide(system, patient_id, {
        kind: 'RESEARCH',
        decision: 'GIVEN',
        method: 'WRITTEN',
        ...more,
      }),
    )

  t.test('the latest word counts; silence is a yes to messages alone (PAT-28)', async (t) => {
    const { id } = await somebody(clerk, { phone: '0712345001' })
    const silent = await somebody(clerk)
    const agrees = (kind: Decision['kind'], patient_id = id) =>
      hasConsent(system, { patient_id, kind })
    t.same(
      [await agrees('SMS'), await agrees('RESEARCH'), await agrees('PHOTO')],
      [true, false, false],
    )
    t.equal(await agrees('SMS', silent.id), false, 'nobody is written to without a phone')
    await said(id, {})
    t.equal(await agrees('RESEARCH'), true)
    clock.advance(1000)
    await said(id, { decision: 'WITHDRAWN' })
    await said(id, { kind: 'SMS', decision: 'WITHDRAWN' })
    t.same([await agrees('RESEARCH'), await agrees('SMS')], [false, false], 'at once')
    clock.advance(1000)
    await said(id, { kind: 'SMS' })
    t.equal(await agrees('SMS'), true)
    const manager = await people.with('manager')
    const set = await manager.patch('/front-office/settings', { sms_opt_in: true })
    t.equal(set.status, 200, set.message)
    const other = await somebody(clerk, { phone: '0712345002' })
    t.same([await agrees('SMS'), await agrees('SMS', other.id)], [true, false])
  })

  t.test('a guardian speaks for a child, a grown-up alone (PAT-28)', async (t) => {
    const child = await somebody(clerk, { birth_date: '2008-04-01' })
    const adult = await somebody(clerk, { birth_date: '2008-03-31' })
    t.equal((await said(child.id, {})).given_by, 'GUARDIAN')
    t.equal((await said(adult.id, {})).given_by, 'PATIENT')
    t.equal((await said(child.id, { given_by: 'NEXT_OF_KIN' })).given_by, 'NEXT_OF_KIN')
    await t.rejects(said(child.id, { given_by: 'PATIENT' }), {
      message: 'given_by must be GUARDIAN or NEXT_OF_KIN under 18.',
    })
    const by_kin = { given_by: 'NEXT_OF_KIN' } as const
    await t.rejects(said(adult.id, by_kin), { message: 'given_by must be PATIENT from 18.' })
    const withdrawn = await said(adult.id, { ...by_kin, decision: 'WITHDRAWN' })
    t.equal(withdrawn.given_by, 'NEXT_OF_KIN', 'withdrawal is never refused')
    const alert = await nurse.post(`/patients/${adult.id}/alerts`, {
      kind: 'CLINICAL',
      severity: 'WARNING',
      text: 'Cannot consent',
    })
    t.equal(alert.status, 201, alert.message)
    t.equal((await said(adult.id, by_kin)).given_by, 'NEXT_OF_KIN')
  })
})
