import t from 'tap'
import { securityOf, shipped_conflicts } from '../../../../db/hospital/office/settings/security.ts'
import { boot } from '../../../support/boot.ts'

t.test('security settings', async (t) => {
  const house = await boot(t)
  const officer = await house.people.with('system_administrator')
  const patch = (body: object) => officer.patch('/settings/security', body)

  t.test('a hospital that changed nothing works by the shipped rules', async (t) => {
    const { status, data } = await officer.get('/settings/security')
    t.equal(status, 200)
    t.same(data, {
      session_max_days: 90,
      idle_minutes: 0,
      max_sessions_per_user: 10,
      password_max_age_days: 0,
      pin_sign_in: true,
      pin_hours: 12,
      dormant_days: 90,
      conflicting_permissions: shipped_conflicts.map((pair) => [...pair]),
      attachment_max_mb: 20,
      support_entry: true,
    })
  })

  t.test('a change keeps the rest, works at once and is remembered', async (t) => {
    const changed = await patch({ idle_minutes: 15, pin_sign_in: false })
    t.equal(changed.status, 200, changed.message)
    t.match(changed.data, { idle_minutes: 15, pin_sign_in: false, session_max_days: 90 })
    await patch({ conflicting_permissions: [['user:grant', 'role:manage']] })
    t.match(await securityOf(house.system), {
      idle_minutes: 15,
      conflicting_permissions: [['user:grant', 'role:manage']],
    })
    const { data } = await officer.get('/settings/history', { record: 'security' })
    t.match(data.at(-1), { by_name: /^Person/, before: /.*/ })
    t.same(data.map(({ field }: { field: string }) => field).sort(), [
      'conflicting_permissions',
      'idle_minutes',
      'pin_sign_in',
    ])
  })

  const bad: [object, string][] = [
    [{ session_max_days: 0 }, 'session_max_days must be between 1 and 365.'],
    [{ session_max_days: 366 }, 'session_max_days must be between 1 and 365.'],
    [{ session_max_days: '9' }, 'session_max_days must be a whole number.'],
    [{ session_max_days: 1.5 }, 'session_max_days must be a whole number.'],
    [{ idle_minutes: 4 }, 'idle_minutes must be 0 or between 5 and 1440.'],
    [{ idle_minutes: 1441 }, 'idle_minutes must be between 0 and 1440.'],
    [{ password_max_age_days: 29 }, 'password_max_age_days must be 0 or between 30 and 730.'],
    [{ dormant_days: 1 }, 'dormant_days must be 0 or between 30 and 730.'],
    [{ pin_hours: 17 }, 'pin_hours must be between 1 and 16.'],
    [{ pin_sign_in: 'no' }, 'pin_sign_in must be true or false.'],
    [{ attachment_max_mb: 201 }, 'attachment_max_mb must be between 1 and 200.'],
    [{ conflicting_permissions: [['a']] }, 'conflicting_permissions[0] must be a list of 2 to 2.'],
    [
      { conflicting_permissions: [['user:grant', 'moon:land']] },
      'conflicting_permissions holds "moon:land", which does not exist.',
    ],
    [
      { conflicting_permissions: [['user:grant', 'user:grant']] },
      'conflicting_permissions holds user:grant against itself.',
    ],
  ]
  for (const [body, message] of bad) {
    t.test(`refused: ${message}`, async (t) => {
      const before = (await officer.get('/settings/security')).data
      const refused = await patch({ support_entry: false, ...body })
      t.equal(refused.message, message)
      t.equal(refused.status, 400)
      t.same((await officer.get('/settings/security')).data, before, 'nothing was left behind')
    })
  }

  t.test('who may read them may not change them', async (t) => {
    const auditor = await house.people.with('auditor')
    t.equal((await auditor.get('/settings/security')).status, 200)
    t.equal(
      (await auditor.patch('/settings/security', {})).message,
      'You do not have permission to do this. It needs setting:security.',
    )
  })
})
