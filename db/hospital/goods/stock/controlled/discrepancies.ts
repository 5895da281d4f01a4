// What a check found wrong (3.5, STK-77, STK-78): looked into, told of, and put right by a line of the
// register. Nothing is blocked by it: patients get their medicine.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { isId } from '../../../../core/ids.ts'
import { invalid } from '../../../../core/refusal.ts'
import { life } from '../../../../core/states.ts'
import { type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { matching } from '../../../../store/search.ts'
import { oneOf, sql, when, where } from '../../../../store/sql.ts'
import type { RowOf } from '../../../../store/table.ts'
import { historyIn } from '../../../history.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import { anotherPerson } from '../../../office/access/users/another-person.ts'
import { staffAccounts } from '../../../office/access/users/named-accounts.ts'
import { withinDays } from '../../../office/hospitals/days.ts'
import { hospitalOf, today } from '../../../office/hospitals/hospitals.ts'
import { notify, type To } from '../../../office/notifications/notify.ts'
import { scopeOf } from '../../../office/places/facilities.ts'
import { holdGoods } from '../pool/goods.ts'
import { productName, productRecord, type ProductRow, productsOf } from '../products/record.ts'
import { saidQuantity } from '../products/quantities.ts'
import { controlledParties } from '../register/parties.ts'
import { keepersOf, type StoreRow, storeRecord, storesOf } from '../stores/keeping.ts'
import { corrected } from './correct.ts'
import type {
  DiscrepanciesAsked,
  Discrepancy,
  DiscrepancyOpened,
  Investigating,
  Reporting,
  Resolving,
} from './shapes.ts'
import {
  controlled_discrepancies,
  controlled_discrepancy_moves,
  controlled_discrepancy_notes,
} from './tables.ts'
import { type DiscrepancyCause, discrepancy_states } from './words.ts'

type DiscrepancyRow = RowOf<(typeof controlled_discrepancies)['columns']>

const settings = 'controlled:settings'

const discrepancy_life = life('discrepancy', discrepancy_states, {
  investigate: { from: ['OPEN'], to: 'INVESTIGATING', permission: settings },
  resolve: { from: ['OPEN', 'INVESTIGATING'], to: 'RESOLVED', permission: settings },
  report: { from: ['OPEN', 'INVESTIGATING'], to: 'REPORTED', permission: settings },
})

export const discrepancyRecord = recordWithLife(controlled_discrepancies, {
  life: discrepancy_life,
  type: 'controlled_discrepancy',
  called: ({ number }) => number,
  history: historyIn(controlled_discrepancy_moves),
  sequence: 'controlled_discrepancy',
})

interface Found {
  store: StoreRow
  product: ProductRow
  difference: number
  found_line: number
}

export async function openDiscrepancy(
  caller: Caller,
  { store, product, difference, found_line }: Found,
): Promise<DiscrepancyRow> {
  const row = await discrepancyRecord.created(caller, {
    facility_id: store.facility_id,
    store_id: store.id,
    product_id: product.id,
    difference,
    found_line,
    found_at: clock.instant(),
    found_by_id: caller.user_id,
    found_by_name: caller.name,
  })
  const way = difference < 0 ? 'less' : 'more'
  const much = saidQuantity(product, Math.abs(difference))
  const user = (await keepersOf(caller, [store.id])).get(store.id) ?? []
  const told: To[] = [{ permission: settings }, ...(user.length === 0 ? [] : [{ user }])]
  for (const to of told) {
    await notify(caller, {
      to,
      kind: 'stock.controlled_difference',
      title: `${store.name}: ${productName(product)} does not agree`,
      body: `${row.number}: ${much} ${way} than the register says.`,
      entity: { type: 'controlled_discrepancy', id: row.id },
    })
  }
  return row
}

export async function list(
  caller: Caller,
  asked: DiscrepanciesAsked & PageAsked,
): Promise<Page<Discrepancy>> {
  const scope = await scopeOf(caller, undefined)
  const { timezone } = await hospitalOf(caller)
  const found = await pageFrom(controlled_discrepancies, asked, {
    from: sql` from controlled_discrepancies${where([
      sql`hospital_id = ${caller.hospital_id}`,
      scope === 'all' ? undefined : sql`facility_id${oneOf(scope)}`,
      when(asked.store_id, sql`store_id = ${asked.store_id}`),
      when(asked.product_id, sql`product_id = ${asked.product_id}`),
      when(asked.status, sql`status = ${asked.status}`),
      ...withinDays(sql`found_at`, timezone, asked),
      matching('controlled_discrepancies', asked.search),
    ])}`,
    order: sql` order by created_at desc, id desc`,
  })
  return { rows: await shown(caller, found.rows), meta: found.meta }
}

async function shown(caller: Caller, found: readonly DiscrepancyRow[]): Promise<Discrepancy[]> {
  const products = await productsOf(
    caller,
    found.map(({ product_id }) => product_id),
  )
  const places = await storesOf(
    caller,
    found.map(({ store_id }) => store_id),
  )
  return found.map((row) => ({
    ...row,
    reference: row.number,
    store_name: places.get(row.store_id)?.name ?? '',
    product_name: productName(products.get(row.product_id) ?? { name: '', strength: null }),
    difference: row.difference / 1000,
    found_by: row.found_by_name,
    moves: discrepancyRecord.moves(caller, row),
  }))
}

export async function find(caller: Caller, id: string): Promise<DiscrepancyOpened> {
  const row = await discrepancyRecord.get(caller, id)
  const [discrepancy] = await shown(caller, [row])
  const { hospital_id } = caller
  return {
    ...(discrepancy as Discrepancy),
    notes: await controlled_discrepancy_notes.all(
      { hospital_id, discrepancy_id: id },
      { order: ['at', 'id'] },
    ),
    history: await discrepancyRecord.history(caller, id),
  }
}

export async function note(caller: Caller, id: string, text: string): Promise<DiscrepancyRow> {
  const row = await discrepancyRecord.locked(caller, id)
  await written(caller, id, text)
  return discrepancyRecord.changed(caller, row, 'note')
}

const written = ({ hospital_id, name }: Caller, discrepancy_id: string, text: string) =>
  controlled_discrepancy_notes.insert({
    hospital_id,
    discrepancy_id,
    at: clock.instant(),
    by_name: name,
    text,
  })

export async function investigate(
  caller: Caller,
  id: string,
  { investigator_id, due_on }: Investigating,
): Promise<DiscrepancyRow> {
  const before = await discrepancyRecord.begin(caller, id, 'investigate')
  const known = isId(investigator_id) ? await staffAccounts(caller, [investigator_id]) : []
  if (known.length === 0) {
    throw invalid('investigator_id', 'is nobody with an account here.')
  }
  if (due_on < (await today(caller))) throw invalid('due_on', 'is past.')
  return discrepancyRecord.moved(caller, before, 'investigate', { investigator_id, due_on })
}

/** What is short leaves under the reason of its cause; what was found is a wrong entry or a find. */
function reasonOf(cause: DiscrepancyCause, difference: number): string {
  const entry = cause === 'ENTRY_MISSED' || cause === 'WRONG_ENTRY'
  if (entry) return 'WRONG_ENTRY'
  if (difference > 0) return 'FOUND'
  if (cause === 'SPILL') return 'SPILT'
  return cause === 'THEFT' ? 'STOLEN' : 'LOST'
}

export async function resolve(
  caller: Caller,
  id: string,
  { cause, note: text, witness_token }: Resolving,
): Promise<DiscrepancyRow> {
  const seen = await discrepancyRecord.get(caller, id)
  const store = await storeRecord.get(caller, seen.store_id)
  const product = await productRecord.get(caller, seen.product_id)
  const goods = await holdGoods(caller, [{ store, product }])
  const before = await discrepancyRecord.begin(caller, id, 'resolve')
  await anotherPerson(caller, before.found_by_id, settings, {
    words: 'You found this discrepancy: somebody else must resolve it.',
  })
  const parties = await controlledParties(caller, witness_token)
  const entry = await corrected(caller, goods, {
    store,
    product,
    quantity: before.difference,
    corrects_line: before.found_line,
    batch_id: null,
    reason_code: reasonOf(cause, before.difference),
    reason: `${before.number} ${cause}: ${text}`,
    parties,
  })
  await written(caller, id, text)
  const by = { cause, resolved_by_name: caller.name, correction_line: entry.line_no }
  return discrepancyRecord.moved(caller, before, 'resolve', by, text)
}

export async function report(
  caller: Caller,
  id: string,
  { cause, authority_ref, note: text }: Reporting,
): Promise<DiscrepancyRow> {
  const before = await discrepancyRecord.begin(caller, id, 'report')
  await written(caller, id, text)
  await notify(caller, {
    to: { role: 'director' },
    kind: 'stock.controlled_reported',
    title: `Controlled drugs: ${before.number} was reported`,
    body: `${cause}, ${authority_ref}: ${text}`,
    entity: { type: 'controlled_discrepancy', id },
  })
  return discrepancyRecord.moved(caller, before, 'report', { cause, authority_ref }, text)
}
