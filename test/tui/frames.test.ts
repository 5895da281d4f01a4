// Frames as people see them, at every size (OPS-197, OPS-198, OPS-204). WRITE_FRAMES=1 draws them anew.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { clock } from '../../db/clock.ts'
import { frameOf } from '../../tui/frame.ts'
import { screen_keys } from '../../tui/keys.ts'
import { textOf, widthOf } from '../../tui/text.ts'
import { type Seat, sit } from '../support/desk.ts'
import { desk, emergencies } from '../support/frames/front-office.ts'
import { messaging } from '../support/frames/messaging.ts'
import { money, screenOf } from '../support/frames/money.ts'

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
  generations: (seat) => seat.press('7', 'tab', 'tab'),
  logs: (seat) => seat.press('-', 'l'),
  keys: (seat) => seat.press('9', '?'),
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
  months: (seat) => money(seat, '8', 'tab'),
  books: (seat) => money(seat, '8', 'tab', 'tab'),
  bank: (seat) => money(seat, '8', 'tab', 'tab', 'tab'),
  desks: (seat) => screenOf(seat, 'cashier'),
  drawers: (seat) => screenOf(seat, 'cashier', 'tab'),
  waiting: (seat) => money(seat, '-', 'w'),
  refunds: (seat) => money(seat, '-', 'w', 'tab'),
  insurance: (seat) => screenOf(seat, 'insurance'),
  prices: (seat) => screenOf(seat, 'prices'),
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
      const text = `${drawn.join('\n')}\n`
      const file = join(folder, `${name}.txt`)
      if (process.env['WRITE_FRAMES'] === '1') {
        mkdirSync(folder, { recursive: true })
        writeFileSync(file, text)
      }
      t.equal(text, readFileSync(file, 'utf8'))
      if (ascii) t.notMatch(text, /[^\n\x20-\x7e]/, 'nothing but ASCII')
    })
  }
}

t.test('docs/screens.md shows the frames as they are', async (t) => {
  const page = join(import.meta.dirname, '../../docs/screens.md')
  const wanted = readFileSync(join(folder, '80x24-ascii.txt'), 'utf8')
  const shown = [...readFileSync(page, 'utf8').matchAll(/```frame (\w+)\n([^`]*)```/g)]
  t.ok(shown.length >= 5)
  for (const [, scene, text] of shown)
    t.ok(wanted.includes(`== ${scene}\n${text?.trimEnd()}\n`), `${scene} is as it is drawn`)
})

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
  let state = 7
  const random = (below: number): number => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
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

/** As many lines as the terminal has, each exactly as wide. */
function whole(t: Pick<Test, 'same' | 'equal'>, { desk }: Seat): void {
  const frame = frameOf(desk)
  const { columns, rows } = desk.size
  if (frame.length !== rows) t.equal(frame.length, rows)
  const wrong = frame.map(textOf).filter((line) => widthOf(line) !== columns)
  t.same(wrong, [], `${columns}x${rows}`)
}
