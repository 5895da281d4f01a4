// What stands on an invoice (4.19): the bill as it is stored, never today's prices (BIL-154).

import type { Caller } from '../../../../core/caller.ts'
import { dayIn } from '../../../../core/clock.ts'
import { rows } from '../../../../store/connection.ts'
import { conflict } from '../../../../core/refusal.ts'
import { sql } from '../../../../store/sql.ts'
import { list as fundingAccounts } from '../../accounting/funding/funding.ts'
import { clientOnPaper } from '../../../neighbours/commercial.ts'
import { hospitalOf, today } from '../../../office/hospitals/hospitals.ts'
import type { Language } from '../../../office/hospitals/words.ts'
import { ageOn } from '../../../desk/patients/register/ages.ts'
import { patientRecord, type Row as Patient } from '../../../desk/patients/rows.ts'
import { membershipRecord } from '../../tariff/memberships.ts'
import { visitRecord, type Visit } from '../../../desk/visits/rows.ts'
import { live } from '../amounts.ts'
import { itemsOf, type Row as Item } from '../charges/items.ts'
import { paperPolicy } from './policy.ts'
import { billRecord, type Row as Bill } from '../bills/rows.ts'
import { depositsOf } from '../charges/stays.ts'

export interface PaperOwner {
  facility_id: string
  patient_id: string | null
  /** The patient's own, where it is a patient's paper (BIL-155). */
  language: Language
  decimals: number
}

export const patientOf = (caller: Caller, id: string | null): Promise<Patient | null> =>
  id === null ? Promise.resolve(null) : patientRecord.get(caller, id)

/** Asked for, else the patient's, else the hospital's for its documents. */
export const languageOf = (
  asked: Language | undefined,
  patient: { language: Language | null } | null,
  standard: Language,
): Language => asked ?? patient?.language ?? standard

export async function invoiceOf(caller: Caller, id: string, asked: Language | undefined) {
  const bill = await billRecord.get(caller, id)
  if (bill.status === 'DISCARDED') throw conflict('This draft was discarded.', 'state')
  const items = (await itemsOf(caller, id)).filter(live)
  const patient = await patientOf(caller, bill.patient_id)
  const { language: standard, decimals } = await paperPolicy(caller)
  const client = bill.client_id === null ? null : await clientOnPaper(caller, bill.client_id)
  const language = languageOf(asked, patient ?? client, standard)
  const visit = bill.visit_id === null ? null : await visitRecord.get(caller, bill.visit_id)
  const { invoice_notice, invoice_terms } = await hospitalOf(caller)
  const day = bill.business_date ?? (await today(caller))
  const scheme = await schemeOf(caller, bill, visit)
  const uses = await depositsOn(caller, bill)
  const of_deposits = Math.min(
    bill.paid,
    uses.reduce((sum, { amount }) => sum + amount, 0),
  )
  return {
    bill,
    owner: { facility_id: bill.facility_id, patient_id: bill.patient_id, language, decimals },
    facts: {
      number: bill.number,
      at: bill.issued_at ?? bill.created_at,
      issued_on: bill.business_date ?? bill.service_date,
      due_on: bill.due_on,
      patient:
        bill.patient_id === null
          ? null
          : {
              number: bill.patient_number,
              name: bill.patient_name,
              sex: patient?.sex ?? null,
              age:
                patient === null || patient.birth_date === null
                  ? null
                  : ageOn(patient.birth_date, day, language).text,
              phone: patient?.phone ?? null,
            },
      customer: customerOf(bill, client),
      client: client && { contract: client.contract_ref, order: orderOf(bill) },
      visit:
        visit === null
          ? null
          : {
              number: visit.number,
              opened_on: visit.opened_on,
              closed_on: visit.closed_at?.slice(0, 10) ?? null,
              clinician: await staffName(caller, visit.clinician_id),
            },
      payer: bill.payer ?? bill.payer_kind,
      scheme,
      lines: items.map((item, index) => ({
        position: index + 1,
        date: item.service_date,
        code: item.code_typed ?? item.code,
        description: item.description,
        department: item.department,
        quantity: item.quantity,
        unit_price: item.unit_price,
        discount: item.discount,
        tax_code: item.tax_code,
        amount: item.amount,
        covered: item.covered,
        patient_share: item.patient_share,
      })),
      subtotal: bill.subtotal,
      discount: bill.discount,
      taxes: taxesOf(items),
      total: bill.total,
      scheme_share: bill.scheme_share,
      patient_share: bill.patient_share,
      off: offOf(bill, of_deposits),
      balance: bill.balance,
      movements: await movementsOf(caller, bill, uses),
      // What is left of a stay's advances stands on its bill (BIL-67).
      deposits_held: await heldOf(caller, bill),
      pay_to: bill.balance > 0 ? await payTo(caller, bill.facility_id) : [],
      notice: invoice_notice,
      terms: invoice_terms,
      prepared_by: bill.issued_by_name ?? bill.created_by_name,
    },
  }
}

