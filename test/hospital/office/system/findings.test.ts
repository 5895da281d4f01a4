// What the doctor finds when nobody asked it (OPS-165).

import t from 'tap'
import { type Finding, tellFindings } from '../../../../db/hospital/office/system/findings.ts'
import { boot } from '../../../support/boot.ts'

t.test('a check that turns BAD, or back, is told once to who looks after the house', async (t) => {
  const { people } = await boot(t)
  const officer = await people.with('system_administrator')
  const nurse = await people.with('nurse')
  const told = async (kind = 'doctor.finding') =>
    (await officer.get('/notifications', { kind })).data
  const found = (state: Finding['state'], id = 'tls.expiry'): Finding[] => [
    { id, state, message: 'It ends on 1 April.', mend: 'Renew it.' },
    { id: 'machine.cpu', state: 'OK', message: 'two processors', mend: null },
  ]
  for (const state of ['OK', 'WARN', 'SKIPPED'] as const) {
    t.equal(await tellFindings(found(state)), 0, `${state} is no news`)
  }
  t.equal(await tellFindings(found('BAD')), 1)
  t.equal(await tellFindings(found('BAD')), 0, 'once')
  t.match(await told(), [
    {
      title: 'The doctor finds tls.expiry BAD',
      body: 'It ends on 1 April. Renew it.',
      urgency: 'WARNING',
    },
  ])
  t.equal(await tellFindings(found('SKIPPED')), 0, 'what was not looked at is as it was')
  t.equal(await tellFindings(found('WARN')), 1)
  t.match(await told(), [{ title: 'tls.expiry: no longer BAD', count: 2 }])
  t.equal(await tellFindings(found('BAD', 'ca.expiry')), 1)
  t.equal((await told()).length, 2, 'of two checks there are two')
  t.same((await nurse.get('/notifications')).data, [])
  t.equal(await tellFindings(found('BAD', 'backup.age')), 1)
  t.match(await told('backup.late'), [{ title: 'The doctor finds backup.age BAD' }])
  for (const id of ['disk.free', 'books.verify', 'audit.chain', 'timetable.failed']) {
    t.equal(await tellFindings(found('BAD', id)), 0, `${id} is told by whoever finds it`)
  }
})
