// A bill that another area makes with prices of its own (BIL-9, COM-43): price, line discount and tax are
// taken as given. One of each source; asked again, the same is answered.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { newId } from '../../../../core/ids.ts'
import { conflict, invalid, Refusal } from '../../../../core/refusal.ts'
import { actingBranch } from '../../accounting/posting/post.ts'
import { currency, today } from '../../../office/hospitals/hospitals.ts'
import { codeOf, type Priced, pricesOf } from '../../tariff/prices.ts'
import { billable } from '../charges/by-hand.ts'
import { summed } from './drafts.ts'
import { issue } from './issue.ts'
import { newLine } from '../charges/items.ts'
import { reckoned } from '../charges/lines-by-hand.ts'
import { ofClientNamed, type Owing, payerByHand } from './payers.ts'
import { moved, type Row as Bill } from './rows.ts'
import { bill_items, bills } from './tables.ts'

/** Money in minor units, quantity up to three decimals, the rate in percent and on top of the price. */
export interface RaisedItem {
  code?: string | null
  product_id?: string | null
  description: string
  quantity: number
  unit_price: number
  discount?: number
  tax_rate?: number | null
  /** What the line comes to where its asker has rounded it (COM-45): taken as given. */
  amounts?: { gross: number; discount: number; tax: number }
}

export interface Raising {
  payer: string | null
  client_id?: string | null
  patient_id?: string | null
  items: readonly RaisedItem[]
  due_on?: string | null
  notes?: string | null
  source: string
  source_id: string
  issue: boolean
}

export interface Raised {
  bill_id: string
  /** Null of a draft. */
  number: string | null
  /** Minor units. */
  total: number
}

export async function raiseBill(caller: Caller, asked: Raising): Promise<Raised> {
  const { hospital_id } = caller
  const { source, source_id } = asked
  const known = await bills.all({ hospital_id, kind: 'ORDER', source, source_id })
  const stands = known.find(({ status }) => !gone.includes(status))
  if (stands !== undefined) return answered(stands)
  if (asked.items.length === 0) throw new Refusal(400, 'invalid', 'items needs at least one line.')
  if (asked.items.length > lines_most) throw conflict(`A bill takes at most ${lines_most} lines.`)
  const bill = await drafted(caller, asked)
  const lines = await linesOf(caller, bill, asked.items)
  await bill_items.insertMany(lines)
  const { bill: draft } = await summed(caller, bill)
  return answered(asked.issue ? await issue(caller, draft.id) : draft)
}

const gone: readonly string[] = ['CANCELLED', 'DISCARDED', 'CREDITED']
const lines_most = 500

const answered = ({ id: bill_id, number, total }: Bill): Raised => ({ bill_id, number, total })

async function drafted(caller: Caller, asked: Raising): Promise<Bill> {
  const day = await today(caller)
  const { source, source_id, due_on = null, notes = null } = asked
  const id_of_patient = asked.patient_id ?? null
  const patient = id_of_patient === null ? null : await billable(caller, id_of_patient, day)
  const owing = await owingOf(caller, asked, day)
  if (patient === null && owing.payer === null) throw invalid('payer', 'is required.')
  if (patient === null && owing.payer_kind === 'SCHEME') throw invalid('patient_id', 'is required.')
  const id = newId()
  const made = await bills.insert({
    id,
    hospital_id: caller.hospital_id,
    facility_id: await actingBranch(caller),
    status: 'DRAFT',
    kind: 'ORDER',
    running: false,
    running_key: id,
    patient_id: patient?.id ?? null,
    patient_number: patient?.number ?? null,
    patient_name: patient?.full_name ?? null,
    ...owing,
    service_date: day,
    currency: (await currency(caller)).code,
    due_on,
    notes,
    source,
    source_id,
    created_by_name: caller.name,
  })
  return moved(caller, made, 'open', {})
}

/** The asking area knows its client; any other name is read as everywhere (BIL-12). */
async function owingOf(caller: Caller, asked: Raising, day: string): Promise<Owing> {
  const { client_id = null, payer, patient_id = null } = asked
  if (client_id !== null) return ofClientNamed(client_id, (payer ?? '').trim() || client_id)
  return payerByHand(caller, patient_id, { payer }, day)
}

type Line = Awaited<ReturnType<typeof newLine>>['line']

/** Nobody performs them: what was delivered is done, and no night takes it away again (BIL-8). */
async function linesOf(caller: Caller, bill: Bill, items: readonly RaisedItem[]): Promise<Line[]> {
  const codes = items.flatMap(({ code }) => (code ? [codeOf(code)] : []))
  const known =
    codes.length === 0
      ? new Map<string, Priced>()
      : await pricesOf(caller, { codes: [...new Set(codes)], date: bill.service_date })
  const made: Line[] = []
  for (const [at, item] of items.entries()) {
    const code = item.code ? codeOf(item.code) : null
    const listed = code === null ? undefined : known.get(code)
    const wanted = read(item, `items[${at}]`)
    const { line } = await newLine(
      caller,
      bill,
      {
        code,
        description: item.description,
        category: listed?.category ?? (item.product_id ? 'Pharmacy' : 'Other'),
        product_id: item.product_id ?? null,
        ...wanted,
      },
      listed === undefined ? null : { ...listed, tax_code: null },
      at + 1,
    )
    const taxed = { tax_rate: wanted.tax_rate, tax_inclusive: false }
    made.push({
      ...line,
      ...taxed,
      ...reckoned({ ...wanted, ...taxed }),
      ...(item.amounts === undefined ? {} : given(item.amounts)),
      service_status: 'DONE',
      done_at: clock.instant(),
    })
  }
  return made
}

function given({ gross, discount, tax }: NonNullable<RaisedItem['amounts']>) {
  const net = gross - discount
  const amount = net + tax
  return { gross, discount, net, tax, amount, patient_share: amount, covered: 0, balance: amount }
}

function read(item: RaisedItem, at: string) {
  const { unit_price, discount = 0, tax_rate = null } = item
  const quantity = Math.round(item.quantity * 1000)
  const exact = Math.abs(item.quantity * 1000 - quantity) < 1e-6
  if (!(quantity > 0) || !exact) {
    throw invalid(`${at}.quantity`, 'must be more than 0, with at most three decimals.')
  }
  if (!(unit_price >= 0)) throw invalid(`${at}.unit_price`, 'must not be negative.')
  if (!(discount >= 0)) throw invalid(`${at}.discount`, 'must not be negative.')
  const wanted = {
    quantity,
    unit_price,
    discount,
    tax_rate: tax_rate === null || tax_rate === 0 ? null : Math.round(tax_rate * 100),
  }
  const { gross } = item.amounts ?? reckoned({ ...wanted, discount: 0, tax_inclusive: false })
  if (discount > gross) throw invalid(`${at}.discount`, 'is more than the line.')
  return wanted
}
