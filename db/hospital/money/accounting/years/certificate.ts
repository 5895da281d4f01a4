// The certificate of a close (ACC-72): what was closed, with which proof; drawn from what was kept.

import type { Caller } from '../../../../core/caller.ts'
import { noSuch } from '../../../../core/refusal.ts'
import type { RowOf } from '../../../../store/table.ts'
import type { YearRow } from '../books.ts'
import { fiscal_closes } from '../tables.ts'
import { rowOf } from './years.ts'

export type CloseRow = RowOf<(typeof fiscal_closes)['columns']>

/** Of the version asked for, else of the last one; a year that was never closed has none. */
export async function certificateOf(
  caller: Pick<Caller, 'hospital_id'>,
  id: string,
  version?: number,
) {
  const { hospital_id } = caller
  const year: YearRow = await rowOf(caller, id)
  const close = await fiscal_closes.find({
    hospital_id,
    fiscal_year_id: id,
    close_version: version ?? year.close_version,
  })
  if (close === undefined) throw noSuch('certificate')
  const { certificate } = close
  return {
    number: close.certificate_number,
    sha256: close.certificate_sha256,
    year: { name: year.name, starts_on: year.starts_on, ends_on: year.ends_on },
    version: close.close_version,
    plan: close.plan,
    accepted: close.accepted,
    reason: close.reason,
    result: close.result,
    entries: close.entry_references,
    snapshot: close.snapshot_hash,
    chain_no: Number(certificate['chain_no'] ?? 0),
    chain_hash: typeof certificate['chain_hash'] === 'string' ? certificate['chain_hash'] : '',
    lock_date: close.lock_date,
    backup: close.backup,
    closed_at: close.closed_at,
    closed_by: close.closed_by_name,
    approved_by: close.approved_by_name,
    superseded_at: close.superseded_at,
    reopened_reason: close.reopened_reason,
  }
}
export type Certificate = Awaited<ReturnType<typeof certificateOf>>