/** A line each for what went off since; kinds that nothing came of stay away. */
const offOf = (bill: Bill, deposits: number) => ({
  deposits,
  paid: bill.paid - deposits + bill.recovered,
  insured: bill.insured,
  waived: bill.waived,
  credited: bill.credited_share,
  adjusted: bill.adjusted,
  written_off: bill.written_off,
})

/** Who owes, where it is not the patient of the register: a company, a buyer at the counter. */
function customerOf(
  { client_name, customer }: Bill,
  client: Client | null,
): { name: string; lines: string[] } | null {
  const name = client_name ?? customer?.name
  if (name === undefined) return null
  const { phone, tin } = (client_name === null ? customer : client) ?? {}
  const lines = [client?.address, phone, tin ? `TIN ${tin}` : null]
  return { name, lines: lines.filter((line): line is string => Boolean(line)) }
}

type Client = NonNullable<Awaited<ReturnType<typeof clientOnPaper>>>

/** Which order it is of, by the client's number and ours (COM-44). */
const orderOf = ({ source, notes }: Bill): string | null => (source === 'salesorder' ? notes : null)

function taxesOf(items: readonly Item[]) {
  const found = new Map<string, { code: string; rate: number; base: number; tax: number }>()
  for (const { tax_code, tax_rate, net, tax } of items) {
    // Of another area's bill the rate alone was said (BIL-9).
    if (tax_code === null && tax_rate === null) continue
    const key = `${tax_code} ${tax_rate}`
    const sum = found.get(key) ?? { code: tax_code ?? '', rate: tax_rate ?? 0, base: 0, tax: 0 }
    found.set(key, { ...sum, base: sum.base + net, tax: sum.tax + tax })
  }
  return [...found.values()].sort((a, b) => (a.code < b.code ? -1 : 1))
}

async function schemeOf(caller: Caller, bill: Bill, visit: Visit | null) {
  if (bill.payer_kind !== 'SCHEME') return null
  const card =
    bill.membership_id === null ? null : await membershipRecord.get(caller, bill.membership_id)
  return {
    name: bill.scheme_name ?? bill.payer ?? '',
    member_no: card?.member_no ?? null,
    authorisation: bill.authorisation_no ?? visit?.payer.authorisation?.number ?? null,
  }
}

interface Movement {
  on: string
  number: string
  what: string
  amount: number
}

/** Receipts and credit notes that still count, in the order in which they came. */
async function movementsOf(
  { hospital_id }: Caller,
  { id }: Bill,
  uses: readonly Movement[],
): Promise<Movement[]> {
  const found = (
    await rows<Movement>(
      sql`select p.business_date as "on", p.number, p.method as what, sum(a.amount) as amount
        from payment_allocations a join payments p on p.id = a.payment_id
        where a.hospital_id = ${hospital_id} and a.bill_id = ${id} and a.live
        group by p.id, p.business_date, p.number, p.method, p.received_at
        union all
        select n.business_date, n.number, 'Credit note', n.total from credit_notes n
        where n.hospital_id = ${hospital_id} and n.bill_id = ${id}
          and n.status in ('ISSUED', 'APPLIED')
        order by 1, 2`,
    )
  ).map((one) => ({ ...one, amount: Number(one.amount) }))
  return [...found, ...uses].toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0))
}

async function depositsOn(caller: Caller, { id }: Bill): Promise<Movement[]> {
  const { hospital_id } = caller
  const { timezone } = await hospitalOf(caller)
  const found = await rows<{ at: string; number: string; amount: number }>(
    sql`select u.at, d.number, u.amount from deposit_uses u join deposits d on d.id = u.deposit_id
      where u.hospital_id = ${hospital_id} and u.bill_id = ${id} and u.live order by u.id`,
  )
  return found.map(({ at, number, amount }) => ({
    on: dayIn(timezone, new Date(at)),
    number,
    what: 'Deposit',
    amount: Number(amount),
  }))
}

async function heldOf(caller: Caller, { admission_id, patient_id }: Bill): Promise<number> {
  if (admission_id === null || patient_id === null) return 0
  return (await depositsOf(caller, { patient_id })).remaining
}

/** Accounts that the hospital shows on its papers, of this branch. */
export async function payTo(caller: Caller, facility_id: string) {
  const found = await fundingAccounts(caller, { facility_id, active: true })
  return found
    .filter(({ show_on_documents }) => show_on_documents)
    .map(({ name, institution, number, branch_name }) => ({
      name,
      institution: institution ?? null,
      number: number ?? null,
      branch: branch_name ?? null,
    }))
}

export async function staffName(
  { hospital_id }: Caller,
  id: string | null,
): Promise<string | null> {
  if (id === null) return null
  const [found] = await rows<{ full_name: string }>(
    sql`select full_name from users where hospital_id = ${hospital_id} and id = ${id}`,
  )
  return found?.full_name ?? null
}
