// What is written down each hour outside the database (OPS-130): the head of every chain, the highest
// number of each series and how many records there are. Each line is an anchor as well, so that the
// proof of the chain holds against every hour of it.

import { clock, dayIn } from '../../../core/clock.ts'
import { row, rows, snapshot } from '../../../store/connection.ts'
import { oneOf, sql, where } from '../../../store/sql.ts'
import { type AnchorLine, appendAnchors } from '../audit/anchor-log.ts'
import { reached } from '../sequences/reached.ts'
import { onOtherDatabase } from '../../../store/kept.ts'

export interface HourLine extends AnchorLine {
  series: Record<string, number>
  list_number: number | null
  records: Record<string, number>
}

/** Heads that the last line of this process knows: a house that rests fills no disk. */
const told = new Map<string, number>()
onOtherDatabase(() => told.clear())

/** Of all hospitals, or of those alone that closed something just now. */
export async function writeHour(
  list_number: number | null,
  hospital_ids?: readonly string[],
): Promise<HourLine[]> {
  const heads = await rows<{ hospital_id: string; seq: number; hash: string; timezone: string }>(
    sql`select h.hospital_id, h.seq, h.hash, o.timezone from audit_heads h
        join hospitals o on o.id = h.hospital_id${where([
          hospital_ids && sql`h.hospital_id${oneOf(hospital_ids)}`,
        ])} order by h.hospital_id`,
  )
  const lines: HourLine[] = []
  for (const { hospital_id, seq, hash, timezone } of heads) {
    if (told.get(hospital_id) === seq) continue
    const found = await snapshot(async () => ({
      series: await reached(hospital_id),
      records: await counted(hospital_id),
    }))
    const written_at = clock.instant()
    const date = dayIn(timezone)
    lines.push({ date, hospital_id, seq, rows: seq, hash, written_at, ...found, list_number })
  }
  await appendAnchors(lines)
  for (const { hospital_id, seq } of lines) told.set(hospital_id, seq)
  return lines
}

async function counted(hospital_id: string): Promise<Record<string, number>> {
  const found = await row<Record<string, number | string>>(
    sql`select
      (select count(*) from patients where hospital_id = ${hospital_id}) as patients,
      (select count(*) from visits where hospital_id = ${hospital_id}) as visits,
      (select count(*) from bills where hospital_id = ${hospital_id}) as bills,
      (select count(*) from payments where hospital_id = ${hospital_id}) as payments,
      (select count(*) from journal_entries where hospital_id = ${hospital_id}) as entries,
      (select count(*) from attachments where hospital_id = ${hospital_id}) as attachments`,
  )
  return Object.fromEntries(Object.entries(found ?? {}).map(([name, n]) => [name, Number(n)]))
}

/** Tests begin anew. */
export const forgetHours = (): void => told.clear()
