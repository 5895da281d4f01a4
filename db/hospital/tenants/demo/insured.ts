// People whose scheme pays today's visit: members of it, what was done for them, and the claims that their bills
// become, of which one is complete and one waits for what is missing.

import { dayIn } from '../../../core/clock.ts'
import { newId } from '../../../core/ids.ts'
import type { Caller } from '../../../core/caller.ts'
import { within } from '../../../store/connection.ts'
import type { Row as Patient } from '../../desk/patients/rows.ts'
import { open as openVisit } from '../../desk/visits/visits.ts'
import { charge } from '../../money/billing/charges/charge.ts'
import { serviceDone } from '../../money/billing/charges/service-done.ts'
import { issue } from '../../money/billing/bills/issue.ts'
import { validateMonth } from '../../money/claims/claims.ts'
import { open as openMembership } from '../../money/tariff/memberships.ts'
import { open as openScheme } from '../../money/tariff/schemes.ts'

interface Day {
  zone: string
  next: () => Patient | undefined
  as: (role: string) => Caller
}

/** What was done, and whether all of it is finished. */
const courses = [
  { codes: ['CONS', 'MRDT'], is_done: true },
  { codes: ['CONS-SP', 'XR-CHEST'], is_done: true },
  { codes: ['CONS', 'FBC'], is_done: false },
] as const

export async function insured({ next, as, zone }: Day): Promise<number> {
  const month = dayIn(zone).slice(0, 7)
  const scheme = await within(() =>
    openScheme(as('insurance'), { code: 'BIMA', name: 'Bima ya Afya ya Mfano', coverage_pct: 100 }),
  )
  let claims = 0
  for (const [at, course] of courses.entries()) {
    const patient = next()
    if (patient === undefined) break
    const line = await covered(as, patient, scheme.id, `${101_000_000 + at}`)
    await within(() => treated(as, line, course))
    claims += 1
  }
  // The officer looks at the month once a day.
  await within(() => validateMonth(as('insurance'), { scheme_id: scheme.id, month }))
  return claims
}

interface Covered {
  patient_id: string
  visit_id: string
}

const covered = (
  as: Day['as'],
  { id: patient_id }: Patient,
  scheme_id: string,
  member_no: string,
) =>
  within(async (): Promise<Covered> => {
    const card = { patient_id, scheme_id, member_no, card_no: member_no }
    const { id: membership_id } = await openMembership(as('reception'), card)
    const payer = { kind: 'SCHEME' as const, membership_id }
    const visit = await openVisit(as('reception'), { patient_id, payer })
    return { patient_id, visit_id: visit.id }
  })

async function treated(
  as: Day['as'],
  about: Covered,
  { codes, is_done }: (typeof courses)[number],
): Promise<void> {
  const bills = new Set<string>()
  for (const code of codes) {
    const source = { source: 'order', source_id: newId() }
    const line = await charge(as('nurse'), { ...about, ...source, code, quantity: 1 })
    bills.add(line.bill_id)
    if (is_done) await serviceDone(as('nurse'), source.source, source.source_id, {})
  }
  for (const id of bills) await issue(as('cashier'), id)
}
