// What a ward used (STK-54): on the patient's bill first and off the shelf then, in one transaction, because
// the bill is locked before the ledger and the goods.

import type { Caller } from '../../../../core/caller.ts'
import { clock, days } from '../../../../core/clock.ts'
import { newId } from '../../../../core/ids.ts'
import { toMajor } from '../../../../core/kinds/money.ts'
import { conflict, invalid, Refusal } from '../../../../core/refusal.ts'
import { charge, type ChargedLine, uncharge } from '../../../money/billing/charges/charge.ts'
import { serviceDone } from '../../../money/billing/charges/service-done.ts'
import { currency } from '../../../office/hospitals/hospitals.ts'
import { resolveDepartment } from '../../../office/places/places.ts'
import { mustBeSomebody, rowsOf as patientRowsOf } from '../../../desk/patients/rows.ts'
import { joinTeam } from '../../../desk/visits/moves/events.ts'
import { openVisitsOf } from '../../../neighbours/visits.ts'
import type { Issued } from '../../../neighbours/stock.ts'
import { visitOf } from '../../../desk/visits/for-areas.ts'
import { issue } from '../pool/issue.ts'
import { movesOfSource } from '../pool/lists.ts'
import { packs, productName, type ProductRow, productsOf } from '../products/record.ts'
import { inBase } from '../products/quantities.ts'
import { mustKeep, type StoreRow, storeFor } from '../stores/keeping.ts'
import type { WardUse, WardUseInput } from './shapes.ts'
import { ward_use_source } from './words.ts'

const source = ward_use_source
const late_most = days(7)

interface UsedLine {
  line: number
  product: ProductRow
  /** In thousandths of the base unit, what was wasted with it. */
  quantity: number
  charged: ChargedLine | null
}
interface Using {
  id: string
  store: StoreRow
  patient_id: string | null
  visit_id: string | null
  admission_id: string | null
  department: string | null
  lines: UsedLine[]
}

export async function use(caller: Caller, input: WardUseInput): Promise<WardUse> {
  const using = await usingOf(caller, input)
  if (input.charge !== false) await chargeAll(caller, using)
  const issued = await issue(caller, {
    store_id: using.store.id,
    lines: input.lines,
    kind: 'WARD_USE',
    source,
    source_id: using.id,
    reference: 'Ward use',
    patient_id: using.patient_id,
    department: using.department,
    witness_token: input.witness_token ?? null,
    occurred_at: input.occurred_at ?? null,
    note: input.note ?? null,
  })
  await chargeLess(caller, using, issued)
  for (const line of using.lines) {
    if (line.charged !== null) await serviceDone(caller, source, chargeId(using, line), {})
  }
  if (using.visit_id !== null) await joinTeam(caller, using.visit_id)
  return {
    moves: await movesOfSource(caller, source, using.id),
    charges: await chargesShown(caller, using),
  }
}

async function usingOf(caller: Caller, input: WardUseInput): Promise<Using> {
  const store = await storeFor(caller, input.store_id)
  await mustKeep(caller, store)
  const happened = input.occurred_at ? Date.parse(input.occurred_at) : clock.ms()
  if (happened > clock.ms()) throw invalid('occurred_at', 'is in the future.')
  if (happened < clock.ms() - late_most) throw invalid('occurred_at', 'is more than 7 days ago.')
  const patient_id = input.patient_id || null
  const visit = patient_id === null ? null : await visitFor(caller, patient_id)
  const stay = input.admission_id || null
  if (stay !== null && patient_id === null) throw invalid('patient_id', 'is required.')
  if (stay !== null && visit?.admission_id !== stay) {
    throw conflict('This patient is not in that stay now.', 'admission')
  }
  return {
    id: newId(),
    store,
    patient_id,
    visit_id: visit?.id ?? null,
    admission_id: visit?.admission_id ?? null,
    department: input.department
      ? (await resolveDepartment(caller, input.department)).name
      : store.department,
    lines: await linesOf(caller, input, patient_id),
  }
}

