// What befalls an account with its patient (front office 3.7, POR-15, PAT-19, PAT-21).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { decide } from '../../../../db/hospital/desk/patients/privacy/consents.ts'
import { boot } from '../../../support/boot.ts'
import { register, withAccount } from '../../../support/desk/portal.ts'

t.test('an account goes with its patient', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-10T07:00:00.000Z')
  const desk = await house.people.with('reception', 'records')
  const admin = await house.people.administrator()
  const account = async (number: string) =>
    (await desk.get('/portal-accounts', { search: number })).data[0]
  const portalOf = async (id: string) => (await admin.get(`/patients/${id}`)).data.portal

  t.test('withdrawn consent suspends it at once', async (t) => {
    const patient = await withAccount(house, desk)
    const said = { kind: 'PORTAL', method: 'PORTAL' } as const
    await within(() => decide(house.system, patient.id, { ...said, decision: 'GIVEN' }))
    t.equal((await patient.get('/portal/me')).status, 200)
    await within(() => decide(house.system, patient.id, { ...said, decision: 'WITHDRAWN' }))
    t.equal((await account(patient.number)).status, 'SUSPENDED')
    t.equal((await patient.get('/portal/me')).status, 401)
    t.equal(await portalOf(patient.id), 'SUSPENDED')
  })

  t.test('death suspends it', async (t) => {
    const patient = await withAccount(house, desk)
    const died = await admin.post(`/patients/${patient.id}/deceased`, {
      died_at: '2026-03-10T06:00:00.000Z',
      place: 'HOME',
      source_note: 'Her son told us',
    })
    t.equal(died.status, 200, died.message)
    t.equal((await account(patient.number)).status, 'SUSPENDED')
    t.equal((await patient.get('/portal/me')).status, 401)
  })

  t.test('a merge suspends it and takes it along; the undo brings it back open', async (t) => {
    const patient = await withAccount(house, desk)
    const thread = await patient.post('/portal/messages', { subject: 'Mine', text: 'Words' })
    const kept = await register(desk)
    const merged = await admin.post(`/patients/${kept.id}/merge`, {
      duplicate_id: patient.id,
      reason: 'The same person',
    })
    t.equal(merged.status, 200, merged.message)
    t.match(await account(kept.number), { status: 'SUSPENDED', patient: { id: kept.id } })
    t.equal((await patient.get('/portal/me')).status, 401)
    const threads = await desk.get('/portal-threads', { patient_id: kept.id })
    t.match(threads.data, [{ id: thread.data.id }])
    const undone = await admin.post(`/patient-merges/${merged.data.id}/undo`, {
      reason: 'Two persons after all',
    })
    t.equal(undone.status, 200, undone.message)
    t.match(await account(patient.number), { status: 'ACTIVE', patient: { id: patient.id } })
    t.equal(await account(kept.number), undefined)
    t.equal(await portalOf(kept.id), 'NONE')
    t.equal(await portalOf(patient.id), 'ACTIVE')
    t.equal((await desk.get('/portal-threads', { patient_id: patient.id })).meta?.total, 1)
  })

  t.test('where both have one, the kept one goes on alone', async (t) => {
    const [kept, other] = [await withAccount(house, desk), await withAccount(house, desk)]
    const merged = await admin.post(`/patients/${kept.id}/merge`, {
      duplicate_id: other.id,
      reason: 'The same person',
    })
    t.equal(merged.status, 200, merged.message)
    t.equal((await kept.get('/portal/me')).status, 200)
    t.equal((await other.get('/portal/me')).status, 401)
    await admin.post(`/patient-merges/${merged.data.id}/undo`, { reason: 'Two after all' })
    t.equal((await account(other.number)).status, 'ACTIVE')
    t.equal((await kept.get('/portal/me')).status, 200)
  })
})
