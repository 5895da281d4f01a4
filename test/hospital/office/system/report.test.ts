// PLT 2.18 and job 17: the state of the system, and who hears when it changes.

import t from 'tap'
import { setScanner } from '../../../../daemon/work/scanner.ts'
import { clock, days, instantIn } from '../../../../db/core/clock.ts'
import { run, within } from '../../../../db/store/connection.ts'
import { diskLimits, setDiskLimits } from '../../../../db/core/disk-room.ts'
import { setDataDir } from '../../../../db/appliance/health.ts'
import { sendMail } from '../../../../db/hospital/office/outbox/send.ts'
import { no_probes } from '../../../../db/hospital/office/system/checks.ts'
import { lookAtSystem } from '../../../../db/hospital/office/system/watch.ts'
import { sql } from '../../../../db/store/sql.ts'
import { announce } from '../../../../db/appliance/timetable/daemons.ts'
import { noteTime } from '../../../../db/appliance/timetable/clock-guard.ts'
import { schedules } from '../../../../db/appliance/timetable/tables.ts'
import { newId } from '../../../../db/core/ids.ts'
import { boot } from '../../../support/boot.ts'
import { on_postgres } from '../../../support/database.ts'
import { mailGoes } from '../../../support/messaging/mail.ts'

t.test('the system', async (t) => {
  const house = await boot(t)
  const { people, database, hospital, nobody } = house
  const hospital_id = hospital.id
  setDataDir(database.folder)
  const officer = await people.with('system_administrator')
  const nurse = await people.with('nurse')
  const told = async (kind: string) => (await officer.get('/notifications', { kind })).data
  const readAll = async () => {
    for (const { id } of (await officer.get('/notifications')).data) {
      await officer.post(`/notifications/${id}/read`)
    }
  }

  t.test('GET /system says how it stands; parts to come are null', async (t) => {
    const id = newId()
    await announce({
      id,
      host: 'ward',
      pid: 1,
      program: 'x',
      state: 'READY',
      reasons: [],
      listen: [],
    })
    const { status, data, message } = await officer.get('/system')
    t.equal(status, 200, message)
    t.match(data, {
      node: process.version,
      deployment: 'single',
      daemons: [{ name: `ward ${id.slice(-12)}` }],
      database: { kind: on_postgres ? 'postgres' : 'sqlite', last_check: null },
      disk: { path: database.folder },
      queue: { outbox: 0, jobs: 0, webhooks: null },
      backup: null,
      messaging: null,
      device_ca: null,
      licence: { status: 'EVALUATION', ends_on: null },
      clock: { drift_ms: on_postgres ? Number : null },
      mail: { configured: false, last_ok_at: null, state: 'OK' },
      scanner: { configured: false, state: 'OK' },
      audit: { last_verified_at: null, state: 'OK' },
    })
    t.ok(data.database.size_mb >= 0 && data.database.migrations >= 1)
    t.ok(data.disk.free_mb > 0 && data.audit.last_seq > 0)
    t.same(
      data.checks.map(({ name }: { name: string }) => name),
      ['database', 'disk', 'clock', 'scanner', 'timetable', 'mail', 'audit'],
    )
  })

  t.test('it is for holders of system:read', async (t) => {
    t.equal((await nobody.get('/system')).status, 401)
    t.equal(
      (await nurse.get('/system')).message,
      'You do not have permission to do this. It needs system:read.',
    )
  })

  t.test('a full disk is told once, and once more when there is room again', async (t) => {
    await lookAtSystem(no_probes)
    t.same(await told('disk.low'), [])
    const before = diskLimits()
    t.teardown(() => setDiskLimits(before))
    setDiskLimits({ ...before, warn: Number.MAX_SAFE_INTEGER })
    t.equal((await officer.get('/system')).data.disk.state, 'WARN')
    t.equal(await lookAtSystem(no_probes), 1)
    setDiskLimits({ ...before, read_only: Number.MAX_SAFE_INTEGER })
    t.equal(await lookAtSystem(no_probes), 0, 'worse is no news')
    t.equal((await officer.get('/system')).data.disk.state, 'BAD')
    t.match(await told('disk.low'), [{ urgency: 'URGENT', title: 'The disk needs you' }])
    t.same((await nurse.get('/notifications')).data, [])
    setDiskLimits({ ...before, warn: 0, refuse_uploads: 0, read_only: 0 })
    t.equal(await lookAtSystem(no_probes), 1)
    t.match(await told('disk.low'), [{ urgency: 'INFO', title: 'The disk: well again' }, {}])
    await readAll()
  })

  t.test('a silent scanner', async (t) => {
    t.teardown(() => setScanner(null))
    setScanner('127.0.0.1:1')
    t.match((await officer.get('/system')).data.scanner, { configured: true, state: 'BAD' })
    await lookAtSystem({ scanner: async () => false })
    t.match(await told('scanner.silent'), [{ title: 'The virus scanner needs you' }])
    await lookAtSystem({ scanner: async () => true })
    t.match(await told('scanner.silent'), [{ title: 'The virus scanner: well again', count: 2 }])
  })

  // PLT-102, PLT-142.
  t.test('mail that does not leave', async (t) => {
    await mailGoes(hospital_id)
    await within(() => sendMail(house.system, { to: 'a@example.org', text: 'x' }))
    const letter = (status: string, attempts: number, reason: string | null) =>
      within(() =>
        run(
          sql`update outbox_messages set status = ${status}, attempts = ${attempts}, reason = ${reason}, last_answer = '451 not now', updated_at = ${clock.instant()} where hospital_id = ${hospital_id}`,
        ),
      )
    await letter('QUEUED', 1, null)
    await lookAtSystem(no_probes)
    t.same(await told('mail.failing'), [], 'once put off is no trouble')
    await letter('QUEUED', 2, null)
    await lookAtSystem(no_probes)
    t.match(await told('mail.failing'), [{ body: '1 letters do not leave: 451 not now.' }])
    await letter('FAILED', 5, 'not_taken')
    t.equal((await officer.get('/system')).data.mail.state, 'BAD')
    await within(() =>
      run(
        sql`update outbox_messages set status = 'SENT', sent_at = ${clock.instant()} where hospital_id = ${hospital_id}`,
      ),
    )
    t.match((await officer.get('/system')).data.mail, { state: 'OK', configured: true })
    await lookAtSystem(no_probes)
    t.match(await told('mail.failing'), [{ title: 'Mail: well again' }])
  })

  // OPS-98.
  t.test('a clock that jumped', async (t) => {
    await noteTime()
    clock.freeze(instantIn(days(3)))
    t.equal(await noteTime(), true)
    await lookAtSystem(no_probes)
    clock.release()
    t.match(await told('clock.drift'), [{ title: 'The clock needs you' }])
    t.equal((await officer.get('/system')).data.clock.state, 'BAD')
  })

  t.test('a proof that failed, and schedules that fail', async (t) => {
    await within(async () => {
      await run(
        sql`insert into audit_proofs (id, hospital_id, ok, rows_checked, from_seq, to_seq, head_hash, anchors_checked, problems, took_ms, at, by_name)
          values (${newId()}, ${hospital_id}, ${false}, 1, 1, 1, ${'0'.repeat(64)}, 0, ${'[]'}, 1, ${clock.instant()}, 'test')`,
      )
      await schedules.insert({ name: 'erasures', time_zone: 'UTC', pace: '1', failed_in_row: 2 })
    })
    const { data } = await officer.get('/system')
    t.equal(data.audit.state, 'BAD')
    t.match(
      data.checks.find(({ name }: { name: string }) => name === 'timetable'),
      { state: 'BAD', message: 'failing: erasures' },
    )
  })
})
