// What a ward says of its medicines: its own times of the day (2.6), and the doses of one's own patients (5.9).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { newId } from '../../../../db/core/ids.ts'
import { staffOf } from '../../../../db/hospital/neighbours/people.ts'
import { answering } from '../../../support/answers.ts'
import { done, wardOf } from '../../../support/desk/ward.ts'
import { clinicOfMedicines, item } from '../../../support/medicines.ts'

t.test('the lists of a ward', async (t) => {
  const on = await clinicOfMedicines(t)
  clock.freeze('2026-03-31T05:00:00.000Z')
  const { house, doctor, nurse, prescribe, called } = on
  const charge = await house.people.with('nurse_in_charge')
  const admin = await house.people.holding('ward:write', 'ward:read')
  const { ward, beds } = await wardOf(admin, {}, 2)
  const other = await wardOf(admin, {}, 1)

  t.test('how often, at the times of that ward (2.6)', async (t) => {
    await done(
      admin.patch(`/wards/${ward.id}`, {
        dose_times: { TDS: ['07:00', '13:00', '19:00'], Q6H: ['01:00'] },
      }),
    )
    const timesIn = async (words: Record<string, string>) => {
      const found = await done(nurse.get('/pharmacy/frequencies', words))
      return Object.fromEntries(
        found.map(({ code, times }: { code: string; times: string[] }) => [code, times]),
      )
    }
    const own = await timesIn({ ward_id: ward.id })
    t.same(own['TDS'], ['07:00', '13:00', '19:00'])
    t.same(own['BD'], ['08:00', '20:00'], 'as the hospital, where it says nothing')
    t.same(own['Q6H'], [], 'every six hours goes by the first dose')
    for (const words of [{}, { ward_id: other.ward.id }]) {
      t.same((await timesIn(words))['TDS'], ['06:00', '14:00', '22:00'])
    }
    t.match(await nurse.get('/pharmacy/frequencies', { ward_id: newId() }), {
      status: 404,
      message: 'No such ward.',
    })
  })

  t.test('what is due of the stays that are one’s own (5.9, CAR-206)', async (t) => {
    const staff_id = newId()
    const lying = async (bed_id: string, attending_id: string) => {
      const patient_id = await on.patient()
      const stay = await done(nurse.post('/admissions', { patient_id, reason: 'Malaria' }))
      await done(charge.post(`/admissions/${stay.id}/admit`, { bed_id, attending_id }))
      const paracetamol = await called('Paracetamol 500 mg tablet')
      await done(prescribe(patient_id, [item(paracetamol, { first_dose: 'NOW' })]))
      return patient_id
    }
    const mine = await lying(beds[0].id, staff_id)
    const theirs = await lying(beds[1].id, newId())
    answering(t, staffOf, async (caller, user_id) =>
      (user_id ?? caller.user_id) === doctor.user.id
        ? { staff_id, name: caller.name, cadre: null, grade: null, national_id: null }
        : null,
    )
    const due = async (who = doctor, words: Record<string, string> = { mine: 'true' }) => {
      const found = await done(who.get('/nursing/doses/due', { ward_id: ward.id, ...words }))
      return new Set(found.map(({ patient_id }: { patient_id: string }) => patient_id))
    }
    t.same(await due(), new Set([mine]))
    t.same(await due(doctor, {}), new Set([mine, theirs]))
    t.same(await due(doctor, { mine: 'false' }), new Set([mine, theirs]))
    t.match(await doctor.get('/nursing/doses/due', { ward_id: ward.id, mine: 'perhaps' }), {
      status: 400,
      message: /^mine /,
    })
  })
})
