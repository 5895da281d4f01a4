// The key tables against the command tree (OPS-193), and against the keys of everywhere (OPS-203).

import t from 'tap'
import { changes, type Command } from '../../cli/frame/grammar/command.ts'
import { parse } from '../../cli/frame/grammar/parse.ts'
import { readValues } from '../../cli/frame/read.ts'
import { split } from '../../cli/screens/screen-hands.ts'
import type { CommandLine } from '../../db/appliance/deployment/line.ts'
import { permitOf } from '../../db/hospital/permits.ts'
import { isFree, keyTable } from '../../tui/keys.ts'
import { screens, usedKeys } from '../../tui/screens/all.ts'
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
  move_to: '',
  since: '2026-03-01T00:00:00Z',
  until: '2026-03-02T00:00:00Z',
  folder: './sheets',
  day: '2026-03-01',
  value: '5',
  to: 'a@b.example',
  purchase: 'P-1',
}

for (const screen of screens) {
  for (const tab of screen.tabs) {
    t.test(`${screen.title}, ${tab.name}: every list and key is a command`, async (t) => {
      const lines: [string, readonly string[]][] = [
        ['list', tab.words],
        ...(tab.beside ?? []).map((words): [string, readonly string[]] => ['beside', words]),
        ...(tab.of === undefined
          ? []
          : [['of', tab.of.words(some_row)] as [string, readonly string[]]]),
        ...tab.acts.flatMap(({ key, impact }): [string, readonly string[]][] => {
          const looked = impact?.(some_row) ?? null
          return looked === null ? [] : [[`${key}, its impact`, looked.words(some_row)]]
        }),
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

    t.test(
      `${screen.title}, ${tab.name}: what only looks changes nothing, what wants a reason asks one`,
      async (t) => {
        for (const act of tab.acts) {
          const words = act.words(some_row, said)
          const { command } = await parse([...words], {})
          if (command === null) continue
          // A key that is no dialog may run a command that changes something only as its dry run.
          if (act.looks === true && changes(command)) t.ok(words.includes('--dry-run'), act.says)
          else if (changes(command) && command.reason === 'must')
            t.ok(
              words.includes('--reason') &&
                act.asks?.some(({ name, optional }) => name === 'reason' && optional !== true),
              `${act.key} ${act.says} asks why`,
            )
        }
        const opened = tab.opens === undefined ? null : await parse([...tab.opens(some_row)], {})
        const command = opened?.command ?? null
        if (command !== null && changes(command) && screen.name !== 'now')
          t.ok(tab.opens?.(some_row).includes('--dry-run'), 'Enter changes nothing')
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

t.test('each screen can be begun with, and advice opens what is there', async (t) => {
  for (const { name } of screens) {
    const { command } = await parse(['tui', '--screen', name], {})
    t.equal(command?.name, 'tui', name)
    const line: CommandLine = {
      command: 'tui',
      args: {},
      flags: { screen: name },
      caller: 'cli:asha@hms1',
      version: '1.0.0',
    }
    const values = readValues(command as Command, line)
    t.equal(values.flags['screen'], name)
  }
})

t.test('a key that is moved takes none from a screen (OPS-203)', async (t) => {
  const used = usedKeys()
  t.equal(keyTable({ freeze: ';' }, used).get(';'), 'freeze')
  t.throws(() => keyTable({ freeze: 'p' }, used), /p cannot stand for freeze: .+ uses it/)
  t.throws(() => keyTable({ freeze: 'space' }, used), /cannot stand for freeze/)
  t.throws(() => keyTable({ freeze: 'nothing' }, used), /is no key that can be pressed/)
  t.throws(() => keyTable({ leave: 'ctrl-c' }, used), /is no key that can be pressed/)
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
