// The register of controlled drugs as people read it, and the proof of its chain (STK-71).

import type { Caller } from '../../../../core/caller.ts'
import { mapPage, type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { row, rows } from '../../../../store/connection.ts'
import { oneOf, type Sql, sql, when, where } from '../../../../store/sql.ts'
import { patientRows } from '../../../desk/patients/register/view.ts'
import { restrictedRecord } from '../../../desk/patients/privacy/lists.ts'
import { edgesOf, withinDays } from '../../../office/hospitals/days.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { scopeOf } from '../../../office/places/facilities.ts'
import { productName, productRecord } from '../products/record.ts'
import { storeRecord } from '../stores/keeping.ts'
import type { ControlledEntry, RegisterFilter, RegisterPrinted } from './shapes.ts'
import { controlled_entries } from './tables.ts'
import { type EntryRow, first_hash, hashOfLine } from './write.ts'

/** In the order in which the lines were written. */
export async function listRegister(
  caller: Caller,
  asked: RegisterFilter & PageAsked,
): Promise<Page<ControlledEntry>> {
  const scope = await scopeOf(caller, undefined)
  const { timezone } = await hospitalOf(caller)
  const found = await pageFrom(controlled_entries, asked, {
    from: sql` from controlled_entries${where([
      sql`hospital_id = ${caller.hospital_id}`,
      scope === 'all'
        ? undefined
        : sql`store_id in (select id from stores where facility_id${oneOf(scope)})`,
      when(asked.store_id, sql`store_id = ${asked.store_id}`),
      when(asked.product_id, sql`product_id = ${asked.product_id}`),
      when(asked.kind, sql`kind = ${asked.kind}`),
      ...withinDays(sql`at`, timezone, asked),
    ])}`,
    order: sql` order by at, id`,
  })
  return mapPage(found, entryShown)
}

const entryShown = (entry: EntryRow): ControlledEntry => ({
  ...entry,
  quantity_in: entry.quantity_in / 1000,
  quantity_out: entry.quantity_out / 1000,
  balance: entry.balance / 1000,
})

/** The line that this source wrote; the last one where it wrote several. */
export async function lineOf(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  { source, source_id }: { source: string; source_id: string },
): Promise<ControlledEntry> {
  const found = await controlled_entries.all(
    { hospital_id, source, source_id },
    { order: ['-line_no'], limit: 1 },
  )
  const [entry] = found
  if (entry === undefined) throw new Error('what moved wrote no line of the register')
  return entryShown(entry)
}

/** The first line that does not follow from the one before it, in words; null: the chains hold. */
export async function brokenLine({ hospital_id }: Caller): Promise<string | null> {
  const pages = await rows<{ store_id: string; product_id: string }>(
    sql`select distinct store_id, product_id from controlled_entries
      where hospital_id = ${hospital_id} order by store_id, product_id`,
  )
  for (const page of pages) {
    const lines = await controlled_entries.all({ hospital_id, ...page }, { order: ['line_no'] })
    const broken = brokenIn(lines)
    if (broken !== null) return broken
  }
  return null
}

function brokenIn(lines: readonly EntryRow[]): string | null {
  let before = first_hash
  let balance = 0
  for (const [at, line] of lines.entries()) {
    balance += line.quantity_in - line.quantity_out
    const follows = line.line_no === at + 1 && line.balance === balance && balance >= 0
    if (!follows || line.hash !== hashOfLine(line, before)) {
      return `line ${line.line_no} of product ${line.product_id} in store ${line.store_id}`
    }
    before = line.hash
  }
  return null
}

export interface RegisterPeriod {
  facility_id: string
  store: string
  product: string
  schedule: string | null
  from: string | null
  to: string | null
  opening: number
  closing: number
  lines: (ControlledEntry & { patient: string | null; is_restricted: boolean })[]
}

/** Of one store and product over a period, as it is printed (STK-79). */
export async function registerOf(caller: Caller, asked: RegisterPrinted): Promise<RegisterPeriod> {
  const store = await storeRecord.get(caller, asked.store_id)
  const product = await productRecord.get(caller, asked.product_id)
  const { timezone } = await hospitalOf(caller)
  const own = sql`hospital_id = ${caller.hospital_id} and store_id = ${store.id}
    and product_id = ${product.id}`
  const found = await controlled_entries.read(
    sql`select ${controlled_entries.selection()} from controlled_entries${where([
      own,
      ...withinDays(sql`at`, timezone, asked),
    ])} order by line_no`,
  )
  const first = found[0]
  const opening =
    first === undefined
      ? await balanceBefore(own, edgesOf(timezone, asked).since)
      : first.balance - first.quantity_in + first.quantity_out
  return {
    facility_id: store.facility_id,
    store: store.name,
    product: productName(product),
    schedule: product.controlled_schedule,
    from: asked.from ?? null,
    to: asked.to ?? null,
    opening: opening / 1000,
    closing: (found.at(-1)?.balance ?? opening) / 1000,
    lines: await withPatients(caller, found.map(entryShown)),
  }
}

async function balanceBefore(own: Sql, since: string | undefined): Promise<number> {
  if (since === undefined) return 0
  const last = await row<{ balance: number }>(
    sql`select balance from controlled_entries where ${own} and at < ${since}
      order by line_no desc limit 1`,
  )
  return Number(last?.balance ?? 0)
}

async function withPatients(caller: Caller, lines: readonly ControlledEntry[]) {
  const patients = await patientRows(
    caller,
    lines.flatMap(({ patient_id }) => patient_id ?? []),
  )
  return lines.map((line) => {
    const is_restricted = patients.get(line.patient_id ?? '')?.full_name === restrictedRecord
    const named = [line.patient_name, line.patient_number].filter(Boolean).join(', ')
    return { ...line, patient: is_restricted || named === '' ? null : named, is_restricted }
  })
}
