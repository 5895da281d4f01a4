import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { didWords } from '../../../../db/hospital/office/audit/did.ts'
import { boot } from '../../../support/boot.ts'
import { staffDesk } from '../../../support/staff.ts'

t.test('broken glass is reviewed, and the access log tells (PRV-4, PRV-5, PRV-7)', async (t) => {
  const house = await boot(t)
  const { people } = house
  clock.freeze('2026-03-31T09:00:00.000Z')
  const clerk = await people.with('reception')
  const nurse = await people.with('nurse')
  const officer = await people.with('privacy_officer')
  const manager = await people.with('manager')
  const made = await clerk.post('/patients', {
    first_name: 'Farida',
    last_name: 'Mkwawa',
    sex: 'Female',
    birth_date: '1979-12-12',
  })
  const { id } = made.data
  await officer.put(`/patients/${id}/sensitivity`, {
    sensitivity: 'RESTRICTED',
    reason: 'asked for it',
  })
  const grant = await nurse.post(`/patients/${id}/break-glass`, {
    reason_code: 'EMERGENCY',
    reason: 'Unconscious at the door',
  })
  t.equal(grant.status, 200, grant.message)
  t.equal((await nurse.get(`/patients/${id}`)).status, 200)

  t.test('grants wait for review and show what was read under them', async (t) => {
    t.equal((await nurse.get('/break-glass')).status, 403)
    const found = await officer.get('/break-glass', { status: 'ACTIVE' })
    t.match(found.data, [
      { id: grant.data.id, status: 'ACTIVE', patient: { full_name: 'Farida Mkwawa' } },
    ])
    t.same((await officer.get('/break-glass', { status: 'REVIEWED' })).data, [])
    t.same((await officer.get('/break-glass', { to: '2026-03-30' })).data, [])
    const open = await officer.get(`/break-glass/${grant.data.id}`)
    t.match(open.data.reads, [
      { action: 'patient.read', break_glass: { reason: 'Unconscious at the door' } },
      {},
    ])
  })

  t.test('the user ends it, and the record is closed again', async (t) => {
    const other = await people.with('nurse')
    t.equal((await other.post(`/break-glass/${grant.data.id}/end`)).status, 403)
    t.match(await nurse.post(`/break-glass/${grant.data.id}/end`), {
      status: 200,
      data: { status: 'ENDED' },
    })
    t.equal((await nurse.post(`/break-glass/${grant.data.id}/end`)).status, 409)
    t.equal((await nurse.get(`/patients/${id}`)).status, 403)
  })

  t.test('somebody else reviews it; not justified tells the manager', async (t) => {
    const both = await people.with('privacy_officer', 'nurse')
    const own = await both.post(`/patients/${id}/break-glass`, {
      reason_code: 'OTHER',
      reason: 'I was curious about her',
    })
    const verdict = { verdict: 'NOT_JUSTIFIED', note: 'No care was given' }
    t.match(await both.post(`/break-glass/${own.data.id}/review`, verdict), {
      status: 409,
      message: 'You opened this record. Another Privacy officer must review it.',
    })
    const done = await officer.post(`/break-glass/${own.data.id}/review`, verdict)
    t.match(done, { status: 200, data: { status: 'REVIEWED', verdict: 'NOT_JUSTIFIED' } })
    t.equal((await officer.post(`/break-glass/${own.data.id}/review`, verdict)).status, 409)
    t.equal(
      (await officer.post(`/break-glass/${own.data.id}/review`, { verdict: 'MAYBE', note: 'abc' }))
        .status,
      400,
    )
    const notices = await manager.get('/notifications')
    t.match(notices.data, [{ title: 'Broken glass was not justified' }])
  })

  t.test('the access log: newest first, narrowed, and logged itself', async (t) => {
    t.equal((await clerk.get(`/patients/${id}/access-log`)).status, 403)
    const log = await manager.get(`/patients/${id}/access-log`)
    t.equal(log.status, 200, log.message)
    t.equal(log.data.at(-1).action, 'patient.create')
    const reads = await manager.get(`/patients/${id}/access-log`, {
      action: 'patient.read',
      user_id: nurse.user.id,
    })
    t.match(reads.data, [{ user_id: nurse.user.id, break_glass: { id: grant.data.id } }])
    t.match((await manager.get(`/patients/${id}/access-log`)).data[0], {
      action: 'patient.access_log',
    })
    const refused = await manager.get(`/patients/${id}/access-log`, {
      from: '2026-04-02',
      to: '2026-04-01',
    })
    t.match(refused, { status: 400, message: 'from is after to.' })
  })

  t.test('it tells the cadre of who looked, and what was done in words (PRV-7)', async (t) => {
    const desk = await staffDesk(house)
    await desk.link(nurse, (await desk.hire({ last_name: 'Wa Cadre' })).id)
    const log = await manager.get(`/patients/${id}/access-log`)
    const told = log.data.map((row: Record<string, unknown>) => [
      row['user_name'],
      row['cadre'],
      row['did'],
    ])
    const has = (...row: unknown[]) =>
      t.ok(JSON.stringify(told).includes(JSON.stringify(row)), row.join(', '))
    has(nurse.user.full_name, 'Registered Nurse', 'Patient read')
    has(nurse.user.full_name, 'Registered Nurse', 'Opened the closed record with a reason')
    has(clerk.user.full_name, null, 'Patient made')
    has(officer.user.full_name, null, 'Changed who may read the record')
    const open = await officer.get(`/break-glass/${grant.data.id}`)
    t.match(open.data.reads, [{ cadre: 'Registered Nurse', did: 'Patient read' }])
  })
})

t.test('an action of the log in words (PRV-7)', async (t) => {
  for (const [action, words] of [
    ['patient.read', 'Patient read'],
    ['lab_result.print', 'Lab result printed'],
    ['bill.list', 'Bill listed'],
    ['visit.slip', 'Visit: slip'],
    ['vital_alert.wake_up', 'Vital alert: wake up'],
    ['patient.access_log', 'Looked up who read the record'],
    ['sold', 'Sold'],
  ]) {
    t.equal(didWords(action ?? ''), words)
  }
})
