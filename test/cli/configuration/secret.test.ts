// Keys that are made anew, and secrets that are brought (operations 5.2).

import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { within } from '../../../db/store/connection.ts'
import { openDeployment } from '../../../db/appliance/deployment/deployment.ts'
import { serverCertificate } from '../../../db/appliance/pki/server-certificate.ts'
import { keyedHash, seal, unseal } from '../../../db/appliance/secrets/seal.ts'
import { readSecrets } from '../../../db/appliance/secrets/secrets.ts'
import { users } from '../../../db/hospital/office/access/tables.ts'
import { configurationAt, houseAt } from '../../support/programs/backed-house.ts'
import { folder } from '../../support/folder.ts'
import { typed, typedJson } from '../../support/programs/typed.ts'

t.setTimeout(600_000)
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
  const { keepSecrets } = await import('../../../db/appliance/secrets/secrets.ts')
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
  const { setIdentity } = await import('../../../db/appliance/secrets/identity.ts')
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

const identityFile = (name: string): string => join(dir, 'identity', name)
const new_key = (fill: number): string => Buffer.alloc(32, fill).toString('base64url')

/** As it lies on the disk, at which of its steps a rotation was killed. */
async function killedRotation(filled: number): Promise<string> {
  const { keepSecrets } = await import('../../../db/appliance/secrets/secrets.ts')
  const { ca_key = '' } = secretsNow()
  const newer = new_key(filled)
  keepSecrets(join(dir, 'secrets.toml'), { ca_key: newer, ca_key_before: ca_key })
  return newer
}

const opensAlone = async (key: string): Promise<boolean> =>
  (await import('../../../db/appliance/backups/deployment-key.ts')).deploymentKeyOpens({ dir }, key)

t.test(
  'secret rotate ca_key: killed after the authorities, the key of backups stays',
  async (t) => {
    const deployment_key = readFileSync(identityFile('deployment.json'), 'utf8')
    const { ca_key: was } = secretsNow()
    t.match(await rotate('ca_key'), { data: { resealed: 3 } })
    const { ca_key: is = '' } = secretsNow()
    writeFileSync(identityFile('deployment.json'), deployment_key)
    t.match(await rotate('ca_key'), { success: true, data: { resealed: 1, resumed: true } })
    t.equal(secretsNow().ca_key, is, 'no third key is made')
    t.equal(secretsNow().ca_key_before, was)
    t.ok(await opensAlone(is))
    t.match(await run('backup', 'create'), { success: true })
  },
)

t.test('secret rotate ca_key: killed after the secrets, with no authority made yet', async (t) => {
  const names = ['server-authority.json', 'server-certificate.json']
  for (const name of names) renameSync(identityFile(name), identityFile(`${name}.aside`))
  const newer = await killedRotation(7)
  t.notOk(await opensAlone(newer))
  t.match(await rotate('ca_key'), { success: true, data: { resealed: 1, resumed: true } })
  t.equal(secretsNow().ca_key, newer)
  t.ok(await opensAlone(newer))
  for (const name of names) renameSync(identityFile(`${name}.aside`), identityFile(name))
})

t.test('secret rotate ca_key: what opens with no key stops it before a key goes', async (t) => {
  const { keepSecrets } = await import('../../../db/appliance/secrets/secrets.ts')
  const own = secretsNow()
  const named = async (): Promise<void> => {
    const before = secretsNow()
    t.match(await rotate('ca_key'), { success: false, error: { code: 'key.wrong' } })
    t.same(secretsNow(), before, 'the file of secrets stays')
  }
  const file = join(dir, 'secrets.toml')
  keepSecrets(file, { ca_key: new_key(8), ca_key_before: null })
  await named()
  keepSecrets(file, { ca_key: new_key(8), ca_key_before: new_key(9) })
  await named()
  keepSecrets(file, { ca_key: own.ca_key ?? null, ca_key_before: own.ca_key_before ?? null })
  // The key of backups alone.
  const authority = identityFile('server-authority.json')
  rmSync(authority, { force: true })
  rmSync(identityFile('server-certificate.json'), { force: true })
  const deployment_key = readFileSync(identityFile('deployment.json'), 'utf8')
  const other = JSON.stringify({ public_key: '-', sealed: Buffer.alloc(60).toString('base64url') })
  writeFileSync(identityFile('deployment.json'), `${other}\n`)
  await named()
  writeFileSync(identityFile('deployment.json'), deployment_key)
  t.match(await rotate('ca_key'), { success: true, data: { resumed: false } })
})

t.test('secret rotate: refused where the environment brings the key', async (t) => {
  const was = secretsNow()
  const sealed = await (async () => {
    const deployment = await opened()
    const found = await seed()
    await deployment.close()
    return found
  })()
  for (const [key, name] of [
    ['app_key', 'app_key'],
    ['app_key', 'app_key_before'],
    ['app_key', 'lookup_key'],
    ['ca_key', 'ca_key'],
    ['ca_key', 'ca_key_before'],
  ] as const) {
    const file = join(folder(t), 'key')
    writeFileSync(file, was[name] ?? '', { mode: 0o600 })
    const variable = `KITUO_${name.toUpperCase()}_FILE`
    const env = { ...own.env, [variable]: file }
    for (const way of [['--yes', '--confirm', `rotate ${key}`], ['--dry-run']]) {
      const line = ['secret', 'rotate', key, '--reason', 'left us', ...way, '--data', dir]
      const refused = await typedJson(line, { env })
      t.match(refused, { success: false, error: { code: 'rule.refused' }, meta: { exit: 3 } }, name)
      t.match(refused.message, new RegExp(variable))
    }
  }
  t.same(secretsNow(), was)
  const deployment = await opened()
  t.equal(await seed(), sealed)
  await deployment.close()
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

t.test('secret list: when each came into the file (5.2)', async (t) => {
  const all = async (): Promise<Map<string, string | null>> => {
    const { data } = await run('secret', 'list')
    return new Map((data as Listed[]).map(({ key, changed_at }) => [key, changed_at]))
  }
  const file = join(folder(t), 'token')
  writeFileSync(file, 'another word\n')
  const before = await all()
  t.match(before.get('metrics_token'), /Z$/)
  t.equal(before.get('update_proxy_password'), null, 'not set')
  t.match(await run('secret', 'set', 'metrics_token', '--file', file, '--yes'), {
    data: { key: 'metrics_token', changed_at: /Z$/ },
  })
  const after = await all()
  t.ok((after.get('metrics_token') ?? '') > (before.get('metrics_token') ?? ''))
  t.equal(after.get('database_password'), before.get('database_password'), 'the others stay')
  t.equal(after.get('ca_key'), before.get('ca_key'))
  const text = readFileSync(join(dir, 'secrets.toml'), 'utf8')
  writeFileSync(join(dir, 'secrets.toml'), text.slice(0, text.indexOf('[changed_at]')))
  t.same([...new Set((await all()).values())], [null], 'a file of before says nothing of it')
})

t.test('clock show: what the machine and the guard say of the time (5.2)', async (t) => {
  const { data } = await run('clock', 'show')
  t.match(data, { now: /Z$/, high_water: /Z$/, held: false, state: 'OK' })
  t.same(
    ['synchronised', 'source'].filter((name) => !(name in (data as object))),
    [],
  )
})

interface Listed {
  key: string
  changed_at: string | null
}
