// Triage, its clocks, looking again, treatment and observation (EMG-4 to EMG-7, VIT-12).

import t from 'tap'
import { clock, minutes } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { staffOf } from '../../../../db/hospital/neighbours/people.ts'
import { front_office_settings } from '../../../../db/hospital/desk/patients/setting-tables.ts'
import { answering } from '../../../support/answers.ts'
import { calm, emergencyRoom } from '../../../support/desk/emergency-room.ts'

t.test('triage', async (t) => {
  const { house, clerk, nurse, taken, triaged, known, after } = await emergencyRoom(t)

  const targets: [number, string, number | null, number | null][] = [
    [1, 'RED', 0, 5],
    [2, 'ORANGE', 10, 15],
    [3, 'YELLOW', 60, 60],
    [4, 'GREEN', 240, 120],
    [5, 'BLUE', null, null],
  ]
  for (const [triage_category, acuity, target, again] of targets) {
    t.test(`category ${triage_category} has its clocks (EMG-4, EMG-6)`, async (t) => {
      const row = await triaged(triage_category)
      t.match(row, {
        status: 'TRIAGED',
        triage_category,
        acuity,
        target_at: after(target),
        next_retriage_at: after(again),
        triage: { category: triage_category, provisional: false, by: nurse.user.full_name },
        proposed: null,
      })
      t.match((await nurse.get(`/visits/${row.visit_id}`)).data, { triage_category, acuity })
    })
  }

  t.test('the more urgent of chart and discriminators is proposed (EMG-5)', async (t) => {
    const row = await known()
    const at = `/emergencies/${row.id}/triage`
    const body = { triage_category: 4, discriminators: ['ABDOMINAL_PAIN'], vitals: calm }
    const less = await nurse.post(at, body)
    t.equal(less.status, 400)
    t.equal(less.message, 'note is required: the proposed category is 3 (YELLOW).')
    const unknown = await nurse.post(at, { triage_category: 2, discriminators: ['MOOD'] })
    t.equal(unknown.message, 'discriminators holds "MOOD", which is not known.')
    const done = await nurse.post(at, { ...body, note: 'a chronic complaint, walks about' })
    t.match(
      done.data,
      {
        proposed: 3,
        triage_category: 4,
        to_review: true,
        triage: { tews: 0, proposed: 3, discriminators: ['ABDOMINAL_PAIN'] },
      },
      done.message,
    )
    t.equal((await nurse.get(`/visits/${row.visit_id}/vitals`)).meta?.total, 1)
    const fast = await known()
    const tews = await nurse.post(`/emergencies/${fast.id}/triage`, {
      triage_category: 1,
      vitals: { ...calm, heart_rate: 135, respiratory_rate: 32, trauma: true },
    })
    t.equal(tews.data.proposed, 1, tews.message)
    const before = await known()
    const measured = await nurse.post(`/visits/${before.visit_id}/vitals`, {
      ...calm,
      heart_rate: 135,
      respiratory_rate: 32,
      trauma: true,
    })
    t.equal(measured.status, 201, measured.message)
    const unnamed = await nurse.post(`/emergencies/${before.id}/triage`, { triage_category: 3 })
    t.equal(unnamed.message, 'note is required: the proposed category is 1 (RED).', 'its latest')
    const twice = await nurse.post(at, { triage_category: 3 })
    t.equal(twice.message, `Emergency ${row.number} is TRIAGED. It can: start treatment, dispose.`)
  })

  t.test('a category from somebody who may not triage is provisional (EMG-5)', async (t) => {
    const made = await clerk.post('/emergencies', { unknown_label: 'Woman', triage_category: 2 })
    t.match(made.data, {
      status: 'ARRIVED',
      triage_category: 2,
      triage: { provisional: true },
      target_at: after(10),
    })
    const nurses = await nurse.post('/emergencies', { unknown_label: 'Girl', triage_category: 2 })
    t.match(nurses.data, { status: 'TRIAGED', triage: { provisional: false } })
    answering(t, staffOf, async () => null)
    const nobody = await nurse.post('/emergencies', { unknown_label: 'Boy', triage_category: 2 })
    t.match(nobody.data, { status: 'ARRIVED', triage: { provisional: true } }, nobody.message)
    const refused = await nurse.post(`/emergencies/${nobody.data.id}/triage`, {
      triage_category: 2,
    })
    t.equal(refused.status, 403)
  })

  t.test('where blue is for the dead the living do not get it (EMG-5)', async (t) => {
    const hospital_id = house.hospital.id
    await within(() =>
      front_office_settings.insert({ hospital_id, chosen: { blue_is_dead: true } }),
    )
    const row = await taken()
    const refused = await nurse.post(`/emergencies/${row.id}/triage`, { triage_category: 5 })
    t.equal(refused.status, 409)
    t.equal(refused.message, 'Category 5 is for the dead: record the death first.')
    await within(() => front_office_settings.remove({ hospital_id }))
  })

  t.test('looked at again: worse restarts the clock (3.6)', async (t) => {
    const row = await triaged(4)
    clock.advance(minutes(5))
    const at = `/emergencies/${row.id}/reassessments`
    const same = await nurse.post(at, { triage_category: 4, note: 'no change' })
    t.match(same.data, { reassessments: 1, target_at: row.target_at }, same.message)
    const worse = await nurse.post(at, { triage_category: 2 })
    t.match(worse.data, { status: 'TRIAGED', triage_category: 2, target_at: after(10) })
    t.match((await nurse.get(at)).data, [{ triage_category: 2 }, { triage_category: 4 }])
    const early = await taken()
    const refused = await nurse.post(`/emergencies/${early.id}/reassessments`, {
      triage_category: 2,
    })
    t.equal(refused.status, 409)
    clock.advance(-minutes(5))
  })

  t.test('treatment fixes the breach; observation has a clock (3.6, EMG-7)', async (t) => {
    const row = await triaged(2)
    clock.advance(minutes(12))
    const at = `/emergencies/${row.id}`
    t.match((await nurse.get(at)).data, { breached: true, breach_minutes: 2 })
    const seen = await nurse.post(`${at}/start-treatment`, { zone: 'MAJORS', bed_label: 'B4' })
    t.match(
      seen.data,
      {
        status: 'IN_TREATMENT',
        seen_at: clock.instant(),
        seen_by: nurse.user.full_name,
        breached: true,
        breach_minutes: 2,
        zone: 'MAJORS',
        bed_label: 'B4',
        next_retriage_at: null,
      },
      seen.message,
    )
    const watched = await nurse.post(`${at}/observe`, { every_minutes: 30 })
    t.match(
      watched.data,
      {
        status: 'OBSERVATION',
        observe_every_minutes: 30,
        next_observation_at: after(30),
        breach_minutes: 2,
      },
      watched.message,
    )
    await nurse.post(`/visits/${row.visit_id}/vitals`, calm)
    t.equal((await nurse.get(at)).data.next_observation_at, after(30), 'a set counts')
    const back = await nurse.post(`${at}/back-to-treatment`)
    t.match(back.data, { status: 'IN_TREATMENT', next_observation_at: null }, back.message)
    const wrong = await nurse.post(`${at}/back-to-treatment`)
    t.equal(wrong.message, `Emergency ${row.number} is IN_TREATMENT. It can: observe, dispose.`)
    clock.advance(-minutes(12))
  })

  t.test('an interval longer than the score’s needs a reason (VIT-12)', async (t) => {
    const row = await known()
    await nurse.post(`/visits/${row.visit_id}/vitals`, { ...calm, heart_rate: 135 })
    await nurse.post(`/emergencies/${row.id}/start-treatment`)
    const at = `/emergencies/${row.id}/observe`
    const long = await nurse.post(at, { every_minutes: 240 })
    t.equal(long.message, 'note is required: the score asks for every 60 minutes.')
    t.equal((await nurse.post(at, { every_minutes: 240, note: 'palliative' })).status, 200)
  })

  t.test('a set of vitals says when the next is due (VIT-12)', async (t) => {
    const row = await known()
    const set = await nurse.post(`/visits/${row.visit_id}/vitals`, { ...calm, heart_rate: 135 })
    t.equal(set.data.next_due_at, after(60), set.message)
    t.equal((await nurse.get(`/emergencies/${row.id}`)).data.next_observation_at, after(60))
  })
})
