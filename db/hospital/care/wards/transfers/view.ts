// Transfers as they go out, masked like the admissions they belong to.

import type { Caller } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import type { Page } from '../../../../store/pages.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { authoriseRead } from '../../../desk/patients/privacy/authorise.ts'
import { admissionRecord } from '../admissions/record.ts'
import { admissions } from '../admissions/tables.ts'
import { shownTo } from '../admissions/view.ts'
import { transferRecord, type TransferRow } from './record.ts'
import type { Transfer } from './shapes.ts'
import { page, type TransferFilter, type Transferred } from './transfers.ts'

/** The admission in the body names whose record this is. */
export async function mayMove(caller: Caller, admission_id: string): Promise<void> {
  const { patient_id } = await admissionRecord.get(caller, admission_id)
  await authoriseRead(caller, patient_id, 'bed_transfer.request')
}

export async function list(caller: Caller, asked: TransferFilter): Promise<Page<Transfer>> {
  const found = await page(caller, asked)
  return { rows: await viewAll(caller, found.rows), meta: found.meta }
}

export async function shown(caller: Caller, { row, warnings }: Transferred): Promise<Transfer> {
  const [transfer] = await viewAll(caller, [await transferRecord.get(caller, row.id)])
  return { ...(transfer as Transfer), warnings }
}

interface Names {
  id: string
  from_ward: string
  from_bed: string | null
  to_ward: string
  to_bed: string | null
}

async function viewAll(caller: Caller, found: readonly TransferRow[]): Promise<Transfer[]> {
  if (found.length === 0) return []
  const { hospital_id } = caller
  const stays = await admissions.all({
    hospital_id,
    id: [...new Set(found.map(({ admission_id }) => admission_id))],
  })
  const of = new Map((await shownTo(caller, stays)).map((one) => [one.row.id, one]))
  const named = await rows<Names>(
    sql`select t.id, fw.name as from_ward, fb.label as from_bed, tw.name as to_ward,
        tb.label as to_bed
      from bed_transfers t join wards fw on fw.id = t.from_ward_id
      join wards tw on tw.id = t.to_ward_id left join beds fb on fb.id = t.from_bed_id
      left join beds tb on tb.id = t.to_bed_id
      where t.hospital_id = ${hospital_id} and t.id${oneOf(found.map(({ id }) => id))}`,
  )
  const names = new Map(named.map((one) => [one.id, one]))
  return found.flatMap((row) => {
    const stay = of.get(row.admission_id)
    const places = names.get(row.id)
    if (stay === undefined || places === undefined) return []
    return [
      {
        ...row,
        ...places,
        reference: stay.row.number,
        patient: stay.patient,
        reason: stay.open ? row.reason : null,
        moves: transferRecord.moves(caller, row),
        warnings: [],
      },
    ]
  })
}
