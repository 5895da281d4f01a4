// Keys that are made anew, and secrets that are brought (operations 5.2).

import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { within } from '../../db/connection.ts'
import { openDeployment } from '../../db/deployment/deployment.ts'
import { serverCertificate } from '../../db/pki/server-certificate.ts'
import { keyedHash, seal, unseal } from '../../db/secrets/seal.ts'
import { readSecrets } from '../../db/secrets/secrets.ts'
import { users } from '../../db/hospital/access/tables.ts'
import { configurationAt, houseAt } from '../support/backed-house.ts'
import { folder } from '../support/folder.ts'
import { typed, typedJson } from '../support/typed.ts'

t.setTimeout(60_000)
const dir = folder(t)
const configuration = configurationAt(dir)
const house = await houseAt(configuration)
const { hospital_id } = house
await within(() => users.change({ hospital_id }, { totp_secret: seal('a seed') }))
const card = keyedHash('card: 1')
await serverCertificate(configuration, 'Kituo')
await house.deployment.close()
writeFileSync(join(dir, 'kituo.toml'), '')
const own = { env: { KITUO_CONFIG: undefined } }
const run = (...line: string[]) => typedJson([...line, '--data', dir], own)
const rotate = (key: string) =>
  run('secret', 'rotate', key, '--reason', 'left us', '--yes', '--confirm', `rotate ${key}`)
const opened = () => openDeployment(configuration, { purpose: 'write', command: 'a test', env: {} })
const secretsNow = () => readSecrets(join(dir, 'secrets.toml'), {})
const seed = async (): Promise<string> => (await users.find({ hospital_id }))?.totp_secret ?? ''

t.test(
  'secret rotate app_key: what was sealed is sealed anew, what is looked up stays',
  async (t) => {
    const was = secretsNow()
    t.match(await run('secret', 'rotate', 'app_key', '--yes'), { meta: { exit: 2 } }, 'why?')
    t.match(await rotate('app_key'), { success: true, data: { resealed: 1, resumed: false } })
    const is = secretsNow()
    t.not(is.app_key, was.app_key)
    t.equal(is.app_key_before, was.app_key)
    t.equal(is.lookup_key, was.app_key)
    t.equal(statSync(join(dir, 'secrets.toml')).mode & 0o777, 0o600)
    const deployment = await opened()
    t.equal(unseal(await seed()), 'a seed')
    t.equal(keyedHash('card: 1'), card, 'a card in somebody’s hand is still found')
    await deployment.close()
  },
)

t.test('secret rotate: killed after the file was written, it goes on', async (t) => {
  const { app_key = '' } = secretsNow()
  const { keepSecrets } = await import('../../db/secrets/secrets.ts')
  const newer = Buffer.alloc(32, 5).toString('base64url')
  keepSecrets(join(dir, 'secrets.toml'), { app_key: newer, app_key_before: app_key })
  const deployment = await opened()
  t.equal(unseal(await seed()), 'a seed', 'the key before still opens it')
  await deployment.close()
  t.match(await rotate('app_key'), { data: { resealed: 1, resumed: true } })
  t.equal(secretsNow().app_key, newer, 'no third key is made')
})

t.test('secret rotate ca_key: the keys of the authorities are sealed anew', async (t) => {
  await run('backup', 'create')
  const before = readFileSync(join(dir, 'identity', 'server-authority.json'), 'utf8')
  t.match(await rotate('ca_key'), { success: true, data: { resealed: 3, resumed: false } })
  t.not(readFileSync(join(dir, 'identity', 'server-authority.json'), 'utf8'), before)
  const deployment = await opened()
  const { setIdentity } = await import('../../db/secrets/identity.ts')
  setIdentity(join(dir, 'identity'), secretsNow().ca_key)
  t.match(
    await serverCertificate(configuration, 'Kituo'),
    { made: false },
    'the new key alone opens',
  )
  await deployment.close()
  t.match(
    await run('backup', 'create'),
    { success: true },
    'the deployment signs with the same key',
  )
  t.match(await run('backup', 'check', 'latest'), { success: true })
})

t.test('secret set: from a file or the terminal, never a flag; it is audited', async (t) => {
  const file = join(folder(t), 'token')
  writeFileSync(file, 'a word for scrapers\n')
  t.match(await run('secret', 'set', 'metrics_token', '--yes'), { meta: { exit: 2 } })
  const line = ['secret', 'set', 'metrics_token', '--file', file, '--yes']
  t.match(await run(...line), { success: true, warnings: [], meta: { changed: true } })
  t.equal(secretsNow().metrics_token, 'a word for scrapers')
  t.match(await run(...line), { meta: { changed: false } })
  const { data } = await run('audit', 'search', '--action', 'command.secret.changed')
  t.equal((data as unknown[]).length, 1)
  t.notMatch(JSON.stringify(data), /a word for scrapers/)
  const asked = await typed(['secret', 'set', 'database_password', '--yes', '--data', dir], {
    ...own,
    answers: ['hush'],
  })
  t.equal(asked.code, 0, asked.err)
  t.equal(secretsNow().database_password, 'hush')
  t.notMatch(asked.out + asked.err, /hush/)
  t.match(await typed(['secret', 'set', 'app_key', '--data', dir], own), { code: 2 })
  t.match(await run('secret', 'list'), { data: [{ key: 'app_key', set: true }] })
})
