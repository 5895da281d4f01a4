// A desk at which a test sits: hands that answer from a table, keys pressed one after the other.

import type { Document, Progress } from '../../../db/appliance/deployment/line.ts'
import { Desk } from '../../../tui/desk.ts'
import { frameOf } from '../../../tui/frame.ts'
import type { About, Hands, How, SignIn } from '../../../tui/hands.ts'
import { keyTable } from '../../../tui/keys.ts'
import { textOf } from '../../../tui/text.ts'

export interface Ran {
  readonly words: readonly string[]
  readonly how: How
}

export interface Seat {
  readonly desk: Desk
  readonly ran: Ran[]
  /** What a command line answers; tests change it. */
  readonly answers: Map<string, unknown>
  refusals: Map<string, string>
  /** The word of a refusal, where it matters. */
  codes: Map<string, string>
  abouts: Map<string, About>
  /** What a deed tells on its way, before it answers. */
  readonly progress: Progress[]
  /** Lines of which no answer comes. */
  readonly unanswered: Set<string>
  /** Whether a daemon is there, whatever is read. */
  readonly house: { heard: boolean }
  press(...keys: string[]): Promise<void>
  type(text: string): Promise<void>
  frame(): string[]
  text(): string
  settled(): Promise<void>
}

const meta = {} as Document['meta']

export const answered = (data: unknown, message = 'Done.'): Document => ({
  success: true,
  message,
  data,
  error: null,
  warnings: [],
  next: [],
  meta,
})

/** Verbs of commands that only look. */
const looking: ReadonlySet<string> = new Set(['list', 'show', 'status', 'search', 'doctor'])

/** What is said where no daemon listens. */
export const silence = 'No daemon answers.'

export interface Sitting {
  readonly permissions?: readonly string[]
  readonly signIn?: Hands['signIn']
  readonly ascii?: boolean
  readonly size?: { columns: number; rows: number }
  readonly signed?: boolean
  readonly hosted?: boolean
  readonly keys?: Readonly<Record<string, string>>
  /** In which the house reads the time. */
  readonly zone?: string
}

export async function sit(sitting: Sitting = {}): Promise<Seat> {
  const ran: Ran[] = []
  const answers = new Map<string, unknown>(Object.entries(standard))
  const refusals = new Map<string, string>()
  const codes = new Map<string, string>()
  const abouts = new Map<string, About>()
  const progress: Progress[] = []
  const unanswered = new Set<string>()
  const house = { heard: true }
  const inZone = (document: Document): Document =>
    sitting.zone === undefined
      ? document
      : { ...document, meta: { ...document.meta, time_zone: sitting.zone } }
  const person = {
    username: 'asha',
    full_name: 'Asha Komba',
    permissions: new Set(sitting.permissions ?? all),
  }
  const hands: Hands = {
    signIn: sitting.signIn ?? (async (): Promise<SignIn> => ({ kind: 'in', person })),
    run: async (words, how = {}) => {
      const line = words.join(' ')
      const { onProgress: told = () => undefined, ...sent } = how
      ran.push({ words, how: sent })
      if (how.yes === true) for (const said of progress) told(said)
      if (how.yes === true && unanswered.has(line)) await new Promise(() => undefined)
      const refusal = refusals.get(line)
      if (refusal !== undefined)
        return {
          ...answered(null),
          success: false,
          message: refusal,
          error: {
            code: codes.get(line) ?? (refusal === silence ? 'daemon.silent' : 'rule.refused'),
          },
        } as Document
      const own = answers.get(`plan ${line}`)
      if (how.dry_run === true && own !== undefined) return answered(own)
      if (how.dry_run === true)
        return answered({ steps: [`do ${line}`], type: answers.get(`type ${line}`) ?? null })
      return inZone(answered(answers.get(line) ?? [], `${line}: done.`))
    },
    heard: async () => house.heard,
    print: async (words) => [`printed ${words.join(' ')}`],
    about: async (words) =>
      abouts.get(words.slice(0, 2).join(' ')) ?? {
        permission: null,
        changes: !words.some((word) => looking.has(word)),
        reason: false,
        second: false,
      },
    split: (typed) => typed.split(' '),
  }
  const desk = new Desk(
    hands,
    {
      version: '1.0.0',
      host: 'hms1',
      hospital: 'St Mary Hospital',
      lock_ms: 300_000,
      hosted: sitting.hosted ?? false,
    },
    keyTable(sitting.keys),
    sitting.ascii ?? true,
  )
  desk.resize(sitting.size ?? { columns: 80, rows: 24 })
  const settled = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
  const seat: Seat = {
    desk,
    ran,
    answers,
    refusals,
    codes,
    abouts,
    progress,
    unanswered,
    house,
    async press(...keys) {
      for (const key of keys) {
        desk.press(key)
        await settled()
      }
    },
    async type(text) {
      for (const letter of text) desk.press(letter === ' ' ? 'space' : letter)
      await settled()
    },
    frame: () => frameOf(desk).map(textOf),
    text: () => frameOf(desk).map(textOf).join('\n'),
    settled,
  }
  if (sitting.signed ?? true) {
    await seat.type('asha')
    await seat.press('enter')
    await seat.type('word')
    await seat.press('enter')
  }
  return seat
}

