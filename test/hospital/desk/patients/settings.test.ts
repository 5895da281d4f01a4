import t from 'tap'
import { boot } from '../../../support/boot.ts'

t.test('settings of the front office (2.13)', async (t) => {
  const { people } = await boot(t)
  const manager = await people.with('manager')
  const clerk = await people.with('reception')

  t.test('are what ships until somebody changes them', async (t) => {
    const shown = await clerk.get('/front-office/settings')
    t.match(shown.data, {
      token_mode: 'VISIT',
      duplicate_stop: 85,
      elderly_age: 60,
      retriage_minutes: { 1: 5, 2: 15, 3: 60, 4: 120 },
      referral_feedback_days: { ROUTINE: 30, URGENT: 14, EMERGENCY: 7 },
      version: 0,
    })
    t.equal((await clerk.patch('/front-office/settings', { elderly_age: 65 })).status, 403)
  })

  t.test('are changed one by one, and count at the next request', async (t) => {
    const changed = await manager.patch('/front-office/settings', {
      required_fields: ['phone'],
      name_aliases: { Zuwena: 'zuena' },
    })
    t.match(changed, {
      status: 200,
      data: { required_fields: ['phone'], name_aliases: { zuwena: 'zuena' }, duplicate_stop: 85 },
    })
    const refused = await clerk.post('/patients', {
      first_name: 'Asha',
      last_name: 'Juma',
      sex: 'Female',
      birth_date: '1990-01-01',
    })
    t.match(refused, { status: 400, message: 'phone is required at this hospital.' })
    await manager.patch('/front-office/settings', { elderly_age: 65 })
    t.match((await clerk.get('/front-office/settings')).data, {
      elderly_age: 65,
      required_fields: ['phone'],
    })
    const stale = await manager
      .with({ 'if-match': '0' })
      .patch('/front-office/settings', { elderly_age: 66 })
    t.equal(stale.status, 409)
  })

  t.test('bad input', async (t) => {
    const cases: [object, number, string | RegExp][] = [
      [{ token_mode: 'DAY' }, 400, /^token_mode must be one of VISIT, POINT/],
      [{ required_fields: ['shoe_size'] }, 400, /^required_fields/],
      [{ elderly_age: 12 }, 400, /^elderly_age/],
      [{ name_aliases: { a: 3 } }, 400, 'name_aliases must give one word for another.'],
      [{ retriage_minutes: { 1: 5 } }, 400, /^retriage_minutes/],
      [
        { duplicate_likely: 95 },
        409,
        'duplicate_stop, duplicate_likely and duplicate_possible must fall in this order.',
      ],
    ]
    for (const [body, status, message] of cases) {
      const refused = await manager.patch('/front-office/settings', body)
      t.equal(refused.status, status, JSON.stringify(body))
      t.match(refused.message, message)
    }
  })
})
