// The counter sale (BIL-58 to BIL-64): bill, goods, money and receipt in one transaction, or nothing.

import { type Caller, can } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict, invalid, Refusal } from '../../../../core/refusal.ts'
import { atOnce } from '../../../../store/at-once.ts'
import { lockHead } from '../../accounting/posting/post.ts'
import { type Purse, purseOf } from '../../accounting/purse.ts'
import { tillOf } from '../../drawers/cash.ts'
import { today as hospitalDay } from '../../../office/hospitals/hospitals.ts'
import type { Row as Patient } from '../../../desk/patients/rows.ts'
import { walkIn } from '../../policy/walk-in.ts'
import { codeOf } from '../../tariff/prices.ts'
import type { VisitFacts } from '../../../desk/visits/for-areas.ts'
import { discountsIn, find as findBill } from '../bills/bills.ts'
import { chequeRefused } from '../payments/clearing.ts'
import { billable, visitFor } from '../charges/by-hand.ts'
import type { Sale, SaleInput } from '../bills/input-shapes.ts'
import { meansOf, referenceOf } from '../payments/means.ts'
import { self } from '../bills/payers.ts'
import { type MoneyMethod, moneyMethodCalled } from '../payments/words.ts'
import type { Row as Bill } from '../bills/rows.ts'
import { keepDiscount, medicinesChecked, withDiscount } from './checked.ts'
import { goodsOf, productsNamed, withGoods } from './goods.ts'
import { inHand, sold } from './sale-bill.ts'
import { bill_items } from '../bills/tables.ts'

export async function sell(caller: Caller, input: SaleInput): Promise<Sale> {
  const method = methodOf(input.method)
  if (input.lines.length === 0) {
    throw new Refusal(400, 'invalid', 'lines needs at least one line.')
  }
  const [reference, { purse, given }, till, day, patient, walk_in] = await atOnce(
    referenceOf(caller, method, input.reference),
    purseOf(caller).then((purse) => ({ purse, given: amountOf(purse, input.amount) })),
    tillOf(caller, method),
    hospitalDay(caller),
    billable(caller, input.patient_id),
    walkIn(caller),
  )
  const walks_in = patient.id === walk_in
  if (walks_in && method === 'Cheque') {
    throw conflict('A walk-in customer does not pay by cheque.', 'method')
  }
  const visit = await openVisit(caller, patient, input)
  const opening = {
    kind: 'SALE' as const,
    patient,
    visit,
    owing: self,
    day,
    customer: input.customer ?? null,
    facility_id: till.facility_id,
  }
  const [priced, products] = await atOnce(
    inHand(caller, opening, input.lines),
    productsNamed(caller, input.lines),
  )
  const goods = await withGoods(caller, priced, products)
  const warnings = await medicinesChecked(caller, goods, input, walks_in ? null : patient.id)
  const { sale, discount } = await withDiscount(caller, goods, day, input.discount_rule_id ?? '')
  // The books before what the stock may lock, in one order everywhere, so that nobody deadlocks.
  await lockHead(caller)
  const stock = await goodsOf(caller, sale, input, till.store_id)
  const { bill } = sale
  const { amount, change, tendered } = await kept(caller, purse, bill, method, given, walks_in)
  const money =
    amount === 0
      ? null
      : {
          amount,
          tendered,
          change_given: change,
          payer_name: input.customer?.name ?? bill.patient_name,
          means: await meansOf(caller, method, { ...input, reference }, till, bill.facility_id),
        }
  const done = await sold(caller, sale, visit, money)
  if (discount !== null) await keepDiscount(caller, sale, discount)
  const discounts = discount === null ? [] : await discountsIn(caller, bill.id)
  const { payment } = done
  return {
    payment,
    bill: { ...done.bill, discounts },
    change: payment === null ? 0 : purse.major(change),
    stock,
    receipt: payment === null ? null : `/api/v1/billing/payments/${payment.id}/receipt`,
    warnings,
  }
}

/** BIL-59. */
function methodOf(typed: string | null | undefined): MoneyMethod {
  const said = typed ?? 'Cash'
  const found = moneyMethodCalled(said)
  if (found !== undefined) return found
  throw new Refusal(
    400,
    'invalid',
    'A counter sale takes Cash, Mobile Money, Card, Bank Transfer or Cheque.',
    { field: 'method' },
  )
}

function amountOf(purse: Purse, typed: number | null | undefined): number | null {
  if (typed === null || typed === undefined) return null
  const given = purse.minor('amount', typed)
  if (given <= 0) throw invalid('amount', 'must be more than 0.')
  return given
}

const day_ms = 86_400_000

/** BIL-64: of this patient, not long closed, and nothing that is charged on it already. */
async function openVisit(
  caller: Caller,
  patient: Patient,
  input: SaleInput,
): Promise<VisitFacts | null> {
  const visit = await visitFor(caller, patient, input.visit_id ?? null)
  if (visit === null) return null
  if (visit.closed_at !== null && clock.ms() - Date.parse(visit.closed_at) > day_ms) {
    throw conflict(`Visit ${visit.number} was closed more than a day ago.`, 'visit')
  }
  const charged = await bill_items.all(
    {
      hospital_id: caller.hospital_id,
      visit_id: visit.id,
      service_status: ['PENDING', 'AUTHORISED', 'DONE'],
    },
    { limit: 1000 },
  )
  for (const { code } of input.lines) {
    const wanted = codeOf(code ?? '')
    const there = charged.find(
      (item) => wanted !== '' && item.code === wanted && item.source !== null && item.balance > 0,
    )
    if (there === undefined) continue
    const bill = await findBill(caller, there.bill_id)
    throw conflict(
      `${there.description} is already on bill ${bill.number ?? 'in preparation'}: take the payment there.`,
      'charged',
    )
  }
  return visit
}

interface Kept {
  amount: number
  change: number
  tendered: number | null
}

/** BIL-61: absent is paid in full; more is change, of cash alone; less is credit, for few. */
async function kept(
  caller: Caller,
  purse: Purse,
  { total, balance, patient_id }: Bill,
  method: MoneyMethod,
  given: number | null,
  walks_in: boolean,
): Promise<Kept> {
  if (total === 0 || balance === 0) return { amount: 0, change: 0, tendered: null }
  if (given === null) return { amount: balance, change: 0, tendered: null }
  const tendered = method === 'Cash' ? given : null
  if (given === balance) return { amount: balance, change: 0, tendered }
  const sale = purse.said(balance)
  if (given > balance) {
    if (method !== 'Cash')
      throw conflict(`${method} gives no change: the sale is ${sale}.`, 'change')
    return { amount: balance, change: given - balance, tendered }
  }
  const barred = walks_in || (await chequeRefused(caller, patient_id ?? ''))
  if (barred || !can(caller, 'sale:credit')) {
    throw conflict(`The sale is ${sale}, ${purse.said(given)} was given.`, 'too_little')
  }
  return { amount: given, change: 0, tendered }
}
