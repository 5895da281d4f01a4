import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { boot } from '../../../support/boot.ts'
import { needsPoppler, textOf } from '../../../support/pdf.ts'

t.test('the slip of a visit (VIS-19), and what a scanner makes of it (PAT-11)', async (t) => {
  const { people } = await boot(t)
  clock.freeze('2026-03-31T06:00:00.000Z')
  const clerk = await people.with('reception')
  const patient = await clerk.post('/patients', {
    first_name: 'Asha',
    last_name: 'Mrisho',
    sex: 'Female',
    birth_date: '1990-05-12',
    language: 'sw',
  })
  const visit = await clerk.post('/visits', { patient_id: patient.data.id, reason: 'cough' })
  t.equal(visit.status, 201, visit.message)

  await t.test(
    'it is in the patient’s language, unless another is asked for',
    needsPoppler,
    async (t) => {
      const slip = await clerk.get(`/visits/${visit.data.id}/slip`)
      t.equal(slip.status, 200, slip.message)
      t.equal(slip.headers['content-type'], 'application/pdf')
      const text = textOf(slip.raw)
      for (const said of [visit.data.number, visit.data.token, 'Asha Mrisho', 'miaka 35']) {
        t.match(text, said)
      }
      t.notMatch(text, 'cough')
      const english = await clerk.get(`/visits/${visit.data.id}/slip`, { language: 'en' })
      t.match(textOf(english.raw), '35 years')
      const log = await (await people.with('privacy_officer')).get(
        `/patients/${patient.data.id}/access-log`,
      )
      t.ok(log.data.some(({ action }: { action: string }) => action === 'visit.slip'))
    },
  )

  await t.test('a point that is nobody’s business is not named', needsPoppler, async (t) => {
    const manager = await people.with('manager')
    const [point] = (await manager.get('/service-points')).data.filter(
      ({ id }: { id: string }) => id === visit.data.service_point.id,
    )
    const changed = await manager.patch(`/service-points/${point.id}`, { restricted: true })
    t.equal(changed.status, 200, changed.message)
    const text = textOf((await clerk.get(`/visits/${visit.data.id}/slip`, { language: 'en' })).raw)
    t.match(text, 'Service')
    t.notMatch(text, point.name)
  })

  t.test('a scanner finds the patient by the number of the visit', async (t) => {
    const found = await clerk.get('/patients/scan', { code: visit.data.number })
    t.equal(found.data.id, patient.data.id, found.message)
    t.equal((await clerk.get('/patients/scan', { code: 'VS-2026-999999' })).status, 404)
  })

  t.test('nobody’s visit has no slip', async (t) => {
    const none = await clerk.get('/visits/0199a5c2-7d1e-7000-8000-000000000001/slip')
    t.match(none, { status: 404, message: 'No such visit.' })
    const other = await people.holding('patient:read')
    t.equal((await other.get(`/visits/${visit.data.id}/slip`)).status, 403)
  })
})