const all = [
  'shift:read',
  'claim:read',
  'tariff:read',
  'console:use',
  'console:read',
  'device:read',
  'messaging:read',
  'job:read',
  'system:read',
  'fiscalyear:read',
  'user:read',
  'audit:read',
  'queue:read',
  'visit:read',
  'request:approve',
  'admission:read',
  'stock:read',
  'purchase:read',
  'emergency:read',
  'patient:review-access',
  'appointment:read',
  'setting:read',
]

const standard: Record<string, unknown> = {
  status: {
    daemon: { state: 'READY' },
    database: { engine: 'sqlite', bytes: 851_443_712, generation: 7 },
    disk: { free: 225_485_783_040, total: 536_870_912_000 },
    links: { up: 3, of: 3 },
    schedules: { late: 0, left_to_catch_up: 0 },
    backups: {
      last: '2027-02-03T00:10:00.000Z',
      verified: '2027-02-03T00:44:00.000Z',
      drilled: '2026-12-28T02:00:00.000Z',
      ages: [22, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    },
    room: {
      free: [9, 8, 8, 7, 7, 6, 5, 5, 4, 3, 2, 1].map((n) => 225_485_783_040 + n * 1_073_741_824),
      days_until_full: 288,
    },
    recent: [
      { at: '2027-02-03T10:58:00.000Z', command: 'kituo outbound release', by: 'Asha Komba' },
      { at: '2027-02-03T10:12:00.000Z', command: 'kituo user unlock', by: 'Asha Komba' },
      { at: '2027-02-03T09:40:00.000Z', command: 'kituo config set', by: 'cli:root@hms1' },
    ],
    hours: {
      from: '2027-02-03T00:00:00.000Z',
      visits: [0, 0, 1, 0, 2, 4, 9, 31, 40, 37, 33, 5],
      sales: [0, 0, 0, 0, 0, 1, 4, 22, 30, 41, 28, 3],
      messages: [0, 0, 0, 0, 0, 0, 512, 40, 38, 61, 44, 12],
      queue: [0, 0, 0, 0, 1, 3, 6, 18, 29, 41, 44, 37],
    },
    advice: [
      {
        finding: 'backup.drill',
        state: 'WARN',
        message: 'the last restore drill is 37 days old',
        command: 'kituo backup drill latest',
      },
    ],
  },
  'backup list': [
    {
      name: '2027-02-03T001000Z-nightly.kbk',
      at: '2027-02-03T00:10:00.000Z',
      tag: 'nightly',
      bytes: 956_301_312,
      level: 'RESTORE',
    },
  ],
  'messaging queue show': { paused: false, waiting: 1204, scheduled: 0, lines: [] },
  'schedule list': [
    {
      name: 'backup-nightly',
      area: 'backups',
      cron: '10 3 * * *',
      last_run_at: '2027-02-03T00:10:00.000Z',
      last_status: 'DONE',
      next_run_at: '2027-02-04T00:10:00.000Z',
      paused: false,
    },
  ],
  'user list': [
    {
      id: 'u1',
      username: 'j.mushi',
      full_name: 'Juma Mushi',
      roles: [{ code: 'cashier' }],
      facilities: [{ code: 'MAIN' }],
      two_factor: true,
      status: 'ACTIVE',
      locked_until: null,
    },
    {
      id: 'u2',
      username: 'p.ally',
      full_name: 'Paulina Ally',
      roles: [{ code: 'cashier' }],
      facilities: [{ code: 'MAIN' }],
      two_factor: false,
      status: 'ACTIVE',
      locked_until: '2027-02-03T12:00:00.000Z',
    },
  ],
  'module impact theatre --facility MAIN': {
    routes: Array.from({ length: 14 }, (_, at) => `GET /theatre/${at}`),
    permissions: ['case:read', 'case:start'],
    people: 9,
    open_work: [],
  },
  'queue status': [{ id: 'p', waiting: 37 }],
  'generation list': [
    { number: 6, state: 'PREVIOUS', made_by: 'restore', at: '2027-01-20T09:00:00.000Z', schema: 1 },
    { number: 7, state: 'LIVE', made_by: 'update', at: '2027-02-01T22:00:00.000Z', schema: 1 },
  ],
  'request list --state WAITING': [
    {
      id: '01a20183-0b5d-730d-ae3b-3aca9abeb51c',
      command: 'backup restore',
      asked_by: 'cli:juma@hms1',
      state: 'WAITING',
      expires_at: '2027-02-06T10:40:00.000Z',
      reason: 'the disk was replaced',
    },
  ],
  'log tail --limit 200': [
    { ts: '2027-02-03T10:58:00.000Z', level: 'info', msg: 'ready', req: '' },
    {
      ts: '2027-02-03T11:01:30.000Z',
      level: 'error',
      msg: 'the timetable met a fault',
      status: 500,
      req: 'r-17',
    },
  ],
  'module list': [
    {
      facility: 'MAIN',
      module: 'theatre',
      enabled: true,
      open_work: [{ label: 'cases', count: 3 }],
    },
    { facility: 'MAIN', module: 'mortuary', enabled: false, open_work: [] },
  ],
}
