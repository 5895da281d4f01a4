// The one way in which goods move (STK-10 to STK-16, STK-42): value by the pool, one entry in the ledger,
// a move for each batch, levels, and the register of what is controlled, all in one transaction.

import { createHash } from 'node:crypto'
import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { portion } from '../../../../core/kinds/money.ts'
import { conflict } from '../../../../core/refusal.ts'
import { run } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import type { NewRow, RowOf } from '../../../../store/table.ts'
import { rowsOf as patientRowsOf } from '../../../desk/patients/rows.ts'
import { post } from '../../../money/accounting/posting/post.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { registry } from '../../../registry.ts'
import type { ProductRow } from '../products/record.ts'
import { enter } from '../register/write.ts'
import type { Parties } from '../register/parties.ts'
import type { RegisterKind } from '../register/words.ts'
import { refuseFrozen } from '../counts/frozen.ts'
import type { StoreRow } from '../stores/keeping.ts'
import { forgetUse } from '../use/kept.ts'
import { type OtherSide, otherAccount, stockAccount } from './accounts.ts'
import type { BatchRow } from './batches.ts'
import type { Goods, LevelRow } from './goods.ts'
import { linesOfMoves } from './posted-lines.ts'
import { stock_levels, stock_moves } from './tables.ts'
import type { MoveKind } from './words.ts'

export type MoveRow = RowOf<(typeof stock_moves)['columns']>

export interface Movement {
  store: StoreRow
  product: ProductRow
  batch: BatchRow
  kind: MoveKind
  /** Signed, in thousandths. */
  quantity: number
  /** Of what comes in, or leaves again as it came; absent: at the average of what lies there. */
  value?: number | undefined
  /** By how much what is quarantined rises or falls with it. */
  quarantined?: number | undefined
  /** Where the value goes or comes from; null: nowhere, it stays in the pool. */
  other: OtherSide | null
  other_facility_id?: string | undefined
  line: number
  department?: string | null | undefined
  patient_id?: string | null | undefined
  note?: string | null | undefined
  bin?: string | null | undefined
  /** The move that it brings back, whole or in part. */
  back_of_id?: string | undefined
  /** What the register says beside, where the product is controlled. */
  register?: { kind: RegisterKind; corrects_line?: number } & Partial<
    Record<RegisterWord, string | null>
  >
}
type RegisterWord =
  | 'patient_name'
  | 'patient_number'
  | 'prescriber_name'
  | 'prescription_no'
  | 'from_to'
  | 'reason'

export interface Paper {
  /** A key of the posting table; null: this is no event of the ledger. */
  posting: string | null
  source: string
  source_id: string
  reference: string
  memo: string
  occurred_at?: string | null | undefined
  /** Of a made-up story alone: when it is told to have happened (STK-15 knows no other past). */
  told_of?: { at: string; day: string } | undefined
  /** Of the lines of the register. */
  parties?: Parties | undefined
  path?: string | undefined
  /** Where a document says more in the ledger than its moves: it posts the entry itself, of their values. */
  entry?: ((moves: readonly MoveRow[]) => Promise<string | null>) | undefined
}

export async function moveGoods(
  caller: Caller,
  goods: Goods,
  paper: Paper,
  movements: readonly Movement[],
): Promise<MoveRow[]> {
  if (movements.length === 0) return []
  await refuseFrozen(
    caller,
    movements.map(({ store }) => store.id),
    movements.map(({ product }) => product.id),
    paper,
  )
  const day = paper.told_of?.day ?? (await today(caller))
  const made: NewRow<(typeof stock_moves)['columns']>[] = []
  const touched = new Set<LevelRow>()
  for (const movement of movements) {
    made.push(await moved(caller, goods, paper, movement, day, touched))
  }
  const rows = made.map((row) => stock_moves.withDefaults(row))
  const reference = await (paper.entry ?? ((moves) => posted(caller, paper, moves)))(rows)
  const kept = rows.map((row) => ({ ...row, entry_reference: reference }))
  await goods.pools.write()
  await writeLevels(caller, [...touched])
  await stock_moves.insertMany(kept)
  await markMoved(caller, movements)
  await registered(caller, paper, movements, kept)
  if (paper.told_of !== undefined) await forgetUse(caller, day)
  await tellOut(caller, movements, kept)
  return kept
}

async function moved(
  caller: Caller,
  goods: Goods,
  paper: Paper,
  movement: Movement,
  posted_on: string,
  touched: Set<LevelRow>,
): Promise<NewRow<(typeof stock_moves)['columns']>> {
  const { store, product, batch, quantity, quarantined = 0, other } = movement
  const level = goods.add(store.id, batch)
  level.quantity += quantity
  level.quarantined += quarantined
  if (movement.bin) level.bin = movement.bin
  if (level.quantity < 0 || level.quarantined < 0 || level.quarantined > level.quantity) {
    throw new Error('goods would fall below nothing')
  }
  touched.add(level)
  const value = valueOf(goods, movement)
  const has_entry = paper.posting !== null && other !== null
  return {
    hospital_id: caller.hospital_id,
    facility_id: store.facility_id,
    store_id: store.id,
    product_id: product.id,
    batch_id: batch.id,
    at: paper.told_of?.at ?? clock.instant(),
    occurred_at: paper.occurred_at ?? null,
    kind: movement.kind,
    quantity,
    balance: goods.balance(store.id, product.id),
    value,
    source: paper.source,
    source_id: paper.source_id,
    line: movement.line,
    reference: paper.reference,
    patient_id: movement.patient_id ?? null,
    department: movement.department ?? null,
    by_id: caller.user_id,
    by_name: caller.name,
    witness_name: paper.parties?.witness_name ?? null,
    note: movement.note ?? null,
    back_of_id: movement.back_of_id ?? null,
    posted_as: has_entry ? paper.posting : null,
    posted_id: has_entry ? postedId(paper) : null,
    posted_on,
    stock_account_id: has_entry ? await stockAccount(caller, product) : null,
    other_account_id: other === null ? null : await otherAccount(caller, product, other),
    other_facility_id: movement.other_facility_id ?? null,
  }
}

