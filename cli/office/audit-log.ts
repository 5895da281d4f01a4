// Reading the audit log, and taking it away as a file.

import { actor_kinds } from '../../db/core/caller.ts'
import { choice, path, text, whole } from '../../db/appliance/configuration/kinds.ts'
import type { AuditRow } from '../../db/hospital/office/audit/shapes.ts'
import { audit_outcomes } from '../../db/hospital/office/audit/words.ts'
import { export_formats } from '../../db/hospital/office/exports/words.ts'
import { command, done, type Frame, maybe, orElse, word } from '../frame/grammar/command.ts'
import { saidBranch } from '../frame/names/branch.ts'
import { field, said } from '../frame/grammar/fields.ts'
import { gathered, limited, tableOf } from '../frame/lists.ts'

const filters = {
  user: field('done by this account, by its user name'),
  actor: maybe(choice(actor_kinds), 'done by this kind of actor'),
  action: field('this act: user.suspend'),
  entity: field('about this kind of record, or kind:id'),
  patient: field('about this patient, by id'),
  outcome: maybe(choice(audit_outcomes), 'done or refused'),
}

const search = command('audit search', {
  says: 'Prints rows of the audit log, the newest first.',
  class: 'R',
  reply: async () => ({
    each: (await import('../../db/hospital/office/audit/shapes.ts')).AuditRow,
  }),
  permission: 'audit:read',
  http: 'GET /api/v1/audit',
  asks: { words: maybe(text('1 to 200 characters'), 'a name, an act, a record or a request') },
  flags: {
    ...filters,
    from: field('the first day'),
    to: field('the last day'),
    ...limited,
  },
  examples: [
    'kituo audit search --user asha --from 2027-02-01 --to 2027-02-28',
    'kituo audit search "Asha Komba" --outcome REFUSED --json',
  ],
  run: async (frame) => {
    const { asked, flags } = frame
    const by = await frame.caller()
    const { AuditFilters } = await import('../../db/hospital/office/audit/shapes.ts')
    const { partial } = await import('../../db/core/kinds/kinds.ts')
    const { list } = await import('../../db/hospital/office/audit/rows.ts')
    const words = asked.words === undefined ? {} : { search: asked.words }
    const narrowing = await said(partial(AuditFilters), {
      ...(await narrowed(frame)),
      from: flags.from,
      to: flags.to,
    })
    return gathered(flags.limit, (page) => list(by, { ...page, ...words, ...narrowing }))
  },
  view: tableOf<AuditRow>(
    ['Row', (row) => row.seq],
    ['At', (row, page) => page.time(row.at)],
    ['Who', (row) => row.user_name ?? row.actor_kind],
    ['Did', (row) => row.action],
    ['To', (row) => row.entity_label],
    ['Outcome', (row) => row.outcome],
    ['Reason', (row) => row.reason, 'wide'],
    ['Request', (row) => row.request_id, 'wide'],
  ),
})

const show = command('audit show', {
  says: 'Prints one row of the audit log with what it changed.',
  class: 'R',
  reply: async () => ({
    whole: (await import('../../db/hospital/office/audit/shapes.ts')).AuditRow,
  }),
  permission: 'audit:read',
  http: 'GET /api/v1/audit/:id',
  asks: { seq: word(whole(1), 'its number') },
  examples: ['kituo audit show 1204', 'kituo audit show 1204 --field data.changes'],
  run: async ({ asked, caller }) => {
    const { bySeq } = await import('../../db/hospital/office/audit/rows.ts')
    return done('', await bySeq(await caller(), asked.seq))
  },
})

const take = command('audit export', {
  says: 'Writes the audit log of some days to a file, and that it was taken.',
  class: 'M',
  permission: 'audit:export',
  http: 'POST /api/v1/audit/export',
  transaction: 'rule',
  flags: {
    ...filters,
    from: word(text('a day like 2027-02-03'), 'the first day'),
    to: word(text('a day like 2027-02-03'), 'the last day'),
    format: orElse(choice(export_formats), 'jsonl', 'how it is written'),
    out: word(path(), 'the file to write'),
  },
  examples: [
    'kituo audit export --from 2027-01-01 --to 2027-12-31 --out ./audit-2027.jsonl',
    'kituo audit export --from 2027-02-01 --to 2027-02-28 --user asha --format csv --out ./asha.csv',
  ],
  plan: async ({ flags }) => ({
    steps: [`write the audit log from ${flags.from} to ${flags.to} to ${flags.out}`],
  }),
  run: async (frame) => {
    const { flags, put, progress } = frame
    const by = await frame.caller()
    const { lengthOf } = await import('../../db/hospital/office/audit/rows.ts')
    const { takeAway } = await import('../../db/hospital/office/exports/take-away.ts')
    const { from, to, format } = flags
    // As it stands now: the row about this very act belongs to the next file.
    const asked = { ...(await narrowed(frame)), from, to, to_seq: await lengthOf(by) }
    const known = Object.fromEntries(
      Object.entries(asked).filter(([, value]) => value !== undefined),
    )
    const taken = await takeAway(
      by,
      { dataset: 'audit', filters: known, format },
      put,
      async (rows) => progress('rows', { done: rows }),
    )
    const data = { ...taken, file: flags.out }
    return done(`${taken.rows} rows are in ${flags.out}, sha256 ${taken.sha256}.`, data)
  },
})

export const commands = [search, show, take]

type Filters = { readonly [name in keyof typeof filters]: string | undefined }

async function narrowed({ flags, facility, caller }: Frame<unknown, Filters>) {
  const by = await caller()
  const { byUsername } = await import('../../db/hospital/office/access/users/users.ts')
  const [entity_type, entity_id] = flags.entity?.split(':') ?? []
  return {
    user_id: flags.user === undefined ? undefined : (await byUsername(by, flags.user)).id,
    actor_kind: flags.actor,
    action: flags.action,
    entity_type,
    entity_id,
    patient_id: flags.patient,
    outcome: flags.outcome,
    // Rows of the whole hospital, sign-ins among them, are of no branch.
    ...(await saidBranch({ facility, caller })),
  }
}
