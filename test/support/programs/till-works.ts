// What else happens at the drawers on a random day: floats and drops, cash paid in and out, shortages
// made good, cheques that come back (P-59, P-64 to P-67, P-82).

import { rows } from '../../../db/store/connection.ts'
import { sql } from '../../../db/store/sql.ts'
import type { Dice, Stage } from '../money/money-works.ts'
import type { Person } from '../people.ts'

type Works = Record<string, () => Promise<void>>

export interface Till {
  dice: Dice
  cast: () => { cashier: Person; second: Person; keeper: Person; accountant: Person }
  tell: Stage['tell']
  books: Stage['books']
  bills: readonly string[]
  /** The drawers, in the order of cashier, second and keeper. */
  windows: readonly string[]
}

export function tillWorks(till: Till): { works: Works; ready: Record<string, () => boolean> } {
  const { dice, cast, tell, books, bills, windows } = till
  const { random, pick, cents } = dice
  const floats: { id: string; amount: number; drop: boolean; at: number }[] = []
  const cheques: string[] = []
  let count = 0
  const atWindow = (at: number): Person => {
    const { cashier, second, keeper } = cast()
    return [cashier, second, keeper][at] ?? keeper
  }

  const works: Works = {
    async float() {
      const at = random(2)
      const drop = random(2) === 0
      const safe = { account_id: books.id('1101') }
      const drawer = { drawer_id: windows[at] }
      const amount = cents(4_000)
      const sent = await (drop ? atWindow(at) : cast().keeper).post('/billing/float-transfers', {
        kind: drop ? 'DROP' : 'FLOAT',
        from: drop ? drawer : safe,
        to: drop ? safe : drawer,
        amount,
      })
      if (tell('float', sent)) floats.push({ id: sent.data.id, amount, drop, at })
    },
    async float_on() {
      // The same day, else nobody can count the drawer.
      for (const { id, amount, drop, at } of floats.splice(0)) {
        const path = `/billing/float-transfers/${id}`
        const by = drop ? cast().keeper : atWindow(at)
        if (random(5) === 0) {
          tell('float declined', await by.post(`${path}/decline`, { reason: 'Not now' }))
        } else tell('float accepted', await by.post(`${path}/accept`, { amount }))
      }
    },
    async handover() {
      const amount = cents(900)
      const body = { kind: 'HANDOVER', from: { drawer_id: windows[0] }, amount }
      const sent = await cast().cashier.post('/billing/float-transfers', {
        ...body,
        to: { drawer_id: windows[1] },
      })
      if (!tell('handover', sent)) return
      const path = `/billing/float-transfers/${sent.data.id}/accept`
      tell('handed over', await cast().second.post(path, { amount }))
    },
    async petty() {
      const { data } = await cast().cashier.get('/billing/shifts/current')
      if (data === null || data === undefined) return
      const [way, by] = pick<[string, Person]>([
        ['pay-in', cast().cashier],
        ['pay-out', cast().keeper],
      ])
      const body = { amount: cents(700), reason: 'A slip', contra_account_id: books.id('6303') }
      tell(way, await by.post(`/billing/shifts/${data.id}/${way}`, body))
    },
    async settle() {
      const short = await rows<{ id: string; amount: number; settled: number }>(
        sql`select id, amount, settled from cash_differences where status = 'OPEN' order by id`,
      )
      if (short.length === 0) return
      const { id, amount, settled } = pick(short)
      const left = (-Number(amount) - Number(settled)) / 100
      const part = random(2) === 0 ? left : Math.min(left, cents(20))
      const body = { amount: part, by: pick(['CASH', 'PAYROLL']) }
      tell('settled', await cast().keeper.post(`/billing/cash-differences/${id}/settle`, body))
    },
    async cheque() {
      count += 1
      const body = { amount: cents(8_000), method: 'Cheque', reference: `CHQ ${count}` }
      const paid = await cast().cashier.post(`/billing/bills/${pick(bills)}/payments`, body)
      if (tell('cheque', paid)) cheques.push(paid.data.payment.id)
    },
    async bounce() {
      const body = { reason: 'No money', ...(random(2) === 0 ? {} : { bank_charge: cents(50) }) }
      const path = `/billing/payments/${pick(cheques)}/bounce`
      tell('bounced', await cast().accountant.post(path, body))
    },
  }
  const ready = {
    float_on: () => floats.length > 0,
    settle: () => random(2) === 0,
    cheque: () => bills.length > 0,
    bounce: () => cheques.length > 0 && random(2) === 0,
  }
  return { works, ready }
}
