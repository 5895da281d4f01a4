// Editing a draft (5.2, BIL-19 to BIL-23): the bill itself, one line of it, a part of it set aside.

import type { Caller } from '../../../../core/caller.ts'
import { conflict, invalid, noSuch } from '../../../../core/refusal.ts'
import { purseOf } from '../../accounting/purse.ts'
import { difference, record } from '../../../office/audit/record.ts'
import { departmentNamed } from '../../accounting/books.ts'
import { priceOf } from '../../tariff/prices.ts'
import { memberships } from '../../tariff/scheme-tables.ts'
import { visitOf } from '../../../desk/visits/for-areas.ts'
import { live } from '../amounts.ts'
import { billable, draft, lineOf, refuseSource } from '../charges/by-hand.ts'
import { priceAnew } from './change-payer.ts'
import { thousandths } from '../../../../core/kinds/quantity.ts'
import { summed } from './drafts.ts'
import type { BillChange, ItemChange } from './input-shapes.ts'
import { splitOff } from './issue.ts'
import { itemsOf, type Row as Item } from '../charges/items.ts'
import { readMoney, reckoned, refusePrice } from '../charges/lines-by-hand.ts'
import { pricePayer } from './payers.ts'
import { called, type Row as Bill } from './rows.ts'
import { bill_items, bills } from './tables.ts'

export async function changeBill(caller: Caller, id: string, input: BillChange): Promise<Bill> {
  const { hospital_id } = caller
  const bill = await draft(caller, id)
  const day = input.service_date ?? bill.service_date
  if (bill.patient_id !== null) await billable(caller, bill.patient_id, day)
  const membership_id = input.membership_id ?? null
  if (membership_id !== null) await refuseMembership(caller, bill, membership_id)
  const changes = difference(bill, input)
  if (changes === undefined) return bill
  await bills.change({ hospital_id, id }, input as Partial<Bill>)
  const now = { ...bill, ...(input as Partial<Bill>), version: bill.version + 1 }
  if (day !== bill.service_date) {
    await bill_items.change(
      { hospital_id, bill_id: id, source: null, service_status: ['PENDING', 'AUTHORISED'] },
      { service_date: day },
    )
    await priceAnew(caller, now)
  }
  const after = (await summed(caller, now)).bill
  noted(caller, 'bill.update', after, called(after), changes)
  return after
}

async function refuseMembership(caller: Caller, bill: Bill, id: string): Promise<void> {
  const found = await memberships.find({ hospital_id: caller.hospital_id, id })
  if (found === undefined || found.patient_id !== bill.patient_id) throw noSuch('membership')
  if (found.scheme_id === bill.scheme_id) return
  throw conflict('This membership is of another payer: change the payer.', 'payer')
}

/** BIL-21: of a line that came from an area only its price, its discount and the patient's word. */
const of_anybody: readonly string[] = ['unit_price', 'discount', 'difference_accepted']

export async function changeItem(
  caller: Caller,
  id: string,
  item_id: string,
  input: ItemChange,
): Promise<Bill> {
  const bill = await draft(caller, id)
  const item = await lineOf(caller, bill, item_id)
  if (!live(item)) throw conflict(`This line is ${item.service_status}.`, 'state')
  if (Object.keys(input).some((key) => !of_anybody.includes(key))) refuseSource(item)
  const wanted = await read(caller, bill, item, input)
  const changes = difference(item, wanted)
  if (changes === undefined) return bill
  await bill_items.change({ hospital_id: caller.hospital_id, id: item.id }, wanted)
  const after = (await summed(caller, bill)).bill
  noted(caller, 'bill.item', after, `${called(after)}: ${item.description}`, changes)
  return after
}

async function read(
  caller: Caller,
  bill: Bill,
  item: Item,
  input: ItemChange,
): Promise<Partial<Item>> {
  const purse = await purseOf(caller)
  const { quantity, unit_price, discount, department, ...plain } = input
  const line = {
    quantity: quantity === undefined ? item.quantity : thousandths('quantity', quantity),
    unit_price: readMoney(purse, 'unit_price', unit_price) ?? item.unit_price,
    discount: readMoney(purse, 'discount', discount) ?? item.discount,
    tax_rate: item.tax_rate,
    tax_inclusive: item.tax_inclusive,
  }
  if (unit_price !== undefined || discount !== undefined) {
    const visit = bill.visit_id === null ? null : await visitOf(caller, bill.visit_id)
    const price =
      item.code === null
        ? null
        : await priceOf(caller, {
            code: item.code,
            date: item.service_date,
            payer: pricePayer(bill),
            visit_class: visit?.visit_class ?? null,
          })
    const { code } = item
    const description = input.description ?? null
    const said = { at: '', code, description, unit_price: line.unit_price, discount: line.discount }
    await refusePrice(caller, purse, said, price, { priced: false, notes: bill.notes, bill })
  }
  const amounts = reckoned(line)
  if (line.discount > amounts.gross) throw invalid('discount', 'is more than the line.')
  const where =
    department === undefined || department === null
      ? {}
      : { department: await departmentNamed(caller, department) }
  return { ...(plain as Partial<Item>), ...where, ...line, ...amounts }
}

export async function split(
  caller: Caller,
  id: string,
  item_ids: readonly string[],
): Promise<{ bill: Bill; new_bill: Bill }> {
  const bill = await draft(caller, id)
  const lines = (await itemsOf(caller, id)).filter(live)
  const named = lines.filter((line) => item_ids.includes(line.id))
  if (item_ids.some((one) => !lines.some((line) => line.id === one))) throw noSuch('item')
  if (named.length === lines.length) {
    throw conflict('A split leaves at least one line on the bill.', 'lines')
  }
  const new_bill = await splitOff(caller, bill, named)
  noted(caller, 'bill.split', bill, `${called(bill)}: ${named.length} lines`)
  return { bill: await draft({ ...caller, expected_version: null }, id), new_bill }
}

function noted(
  caller: Caller,
  action: string,
  bill: Bill,
  label: string,
  changes?: NonNullable<ReturnType<typeof difference>>,
): void {
  record(caller, action, {
    entity_type: 'bill',
    entity_id: bill.id,
    entity_label: label,
    patient_id: bill.patient_id,
    ...(changes === undefined ? {} : { changes }),
  })
}
