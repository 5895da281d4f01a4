// `pools`: whatever is received, issued, brought back, counted, sent, adjusted, recalled, set apart, destroyed and
// sent back to who sold it, in whatever order, levels equal moves, registers equal levels,
// pools equal the ledger, nothing is worth less than nothing and nothing that is gone is worth anything.
// POOLS=10000 for the whole proof.

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { newId } from '../../../../db/core/ids.ts'
import { isRefusal } from '../../../../db/core/refusal.ts'
import * as receiving from '../../../../db/hospital/goods/procurement/receipts/drafts.ts'
import { post as postReceipt } from '../../../../db/hospital/goods/procurement/receipts/posting.ts'
import { goods_receipt_lines } from '../../../../db/hospital/goods/procurement/receipts/tables.ts'
import { open as writeReturn } from '../../../../db/hospital/goods/procurement/returns/drafts.ts'
import * as returning from '../../../../db/hospital/goods/procurement/returns/sending.ts'
import { open as openSupplier } from '../../../../db/hospital/goods/procurement/suppliers/record.ts'
import * as decide from '../../../../db/hospital/goods/stock/adjustments/decide.ts'
import { open as adjust } from '../../../../db/hospital/goods/stock/adjustments/drafts.ts'
import { approve } from '../../../../db/hospital/goods/stock/counts/approve.ts'
import * as counting from '../../../../db/hospital/goods/stock/counts/planning.ts'
import { submit } from '../../../../db/hospital/goods/stock/counts/recount.ts'
import { saveSheet } from '../../../../db/hospital/goods/stock/counts/sheets.ts'
import { stock_count_lines } from '../../../../db/hospital/goods/stock/counts/tables.ts'
import * as disposing from '../../../../db/hospital/goods/stock/disposals/disposing.ts'
import type { MoveKind } from '../../../../db/hospital/goods/stock/pool/words.ts'
import { receiveBack } from '../../../../db/hospital/goods/stock/pool/back.ts'
import * as recalling from '../../../../db/hospital/goods/stock/recalls/recalling.ts'
import * as arrive from '../../../../db/hospital/goods/stock/transfers/arrive.ts'
import * as transfers from '../../../../db/hospital/goods/stock/transfers/send.ts'
import {
  stock_transfer_batches,
  stock_transfers,
} from '../../../../db/hospital/goods/stock/transfers/tables.ts'
import { stock_witnesses } from '../../../../db/hospital/goods/stock/witness/tables.ts'
import { hashOfToken } from '../../../../db/hospital/office/access/callers.ts'
import { issue } from '../../../../db/hospital/goods/stock/pool/issue.ts'
import { put, release } from '../../../../db/hospital/goods/stock/quarantine/quarantine.ts'
import { quarantine_items } from '../../../../db/hospital/goods/stock/quarantine/tables.ts'
import { stock_levels, stock_moves } from '../../../../db/hospital/goods/stock/pool/tables.ts'
import { row, rows, within } from '../../../../db/store/connection.ts'
import { sql } from '../../../../db/store/sql.ts'
import { booksOf } from '../../../../db/hospital/money/accounting/books.ts'
import { proveSubledgers } from '../../../../db/hospital/money/accounting/proofs/subledgers.ts'
import { rebuilt } from '../../../support/money/books.ts'
import type { Caller } from '../../../../db/core/caller.ts'
import { boot } from '../../../support/boot.ts'
import { actor, shelfOf } from '../../../support/goods.ts'

const steps = Number(process.env['POOLS'] ?? 300)

