// What init leaves for the day the machine is lost: words for a person, and a first backup (OPS-81,
// OPS-83, OPS-84).

import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { repositoryOf } from '../../../db/appliance/backups/create.ts'
import { firstWords } from '../../../db/appliance/backups/first.ts'
import { slotsOf } from '../../../db/appliance/backups/repository.ts'
import { createDeployment } from '../../../db/appliance/deployment/create.ts'
import { breakNaming } from '../../support/programs/broken-disk.ts'
import { configurationIn } from '../../support/programs/deployment.ts'
import { folder } from '../../support/folder.ts'
import { initialised, typed, typedJson } from '../../support/programs/typed.ts'

const words = ['--name', 'St Mary Hospital', '--code', 'st-mary', '--admin-name', 'Asha Komba']

t.test('init: words that nobody types back are advised about', async (t) => {
  const dir = join(folder(t), 'data')
  const { code, err } = await typed(['init', '--data', dir, ...words], {
    answers: ['ABCD', 'ABCD', 'ABCD'],
  })
  t.equal(code, 0, err)
  t.match(err, /That is not group \d\.\n/)
  t.match(err, 'Nobody has typed the recovery words back.')
})

t.test(
  'init: words for the backups, and a first backup that they open (OPS-81, OPS-83)',
  async (t) => {
    const dir = join(folder(t), 'data')
    const file = `${dir}.words`
    t.match(await typed(['init', '--data', dir, ...words]), {
      code: 2,
      err: /--recovery-out is needed \(no one to show the recovery words to\)/,
    })
    t.equal(existsSync(dir), false)
    const made = await initialised(dir)
    t.match(made.data, { recovery_file: file, first_backup: /-first\.kbk$/ })
    t.equal(statSync(file).mode & 0o777, 0o600)
    t.notMatch(JSON.stringify(made), readFileSync(file, 'utf8').trim())
    t.match(await typedJson(['backup', 'list', '--data', dir]), {
      data: [{ tag: 'first', level: 'CHECK' }],
    })
    t.match(await typedJson(['backup', 'key', 'test', '--file', file, '--data', dir]), {
      data: { proved: { kind: 'recovery' } },
    })
    t.match(
      await initialised(dir),
      { meta: { changed: false } },
      'the file is there, and it is done',
    )
  },
)

t.test(
  'init: cut off after the words were written, it goes on with the same (OPS-84)',
  async (t) => {
    const dir = join(folder(t), 'data')
    const configuration = configurationIn(dir)
    const deployment = await createDeployment(configuration, { command: 'a test', env: {} })
    const cut = await firstWords(deployment, 'a test')
    const again = await firstWords(deployment, 'a test')
    t.not(again, cut, 'words that nobody can have seen are made anew')
    const slots = await slotsOf(await repositoryOf(deployment, undefined))
    t.equal(slots.length, 2, 'and the old ones open nothing')
    await deployment.close()
    writeFileSync(`${dir}.words`, `${again}\n`)
    t.match(await initialised(dir), { data: { recovery_file: `${dir}.words` } })
    t.match(await typedJson(['backup', 'key', 'test', '--file', `${dir}.words`, '--data', dir]), {
      success: true,
    })
  },
)

t.test('init: another house’s backups are not written to', async (t) => {
  const dir = join(folder(t), 'data')
  await initialised(dir)
  const other = join(folder(t), 'data')
  const env = { KITUO_CONFIG: join(other, '..', 'kituo.toml') }
  writeFileSync(env.KITUO_CONFIG, '')
  const place = ['--path', join(dir, 'backups'), '--data', other]
  await typed(['backup', 'repository', 'change', 'local', ...place], { env })
  const refused = await typed(['init', '--data', other, ...words, '--recovery-out', `${other}.w`], {
    env,
  })
  t.match(refused, { code: 13, err: /holds backups of another house\. To bring it back here: / })
  t.equal(existsSync(other), false)
})

t.test('init: the sign-in is shown whatever fails when the hospital stands', async (t) => {
  const dir = join(folder(t), 'data')
  const mend = breakNaming(/-first\.kbk$/)
  const made = await initialised(dir).finally(mend)
  t.match(made, {
    data: { admin: { username: 'admin', password: /^\w{12}$/ }, first_backup: null },
    warnings: [{ code: 'init.backup', message: /^Not done: backup\. EIO.+ then: kituo init$/ }],
    meta: { exit: 20 },
  })
  t.match(await initialised(dir), {
    data: { first_backup: /-first\.kbk$/ },
    meta: { changed: true, exit: 0 },
    next: ['kituo user reset-password <username>'],
  })
})

t.test('init: again, it makes the authorities that are missing (OPS-84)', async (t) => {
  const dir = join(folder(t), 'data')
  await initialised(dir)
  rmSync(join(dir, 'identity', 'server-authority.json'))
  t.match(await initialised(dir), { data: { fingerprint: /^\w{64}$/ }, meta: { changed: true } })
  t.match(await initialised(dir), { meta: { changed: false } })
})

t.test('init: again, it makes the step that is missing (OPS-84)', async (t) => {
  const dir = join(folder(t), 'data')
  await initialised(dir)
  const [backup] = (await typedJson(['backup', 'list', '--data', dir])).data as { name: string }[]
  const file = join(dir, 'backups', 'backups', backup?.name ?? '')
  rmSync(file)
  t.match(await initialised(dir), { data: { first_backup: /first/ }, meta: { changed: true } })
})