async function visitFor(caller: Caller, patient_id: string) {
  const [patient] = await patientRowsOf(caller, [patient_id])
  if (patient !== undefined) mustBeSomebody(patient)
  const open = (await openVisitsOf(caller, [patient_id])).get(patient_id)
  return open === undefined ? null : visitOf(caller, open.id)
}

async function linesOf(
  caller: Caller,
  { lines }: WardUseInput,
  patient_id: string | null,
): Promise<UsedLine[]> {
  const products = await productsOf(
    caller,
    lines.map(({ product_id }) => product_id),
  )
  const of_each = await packs.ofMany(caller, [...products.keys()])
  return lines.map(({ product_id, quantity, wasted, unit }, at) => {
    const field = `Line ${at + 1}`
    const product = products.get(product_id) as ProductRow
    if (wasted && !product.controlled) {
      throw new Refusal(400, 'invalid', `${field}: only controlled drugs are wasted in part.`, {
        field,
      })
    }
    if (product.controlled && patient_id === null) {
      throw conflict(
        `${field}: ${productName(product)} is a controlled drug: say for which patient.`,
        'patient',
      )
    }
    const own = of_each.get(product.id) ?? []
    const base = inBase(product, own, { quantity, unit }, field)
    if (base < 0 || (wasted ?? 0) < 0) {
      throw new Refusal(400, 'invalid', `${field}: quantity must be more than 0.`, { field })
    }
    const gone = wasted ? inBase(product, own, { quantity: wasted, unit }, field) : 0
    return { line: at + 1, product, quantity: base + gone, charged: null }
  })
}

/** What has no code of the price list costs the patient nothing. */
async function chargeAll(caller: Caller, using: Using): Promise<void> {
  if (using.patient_id === null) return
  for (const line of using.lines) {
    if (line.product.tariff_code === null) continue
    line.charged = await chargeFor(caller, using, line, line.quantity)
  }
}

const chargeId = ({ id }: Using, { line }: UsedLine): string => `${id}:${line}`

const chargeFor = (
  caller: Caller,
  using: Using,
  line: UsedLine,
  quantity: number,
): Promise<ChargedLine> =>
  charge(caller, {
    patient_id: using.patient_id ?? '',
    visit_id: using.visit_id,
    admission_id: using.admission_id,
    code: line.product.tariff_code ?? '',
    quantity: quantity / 1000,
    source,
    source_id: chargeId(using, line),
    description: productName(line.product),
    product_id: line.product.id,
    ...(using.department === null ? {} : { department: using.department }),
  })

/** STK-14: what a programme gave is not paid for, which the batches alone can tell. */
async function chargeLess(caller: Caller, using: Using, issued: readonly Issued[]): Promise<void> {
  for (const line of using.lines) {
    if (line.charged === null) continue
    const own = issued.filter((one) => one.line === line.line)
    const paid = own.filter(({ chargeable }) => chargeable)
    const quantity = Math.round(paid.reduce((sum, one) => sum + one.quantity, 0) * 1000)
    if (quantity === line.quantity) continue
    if (quantity === 0) {
      await uncharge(caller, source, chargeId(using, line), 'Given by a programme')
      line.charged = null
    } else line.charged = await chargeFor(caller, using, { ...line, quantity }, quantity)
  }
}

async function chargesShown(caller: Caller, using: Using): Promise<WardUse['charges']> {
  const money = await currency(caller)
  return using.lines.flatMap(({ product, quantity, charged }) =>
    charged === null
      ? []
      : {
          bill_id: charged.bill_id,
          item_id: charged.item_id,
          product_id: product.id,
          description: charged.description,
          quantity: quantity / 1000,
          unit_price: charged.unit_price === null ? null : toMajor(charged.unit_price, money),
          amount: toMajor(charged.amount, money),
        },
  )
}
