// The key tables against the command tree (OPS-193), and against the keys of everywhere (OPS-203).

import t from 'tap'
import { changes } from '../../cli/command.ts'
import { parse } from '../../cli/parse.ts'
import { split } from '../../cli/screen-hands.ts'
import { permitOf } from '../../db/hospital/permits.ts'
import { isFree, keyTable } from '../../tui/keys.ts'
import { screens } from '../../tui/screens/all.ts'
import type { Act, Row } from '../../tui/screens.ts'

/** A row that has a word for whatever is asked of it. */
const some_row = new Proxy({} as Row, { get: (_, name) => samples[String(name)] ?? 'one' })
const samples: Record<string, unknown> = {
  id: '01a20183-0b5d-730d-ae3b-3aca9abeb51c',
  channel: 'sms',
  seq: '12',
  module: 'theatre',
  facility: 'MAIN',
  enabled: true,
  paused: false,
  name: '2027',
  command: 'kituo doctor',
  finding: 'backup.drill',
  number: 'SHF-2026-000041',
  status: 'ACTIVE',
}
const said: Record<string, string> = {
  days: '30',
  reason: 'because it must',
  code: 'NEW',
  name: 'New',
  kind: 'ROOM',
  permission: 'user:read',
  role: 'cashier',
  label: 'Till 1',
  why: 'lost',
  username: 'juma',
  counted: '25000',
  left: '0',
  file: './a-file',
  account: '1110',
  format: 'csv',
  scheme: 'NHIF',
  month: '2026-03',
}

for (const screen of screens) {
  for (const tab of screen.tabs) {
    t.test(`${screen.title}, ${tab.name}: every list and key is a command`, async (t) => {
      const lines: [string, readonly string[]][] = [
        ['list', tab.words],
        ...(tab.beside ?? []).map((words): [string, readonly string[]] => ['beside', words]),
        ...(tab.opens === undefined
          ? []
          : [['enter', tab.opens(some_row)] as [string, readonly string[]]]),
        ...tab.acts.map((act: Act): [string, readonly string[]] => [
          act.key,
          act.words(some_row, said),
        ]),
      ]
      for (const [key, words] of lines) {
        const { command } = await parse([...words], {})
        t.not(command, null, `${key}: kituo ${words.join(' ')}`)
      }
    })

    t.test(
      `${screen.title}, ${tab.name}: what changes nothing is looked at, not planned`,
      async (t) => {
        for (const act of tab.acts) {
          const { command } = await parse([...act.words(some_row, said)], {})
          if (command !== null && !changes(command)) t.equal(act.looks, true, act.says)
        }
      },
    )

    t.test(`${screen.title}, ${tab.name}: no key means another thing here`, async (t) => {
      const table = keyTable()
      const keys = tab.acts.map(({ key }) => key)
      t.equal(new Set(keys).size, keys.length)
      for (const key of keys) t.ok(isFree(key, table), `${key} is free`)
    })
  }
}

t.test('screens have names, keys and permissions of their own', async (t) => {
  const names = screens.map(({ name }) => name)
  t.equal(new Set(names).size, names.length)
  const keys = screens.map(({ key }) => key).filter((key) => key !== '')
  t.equal(new Set(keys).size, keys.length)
  for (const { permission } of screens) t.ok(permitOf(permission), permission)
})

t.test('a typed line is split as a shell would', async (t) => {
  t.same(split('user create asha --name "Asha  Komba" --role \'cashier\' x\\y ""'), [
    'user',
    'create',
    'asha',
    '--name',
    'Asha  Komba',
    '--role',
    'cashier',
    'x\\y',
    '',
  ])
})
