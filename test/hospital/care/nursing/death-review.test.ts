// Deaths that are looked into afterwards (CAR-34): which, by whom and until when.

import t from 'tap'
import { clock, days, hours } from '../../../../db/core/clock.ts'
import { operatedSince } from '../../../../db/hospital/neighbours/theatre.ts'
import { answering } from '../../../support/answers.ts'
import { somebody } from '../../../support/desk/visits.ts'
import { done, wardHouse, wardOf } from '../../../support/desk/ward.ts'

t.test('death reviews (CAR-34)', async (t) => {
  const on = await wardHouse(t)
  const { house, admin, nurse, doctor, clerk } = on
  const head = await house.people.with('medical_in_charge')
  clock.freeze('2026-03-30T06:00:00.000Z')
  const { beds } = await wardOf(admin, {}, 6)
  const reviews = (patient_id: string) =>
    done(head.get('/nursing/tasks', { patient_id, source: 'death_review' }))
  const born = (years: number): string => `${2026 - years}-03-01`
  const arrives = async (more: Record<string, unknown>) => {
    const patient_id = (await somebody(clerk, more)).id as string
    await done(clerk.post('/visits', { patient_id, start: false }))
    return patient_id
  }
  const dies = (patient_id: string) =>
    done(
      doctor.post(`/patients/${patient_id}/deceased`, { died_at: clock.instant(), place: 'WARD' }),
    )
  const later = (ms: number): void => clock.freeze(new Date(clock.ms() + ms).toISOString())

  t.test('a child under five within 24 hours of arrival', async (t) => {
    const child = await arrives({ sex: 'Male', birth_date: born(3) })
    later(hours(5))
    await dies(child)
    const [task, ...more] = await reviews(child)
    t.same(more, [])
    t.match(task, {
      task: 'Death review',
      role: 'medical_in_charge',
      mandatory: true,
      due_at: new Date(clock.ms() + days(7)).toISOString(),
      instructions: 'Why: under 5 within 24 h of arrival.',
    })
    t.ok(task.visit_id, 'the timeline is opened from it')
    const told = await done(head.get('/notifications'))
    t.match(
      told.find(({ kind }: { kind: string }) => kind === 'death.review'),
      { title: 'A death to review' },
    )
    t.match(await done(head.post(`/nursing/tasks/${task.id}/complete`, { outcome: 'Sepsis' })), {
      status: 'DONE',
    })
  })

  t.test('and nobody whose death calls for none', async (t) => {
    const late = await arrives({ sex: 'Male', birth_date: born(3) })
    const grown = await arrives({ sex: 'Male', birth_date: born(40) })
    const woman = await arrives({ sex: 'Female', birth_date: born(30) })
    await dies(grown)
    await dies(woman)
    later(hours(25))
    await dies(late)
    for (const one of [late, grown, woman]) t.same(await reviews(one), [])
  })

  t.test('a woman with child: a notice within 24 hours too', async (t) => {
    const lies = await on.admitted(beds[0].id, {}, { sex: 'Female', birth_date: born(26) })
    const patient_id = lies.patient.id
    await done(
      doctor.put(`/patients/${patient_id}/pregnancy-status`, {
        pregnant: 'YES',
        lmp: '2025-12-01',
        basis: 'TEST',
      }),
    )
    await done(nurse.post('/nursing/tasks', { patient_id, task: 'Turn', every_hours: 4 }))
    await done(doctor.post(`/admissions/${lies.id}/record-death`, { died_at: clock.instant() }))
    const found = await reviews(patient_id)
    t.match(
      found.map((one: Record<string, unknown>) => [
        one['task'],
        one['due_at'],
        one['admission_id'],
      ]),
      [
        ['Notice of a maternal death', new Date(clock.ms() + hours(24)).toISOString(), lies.id],
        ['Death review', new Date(clock.ms() + days(7)).toISOString(), lies.id],
      ],
    )
    const open = await done(nurse.get('/nursing/tasks', { patient_id, status: 'OPEN' }))
    t.equal(open.length, 2, 'what the ward had to do is over')
  })

  t.test('a newborn, and who comes from theatre', async (t) => {
    const newborn = await arrives({ sex: 'Female', birth_date: '2026-03-28' })
    await dies(newborn)
    t.match((await reviews(newborn))[0].instructions, /perinatal, under 5/)
    const operated = await arrives({ sex: 'Male', birth_date: born(50) })
    answering(t, operatedSince, async (_caller, { patient_id, since, until }) => {
      t.equal(Date.parse(until) - Date.parse(since), hours(48))
      return patient_id === operated ? 'OT-1' : null
    })
    await dies(operated)
    t.match(await reviews(operated), [{ instructions: 'Why: within 48 h of surgery.' }])
  })
})
