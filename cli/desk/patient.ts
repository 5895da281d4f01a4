// The patient register, where nobody has a screen at hand.

import { text } from '../../db/appliance/configuration/kinds.ts'
import type { Caller } from '../../db/core/caller.ts'
import type { PatientRow } from '../../db/hospital/desk/patients/register/row-shapes.ts'
import {
  command,
  done,
  type Frame,
  limit_flag,
  maybe,
  orElse,
  word,
  yes,
} from '../frame/grammar/command.ts'
import { patient_import } from '../office/import.ts'
import { gathered, limited, tableOf } from '../frame/lists.ts'
import { lines } from '../frame/page.ts'

const number = text('the number of a patient', /^[A-Za-z]{0,8}[-/ ]?[0-9][0-9/-]{0,19}$/)
const row_shape = async () => ({
  each: (await import('../../db/hospital/desk/patients/register/row-shapes.ts')).PatientRow,
})
const columns = tableOf<PatientRow>(
  ['Number', (row) => row.number],
  ['Name', (row) => row.full_name],
  ['Sex', (row) => row.sex],
  ['Born', (row) => row.birth_date],
  ['Telephone', (row) => row.phone, 'wide'],
  ['State', (row) => row.status],
  ['Area', (row) => row.area_path, 'wide'],
)

async function called(caller: Caller, typed: string): Promise<string> {
  const { byNumber } = await import('../../db/hospital/desk/patients/register/find.ts')
  const { noneCalled } = await import('../../db/core/refusal.ts')
  const [id] = await byNumber(caller, typed)
  if (id === undefined) throw noneCalled('patient', typed)
  return id
}

const search = command('patient search', {
  says: 'Finds patients by names, number, telephone or another number of theirs.',
  class: 'R',
  reply: row_shape,
  permission: 'patient:read',
  http: 'GET /api/v1/patients',
  asks: { words: word(text('2 to 200 characters', /^[^\0]{2,200}$/), 'what to look for') },
  flags: limited,
  examples: ['kituo patient search "asha mri"', 'kituo patient search 0712345678 --json'],
  run: async ({ asked, flags: { limit }, caller }) => {
    const by = await caller()
    const { list } = await import('../../db/hospital/desk/patients/register/list.ts')
    return gathered(limit, (page) => list(by, { ...page, search: asked.words }))
  },
  view: columns,
})

const show = command('patient show', {
  says: 'Prints one record of the register.',
  class: 'R',
  permission: 'patient:read',
  http: 'GET /api/v1/patients/:id',
  asks: { number: word(number, 'the number of the patient') },
  examples: ['kituo patient show PT-000412', 'kituo patient show 412 --json'],
  run: async ({ asked, caller }) => {
    const by = await caller()
    const { authoriseRead } = await import('../../db/hospital/desk/patients/privacy/authorise.ts')
    const { open } = await import('../../db/hospital/desk/patients/patients.ts')
    const { id } = await authoriseRead(by, await called(by, asked.number), 'patient.read')
    const found = await open(by, id)
    return done(`${found.number} ${found.full_name}.`, found)
  },
  view: (found, page) =>
    lines(
      [
        ['Number', found.number],
        ['Name', found.full_name],
        ['Sex', found.sex],
        ['Born', found.birth_date],
        ['Age', found.age.text],
        ['Telephone', found.phone],
        ['State', found.status],
        ['Identity', found.identity],
        ['Area', found.address?.area_path ?? null],
        ['Registered', page.time(found.registered_at)],
      ],
      page,
    ),
})

const unknown = command('patient unknown', {
  says: 'Prints people whom nobody has identified for so many hours.',
  class: 'R',
  reply: row_shape,
  permission: 'patient:read',
  flags: {
    older: orElse(text('hours, like 72h', /^\d{1,4}h$/), '0h', 'registered longer ago than this'),
    limit: limit_flag,
  },
  examples: ['kituo patient unknown', 'kituo patient unknown --older 72h --json'],
  run: async ({ flags: { older, limit }, caller }) => {
    const by = await caller()
    const { unidentified } = await import('../../db/hospital/desk/patients/register/unknown.ts')
    const hours = Number(older.slice(0, -1))
    return gathered(limit, (page) => unidentified(by, { ...page, older_than_hours: hours }))
  },
  view: columns,
})

const merge = command('patient merge', {
  says: 'Makes one record of two; the first is kept.',
  class: 'M',
  reply: async () => ({
    whole: (await import('../../db/hospital/desk/patients/duplicates/merge-shapes.ts'))
      .PatientMerge,
  }),
  permission: 'patient:merge',
  http: 'POST /api/v1/patients/:id/merge',
  confirm: 'C1',
  reason: 'must',
  asks: {
    kept: word(number, 'the number of the record that is kept'),
    duplicate: word(number, 'the number of the other'),
  },
  examples: [
    'kituo patient merge PT-000412 PT-000977 --reason "registered twice" --yes',
    'kituo patient merge 412 977 --reason "registered twice" --dry-run',
  ],
  plan: async (frame) => {
    const by = await frame.caller()
    const { patientRecord } = await import('../../db/hospital/desk/patients/rows.ts')
    const { wouldMismatch } = await import(
      '../../db/hospital/desk/patients/duplicates/merge-guard.ts'
    )
    const kept = await patientRecord.get(by, await called(by, frame.asked.kept))
    const other = await patientRecord.get(by, await called(by, frame.asked.duplicate))
    const warnings = await wouldMismatch(by, kept, other)
    return {
      steps: [
        `keep ${kept.number} ${kept.full_name}, born ${kept.birth_date}`,
        `make ${other.number} ${other.full_name}, born ${other.birth_date}, part of it`,
        ...warnings.map(({ message }) => message),
      ],
    }
  },
  run: async ({ asked, caller, reason }) => {
    const by = await caller()
    const rules = await import('../../db/hospital/desk/patients/duplicates/merges.ts')
    const duplicate_id = await called(by, asked.duplicate)
    const made = await rules.merge(by, await called(by, asked.kept), {
      duplicate_id,
      reason: reason ?? '',
    })
    return done(`${made.duplicate.number} is part of ${made.kept.number} now: ${made.id}.`, made)
  },
})

