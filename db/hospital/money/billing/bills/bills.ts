// Bills as people see them: lists, one of them, and what a service waits for.

import { can, type Caller } from '../../../../core/caller.ts'
import { mapPage, type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { invalid } from '../../../../core/refusal.ts'
import { notByName } from '../../../desk/patients/privacy/lists.ts'
import { matching } from '../../../../store/search.ts'
import { oneOf, sql, when, where } from '../../../../store/sql.ts'
import { discountsOf } from '../../../neighbours/commercial.ts'
import { type Purse, purseOf } from '../../accounting/purse.ts'
import { movesShown } from '../../../history.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { scopeOf } from '../../../office/places/facilities.ts'
import { keyOfPayer } from '../../tariff/payer-names.ts'
import { type Clearance, clearanceOf } from '../charges/clearance.ts'
import { inMajor } from '../in-major.ts'
import { itemsOf, type Row as Item } from '../charges/items.ts'
import { isSettledNow } from '../charges/lapse.ts'
import { totalsOf } from './list-totals.ts'
import { bill_life, type Move, type Row, billRecord } from './rows.ts'
import type { Bill, BillFilter, BillOpened, Clearance as Shown } from './shapes.ts'
import { bill_moves, bills } from './tables.ts'
import { bill_states, type BillState } from '../words.ts'

export async function list(caller: Caller, asked: BillFilter & PageAsked): Promise<Page<Bill>> {
  const scope = await scopeOf(caller, asked.facility_id)
  const day = await today(caller)
  const from = sql` from bills${where([
    sql`hospital_id = ${caller.hospital_id}`,
    scope === 'all' ? undefined : sql`facility_id${oneOf(scope)}`,
    when(asked.status, sql`status${oneOf(statesIn(asked.status))}`),
    when(asked.from, sql`coalesce(business_date, service_date) >= ${asked.from}`),
    when(asked.to, sql`coalesce(business_date, service_date) <= ${asked.to}`),
    when(asked.patient_id, sql`patient_id = ${asked.patient_id}`),
    when(asked.visit_id, sql`visit_id = ${asked.visit_id}`),
    when(asked.admission_id, sql`admission_id = ${asked.admission_id}`),
    when(asked.client_id, sql`client_id = ${asked.client_id}`),
    when(asked.scheme_id, sql`scheme_id = ${asked.scheme_id}`),
    when(asked.payer, sql`payer_key = ${keyOfPayer(asked.payer)}`),
    when(asked.kind, sql`kind = ${asked.kind}`),
    when(asked.due, sql`balance > 0 and status in ('DRAFT', 'ISSUED', 'PART_PAID')`),
    when(asked.overdue, sql`balance > 0 and due_on < ${day}`),
    asked.held === undefined ? undefined : asked.held ? sql`held` : sql`not held`,
    matching('bills', asked.search),
    notByName(caller, asked.search, ['number', 'patient_number']),
  ])}`
  const { total, totals } = await totalsOf(caller, from, { total: 'total', balance: 'balance' })
  const order = asked.due === true ? longest_first : sql` order by created_at desc, id desc`
  const found = await pageFrom(bills, asked, { from, order, total })
  const purse = await purseOf(caller)
  const { rows, meta } = await mapPage(found, (row) => shown(caller, purse, day, row))
  return { rows, meta: Object.assign(meta, { totals }) }
}

/** The cashier's list: urgent work first, then who waits longest. */
const longest_first = sql` order by case when exists (select 1 from bill_items i
    where i.bill_id = bills.id and i.urgent and i.balance > 0) then 0 else 1 end, created_at, id`

/** Without their lines, as lists show them. */
export async function shownBills(caller: Caller, found: readonly Row[]): Promise<Bill[]> {
  const purse = await purseOf(caller)
  const day = await today(caller)
  return found.map((row) => shown(caller, purse, day, row))
}

export function statesIn(typed: string | undefined): BillState[] {
  const words = (typed ?? '').split(',').map((word) => word.trim())
  const states = words.filter((word): word is BillState =>
    (bill_states as readonly string[]).includes(word),
  )
  if (typed !== undefined && states.length !== words.length) {
    throw invalid('status', `must be one of ${bill_states.join(', ')}.`)
  }
  return states
}

export async function find(caller: Caller, id: string): Promise<BillOpened> {
  const row = await billRecord.get(caller, id)
  const { hospital_id } = caller
  const history = await bill_moves.all({ hospital_id, bill_id: id }, { order: ['at', 'id'] })
  return opened(caller, row, {
    items: await itemsOf(caller, id),
    history,
    discounts: await discountsIn(caller, id),
  })
}

/** COM-82: what was asked for and given on a bill, the newest first. */
export async function discountsIn(caller: Caller, id: string): Promise<BillOpened['discounts']> {
  const { major } = await purseOf(caller)
  const given = await discountsOf(caller, id)
  return given.map(({ at, amount, ...one }) => ({ ...one, date: at, amount: major(amount) }))
}

interface AtHand {
  items: readonly Item[]
  history: readonly Move[]
  discounts: BillOpened['discounts']
}

/** Of rows that are at hand; lines and moves in their order. */
export async function opened(
  caller: Caller,
  row: Row,
  { items, history, discounts }: AtHand,
): Promise<BillOpened> {
  const purse = await purseOf(caller)
  return {
    ...shown(caller, purse, await today(caller), row),
    items: items.map((item) => itemShown(purse, item)),
    history: movesShown(history),
    discounts,
  }
}

const money = [
  'subtotal',
  'discount',
  'tax',
  'total',
  'patient_share',
  'scheme_share',
  'paid',
  'insured',
  'waived',
  'credited',
  'adjusted',
  'written_off',
  'moved_from_scheme',
  'balance',
  'scheme_due',
] as const
const item_money = [
  'gross',
  'discount',
  'net',
  'tax',
  'amount',
  'covered',
  'patient_share',
] as const

function shown(caller: Caller, purse: Purse, day: string, row: Row): Bill {
  const late = row.balance > 0 && row.due_on !== null && row.due_on < day
  return {
    ...row,
    ...inMajor(purse, money, row),
    overdue_days: late ? daysBetween(row.due_on ?? day, day) : null,
    moves: movesOf(caller, row),
  }
}

/** What is held can be released, not held again. */
const movesOf = (caller: Caller, { status, held }: Row): Bill['moves'] =>
  bill_life.open(caller, status).map((move) => (move === 'hold' && held ? 'release' : move))

const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

function itemShown(purse: Purse, item: Item): BillOpened['items'][number] {
  const priced = (amount: number | null): number | null =>
    amount === null ? null : purse.major(amount)
  return {
    ...item,
    code: item.code_typed ?? item.code,
    ...inMajor(purse, [...item_money, 'settled', 'credited', 'balance'], item),
    quantity: item.quantity / 1000,
    list_price: priced(item.list_price),
    unit_price: priced(item.unit_price),
    tax_rate: item.tax_rate === null ? null : item.tax_rate / 100,
  }
}

/** `GET /clearance`: of one source, or of everything of a visit. Amounts only to bill:read. */
export async function clearances(
  caller: Caller,
  asked: { source?: string; source_id?: string; visit_id?: string },
): Promise<Shown[]> {
  const purse = await purseOf(caller)
  const sees = can(caller, 'bill:read')
  const say = <C extends Clearance>(one: C) => ({
    ...one,
    due: sees ? purse.major(one.due) : null,
    message: one.may_proceed ? null : sees ? one.message : 'Not cleared by the cashier.',
  })
  if (asked.visit_id !== undefined) {
    const { lines } = await clearanceOf(caller, { visit_id: asked.visit_id })
    return lines.map(say)
  }
  if (asked.source === undefined) throw invalid('source', 'is required.')
  if (asked.source_id === undefined) throw invalid('source_id', 'is required.')
  return [say(await isSettledNow(caller, asked.source, asked.source_id))]
}
