// Anchors of the chains (PLT-116): each midnight and at each start the end of every chain is written
// down twice, in the database and in the file beside it, and sent to an auditor where one is named.

import { type Caller, system } from '../../../core/caller.ts'
import { clock, dayIn } from '../../../core/clock.ts'
import { rows, within } from '../../../store/connection.ts'
import { type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { sql, when, where } from '../../../store/sql.ts'
import { type AnchorLine, appendAnchors } from '../audit/anchor-log.ts'
import type { AuditAnchor } from '../audit/shapes.ts'
import { audit_anchors } from '../audit/tables.ts'
import { sendTo } from '../outbox/send.ts'
import type { Language } from '../hospitals/words.ts'

let auditor: string | null = null

/** The mailbox named in the configuration; null sends nothing. */
export function setAnchorMail(address: string | null): void {
  auditor = address
}

interface Head {
  hospital_id: string
  seq: number
  hash: string
  timezone: string
  language: Language
}

/** Answers how many were written: a chain that stands as it stood that day already is passed over. */
export async function writeAnchors(day?: string): Promise<number> {
  const heads = await rows<Head>(
    sql`select h.hospital_id, h.seq, h.hash, o.timezone, o.language from audit_heads h join hospitals o on o.id = h.hospital_id order by h.hospital_id`,
  )
  const lines: AnchorLine[] = []
  for (const head of heads) {
    const line = await within(() => writeOne(head, day ?? dayIn(head.timezone)), 'jobs')
    if (line !== undefined) lines.push(line)
  }
  // After the commit: a line that names what was never kept would accuse an honest log.
  await appendAnchors(lines)
  return lines.length
}

async function writeOne(head: Head, day: string): Promise<AnchorLine | undefined> {
  const { hospital_id, seq, hash } = head
  if ((await audit_anchors.find({ hospital_id, day, seq, hash })) !== undefined) return undefined
  const emailed =
    auditor === null
      ? null
      : await sendTo(system(hospital_id), {
          email: auditor,
          language: head.language,
          event: 'audit.anchor',
          data: { date: day, seq: String(seq), hash },
        })
  const written_at = clock.instant()
  await audit_anchors.insert({
    hospital_id,
    day,
    seq,
    hash,
    row_count: seq,
    written_at,
    emailed_to: emailed === null ? null : auditor,
  })
  return { date: day, hospital_id, seq, rows: seq, hash, written_at }
}

export async function list(
  caller: Caller,
  asked: PageAsked & { from?: string; to?: string },
): Promise<Page<AuditAnchor>> {
  const found = await pageFrom(audit_anchors, asked, {
    from: sql` from audit_anchors${where([
      sql`hospital_id = ${caller.hospital_id}`,
      when(asked.from, sql`day >= ${asked.from}`),
      when(asked.to, sql`day <= ${asked.to}`),
    ])}`,
    order: sql` order by written_at desc, seq desc, id desc`,
  })
  return {
    rows: found.rows.map(({ hospital_id: _hospital, day, row_count, ...anchor }) => ({
      ...anchor,
      date: day,
      rows: row_count,
    })),
    meta: found.meta,
  }
}
