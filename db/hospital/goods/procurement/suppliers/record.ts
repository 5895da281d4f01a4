// Suppliers (2.8, 3.7): who sells to the hospital, and whether one buys there.

import type { Caller } from '../../../../core/caller.ts'
import { toBasisPoints, toPercent } from '../../../../core/kinds/percent.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { life } from '../../../../core/states.ts'
import { fresh } from '../../../../core/versions.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import { type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { matching } from '../../../../store/search.ts'
import { sql, when, where } from '../../../../store/sql.ts'
import { folded, type RowOf } from '../../../../store/table.ts'
import { historyIn } from '../../../history.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import { purseOf } from '../../../money/accounting/purse.ts'
import { currency as currencyOf } from '../../../office/hospitals/hospitals.ts'
import { type Owed, owedTo } from './owed.ts'
import type {
  Supplier,
  SupplierChange,
  SupplierInput,
  SupplierOpened,
  SuppliersAsked,
} from './shapes.ts'
import { supplier_moves, suppliers } from './tables.ts'
import { supplier_states } from './words.ts'

export type SupplierRow = RowOf<(typeof suppliers)['columns']>

const write = 'supplier:write'
const supplier_life = life('supplier', supplier_states, {
  block: { from: ['ACTIVE'], to: 'BLOCKED', permission: write, reason: 'required' },
  unblock: { from: ['BLOCKED'], to: 'ACTIVE', permission: write, reason: 'required' },
  deactivate: { from: ['ACTIVE'], to: 'INACTIVE', permission: write, reason: 'required' },
  activate: { from: ['INACTIVE'], to: 'ACTIVE', permission: write },
})

export const supplierRecord = recordWithLife(suppliers, {
  life: supplier_life,
  called: ({ name }) => name,
  label: ({ number, name }) => `${number} ${name}`,
  history: historyIn(supplier_moves),
  sequence: 'supplier',
  async clash({ hospital_id }, error, wanted) {
    if (!isTaken(error, 'name_key')) return error
    const other = await suppliers.find({ hospital_id, name_key: wanted.name_key })
    return conflict(`${wanted.name} is already ${other?.number ?? 'there'}.`, 'name')
  },
})

export async function open(caller: Caller, input: SupplierInput): Promise<SupplierRow> {
  const { name, kind = 'OTHER', ...rest } = input
  const said = await readSupplier(caller, rest)
  return supplierRecord.created(caller, {
    currency: (await currencyOf(caller)).code,
    ...said,
    name,
    name_key: folded(name),
    kind,
  })
}

/** What a body says, as the row keeps it. */
export async function readSupplier(
  caller: Caller,
  input: SupplierChange,
): Promise<Partial<SupplierRow>> {
  const { wht_pct, vat_withheld_pct, currency, name, ...rest } = input
  const said: Partial<SupplierRow> = Object.fromEntries(
    Object.entries(rest).map(([field, value]) => [field, value === '' ? null : value]),
  )
  if (name !== undefined) Object.assign(said, { name, name_key: folded(name) })
  if (wht_pct !== undefined) said.wht_bp = toBasisPoints(wht_pct, 'wht_pct')
  if (vat_withheld_pct !== undefined) {
    said.vat_withheld_bp = toBasisPoints(vat_withheld_pct, 'vat_withheld_pct')
  }
  if (currency !== undefined) said.currency = await ownCurrency(caller, currency)
  return said
}

/** Other currencies are not bought in yet. */
export async function ownCurrency(caller: Caller, typed: string): Promise<string> {
  const { code } = await currencyOf(caller)
  if (typed.toUpperCase() !== code)
    throw invalid('currency', `must be ${code}: no other is offered yet.`)
  return code
}

export async function change(
  caller: Caller,
  id: string,
  input: SupplierChange,
): Promise<SupplierRow> {
  const before = await supplierRecord.locked(caller, id)
  fresh(caller, before)
  return supplierRecord.changed(caller, before, 'change', await readSupplier(caller, input))
}

