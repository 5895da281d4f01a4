// Vials of several doses (CAR-167): opened out of the store, used dose by dose, and closed with the rest as waste.

import type { Caller } from '../../../core/caller.ts'
import { clock, hours } from '../../../core/clock.ts'
import { conflict, invalid, noSuch } from '../../../core/refusal.ts'
import { newId } from '../../../core/ids.ts'
import { mapPage, type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { rows, within } from '../../../store/connection.ts'
import { sql, when, where } from '../../../store/sql.ts'
import { batchOf, issue, type Issued } from '../../neighbours/stock.ts'
import { signerOf } from '../../neighbours/signing.ts'
import { inWords } from '../../office/plans/days.ts'
import { inScope } from '../../office/places/facilities.ts'
import { productsOfVaccines } from './products.ts'
import { type VialRow, vialRecord } from './record.ts'
import type { Vial, VialInput } from './shapes.ts'
import { vaccine_vials } from './tables.ts'
import { vaccineNamed } from './vaccines.ts'
import type { waste_reasons, vial_states } from './words.ts'

export async function open(caller: Caller, input: VialInput): Promise<VialRow> {
  const signer = await signerOf(caller)
  const vaccine = vaccineNamed(input.vaccine)
  const { code, name, doses_per_vial, open_vial_hours } = vaccine
  if (open_vial_hours === null) {
    throw conflict(`${name} has one dose in a vial: it is given without opening one.`, 'single')
  }
  const { facility_id } = caller
  if (facility_id === null) throw invalid('facility_id', 'is required.')
  const id = newId()
  const goods = await takeFromStore(caller, {
    vaccine: code,
    input,
    source: 'vaccine_vial',
    source_id: id,
    reference: `${name}, vial`,
  })
  const opened = clock.ms()
  return vialRecord.created(
    caller,
    {
      id,
      facility_id,
      vaccine: code,
      store_id: input.store_id ?? null,
      product_id: goods.product_id,
      batch_id: goods.batch_id,
      lot: goods.lot,
      expiry: goods.expiry,
      opened_at: new Date(opened).toISOString(),
      opened_by_name: signer.name.slice(0, 160),
      discard_at: new Date(opened + hours(open_vial_hours)).toISOString(),
      doses: doses_per_vial,
      used: 0,
      wasted: 0,
    },
    'open',
  )
}

export interface Taking {
  vaccine: string
  input: {
    product_id?: string | null | undefined
    batch_id?: string | null | undefined
    store_id?: string | null | undefined
  }
  source: string
  source_id: string
  reference: string
  patient_id?: string | null
}

/** One whole unit: a vial, or a single dose. What has expired or is held stays in stock's own words. */
export async function takeFromStore(caller: Caller, asked: Taking): Promise<Issued> {
  const { input, vaccine } = asked
  const product_id = await productOf(caller, vaccine, input)
  const [gone] = await issue(caller, {
    store_id: input.store_id ?? null,
    lines: [{ product_id, quantity: 1, batch_id: input.batch_id ?? null, line: 1 }],
    kind: 'WARD_USE',
    source: asked.source,
    source_id: asked.source_id,
    reference: asked.reference.slice(0, 60),
    patient_id: asked.patient_id ?? null,
    accept_short_expiry: true,
  })
  if (gone === undefined) throw conflict('Nobody keeps goods here.', 'stock')
  return gone
}

async function productOf(
  caller: Caller,
  vaccine: string,
  { batch_id, product_id }: Taking['input'],
): Promise<string> {
  const linked = (await productsOfVaccines(caller)).get(vaccine) ?? []
  const batch = batch_id ? await batchOf(caller, batch_id) : null
  if (batch_id && batch === null) throw noSuch('batch')
  const wanted = batch?.product_id ?? product_id ?? (linked.length === 1 ? linked[0] : undefined)
  if (linked.length === 0) {
    throw conflict(`No product is linked to ${vaccine} in the formulary.`, 'product')
  }
  if (!wanted) throw invalid('batch_id', 'is required: several products are this vaccine.')
  if (!linked.includes(wanted)) throw conflict(`This product is not ${vaccine}.`, 'product')
  return wanted
}

/** One dose of it. Whoever takes the last one closes it. */
export async function useOne(caller: Caller, id: string, on: string): Promise<VialRow> {
  const before = await vialRecord.locked(caller, id)
  mustServe(before, on)
  const used = before.used + 1
  if (used < before.doses) return vialRecord.changed(caller, before, 'use', { used })
  return vialRecord.moved(caller, before, 'finish', { used, closed_at: clock.instant() })
}

function mustServe(vial: VialRow, on: string): void {
  vialRecord.check(vial, 'finish')
  if (vial.expiry !== null && vial.expiry < on) {
    throw conflict(`Lot ${vial.lot} expired on ${inWords(vial.expiry)}.`, 'expired')
  }
  if (vial.discard_at > clock.instant()) return
  const ago = Math.floor((clock.ms() - Date.parse(vial.opened_at)) / hours(1))
  throw conflict(`This vial was opened ${ago} hours ago: discard it.`, 'vial')
}

/** The dose was never given out of it: a closed vial keeps its sum. */
export async function giveBack(caller: Caller, id: string): Promise<void> {
  const before = await vialRecord.locked(caller, id)
  const used = before.used - 1
  const wasted = before.status === 'OPEN' ? before.wasted : before.wasted + 1
  await vialRecord.changed(caller, before, 'give back', { used, wasted })
}

type WasteReason = (typeof waste_reasons)[number]

export async function finish(caller: Caller, id: string): Promise<VialRow> {
  await signerOf(caller)
  const before = await vialRecord.begin(caller, id, 'finish')
  return vialRecord.moved(caller, before, 'finish', closing(before))
}

export async function discard(
  caller: Caller,
  id: string,
  waste_reason: WasteReason,
): Promise<VialRow> {
  await signerOf(caller)
  const before = await vialRecord.begin(caller, id, 'discard')
  return vialRecord.moved(caller, before, 'discard', { ...closing(before), waste_reason })
}

const closing = ({ doses, used }: VialRow) => ({
  wasted: doses - used,
  closed_at: clock.instant(),
})

/** By the clock: what has been open too long (3.10). */
export async function discardOld(caller: Caller): Promise<number> {
  const { hospital_id } = caller
  const old = await rows<{ id: string }>(
    sql`select id from vaccine_vials where hospital_id = ${hospital_id} and status = 'OPEN'
      and discard_at <= ${clock.instant()} order by id`,
  )
  for (const { id } of old) {
    await within(async () => {
      const before = await vialRecord.locked(caller, id)
      if (before.status !== 'OPEN') return
      const done = { ...closing(before), waste_reason: 'TIME' as const }
      await vialRecord.moved(caller, before, 'discard', done)
    }, 'jobs')
  }
  return old.length
}

interface Looked {
  vaccine: string
  facility_id: string
  lot?: string
  batch_id?: string
}

/** One that is open, of this lot where one is named: the one that must be used first. */
export async function openVial(
  { hospital_id }: Caller,
  looked: Looked,
): Promise<VialRow | undefined> {
  const found = await vaccine_vials.all(
    { hospital_id, status: 'OPEN', ...looked },
    { order: ['discard_at', 'id'] },
  )
  return found.find(({ discard_at }) => discard_at > clock.instant())
}

export interface VialFilter extends PageAsked {
  facility_id?: string
  status?: (typeof vial_states)[number]
  vaccine?: string
  store_id?: string
}

export async function list(caller: Caller, asked: VialFilter): Promise<Page<Vial>> {
  const vaccine = asked.vaccine === undefined ? undefined : vaccineNamed(asked.vaccine).code
  const found = await pageFrom(vaccine_vials, asked, {
    alias: 'v',
    from: sql` from vaccine_vials v${where([
      sql`v.hospital_id = ${caller.hospital_id}`,
      await inScope(caller, asked.facility_id, 'v.facility_id'),
      when(asked.status, sql`v.status = ${asked.status}`),
      when(vaccine, sql`v.vaccine = ${vaccine}`),
      when(asked.store_id, sql`v.store_id = ${asked.store_id}`),
    ])}`,
    order: sql` order by v.opened_at desc, v.id desc`,
  })
  return mapPage(found, (row) => shown(caller, row))
}

export const shown = (caller: Caller, row: VialRow): Vial => ({
  ...row,
  left: row.status === 'OPEN' ? row.doses - row.used : 0,
  moves: vialRecord.moves(caller, row),
})