/** The same numbers every time: a failure is found again. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

t.test('pools: what lies there, what moved and the ledger agree (STK-10 to STK-16)', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-05-04T08:00:00Z')
  const roll = dice(7)
  const shelf = await shelfOf(house)
  const second = await shelfOf(house, { is_default_dispensing: false })
  const keeper = actor(house, shelf.keeper)
  const other = actor(house, second.keeper)
  const { hospital_id } = keeper
  const { id: store_id } = shelf.store
  const products: { id: string; code: string }[] = []
  for (let n = 0; n < 4; n += 1) products.push(await shelf.product())
  const one = () => products[roll(products.length)] as { id: string; code: string }
  const anyLevel = async () => {
    const found = await stock_levels.all({ hospital_id }, { order: ['id'] })
    return found[roll(found.length)]
  }
  const works: (() => Promise<unknown>)[] = [
    async () =>
      shelf.lay(one(), 1 + roll(50), {
        lot: `L${roll(30)}`,
        expiry: '2028-08-31',
        unit_cost: String(roll(1000)),
      }),
    async () => {
      const lines = [
        { product_id: one().id, quantity: 1 + roll(30) },
        { product_id: one().id, quantity: 1 + roll(10) },
      ]
      const asked = { store_id, lines, kind: 'DISPENSE', source: 'pools', source_id: newId() }
      return within(() => issue(keeper, asked))
    },
    async () => {
      const level = await anyLevel()
      const way = roll(2) === 0 ? -1 : 1
      return within(async () => {
        const { id } = await adjust(keeper, {
          store_id,
          reason_code: 'WRONG_ENTRY',
          note: 'Counted again',
          lines: [
            {
              product_id: level?.product_id ?? '',
              batch_id: level?.batch_id ?? '',
              quantity: way * (1 + roll(9)),
              unit_cost: roll(3) === 0 ? roll(500) : null,
            },
          ],
        })
        return decide.submit(keeper, id, null)
      })
    },
    async () => {
      const level = await anyLevel()
      return within(() =>
        put(keeper, {
          store_id,
          batch_id: level?.batch_id ?? '',
          quantity: 1 + roll(20),
          reason: 'INSPECTION',
          note: 'Looked at',
        }),
      )
    },
    async () => {
      const [item] = await quarantine_items.all({ hospital_id }, { order: ['-id'], limit: 1 })
      return within(() => release(keeper, item?.id ?? '', { quantity: 1, note: 'Fine' }))
    },
  ]
  works.push(
    ...journeys({
      keeper,
      other,
      store_id,
      second_id: second.store.id,
      third_id: shelf.manager.user.id,
      supplier_id: (await within(() => openSupplier(keeper, { name: 'MedSupply' }))).id,
      roll,
      one,
    }),
  )
  let done = 0
  for (let step = 1; step <= steps; step += 1) {
    const work = works[roll(works.length)] as () => Promise<unknown>
    await work().then(
      () => (done += 1),
      (error: unknown) => {
        // What cannot be done is refused in words; anything else is a bug.
        if (!isRefusal(error) || error.status >= 500) throw error
      },
    )
    const wrong = await apart(hospital_id)
    if (wrong !== null) return t.fail(`step ${step}: ${wrong}`)
  }
  t.ok(done > steps / 4, `${done} of ${steps} were done`)
  const kinds = new Set((await stock_moves.all({ hospital_id })).map(({ kind }) => kind))
  for (const kind of [
    'TRANSFER_IN',
    'RETURN_IN',
    'COUNT',
    'ADJUST_IN',
    'DISPOSAL',
    'DISPENSE',
    'SUPPLIER_RETURN',
  ]) {
    t.ok(kinds.has(kind as MoveKind), `${kind} was done`)
  }
  const proofs = await proveSubledgers(
    house.system,
    await booksOf(house.system),
    '2026-05-04',
    (id) => id === 'ACC-113' || id === 'ACC-114',
  )
  t.match(proofs, [
    { failed: 0, first: null },
    { failed: 0, first: null },
  ])
  await rebuilt(t, house, 5)
})

interface Roads {
  keeper: Caller
  /** Who decides on what the keeper made. */
  other: Caller
  store_id: string
  second_id: string
  /** Who stands by. */
  third_id: string
  /** Who sells. */
  supplier_id: string
  roll: (sides: number) => number
  one: () => { id: string }
}

