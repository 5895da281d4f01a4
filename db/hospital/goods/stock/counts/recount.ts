// Handing a count in, and counting again what is far from the books (3.3).

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict, Refusal } from '../../../../core/refusal.ts'
import { anotherPerson } from '../../../office/access/users/another-person.ts'
import { packs, productsOf } from '../products/record.ts'
import { count_content, type CountLineRow, countRecord, type CountRow, mayCount } from './record.ts'
import { bookOf, levelsNow, quantityOf } from './sheets.ts'
import type { Recounted, SendBack } from './shapes.ts'
import { stock_count_lines } from './tables.ts'
import { judge } from './variances.ts'

export async function submit(
  caller: Caller,
  id: string,
  missing_as_zero: boolean,
): Promise<CountRow> {
  const before = await countRecord.begin(caller, id, 'submit')
  await mayCount(caller, before)
  const lines = await count_content.of(caller, id)
  const open = lines.filter(({ counted }) => counted === null)
  if (open.length > 0 && !missing_as_zero) {
    const are = open.length === 1 ? '1 line is' : `${open.length} lines are`
    throw conflict(`${are} not counted yet.`, 'open')
  }
  await asNothing(caller, before, open)
  const far = (await judge(caller, before, lines)).filter((one) => one.far)
  for (const { line } of far) await mustAgain(caller, line)
  const status = far.length > 0 ? 'RECOUNT' : 'REVIEW'
  return countRecord.moved(caller, before, 'submit', { status })
}

async function asNothing(
  caller: Caller,
  { store_id }: CountRow,
  open: readonly CountLineRow[],
): Promise<void> {
  if (open.length === 0) return
  const levels = await levelsNow(caller, store_id)
  for (const line of open) {
    const now = {
      counted: 0,
      counted_at: clock.instant(),
      counter_id: caller.user_id,
      counter_name: caller.name,
      book: bookOf(levels, line.batch_id),
    }
    await stock_count_lines.change({ hospital_id: caller.hospital_id, id: line.id }, now)
    Object.assign(line, now)
  }
}

const mustAgain = ({ hospital_id }: Caller, { id }: CountLineRow): Promise<number> =>
  stock_count_lines.change(
    { hospital_id, id },
    { must_recount: true, recounted: null, recounter_id: null, recounter_name: null },
  )

/** By a second person for each line; the count goes on once all are counted again. */
export async function recount(
  caller: Caller,
  id: string,
  again: readonly Recounted[],
): Promise<CountRow> {
  const before = await countRecord.begin(caller, id, 'recount')
  await mayCount(caller, before)
  const lines = await count_content.of(caller, id)
  const products = await productsOf(
    caller,
    lines.map(({ product_id }) => product_id),
  )
  const packs_of = await packs.ofMany(caller, [...products.keys()])
  const levels = await levelsNow(caller, before.store_id)
  for (const [at, said] of again.entries()) {
    const line = await lineOf(caller, lines, said, `Line ${at + 1}`)
    const product = products.get(line.product_id)
    if (product === undefined) throw new Error('the product of a counted line is not there')
    const of = packs_of.get(product.id) ?? []
    const asked = { counted: said.recounted, unit: said.unit }
    const now = {
      recounted: quantityOf(product, of, asked, `Line ${at + 1}`),
      recounter_id: caller.user_id,
      recounter_name: caller.name,
      book: bookOf(levels, line.batch_id),
      reason: said.reason || line.reason,
    }
    await stock_count_lines.change({ hospital_id: caller.hospital_id, id: line.id }, now)
    Object.assign(line, now)
  }
  await judge(
    caller,
    before,
    lines.filter(({ must_recount }) => must_recount),
  )
  const open = lines.some(({ must_recount, recounted }) => must_recount && recounted === null)
  return countRecord.moved(caller, before, 'recount', { status: open ? 'RECOUNT' : 'REVIEW' })
}

async function lineOf(
  caller: Caller,
  lines: readonly CountLineRow[],
  { line_id }: Recounted,
  at: string,
): Promise<CountLineRow> {
  const line = lines.find(({ id }) => id === line_id)
  if (line === undefined) {
    throw new Refusal(404, 'not_found', `${at}: no such line.`, { field: at })
  }
  if (!line.must_recount) {
    throw conflict(`${at}: line ${line.position} need not be counted again.`, 'line')
  }
  await anotherPerson(caller, line.counter_id, 'stock:count', {
    words: `Somebody else must recount line ${line.position}.`,
  })
  return line
}

export async function sendBack(
  caller: Caller,
  id: string,
  { line_ids, note }: SendBack,
): Promise<CountRow> {
  const before = await countRecord.begin(caller, id, 'send_back')
  const lines = await count_content.of(caller, id)
  for (const [at, line_id] of line_ids.entries()) {
    const line = lines.find((one) => one.id === line_id)
    if (line === undefined) {
      throw new Refusal(404, 'not_found', `Line ${at + 1}: no such line.`, { field: 'line_ids' })
    }
    await mustAgain(caller, line)
  }
  return countRecord.moved(caller, before, 'send_back', {}, note)
}