/** STK-10 to STK-14: signed as the quantity is; what a programme gave has no value. */
function valueOf(
  goods: Goods,
  { store, product, batch, quantity, value, other }: Movement,
): number {
  if (batch.funding === 'PROGRAMME' || other === null) return 0
  const key = { product_id: product.id, facility_id: store.facility_id }
  if (quantity < 0 && value !== undefined) {
    goods.pools.put(key, quantity, -value)
    return -value
  }
  if (quantity < 0) return -goods.pools.take(key, -quantity)
  const pool = goods.pools.of(key)
  const average = pool.quantity === 0 ? 0 : portion(pool.value, quantity, pool.quantity)
  const comes = value ?? average
  goods.pools.put(key, quantity, comes)
  return comes
}

/** `<source>:<source_id>`, as long as the journal takes it. */
export function postedId({ source, source_id }: Pick<Paper, 'source' | 'source_id'>): string {
  const whole = `${source}:${source_id}`
  if (whole.length <= 120) return whole
  return `${source}:${createHash('sha256').update(source_id).digest('hex')}`
}

/** One entry for each call or document, not for each move; nothing where nothing has a value. */
async function posted(
  caller: Caller,
  paper: Paper,
  rows: readonly MoveRow[],
): Promise<string | null> {
  const lines = linesOfMoves(rows)
  if (paper.posting === null || lines.length === 0) return null
  const entry = await post(caller, {
    source: paper.posting,
    source_id: postedId(paper),
    date: paper.told_of?.day,
    memo: paper.memo,
    lines,
    document: {
      kind: paper.source,
      id: paper.source_id.slice(0, 60),
      reference: paper.reference,
      path: paper.path ?? `/stock/moves?source_id=${encodeURIComponent(paper.source_id)}`,
    },
  })
  return entry.reference
}

async function writeLevels(caller: Caller, levels: readonly LevelRow[]): Promise<void> {
  for (const level of levels.toSorted((a, b) => (a.batch_id < b.batch_id ? -1 : 1))) {
    const { id, quantity, quarantined, bin } = level
    const { hospital_id } = caller
    const changed = await stock_levels.change({ hospital_id, id }, { quantity, quarantined, bin })
    if (changed === 0) await stock_levels.insert(level)
  }
}

async function markMoved({ hospital_id }: Caller, movements: readonly Movement[]): Promise<void> {
  const fresh = movements.filter(({ product }) => !product.moved).map(({ product }) => product.id)
  if (fresh.length === 0) return
  await run(
    sql`update products set moved = ${true} where hospital_id = ${hospital_id}
      and id${oneOf([...new Set(fresh)])}`,
  )
}

/** STK-70. */
async function registered(
  caller: Caller,
  { parties, source, source_id }: Paper,
  movements: readonly Movement[],
  rows: readonly MoveRow[],
): Promise<void> {
  const named = await patientsOn(caller, movements)
  for (const [
    at,
    { store, product, batch, quantity, register, patient_id },
  ] of movements.entries()) {
    if (!product.controlled) continue
    const patient = named.get(patient_id ?? '')
    if (!store.controlled_cupboard) {
      throw conflict(`${store.name} has no controlled-drug cupboard.`, 'cupboard')
    }
    if (parties === undefined) throw new Error('a controlled drug moved without its two people')
    await enter(caller, parties, {
      ...register,
      kind: register?.kind ?? (quantity < 0 ? 'ISSUE' : 'RECEIPT'),
      store_id: store.id,
      product_id: product.id,
      batch_id: batch.id,
      lot: batch.lot,
      quantity_in: Math.max(0, quantity),
      quantity_out: Math.max(0, -quantity),
      balance: rows[at]?.balance ?? 0,
      patient_id: patient_id ?? null,
      patient_name: patient?.full_name.slice(0, 160) ?? null,
      patient_number: patient?.number ?? null,
      source,
      source_id,
    })
  }
}

/** As they were called when the line was written: it is never written anew (STK-75, STK-165). */
async function patientsOn(caller: Caller, movements: readonly Movement[]) {
  const ids = movements.flatMap(({ product, patient_id }) =>
    product.controlled && patient_id ? [patient_id] : [],
  )
  const found = await patientRowsOf(caller, [...new Set(ids)])
  return new Map(found.map((patient) => [patient.id, patient]))
}

/** STK-164: the last of a product left a store. */
async function tellOut(
  caller: Caller,
  movements: readonly Movement[],
  rows: readonly MoveRow[],
): Promise<void> {
  for (const [at, { store, product, batch, quantity }] of movements.entries()) {
    if (quantity >= 0 || rows[at]?.balance !== 0) continue
    for (const told of registry.on_stock) {
      await told(caller, {
        what: 'OUT',
        product_id: product.id,
        batch_id: batch.id,
        store_id: store.id,
      })
    }
  }
}
