// The collection as it is published, from signing in to signing out (PLT-136).

import t from 'tap'
import { account, password } from '../../support/accounts.ts'
import { boot } from '../../support/boot.ts'
import { type Collection, type Environment, type Ran, run } from '../../support/sweeps/postman.ts'

t.test('PLT-136: the collection runs as it is published', async (t) => {
  const house = await boot(t)
  const { nobody } = house
  const { username } = await account(house, { roles: ['administrator', 'reception', 'cashier'] })
  const collection: Collection = (await nobody.get('/postman/collection.json')).body
  const environment: Environment = (await nobody.get('/postman/environment.json')).body
  for (const one of environment.values) {
    if (one.key === 'username') one.value = username
    if (one.key === 'password') one.value = password
  }
  const ran = await run(nobody, collection, environment)
  t.equal(ran[0]?.answer.status, 200, `signs in: ${ran[0]?.answer.message}`)
  t.ok(ran.length > 600, `${ran.length} requests`)
  const wrong = ran.filter((one) => !isUnderstood(one))
  t.same(
    wrong.map(({ asked, answer }) => `${asked}: ${answer.status} ${answer.message}`),
    [],
    'every request is understood',
  )
  const fine = ran.filter(({ answer }) => answer.status < 300)
  t.ok(fine.length > 200, `${fine.length} of ${ran.length} are answered with what was asked for`)
  t.equal(ran.at(-1)?.asked, 'POST /api/v1/auth/logout')
  t.equal(ran.at(-1)?.answer.status, 200)
})

const misunderstood = ['There is no such address.', 'The request could not be read.']
/** What is open answers so of its own accord; there is no mail server, and no authority of this house. */
const own_words = /\/(pki|verify)\/|\/portal\/activate$|\/auth\/verify-2fa$|\/email\/test$/

const isUnderstood = ({ asked, answer: { status, message } }: Ran): boolean =>
  (status < 500 && status !== 401 && !misunderstood.includes(message)) || own_words.test(asked)
