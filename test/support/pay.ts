// A hospital that pays its people: who prepares, approves, posts and pays, and somebody with a pay.

import type { Test } from 'tap'
import { rows } from '../../db/store/connection.ts'
import { sql } from '../../db/store/sql.ts'
import type { House } from './boot.ts'
import { booksOf } from '../../db/hospital/money/accounting/books.ts'
import { proveSubledgers } from '../../db/hospital/money/accounting/proofs/subledgers.ts'
import { rebuilt } from './money/books.ts'
import type { Person } from './people.ts'
import { staffDesk, type StaffDesk } from './staff.ts'

type Data = Awaited<ReturnType<Person['get']>>['data']

export interface PayDesk {
  staff: StaffDesk
  people: House['people']
  payroll: Person
  manager: Person
  accountant: Person
  /** Accepts whatever there is to be warned of. */
  accepting: { accept: { code: string; note: string }[] }
  /** Somebody with an approved pay from the first day. */
  paid: (
    basic_pay: number,
    person?: Record<string, unknown>,
    profile?: Record<string, unknown>,
  ) => Promise<Data>
  /** A run of the month, as far as it is said. */
  run: (
    month: { period_year: number; period_month: number },
    until: 'CALCULATED' | 'APPROVED' | 'POSTED',
    more?: Record<string, unknown>,
  ) => Promise<string>
  /** By account, debit above nought. */
  balances: () => Promise<Record<string, number>>
  /** The books agree with what pay says of them. */
  proven: (t: Test) => Promise<void>
}

export async function payDesk(house: House): Promise<PayDesk> {
  const { people } = house
  const staff = await staffDesk(house)
  const { payroll } = staff
  const manager = await people.with('manager')
  const accountant = await people.with('accountant')
  const accept = Array.from({ length: 13 }, (_, n) => ({
    code: `W${String(n + 1).padStart(2, '0')}`,
    note: 'Seen',
  }))
  const accepting = { accept }
  return {
    staff,
    people,
    payroll,
    manager,
    accountant,
    accepting,
    async paid(basic_pay, person = {}, profile = {}) {
      const made = await staff.hire(person)
      const entered = await payroll.post(`/hr/staff/${made.id}/pay-profiles`, {
        effective_from: made.hired_on,
        basic_pay,
        ...profile,
      })
      if (entered.status !== 201) throw new Error(entered.message)
      await manager.post(`/hr/pay-profiles/${entered.data.id}/approve`, {})
      return made
    },
    async run(month, until, more = {}) {
      const made = await payroll.post('/hr/payroll-runs', { ...month, ...more })
      if (made.status !== 201) throw new Error(made.message)
      const path = `/hr/payroll-runs/${made.data.id}`
      const counted = await payroll.post(`${path}/calculate`)
      if (counted.status !== 200) throw new Error(counted.message)
      if (until === 'CALCULATED') return path
      const approved = await manager.post(`${path}/approve`, accepting)
      if (approved.status !== 200) throw new Error(approved.message)
      if (until === 'APPROVED') return path
      const posted = await accountant.post(`${path}/post`, {})
      if (posted.status !== 200) throw new Error(posted.message)
      return path
    },
    async balances() {
      const found = await rows<{ code: string; net: number }>(
        sql`select a.code, sum(l.debit - l.credit) as net from journal_lines l
          join accounts a on a.id = l.account_id
          where l.hospital_id = ${house.hospital.id} group by a.code`,
      )
      return Object.fromEntries(found.map(({ code, net }) => [code, Number(net) / 100]))
    },
    async proven(t) {
      const books = await booksOf(house.system)
      const proofs = await proveSubledgers(
        house.system,
        books,
        books.today,
        (id) => id === 'ACC-115',
      )
      t.match(proofs, [{ failed: 0, first: null }])
      await rebuilt(t, house)
    },
  }
}
