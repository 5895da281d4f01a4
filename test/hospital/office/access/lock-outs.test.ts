import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { clear } from '../../../../db/hospital/office/access/sign-in/lockouts.ts'
import { eraseOld } from '../../../../db/hospital/office/access/sign-in/lockouts.ts'
import { hashPassword } from '../../../../db/hospital/office/access/sign-in/passwords.ts'
import { lockouts, sign_ins } from '../../../../db/hospital/office/access/tables.ts'
import { audit_rows } from '../../../../db/hospital/office/audit/tables.ts'
import {
  account,
  codeOf,
  fresh,
  login,
  password,
  withTwoFactor,
} from '../../../support/accounts.ts'
import { boot } from '../../../support/boot.ts'

const wrong = 'The username or password is not right.'
const minute = 60_000

t.test('locks after wrong sign-ins (PLT-19)', async (t) => {
  const house = await boot(t)
  const { nobody } = house
  clock.freeze('2026-05-04T08:00:00Z')
  t.afterEach(() => clock.advance(60 * minute))

  const fail = async (name: string, times: number) => {
    const answers = []
    for (let count = 0; count < times; count++) {
      answers.push(await nobody.post('/auth/login', { identifier: name, password: 'not this' }))
    }
    return answers
  }

  t.test('the fifth wrong one locks, the sixth is told so, right or wrong', async (t) => {
    const user = await account(house, { email: 'neema@example.org' })
    for (const answer of await fail(user.username, 5)) {
      t.equal(answer.status, 401)
      t.equal(answer.message, wrong)
    }
    for (const answer of [(await fail(user.username, 1))[0], await login(house, user)]) {
      t.equal(answer?.status, 429)
      t.equal(answer?.message, 'Too many attempts. Try again in 15 minutes.')
      t.equal(answer?.headers['retry-after'], '900')
    }
    t.equal((await fresh(user)).locked_until, '2026-05-04T08:15:00.000Z')
    clock.advance(14 * minute + 1)
    t.equal((await login(house, user)).message, 'Too many attempts. Try again in 1 minutes.')
    clock.advance(minute)
    t.equal((await login(house, user)).status, 200, 'after 15 minutes from the fifth')
    t.equal((await fresh(user)).locked_until, null)
    const { hospital_id } = user
    const outcomes = (await sign_ins.all({ hospital_id, user_id: user.id }, { order: ['id'] })).map(
      ({ outcome }) => outcome,
    )
    t.same(outcomes, [
      ...Array<string>(5).fill('WRONG_PASSWORD'),
      ...Array<string>(3).fill('LOCKED'),
      'OK',
    ])
    const told = await audit_rows.all({ hospital_id, entity_id: user.id, action: 'account.locked' })
    t.equal(told.length, 1, 'the owner is told once')
  })

  t.test('a name that does not exist locks the same way', async (t) => {
    for (const answer of await fail('nobody.at.all', 5)) t.equal(answer.message, wrong)
    const [sixth] = await fail(' Nobody.At.ALL ', 1)
    t.equal(sixth?.status, 429)
    t.equal(sixth?.message, 'Too many attempts. Try again in 15 minutes.')
    t.equal((await fail('somebody.else', 1))[0]?.status, 401)
  })

  t.test('all names of an account count as one', async (t) => {
    const user = await account(house, { email: 'ali@example.org', phone: '+255711000222' })
    await fail(user.username, 2)
    await fail('ALI@example.org', 2)
    await fail('0711 000 222', 1)
    t.equal((await login(house, user)).status, 429)
  })

  t.test(
    'a name that fits two accounts counts against both, however it is written (PLT-19)',
    async (t) => {
      const phone = '+255711000333'
      const doctor = await account(house, { phone })
      const patient = await account(house, { kind: 'PATIENT', phone, username: 'p-000333' })
      const ways = [
        '0711000333',
        '+255 711 000 333',
        '255711000333',
        '0711-000-333',
        '00255711000333',
      ]
      const answers = []
      for (const way of [...ways, ...ways]) answers.push(...(await fail(way, 1)))
      t.same(
        answers.map(({ status }) => status),
        [...Array<number>(5).fill(401), ...Array<number>(5).fill(429)],
      )
      for (const { username } of [doctor, patient]) {
        t.equal(
          (await login(house, { username })).status,
          429,
          `${username} takes no right password`,
        )
      }
      t.equal((await login(house, { username: ways[1] ?? '' })).status, 429)
    },
  )

  t.test(
    'who is locked is told nothing by a number that somebody else has too (PLT-19)',
    async (t) => {
      const phone = '+255711000444'
      const doctor = await account(house, { phone })
      const secret = 'eleven quiet otters'
      const patient = await account(house, {
        kind: 'PATIENT',
        phone,
        username: 'p-000444',
        password: await hashPassword(secret),
      })
      await fail(doctor.username, 5)
      const wrong_one = (await fail('0711000444', 1))[0]
      const right_one = await login(house, { username: '0711000444' })
      t.same([wrong_one?.status, wrong_one?.message], [right_one.status, right_one.message])
      t.equal(right_one.status, 429)
      t.equal(
        (await login(house, { username: '0711000444' }, secret)).status,
        200,
        'the other enters',
      )
      await fail('0711000444', 5)
      t.equal(
        (await login(house, patient, secret)).status,
        429,
        'guesses count for who is not locked',
      )
    },
  )

  t.test('who signs in right by a shared number clears no one else (PLT-19)', async (t) => {
    const phone = '+255711000555'
    const doctor = await account(house, { phone })
    const secret = 'eleven quiet otters'
    const own = {
      kind: 'PATIENT',
      username: 'p-000555',
      password: await hashPassword(secret),
    } as const
    await account(house, { ...own, phone })
    await fail('0711000555', 4)
    t.equal((await login(house, { username: '0711000555' }, secret)).status, 200)
    await fail('0711000555', 1)
    t.equal((await login(house, doctor)).status, 429)
  })

  t.test('a number that nobody has locks like one that somebody has (PLT-19)', async (t) => {
    for (const way of [
      '0711999888',
      '+255 711 999 888',
      '0711-999-888',
      '255711999888',
      '0711 999888',
    ])
      t.equal((await fail(way, 1))[0]?.status, 401)
    t.equal((await fail('0711999888', 1))[0]?.status, 429)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        nobody.post('/auth/login', { identifier: 'nobody.at.once', password: 'not this' }),
      ),
    )
    t.equal(answers.filter(({ status }) => status === 401).length, 5, 'guesses at once too')
  })

  t.test('a right sign-in clears the count', async (t) => {
    const user = await account(house)
    await fail(user.username, 4)
    t.equal((await login(house, user)).status, 200)
    await fail(user.username, 4)
    t.equal((await login(house, user)).status, 200)
  })

  t.test('wrong ones of more than 15 minutes ago count no more', async (t) => {
    const user = await account(house)
    await fail(user.username, 4)
    clock.advance(15 * minute)
    await fail(user.username, 4)
    t.equal((await login(house, user)).status, 200)
  })

  t.test('the window slides: five within any 15 minutes lock', async (t) => {
    const user = await account(house)
    await fail(user.username, 1)
    clock.advance(10 * minute)
    await fail(user.username, 3)
    clock.advance(10 * minute)
    await fail(user.username, 2)
    t.equal((await login(house, user)).status, 429)
  })

  t.test('password and second factor count together', async (t) => {
    const user = await account(house)
    const { secret } = await withTwoFactor(house, user)
    await fail(user.username, 3)
    const { session_token } = (await login(house, user)).data
    const verify = (code: string) => nobody.post('/auth/verify-2fa', { session_token, code })
    t.equal((await verify('000000')).message, 'The code is not right.')
    t.equal((await verify('000000')).message, 'The code is not right.')
    const sixth = await verify(codeOf(secret))
    t.equal(sixth.status, 429)
    t.equal(sixth.message, 'Too many attempts. Try again in 15 minutes.')
  })

  t.test('twenty guesses at once are no more than five', async (t) => {
    const user = await account(house)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => login(house, user, 'not this one')),
    )
    const count = (status: number) => answers.filter((one) => one.status === status).length
    t.equal(count(401), 5)
    t.equal(count(429), 15)
  })

  t.test(
    'a wrong password of somebody signed in counts too, but is no 429 (PLT-7, PLT-27)',
    async (t) => {
      const user = await account(house)
      const signed_in = await house.people.with('cashier')
      const ask = signed_in.with({})
      const change = (typed: string) =>
        ask.post('/auth/change-password', { current_password: typed, new_password: 'x'.repeat(20) })
      t.ok(user.id)
      for (let count = 0; count < 5; count++) {
        const answer = await change('not this')
        t.equal(answer.status, 400)
        t.equal(answer.message, 'current_password is not right.')
      }
      const sixth = await change('not this')
      t.equal(sixth.status, 409)
      t.equal(sixth.message, 'Too many attempts. Try again in 15 minutes.')
      t.equal((await login(house, signed_in.user)).status, 429)
    },
  )

  t.test('who resets the account lifts the lock', async (t) => {
    const user = await account(house)
    await fail(user.username, 5)
    await within(() => clear(user))
    t.equal((await login(house, user)).status, 200)
    t.equal((await login(house, user, password)).status, 200)
  })

  t.test('counts of yesterday are erased', async (t) => {
    await fail('some.name', 1)
    clock.advance(25 * 60 * minute)
    await within(eraseOld)
    t.same(await lockouts.all({}), [])
  })
})
