// What was measured since control was last good waits, or is counted where it is out already (DIA-108).

import type { Caller } from '../../../../core/caller.ts'
import { row, rows } from '../../../../store/connection.ts'
import { oneOf, type Sql, sql } from '../../../../store/sql.ts'
import type { InstrumentRow } from '../instruments/record.ts'
import type { LineRow } from '../results/lines.ts'
import { diagnostic_results } from '../results/tables.ts'

/** Lines of the instrument, and those of its section's bench that name none. */
const measuredOn = ({ id, section_id }: InstrumentRow): Sql =>
  sql`(r.instrument_id = ${id} or (r.instrument_id is null
    and r.item_id in (select i.id from diagnostic_items i where i.section_id = ${section_id})))`

const measured_at = sql`coalesce(r.measured_at, r.entered_at)`

/** How many of them were released before anybody knew. */
export async function holdSince(
  caller: Caller,
  instrument: InstrumentRow,
  test_codes: readonly string[],
  at: string,
): Promise<number> {
  let released = 0
  for (const test_code of test_codes) {
    const since = await lastGood(caller, instrument.id, test_code, at)
    const of = sql`r.hospital_id = ${caller.hospital_id} and r.test_code = ${test_code}
      and ${measuredOn(instrument)} and ${measured_at} > ${since}`
    const found = await row<{ n: number }>(
      sql`select count(*) as n from diagnostic_results r where ${of} and r.status = 'RELEASED'`,
    )
    released += Number(found?.n ?? 0)
    const waiting = await rows<{ id: string }>(
      sql`select r.id from diagnostic_results r where ${of} and r.status in ('ENTERED', 'VERIFIED')
        order by r.id`,
    )
    for (const { id } of waiting) await holdOne(caller, id)
  }
  return released
}

async function lastGood(
  { hospital_id }: Caller,
  instrument_id: string,
  test_code: string,
  at: string,
): Promise<string> {
  const found = await row<{ last: string | null }>(
    sql`select max(p.at) as last from control_points p where p.hospital_id = ${hospital_id}
      and p.instrument_id = ${instrument_id} and p.test_code = ${test_code} and p.at < ${at}
      and not exists (select 1 from control_points o where o.run_id = p.run_id
        and o.test_code = p.test_code and o.status = 'OUT')`,
  )
  return found?.last ?? ''
}

/** One at a time, held: who releases it at this moment is first or finds it held. */
async function holdOne({ hospital_id }: Caller, id: string): Promise<void> {
  const line = await diagnostic_results.find({ hospital_id, id }, { lock: true })
  if (line === undefined || !isWaiting(line) || line.held.includes('QC_OUT')) return
  await diagnostic_results.change({ hospital_id, id }, { held: [...line.held, 'QC_OUT'] })
}

const isWaiting = ({ status }: LineRow): boolean => status === 'ENTERED' || status === 'VERIFIED'

/** Somebody looked at the run and let what it held go (3.5). */
export async function freeHeld(
  caller: Caller,
  instrument: InstrumentRow,
  test_codes: readonly string[],
): Promise<void> {
  const { hospital_id } = caller
  const found = await rows<{ id: string }>(
    sql`select r.id from diagnostic_results r where r.hospital_id = ${hospital_id}
      and r.test_code${oneOf(test_codes)} and ${measuredOn(instrument)}
      and r.status in ('ENTERED', 'VERIFIED') order by r.id`,
  )
  for (const { id } of found) {
    const line = await diagnostic_results.find({ hospital_id, id }, { lock: true })
    if (line === undefined || !line.held.includes('QC_OUT')) continue
    const held = line.held.filter((one) => one !== 'QC_OUT')
    await diagnostic_results.change({ hospital_id, id }, { held })
  }
}