/** What goes to another place or person, and comes back. */
function journeys(roads: Roads) {
  const { keeper, other, store_id, second_id, third_id, supplier_id, roll, one } = roads
  const { hospital_id } = keeper
  const any = <T>(list: readonly T[]): T | undefined => list[roll(list.length || 1)]
  /** A second person's word, as the workstation would have taken it. */
  const witness = async (purpose: 'DISPOSAL'): Promise<string> => {
    const token = newId()
    await stock_witnesses.insert({
      hospital_id,
      token_hash: hashOfToken(token),
      session_id: other.session_id,
      asked_by_id: other.user_id,
      user_id: third_id,
      name: 'Neema Mrema',
      licence_no: null,
      purpose,
      expires_at: '2026-05-04T09:00:00.000Z',
    })
    return token
  }
  return [
    () =>
      within(async () => {
        const way = roll(2) === 0
        const { id } = await transfers.open(keeper, {
          from_store_id: way ? store_id : second_id,
          to_store_id: way ? second_id : store_id,
          lines: [{ product_id: one().id, quantity: 1 + roll(20) }],
        })
        return transfers.send(keeper, id, {})
      }),
    async () => {
      const sent = any(await stock_transfers.all({ hospital_id, status: 'SENT' }))
      const pieces = await stock_transfer_batches.all({ hospital_id, transfer_id: sent?.id ?? '' })
      const lines = pieces.map(({ batch_id, sent: all }) => ({
        batch_id,
        received: roll(2) === 0 ? all / 1000 : roll(all / 1000 + 1),
        reason: roll(2) === 0 ? ('LOST' as const) : ('NOT_SENT' as const),
      }))
      return within(() => arrive.receive(other, sent?.id ?? '', { lines }))
    },
    async () => {
      const sent = any(await stock_transfers.all({ hospital_id, status: 'SENT' }))
      return within(() => arrive.cancel(keeper, sent?.id ?? '', { reason: 'Not needed' }))
    },
    async () => {
      const move = any(await stock_moves.all({ hospital_id, kind: 'DISPENSE' }))
      const condition = any(['GOOD', 'QUARANTINE', 'DESTROY'] as const) ?? 'GOOD'
      const { source = '', source_id = '', product_id = '', batch_id = '' } = move ?? {}
      const line = { product_id, batch_id, quantity: 1 + roll(9), condition, reason: 'Not taken' }
      return within(() =>
        receiveBack(keeper, {
          source: 'back',
          source_id: newId(),
          store_id,
          lines: [{ ...line, issue_source: { source, source_id } }],
        }),
      )
    },
    () =>
      within(async () => {
        const filter = { product_ids: [one().id] }
        const { id } = await counting.plan(keeper, { store_id, kind: 'SPOT', filter })
        await counting.start(keeper, id)
        const lines = await stock_count_lines.all({ hospital_id, count_id: id })
        const levels = await stock_levels.all({ hospital_id, store_id })
        const sheet = lines.map((line) => {
          const book = levels.find(({ batch_id }) => batch_id === line.batch_id)?.quantity ?? 0
          const counted = Math.max(0, book / 1000 + roll(5) - 2)
          return { line_id: line.id, counted, reason: 'Counted twice' }
        })
        await saveSheet(keeper, id, sheet)
        await submit(keeper, id, false)
        return approve(other, id, {})
      }),
    () =>
      within(async () => {
        const committee = [
          { name: 'Asha Juma', title: 'Pharmacist' },
          { name: 'John Mushi', title: 'Secretary' },
        ]
        const drawn = { store_id, method: 'LANDFILL', from_quarantine: true, committee } as const
        const { id } = await disposing.open(keeper, drawn)
        await disposing.approve(other, id, null)
        const witness_token = await witness('DISPOSAL')
        return disposing.destroy(other, id, { destroyed_on: '2026-05-04', witness_token })
      }),
    () =>
      within(async () => {
        const line = { quantity: 1 + roll(20), free_quantity: roll(5), unit_price: roll(900) }
        const lot = { lot: `L${roll(30)}`, expiry: '2028-08-31' }
        const { id } = await receiving.open(keeper, {
          kind: 'DIRECT',
          store_id,
          supplier_id,
          lines: [{ product_id: one().id, ...line, ...lot }],
        })
        return postReceipt(keeper, id, null)
      }),
    () =>
      within(async () => {
        const came = any(await goods_receipt_lines.all({ hospital_id }, { order: ['id'] }))
        const line = { batch_id: came?.batch_id ?? '', receipt_line_id: came?.id ?? null }
        const { id } = await writeReturn(keeper, {
          supplier_id,
          store_id,
          reason: 'QUALITY',
          lines: [
            { ...line, quantity: 1 + roll(9) },
            ...(roll(2) === 0 ? [{ ...line, quantity: 1, free: true }] : []),
          ],
        })
        await returning.approve(other, id, null)
        return returning.send(keeper, id, {})
      }),
    () =>
      within(async () => {
        const made = await recalling.open(keeper, {
          product_ids: [one().id],
          lots: [`L${roll(30)}`],
          level: 'III',
          source: 'OWN',
          notice_on: '2026-05-04',
          reason: 'Looked at once more',
          instruction: 'QUARANTINE',
        })
        const off = { withdrawn: true, close_note: 'Taken back' }
        return roll(2) === 0 ? recalling.close(keeper, made.id, off) : made
      }),
  ] satisfies (() => Promise<unknown>)[]
}

