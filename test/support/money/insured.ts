// Patients with a scheme, for tests of cover and claims: made through the doors.

import type { House } from '../boot.ts'
import type { Person } from '../people.ts'
import { charge } from '../../../db/hospital/money/billing/charges/charge.ts'
import { within } from '../../../db/store/connection.ts'
import { somebody } from '../desk/visits.ts'
import { digits } from '../named.ts'

let count = 0

export interface Insured {
  officer: Person
  clerk: Person
  cashier: Person
  accountant: Person
  manager: Person
  scheme(more?: Record<string, unknown>): Promise<{ id: string; name: string; code: string }>
  price(code: string, amount: number, more?: Record<string, unknown>): Promise<void>
  rule(scheme_id: string, body: Record<string, unknown>): Promise<{ id: string }>
  /** Somebody new, a member of the scheme, on a visit that it pays. */
  visit(scheme_id: string, more?: Record<string, unknown>): Promise<InsuredVisit>
}

export interface InsuredVisit {
  id: string
  patient_id: string
  membership_id: string
  /** The line of the order, on the draft of the visit. */
  charge(code: string, quantity?: number): Promise<Awaited<ReturnType<typeof charge>>>
}

export async function insured({ people, system }: House): Promise<Insured> {
  const officer = await people.with('insurance')
  const clerk = await people.with('reception')
  const cashier = await people.with('cashier')
  const accountant = await people.with('accountant')
  const manager = await people.with('manager')
  const made = <T>(answer: { status: number; message: string; data: T }): T => {
    if (answer.status !== 201) throw new Error(answer.message)
    return answer.data
  }
  return {
    officer,
    clerk,
    cashier,
    accountant,
    manager,
    async scheme(more = {}) {
      count += 1
      const body = { code: `i${count}`, name: `Afya ${digits(count)}`, ...more }
      return made(await officer.post('/billing/schemes', body))
    },
    async price(code, price, more = {}) {
      const body = { code, name: `Name of ${code}`, price, category: 'Laboratory', ...more }
      made(await accountant.post('/billing/tariffs', body))
    },
    rule: async (scheme_id, body) =>
      made(await officer.post(`/billing/schemes/${scheme_id}/coverage-rules`, body)),
    async visit(scheme_id, more = {}) {
      const patient = await somebody(clerk)
      count += 1
      const member = made<{ id: string }>(
        await clerk.post('/billing/memberships', {
          patient_id: patient.id,
          scheme_id,
          member_no: `M-${count}`,
          card_no: `C-${count}1`,
          ...more,
        }),
      )
      const payer = { kind: 'SCHEME', membership_id: member.id }
      const visit = made<{ id: string }>(
        await clerk.post('/visits', { patient_id: patient.id, payer }),
      )
      let orders = 0
      return {
        id: visit.id,
        patient_id: patient.id,
        membership_id: member.id,
        charge(code, quantity = 1) {
          orders += 1
          const source_id = `${visit.id}-${orders}`
          const about = { patient_id: patient.id, visit_id: visit.id, source: 'order', source_id }
          return within(() => charge(system, { ...about, code, quantity }))
        },
      }
    },
  }
}
