// The laboratory, where nobody has a screen at hand: what waits, what is critical, what its machines do
// (diagnostics 8).

import { choice } from '../../db/appliance/configuration/kinds.ts'
import type { CriticalAlert } from '../../db/hospital/diagnostics/laboratory/critical/shapes.ts'
import type { Instrument } from '../../db/hospital/diagnostics/laboratory/instruments/shapes.ts'
import type { WorkRow } from '../../db/hospital/diagnostics/laboratory/results/shapes.ts'
import { worklists } from '../../db/hospital/diagnostics/laboratory/words.ts'
import { command, orElse, yes } from '../frame/grammar/command.ts'
import { gathered, limited, tableOf } from '../frame/lists.ts'

const worklist = command('lab worklist', {
  says: 'Prints what waits in the laboratory, what is urgent first.',
  class: 'R',
  reply: async () => ({
    each: (await import('../../db/hospital/diagnostics/laboratory/results/shapes.ts')).WorkRow,
  }),
  permission: 'diagnostic:read',
  http: 'GET /api/v1/diagnostics/worklist',
  flags: { ...limited, list: orElse(choice(worklists), 'ENTER', 'what it waits for') },
  examples: ['kituo lab worklist --list VERIFY', 'kituo lab worklist --list OVERDUE --json'],
  run: async ({ flags: { limit, list }, caller }) => {
    const by = await caller()
    const { worklist: waiting } = await import(
      '../../db/hospital/diagnostics/laboratory/results/worklist.ts'
    )
    return gathered(limit, (page) => waiting(by, { ...page, list }))
  },
  view: tableOf<WorkRow>(
    ['Order', (row) => row.reference],
    ['Test', (row) => row.test_code],
    ['Priority', (row) => row.priority],
    ['State', (row) => row.status],
    ['Specimen', (row) => row.specimen_number],
    ['Late', (row) => (row.overdue_minutes === null ? null : `${row.overdue_minutes} min`)],
    ['Patient', (row) => row.patient.number],
    ['From', (row) => row.location, 'wide'],
  ),
})

const critical = command('lab critical', {
  says: 'Prints critical results that nobody has acknowledged yet.',
  class: 'R',
  reply: async () => ({
    each: (await import('../../db/hospital/diagnostics/laboratory/critical/shapes.ts'))
      .CriticalAlert,
  }),
  permission: 'diagnostic:read',
  http: 'GET /api/v1/diagnostics/critical',
  flags: { ...limited, overdue: yes('only those that somebody should have heard of by now') },
  examples: ['kituo lab critical --overdue', 'kituo lab critical --json'],
  run: async ({ flags: { limit, overdue }, caller }) => {
    const by = await caller()
    const { list } = await import('../../db/hospital/diagnostics/laboratory/critical/alerts.ts')
    return gathered(limit, (page) => list(by, { ...page, ...(overdue ? { overdue } : {}) }))
  },
  view: tableOf<CriticalAlert>(
    ['Alert', (row) => row.number],
    ['Test', (row) => row.test_code],
    ['Value', (row) => row.value],
    ['Patient', (row) => row.patient.number],
    ['Told by', (row, page) => page.time(row.due_at)],
    ['Level', (row) => row.level],
  ),
})

const instruments = command('lab instruments', {
  says: 'Prints the instruments: whether they work, and when they were last heard.',
  class: 'R',
  reply: async () => ({
    each: (await import('../../db/hospital/diagnostics/laboratory/instruments/shapes.ts'))
      .Instrument,
  }),
  permission: 'instrument:read',
  http: 'GET /api/v1/diagnostics/instruments',
  flags: { ...limited, silent: yes('only those that should have been heard') },
  examples: ['kituo lab instruments', 'kituo lab instruments --silent --json'],
  run: async ({ flags: { limit, silent }, caller }) => {
    const by = await caller()
    const { list } = await import(
      '../../db/hospital/diagnostics/laboratory/instruments/instruments.ts'
    )
    return gathered(limit, (page) => list(by, { ...page, ...(silent ? { silent } : {}) }))
  },
  view: tableOf<Instrument>(
    ['Code', (row) => row.code],
    ['Name', (row) => row.name],
    ['Section', (row) => row.section],
    ['State', (row) => row.status],
    ['Last heard', (row, page) => page.time(row.last_message_at)],
    ['Today', (row) => row.messages_today, 'wide'],
  ),
})

export const commands = [worklist, critical, instruments]
