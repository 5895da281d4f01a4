// Death on the way, and what nobody answers (REF-7, REF-9).

import t from 'tap'
import { clock, days } from '../../../../db/core/clock.ts'
import { run, within } from '../../../../db/store/connection.ts'
import { markDeceased } from '../../../../db/hospital/desk/patients/record/deaths.ts'
import { expireOld, tellLateFeedback } from '../../../../db/hospital/desk/referrals/clockwork.ts'
import { sql } from '../../../../db/store/sql.ts'
import { referring } from '../../../support/desk/referring.ts'

t.test('what becomes of a referral', async (t) => {
  const { house, doctor, sent } = await referring(t)

  t.test(
    'who dies on the way arrives nowhere, nor who waits to be answered (REF-9, PAT-24)',
    async (t) => {
      const gone = await sent({ urgency: 'EMERGENCY' })
      const left = await doctor.post(`/referrals/${gone.id}/depart`, { transport: 'OWN' })
      t.equal(left.data.status, 'IN_TRANSIT', left.message)
      const waiting = await sent()
      const die = (patient_id: string) =>
        within(() =>
          markDeceased(house.system, {
            patient_id,
            died_at: clock.instant(),
            place: 'IN_TRANSIT',
            confirmed_by: 'The driver called',
          }),
        )
      await die(gone.patient.id)
      await die(waiting.patient.id)
      t.match((await doctor.get(`/referrals/${gone.id}`)).data, {
        status: 'CANCELLED',
        cancel_reason: 'DIED',
      })
      const [last] = (await doctor.get(`/referrals/${gone.id}/history`)).data
      t.match(last, { move: 'cancel', from_state: 'IN_TRANSIT', to_state: 'CANCELLED' })
      t.equal((await doctor.get(`/referrals/${waiting.id}`)).data.status, 'CANCELLED')
      t.equal((await doctor.post(`/referrals/${gone.id}/arrive`)).status, 409)
    },
  )

  t.test('nobody departed in 90 days; feedback that is late (3.5, REF-7)', async (t) => {
    const referral = await sent()
    await within(() =>
      run(
        sql`update referrals set sent_at = ${new Date(clock.ms() - days(91)).toISOString()}, feedback_due_on = '2026-03-01' where id = ${referral.id}`,
      ),
    )
    t.match((await doctor.get('/referrals', { feedback_late: 'true' })).data, [
      { id: referral.id, feedback_late: true },
    ])
    t.equal(await within(() => tellLateFeedback(house.system)), 1)
    t.match((await doctor.get('/notifications')).data, [{ kind: 'referral.feedback_late' }])
    t.equal(await within(() => expireOld(house.system)), 1)
    t.equal((await doctor.get(`/referrals/${referral.id}`)).data.status, 'EXPIRED')
    t.equal(await within(() => expireOld(house.system)), 0)
  })
})
