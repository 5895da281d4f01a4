import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { readConfiguration } from '../../../../db/appliance/configuration/read.ts'
import { makeSecrets, readSecrets, secretsFile } from '../../../../db/appliance/secrets/secrets.ts'
import { folder } from '../../../support/folder.ts'

t.test('secrets: made once, for their owner alone', async (t) => {
  const file = join(folder(t), 'own', 'secrets.toml')
  const made = makeSecrets(file)
  t.equal(statSync(file).mode & 0o777, 0o600)
  t.same(Object.keys(made), ['app_key', 'ca_key', 'backup_machine_key'])
  t.equal(new Set(Object.values(made)).size, 3)
  t.same(readSecrets(file, {}), made)
  t.same(makeSecrets(file), made, 'a second time changes nothing')
})

t.test('secrets: a missing key is added and the others stay', async (t) => {
  const file = join(folder(t), 'secrets.toml')
  const made = makeSecrets(file)
  writeFileSync(file, `app_key = "${made.app_key}"\nmetrics_token = "m"\n`)
  const again = makeSecrets(file)
  t.match(again, { app_key: made.app_key, metrics_token: 'm' })
  t.not(again.ca_key, made.ca_key)
})

t.test('secrets: a file that others can read is refused, with the mend (OPS-36)', async (t) => {
  const file = join(folder(t), 'secrets.toml')
  makeSecrets(file)
  for (const mode of [0o644, 0o640, 0o604, 0o660]) {
    chmodSync(file, mode)
    t.throws(() => readSecrets(file, {}), {
      status: 400,
      code: 'secrets.open',
      message: `${file} is readable by others (0${mode.toString(8)}). Run: chmod 600 ${file}`,
    })
  }
})

t.test('secrets: what is wrong in the file is named, and no secret is shown', async (t) => {
  const file = join(folder(t), 'secrets.toml')
  const refused = (text: string): string => {
    writeFileSync(file, text, { mode: 0o600 })
    try {
      readSecrets(file, {})
      return ''
    } catch (error) {
      return (error as Error).message
    }
  }
  t.equal(refused('ap_key = "x"'), `ap_key in ${file} is not a secret. Did you mean app_key?`)
  t.equal(refused('metrics_token = 7'), `metrics_token in ${file} takes text.`)
  t.equal(refused('app_key = "short"'), `app_key in ${file} is not a key of 32 bytes.`)
  t.equal(refused('a = 1\nmetrics_token = hush'), `${file}:2 cannot be read as TOML.`)
})

t.test('secrets: the environment names files, never secrets (OPS-36)', async (t) => {
  const at = folder(t)
  const token = join(at, 'token')
  writeFileSync(token, 'hush\n', { mode: 0o600 })
  const file = join(at, 'secrets.toml')
  t.same(readSecrets(file, { KITUO_METRICS_TOKEN_FILE: token }), { metrics_token: 'hush' })
  t.same(readSecrets(file, { KITUO_METRICS_TOKEN: 'hush' }), {})
  t.equal(readFileSync(token, 'utf8'), 'hush\n')
})

t.test(
  'secrets: beside the configuration of the appliance, with the data of a clone',
  async (t) => {
    const at = folder(t)
    const of = (place: 'appliance' | 'clone') =>
      readConfiguration({
        place,
        env: {},
        text: '',
        file: '/etc/kituo/kituo.toml',
        flags: { 'data.dir': at },
      })
    t.equal(secretsFile(of('appliance'), {}), '/etc/kituo/secrets.toml')
    t.equal(secretsFile(of('clone'), {}), join(at, 'secrets.toml'))
    t.equal(
      secretsFile(of('clone'), { CREDENTIALS_DIRECTORY: '/nowhere' }),
      join(at, 'secrets.toml'),
    )
    writeFileSync(join(at, 'secrets.toml'), '')
    t.equal(secretsFile(of('appliance'), { CREDENTIALS_DIRECTORY: at }), join(at, 'secrets.toml'))
  },
)
