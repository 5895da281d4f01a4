// A sale or a close of a shift that is killed at any statement is whole or never was: numbers have no
// gap, the drawer equals the ledger. KITUO_KILLS says how often; the seed is printed.

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { rows, within } from '../../../../db/store/connection.ts'
import { verify } from '../../../../db/hospital/money/accounting/proofs/verify.ts'
import { shiftRecord } from '../../../../db/hospital/money/drawers/rows.ts'
import { sql } from '../../../../db/store/sql.ts'
import { boot, type House } from '../../../support/boot.ts'
import { runToEnd } from '../../../support/programs/child.ts'
import { otherSessionsDone } from '../../../support/programs/other-sessions.ts'
import { atDrawer } from '../../../support/money/drawers.ts'
import { priced } from '../../../support/money/prices.ts'
import { seeded } from '../../../support/seeded.ts'
import { somebody } from '../../../support/desk/visits.ts'

const kills = Number(process.env['KITUO_KILLS'] ?? 6)
const seed = Number(process.env['SEED'] ?? (Math.trunc(performance.timeOrigin) % 100_000) + 1)

t.test(`a till that is killed ${kills} times`, { timeout: 600_000 + kills * 20_000 }, async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-31T06:00:00.000Z')
  await priced(house)
  const { id: patient_id } = await somebody(await house.people.with('reception'))
  const cashier = await house.people.with('cashier')
  const { shift } = await atDrawer(house, cashier)
  const about = { patient_id, user_id: cashier.user.id, shift_id: shift.id }
  const random = seeded(seed)
  t.comment(`seed ${seed}`)

  // The first of each in a day writes more than those after it.
  await run(house, { ...about, what: 'sell' }, 0)
  const selling = Number((await run(house, { ...about, what: 'sell' }, 0)).said)
  const closed = async (): Promise<number> => {
    await counting(house, about.shift_id, 'COUNTING')
    const { said } = await run(house, { ...about, what: 'close' }, 0)
    await reopened(house, cashier, about.shift_id, true, about)
    return Number(said)
  }
  await closed()
  const closing = await closed()
  t.ok(selling > 20 && closing > 20, `${selling} and ${closing} statements`)
  const met = new Map<string, number>()
  for (let kill = 0; kill < kills; kill += 1) {
    const old = await standing(house)
    const closes = kill % 3 === 2
    const what = closes ? 'close' : 'sell'
    if (closes) await counting(house, about.shift_id, 'COUNTING')
    const last = closes ? closing : selling
    // A third of the deaths strike the commit itself, where never was becomes whole.
    const dies_at = random(3) === 0 ? last + 0.5 + random(2) / 4 : 1 + random(last) + random(2) / 2
    const { signal, said } = await run(house, { ...about, what }, dies_at)
    await otherSessionsDone(house)
    const now = await standing(house)
    const done = closes ? now.closed > old.closed : now.bills > old.bills
    const outcome = `${what}: ${done ? 'whole' : 'never was'}`
    met.set(outcome, (met.get(outcome) ?? 0) + 1)
    t.ok(signal === 'SIGKILL' || done, `${what} at ${dies_at}: ${said}`)
    if (closes) {
      t.equal(now.cash_rows, old.cash_rows)
      if (done) t.equal(now.drops, old.drops + 1, 'closed with its drop and its Z number')
      await reopened(house, cashier, about.shift_id, done, about)
    } else {
      t.equal(now.bills, old.bills + (done ? 1 : 0))
      t.equal(now.receipts, old.receipts + (done ? 1 : 0))
      t.equal(now.entries, old.entries + (done ? 2 : 0))
      t.equal(now.cash - old.cash, done ? 530_000 : 0, outcome)
      t.equal(now.cash, now.held, 'the drawer equals the ledger')
    }
    t.equal(now.last_bill, now.bills, 'bills have no gap')
    t.equal(now.last_receipt, now.receipts, 'receipts have no gap')
  }
  t.comment(JSON.stringify([...met]))
  const found = await verify(house.system)
  t.same(
    found.checks.filter(({ state }) => state === 'FAILED'),
    [],
  )
  const after = await run(house, { ...about, what: 'sell' }, 0)
  t.equal(after.signal, null, 'the till goes on')
})

interface About {
  patient_id: string
  user_id: string
  shift_id: string
}

/** A close that came about is followed by another shift; one that did not, goes on. */
async function reopened(
  house: House,
  cashier: Awaited<ReturnType<House['people']['with']>>,
  shift_id: string,
  done: boolean,
  about: About,
): Promise<void> {
  if (!done) return counting(house, shift_id, 'OPEN')
  const drawers = (await cashier.get('/billing/drawers')).data
  const next = await cashier.post('/billing/shifts', {
    drawer_id: drawers[0].id,
    denominations: [],
  })
  about.shift_id = next.data.id
}

const counting = (house: House, shift_id: string, status: 'COUNTING' | 'OPEN'): Promise<void> =>
  within(async () => {
    const shift = await shiftRecord.locked(house.system, shift_id)
    if (shift.status === 'CLOSED') return
    await shiftRecord.moved(house.system, shift, status === 'OPEN' ? 'back' : 'count')
  })

async function standing({ hospital }: House) {
  const one = async (statement: ReturnType<typeof sql>): Promise<number> =>
    Number((await rows<{ n: number }>(statement))[0]?.n ?? 0)
  const of = hospital.id
  return {
    bills: await one(sql`select count(*) as n from bills where hospital_id = ${of}`),
    receipts: await one(sql`select count(*) as n from payments where hospital_id = ${of}`),
    last_bill: await one(
      sql`select coalesce(max(cast(substr(number, 10) as integer)), 0) as n from bills where hospital_id = ${of}`,
    ),
    last_receipt: await one(
      sql`select coalesce(max(cast(substr(number, 10) as integer)), 0) as n from payments where hospital_id = ${of}`,
    ),
    entries: await one(
      sql`select count(*) as n from journal_entries where hospital_id = ${of} and source in ('BILL_ISSUE', 'PAYMENT')`,
    ),
    closed: await one(
      sql`select count(*) as n from shifts where hospital_id = ${of} and status = 'CLOSED'`,
    ),
    drops: await one(sql`select count(*) as n from float_transfers where hospital_id = ${of}`),
    cash_rows: await one(sql`select count(*) as n from shift_takings where hospital_id = ${of}`),
    cash: await one(
      sql`select coalesce(sum(cash), 0) as n from shifts where hospital_id = ${of} and status in ('OPEN', 'COUNTING')`,
    ),
    // Without the drops that still wait for a confirmation.
    held: await one(
      sql`select coalesce(sum(l.debit - l.credit), 0) - (select coalesce(sum(amount), 0)
          from float_transfers where hospital_id = ${of} and status = 'PENDING') as n
        from journal_lines l join drawers d on d.account_id = l.account_id
        where l.hospital_id = ${of}`,
    ),
  }
}

function run(
  { database, hospital, facility_id }: House,
  work: About & { what: 'sell' | 'close' },
  dies_at: number,
): Promise<{ signal: string | null; said: string }> {
  return runToEnd('at-the-till.ts', [
    JSON.stringify(database.address),
    clock.instant(),
    JSON.stringify({
      ...work,
      hospital_id: hospital.id,
      facility_id,
      denominations: [{ value: 1_000, count: 5 }],
    }),
    String(dies_at),
  ])
}
