// Blood for an operation is asked of the blood bank, at the time of the case, and let go with it (BLD-65, BLD-97).

import type { Data } from '../../../support/ask.ts'
import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { issue } from '../../../../db/hospital/diagnostics/blood-bank/requests/issuing.ts'
import { switchOff } from '../../../../db/hospital/office/places/modules.ts'
import { within } from '../../../../db/store/connection.ts'
import { boot } from '../../../support/boot.ts'
import { bloodAtWork } from '../../../support/desk/blood.ts'
import { identity, theatreAtWork } from '../../../support/desk/theatre.ts'
import { done } from '../../../support/desk/ward.ts'

t.test('blood for theatre', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-23T05:00:00.000Z')
  const bank = await bloodAtWork(house)
  const unit = await bank.unit('O-')
  const work = await theatreAtWork(t, house)
  const { surgeon, nurse, advance } = work
  const caller = { ...house.system, facility_id: house.facility_id }
  const requests = (patient_id: string): Promise<Data[]> =>
    done(surgeon.get('/blood-bank/requests', { patient_id }))
  const blood = { units: 1, component: 'WHOLE' }

  t.test('asked for as it is booked, ready when it is there (OT_BLOOD, BLD-65)', async (t) => {
    const one = await work.ready({ blood })
    const [request] = await requests(one.patient_id)
    t.match(request, {
      status: 'REQUESTED',
      indication: 'SURGERY',
      needed_at: one.planned_start,
      lines: [{ component_code: 'WB', units: 1, issued: 0 }],
    })
    const send = () => advance(nurse, one.id, { milestone: 'SENT', identity })
    const early = await send()
    t.equal(early.status, 409)
    t.match(early.message, new RegExp(`0 of 1 units are ready \\(${request.reference}\\)`))
    const patient = await done(surgeon.get(`/patients/${one.patient_id}`))
    await within(() =>
      issue(caller, request.id, {
        units: [{ unit_id: unit.id }],
        patient_number: patient.number,
        collector_name: 'Mushi',
        destination: 'Theatre 1',
        visual_ok: true,
        emergency: { reason: 'Before the operation' },
      }),
    )
    t.equal((await done(send())).status, 'SENT')
  })

  t.test('it follows the case to another day, and is let go with it (BLD-65)', async (t) => {
    const one = await work.ask({ blood })
    const session = await work.session({ date: '2026-03-24' })
    const path = `/theatre-cases/${one.id}`
    await done(surgeon.post(`${path}/book`, { session_id: session.id }))
    const later = await work.session({ date: '2026-03-25' })
    await done(surgeon.post(`${path}/book`, { session_id: later.id }))
    const booked = await work.read(one.id)
    const found = await requests(one.patient_id)
    t.equal(found.length, 1, 'one request for a case')
    t.equal(found[0].needed_at, booked.planned_start)
    await done(
      surgeon.post(`${path}/cancel`, { reason_code: 'OTHER', reason: 'Not needed any more' }),
    )
    t.match(await requests(one.patient_id), [{ status: 'CANCELLED' }])
  })

  t.test('where no blood bank runs the case is booked all the same (MOD-5)', async (t) => {
    await within(() =>
      switchOff(caller, house.facility_id, 'blood_bank', { reason: 'No fridge', force: true }),
    )
    const one = await work.ask({ blood })
    const session = await work.session({ date: '2026-03-26' })
    const booked = await surgeon.post(`/theatre-cases/${one.id}/book`, { session_id: session.id })
    t.equal(booked.status, 200, booked.message)
    t.match(
      JSON.stringify(booked.data.warnings),
      /Blood is not asked for: The blood bank module is switched off/,
    )
  })
})
