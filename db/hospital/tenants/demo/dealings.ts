// Who the hospital of made-up people deals with: employers, a school and a project, what was offered to them and
// ordered by them, one that owes, and what was said on the telephone.

import type { Caller } from '../../../core/caller.ts'
import { dayIn, hours, instantIn, nextDay } from '../../../core/clock.ts'
import { within } from '../../../store/connection.ts'
import { open as openContact } from '../../trade/clients/contacts/contacts.ts'
import { open as openFollowUp } from '../../trade/clients/follow-ups/follow-ups.ts'
import { open as noteDown } from '../../trade/clients/interactions/interactions.ts'
import { open as openClient } from '../../trade/clients/open.ts'
import type { ClientInput } from '../../trade/clients/shapes.ts'
import { confirm } from '../../trade/orders/confirm.ts'
import { fulfil } from '../../trade/orders/deliveries/deliver.ts'
import { ofQuotation, open as openOrder } from '../../trade/orders/drafts.ts'
import { invoice } from '../../trade/orders/invoicing/invoice.ts'
import { open as openQuotation } from '../../trade/quotations/drafts.ts'
import { accept } from '../../trade/quotations/moves.ts'
import { send } from '../../trade/quotations/sending.ts'
import { tried, triedInSteps } from './tried.ts'

interface Day {
  zone: string
  as: (role: string) => Caller
}

interface Known {
  client: Omit<ClientInput, 'status' | 'contract_ends'>
  contact: { full_name: string; job_title: string; phone: string }
  /** Until the contract ends, from today. */
  contract_days: number | null
}

const known: readonly Known[] = [
  {
    client: {
      name: 'Kilombero Sugar Estate',
      kind: 'CORPORATE',
      region: 'Morogoro',
      credit_limit: 8_000_000,
      payment_terms_days: 30,
      discount_pct: 5,
      contract_ref: 'KSE/2026/04',
    },
    contact: { full_name: 'Rose Mlay', job_title: 'Welfare officer', phone: '+255754220118' },
    contract_days: 25,
  },
  {
    client: {
      name: 'Mlimani Secondary School',
      kind: 'SCHOOL',
      region: 'Morogoro',
      credit_limit: 1_500_000,
      payment_terms_days: 14,
    },
    contact: { full_name: 'Festo Nchimbi', job_title: 'Bursar', phone: '+255754220131' },
    contract_days: 220,
  },
  {
    client: { name: 'Safe Motherhood Project', kind: 'NGO', credit_limit: 3_000_000 },
    contact: { full_name: 'Lilian Temba', job_title: 'Coordinator', phone: '+255754220145' },
    contract_days: null,
  },
]

const check_up = { description: 'Medical examination of an employee', unit_price: 35_000 }
const first_aid = { description: 'Course in first aid, a day', unit_price: 180_000 }

/** Nothing of it where nobody deals with clients. */
export async function dealings(day: Day): Promise<void> {
  const officer = day.as('corporate')
  if (officer.user_id === null) return
  const ids: string[] = []
  for (const one of known) {
    const id = await tried(() => introduced(day, one))
    if (id !== undefined) ids.push(id)
  }
  const [estate, school, project] = ids
  if (estate !== undefined) await triedInSteps(() => delivered(day, estate))
  if (school !== undefined) await tried(() => ordered(day, school))
  if (project !== undefined) await tried(() => offered(day, project))
}

async function introduced(
  { as, zone }: Day,
  { client, contact, contract_days }: Known,
): Promise<string> {
  const officer = as('corporate')
  const ends = contract_days === null ? null : nextDay(dayIn(zone), contract_days)
  const begins = ends === null ? null : nextDay(ends, -364)
  const contract = { contract_starts: begins, contract_ends: ends }
  const { id } = await openClient(as('manager'), { ...client, ...contract, status: 'ACTIVE' })
  const person = { client_id: id, ...contact, is_primary: true }
  await openContact(officer, { ...person, receives: ['QUOTATION', 'INVOICE', 'STATEMENT'] })
  await noteDown(officer, {
    client_id: id,
    kind: 'CALL',
    summary: 'Asked what examinations cost for more than fifty people',
    occurred_at: instantIn(-hours(30)),
    outcome: 'A quotation is wanted',
  })
  await openFollowUp(officer, {
    subject: 'Call about the contract',
    due_on: nextDay(dayIn(zone), 3),
    client_id: id,
  })
  return id
}

/** Offered, accepted, done and billed: it owes. */
async function delivered({ as }: Day, client_id: string): Promise<void> {
  const officer = as('corporate')
  const { id } = await within(async () => {
    const quotation = await openQuotation(officer, {
      client_id,
      items: [{ ...check_up, quantity: 40 }],
      notes: 'At the estate, in two days',
    })
    await send(officer, quotation.id, { channels: ['PRINT'] })
    const answer = { answered_by: 'Rose Mlay', client_po: 'PO-7714' }
    await accept(officer, quotation.id, answer)
    return ofQuotation(officer, quotation.id, {})
  })
  await within(() => confirm(officer, id, {}))
  await within(() => fulfil(officer, id, { received_by: 'Rose Mlay' }))
  await within(() => invoice(as('billing'), id, {}))
}

/** Ordered, and not done yet. */
async function ordered({ as }: Day, client_id: string): Promise<void> {
  const officer = as('corporate')
  const items = [
    { ...check_up, quantity: 12 },
    { ...first_aid, quantity: 2 },
  ]
  const { id } = await openOrder(officer, { client_id, items, client_po: 'MSS-31' })
  await confirm(officer, id, {})
}

/** One waits for an answer, of another the words are still looked for. */
async function offered({ as }: Day, client_id: string): Promise<void> {
  const officer = as('corporate')
  const items = [{ ...first_aid, quantity: 6 }]
  const { id } = await openQuotation(officer, { client_id, items })
  await send(officer, id, { channels: ['PRINT'] })
  await openQuotation(officer, { client_id, items: [{ ...check_up, quantity: 25 }] })
}
