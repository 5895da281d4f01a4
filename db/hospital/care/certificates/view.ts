// Certificates as they are listed and read (5.4).

import type { Caller } from '../../../core/caller.ts'
import { noSuch } from '../../../core/refusal.ts'
import { type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { sql, when, where } from '../../../store/sql.ts'
import type { GateResult } from '../../desk/gates/shapes.ts'
import { patientsById } from '../../desk/patients/register/many.ts'
import { withinDays } from '../../office/hospitals/days.ts'
import { hospitalOf } from '../../office/hospitals/hospitals.ts'
import { inScope } from '../../office/places/facilities.ts'
import { printsOf } from '../../office/papers/codes.ts'
import { clinicalOpenTo } from '../clinical/open-to.ts'
import { underlyingOf } from './deaths.ts'
import { certificateRecord, type CertificateRow, daysOf } from './record.ts'
import type { Certificate } from './shapes.ts'
import { certificates } from './tables.ts'

export interface CertificateFilter extends PageAsked {
  search?: string
  kind?: CertificateRow['kind']
  status?: CertificateRow['status']
  patient_id?: string
  staff_id?: string
  from?: string
  to?: string
  facility_id?: string
}

export async function list(caller: Caller, asked: CertificateFilter): Promise<Page<Certificate>> {
  const { timezone } = await hospitalOf(caller)
  const found = await pageFrom(certificates, asked, {
    alias: 'c',
    from: sql` from certificates c${where([
      sql`c.hospital_id = ${caller.hospital_id}`,
      when(asked.kind, sql`c.kind = ${asked.kind}`),
      // Of one patient they are found wherever they were written.
      asked.patient_id === undefined
        ? await inScope(caller, asked.facility_id, 'c.facility_id')
        : sql`c.patient_id = ${asked.patient_id}`,
      when(asked.staff_id, sql`c.staff_id = ${asked.staff_id}`),
      asked.status === undefined ? sql`c.status <> 'VOIDED'` : sql`c.status = ${asked.status}`,
      when(asked.search, sql`c.number like ${`%${asked.search?.toUpperCase()}%`}`),
      ...withinDays(sql`c.created_at`, timezone, { from: asked.from, to: asked.to }),
      await clinicalOpenTo(caller, asked.patient_id, 'c'),
    ])}`,
    order: sql` order by c.created_at desc, c.id desc`,
  })
  return { ...found, rows: await shownAll(caller, found.rows) }
}

async function shownAll(caller: Caller, found: readonly CertificateRow[]): Promise<Certificate[]> {
  const ids = found.map(({ id }) => id)
  const prints = await printsOf(caller, 'certificate', ids)
  const patients = await patientsById(
    caller,
    found.map(({ patient_id }) => patient_id),
  )
  return found.flatMap((row) => {
    const patient = patients.get(row.patient_id)
    if (patient === undefined) return []
    const moves = certificateRecord.moves(caller, row).filter((move) => move !== 'replace')
    return [
      {
        ...row,
        reference: row.number,
        patient,
        days: daysOf(row),
        copies: Math.max(0, (prints.get(row.id) ?? 0) - 1),
        moves,
      },
    ]
  })
}

export async function whole(
  caller: Caller,
  { id }: Pick<CertificateRow, 'id'>,
  warnings: GateResult[] = [],
) {
  const row = await certificateRecord.get(caller, id)
  const [one] = await shownAll(caller, [row])
  if (one === undefined) throw noSuch('certificate')
  return {
    ...row,
    ...one,
    underlying: underlyingOf(row.details),
    history: await certificateRecord.history(caller, id),
    warnings,
  }
}

/** What its code leads to: no name, no diagnosis, and whether it still counts (CAR-30). */
export async function genuineCertificate({ hospital_id }: Pick<Caller, 'hospital_id'>, id: string) {
  const row = await certificates.find({ hospital_id, id })
  if (row === undefined || row.issued_at === null) return undefined
  return {
    number: row.number,
    date: row.issued_at.slice(0, 10),
    amount: null,
    status: row.status === 'ISSUED' ? ('VALID' as const) : ('CANCELLED' as const),
  }
}
