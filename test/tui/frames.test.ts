// Frames as people see them, at every size (OPS-197, OPS-198, OPS-204). WRITE_FRAMES=1 draws them anew.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { clock } from '../../db/core/clock.ts'
import { cancelAt } from '../../tui/dialog.ts'
import { frameOf } from '../../tui/frame.ts'
import { global_keys, screen_keys } from '../../tui/keys.ts'
import { screens, usedKeys } from '../../tui/screens/all.ts'
import { styled } from '../../tui/styles.ts'
import { type Span, textOf, widthOf } from '../../tui/text.ts'
import { type Seat, sit } from '../support/desk/desk.ts'
import { codeShown, house, restoring } from '../support/frames/appliance.ts'
import { desk, emergencies } from '../support/frames/front-office.ts'
import { procurement, stock } from '../support/frames/goods.ts'
import { messaging } from '../support/frames/messaging.ts'
import { money, screenOf } from '../support/frames/money.ts'
import { pharmacy, round, wards } from '../support/frames/wards.ts'

const folder = join(import.meta.dirname, 'frames')
const sizes = [
  { columns: 60, rows: 16 },
  { columns: 80, rows: 24 },
  { columns: 120, rows: 40 },
  { columns: 200, rows: 60 },
]

// Times are shown as people here read them; the frames are drawn in one place of the world.
process.env['TZ'] = 'UTC'
t.beforeEach(() => clock.freeze('2027-02-03T11:02:00.000Z'))
t.afterEach(() => clock.release())

const scenes: Record<string, (seat: Seat) => Promise<void>> = {
  now: async () => undefined,
  users: (seat) => seat.press('9'),
  dialog: (seat) => seat.press('9', 'S'),
  modules: (seat) => seat.press('2'),
  backups: (seat) => seat.press('7'),
  restore: async (seat) => {
    seat.abouts.set('backup restore', {
      permission: 'system:read',
      changes: true,
      reason: true,
      second: true,
    })
    const line = 'backup restore 2027-02-03T001000Z-nightly.kbk --reason burnt'
    seat.answers.set(`type ${line}`, 'restore 2027-02-03T001000Z-nightly.kbk')
    await seat.press('7', 'R')
    await seat.type('burnt')
    clock.advance(400)
    await seat.press('enter')
  },
  restoring: (seat) => restoring(seat),
  generations: (seat) => seat.press('7', 'tab', 'tab'),
  logs: (seat) => seat.press('-', 'l'),
  keys: (seat) => seat.press('9', '?'),
  matrix: (seat) => house(seat, '9', 'tab', 'tab'),
  workstations: (seat) => house(seat, '3'),
  code: (seat) => codeShown(seat),
  timetable: (seat) => house(seat, '6'),
  audit: (seat) => house(seat, '0'),
  doctor: (seat) => house(seat, '!'),
  outgoing: (seat) => house(seat, '-', 'o'),
  queue: (seat) => house(seat, '-', 'q', 'u', 'e', 'enter'),
  settings: (seat) => house(seat, '-', 's', 'e', 't', 'enter'),
  old: async (seat) => {
    await house(seat, '3')
    clock.advance(12_000)
  },
  id: (seat) => house(seat, '3', 'y'),
  locked: async (seat) => {
    clock.advance(300_000)
    seat.desk.tick()
    await seat.settled()
  },
  screens: (seat) => seat.press('-'),
  emergencies: (seat) => emergencies(seat),
  privacy: (seat) => desk(seat, 'privacy'),
  appointments: (seat) => desk(seat, 'appointments'),
  clashes: (seat) => desk(seat, 'appointments', 'tab'),
  clinics: (seat) => desk(seat, 'appointments', 'tab', 'tab'),
  messaging: (seat) => messaging(seat, '4'),
  accounts: (seat) => messaging(seat, '4', 'tab'),
  links: (seat) => messaging(seat, '4', 'tab', 'tab', 'tab', 'tab'),
  stop: (seat) => messaging(seat, '4', 'tab', 'tab', 'tab', 'tab', 'p'),
  campaigns: (seat) => messaging(seat, '4', ...Array.from({ length: 8 }, () => 'tab')),
  webhooks: (seat) => messaging(seat, '5'),
  wallets: (seat) => messaging(seat, '5', 'tab', 'tab'),
  year: (seat) => money(seat, '8'),
  close: async (seat) => {
    await money(seat, '8', 'C', 'enter')
    clock.advance(1000)
    await seat.press('enter')
  },
  checks: (seat) => money(seat, '8', 'down', 'shift-tab'),
  months: (seat) => money(seat, '8', 'tab'),
  books: (seat) => money(seat, '8', 'tab', 'tab'),
  bank: (seat) => money(seat, '8', 'tab', 'tab', 'tab'),
  desks: (seat) => screenOf(seat, 'cashier'),
  drawers: (seat) => screenOf(seat, 'cashier', 'tab'),
  waiting: (seat) => money(seat, '-', 'w'),
  refunds: (seat) => money(seat, '-', 'w', 'tab'),
  insurance: (seat) => screenOf(seat, 'insurance'),
  prices: (seat) => screenOf(seat, 'prices'),
  wards: (seat) => wards(seat),
  stock: (seat) => stock(seat),
  expiry: (seat) => stock(seat, 'tab'),
  orders: (seat) => procurement(seat),
  round: (seat) => round(seat),
  pharmacy: (seat) => pharmacy(seat),
  owed: (seat) => pharmacy(seat, 'tab'),
}

