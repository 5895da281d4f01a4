import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { users } from '../../../../db/hospital/office/access/tables.ts'
import { sendCopies } from '../../../../db/hospital/office/notifications/copies.ts'
import { notify } from '../../../../db/hospital/office/notifications/notify.ts'
import { outbox_messages } from '../../../../db/hospital/office/outbox/tables.ts'
import { boot } from '../../../support/boot.ts'
import { mailGoes } from '../../../support/messaging/mail.ts'
import type { Person } from '../../../support/people.ts'

t.test('which notices leave the house (PLT-99)', async (t) => {
  const { people, system, hospital } = await boot(t)
  const officer = await people.with('system_administrator')
  const nurse = await people.with('nurse')
  const reach = (person: Person, contact: { email: string | null; phone: string | null }) =>
    within(() => users.change({ hospital_id: hospital.id, id: person.user.id }, contact))
  await reach(nurse, { email: 'asha@example.org', phone: '+255712345678' })

  await mailGoes(hospital.id)
  /** What the outbox was given, and nothing of before. */
  const sent = async (): Promise<{ to: string | null; class: string; send_after: string }[]> => {
    const hospital_id = hospital.id
    await within(() => outbox_messages.remove({ hospital_id }))
    await sendCopies()
    const rows = await outbox_messages.all({ hospital_id }, { order: ['-class', 'channel'] })
    return rows.map((row) => ({ ...row, to: row.contact }))
  }
  const sentOf = async (kind: string, more = {}): Promise<unknown[]> => {
    await within(() =>
      notify(system, { to: { user: nurse.user.id }, kind, title: kind, body: 'b', ...more }),
    )
    await nurse.post('/notifications/read-all')
    return sent()
  }
  const by_email = { channel: 'email', to: 'asha@example.org', event: 'staff.notice' }
  const by_phone = { channel: 'sms', to: '+255712345678', event: 'staff.notice' }

  t.test('kinds come with what the house ships', async (t) => {
    const kinds = await nurse.whole('/notifications/kinds')
    t.match(
      kinds.find(({ kind }) => kind === 'audit.broken'),
      {
        urgency: 'URGENT',
        locked: true,
        area: 'audit',
        default: { sms: true, whatsapp: false, email: true },
      },
    )
    const preferences = (await nurse.get('/notifications/preferences')).data
    t.equal(preferences.kinds.length, kinds.length)
    t.equal(preferences.quiet, null)
    t.ok(preferences.kinds.every(({ in_app }: { in_app: boolean }) => in_app))
  })

  t.test('shipped, then the hospital’s, then the person’s own choice', async (t) => {
    t.match(await sentOf('job.failed'), [{ ...by_email, text: /job\.failed/, class: 'SERVICE' }])
    t.same(await sentOf('export.ready'), [])
    const changed = await officer.patch('/settings/notifications/export.ready', { sms: true })
    t.match(changed.data, { kind: 'export.ready', default: { sms: true, email: false } })
    t.match(await sentOf('export.ready'), [by_phone])
    const own = await nurse.put('/notifications/preferences', {
      kinds: [{ kind: 'export.ready', sms: false, email: true }],
    })
    t.equal(own.status, 200, own.message)
    t.match(await sentOf('export.ready'), [by_email])
    t.match(await sentOf('job.failed'), [by_email], 'the others stay')
    const listed = (await officer.get('/settings/notifications', { area: 'export' })).data
    t.match(listed, [{ kind: 'export.ready', default: { sms: true } }])
  })

  t.test('email, else sms, for what is locked; both where both are shipped', async (t) => {
    t.match(await sentOf('account.locked'), [by_email])
    await reach(nurse, { email: null, phone: '+255712345678' })
    t.match(await sentOf('account.locked'), [by_phone])
    t.same(await sentOf('job.failed'), [], 'what is not locked waits inside')
    await reach(nurse, { email: null, phone: null })
    t.same(await sentOf('account.locked'), [])
    await reach(nurse, { email: 'asha@example.org', phone: '+255712345678' })
    t.match(await sentOf('audit.broken'), [{ ...by_email, class: 'ESSENTIAL' }, by_phone])
  })

  t.test('words for outside the house go out in place of the others', async (t) => {
    t.match(
      await sentOf('job.failed', {
        title: 'Asha Juma P-000123',
        outside: { title: 'A.J. P-000123', body: 'See' },
      }),
      [{ text: /A\.J\. P-000123/ }],
    )
  })

  t.test('quiet hours hold back all but URGENT, also over midnight', async (t) => {
    await nurse.put('/notifications/preferences', { quiet: { from: '21:00', to: '06:30' } })
    const cases: [string, string | undefined][] = [
      ['2027-03-09T17:59:30.000Z', undefined],
      ['2027-03-09T18:00:00.000Z', '2027-03-10T03:30:00.000Z'],
      ['2027-03-09T22:15:20.500Z', '2027-03-10T03:30:00.000Z'],
      ['2027-03-10T03:30:00.000Z', undefined],
    ]
    for (const [at, not_before] of cases) {
      clock.freeze(at)
      await within(() =>
        notify(system, {
          to: { user: nurse.user.id },
          kind: 'mail.failing',
          title: 'x',
          body: 'b',
          entity: { type: 'x', id: at },
        }),
      )
      await within(() =>
        notify(system, { to: { user: nurse.user.id }, kind: 'disk.low', title: 'x', body: 'b' }),
      )
      const copies = await sent()
      clock.release()
      t.match(copies, [
        { class: 'SERVICE', send_after: not_before ?? at },
        { class: 'ESSENTIAL', send_after: at },
      ])
    }
    const cleared = await nurse.put('/notifications/preferences', { quiet: null })
    t.equal(cleared.data.quiet, null)
  })

  t.test('a copy is handed over once', async (t) => {
    t.equal((await sentOf('job.failed')).length, 1)
    t.equal(await sendCopies(), 0)
  })

  const bad: [string, unknown, number, string][] = [
    [
      'a locked kind',
      { kinds: [{ kind: 'account.locked', email: false }] },
      400,
      'account.locked cannot be turned off.',
    ],
    ['no kind', { kinds: [{ sms: true }] }, 400, 'kinds[0].kind is required.'],
    [
      'an unknown kind',
      { kinds: [{ kind: 'x.y', sms: true }] },
      404,
      'kinds[0].kind: no such kind.',
    ],
    [
      'a word for a flag',
      { kinds: [{ kind: 'job.failed', sms: 'yes' }] },
      400,
      'kinds[0].sms must be true or false.',
    ],
    ['half a time', { quiet: { from: '21:00' } }, 400, 'quiet.to is required.'],
    [
      'no time',
      { quiet: { from: '21', to: '06:00' } },
      400,
      'quiet.from must be a time like 08:30.',
    ],
    [
      'no length',
      { quiet: { from: '21:00', to: '21:00' } },
      400,
      'quiet.to must differ from quiet.from.',
    ],
  ]
  for (const [what, body, status, message] of bad) {
    t.test(`preferences refuse ${what}`, async (t) => {
      const before = (await nurse.get('/notifications/preferences')).data
      const refused = await nurse.put('/notifications/preferences', body)
      t.equal(refused.message, message)
      t.equal(refused.status, status)
      t.same((await nurse.get('/notifications/preferences')).data, before)
    })
  }

  t.test(
    'the hospital cannot turn a locked kind off either, nor change one that is none',
    async (t) => {
      const locked = await officer.patch('/settings/notifications/audit.broken', { sms: false })
      t.equal(locked.status, 400)
      t.equal(locked.message, 'audit.broken cannot be turned off.')
      t.equal(
        (await officer.patch('/settings/notifications/audit.broken', { whatsapp: true })).status,
        200,
      )
      const none = await officer.patch('/settings/notifications/no.such', { sms: 5 })
      t.equal(none.status, 404)
      t.equal(none.message, 'No such kind.')
      const refused = await nurse.patch('/settings/notifications/job.failed', { sms: true })
      t.equal(
        refused.message,
        'You do not have permission to do this. It needs notification:manage.',
      )
    },
  )
})
