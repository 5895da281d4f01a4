// What is known better later, and a merge (EMG-14, PAT-19).

import t from 'tap'
import { somebody } from '../../../support/desk/visits.ts'
import { emergencyRoom } from '../../../support/desk/emergency-room.ts'

t.test('emergencies', async (t) => {
  const { people, clerk, nurse, adult, taken } = await emergencyRoom(t)

  t.test('what is known better later is changed; who it is is said (EMG-14)', async (t) => {
    const row = await taken()
    const changed = await nurse
      .with({ 'if-match': String(row.version) })
      .patch(`/emergencies/${row.id}`, { zone: 'RESUS', presenting_complaint: 'Fell' })
    t.match(changed.data, { zone: 'RESUS', presenting_complaint: 'Fell' }, changed.message)
    const stale = await nurse
      .with({ 'if-match': '1' })
      .patch(`/emergencies/${row.id}`, { zone: 'MINORS' })
    t.equal(stale.status, 409)
    const form = await nurse.put(`/emergencies/${row.id}/police`, { case: true, form_no: 'PF3-1' })
    t.match(form.data.police, { case: true, form_no: 'PF3-1' }, form.message)
    const who = await nurse.post(`/emergencies/${row.id}/identify`, {
      evidence: 'RELATIVE',
      identified_by_name: 'Halima',
      patient: {
        first_name: 'Zawadi',
        last_name: 'Kipanga',
        sex: 'Female',
        birth_date: '1991-02-03',
      },
    })
    t.match(who.data.patient, { full_name: 'Zawadi Kipanga', status: 'ACTIVE' }, who.message)
    const history = await nurse.get(`/emergencies/${row.id}/history`)
    t.same(
      history.data.map(({ move }: { move: string }) => move),
      ['police', 'change', 'open'],
    )
  })

  t.test('a merge takes emergencies along (PAT-19)', async (t) => {
    const officer = await people.with('records')
    const row = await taken()
    const kept = await somebody(clerk, adult)
    const merged = await officer.post(`/patients/${kept.id}/merge`, {
      duplicate_id: row.patient.id,
      reason: 'the same person',
    })
    t.equal(merged.status, 200, merged.message)
    t.equal((await nurse.get('/emergencies', { patient_id: kept.id })).meta?.total, 1)
  })
})