for (const size of sizes) {
  for (const ascii of [true, false]) {
    const name = `${size.columns}x${size.rows}${ascii ? '-ascii' : ''}`
    t.test(`frames at ${name}`, async (t) => {
      const drawn: string[] = []
      for (const [scene, act] of Object.entries(scenes)) {
        const seat = await sit({ size, ascii })
        await act(seat)
        whole(t, seat)
        drawn.push(`== ${scene}`, ...seat.frame().map((line) => line.trimEnd()))
      }
      const text = golden(t, `${name}.txt`, drawn)
      if (ascii) t.notMatch(text, /[^\n\x20-\x7e]/, 'nothing but ASCII')
    })
  }
}

for (const size of sizes) {
  const name = `${size.columns}x${size.rows}`
  t.test(`colours at ${name}: eight with names, and none is needed (OPS-198)`, async (t) => {
    const drawn: string[] = []
    for (const scene of in_colour) {
      const seat = await sit({ size, ascii: true })
      await scenes[scene]?.(seat)
      const frame = frameOf(seat.desk)
      const text = frame.map((line) => line.map(marked).join('').trimEnd())
      drawn.push(`== ${scene}`, ...text)
      // The same letters, whatever is painted.
      t.same(
        text.map((line) => line.replaceAll(/<\/?[a-z]+>/g, '').trimEnd()),
        seat.frame().map((line) => line.trimEnd()),
      )
    }
    golden(t, `${name}-colour.txt`, drawn)
  })
}

/** Without colour only what a terminal without it has: letters that are bold, or the other way. */
t.test('without colour nothing but bold and inverse is drawn (OPS-198)', async (t) => {
  const all = ['bold', 'dim', 'inverse', 'green', 'yellow', 'red', 'cyan'] as const
  const without = all.filter((style) => Object.keys(styled({ text: '', style }, false)).length > 0)
  t.same(without, ['bold', 'inverse'])
  t.same(styled({ text: '', style: 'red' }, true), { color: 'red' })
})

const in_colour = ['now', 'users', 'restore', 'restoring', 'doctor', 'books', 'old', 'locked']

const marked = ({ text, style }: Span): string =>
  style === undefined || text.trim() === '' ? text : `<${style}>${text}</${style}>`

const page = join(import.meta.dirname, '../../docs/screens.md')
const written = process.env['WRITE_FRAMES'] === '1'

