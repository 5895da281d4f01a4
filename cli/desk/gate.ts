// Gates: what would stop, warn or let through, and by which of their rows.

import { choice, text } from '../../db/appliance/configuration/kinds.ts'
import type { GateTried } from '../../db/hospital/desk/gates/try-out.ts'
import { gate_levels } from '../../db/hospital/desk/gates/words.ts'
import { command, done, type Frame, maybe, word, yes } from '../frame/grammar/command.ts'
import { tableOf } from '../frame/lists.ts'

const test = command('gate test', {
  says: 'Prints every row of the gates of a visit: whether it fits, whether it decides, and why.',
  class: 'R',
  permission: 'clinical:gates',
  flags: {
    visit: word(text('the number of a visit', /^[A-Za-z0-9/-]{1,40}$/), 'the visit, by its number'),
  },
  examples: [
    'kituo gate test --visit VS-2026-000412',
    'kituo gates test --visit VS-2026-000412 --json',
  ],
  run: async ({ flags, caller }) => {
    const by = await caller()
    const { tryGates } = await import('../../db/hospital/desk/visits/moves/try-gates.ts')
    const found = await tryGates(by, flags.visit)
    const stand = found.filter(({ decides, stands }) => decides && stands.length > 0).length
    return done(`${found.length} rows tried; ${stand} say something.`, found, {
      total: found.length,
    })
  },
  view: tableOf<GateTried>(
    ['When', (row) => row.action],
    ['Gate', (row) => row.gate],
    ['Row', (row) => row.scope],
    ['Level', (row) => row.level],
    ['Decides', (row) => (row.decides ? 'yes' : 'no')],
    ['Why', (row) => row.why],
  ),
})

interface GateLine {
  gate: string
  title: string
  asked_at: string
  row: string
  level: string
  permission: string | null
  shipped: boolean
  by: string | null
  reason: string | null
}

/** `severity MAJOR`; a row without a scope is for every case. */
const scopeInWords = (scope: Readonly<Record<string, unknown>>): string =>
  Object.entries(scope)
    .map(([name, value]) => `${name} ${Array.isArray(value) ? value.join(', ') : String(value)}`)
    .join('; ')

const list = command('gate list', {
  says: 'Prints the gates: where each is asked, at which level, and who may let it through.',
  class: 'R',
  permission: 'gate:read',
  http: 'GET /api/v1/clinical/gates',
  flags: {
    action: maybe(text('where it is asked', /^[a-z_.]{1,60}$/), 'only those asked there'),
    changed: yes('only those this hospital set otherwise'),
  },
  examples: ['kituo gates list --action rx.sign', 'kituo gate list --changed --json'],
  run: async ({ flags: { action, changed }, caller }) => {
    const by = await caller()
    const { list: gates } = await import('../../db/hospital/desk/gates/rules.ts')
    const found = await gates(by, {
      ...(action === undefined ? {} : { action }),
      ...(changed ? { changed: 'true' as const } : {}),
    })
    const lines = found.flatMap(({ key, title, actions, rows }): GateLine[] =>
      rows.map(({ scope, level, permission, shipped, changed_by_name, reason }) => ({
        gate: key,
        title,
        asked_at: actions.join(', '),
        row: scopeInWords(scope),
        level,
        permission,
        shipped,
        by: changed_by_name,
        reason,
      })),
    )
    return done(`${found.length} gates.`, lines, { total: lines.length })
  },
  view: tableOf<GateLine>(
    ['Gate', (row) => row.gate],
    ['Row', (row) => row.row],
    ['Level', (row) => row.level],
    ['Let through by', (row) => row.permission],
    ['Asked at', (row) => row.asked_at, 'wide'],
    ['Set by', (row) => (row.shipped ? 'shipped' : row.by)],
    ['Reason', (row) => row.reason, 'wide'],
  ),
})

interface Wanted {
  gate: string
  level: (typeof gate_levels)[number]
}

/** The row for every case as it stands; those for some cases alone are set through the HTTP API. */
async function standing({ asked, caller }: Pick<Frame<Wanted, object>, 'asked' | 'caller'>) {
  const by = await caller()
  const { kindOf, rowsOf } = await import('../../db/hospital/desk/gates/rows.ts')
  const kind = kindOf(asked.gate)
  const rows = (await rowsOf(by, [kind])).get(kind.key) ?? []
  const row = rows.find(({ scope }) => Object.keys(scope).length === 0)
  return { by, kind, level: row?.level ?? 'NONE' }
}

const set = command('gate set', {
  says: 'Sets the level of a gate for every case; what it was stays in its history.',
  class: 'M',
  rehearses: true,
  permission: 'clinical:gates',
  http: 'PUT /api/v1/clinical/gates/:key',
  confirm: 'C1',
  reason: 'must',
  asks: {
    gate: word(text('the key of a gate', /^[A-Z][A-Z_]{1,39}$/), 'the gate, by its key'),
    level: word(choice(gate_levels), 'from now on'),
  },
  examples: [
    'kituo gates set DOSE_EARLY WARN --reason "Rounds begin at 7"',
    'kituo gate set ADM_DEPOSIT NONE --reason "No deposits here" --dry-run',
  ],
  plan: async (frame) => {
    const { kind, level } = await standing(frame)
    return {
      steps: [`${kind.title} (${kind.key}): ${level} to ${frame.asked.level}`],
      nothing: level === frame.asked.level,
    }
  },
  run: async (frame) => {
    const { by, kind } = await standing(frame)
    const { change } = await import('../../db/hospital/desk/gates/rules.ts')
    const { level } = frame.asked
    await change(by, kind.key, { level, reason: frame.reason ?? '' })
    return done(`${kind.title} is ${level} from now on.`, { gate: kind.key, level })
  },
  view: () => null,
})

export const commands = [list, set, test]
