// Proving the chain (PLT-116): every row is hashed again, in pieces, and held against the row
// before it, the chain's head, and the anchors in the database and in the file beside it.

import { setImmediate as turn } from 'node:timers/promises'
import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { row, snapshot } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import { readAnchors } from './anchor-log.ts'
import { type AuditRow, first_hash, hashOf } from './record.ts'
import type { Problem, VerifyResult } from './shapes.ts'
import { audit_anchors, audit_heads, audit_rows } from './tables.ts'
import type { ProblemKind } from './words.ts'

/** So many rows are hashed before others have their turn: about 3 ms. */
const piece = 125
/** Of a chain that is broken everywhere the first so many places are enough. */
const problems_max = 500

type Progress = (pct: number) => Promise<void>

interface Mark {
  seq: number
  hash: string
  where: string
}

interface Known {
  marks: readonly Mark[]
  /** Lines of the file that are no anchors. */
  unreadable: readonly number[]
}

interface Walk {
  from_seq: number
  to_seq: number
  /** What the next row must be numbered and link to; null where a gap leaves that unknown. */
  next: number
  prev_hash: string | null
  rows_checked: number
  anchors_checked: number
  marks: Map<number, Mark[]>
  problems: Problem[]
}

export async function verify(
  caller: Caller,
  asked: { from_seq?: number | undefined; until?: string } = {},
  progress: Progress = async () => undefined,
): Promise<VerifyResult> {
  const { hospital_id } = caller
  const began = performance.now()
  // Anchors first: one that is written meanwhile may know a row beyond the end that was read.
  const marks = await marksOf(hospital_id, asked.until)
  const end = await endOf(hospital_id)
  const walk = await begin(hospital_id, asked.from_seq ?? 1, end.last)
  hold(walk, marks)
  await stroll(hospital_id, walk, progress)
  finish(walk, end)
  return {
    ok: walk.problems.length === 0,
    rows_checked: walk.rows_checked,
    from_seq: walk.from_seq,
    to_seq: walk.to_seq,
    head_hash: end.head?.hash ?? first_hash,
    anchors_checked: walk.anchors_checked,
    problems: walk.problems.slice(0, problems_max),
    took_ms: Math.round(performance.now() - began),
    at: clock.instant(),
    by_name: caller.name,
  }
}

interface End {
  head: { seq: number; hash: string } | undefined
  /** The last row that is there. */
  last: number
}

const endOf = (hospital_id: string): Promise<End> =>
  snapshot(async () => {
    const head = await audit_heads.find({ hospital_id })
    const found = await row<{ last: number | null }>(
      sql`select max(seq) as last from audit_rows where hospital_id = ${hospital_id}`,
    )
    return { head, last: Number(found?.last ?? 0) }
  })

async function begin(hospital_id: string, from_seq: number, to_seq: number): Promise<Walk> {
  const before =
    from_seq === 1 ? undefined : await audit_rows.find({ hospital_id, seq: from_seq - 1 })
  return {
    from_seq,
    to_seq,
    next: from_seq,
    prev_hash: from_seq === 1 ? first_hash : (before?.hash ?? null),
    rows_checked: 0,
    anchors_checked: 0,
    marks: new Map(),
    problems: [],
  }
}

/**
 * Anchors of the table and of the file; the same one in both is compared once. The file outlives the
 * data (OPS-130): what it says of a later time than theirs, or of a way that was left on purpose, is
 * no break of this chain.
 */
async function marksOf(hospital_id: string, until: string | undefined): Promise<Known> {
  const kept = await audit_anchors.all({ hospital_id })
  const log = await readAnchors(hospital_id)
  const forks = await forksOf(hospital_id)
  const lines = log.lines.filter(
    ({ seq, written_at }) =>
      (until === undefined || written_at <= until) &&
      !forks.some((fork) => isOfLeftWay({ seq, written_at }, fork)),
  )
  const marks: Mark[] = [
    ...kept.map(({ seq, hash, day }) => ({ seq, hash, where: `the anchor of ${day}` })),
    ...lines.map(({ seq, hash, date }) => ({
      seq,
      hash,
      where: `the anchor of ${date} in audit-anchors.log`,
    })),
  ]
  return { marks, unreadable: log.unreadable }
}

function hold(walk: Walk, { marks, unreadable }: Known): void {
  for (const mark of marks) {
    if (mark.seq < Math.max(walk.from_seq, 1)) continue
    const there = walk.marks.get(mark.seq) ?? []
    if (there.some(({ hash }) => hash === mark.hash)) continue
    walk.marks.set(mark.seq, [...there, mark])
  }
  for (const line of unreadable) {
    note(walk, 0, 'ANCHOR_MISMATCH', `line ${line} of audit-anchors.log is no anchor`)
  }
}

