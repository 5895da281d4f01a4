import { path, text, whole } from '../../db/appliance/configuration/kinds.ts'
import { isRefusal } from '../../db/core/refusal.ts'
import { commands as reading } from './audit-log.ts'
import { command, done, maybe, orElse, word } from '../frame/grammar/command.ts'
import { lines, table } from '../frame/page.ts'
import { noting } from '../frame/through-house.ts'

const anchor_kind = {
  ...text('a row and its hash, seq:hash, as a Z report prints them'),
  read: (written: unknown) => {
    const { seq, hash } =
      /^(?<seq>[1-9]\d{0,14}):(?<hash>[0-9a-f]{16,64})$/i.exec(String(written as string))?.groups ??
      {}
    return seq === undefined || hash === undefined
      ? undefined
      : { seq: Number(seq), hash: hash.toLowerCase() }
  },
  write: ({ seq, hash }: { seq: number; hash: string }) => `${seq}:${hash}`,
}

const verify = command('audit verify', {
  says: 'Proves that nothing in the audit log was changed, removed or cut off.',
  class: 'R',
  permission: 'audit:verify',
  exits: [6],
  flags: {
    from_seq: orElse(whole(1), '1', 'begin at this row'),
    anchor: maybe(anchor_kind, 'also hold it against a head that was printed: seq:hash'),
    export: maybe(path(), 'a file of audit export instead, without any database'),
  },
  turns: { flag: 'export', into: 'audit verify-export' },
  examples: ['kituo audit verify', 'kituo audit verify --from-seq 100000 --json'],
  run: async ({ flags: { from_seq, anchor }, caller, progress }) => {
    const { verify: prove } = await import('../../db/hospital/office/audit/verify.ts')
    const by = await caller()
    const result = await prove(by, { from_seq }, async (pct) =>
      progress('audit log', { done: pct, total: 100 }),
    )
    const own = anchor === undefined ? [] : await againstAnchor(by, anchor)
    const problems = [...result.problems, ...own]
    const data = { ...result, ok: problems.length === 0, problems }
    const first = problems[0]
    return first === undefined
      ? done(`The audit log is sound: ${result.rows_checked} rows.`, data)
      : done(`${first.detail}.`, data, { error: { code: 'proof.failed' } })
  },
  view: ({ problems, ...facts }, page) =>
    [
      lines(
        [
          ['Sound', facts.ok ? 'yes' : 'NO'],
          ['Rows', `${facts.from_seq} to ${facts.to_seq}, ${facts.rows_checked} checked`],
          ['Anchors', facts.anchors_checked],
          ['Head', facts.head_hash],
        ],
        page,
      ),
      ...(problems.length === 0
        ? []
        : [
            table(
              problems,
              [
                { title: 'Row', of: (row) => row.seq, right: true },
                { title: 'Kind', of: (row) => row.kind },
                { title: 'What', of: (row) => row.detail },
              ],
              page,
            ),
          ]),
    ].join('\n\n'),
})

const exported = command('audit verify-export', {
  says: 'Proves a file of the audit log by itself, without any database.',
  class: 'L',
  permission: null,
  flags: {
    export: word(path(), 'what kituo audit export wrote, as lines of JSON'),
    anchor: maybe(anchor_kind, 'also hold it against a head that was printed: seq:hash'),
  },
  examples: [
    'kituo audit verify --export ./audit-2027.jsonl',
    'kituo audit verify --export ./audit-2027.jsonl --anchor 1204:9f2c01aa7d3e55b1 --json',
  ],
  run: async ({ flags }) => {
    const { proveExport } = await import('../../db/hospital/office/auditing/exported.ts')
    const { ofNamed } = await import('../../db/core/named-file.ts')
    // What could not be looked at is neither sound nor broken (OPS-156).
    const proof = await proveExport(flags.export, flags.anchor).catch((error: unknown) => {
      const why = ofNamed(flags.export, error)
      if (why === error || !isRefusal(why)) throw error
      return why
    })
    if (isRefusal(proof)) {
      return done(proof.message, null, { error: { code: 'repository.away' } })
    }
    if (proof.ok) return done(`The file is sound: ${proof.rows_checked} rows.`, proof)
    const why =
      proof.problems[0]?.detail ??
      `not proved: values were kept back in ${proof.hidden} of ${proof.rows_checked} rows`
    return done(`${why}.`, proof, { error: { code: 'proof.failed' } })
  },
  view: (found, page) =>
    found === null
      ? ''
      : lines(
          [
            ['File', found.heading],
            ['Sound', found.ok ? 'yes' : found.problems.length === 0 ? 'not proved' : 'NO'],
            ['Rows', `${found.from_seq} to ${found.to_seq}, ${found.rows_checked} checked`],
            ['Kept back', found.hidden],
            ['Ends with', found.head_hash],
            ...found.problems.slice(0, 20).map((one) => [one.kind, one.detail] as const),
          ],
          page,
        ),
})

const anchor_now = command('audit anchor', {
  says: 'Writes an anchor of the audit log now, as the timetable does each night.',
  class: 'M',
  transaction: 'rule',
  permission: 'audit:verify',
  examples: ['kituo audit anchor', 'kituo audit anchor --json'],
  plan: async () => ({ steps: ['write an anchor of every log that grew since the last'] }),
  run: async ({ caller }) => {
    const { list, writeAnchors } = await import('../../db/hospital/office/auditing/anchors.ts')
    const by = await caller()
    const written = await writeAnchors()
    const { rows } = await list(by, { page: 1, per_page: 1 })
    return done(
      written === 0 ? 'The last anchor still stands for the whole log.' : 'Anchor written.',
      rows[0] ?? null,
      { changed: written > 0 },
    )
  },
})

export const commands = [verify, exported, anchor_now, ...reading, ...noting]

/** OPS-156: a head that was printed may be shortened; as far as it goes it must be the row's own. */
async function againstAnchor(
  { hospital_id }: { hospital_id: string },
  { seq, hash }: { seq: number; hash: string },
): Promise<{ seq: number; kind: 'ANCHOR_MISMATCH' | 'TRUNCATED'; detail: string }[]> {
  const { hashAt } = await import('../../db/hospital/office/audit/rows.ts')
  const found = await hashAt(hospital_id, seq)
  if (found === undefined) {
    return [{ seq, kind: 'TRUNCATED', detail: `row ${seq} of the printed head is not there` }]
  }
  if (found.startsWith(hash)) return []
  return [{ seq, kind: 'ANCHOR_MISMATCH', detail: `row ${seq} is not the one that was printed` }]
}
