// Who may let a crew go that its gate holds: whoever may and sends vehicles too, else whoever signs beside the one
// who sends (AMB-3, CAR-50).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { newId } from '../../../../db/core/ids.ts'
import { staffById } from '../../../../db/hospital/neighbours/people.ts'
import { account, password } from '../../../support/accounts.ts'
import { answering } from '../../../support/answers.ts'
import { dispatchHouse } from '../../../support/desk/dispatch.ts'
import { done } from '../../../support/desk/ward.ts'

t.test('a crew that its gate holds (AMB-3)', async (t) => {
  const on = await dispatchHouse(t)
  const { crew, house } = on
  clock.freeze('2026-03-30T08:00:00.000Z')
  const driver_id = newId()
  answering(t, staffById, async (_, staff_id) =>
    staff_id === driver_id
      ? { staff_id, name: 'Salim Omari', cadre: 'Driver', grade: null, national_id: null }
      : null,
  )
  const vehicle = await on.entered({ call_sign: 'KTA-7' })
  await done(on.checked(vehicle.id))
  await done(on.manned(vehicle.id, { driver_id, attendant_ids: [] }))
  const request = await done(on.ask({ priority: 3 }))
  const send = (more: Record<string, unknown> = {}) =>
    crew.post(`/ambulance-requests/${request.id}/dispatch`, { vehicle_id: vehicle.id, ...more })

  await t.test('nobody holds both: it is signed at the screen of who sends', async (t) => {
    t.match(await send(), {
      status: 409,
      message:
        /^Crew: Salim Omari has no driving licence in date\. Clinical administrator, .*Manager may let this through with a reason, signing at your screen \(authoriser_token\)\.$/,
    })
    const { username: identifier } = await account(house, { roles: ['manager'] })
    const { witness_token: authoriser_token } = await done(
      crew.post('/stock/witness', { identifier, password, purpose: 'OTHER' }),
    )
    const overrides = [{ gate: 'AMB_CREW', reason_code: 'CLINICAL_NEED', authoriser_token }]
    const { id } = await done(send({ overrides }))
    const gone = { milestone: 'ABORTED', reason_code: 'BREAKDOWN', for_crew: true }
    await done(crew.post(`/ambulance-trips/${id}/advance`, gone))
  })

  await t.test('who holds both is named alone, and does both', async (t) => {
    const both = await house.people.holding(
      'ambulance:assign',
      'ambulance:manage',
      'ambulance:read',
    )
    t.match(await send(), {
      status: 409,
      message: /in date\. Just \S+ \S+ may let this through with a reason\.$/,
    })
    const overrides = [{ gate: 'AMB_CREW', reason_code: 'CLINICAL_NEED' }]
    const path = `/ambulance-requests/${request.id}/dispatch`
    t.match(await both.post(path, { vehicle_id: vehicle.id, overrides }), { status: 200 })
  })
})
