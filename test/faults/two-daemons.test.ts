// Two daemons on one database: what one is told the other knows within five seconds (PLT-22).

import t from 'tap'
import { clock } from '../../db/core/clock.ts'
import { database } from '../../db/store/connection.ts'
import { roles } from '../../db/hospital/office/access/tables.ts'
import { daemons } from '../../db/appliance/timetable/tables.ts'
import { account, password } from '../support/accounts.ts'
import { boot } from '../support/boot.ts'
import { chainIsSound } from '../support/counts.ts'
import { daemonOn, type Heard, over, until } from '../support/programs/daemons.ts'
import { on_postgres } from '../support/database.ts'

const skip = !on_postgres && 'one daemon holds an SQLite file'

t.test('two daemons on one database', { skip, timeout: 600_000 }, async (t) => {
  const house = await boot(t)
  const { address, folder } = house.database
  await database().script('create table numbered (no varchar(40), by_whom varchar(40))')
  const administrator = await house.people.administrator()
  const setting = { address, folder, sign_in: 30 }
  const [one, two] = await Promise.all([daemonOn(t, setting), daemonOn(t, setting)])
  const signIn = (url: string, identifier: string, typed = password) =>
    over(url, undefined, 'POST', '/auth/login', { identifier, password: typed })
  const me = async (url: string, token: string): Promise<number> =>
    (await over(url, token, 'GET', '/auth/me')).status

  t.test('a session opened on one is open on the other, and closed there too', async (t) => {
    const user = await account(house)
    const { data } = await signIn(one.url, user.username)
    const token = data.tokens.access_token
    t.equal(await me(two.url, token), 200)
    t.equal(await me(one.url, token), 200)
    t.equal((await over(one.url, token, 'POST', '/auth/logout', {})).status, 200)
    t.equal(await me(one.url, token), 401, 'at once where it was closed')
    await until('its end on the other', async () => (await me(two.url, token)) === 401)
  })

  t.test('a role that is narrowed on one is narrow on the other', async (t) => {
    const person = await house.people.holding('user:read')
    const held = await roles.all({ hospital_id: house.hospital.id, system: false })
    const role = held.find((each) => each.permissions?.join() === 'user:read')
    const seen = async (url: string) => (await over(url, person.token, 'GET', '/users')).status
    t.same([await seen(one.url), await seen(two.url)], [200, 200])
    const path = `/roles/${role?.id}`
    const narrowed = await over(one.url, administrator.token, 'PATCH', path, {
      permissions: ['facility:manage'],
    })
    t.equal(narrowed.status, 200, narrowed.message)
    t.equal(await seen(one.url), 403)
    await until('the 403 of the other', async () => (await seen(two.url)) === 403)
  })

  t.test('a module that is switched off on one is off on the other', async (t) => {
    const path = `/facilities/${house.facility_id}/modules/theatre`
    const state = async (url: string): Promise<boolean> =>
      (await over(url, administrator.token, 'GET', path)).data.enabled
    t.same([await state(one.url), await state(two.url)], [true, true])
    const off = await over(one.url, administrator.token, 'POST', `${path}/switch-off`, {
      reason: 'building works',
      force: true,
    })
    t.equal(off.status, 200, off.message)
    await until('it on the other', async () => !(await state(two.url)))
  })

  t.test('of fifty who refresh one token over both, one wins', async (t) => {
    const user = await account(house)
    const { data } = await signIn(two.url, user.username)
    const { refresh_token } = data.tokens
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        over(n % 2 === 0 ? one.url : two.url, undefined, 'POST', '/auth/refresh', {
          refresh_token,
        }),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    t.equal(statuses.filter((status) => status === 200).length, 1, statuses.join(' '))
    t.notOk(statuses.some((status) => status >= 500 || status === 0))
  })

  t.test('wrong passwords on both lock one account (PLT-19)', async (t) => {
    const user = await account(house)
    const answers = []
    for (let n = 0; n < 10; n++) {
      answers.push(await signIn(n % 2 === 0 ? one.url : two.url, user.username, 'not this one'))
    }
    t.same(
      answers.map(({ message }) => message.startsWith('Too many attempts.')),
      answers.map((_, index) => index >= 5),
      'the sixth is told, wherever it comes in',
    )
    for (const url of [one.url, two.url]) {
      t.match((await signIn(url, user.username)).message, /^Too many attempts/, 'the right one too')
    }
  })

  t.test('thirty sign-ins a minute are shared by both (PLT-7)', async (t) => {
    const minute = (): number => Math.floor(clock.ms() / 60_000)
    /** Null where the minute was over before all of it was asked: it is tried in the next one. */
    const inOneMinute = async (): Promise<{ statuses: number[]; last: Heard[] } | null> => {
      const before = minute()
      await until('the next minute', async () => minute() > before, 120_000)
      const began = minute()
      const statuses: number[] = []
      for (let n = 0; n < 15; n++) {
        for (const { url } of [one, two]) {
          statuses.push((await signIn(url, `nobody${statuses.length}`)).status)
        }
      }
      const last: Heard[] = []
      for (const { url } of [one, two]) {
        // A daemon hears from the other every second or two; its own count alone reaches no thirty.
        let answer = await signIn(url, 'nobody')
        for (let n = 0; n < 10 && answer.status !== 429 && minute() === began; n++) {
          await new Promise((resolve) => setTimeout(resolve, 500))
          answer = await signIn(url, 'nobody')
        }
        last.push(answer)
      }
      return minute() === began ? { statuses, last } : null
    }
    let shared = await inOneMinute()
    while (shared === null) shared = await inOneMinute()
    const { statuses, last } = shared
    t.notOk(statuses.includes(429), statuses.join(' '))
    for (const { status, message } of last) {
      t.equal(status, 429)
      t.match(message, /^Too many requests from this address\. Try again in \d+ seconds\.$/)
    }
  })

  t.test('leadership moves when one dies, and the log is sound after all of it', async (t) => {
    const leading = async (): Promise<string | undefined> => {
      const there = await daemons.allAnywhere({ leads: true }, { order: ['seen_at'] })
      return there.find(({ listen }) => listen[0] !== gone)?.listen[0]
    }
    let gone: string | undefined
    let first: string | undefined
    await until('a leader', async () => (first = await leading()) !== undefined)
    const [leader, other] = first === one.url ? [one, two] : [two, one]
    await leader.kill()
    gone = leader.url
    await until('the other as leader', async () => (await leading()) === other.url)
    t.equal(await me(other.url, administrator.token ?? ''), 200)
    t.notMatch(other.said(), /unforeseen/)
    t.ok(await chainIsSound(house.hospital.id))
  })
})