t.test('docs/screens.md shows the frames as they are', async (t) => {
  const wanted = readFileSync(join(folder, '80x24-ascii.txt'), 'utf8')
  const of = new Map(
    wanted
      .split(/^== /m)
      .slice(1)
      .map((one): [string, string] => {
        const end = one.indexOf('\n')
        return [one.slice(0, end), one.slice(end + 1).trimEnd()]
      }),
  )
  const drawn = /```frame (\w+)\n([^`]*)```/g
  if (written) {
    const text = readFileSync(page, 'utf8')
    writeFileSync(
      page,
      text.replaceAll(
        drawn,
        (_all, scene: string) => `\`\`\`frame ${scene}\n${of.get(scene)}\n\`\`\``,
      ),
    )
  }
  const shown = [...readFileSync(page, 'utf8').matchAll(drawn)]
  t.ok(shown.length >= 5)
  for (const [, scene = '', text] of shown)
    t.equal(text?.trimEnd(), of.get(scene), `${scene} is as it is drawn`)
})

t.test('docs/screens.md has the keys of the table (OPS-203)', async (t) => {
  const between = /(<!-- keys -->\n)[^]*?(<!-- end of keys -->)/
  const table = `${keyPage()}\n`
  if (written) {
    const text = readFileSync(page, 'utf8')
    writeFileSync(
      page,
      text.replace(between, (_all, from: string, to: string) => from + table + to),
    )
  }
  t.ok(readFileSync(page, 'utf8').includes(`<!-- keys -->\n${table}<!-- end of keys -->`))
})

/** Every screen and tab with its keys, from the values that the screens themselves are made of. */
function keyPage(): string {
  const everywhere = global_keys.map(
    ({ keys, says }) => `| ${keys.map((key) => `\`${key}\``).join(' ')} | ${says} |`,
  )
  const rows = screens.flatMap(({ key, title, permission, tabs }) =>
    tabs.map(({ name, acts }, at) => {
      const keys = acts.map((act) => `\`${act.key}\` ${act.says}`).join(' · ')
      const screen = at === 0 ? `${key === '' ? '-' : key} ${title}` : ''
      return `| ${screen} | ${name} | ${keys} | ${at === 0 ? permission : ''} |`
    }),
  )
  return [
    '| Key | Everywhere |',
    '|---|---|',
    ...everywhere,
    '',
    '| Screen | Tab | Keys | Needs |',
    '|---|---|---|---|',
    ...rows,
  ].join('\n')
}

t.test('below 60x16 nothing is drawn but that, and no key acts but q', async (t) => {
  const seat = await sit({ size: { columns: 52, rows: 12 }, signed: false })
  await seat.press('9', 'u', 'enter')
  t.match(seat.text(), /52x12 is too small: 60x16 at least\./)
  t.same(seat.ran, [])
  seat.desk.resize({ columns: 40, rows: 10 })
  whole(t, seat)
  await seat.press('q')
  t.equal(seat.desk.left, true)
})

t.test('a size that changes keeps the chosen row', async (t) => {
  const seat = await sit()
  await seat.press('9', 'down')
  seat.desk.resize({ columns: 40, rows: 10 })
  seat.desk.resize({ columns: 200, rows: 60 })
  t.match(seat.text(), />.*Paulina Ally/)
})

t.test('where there is room no word of a list is cut', async (t) => {
  const seat = await sit({ size: { columns: 200, rows: 60 } })
  const person = (at: number) => ({
    id: `u${at}`,
    username: `wilhelmina.ndyamukama.${at}`,
    full_name: 'Wilhelmina Ndyamukama',
    roles: [{ code: 'laboratory_scientist' }, { code: 'cashier' }],
    facilities: [{ code: 'MAIN' }, { code: 'NORTH' }],
    status: 'ACTIVE',
  })
  seat.answers.set('user list', [
    person(1),
    ...Array.from({ length: 80 }, (_, at) => person(at + 2)),
  ])
  await seat.press('9')
  const shown = /wilhelmina\.ndyamukama\.1 +laboratory_scientist, cashier +MAIN, NORTH /
  t.match(seat.text(), shown)
  whole(t, seat)
  const head = /NAME +USER.*STATE/.exec(seat.text())?.[0]
  await seat.press('end')
  t.equal(/NAME +USER.*STATE/.exec(seat.text())?.[0], head, 'columns stand still')
  seat.desk.resize({ columns: 100, rows: 30 })
  whole(t, seat)
  t.match(seat.text(), 'laboratory_s', 'what there is is shared')
})

