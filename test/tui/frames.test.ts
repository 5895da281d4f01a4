// Frames as people see them, at every size (OPS-197, OPS-198, OPS-204). WRITE_FRAMES=1 draws them anew.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { clock } from '../../db/clock.ts'
import { frameOf } from '../../tui/frame.ts'
import { screen_keys } from '../../tui/keys.ts'
import { textOf, widthOf } from '../../tui/text.ts'
import { type Seat, sit } from '../support/desk.ts'

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

async function money(seat: Seat, ...keys: string[]): Promise<void> {
  for (const [line, data] of Object.entries(till)) seat.answers.set(line, data)
  await seat.press(...keys)
}

async function screenOf(seat: Seat, name: string, ...keys: string[]): Promise<void> {
  await money(seat, '-')
  await seat.type(name)
  await seat.press('enter', ...keys)
}

const check = (code: string, state: string, count: number) => ({
  code,
  state,
  count,
  owner_permission: 'entry:post',
})
const till = {
  'fiscal-year list': [
    {
      id: 'y1',
      name: '2025',
      starts_on: '2025-01-01',
      ends_on: '2025-12-31',
      status: 'CLOSED',
      result: 61_204_000,
      certificate_number: 'FYC-2025-1',
    },
    {
      id: 'y2',
      name: '2026',
      starts_on: '2026-01-01',
      ends_on: '2026-12-31',
      status: 'OPEN',
      result: null,
      certificate_number: null,
    },
  ],
  'plan fiscal-year close 2025': {
    plan: '7f3c0a91d2be4b6f8a17c3d95e02f46b1c8d7a3e5f9024b6d8e1a7c3f5092b4d',
    total: { surplus: 89_819_600 },
  },
  'periods list': [
    {
      id: '2026-11',
      status: 'LOCKED',
      entries: 4_120,
      checks: [check('DRAFTS', 'OK', 0), check('UNMATCHED', 'OK', 0)],
    },
    {
      id: '2026-12',
      status: 'OPEN',
      entries: 3_988,
      checks: [check('DRAFTS', 'BLOCK', 3), check('UNMATCHED', 'WARN', 12)],
    },
  ],
  'books verify --quick': {
    chain_to: 1_204_331,
    head: '5be0c1d47a92ffff',
    checks: [
      { id: 'ACC-101', title: 'entries balance', state: 'OK', checked: 1_204_331, failed: 0 },
      {
        id: 'ACC-108',
        title: 'patients = 1201',
        state: 'FAILED',
        checked: 58_214,
        failed: 1,
        first: 'patient P-004512',
      },
    ],
  },
  'books drafts': [{}, {}, {}],
  'shifts list --open': [
    {
      number: 'SHF-2027-000041',
      status: 'OPEN',
      drawer: 'Window 1',
      cashier: 'Juma Mushi',
      opened_at: '2027-02-03T05:02:00.000Z',
      expected: 255_000,
    },
    {
      number: 'SHF-2027-000042',
      status: 'COUNTING',
      drawer: 'Window 2',
      cashier: 'Paulina Ally',
      opened_at: '2027-02-02T20:30:00.000Z',
      expected: 1_240_500,
    },
  ],
  'statements list --open': [
    {
      id: 's1',
      description: 'TT NHIF claims of December',
      value_date: '2027-01-29',
      amount: 44_210_000,
      bank_reference: 'TT 8812',
    },
    {
      id: 's2',
      description: 'Ledger fee',
      value_date: '2027-01-31',
      amount: -12_000,
      bank_reference: null,
    },
  ],
  'filings list --due': [{ overdue: true }],
  'drawers list': [
    {
      id: 'd1',
      name: 'Window 1',
      branch: 'MAIN',
      shift: 'SHF-2027-000041',
      cashier: 'Juma Mushi',
      expected: 255_000,
      last_left: 50_000,
    },
    {
      id: 'd2',
      name: 'Pharmacy',
      branch: 'MAIN',
      shift: null,
      cashier: null,
      expected: null,
      last_left: 20_000,
    },
  ],
  'request list --state WAITING': [
    {
      id: 'r1',
      command: 'backup restore',
      asked_by: 'cli:root@hms1',
      expires_at: '2027-02-04T09:00:00.000Z',
      reason: 'disk replaced',
    },
  ],
  'refunds list --waiting': [
    {
      id: 'f1',
      payee_name: 'Zainabu Omari',
      amount: 10_000,
      requested_by_name: 'Juma Mushi',
      created_at: '2027-02-03T09:12:00.000Z',
      reason: 'Went home before the scan',
    },
  ],
  'claims batches --limit 200': [
    {
      id: 'b1',
      number: 'CB-NHIF-2027-01',
      month: '2027-01',
      status: 'SEALED',
      submitted_on: null,
      due_on: null,
    },
  ],
  'tariffs list': [
    {
      id: 't1',
      name: 'Full blood count',
      code: 'FBC',
      price: 15_000,
      category: 'Laboratory',
      payer: null,
      effective_from: '2026-01-01',
    },
  ],
}

async function emergencies(seat: Seat): Promise<void> {
  seat.answers.set('emergency board', in_the_room)
  await seat.press('-', ...'emergency', 'enter')
}

