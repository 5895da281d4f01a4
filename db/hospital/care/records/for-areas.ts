// What other areas ask of records (CAR-210, CAR-215, CAR-218).

import type { Caller } from '../../../core/caller.ts'
import { isId } from '../../../core/ids.ts'
import { conflict, invalid, noSuch } from '../../../core/refusal.ts'
import { type Sql, sql } from '../../../store/sql.ts'
import type { InChart } from '../../neighbours/care.ts'
import type { PerformedServices, WorkLeftBy } from '../../registry.ts'
import { onlyOf } from '../../performed.ts'
import { everyRow, repointing } from '../clinical/repointing.ts'
import { clinical_records } from './tables.ts'
import { ranks } from './words.ts'

type Of = Pick<Caller, 'hospital_id'>

/** Signed and not ruled out, the first in front; claims and insurers read them. */
export async function diagnosesOf(
  { hospital_id }: Of,
  asked: { visit_id?: string | null; admission_id?: string | null },
): Promise<{ code: string; system: string; status: 'PROVISIONAL' | 'FINAL' }[]> {
  const { visit_id, admission_id } = asked
  const place = admission_id ? { admission_id } : visit_id ? { visit_id } : undefined
  if (place === undefined) return []
  const found = await clinical_records.all(
    { hospital_id, ...place, kind: 'DIAGNOSIS', live: true, status: ['SIGNED', 'AMENDED'] },
    { order: ['occurred_at', 'id'] },
  )
  return found
    .toSorted((a, b) => placeOf(a.rank) - placeOf(b.rank))
    .flatMap(({ code, coding_system: system, certainty }) =>
      code === null || system === null
        ? []
        : [{ code, system, status: certainty === 'CONFIRMED' ? 'FINAL' : 'PROVISIONAL' }],
    )
}

/** As a certificate says them: what is signed and not ruled out of this place, the first in front. */
export async function diagnosisTitles(
  { hospital_id }: Of,
  { visit_id, admission_id }: { visit_id: string | null; admission_id: string | null },
): Promise<string[]> {
  if (visit_id === null && admission_id === null) return []
  const place = admission_id === null ? { visit_id: visit_id ?? '' } : { admission_id }
  const found = await clinical_records.all(
    { hospital_id, ...place, kind: 'DIAGNOSIS', live: true, status: ['SIGNED', 'AMENDED'] },
    { order: ['occurred_at', 'id'] },
  )
  return found.toSorted((a, b) => placeOf(a.rank) - placeOf(b.rank)).map(({ title }) => title)
}

const placeOf = (rank: (typeof ranks)[number] | null): number =>
  rank === null ? ranks.length : ranks.indexOf(rank)

/** VIS-15: what keeps a visit from being cancelled as one on which nothing was done. */
export async function clinicalOn(
  { hospital_id }: Of,
  visit_id: string,
): Promise<{ label: string; count: number }[]> {
  const count = await clinical_records.count({
    hospital_id,
    visit_id,
    status: ['DRAFT', 'TO_COSIGN', 'SIGNED', 'AMENDED'],
  })
  return [{ label: 'records', count }]
}

export const workLeftBy: WorkLeftBy = async ({ hospital_id }, staff_id) => [
  {
    label: 'unsigned records',
    count: await clinical_records.count({
      hospital_id,
      staff_id,
      status: ['DRAFT', 'TO_COSIGN'],
    }),
  },
  {
    label: 'co-signatures waiting',
    count: await clinical_records.count({
      hospital_id,
      cosigner_id: staff_id,
      status: 'TO_COSIGN',
    }),
  },
]

/** The records go along; what was signed of them stays in the chain of its day. */
export const repointPatient = repointing({ clinical_records: everyRow })

const piece = 500

/** BIL-138: procedures with a tariff, by the source under which they are charged. */
export const performedServices: PerformedServices = async function* ({ hospital_id }, asked) {
  let after: Sql = sql``
  for (;;) {
    const found = await clinical_records.read(
      sql`select ${clinical_records.selection()} from clinical_records
        where hospital_id = ${hospital_id} and kind = 'PROCEDURE' and charged
          and status in ('SIGNED', 'AMENDED') and occurred_at >= ${asked.from}
          and occurred_at <= ${asked.to}${onlyOf(asked, 'patient_id')}${after} order by id limit ${piece}`,
    )
    const acts = found.map((row) => ({
      source: 'procedure',
      source_id: row.version_no === 1 ? row.id : `${row.id}:${row.version_no}`,
      code: row.procedure?.tariff_code ?? '',
      patient_id: row.patient_id,
      visit_id: row.visit_id,
      department: row.department,
      done_at: row.occurred_at,
      performed_by_id: row.staff_id,
    }))
    if (acts.length > 0) yield acts
    if (found.length < piece) return
    after = sql` and id > ${found.at(-1)?.id ?? ''}`
  }
}

/** What another area rests something on. */
export async function inChart({ hospital_id }: Of, asked: InChart): Promise<void> {
  const { id, patient_id, kind, field, signed } = asked
  const what = kind === 'NOTE' ? 'note' : 'diagnosis'
  const found = isId(id) ? await clinical_records.find({ hospital_id, id, kind }) : undefined
  if (found === undefined || found.status === 'VOIDED') throw noSuch(what)
  if (found.patient_id !== patient_id) throw invalid(field, `is no ${what} of this patient.`)
  if (signed && found.status !== 'SIGNED' && found.status !== 'AMENDED') {
    throw conflict(`This ${what} is ${found.status}: somebody signs it first.`, 'not_signed')
  }
}
