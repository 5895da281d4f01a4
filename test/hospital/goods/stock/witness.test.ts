import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { answer, listen } from '../../../../db/core/question.ts'
import { mayPractise, staffOf } from '../../../../db/hospital/neighbours/people.ts'
import { takeWitness as ask } from '../../../../db/hospital/neighbours/stock.ts'
import { takeWitness } from '../../../../db/hospital/goods/stock/witness/witness.ts'
import { callerOf } from '../../../../db/hospital/office/access/callers.ts'
import { sessions, sign_ins } from '../../../../db/hospital/office/access/tables.ts'
import { within } from '../../../../db/store/connection.ts'
import { account, codeOf, fresh, password, withTwoFactor } from '../../../support/accounts.ts'
import { boot } from '../../../support/boot.ts'
import { bringAreas } from '../../../../db/hospital/start.ts'

const not_right = "The witness's name or password is not right."

t.test('a second person at the workstation (STK-74)', async (t) => {
  const house = await boot(t)
  const { people } = house
  clock.freeze('2026-05-04T08:00:00Z')
  const nurse = await people.with('nurse')
  const second = await account(house, { roles: ['pharmacist'], full_name: 'Asha Juma' })
  const callerAs = (token: string | undefined) =>
    callerOf(token ?? '', { ip: null, user_agent: null, request_id: 'r' })
  const give = (more: object = {}, by = nurse) =>
    by.post('/stock/witness', {
      identifier: second.username,
      password,
      purpose: 'CONTROLLED',
      ...more,
    })
  const take = async (token: string | null, purpose = 'CONTROLLED', by = nurse) => {
    const caller = await callerAs(by.token)
    return within(() => takeWitness(caller, token, purpose))
  }
  const refused = (work: Promise<unknown>) =>
    work.then(
      () => 'taken',
      (error: Error) => error.message,
    )

  t.test('bad input', async (t) => {
    for (const [what, more, message] of [
      ['no name', { identifier: '' }, 'identifier must be between 1 and 254 characters.'],
      ['no password', { password: null }, 'password must be a text.'],
      [
        'another purpose',
        { purpose: 'FUN' },
        'purpose must be one of CONTROLLED, DISPOSAL, COUNT, TRANSFUSION, OTHER.',
      ],
      ['a wrong password', { password: 'not this' }, not_right],
      ['nobody', { identifier: 'nobody.at.all' }, not_right],
    ] as const) {
      const answer = await give(more)
      t.equal(answer.status, 400, what)
      t.equal(answer.message, message, what)
    }
    t.equal((await house.nobody.post('/stock/witness', {})).status, 401)
  })

  t.test('the token counts once, for whoever asked, for its purpose', async (t) => {
    const before = await sessions.count({ hospital_id: house.hospital.id, user_id: second.id })
    const given = await give()
    t.equal(given.status, 200, given.message)
    t.match(given.data, { expires_in: 300, name: 'Asha Juma', licence_no: null })
    const token = given.data.witness_token
    const after = await sessions.count({ hospital_id: house.hospital.id, user_id: second.id })
    t.equal(after, before, 'no session is opened')
    const again = 'The witness must confirm again.'
    t.equal(await refused(take(token, 'DISPOSAL')), again, 'another purpose')
    const other = await people.with('nurse')
    t.equal(await refused(take(token, 'CONTROLLED', other)), again, 'another person')
    t.match(await take(token), { user_id: second.id, name: 'Asha Juma' })
    t.equal(await refused(take(token)), again, 'a second time')
    const late = (await give()).data.witness_token
    clock.advance(300_000)
    t.equal(await refused(take(late)), again, 'after five minutes')
    t.equal(
      await refused(take(null)),
      'A second person must witness this: witness_token is required.',
    )
    const caller = await callerAs(nurse.token)
    const asked = (await give()).data.witness_token
    t.match(await within(() => ask(caller, asked, 'CONTROLLED')), { name: 'Asha Juma' })
  })

  t.test('six at once take one token: one gets it', async (t) => {
    const token = (await give()).data.witness_token
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => refused(take(token))))
    t.equal(outcomes.filter((said) => said === 'taken').length, 1)
  })

  t.test('two different people, and one who may (STK-73)', async (t) => {
    const own = await account(house, { roles: ['nurse'] })
    const self = await people.with('nurse')
    const signed = await callerAs(self.token)
    t.ok(signed.user_id)
    const { data } = await house.nobody.post('/auth/login', {
      identifier: own.username,
      password,
    })
    const asking = nurse.with({ authorization: `Bearer ${data.tokens.access_token}` })
    const mine = await asking.post('/stock/witness', {
      identifier: own.username,
      password,
      purpose: 'CONTROLLED',
    })
    t.match(mine, { status: 409, message: 'The witness must be another person.' })
    const clerk = await account(house, { roles: ['reception'] })
    const may_not = await give({ identifier: clerk.username })
    t.equal(may_not.status, 403)
    t.match(may_not.message, /It needs controlled:witness\.$/)
    t.equal((await give({ identifier: clerk.username, purpose: 'COUNT' })).status, 200)
    const shut = await account(house, { roles: ['pharmacist'], status: 'SUSPENDED' })
    const away = await give({ identifier: shut.username })
    t.match(away, { status: 409, message: /suspended/ })
    const patient = await account(house, { kind: 'PATIENT', username: 'p-77' })
    t.match(await give({ identifier: patient.username, purpose: 'OTHER' }), {
      status: 400,
      message: not_right,
    })
    const early = await account(house, { roles: ['pharmacist'], must_change_password: true })
    t.equal((await give({ identifier: early.username })).status, 403, 'PLT-21')
  })

  t.test('guesses count towards the lock of sign-in (PLT-19)', async (t) => {
    const user = await account(house, { roles: ['pharmacist'] })
    for (let n = 0; n < 5; n += 1) {
      t.equal((await give({ identifier: user.username, password: 'no' })).message, not_right)
    }
    const locked = await give({ identifier: user.username })
    t.match(locked, { status: 409, message: 'Too many attempts. Try again in 15 minutes.' })
    t.equal((await fresh(user)).locked_until, '2026-05-04T08:20:00.000Z')
    const login = await house.nobody.post('/auth/login', { identifier: user.username, password })
    t.equal(login.status, 429, 'nor may the account sign in')
    const seen = await sign_ins.all({ hospital_id: house.hospital.id, user_id: user.id })
    t.equal(seen.filter(({ outcome }) => outcome === 'WRONG_PASSWORD').length, 5)
  })

  t.test('with two-factor the code is asked for, and counts once', async (t) => {
    const user = await account(house, { roles: ['pharmacist'] })
    const { secret } = await withTwoFactor(house, user)
    const named = { identifier: user.username }
    t.match((await give(named)).message, /^code is required/)
    t.equal((await give({ ...named, code: '000000' })).message, 'code is not right.')
    const code = codeOf(secret)
    t.equal((await give({ ...named, code })).status, 200)
    t.equal((await give({ ...named, code })).message, 'code is not right.')
  })

  t.test('a staff record and a licence in date, once they are kept (STK-73)', async (t) => {
    t.teardown(() => bringAreas())
    const staff = (id: string) => ({
      staff_id: id,
      name: 'x',
      cadre: null,
      grade: null,
      national_id: null,
      licence_no: 'PH-7',
    })
    let blocked = false
    let known: string | null = second.id
    listen([
      answer(staffOf, async (_caller, user_id) =>
        user_id === undefined ? staff('me') : user_id === known ? staff(user_id) : null,
      ),
      answer(mayPractise, async () => ({
        answer: blocked ? 'BLOCK' : 'OK',
        message: blocked ? 'Your practising licence expired on 2026-01-31.' : null,
      })),
    ])
    t.match((await give()).data, { licence_no: 'PH-7' })
    blocked = true
    t.match(await give(), {
      status: 409,
      message: "Asha Juma's practising licence expired on 2026-01-31.",
    })
    t.equal((await give({ purpose: 'COUNT' })).status, 200, 'a count asks for no licence')
    known = null
    t.match(await give(), {
      status: 409,
      message: 'Asha Juma has no staff record: ask HR to link it.',
    })
  })
})