/** Where a way was left on purpose, and what is known of where it had begun (OPS-127). */
interface Fork {
  at: string
  /** The last row that both ways have. */
  seq: number
  /** Everything between this and `at` was said of the way that was left. */
  left_since: string | null
}

async function forksOf(hospital_id: string): Promise<Fork[]> {
  const found = await audit_rows.read(
    sql`select ${audit_rows.selection()} from audit_rows where hospital_id = ${hospital_id}
      and action in ('data.restored', 'data.forked') order by seq`,
  )
  return found.map(({ at, seq, changes }) => {
    const told = changes as Record<string, unknown> | null
    const common = Number(second(told?.['audit_seq']))
    const since = second(told?.['left_since'])
    return {
      at,
      seq: Number.isSafeInteger(common) ? common : seq - 1,
      left_since: typeof since === 'string' ? since : null,
    }
  })
}

const second = (pair: unknown): unknown => (Array.isArray(pair) ? pair[1] : undefined)

const isOfLeftWay = (
  { seq, written_at }: { seq: number; written_at: string },
  { at, seq: common, left_since }: Fork,
): boolean => written_at < at && (seq > common || (left_since !== null && written_at >= left_since))

async function stroll(hospital_id: string, walk: Walk, progress: Progress): Promise<void> {
  const length = Math.max(1, walk.to_seq - walk.from_seq + 1)
  let told = -1
  for (let after = walk.from_seq - 1; ; ) {
    const rows = await audit_rows.read(
      sql`select ${audit_rows.selection()} from audit_rows where hospital_id = ${hospital_id}
        and seq > ${after} and seq <= ${walk.to_seq} order by seq limit ${piece}`,
    )
    for (const found of rows) check(walk, found)
    const last = rows.at(-1)
    if (last === undefined || rows.length < piece) return
    after = last.seq
    const pct = Math.floor(((after - walk.from_seq + 1) * 100) / length)
    if (pct > told) await progress((told = pct))
    await turn()
  }
}

function check(walk: Walk, found: AuditRow): void {
  if (found.seq > walk.next) {
    missing(walk, found.seq - 1)
    walk.prev_hash = null
  }
  if (hashOf(found) !== found.hash) {
    note(walk, found.seq, 'ALTERED', `row ${found.seq} is not what was written`)
  } else if (walk.prev_hash !== null && found.prev_hash !== walk.prev_hash) {
    note(walk, found.seq, 'BROKEN_LINK', `row ${found.seq} does not follow from the row before it`)
  }
  for (const mark of walk.marks.get(found.seq) ?? []) {
    walk.anchors_checked += 1
    if (mark.hash === found.hash) continue
    note(walk, found.seq, 'ANCHOR_MISMATCH', `row ${found.seq} is not the one of ${mark.where}`)
  }
  walk.marks.delete(found.seq)
  walk.rows_checked += 1
  walk.next = found.seq + 1
  walk.prev_hash = found.hash
}

function missing(walk: Walk, last: number): void {
  const first = walk.next
  note(
    walk,
    first,
    'MISSING',
    first === last ? `row ${first} is missing` : `rows ${first} to ${last} are missing`,
  )
}

/** What must stand at the end: the head, and every anchor that was not passed on the way. */
function finish(walk: Walk, { head, last }: End): void {
  if (head !== undefined && head.seq > last) {
    note(walk, last + 1, 'TRUNCATED', `the log ends at ${last}; it was ${head.seq} rows long`)
  } else if (last > (head?.seq ?? 0)) {
    note(walk, (head?.seq ?? 0) + 1, 'BROKEN_LINK', `rows after ${head?.seq ?? 0} were slipped in`)
  } else if (head !== undefined && walk.next > last && walk.prev_hash !== null) {
    if (last >= walk.from_seq && walk.prev_hash !== head.hash) {
      note(walk, last, 'BROKEN_LINK', 'the last row is not the one the log ended with')
    }
  }
  for (const [seq, marks] of walk.marks) {
    for (const mark of marks) {
      walk.anchors_checked += 1
      // A gap in the middle has been named already; past the end it is the tail that was cut.
      if (seq <= last) continue
      note(walk, last + 1, 'TRUNCATED', `the log ends at ${last}; ${mark.where} knows row ${seq}`)
    }
  }
}

function note(walk: Walk, seq: number, kind: ProblemKind, detail: string): void {
  if (walk.problems.length <= problems_max) walk.problems.push({ seq, kind, detail })
}