t.test('letters of any script keep the width', async (t) => {
  const seat = await sit()
  seat.answers.set('user list', [
    { id: 'a', username: '山田太郎山田太郎', full_name: 'عبد الرحمن', roles: [], facilities: [] },
    {
      id: 'b',
      username: 'x\u001b[31mred',
      full_name: 'Mwĩhaki Ngũgĩ 👩‍⚕️',
      roles: [],
      facilities: [],
    },
  ])
  await seat.press('9')
  whole(t, seat)
  t.notOk(seat.text().includes('\u001b'), 'no record commands the terminal')
})

t.test('two thousand random keys at random sizes throw nothing and change nothing', async (t) => {
  const seat = await sit()
  const keys = [
    ...screen_keys,
    ...'abcdefghijklmnoprstuvwxyzADFGOPRSX/:?-'.split(''),
    'up',
    'down',
    'left',
    'right',
    'tab',
    'shift-tab',
    'esc',
    'pageup',
    'pagedown',
    'space',
    'backspace',
    'ctrl-r',
  ]
  const random = dice(7)
  for (let step = 0; step < 2000; step++) {
    if (random(20) === 0) seat.desk.resize({ columns: 30 + random(180), rows: 5 + random(60) })
    // Enter would confirm: a dialog that is confirmed may change something.
    await seat.press(keys[random(keys.length)] as string)
    if (step % 50 === 0) whole(t, seat)
    clock.advance(random(1000))
    if (random(10) === 0) seat.desk.tick()
    if (seat.desk.locked) {
      seat.desk.press('esc')
      await seat.type('word')
      await seat.press('enter')
    }
  }
  t.notOk(
    seat.ran.some(({ how }) => how.yes === true),
    'nothing was carried out',
  )
  t.equal(seat.desk.left, false)
})

t.test('with Enter too, only a dialog that was confirmed changes something', async (t) => {
  const seat = await sit()
  const keys = [...screen_keys, ...usedKeys().keys(), ...global_keys.flatMap((one) => one.keys)]
  const random = dice(11)
  let confirmed = 0
  for (let step = 0; step < 2000; step++) {
    if (random(20) === 0) seat.desk.resize({ columns: 30 + random(180), rows: 5 + random(60) })
    // Half of what is pressed goes on with whatever was begun.
    const key = random(2) === 0 ? keys[random(keys.length)] : ['enter', 'tab', 'x'][random(3)]
    if (key === 'q') continue
    const { dialog, tooSmall, locked } = seat.desk
    const may =
      key === 'enter' &&
      !tooSmall &&
      !locked &&
      dialog?.stage === 'ready' &&
      dialog.focus === cancelAt(dialog) + 1
    const before = changes(seat)
    await seat.press(key as string)
    const now = changes(seat)
    if (now > before) confirmed += 1
    if (now > before && !may) t.fail(`${key} changed something`)
    if (step % 50 === 0) whole(t, seat)
    clock.advance(random(2000))
    if (seat.desk.locked) await seat.press('esc', 'w', 'enter')
  }
  t.ok(confirmed > 0, 'some were confirmed')
})

const changes = ({ ran }: Seat): number => ran.filter(({ how }) => how.yes === true).length

function dice(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

function golden(t: Pick<Test, 'equal'>, name: string, drawn: readonly string[]): string {
  const text = `${drawn.join('\n')}\n`
  const file = join(folder, name)
  if (process.env['WRITE_FRAMES'] === '1') {
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, text)
  }
  t.equal(text, readFileSync(file, 'utf8'))
  return text
}

/** As many lines as the terminal has, each exactly as wide. */
function whole(t: Pick<Test, 'same' | 'equal'>, { desk }: Seat): void {
  const frame = frameOf(desk)
  const { columns, rows } = desk.size
  if (frame.length !== rows) t.equal(frame.length, rows)
  const wrong = frame.map(textOf).filter((line) => widthOf(line) !== columns)
  t.same(wrong, [], `${columns}x${rows}`)
}
