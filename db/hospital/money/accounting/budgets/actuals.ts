// What was spent and promised beside what was planned (ACC-33, ACC-34): one reading for a year.

import { rows } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import type { Books } from '../books.ts'
import { signOf, under } from '../chart/chart.ts'
import { sums } from '../reports/sums.ts'

export interface Place {
  account_id: string
  /** Empty: all. */
  department: string
  facility_key: string
  /** 0: the whole year. */
  period_month: number
}

interface Fact {
  account_id: string
  department: string
  facility_id: string
  month: string
  amount: number
}

export interface Actuals {
  spent(place: Place): number
  promised(place: Place): number
}

export async function actualsOf(books: Books, year: number): Promise<Actuals> {
  const { hospital_id, chart } = books
  const found = await sums(hospital_id, ['account_id', 'department', 'facility_id', 'month'], {
    from: `${year}-01-01`,
    to: `${year}-12-31`,
    closing: 'without',
  })
  const promised = await rows<Fact>(
    sql`select account_id, department, facility_id, substr(date, 1, 7) as month,
      cast(sum(amount) as bigint) as amount from commitments
      where hospital_id = ${hospital_id} and status = 'OPEN'
        and date between ${`${year}-01-01`} and ${`${year}-12-31`}
      group by account_id, department, facility_id, substr(date, 1, 7)`,
  )
  const spent = found.map((sum) => ({ ...sum, amount: sum.debit - sum.credit }))
  const by_account = (facts: readonly Fact[]): Map<string, Fact[]> => {
    const map = new Map<string, Fact[]>()
    for (const fact of facts) {
      const list = map.get(fact.account_id)
      if (list === undefined) map.set(fact.account_id, [fact])
      else list.push(fact)
    }
    return map
  }
  const of_spent = by_account(spent)
  const of_promised = by_account(promised)
  const added = (facts: Map<string, Fact[]>, place: Place): number =>
    under(chart, place.account_id)
      .flatMap(({ id }) => facts.get(id) ?? [])
      .filter((fact) => fits(fact, place, year))
      .reduce((total, { amount }) => total + amount, 0)
  return {
    spent: (place) => {
      const kind = chart.by_id.get(place.account_id)?.kind ?? 'EXPENSE'
      // Never minus zero: it would be written as such.
      return added(of_spent, place) * signOf(kind) || 0
    },
    promised: (place) => added(of_promised, place),
  }
}

const fits = (fact: Fact, place: Place, year: number): boolean =>
  (place.department === '' || fact.department === place.department) &&
  (place.facility_key === '' || fact.facility_id === place.facility_key) &&
  (place.period_month === 0 ||
    fact.month === `${year}-${String(place.period_month).padStart(2, '0')}`)

/** Rounded half up on the magnitude, in whole numbers (ACC-29); null when nothing was planned. */
export function percentOf(part: number, whole: number): number | null {
  if (whole === 0) return null
  const [top, bottom] = [
    BigInt(Math.abs(part)) * 200n + BigInt(Math.abs(whole)),
    BigInt(Math.abs(whole)) * 2n,
  ]
  const size = Number(top / bottom)
  return part < 0 !== whole < 0 ? -size || 0 : size
}
