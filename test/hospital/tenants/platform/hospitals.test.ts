import t from 'tap'
import { system } from '../../../../db/core/caller.ts'
import { clock, days } from '../../../../db/core/clock.ts'
import { setDeployment } from '../../../../db/appliance/deployment/kind.ts'
import { audit_rows } from '../../../../db/hospital/office/audit/tables.ts'
import { hospitals as table } from '../../../../db/hospital/office/hospitals/tables.ts'
import { suspendDue } from '../../../../db/hospital/tenants/platform/hospitals.ts'
import { boot } from '../../../support/boot.ts'

const asked = {
  code: 'Temeke',
  name: 'Temeke Hospital',
  country: 'TZ',
  contact: { name: 'Juma Abdalla', email: 'juma@example.org' },
  facility: { code: 'TMK', name: 'Temeke' },
  administrator: { full_name: 'Rehema Lyimo', username: 'rehema' },
}

t.test('hospitals of a hosted service', async (t) => {
  const { people, hospital, nobody } = await boot(t)
  setDeployment('hosted')
  t.teardown(() => setDeployment('single'))
  const operator = await people.platform('platform:read', 'platform:hospital')
  const reader = await people.platform('platform:read')
  const administrator = await people.administrator()

  t.test(
    'one is opened with its branch, its roles and an administrator who can sign in',
    async (t) => {
      const opened = await operator.post('/platform/hospitals', asked)
      t.equal(opened.status, 201, opened.message)
      t.match(opened.data, {
        code: 'temeke',
        status: 'ACTIVE',
        currency: 'TZS',
        timezone: 'Africa/Dar_es_Salaam',
        counts: { users: 1, facilities: 1 },
        administrator: {
          user: { username: 'rehema', status: 'INVITED' },
          temporary_password: /^.{12}$/,
        },
      })
      const signed_in = await nobody.post('/auth/login', {
        identifier: 'rehema',
        password: opened.data.administrator.temporary_password,
        workspace: 'temeke',
      })
      t.equal(signed_in.status, 200, signed_in.message)
      t.equal(signed_in.data.hospital.code, 'temeke')
      t.equal(signed_in.message, 'Choose a new password before you go on.')
      const elsewhere = await nobody.post('/auth/login', {
        identifier: 'rehema',
        password: opened.data.administrator.temporary_password,
        workspace: hospital.code,
      })
      t.equal(elsewhere.message, 'The username or password is not right.')
      const logged = await audit_rows.all({
        hospital_id: opened.data.id,
        action: 'hospital.create',
      })
      t.match(logged, [{ actor_kind: 'PLATFORM', user_name: /\(operator\)$/ }])
    },
  )

  t.test('what cannot be is refused and leaves nothing', async (t) => {
    const before = (await reader.get('/platform/hospitals')).meta?.total
    const cases: [object, number, string][] = [
      [{ ...asked }, 409, 'The code temeke is taken.'],
      [{ ...asked, code: 'A b' }, 400, 'code must be 3 to 20 of a–z, 0–9 and -.'],
      [{ ...asked, code: 'new1', country: 'XX' }, 400, 'country is not a country code like TZ.'],
      [
        { ...asked, code: 'new1', facility: { code: 'a-b', name: 'A b' } },
        400,
        'facility.code must be 2 to 8 of A–Z and 0–9.',
      ],
      [{ ...asked, code: 'new1', contact: {} }, 400, 'contact.name is required.'],
      [
        { ...asked, code: 'new1', administrator: { full_name: 'A b', username: '9x!' } },
        400,
        'username must be a–z, 0–9, ., _ and -, beginning with a letter.',
      ],
    ]
    for (const [body, status, message] of cases) {
      const refused = await operator.post('/platform/hospitals', body)
      t.equal(refused.message, message)
      t.equal(refused.status, status)
    }
    t.equal((await reader.get('/platform/hospitals')).meta?.total, before)
  })

  t.test('they are listed and found, by name and by state', async (t) => {
    t.same(
      (await reader.get('/platform/hospitals')).data.map((one: { code: string }) => one.code),
      ['st-mary', 'temeke'],
    )
    t.equal((await reader.get('/platform/hospitals', { search: 'TEMEKE hosp' })).meta?.total, 1)
    t.equal((await reader.get('/platform/hospitals', { status: 'CLOSED' })).meta?.total, 0)
  })

  t.test(
    'a suspended hospital’s people are out at once, and in again when it is reinstated',
    async (t) => {
      t.equal((await administrator.get('/auth/me')).status, 200)
      const path = `/platform/hospitals/${hospital.id}`
      const money = await operator.post(`${path}/suspend`, {
        reason_code: 'UNPAID',
        reason: 'three invoices',
      })
      t.equal(money.status, 409)
      t.equal(money.message, 'A hospital is not suspended for money; restrict it.')
      const suspended = await operator.post(`${path}/suspend`, {
        reason_code: 'SECURITY',
        reason: 'stolen server',
      })
      t.equal(suspended.data.status, 'SUSPENDED')
      t.equal((await administrator.get('/auth/me')).status, 401)
      const again = await operator.post(`${path}/suspend`, {
        reason_code: 'SECURITY',
        reason: 'once more',
      })
      t.equal(again.message, 'Hospital st-mary is SUSPENDED. It can: reinstate, close.')
      const back = await operator.post(`${path}/reinstate`, { reason: 'server found' })
      t.equal(back.data.status, 'ACTIVE')
    },
  )

  t.test('on legal grounds it is said a week ahead, and takes effect at its moment', async (t) => {
    clock.freeze('2026-12-01T08:00:00.000Z')
    const counsel = await people.platform('platform:hospital')
    const path = `/platform/hospitals/${hospital.id}`
    const early = await counsel.post(`${path}/suspend`, {
      reason_code: 'LEGAL',
      reason: 'a court order',
      from: '2026-12-07T08:00:00Z',
    })
    t.equal(early.message, 'from must be at least 7 days ahead.')
    const said = await counsel.post(`${path}/suspend`, {
      reason_code: 'LEGAL',
      reason: 'a court order',
      from: '2026-12-09T08:00:00Z',
    })
    t.match(said.data, { status: 'ACTIVE', suspended_from: '2026-12-09T08:00:00.000Z' })
    t.equal(await suspendDue(system(hospital.id)), 0)
    clock.advance(days(8))
    t.equal(await suspendDue(system(hospital.id)), 1)
    t.equal((await table.find({ id: hospital.id }))?.status, 'SUSPENDED')
  })

  t.test('a server of one hospital has no such routes (PLT-79)', async (t) => {
    setDeployment('single')
    const answer = await (await people.platform('platform:read')).get('/platform/hospitals')
    t.equal(answer.status, 404)
    t.equal(answer.message, 'This server serves one hospital.')
    setDeployment('hosted')
  })
})
