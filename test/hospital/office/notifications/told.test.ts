// PLT-102: who is told of what other areas find, through the whole house.

import { createServer } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { setScanner } from '../../../../daemon/work/scanner.ts'
import { within } from '../../../../db/store/connection.ts'
import { brings } from '../../../../db/hospital/areas.ts'
import { setExportFolder } from '../../../../db/hospital/office/exports/files.ts'
import { setImportFolder } from '../../../../db/hospital/office/imports/files.ts'
import { enqueue } from '../../../../db/hospital/office/jobs/jobs.ts'
import { sendCopies } from '../../../../db/hospital/office/notifications/copies.ts'
import { bringAreas } from '../../../../db/hospital/start.ts'
import { outbox_messages } from '../../../../db/hospital/office/outbox/tables.ts'
import { tellOfSchedule } from '../../../../db/hospital/office/system/watch.ts'
import { conflict } from '../../../../db/core/refusal.ts'
import { account, login, password, signIn } from '../../../support/accounts.ts'
import type { Ask } from '../../../support/ask.ts'
import { boot } from '../../../support/boot.ts'
import * as files from '../../../support/files.ts'
import { workOnce } from '../../../support/jobs.ts'
import { makeThings, things } from '../../../support/sweeps/things.ts'

t.test('people are told', async (t) => {
  const house = await boot(t)
  const { people, database, hospital, facility_id, nobody } = house
  setExportFolder(join(database.folder, 'exports'))
  setImportFolder(join(database.folder, 'imports'))
  await makeThings()
  const behave = { fault: new Error('the disk burns') as Error }
  bringAreas([
    ...brings,
    {
      area: 'test',
      imports: [things],
      jobs: [
        {
          kind: 'doomed',
          label: 'Doomed work',
          max_attempts: 1,
          run: async () => {
            throw behave.fault
          },
        },
      ],
    },
  ])
  t.teardown(() => bringAreas())
  const officer = await people.with('system_administrator')
  const admin = await people.administrator()
  const told = async (who: Ask, kind: string) => (await who.get('/notifications', { kind })).data

  t.test('account.ready: who invited, once the account is taken up (PLT-51)', async (t) => {
    const opened = await admin.post('/users', {
      username: 'asha.ready',
      full_name: 'Asha Ready',
      facility_ids: [facility_id],
      invite: false,
    })
    t.equal(opened.status, 201, opened.message)
    t.same(await told(admin, 'account.ready'), [])
    const asha = await signIn(house, { username: 'asha.ready' }, opened.data.temporary_password)
    await asha.post('/auth/change-password', {
      current_password: opened.data.temporary_password,
      new_password: 'nine brown herons',
    })
    t.match(await told(admin, 'account.ready'), [
      {
        title: 'Asha Ready has taken up the account',
        entity_type: 'user',
        entity_id: opened.data.user.id,
      },
    ])
    t.same(await told(officer, 'account.ready'), [], 'nobody else')
  })

  t.test('account.*: the owner, in the house as well, and by one letter alone', async (t) => {
    const user = await account(house, { email: 'owner@example.org' })
    const owner = await signIn(house, user)
    await owner.post('/auth/change-password', {
      current_password: password,
      new_password: 'nine brown herons',
    })
    t.match(await told(owner, 'account.password_changed'), [
      { title: 'Password changed', body: 'Your password was changed.', urgency: 'WARNING' },
    ])
    t.equal((await told(owner, 'account.new_sign_in')).length, 1)
    await sendCopies()
    const letters = await outbox_messages.all({ hospital_id: hospital.id, user_id: user.id })
    t.same(letters.map(({ event }) => event).sort(), ['account.warning', 'account.warning'])
    for (let n = 0; n < 5; n += 1) await login(house, user, 'wrong password')
    t.match(await told(owner, 'account.locked'), [{ title: 'Account locked' }])
  })

  t.test('export.ready: who asked for it', async (t) => {
    const asked = await officer.post('/exports', { dataset: 'users', format: 'csv' })
    t.equal(asked.status, 202, asked.message)
    await workOnce()
    t.match(await told(officer, 'export.ready'), [
      { title: 'Your export is ready', entity_type: 'export' },
    ])
    t.same(await told(admin, 'export.ready'), [])
  })

  t.test('import.checked and import.done: who asked for it', async (t) => {
    const sent = await officer.inject({
      method: 'POST',
      url: '/api/v1/imports',
      ...files.multipart([
        ['kind', 'things'],
        ['file', ['things.csv', Buffer.from('NO,Full name\nT-1,First\n')]],
      ]),
    })
    t.equal(sent.status, 202, sent.message)
    await workOnce()
    t.match(await told(officer, 'import.checked'), [
      { title: 'things.csv was checked', body: /^Right: 1\./, entity_id: sent.data.id },
    ])
    await officer.post(`/imports/${sent.data.id}/commit`)
    await workOnce()
    t.match(await told(officer, 'import.done'), [{ title: 'things.csv is read in' }])
  })

  t.test('job.failed: those who mend, of a fault and not of a refusal', async (t) => {
    const by = house.system
    behave.fault = conflict('Too many rows.')
    await within(() => enqueue(by, { kind: 'doomed', input: {} }))
    await workOnce()
    t.same(await told(officer, 'job.failed'), [])
    behave.fault = new Error('the disk burns')
    await within(() => enqueue(by, { kind: 'doomed', input: {} }))
    await workOnce()
    const [notice] = await told(officer, 'job.failed')
    t.match(notice, { title: 'A job failed: Doomed work', entity_type: 'job' })
    t.notMatch(notice.body, /burns/, 'a fault is said in the log alone')
  })

  // OPS-97.
  t.test('schedule.failed: at the second instant that failed, once', async (t) => {
    for (const [failed_in_row, failures] of [
      [1, 1],
      [1, 2],
      [2, 1],
      [2, 2],
      [3, 1],
    ] as const) {
      await tellOfSchedule({ place: '', failed_in_row, failures }, { label: 'Erasures' })
    }
    t.match(await told(officer, 'schedule.failed'), [
      { title: 'A scheduled task fails: Erasures', count: 1 },
    ])
  })

  // PLT-108.
  t.test('a found threat and a silent scanner: holders of system:read', async (t) => {
    let says = 'stream: Eicar-Test-Signature FOUND'
    const clamd = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.on('data', (piece: Buffer) => {
        if (piece.subarray(-4).equals(Buffer.alloc(4))) socket.end(`${says}\0`)
      })
    })
    await new Promise<void>((resolve) => clamd.listen(0, '127.0.0.1', resolve))
    t.teardown(() => {
      setScanner(null)
      clamd.close()
    })
    setScanner(`127.0.0.1:${(clamd.address() as { port: number }).port}`)
    const branch = { entity_type: 'facility', entity_id: facility_id }
    const refused = await files.attach(admin, branch, 'Asha Juma.pdf', files.pdf)
    t.equal(refused.status, 400, refused.message)
    const [threat] = await told(officer, 'file.threat')
    t.match(threat, { title: 'A file carried a known threat', body: /Eicar-Test-Signature/ })
    t.notMatch(JSON.stringify(threat), /Asha/, 'a file is often named after a patient')
    says = 'what?'
    for (let n = 0; n < 2; n += 1) {
      t.equal((await files.attach(admin, branch, 'b.pdf', files.pdf)).status, 503)
    }
    t.match(await told(officer, 'scanner.silent'), [{ count: 2 }])
    t.equal((await nobody.get('/notifications')).status, 401)
  })
})
