// A start beside other keys, or at another's files (operations 6.2): refused with 13 and one sentence,
// before anything is sealed with the wrong key or kept in the wrong place.

import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { fitKeys } from '../../db/appliance/house/fits.ts'
import { fingerprint } from '../../db/appliance/secrets/secrets.ts'
import { theDeployment } from '../../db/appliance/timetable/terms.ts'
import { boot } from '../support/boot.ts'
import { folder } from '../support/folder.ts'
import { served } from '../support/programs/house.ts'
import { initialised, typed, typedJson } from '../support/programs/typed.ts'

const newKey = (): string => randomBytes(32).toString('base64url')

t.test('keys that follow the known ones fit, strangers do not (OPS-103)', async (t) => {
  await boot(t, [])
  const [first, second, third, ca] = [newKey(), newKey(), newKey(), newKey()] as const
  await fitKeys({ app_key: first, ca_key: ca })
  t.match(await theDeployment(), { app_key: fingerprint(first), ca_key: fingerprint(ca) })
  await t.rejects(fitKeys({ app_key: second, ca_key: ca }), {
    code: 'data_dir.secrets',
    message: `app_key does not fit this database (fingerprint ${fingerprint(first)}… wanted, ${fingerprint(second)}… found).`,
  })
  await t.rejects(fitKeys({ app_key: first, ca_key: second }), {
    message: `ca_key does not fit this database (fingerprint ${fingerprint(ca)}… wanted, ${fingerprint(second)}… found).`,
  })
  await fitKeys({ app_key: second, app_key_before: first, ca_key: ca })
  t.match(await theDeployment(), { app_key: fingerprint(second) }, 'a rotation is followed')
  await t.rejects(
    fitKeys({ app_key: first, ca_key: ca }),
    { code: 'data_dir.secrets' },
    'a daemon that still has the key before does not start beside the others',
  )
  await t.rejects(fitKeys({ app_key: third, app_key_before: first, ca_key: ca }))
  await fitKeys({ app_key: second })
  t.match(await theDeployment(), { ca_key: fingerprint(ca) }, 'a key that is lost changes nothing')
})

t.test('a house at its start', async (t) => {
  const dir = join(folder(t), 'data')
  const own = { env: { KITUO_CONFIG: undefined } }
  await initialised(dir)
  const start = async (): Promise<void> => {
    const house = await served(t, dir)
    house.child.kill('SIGTERM')
    t.equal(await house.ended, 0)
  }
  const refused = async () => typed(['serve', '--data', dir, '--listen', '127.0.0.1:0'], own)
  await start()

  await t.test('other keys: 13, and the file put back starts it again', async (t) => {
    const file = join(dir, 'secrets.toml')
    const text = readFileSync(file, 'utf8')
    const was = /^app_key = "(?<key>[^"]+)"/m.exec(text)?.groups?.['key'] ?? ''
    const other = newKey()
    writeFileSync(file, text.replace(was, other))
    const said = await refused()
    t.equal(said.code, 13)
    t.match(
      said.err,
      `app_key does not fit this database (fingerprint ${fingerprint(was)}… wanted, ${fingerprint(other)}… found).`,
    )
    writeFileSync(file, text.replace(/^app_key = .*\n/m, ''))
    const missing = await refused()
    t.match(missing, { code: 13, err: /holds no app_key\. Put the file back/ })
    writeFileSync(file, text)
    await start()
  })

  await t.test('a rotation is known to the next start', async () => {
    const words = 'secret rotate app_key --yes --reason left --confirm'.split(' ')
    const rotated = await typedJson([...words, 'rotate app_key', '--data', dir], own)
    if (!rotated.success) throw new Error(rotated.message)
    await start()
  })

  await t.test('the files of another deployment: 13; a place that is away: DEGRADED', async (t) => {
    const mount = join(folder(t), 'mount')
    mkdirSync(mount)
    writeFileSync(join(mount, 'STORE'), 'another\n')
    const at = ['--data', dir]
    // Its own, or the one of the clone would be written.
    if (!existsSync(join(dir, 'kituo.toml'))) writeFileSync(join(dir, 'kituo.toml'), '')
    await typedJson(['config', 'set', 'data.attachments', mount, ...at], own)
    const said = await refused()
    t.equal(said.code, 13)
    t.match(said.err, `${mount} holds the attachments of another deployment.`)
    t.match(await typedJson(['doctor', 'attachment.store', ...at], own), {
      data: { findings: [{ id: 'attachment.store', state: 'BAD' }] },
    })

    writeFileSync(join(mount, 'STORE'), '')
    const bare = join(folder(t), 'bare')
    mkdirSync(bare)
    await typedJson(['config', 'set', 'data.attachments', bare, ...at], own)
    const house = await served(t, dir)
    t.match((await typedJson(['status', ...at], own)).data, {
      daemon: { state: 'DEGRADED', reasons: ['attachments'] },
    })
    t.match((await typed(['status', ...at], own)).out, /DEGRADED: attachments/)
    t.equal((await fetch(`${house.url}/api/v1/ready`)).status, 200)
    t.match(
      await typedJson(['doctor', 'attachment.store', '--mend', '--yes', ...at], own),
      { data: [{ id: 'attachment.store', mended: true }] },
      'somebody says that the bare folder is the one',
    )
    t.match((await typedJson(['status', ...at], own)).data, { daemon: { state: 'READY' } })
    house.child.kill('SIGKILL')
  })
})
