// Acting for another patient (POR-6).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { rows } from '../../../../db/store/connection.ts'
import { portalResults } from '../../../../db/hospital/neighbours/diagnostics.ts'
import { endDue } from '../../../../db/hospital/desk/portal/proxies.ts'
import { pageOf } from '../../../../db/store/pages.ts'
import { sql } from '../../../../db/store/sql.ts'
import { answering } from '../../../support/answers.ts'
import { Ask } from '../../../support/ask.ts'
import { boot } from '../../../support/boot.ts'
import { register, withAccount } from '../../../support/desk/portal.ts'

t.test('proxies', async (t) => {
  const house = await boot(t)
  const { people, nobody, system } = house
  clock.freeze('2026-03-10T07:00:00.000Z')
  const desk = await people.with('reception', 'records')
  const child = () => register(desk, { birth_date: '2020-06-15', phone: null })
  const parent = { relationship: 'MOTHER', basis: 'PARENT', scope: ['RECORD', 'APPOINTMENTS'] }

  t.test('a mother acts for her child, in what she was given, and no further', async (t) => {
    const mother = await withAccount(house, desk)
    const kid = await child()
    const stranger = await child()
    const opened = await desk.post(`/patients/${kid.id}/proxies`, {
      ...parent,
      holder_patient_id: mother.id,
    })
    t.equal(opened.status, 201, opened.message)
    t.match(opened.data, { status: 'ACTIVE', ends_on: '2038-06-15', basis: 'PARENT' })
    const twice = await desk.post(`/patients/${kid.id}/proxies`, {
      ...parent,
      holder_patient_id: mother.id,
    })
    t.equal(twice.message, 'There is such a proxy already.')
    const listed = await mother.get('/portal/proxies')
    t.match(listed.data, { i_act_for: [{ subject: { number: kid.number } }], acts_for_me: [] })
    const acted = await mother.post(`/portal/proxies/${opened.data.id}/act`)
    t.equal(acted.status, 200, acted.message)
    t.equal(acted.data.user.patient_id, kid.id)
    const acting = new Ask(house.app, acted.data.tokens.access_token)
    t.match((await acting.get('/portal/me')).data, {
      number: kid.number,
      acting_for: { proxy_id: opened.data.id },
    })
    t.equal((await mother.get('/portal/me')).data.number, mother.number, 'her own stays hers')
    const bills = await acting.get('/portal/bills')
    t.equal(bills.status, 403)
    t.equal(bills.message, 'You may not see this for another person.')
    t.equal((await acting.get('/portal/visits')).status, 200)
    // Every act is logged with both.
    const log = await rows<{ user_id: string; patient_id: string }>(
      sql`select user_id, patient_id from audit_rows where action = 'portal.visits'
        order by seq desc limit 1`,
    )
    t.equal(log[0]?.patient_id, kid.id)
    t.equal(log[0]?.user_id, acted.data.user.id)
    // The session goes on with its refresh token, for the child still.
    const refreshed = await nobody.post('/auth/refresh', {
      refresh_token: acted.data.tokens.refresh_token,
    })
    const later = new Ask(house.app, refreshed.data.tokens.access_token)
    t.equal((await later.get('/portal/me')).data.number, kid.number)
    const back = await later.post('/portal/proxies/stop')
    t.equal(back.data.user.patient_id, mother.id)
    t.equal((await later.get('/portal/me')).status, 401)
    // Nobody else's child.
    const none = await desk.post(`/patients/${stranger.id}/proxies`, {
      ...parent,
      holder_patient_id: (await withAccount(house, desk)).id,
    })
    t.equal((await mother.post(`/portal/proxies/${none.data.id}/act`)).message, 'No such proxy.')
  })

  t.test('an ended proxy stops at once (section 6)', async (t) => {
    const mother = await withAccount(house, desk)
    const kid = await child()
    const { data } = await desk.post(`/patients/${kid.id}/proxies`, {
      ...parent,
      holder_patient_id: mother.id,
    })
    const acted = await mother.post(`/portal/proxies/${data.id}/act`)
    const acting = new Ask(house.app, acted.data.tokens.access_token)
    t.equal((await acting.get('/portal/visits')).status, 200)
    await desk.post(`/portal-proxies/${data.id}/end`, { reason: 'custody' })
    for (const answer of [
      await acting.get('/portal/visits'),
      await mother.post(`/portal/proxies/${data.id}/act`),
    ]) {
      t.equal(answer.status, 409)
      t.equal(answer.message, 'You no longer act for this person.')
    }
    const again = await desk.post(`/portal-proxies/${data.id}/end`, { reason: 'custody' })
    t.equal(again.message, 'Proxy as MOTHER is ENDED. Nothing more can be done with it.')
  })

  t.test('it ends on the birthday; the holder is told', async (t) => {
    const mother = await withAccount(house, desk)
    const almost = await register(desk, { birth_date: '2008-03-11', phone: null })
    const grown = await register(desk, { birth_date: '2008-03-10', phone: null })
    const adult = await desk.post(`/patients/${grown.id}/proxies`, {
      ...parent,
      holder_patient_id: mother.id,
    })
    t.equal(adult.status, 409)
    t.equal(adult.message, `${grown.full_name} is 18 or older: use CONSENT or COURT.`)
    const { data } = await desk.post(`/patients/${almost.id}/proxies`, {
      ...parent,
      holder_patient_id: mother.id,
    })
    t.equal(data.ends_on, '2026-03-11')
    t.equal(await endDue(system), 0)
    clock.freeze('2026-03-10T21:05:00.000Z')
    const login = await nobody.post('/auth/login', {
      identifier: mother.number,
      password: mother.password,
    })
    const later = new Ask(house.app, login.data.tokens.access_token)
    // Before the job has run it is over all the same.
    t.equal((await later.post(`/portal/proxies/${data.id}/act`)).status, 409)
    t.equal(await endDue(system), 1)
    t.equal(await endDue(system), 0)
    const told = await rows(
      sql`select 1 as yes from patient_messages where patient_id = ${mother.id}
        and template_code = 'PROXY_ENDED'`,
    )
    t.ok(told.length > 0)
    clock.freeze('2026-03-10T07:00:00.000Z')
  })

  t.test('asking never tells whether somebody is on the register', async (t) => {
    const son = await withAccount(house, desk)
    const old = await withAccount(house, desk)
    const { birth_date } = (await desk.get(`/patients/${old.id}`)).data
    const ask = (number: string, day: string) =>
      son.post('/portal/proxies', {
        number,
        birth_date: day,
        relationship: 'CHILD',
        scope: ['BILLS'],
      })
    const real = await ask(old.number, birth_date)
    const nobody_there = await ask('PT-999999', '1950-01-01')
    const wrong_day = await ask(old.number, '1950-01-01')
    for (const answer of [real, nobody_there, wrong_day]) {
      t.equal(answer.status, 201, answer.message)
      t.match(answer.data, { status: 'REQUESTED', basis: 'CONSENT', subject: { full_name: null } })
      t.equal(answer.message, real.message)
      t.same(Object.keys(answer.data), Object.keys(real.data))
    }
    t.same((await son.get('/portal/proxies')).data.i_act_for, [])
    const waiting = await desk.get('/portal-proxies', { status: 'REQUESTED' })
    t.equal(waiting.meta?.total, 1)
    const declined = await desk.post(`/portal-proxies/${waiting.data[0].id}/decline`, {
      reason: 'no paper',
    })
    t.match(declined.data, { status: 'DECLINED', end_reason: 'no paper' })
    const second = await ask(old.number, birth_date)
    const approved = await desk.post(`/portal-proxies/${second.data.id}/approve`, {
      scope: ['RECORD', 'BILLS'],
    })
    t.match(approved.data, { status: 'ACTIVE', scope: ['RECORD', 'BILLS'] })
    t.equal((await son.get('/portal/proxies')).data.i_act_for.length, 2)
    t.equal((await old.get('/portal/proxies')).data.acts_for_me.length, 2)
  })

  t.test('a grown patient lets another act, and takes it back', async (t) => {
    const [one, two] = [await withAccount(house, desk), await withAccount(house, desk)]
    const { birth_date } = (await desk.get(`/patients/${two.id}`)).data
    const granted = await one.post('/portal/proxies/grant', {
      number: two.number,
      birth_date,
      relationship: 'SPOUSE',
      scope: ['RECORD'],
    })
    t.equal(granted.status, 201, granted.message)
    const acted = await two.post(`/portal/proxies/${granted.data.id}/act`)
    t.equal(acted.data.user.patient_id, one.id, acted.message)
    // To a proxy nothing of restricted tests: diagnostics is told that one asks.
    let told: boolean | null = null
    answering(t, portalResults, async (_caller, asked) => {
      told = asked.proxy
      return pageOf(asked, [])
    })
    await new Ask(house.app, acted.data.tokens.access_token).get('/portal/results')
    t.equal(told, true)
    t.equal((await one.post(`/portal/proxies/${granted.data.id}/end`, {})).status, 200)
    t.equal((await two.post(`/portal/proxies/${granted.data.id}/act`)).status, 409)
  })

  t.test('a code for a proxy opens the account and the right to act at once', async (t) => {
    const kid = await child()
    const mother = await register(desk)
    const code = await desk.post(`/patients/${mother.id}/portal-codes`, {
      for: 'PROXY',
      checked_document: 'NATIONAL_ID',
      proxy: { subject_patient_id: kid.id, ...parent },
    })
    t.equal(code.status, 201, code.message)
    const opened = await nobody.post('/portal/activate', {
      code: code.data.code,
      birth_date: mother.birth_date,
      password: 'long enough a secret',
      accept_terms: true,
    })
    const signed_in = new Ask(house.app, opened.data.tokens.access_token)
    t.match((await signed_in.get('/portal/proxies')).data.i_act_for, [
      { subject: { number: kid.number }, status: 'ACTIVE', ends_on: '2038-06-15' },
    ])
    const bare = await desk.post(`/patients/${mother.id}/portal-codes`, {
      for: 'PROXY',
      checked_document: 'NATIONAL_ID',
    })
    t.equal(bare.message, 'proxy is required for PROXY.')
  })

  t.test('who may not decide is told what it needs', async (t) => {
    const nurse = await people.with('nurse')
    t.equal(
      (await nurse.get('/portal-proxies')).message,
      'You do not have permission to do this. It needs portal:decide.',
    )
    const kid = await child()
    for (const [body, message] of [
      [parent, 'holder_patient_id is required, or kin_id; not both.'],
      [{ ...parent, holder_patient_id: kid.id }, 'Nobody acts for himself or herself.'],
      [{ ...parent, scope: [] }, 'scope must be a list of 1 to 4.'],
      [{ ...parent, kin_id: kid.id }, 'No such next of kin.'],
    ] as const) {
      t.equal((await desk.post(`/patients/${kid.id}/proxies`, body)).message, message)
    }
  })
})
