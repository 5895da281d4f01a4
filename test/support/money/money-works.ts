// What else happens on a random day of money: deposits, moves between accounts, entries by hand, locks,
// and dates that lie behind them. The test of random days brings the people and the dice.

import type { Answer } from '../ask.ts'
import type { Ledger } from './books.ts'
import type { Person } from '../people.ts'

export interface Dice {
  random: (below: number) => number
  pick: <T>(list: readonly T[]) => T
  /** An amount up to so many, to the cent. */
  cents: (most: number) => number
  /** A method with what it needs. */
  how: () => Record<string, unknown>
}

export interface Cast {
  cashier: Person
  biller: Person
  supervisor: Person
  accountant: Person
  chief: Person
}

export interface Stage {
  dice: Dice
  cast: () => Cast
  /** Notes what came of it; true when it was done. */
  tell: (what: string, answer: Answer) => boolean
  books: Ledger
  /** So many days from today. */
  day: (from_today: number) => string
  bills: readonly string[]
  patients: () => readonly string[]
}

type Works = Record<string, () => Promise<void>>

const locked = /^(The books are locked to|Fiscal year \d+ is|No fiscal year covers) /

export function moreWorks(stage: Stage): { works: Works; ready: Record<string, () => boolean> } {
  const { dice, cast, tell, books, day, bills, patients } = stage
  const { random, pick, cents, how } = dice
  const deposits: string[] = []
  const entries: string[] = []

  /** A date in the past is refused by a lock and by nothing else; today never is. */
  const dated = (what: string, date: string | null, answer: Answer): boolean => {
    if (date !== null && answer.status === 409 && locked.test(answer.message)) {
      tell('locked out', { ...answer, status: 200 })
    }
    return tell(what, answer)
  }

  const works: Works = {
    async deposit() {
      const body = { patient_id: pick(patients()), amount: cents(20_000), ...how() }
      const taken = await cast().cashier.post('/billing/deposits', body)
      if (tell('deposit', taken)) deposits.push(taken.data.deposit.id)
    },
    async apply() {
      const part = random(2) === 0 ? {} : { amount: cents(5_000) }
      const path = `/billing/deposits/${pick(deposits)}/apply`
      tell('apply', await cast().cashier.post(path, { bill_id: pick(bills), ...part }))
    },
    async apply_all() {
      const path = `/billing/bills/${pick(bills)}/apply-deposit`
      tell('apply', await cast().cashier.post(path, {}))
    },
    async unapply() {
      const path = `/billing/deposits/${pick(deposits)}`
      const { data } = await cast().supervisor.get(path)
      const [use] = data.uses as { bill_id: string }[]
      if (use === undefined) return
      const body = { bill_id: use.bill_id, reason: 'A slip' }
      tell('unapply', await cast().supervisor.post(`${path}/unapply`, body))
    },
    async refund_deposit() {
      const body = {
        deposit_id: pick(deposits),
        payee_name: 'Neema',
        reason: 'Not needed',
        method: 'Bank Transfer',
      }
      tell('refund', await cast().biller.post('/billing/refunds', body))
    },
    async move() {
      const kind = pick(['deposit', 'withdraw', 'transfer'])
      const contra = { deposit: '3101', withdraw: pick(['6303', '1308']), transfer: '1101' }[kind]
      const date = random(3) === 0 ? day(-random(9)) : null
      const moved = await cast().accountant.post(`/accounting/funding-moves/${kind}`, {
        account_id: books.id('1110'),
        to_account_id: books.id(contra ?? '1101'),
        amount: cents(kind === 'withdraw' ? 3_000 : 20_000),
        note: 'A move of the day',
        ...(date === null ? {} : { moved_on: date }),
      })
      dated(`move ${kind}`, date, moved)
    },
    async entry() {
      const date = random(2) === 0 ? day(-random(12)) : null
      const amount = cents(9_000)
      const [debit, credit] = pick([
        ['6201', '3101'],
        ['1303', '4410'],
        ['6304', '1305'],
      ]) as [string, string]
      const more = date === null ? {} : { entry_date: date }
      const made = await books.post(cast().accountant, { [debit]: amount, [credit]: -amount }, more)
      if (dated('entry', date, made)) entries.push(made.data.id)
    },
    async entry_reverse() {
      const path = `/accounting/entries/${pick(entries)}/reverse`
      tell('entry reversed', await cast().accountant.post(path, { reason: 'A slip' }))
    },
    async lock() {
      const lock_date = random(4) === 0 ? null : day(-1 - random(5))
      const body = { lock_date, note: 'A random day locks the books' }
      tell('lock', await cast().chief.patch('/accounting/preferences', body))
    },
  }
  const ready = {
    apply: () => deposits.length > 0 && bills.length > 0,
    apply_all: () => bills.length > 0,
    unapply: () => deposits.length > 0,
    refund_deposit: () => deposits.length > 0 && random(3) === 0,
    entry_reverse: () => entries.length > 0,
    lock: () => random(2) === 0,
  }
  return { works, ready }
}