const unmerge = command('patient unmerge', {
  says: 'Makes two records of one again.',
  class: 'M',
  reply: async () => ({
    whole: (await import('../../db/hospital/desk/patients/duplicates/merge-shapes.ts'))
      .PatientMerge,
  }),
  permission: 'patient:unmerge',
  http: 'POST /api/v1/patient-merges/:id/undo',
  confirm: 'C1',
  reason: 'must',
  asks: { id: word(text('the id of a merge', /^[^\s\0]{1,60}$/), 'the merge, by its id') },
  examples: [
    'kituo patient unmerge 0199a5c2-7d1e-7000-8000-000000000001 --reason "two sisters" --yes',
    'kituo patient unmerge 0199a5c2-7d1e-7000-8000-000000000001 --reason "two sisters" --dry-run',
  ],
  plan: async ({ asked, caller }) => {
    const { find } = await import('../../db/hospital/desk/patients/duplicates/merge-list.ts')
    const { kept, duplicate, status } = await find(await caller(), asked.id)
    return {
      steps: [`take ${duplicate.number} out of ${kept.number} again`],
      nothing: status === 'UNDONE',
    }
  },
  run: async ({ asked, caller, reason }) => {
    const { undo } = await import('../../db/hospital/desk/patients/duplicates/merges.ts')
    const made = await undo(await caller(), asked.id, reason ?? '')
    return done(`${made.kept.number} and ${made.duplicate.number} are two again.`, made)
  },
})

const scan = command('patient scan-duplicates', {
  says: 'Compares who changed since the last night with everybody, or the whole register.',
  class: 'M',
  permission: 'patient:merge',
  transaction: 'rule',
  flags: { all: yes('everybody, however long it takes') },
  examples: ['kituo patient scan-duplicates', 'kituo patient scan-duplicates --all --json'],
  plan: async ({ flags }: Frame<unknown, { all: boolean }>) => ({
    steps: [`compare ${flags.all ? 'everybody' : 'who changed'} with everybody`],
  }),
  run: async ({ flags, caller, signal }) => {
    const { scanDuplicates } = await import('../../db/hospital/desk/patients/duplicates/scan.ts')
    const made = await scanDuplicates(await caller(), { all: flags.all, signal })
    return done(`${made.compared} compared, ${made.paired} look like somebody else.`, made)
  },
})

const duplicates = command('patient duplicates', {
  says: 'Prints pairs of records that look like one person.',
  class: 'R',
  reply: async () => ({
    each: (await import('../../db/hospital/desk/patients/duplicates/merge-shapes.ts'))
      .DuplicatePair,
  }),
  permission: 'patient:merge',
  http: 'GET /api/v1/patients/duplicates',
  flags: { min_score: maybe(text('0 to 100', /^\d{1,3}$/), 'this likely at least'), ...limited },
  examples: ['kituo patient duplicates', 'kituo patient duplicates --min-score 85 --json'],
  run: async ({ flags: { min_score, limit }, caller }) => {
    const by = await caller()
    const { list } = await import('../../db/hospital/desk/patients/duplicates/pair-list.ts')
    const narrow = min_score === undefined ? {} : { min_score: Number(min_score) }
    return gathered(limit, (page) => list(by, { ...page, status: 'OPEN', ...narrow }))
  },
  view: tableOf<{ a: PatientRow; b: PatientRow; score: number; reasons: string[] }>(
    ['One', (row) => `${row.a.number} ${row.a.full_name}`],
    ['Other', (row) => `${row.b.number} ${row.b.full_name}`],
    ['Score', (row) => row.score],
    ['Because', (row) => row.reasons.join(', '), 'wide'],
  ),
})

const dismiss = command('patient dismiss', {
  says: 'Says of two records that look alike that they are two people.',
  class: 'M',
  rehearses: true,
  reply: async () => ({
    whole: (await import('../../db/hospital/desk/patients/duplicates/merge-shapes.ts'))
      .DuplicatePair,
  }),
  permission: 'patient:merge',
  http: 'POST /api/v1/patients/duplicates/:id/dismiss',
  confirm: 'C1',
  reason: 'must',
  asks: { id: word(text('the id of a pair', /^[^\s\0]{1,60}$/), 'the pair, by its id') },
  examples: [
    'kituo patient dismiss 0199a5c2-7d1e-7000-8000-000000000001 --reason "two sisters" --yes',
    'kituo patient dismiss 0199a5c2-7d1e-7000-8000-000000000001 --reason "two sisters" --dry-run',
  ],
  plan: async ({ asked }) => ({ steps: [`dismiss the pair ${asked.id}`] }),
  run: async ({ asked, caller, reason }) => {
    const { dismiss: say } = await import('../../db/hospital/desk/patients/duplicates/pair-list.ts')
    const pair = await say(await caller(), asked.id, reason ?? '')
    return done(`${pair.a.number} and ${pair.b.number} are two people.`, pair)
  },
})

export const commands = [
  search,
  show,
  unknown,
  duplicates,
  scan,
  merge,
  unmerge,
  dismiss,
  patient_import,
]
