// How references are numbered.

import { choice, text, whole } from '../../db/appliance/configuration/kinds.ts'
import type { LostRow } from '../../db/hospital/office/sequences/lost.ts'
import type { Sequence } from '../../db/hospital/office/sequences/shapes.ts'
import { sequence_resets, sequence_scopes } from '../../db/hospital/office/sequences/words.ts'
import { command, done, maybe, word } from '../frame/grammar/command.ts'
import { field, said } from '../frame/grammar/fields.ts'
import { tableOf } from '../frame/lists.ts'

const list = command('sequence list', {
  says: 'Prints how each kind of reference is made.',
  class: 'R',
  reply: async () => ({
    each: (await import('../../db/hospital/office/sequences/shapes.ts')).Sequence,
  }),
  permission: 'sequence:read',
  http: 'GET /api/v1/settings/sequences',
  flags: { area: field('only of this area') },
  examples: ['kituo sequence list', 'kituo sequence list --area imports --json'],
  run: async ({ flags: { area }, caller }) => {
    const { list: sequences } = await import('../../db/hospital/office/sequences/sequences.ts')
    const found = await sequences(await caller(), area)
    return done(`${found.length} kinds.`, found, { total: found.length })
  },
  view: tableOf<Sequence>(
    ['Kind', (row) => row.kind],
    ['Label', (row) => row.label],
    ['Pattern', (row) => row.pattern],
    ['Example', (row) => row.example],
    ['Counts', (row) => row.scope],
    ['Begins anew', (row) => row.reset],
    ['Last', (row) => row.last_reference, 'wide'],
  ),
})

const lost = command('sequence lost', {
  says: 'Prints the numbers that a restore left behind: they are never given again.',
  class: 'R',
  permission: 'sequence:read',
  examples: ['kituo sequence lost', 'kituo sequence lost --json'],
  run: async ({ caller }) => {
    const { lostNumbers } = await import('../../db/hospital/office/sequences/lost.ts')
    const found = await lostNumbers(await caller())
    return done(`${found.length} ranges of numbers.`, found, { total: found.length })
  },
  view: tableOf<LostRow>(
    ['Kind', (row) => row.kind],
    ['Period', (row) => row.period],
    ['From', (row) => String(row.first)],
    ['To', (row) => String(row.last)],
    ['What became of them', (row) => row.note],
    ['Counted for', (row) => row.place, 'wide'],
  ),
})

const set = command('sequence set', {
  says: 'Changes how a kind of reference is made, or its next number.',
  class: 'M',
  permission: 'sequence:manage',
  http: 'PATCH /api/v1/settings/sequences/:kind',
  confirm: 'C1',
  asks: { kind: word(text('a kind of reference', /^[^\s\0]{1,60}$/), 'which kind') },
  flags: {
    pattern: field('how it looks'),
    scope: maybe(choice(sequence_scopes), 'counted for the hospital or each branch'),
    reset: maybe(choice(sequence_resets), 'when it begins anew'),
    next: maybe(whole(1, 9_999_999_999), 'the next number'),
  },
  examples: [
    'kituo sequence set bill --next 1200 --yes',
    'kituo sequence set bill --pattern "BILL-{YYYY}-{SEQ:6}" --reset YEARLY',
  ],
  plan: async ({ asked, flags, caller }) => {
    const { find } = await import('../../db/hospital/office/sequences/sequences.ts')
    const by = await caller()
    const { pattern, scope, reset, label } = await find(by, asked.kind, by.facility_id ?? undefined)
    const now: Record<string, unknown> = { pattern, scope, reset }
    const steps = Object.entries(flags)
      .filter(([name, value]) => value !== undefined && now[name] !== value)
      .map(([name, value]) => `${label}: ${name} ${String(value)}`)
    return { steps, nothing: steps.length === 0 }
  },
  run: async ({ asked, flags, caller }) => {
    const by = await caller()
    const { SequenceChange } = await import('../../db/hospital/office/sequences/shapes.ts')
    const { change } = await import('../../db/hospital/office/sequences/change.ts')
    const { sequence, waits } = await change(
      by,
      asked.kind,
      await said(SequenceChange, {
        pattern: flags.pattern,
        scope: flags.scope,
        reset: flags.reset,
        next_value: flags.next,
        facility_id: by.facility_id ?? undefined,
      }),
    )
    const from = waits ? ' from the next period on' : ''
    return done(`${sequence.label}${from}: ${sequence.example}.`, { ...sequence, waits })
  },
})

export const commands = [list, lost, set]