const casualty = (number: string, full_name: string, more: object) => ({
  id: number,
  number: `EM-2027-0000${number}`,
  patient: { number: `PT-00000${number}`, full_name },
  acuity: null,
  untriaged: false,
  status: 'TRIAGED',
  waiting_minutes: 4,
  minutes_to_target: null,
  breached: false,
  breach_minutes: 0,
  retriage_late: false,
  ...more,
})
const in_the_room = [
  casualty('3', 'Unknown Man, bus stand', {
    status: 'ARRIVED',
    untriaged: true,
    waiting_minutes: 14,
  }),
  casualty('1', 'Asha Mrisho', { acuity: 'RED', status: 'IN_TREATMENT', waiting_minutes: 1 }),
  casualty('2', 'Juma Komba', {
    acuity: 'ORANGE',
    waiting_minutes: 22,
    breached: true,
    breach_minutes: 12,
    retriage_late: true,
  }),
  casualty('4', 'Neema Mushi', { acuity: 'YELLOW', minutes_to_target: 41, waiting_minutes: 19 }),
]

async function desk(seat: Seat, name: string, ...keys: string[]): Promise<void> {
  for (const [line, data] of Object.entries(front_office)) seat.answers.set(line, data)
  await seat.press('-')
  await seat.type(name)
  await seat.press('enter', ...keys)
}

const front_office = {
  'privacy break-glass --unreviewed': [
    {
      id: 'g1',
      patient: { number: 'PT-000412', full_name: 'Restricted record' },
      user_name: 'Neema Mushi',
      reason_code: 'EMERGENCY',
      reason: 'Brought in unconscious after a fall',
      status: 'ACTIVE',
      until: '2027-02-03T13:40:00.000Z',
    },
    {
      id: 'g2',
      patient: { number: 'PT-000077', full_name: 'Restricted record' },
      user_name: 'Juma Mushi',
      reason_code: 'OTHER',
      reason: 'The family asked at the desk',
      status: 'ENDED',
      until: '2027-02-02T18:05:00.000Z',
    },
  ],
  'appointment today': [
    {
      id: 'a1',
      number: 'APT-2027-000118',
      status: 'CONFIRMED',
      clinician_name: 'Neema Mushi',
      department: 'Outpatients',
      scheduled_for: '2027-02-03T11:30:00.000Z',
      patient: { number: 'PT-000031', full_name: 'Asha Mrisho' },
    },
    {
      id: 'a2',
      number: 'APT-2027-000121',
      status: 'BOOKED',
      clinician_name: null,
      department: 'Physiotherapy',
      scheduled_for: '2027-02-03T12:00:00.000Z',
      patient: { number: 'PT-000054', full_name: 'Juma Komba' },
    },
  ],
  'appointment clash': [
    {
      clinician: 'Neema Mushi',
      first: 'APT-2027-000118',
      second: 'APT-2027-000119',
      from: '2027-02-03T11:40:00.000Z',
      to: '2027-02-03T11:50:00.000Z',
    },
  ],
  'schedule check': [
    { clinician: 'Paulina Ally', schedules: 1, sessions: 0, until: null },
    { clinician: 'Neema Mushi', schedules: 2, sessions: 17, until: '2027-03-04' },
  ],
}

async function messaging(seat: Seat, ...keys: string[]): Promise<void> {
  for (const [line, data] of Object.entries(sending)) seat.answers.set(line, data)
  await seat.press(...keys)
}

const link = {
  enabled: true,
  throughput_per_second: 50,
  window_size: 10,
  state_since: '2027-02-03T09:58:00.000Z',
  last_error: null,
}
const sending = {
  'messaging queue show': {
    paused: false,
    waiting: 60_150,
    scheduled: 12,
    lines: [
      {
        operator: 'yas',
        lane: 'promotional',
        account_id: 'a',
        account_name: 'Duka Limited',
        waiting: 60_000,
        oldest_seconds: 310,
        eta_seconds: 1200,
      },
      {
        operator: 'vodacom',
        lane: 'otp',
        account_id: 'b',
        account_name: 'Kliniki',
        waiting: 150,
        oldest_seconds: 1,
        eta_seconds: 3,
      },
    ],
  },
  'messaging link list': [
    { ...link, id: '1', code: 'yas-1', kind: 'smpp', state: 'up', operators: ['yas'] },
    {
      ...link,
      id: '2',
      code: 'voda-1',
      kind: 'smpp',
      state: 'refused',
      operators: ['vodacom'],
      last_error: 'bind refused 0x0e',
    },
    {
      ...link,
      id: '3',
      code: 'simulator',
      kind: 'simulator',
      state: 'up',
      window_size: null,
      operators: ['airtel', 'ttcl'],
    },
  ],
  'messaging account list': [
    {
      id: 'a',
      name: 'Duka Limited',
      business_name: 'Duka Limited',
      provisioned: true,
      billing: 'prepaid',
      currency: 'TZS',
      balance: 12_500,
      low: true,
      paused: false,
      waiting: 60_000,
    },
    {
      id: 'b',
      name: 'Kliniki',
      business_name: null,
      provisioned: false,
      billing: 'unmetered',
      currency: 'TZS',
      balance: 0,
      low: false,
      paused: false,
      waiting: 150,
    },
  ],
  'messaging campaign list --limit 200': [
    {
      id: 'c',
      name: 'Clinic day',
      account_name: 'Duka Limited',
      status: 'running',
      planned: 60_000,
      created: 21_000,
      delivered: 18_000,
      failed: 300,
      at: '2027-02-03T10:30:00.000Z',
    },
  ],
  'messaging webhook list': [
    {
      id: 'w',
      account_name: 'Duka Limited',
      mode: 'live',
      url: 'https://duka.example.org/hook',
      health: 'failing',
      pending: 412,
      last_error: 'timeout',
      last_success_at: '2027-02-03T08:00:00.000Z',
    },
  ],
  'messaging topup list --state pending --limit 200': [
    {
      id: 't',
      account_name: 'Duka Limited',
      amount: 500_000,
      currency: 'TZS',
      method: 'bank_transfer',
      payment_reference: 'CRDB-77120',
      created_at: '2027-02-03T07:15:00.000Z',
    },
  ],
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
