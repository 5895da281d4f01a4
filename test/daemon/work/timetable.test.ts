// The timetable against section 7 of the platform chapter: what can exist stands in it, what cannot
// yet is named here.

import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import { entries } from '../../../daemon/work/timetable.ts'
import { system } from '../../../db/core/caller.ts'
import { clock, days, instantIn, minutes } from '../../../db/core/clock.ts'
import { row, run, within } from '../../../db/store/connection.ts'
import { pathOf, put, sizeOf } from '../../../db/store/files/store.ts'
import { user_roles } from '../../../db/hospital/office/access/tables.ts'
import { hospitals } from '../../../db/hospital/office/hospitals/tables.ts'
import { sendMail } from '../../../db/hospital/office/outbox/send.ts'
import { outbox_messages } from '../../../db/hospital/office/outbox/tables.ts'
import { facilities } from '../../../db/hospital/office/places/tables.ts'
import { sql } from '../../../db/store/sql.ts'
import type { Entry } from '../../../db/appliance/timetable/entries.ts'
import { boot } from '../../support/boot.ts'
import * as files from '../../support/files.ts'
import { mailGoes } from '../../support/messaging/mail.ts'

/** Number, its lines here, and when they run. */
const jobs: [number, string, Partial<Entry>][] = [
  [1, 'outbox', { every: 5000 }],
  [3, 'escalations', { every: minutes(1) }],
  [4, 'sessions', { every: minutes(10) }],
  [4, 'sleeping-sessions', { every: minutes(10) }],
  [5, 'codes', { every: minutes(60) }],
  [7, 'accounts', { cron: '10 2 * * *', scope: 'hospital', catch_up: 'once' }],
  [9, 'facility-licences', { cron: '30 6 * * *', scope: 'hospital', catch_up: 'once' }],
  [11, 'audit-anchor', { cron: '0 0 * * *', at_start: true, pausable: false }],
  [12, 'audit-verify', { cron: '0 3 * * 0', scope: 'hospital', catch_up: 'once' }],
  [13, 'announcements', { every: minutes(1) }],
  [16, 'erasures', { cron: '40 2 * * *' }],
  [17, 'system-check', { every: minutes(5) }],
]
/** Job 2 is the job runner, which is always there (daemon/work/jobs.ts). */
const always = [2]
const waiting: Record<number, string> = {
  6: 'leases of workstations',
  8: 'revocation list of workstations',
  10: 'plan licence and purchases',
  14: 'saved reports',
  15: 'reminders of the message bridge',
  18: 'usage of hosted hospitals',
}

t.test('the timetable: has every job that can exist, at its time', async (t) => {
  for (const [number, name, about] of jobs) {
    const entry = entries.find((one) => one.name === name)
    t.match(entry, about, `job ${number}: ${name}`)
  }
  const known = [...jobs.map(([number]) => number), ...always, ...Object.keys(waiting).map(Number)]
  t.same(
    [...new Set(known)].sort((a, b) => a - b),
    Array.from({ length: 18 }, (_, n) => n + 1),
  )
})

