// The screens of a hosted house: a person of one hospital, and one who runs the service (OPS-194).

import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { askingOf } from '../../../cli/frame/run.ts'
import { handsOf } from '../../../cli/screens/screen-hands.ts'
import { folder } from '../../support/folder.ts'
import { nobody, typedJson } from '../../support/programs/typed.ts'

t.setTimeout(600_000)

t.test('the hospital stands before the name', async (t) => {
  const place = folder(t)
  const dir = join(place, 'data')
  mkdirSync(dir, { mode: 0o700 })
  writeFileSync(join(dir, 'kituo.toml'), '')
  const password = join(place, 'password')
  writeFileSync(password, 'a long enough password\n')
  chmodSync(password, 0o600)
  const own = { env: { KITUO_CONFIG: undefined } }
  const words = ['--name', 'St Mary', '--code', 'st-mary', '--admin-name', 'Asha']
  const out = ['--recovery-out', join(place, 'words'), '--admin-password-file', password]
  const line = ['init', '--data', dir, ...words, ...out, '--deployment', 'hosted']
  const made = await typedJson(line, own)
  t.match(made, { success: true }, made.message)
  const asking = askingOf({ data: dir, config: undefined }, {})
  const signing = (more: object) => ({
    username: 'admin',
    password: 'a long enough password',
    code: '',
    ...more,
  })
  const hands = handsOf(asking, nobody())
  for (const hospital of ['st-luke', '']) {
    t.match(
      await hands.signIn(signing({ hospital })),
      { kind: 'refused', message: /is wrong/ },
      `of ${hospital === '' ? 'the service' : hospital}`,
    )
  }
  t.match(await hands.signIn(signing({})), { kind: 'refused', message: /workspace is required/ })
  t.match(await hands.signIn(signing({ hospital: 'st-mary' })), {
    kind: 'in',
    person: { username: 'admin', full_name: 'Asha' },
  })
  t.match(await hands.run(['user', 'list']), { success: true, data: [{ username: 'admin' }] })
  await hands.leave()
})