export const move = async (
  caller: Caller,
  id: string,
  to: 'block' | 'unblock' | 'activate',
  reason: string | null = null,
): Promise<SupplierRow> =>
  supplierRecord.moved(
    caller,
    await supplierRecord.begin(caller, id, to),
    to,
    to === 'activate' ? {} : { block_reason: to === 'block' ? reason : null },
    reason,
  )

export async function deactivate(caller: Caller, id: string, reason: string): Promise<SupplierRow> {
  const before = await supplierRecord.begin(caller, id, 'deactivate')
  const { balance, on_order } = (await owedTo(caller, [id])).get(id) as Owed
  const { said } = await purseOf(caller)
  if (on_order > 0) throw conflict(`Orders to ${before.name} are open.`, 'open_orders')
  if (balance !== 0) throw conflict(`${said(balance)} are still owed to ${before.name}.`, 'balance')
  return supplierRecord.moved(caller, before, 'deactivate', {}, reason)
}

/** One that is bought from today (6). */
export async function supplierInUse(caller: Caller, id: string): Promise<SupplierRow> {
  const found = await supplierRecord.get(caller, id)
  if (found.status === 'BLOCKED') {
    throw conflict(`${found.name} is blocked: ${found.block_reason ?? ''}.`, 'blocked')
  }
  if (found.status === 'INACTIVE') throw conflict(`${found.name} is not active.`, 'inactive')
  return found
}

export async function suppliersOf(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  ids: readonly (string | null)[],
): Promise<Map<string, SupplierRow>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  const found = wanted.length === 0 ? [] : await suppliers.all({ hospital_id, id: wanted })
  return new Map(found.map((row) => [row.id, row]))
}

export async function list(
  caller: Caller,
  asked: SuppliersAsked & PageAsked,
): Promise<Page<Supplier>> {
  const found = await pageFrom(suppliers, asked, {
    from: sql` from goods_suppliers${where([
      sql`hospital_id = ${caller.hospital_id}`,
      when(asked.status, sql`status = ${asked.status}`),
      when(asked.kind, sql`kind = ${asked.kind}`),
      when(
        asked.product_id,
        sql`id in (select o.supplier_id from purchase_orders o
          join purchase_order_lines l on l.order_id = o.id where l.product_id = ${asked.product_id})`,
      ),
      matching('goods_suppliers', asked.search),
    ])}`,
    order: sql` order by name, id`,
  })
  const owed = await owedTo(
    caller,
    found.rows.map(({ id }) => id),
  )
  const { major } = await purseOf(caller)
  return { rows: found.rows.map((row) => shown(caller, row, owed, major)), meta: found.meta }
}

function shown(
  caller: Caller,
  row: SupplierRow,
  owed: Map<string, Owed>,
  major: (amount: number) => number,
): Supplier {
  const { balance, overdue, on_order, advance } = owed.get(row.id) as Owed
  return {
    ...row,
    reference: row.number,
    wht_pct: toPercent(row.wht_bp),
    vat_withheld_pct: toPercent(row.vat_withheld_bp),
    balance: major(balance),
    overdue: major(overdue),
    on_order: major(on_order),
    advance: major(advance),
    moves: supplierRecord.moves(caller, row),
  }
}

export async function find(caller: Caller, id: string): Promise<SupplierOpened> {
  const row = await supplierRecord.get(caller, id)
  const { major } = await purseOf(caller)
  return {
    ...shown(caller, row, await owedTo(caller, [id]), major),
    history: await supplierRecord.history(caller, id),
  }
}

/** As the books name a party. */
export async function namesOf(
  caller: Pick<Caller, 'hospital_id'>,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> {
  const found = await suppliersOf(caller, ids)
  return [...found.values()].map(({ id, name }) => ({ id, name }))
}