t.test('the timetable: its lines do what they say', async (t) => {
  const house = await boot(t)
  const { people, hospital, facility_id } = house
  const hospital_id = hospital.id
  const perform = async (name: string, due_at = clock.instant()) => {
    const entry = entries.find((one) => one.name === name)
    if (entry === undefined) throw new Error(`no ${name}`)
    return (await entry.run({
      caller: system(hospital_id),
      due_at,
      time_zone: 'Africa/Dar_es_Salaam',
      signal: new AbortController().signal,
    })) as Record<string, number>
  }
  const admin = await people.administrator()
  const nurse = await people.with('nurse')

  t.test('every line runs on an empty house', async (t) => {
    for (const { name } of entries) await t.resolves(perform(name), name)
  })

  // Job 7, PLT-46.
  t.test('accounts: ended roles fall away, flags on Mondays alone', async (t) => {
    const held = await user_roles.all({ hospital_id, user_id: nurse.user.id })
    await within(() =>
      user_roles.change({ hospital_id, id: held[0]?.id ?? '' }, { until: '2026-03-09' }),
    )
    clock.freeze('2026-03-10T09:00:00.000Z')
    t.match(await perform('accounts', '2026-03-09T23:10:00.000Z'), { ended: 1, flagged: 0 })
    t.same(await user_roles.all({ hospital_id, user_id: nurse.user.id }), [])
    const log = await admin.get('/audit', { action: 'user.role_ended' })
    t.match(log.data, [{ entity_id: nurse.user.id }])
    await within(() => run(sql`update users set last_sign_in_at = '2020-01-01T00:00:00.000Z'`))
    t.equal((await perform('accounts', '2026-03-10T23:10:00.000Z'))['flagged'], 0, 'a Wednesday')
    const monday = await perform('accounts', '2026-03-15T23:10:00.000Z')
    t.ok((monday['flagged'] ?? 0) > 0, 'in Dar es Salaam that is a Monday')
    clock.release()
  })

  // Job 9.
  t.test('facility licences: 60, 30, 7 days ahead and on the day', async (t) => {
    await within(() =>
      facilities.change({ hospital_id, id: facility_id }, { licence_expires_on: '2027-06-30' }),
    )
    const told: string[] = []
    for (let ahead = 61; ahead >= -1; ahead -= 1) {
      clock.freeze(new Date(Date.parse('2027-06-30T08:00:00Z') - days(ahead)).toISOString())
      if ((await perform('facility-licences'))['told'] === 1) told.push(`${ahead}`)
    }
    clock.release()
    t.same(told, ['60', '30', '7', '0'])
    const { data } = await admin.get('/notifications', { kind: 'facility.licence_ending' })
    t.match(data, [{ title: 'The licence of Main ends today', count: 4 }])
  })

  // Job 16.
  t.test('outbox texts are blanked after 90 days, the rows stay', async (t) => {
    await mailGoes(hospital_id, { is_active: false })
    clock.freeze('2026-01-10T08:00:00.000Z')
    const sha256 = await put(Buffer.from('a price list'))
    const attachments = [{ file_name: 'a.txt', content_type: 'text/plain', sha256 }]
    const id = await within(() =>
      sendMail(house.system, { to: 'a@example.org', text: 'Words.', subject: 'S', attachments }),
    )
    clock.freeze('2026-04-09T08:00:00.000Z')
    await perform('erasures')
    t.match(await outbox_messages.find({ hospital_id, id }), { text: 'Words.' })
    t.ok(await sizeOf(sha256), 'a file that a remembered letter has is kept')
    clock.freeze('2026-04-11T08:00:00.000Z')
    t.equal((await perform('erasures'))['texts'], 1)
    t.match(await outbox_messages.find({ hospital_id, id }), {
      text: null,
      sealed: null,
      attachments: null,
      status: 'SKIPPED',
      contact: 'a@example.org',
    })
    clock.release()
  })

  t.test('sooner where the hospital has set it so (2.19)', async (t) => {
    clock.freeze('2026-05-01T08:00:00.000Z')
    const id = await within(() =>
      sendMail(house.system, { to: 'a@example.org', text: 'Words.', subject: 'S' }),
    )
    clock.freeze('2026-05-12T08:00:00.000Z')
    await perform('erasures')
    t.match(await outbox_messages.find({ hospital_id, id }), { text: 'Words.' })
    const boss = await house.people.administrator()
    t.equal((await boss.patch('/settings/message-bridge', { keep_text_days: 10 })).status, 200)
    await perform('erasures')
    t.match(await outbox_messages.find({ hospital_id, id }), { text: null })
    clock.release()
  })

  t.test('files that nobody knows are swept after a week, and no others', async (t) => {
    const old = new Date(clock.ms() - days(8))
    const age = (path: string) => utimesSync(path, old, old)
    const made = await files.attach(
      admin,
      { entity_type: 'facility', entity_id: facility_id },
      'a.pdf',
      files.pdf,
    )
    const known = made.data.sha256 as string
    const unknown = await put(Buffer.from('nobody knows me'))
    const young = await put(Buffer.from('not a week old'))
    const again = await put(Buffer.from('kept twice'))
    const letter_file = await put(Buffer.from('goes with a letter'))
    await within(() =>
      sendMail(house.system, {
        to: 'a@example.org',
        text: 'Words.',
        attachments: [{ file_name: 'l', content_type: 'text/plain', sha256: letter_file }],
      }),
    )
    for (const sha256 of [known, unknown, again, letter_file]) age(pathOf(sha256))
    await put(Buffer.from('kept twice'))
    const arriving = join(dirname(dirname(dirname(pathOf(known)))), 'arriving', 'broken-off')
    mkdirSync(dirname(arriving), { recursive: true })
    writeFileSync(arriving, 'half a file')
    age(arriving)
    t.equal((await perform('erasures'))['files'], 2)
    t.equal(await sizeOf(unknown), undefined)
    t.same(readdirSync(dirname(arriving)), [])
    for (const sha256 of [known, young, again, letter_file]) t.ok(await sizeOf(sha256), sha256)
    t.equal((await perform('erasures'))['files'], 0)
  })

  // PLT-109.
  t.test('bytes of removed files go after 90 days', async (t) => {
    const branch = { entity_type: 'facility', entity_id: facility_id }
    const { data } = await files.attach(admin, branch, 'b.pdf', files.png(200, 200))
    const made = data ?? (await files.attach(admin, branch, 'b.png', files.png(200, 200))).data
    await admin.remove(`/attachments/${made.id}`, { reason: 'a wrong one' })
    t.equal((await perform('erasures'))['attachments'], 0)
    clock.freeze(instantIn(days(91)))
    t.equal((await perform('erasures'))['attachments'], 1)
    t.equal(await sizeOf(made.sha256), undefined)
    clock.release()
  })

  // Job 5, PLT-19.
  t.test('old counts of wrong sign-ins are forgotten', async (t) => {
    await house.nobody.post('/auth/login', { identifier: 'nobody.at.all', password: 'wrong one' })
    const count = async () =>
      Number((await row<{ n: number }>(sql`select count(*) as n from lockouts`))?.n)
    t.equal(await count(), 1)
    clock.freeze(instantIn(days(2)))
    t.equal((await perform('codes'))['locks'], 1)
    t.equal(await count(), 0)
    clock.release()
  })

  // Platform 3.4; last, because it shuts the house.
  t.test('suspensions begin at their moment', async (t) => {
    const from = (suspended_from: string) =>
      within(() => hospitals.change({ id: hospital_id }, { suspended_from }))
    await from(instantIn(60_000))
    t.same(await perform('suspensions'), { suspended: 0 })
    await from(instantIn(-1000))
    t.same(await perform('suspensions'), { suspended: 1 })
    t.equal((await admin.get('/auth/me')).status, 401)
    t.same(await perform('suspensions'), { suspended: 0 })
  })
})
