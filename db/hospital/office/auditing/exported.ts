// Proving a file of the audit log without any database (OPS-156): each row is hashed again where the
// file has all of it, and follows from the row before; the first line says how many there are.

import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { type AuditRow, hashOf } from '../audit/record.ts'
import type { Problem, VerifyResult } from '../audit/shapes.ts'
import type { ProblemKind } from '../audit/words.ts'
import { clock } from '../../../core/clock.ts'
import { invalid } from '../../../core/refusal.ts'

const problems_max = 500

export interface ExportProof extends Omit<VerifyResult, 'anchors_checked' | 'by_name'> {
  heading: string
  /** Rows with values that were kept back from whoever took the file: whoever alters a row can say so
   * of it, so a file with any of them is not sound. */
  hidden: number
}

interface Heading {
  text: string
  rows: number
  first: string
  last: string
}

interface Anchor {
  seq: number
  hash: string
}

interface Walk {
  rows: number
  first_seq: number
  seq: number
  first_hash: string
  hash: string
  gaps: number
  hidden: number
  problems: Problem[]
}

export async function proveExport(file: string, anchor?: Anchor): Promise<ExportProof> {
  const began = performance.now()
  const walk: Walk = {
    rows: 0,
    first_seq: 0,
    seq: 0,
    first_hash: '-',
    hash: '-',
    gaps: 0,
    hidden: 0,
    problems: [],
  }
  let heading: Heading | null = null
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: 1 / 0 })) {
    if (line.trim() === '') continue
    const read = readLine(line)
    if (heading === null) heading = headingIn(read)
    else check(walk, read, anchor)
  }
  if (heading === null) throw notOurs()
  finish(walk, heading)
  if (anchor !== undefined && (anchor.seq < walk.first_seq || anchor.seq > walk.seq)) {
    note(walk, anchor.seq, 'TRUNCATED', `row ${anchor.seq} of the printed head is not in the file`)
  }
  return {
    ok: walk.problems.length === 0 && walk.hidden === 0,
    rows_checked: walk.rows,
    from_seq: walk.first_seq,
    to_seq: walk.seq,
    head_hash: walk.hash,
    hidden: walk.hidden,
    heading: heading.text,
    problems: walk.problems,
    took_ms: Math.round(performance.now() - began),
    at: clock.instant(),
  }
}

function readLine(line: string): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(line)
    if (typeof read === 'object' && read !== null) return read as Record<string, unknown>
  } catch {
    // Told below, in the same words.
  }
  throw notOurs()
}

const notOurs = () =>
  invalid('export', 'is no file of kituo audit export --format jsonl: a line of it is no row.')

function headingIn({ heading }: Record<string, unknown>): Heading {
  const text = typeof heading === 'string' ? heading : ''
  const { rows, first, last } =
    /; (?<rows>\d+) rows; first hash (?<first>\S+); last hash (?<last>\S+)$/.exec(text)?.groups ??
    {}
  if (rows === undefined || first === undefined || last === undefined) throw notOurs()
  return { text, rows: Number(rows), first, last }
}

function check(walk: Walk, read: Record<string, unknown>, anchor: Anchor | undefined): void {
  const row = rowOf(read)
  const { seq, prev_hash } = row
  const hash = typeof row.hash === 'string' ? row.hash : ''
  if (anchor?.seq === seq && !hash.startsWith(anchor.hash)) {
    note(walk, seq, 'ANCHOR_MISMATCH', `row ${seq} is not the one that was printed`)
  }
  const is_next = walk.rows > 0 && seq === walk.seq + 1
  if (walk.rows > 0 && seq <= walk.seq) {
    note(walk, seq, 'BROKEN_LINK', `row ${seq} stands after row ${walk.seq}`)
  } else if (walk.rows > 0 && !is_next) walk.gaps += 1
  if (!row.whole || hash === '') note(walk, seq, 'ALTERED', `row ${seq} is not what was written`)
  else if (hasHidden(row.changes)) walk.hidden += 1
  else if (hashOf(row) !== hash) note(walk, seq, 'ALTERED', `row ${seq} is not what was written`)
  if (is_next && prev_hash !== walk.hash) {
    note(walk, seq, 'BROKEN_LINK', `row ${seq} does not follow from the row before it`)
  }
  if (walk.rows === 0) Object.assign(walk, { first_seq: seq, first_hash: hash })
  Object.assign(walk, { rows: walk.rows + 1, seq, hash })
}

/** As it stood in the table: a file keeps what is JSON there as text. Whole: that text can be read. */
function rowOf(read: Record<string, unknown>): AuditRow & { whole: boolean } {
  const { rows, changes, query, ...rest } = read
  if (typeof rest['id'] !== 'string' || !Number.isSafeInteger(rest['seq'])) throw notOurs()
  const kept = { row_count: rows ?? null, changes: null, query: null, whole: true }
  try {
    return { ...rest, ...kept, changes: json(changes), query: json(query) } as AuditRow & {
      whole: boolean
    }
  } catch {
    return { ...rest, ...kept, whole: false } as unknown as AuditRow & { whole: boolean }
  }
}

function json(value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (typeof value !== 'string') throw new SyntaxError('it is no text')
  return JSON.parse(value)
}

/** What changed is a pair; a null alone is a field whose values were kept back (PLT-114). */
const hasHidden = (changes: AuditRow['changes']): boolean =>
  changes !== null && Object.values(changes).includes(null as never)

function finish(walk: Walk, { rows, first, last }: Heading): void {
  if (walk.rows !== rows) {
    note(walk, walk.seq, 'TRUNCATED', `the file has ${walk.rows} rows, its first line says ${rows}`)
  }
  if (walk.rows === rows && (walk.first_hash !== first || walk.hash !== last)) {
    note(walk, walk.seq, 'BROKEN_LINK', 'the rows do not begin and end as the first line says')
  }
  // A file that was narrowed has gaps of its own; one whose rows should fill their span has none.
  if (walk.gaps > 0 && walk.rows !== rows) {
    note(walk, walk.seq, 'MISSING', `rows are missing in ${walk.gaps} places`)
  }
}

function note(walk: Walk, seq: number, kind: ProblemKind, detail: string): void {
  if (walk.problems.length < problems_max) walk.problems.push({ seq, kind, detail })
}
