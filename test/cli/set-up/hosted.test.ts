// The operator of a hosted service, from an empty root to the first sign-in (PLT-79, PLT-81).

import { isPlatformCode, permits } from '../../../db/hospital/permits.ts'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { folder } from '../../support/folder.ts'
import { served } from '../../support/programs/house.ts'
import { typedJson } from '../../support/programs/typed.ts'
import { words } from '../../support/words.ts'

t.setTimeout(600_000)
const dir = join(folder(t), 'data')
const own = { env: { KITUO_CONFIG: undefined } }
const ask = (line: string) => typedJson([...words(line), '--data', dir], own)

t.test('a hosted house: operator, hospitals, and a first sign-in with two factors', async (t) => {
  mkdirSync(dir, { mode: 0o700 })
  writeFileSync(join(dir, 'kituo.toml'), '')
  const init = ['init', '--data', dir, '--name', 'St Mary', '--code', 'st-mary']
  const person = ['--admin-name', 'Asha', '--recovery-out', `${dir}.words`]
  const set_up = await typedJson([...init, ...person, '--deployment', 'hosted'], own)
  t.equal(set_up.message, 'St Mary is set up.')

  t.match(await ask('platform user create Op! --name Op --email op@example.org'), {
    error: { code: 'usage.value', message: /^username must be/ },
  })
  const bad = 'platform user create oper --name Op --email op@example.org --permission'
  t.match(await ask(`${bad} user:read`), { message: 'permissions cannot hold user:read.' })
  t.match(await ask(`${bad} platform:none`), { message: /which does not exist/ })
  const made = await ask('platform user create oper --name Op --email op@example.org')
  t.match(made, {
    success: true,
    data: {
      user: { permissions: Object.keys(permits).filter(isPlatformCode).sort() },
    },
    meta: { hospital: null },
  })
  const { temporary_password: password } = made.data as { temporary_password: string }
  t.match(await ask('platform user create oper --name Op --email o@example.org'), {
    meta: { exit: 3 },
    message: 'The username oper is taken.',
  })
  t.match(await ask('hospital create st-luke --name "St Luke" --contact Ali --admin Juma'), {
    success: true,
    data: { hospital: { code: 'st-luke' }, temporary_password: /^\w{12}$/ },
  })
  t.match(await ask('platform hospital list'), { meta: { total: 2 } })
  t.match(await ask('user list'), {
    message: '--hospital is needed: st-luke, st-mary.',
    meta: { exit: 2 },
  })
  t.match(await ask('user list --hospital st-luke'), { data: [{ username: 'admin' }] })
  const suspend = 'hospital suspend st-luke --reason "asked by its board" --yes'
  t.match(await ask(suspend), { error: { code: 'confirm.needed' } })
  t.match(await ask(`${suspend} --confirm st-luke --because UNPAID`), { meta: { exit: 3 } })
  t.match(await ask(`${suspend} --confirm st-luke`), { data: { status: 'SUSPENDED' } })
  t.match(await ask(`${suspend} --confirm st-luke`), { meta: { changed: false } })
  t.match(await ask('hospital reinstate st-luke --reason "all in order" --yes'), {
    data: { status: 'ACTIVE' },
  })

  const house = await served(t, dir)
  const signIn = async (word: string) => {
    const answer = await fetch(`${house.url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'oper', password: word, platform: true }),
    })
    return { status: answer.status, body: (await answer.json()) as unknown }
  }
  t.match(await signIn(password), {
    status: 200,
    body: { data: { must_set_up_2fa: true } },
  })
  t.match(await ask('platform user suspend oper --reason "left us" --yes'), {
    success: true,
    meta: { mode: 'socket' },
    data: { status: 'SUSPENDED' },
  })
  t.not((await signIn(password)).status, 200)
})