/** What does not agree, in words. */
async function apart(hospital_id: string): Promise<string | null> {
  const found = await row<Record<string, number>>(
    sql`select
      (select count(*) from stock_pools where hospital_id = ${hospital_id}
        and (value < 0 or quantity < 0 or (quantity = 0 and value <> 0))) as worthless,
      (select count(*) from stock_levels where hospital_id = ${hospital_id}
        and (quantity < 0 or quarantined < 0 or quarantined > quantity)) as below,
      (select count(*) from stock_levels l where l.hospital_id = ${hospital_id} and l.quantity <>
        (select coalesce(sum(m.quantity), 0) from stock_moves m
          where m.store_id = l.store_id and m.batch_id = l.batch_id)) as unmoved,
      (select count(*) from stock_pools p where p.hospital_id = ${hospital_id} and p.value <>
        (select coalesce(sum(m.value), 0) from stock_moves m
          where m.product_id = p.product_id and m.facility_id = p.facility_id)) as unvalued,
      (select count(*) from stock_pools p where p.hospital_id = ${hospital_id} and p.quantity <>
        (select coalesce(sum(l.quantity), 0) from stock_levels l
          where l.product_id = p.product_id)
        + (select coalesce(sum(b.sent), 0) from stock_transfer_batches b
          join stock_transfers f on f.id = b.transfer_id
          where b.product_id = p.product_id and f.status = 'SENT')) as uneven,
      (select count(*) from stock_levels l where l.hospital_id = ${hospital_id} and l.quarantined <>
        (select coalesce(sum(q.quantity), 0) from quarantine_items q where q.level_id = l.id))
        as unapart,
      (select count(*) from controlled_entries e where e.hospital_id = ${hospital_id}
        and e.line_no = (select max(n.line_no) from controlled_entries n
          where n.store_id = e.store_id and n.product_id = e.product_id)
        and e.balance <> (select coalesce(sum(l.quantity), 0) from stock_levels l
          where l.store_id = e.store_id and l.product_id = e.product_id)) as unregistered`,
  )
  const names = Object.entries(found ?? {}).filter(([, n]) => Number(n) > 0)
  if (names.length === 0) return null
  const last = await rows(
    sql`select kind, quantity, value from stock_moves where hospital_id = ${hospital_id}
      order by id desc limit 3`,
  )
  return `${names.map(([name, n]) => `${name} ${n}`).join(', ')}: ${JSON.stringify(last)}`
}
