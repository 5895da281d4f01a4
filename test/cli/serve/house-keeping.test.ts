// Small commands of whoever keeps the house: the log of the database, secrets by their prints,
// unfinished work.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { folder } from '../../support/folder.ts'
import { served } from '../../support/programs/house.ts'
import { typedJson } from '../../support/programs/typed.ts'

const own = { env: { KITUO_CONFIG: undefined } }

t.test('keeping a house that runs', async (t) => {
  const dir = join(folder(t), 'data')
  await served(t, dir, '--first-run')
  const ask = (...line: string[]) => typedJson([...line, '--data', dir], own)

  const emptied = await ask('database', 'checkpoint')
  t.match(emptied, { success: true, data: { before: Number, after: 0 } })

  const { data } = await ask('secret', 'list')
  t.match(data, [
    { key: 'app_key', set: true, fingerprint: /^[0-9a-f]{8,}$/ },
    { key: 'ca_key', set: true },
    { key: 'backup_machine_key' },
    { key: 'database_password', set: false, fingerprint: null },
    { key: 'metrics_token' },
  ])
  // When each was last changed stands behind them, and is shown.
  const [secrets = ''] = readFileSync(join(dir, 'secrets.toml'), 'utf8').split('[changed_at]')
  t.match(secrets, /^app_key = "/m)
  for (const { groups } of secrets.matchAll(/= "(?<key>[^"]+)"/g)) {
    t.notOk(JSON.stringify(data).includes(groups?.['key'] ?? ''), 'no secret is shown')
  }

  t.match(await ask('journal', 'show', '0199c0de-0000-7000-8000-000000000001'), {
    meta: { exit: 2 },
    error: { code: 'record.unknown' },
  })
})
