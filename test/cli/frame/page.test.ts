import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { anything, lines, newPage, plain, table, timed } from '../../../cli/frame/page.ts'
import { localTime, machineZone, zoneName } from '../../../db/core/local-time.ts'
import { folder } from '../../support/folder.ts'
import { typed } from '../../support/programs/typed.ts'

const rows = [
  { name: 'asha', state: 'ACTIVE', note: 'works nights' },
  { name: 'John Komba', state: 'SUSPENDED', note: 'on leave' },
]
const columns = [
  { title: 'Name', of: (row: (typeof rows)[number]) => row.name },
  { title: 'State', of: (row: (typeof rows)[number]) => row.state },
  { title: 'Note', of: (row: (typeof rows)[number]) => row.note, wide: true },
]
const page = (width: number | null, wide = false) =>
  newPage({ width, wide, colour: false, utc: true })

t.test('a table: drops wide columns and never wraps (OPS-79)', async (t) => {
  t.equal(
    table(rows, columns, page(80)),
    'Name        State      Note\nasha        ACTIVE     works nights\nJohn Komba  SUSPENDED  on leave',
  )
  t.equal(
    table(rows, columns, page(22)),
    'Name        State\nasha        ACTIVE\nJohn Komba  SUSPENDED',
  )
  for (let width = 12; width < 40; width++) {
    for (const line of table(rows, columns, page(width)).split('\n')) {
      t.ok(line.length <= width, `${width}: ${line}`)
    }
  }
  t.match(table(rows, columns, page(22, true)), 'works nights', '--wide keeps them')
  t.match(table(rows, columns, page(null)), 'works nights', 'a file is as wide as it needs')
})

t.test(
  'a page: the time is the hospital’s, and marked where the machine’s is another',
  async (t) => {
    const here = machineZone()
    const other = here === 'Africa/Dar_es_Salaam' ? 'Europe/Berlin' : 'Africa/Dar_es_Salaam'
    const of = (zone: string | null, utc = false) =>
      newPage({ width: null, wide: false, colour: false, utc, zone })
    const at = '2027-02-03T05:20:00.000Z'
    const wall = other === 'Europe/Berlin' ? /^2027-02-03 06:20 \S+$/ : /^2027-02-03 08:20 EAT$/
    t.match(of(other).time(at), wall)
    t.equal(of(here).time(at), localTime(here, at))
    t.equal(of(null).time(at), `${localTime(here, at)} ${zoneName(here, new Date(at))}`)
    t.equal(of(other, true).time(at), at)
    t.match(timed(of(other), `made ${at}, kept`), /^made 2027-02-03 0\d:20 \S+, kept$/)
    t.match(lines([['At', at]], of(other)), /^At {2}2027-02-03 0\d:20 /)
  },
)

t.test('a page: gives a terminal nothing to obey', async (t) => {
  t.equal(plain('\u001b[31mred\u001b[0m\u0007 and\nmore'), 'red  and more')
  t.equal(plain('a\u202Eb\u2066c\uFEFFd\u2028e'), 'a?b?c?d?e', 'what turns letters round is seen')
  t.equal(plain('\u0645\u06CC\u200C\u062E \u0600\u0661'), '\u0645\u06CC\u200C\u062E \u0600\u0661')
  t.equal(anything({ name: 'a\u001b]0;title\u0007b' }, page(80)), 'Name  ab')
})

t.test('a record is shown in words, never as a program writes it (OPS-79)', async (t) => {
  const record = {
    last_took_ms: 12,
    two_factor: false,
    roles: [
      { id: 'r-1', code: 'nurse', name: 'Nurse' },
      { id: 'r-2', code: 'cashier' },
    ],
    window: { from: '08:00', to: null, days: [1, 2] },
  }
  t.equal(
    anything(record, page(80)),
    [
      'Last took (ms)  12',
      'Two factor      no',
      'Roles           Nurse, cashier',
      'Window          from 08:00, days 1, 2',
    ].join('\n'),
  )
})

t.test('colour: only on a terminal, and never when it is declined (OPS-79)', async (t) => {
  const coloured = async (env: NodeJS.ProcessEnv, flags: string[] = []): Promise<boolean> =>
    (await typed(['config', 'show', ...flags], { env, columns: 200 })).out.includes('\u001b[')
  t.equal(await coloured({}), true)
  t.equal(await coloured({ NO_COLOR: '1' }), false)
  t.equal(await coloured({ TERM: 'dumb' }), false)
  t.equal(await coloured({}, ['--no-color']), false)
  t.notMatch((await typed(['config', 'show'])).out, '\u001b[', 'a pipe gets none')
})

t.test('what is typed comes back as it was typed, and turns nothing round', async (t) => {
  const odd = 'a\u202Etxt.b'
  const dir = folder(t)
  const there = join(dir, odd)
  writeFileSync(there, '')
  const words = ['--name', 'Kabanga', '--code', 'kabanga', '--admin-name', 'Asha Komba']
  for (const line of [
    ['config', 'show', '--data', `/proc/${odd}`, '--verbose'],
    ['serve', '--first-run', '--data', `/proc/${odd}`],
    ['init', '--data', join(dir, 'data'), ...words, '--recovery-out', there],
    [odd],
  ]) {
    const { out, err } = await typed(line, { columns: 200 })
    t.notMatch(out + err, /\u202E/u, line.join(' '))
    t.match(out + err, 'a?txt.b', line.join(' '))
  }
})
