// A claim is made when a bill with a scheme's share is issued, or an early one is extended (BIL-113 to
// BIL-115); what is credited falls out of it again (BIL-72, BIL-120).

import type { Caller } from '../../../core/caller.ts'
import { newId } from '../../../core/ids.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import { rows } from '../../../store/connection.ts'
import { type Item, itemsOf } from '../billing/schemes/for-areas.ts'
import { type Row as Bill, billRecord } from '../billing/bills/rows.ts'
import { returnCover } from '../insurance/cover.ts'
import { standing } from '../insurance/authorisations.ts'
import { diagnosesOf } from '../../neighbours/care.ts'
import type { FellOfClaim } from '../../neighbours/claims.ts'
import type { SchemeTook } from '../../neighbours/cover.ts'
import { patientRecord } from '../../desk/patients/rows.ts'
import { memberships } from '../tariff/scheme-tables.ts'
import { schemeRecord, type SchemeRow } from '../tariff/schemes.ts'
import { dayAt } from '../../office/hospitals/hospitals.ts'
import { visitOf, type VisitFacts } from '../../desk/visits/for-areas.ts'
import { practitionerOf } from './practitioners.ts'
import { claim_life, claimRecord, type ClaimRow, linesOf, type LineRow } from './rows.ts'
import { claim_lines, claims } from './tables.ts'
import { early_states } from './words.ts'

export async function schemeBillIssued(caller: Caller, bill_id: string): Promise<void> {
  const bill = await billRecord.get(caller, bill_id)
  const { scheme_id, membership_id, authorisation_no } = bill
  if (scheme_id === null) return
  const items = (await itemsOf(caller, bill_id)).filter(({ covered }) => covered > 0)
  const lines = items.map((item) => ({ item, amount: item.covered, preauth_id: item.preauth_id }))
  await claimFor(caller, { bill, scheme_id, membership_id, authorisation_no }, lines)
}

/** BIL-50: a line that the scheme already has in an early claim rises there. */
export async function schemeTookOver(caller: Caller, took: SchemeTook): Promise<void> {
  const { hospital_id } = caller
  const { scheme_id, membership_id } = took
  const bill = await billRecord.get(caller, took.bill_id)
  const item_id = took.lines.map((line) => line.item_id)
  const known = await claim_lines.all({ hospital_id, item_id, scheme_id, live: true })
  const touched = [...new Set(known.map(({ claim_id }) => claim_id))]
  const claims_of = await claims.all({ hospital_id, id: touched }, { order: ['id'], lock: true })
  for (const { status, number } of claims_of) {
    if (status !== 'DRAFT' && status !== 'READY') throw claim_life.refusal(status, number)
  }
  for (const line of known) {
    const more = took.lines.find((one) => one.item_id === line.item_id)?.amount ?? 0
    await claim_lines.change({ hospital_id, id: line.id }, { amount: line.amount + more })
  }
  for (const claim of claims_of) await totalled(caller, claim, {}, `Bill ${bill.number}`)
  const items = await itemsOf(caller, bill.id)
  const fresh = took.lines.flatMap(({ amount, preauth_id, item_id: id }) => {
    const item = items.find((one) => one.id === id)
    return item === undefined || known.some((line) => line.item_id === id)
      ? []
      : [{ item, amount, preauth_id }]
  })
  const authorisation_no = scheme_id === bill.scheme_id ? bill.authorisation_no : null
  await claimFor(caller, { bill, scheme_id, membership_id, authorisation_no }, fresh)
}

interface Claimed {
  item: Item
  amount: number
  preauth_id: string | null
}

async function claimFor(
  caller: Caller,
  about: {
    bill: Bill
    scheme_id: string
    membership_id: string | null
    authorisation_no: string | null
  },
  lines: readonly Claimed[],
): Promise<void> {
  const { bill, membership_id } = about
  if (bill.patient_id === null || lines.length === 0) return
  const scheme = await schemeRecord.get(caller, about.scheme_id)
  const visit = bill.visit_id === null ? null : await visitOf(caller, bill.visit_id)
  const authorised =
    visit === null
      ? undefined
      : await standing(caller, { visit_id: visit.id, scheme_id: scheme.id })
  const number = authorised?.number ?? about.authorisation_no
  const claim_key =
    number !== null
      ? `A|${number}`
      : bill.admission_id !== null
        ? `S|${bill.admission_id}`
        : `V|${visit?.id ?? bill.id}`
  const { hospital_id } = caller
  const known = await claims.all(
    { hospital_id, scheme_id: scheme.id, claim_key },
    { order: ['created_at', 'id'], lock: true },
  )
  const open = known.find(({ status }) => status === 'DRAFT' || status === 'READY')
  const gone = known.some(({ status }) => status !== 'CANCELLED')
  const of = { bill, scheme, membership_id, visit, claim_key, number, authorised }
  const claim = open ?? (await openClaim(caller, { ...of, supplementary: gone }))
  await addLines(caller, claim, bill, scheme, lines)
  await totalled(caller, claim, {
    visit_ids: [...new Set([...claim.visit_ids, ...(visit === null ? [] : [visit.id])])],
  })
}

interface About {
  bill: Bill
  scheme: SchemeRow
  membership_id: string | null
  visit: VisitFacts | null
  claim_key: string
  number: string | null
  authorised: { visit_type: number; referral_no: string | null } | undefined
  supplementary: boolean
}

async function openClaim(caller: Caller, about: About): Promise<ClaimRow> {
  const { bill, scheme, membership_id, visit, claim_key, number, authorised } = about
  const { hospital_id } = caller
  const patient = await patientRecord.get(caller, bill.patient_id ?? '')
  const member =
    membership_id === null ? undefined : await memberships.find({ hospital_id, id: membership_id })
  const attendance_on = visit === null ? bill.service_date : await dayAt(caller, visit.opened_at)
  const visit_id = visit?.id ?? null
  const found = await diagnosesOf(caller, { visit_id, admission_id: bill.admission_id })
  const doctor = visit?.clinician_id ?? null
  const made = await claimRecord.created(caller, {
    facility_id: bill.facility_id,
    scheme_id: scheme.id,
    membership_id,
    patient_id: patient.id,
    visit_id,
    visit_ids: visit_id === null ? [] : [visit_id],
    admission_id: bill.admission_id,
    claim_key,
    supplementary: about.supplementary,
    folio_id: newId(),
    claim_year: Number(attendance_on.slice(0, 4)),
    claim_month: Number(attendance_on.slice(5, 7)),
    card_no: member?.card_no ?? member?.member_no ?? null,
    member_name: patient.full_name,
    sex: patient.sex,
    birth_date: patient.birth_date,
    file_no: patient.number,
    authorisation_no: number,
    visit_type: authorised?.visit_type ?? null,
    referral_no: authorised?.referral_no ?? null,
    attendance_on,
    patient_type: bill.admission_id === null ? 'OUT' : 'IN',
    ...(await practitionerOf(caller, doctor)),
    diagnoses: found.map(({ code, system, status }, at) => ({
      code,
      system,
      status,
      rank: at + 1,
    })),
    made_by_name: caller.name,
  })
  return made
}

async function addLines(
  caller: Caller,
  claim: ClaimRow,
  bill: Bill,
  scheme: SchemeRow,
  lines: readonly Claimed[],
): Promise<void> {
  const { hospital_id } = caller
  const codes = await schemeCodes(
    caller,
    lines.map(({ item }) => item),
  )
  const approvals = await approvalNumbers(caller, lines)
  const before = await linesOf(caller, claim.id)
  const last = before.at(-1)?.position ?? 0
  await claim_lines.insertMany(
    lines.map(({ item, amount, preauth_id }, at) => ({
      hospital_id,
      claim_id: claim.id,
      scheme_id: scheme.id,
      item_id: item.id,
      bill_id: bill.id,
      bill_number: bill.number ?? '',
      position: last + at + 1,
      // A scheme without a list of its own is written to in the hospital's codes.
      scheme_code:
        codes.get(item.tariff_id ?? '') ?? (scheme.claim_format === 'GENERIC' ? item.code : null),
      code: item.code,
      description: item.description,
      department: item.department,
      service_date: item.service_date,
      quantity: item.quantity,
      unit_price: item.unit_price ?? 0,
      amount,
      preauth_reference: approvals.get(preauth_id ?? '') ?? null,
    })),
  )
}

async function schemeCodes(
  { hospital_id }: Caller,
  items: readonly Item[],
): Promise<Map<string, string>> {
  const ids = [...new Set(items.flatMap(({ tariff_id }) => tariff_id ?? []))]
  const found = await rows<{ id: string; scheme_code: string }>(
    sql`select id, scheme_code from tariffs where hospital_id = ${hospital_id}
      and id${oneOf(ids)} and scheme_code is not null`,
  )
  return new Map(found.map(({ id, scheme_code }) => [id, scheme_code]))
}

async function approvalNumbers(
  { hospital_id }: Caller,
  items: readonly Claimed[],
): Promise<Map<string, string>> {
  const ids = [...new Set(items.flatMap(({ preauth_id }) => preauth_id ?? []))]
  if (ids.length === 0) return new Map()
  const found = await rows<{ id: string; reference: string }>(
    sql`select id, reference from preauthorisations where hospital_id = ${hospital_id}
      and id${oneOf(ids)} and reference is not null`,
  )
  return new Map(found.map(({ id, reference }) => [id, reference]))
}

/** BIL-114: what is claimed is the sum of the lines; a READY claim that changed is a draft again. */
export async function totalled(
  caller: Caller,
  claim: ClaimRow,
  changes: Partial<ClaimRow> = {},
  reason: string | null = null,
): Promise<ClaimRow> {
  const lines = await linesOf(caller, claim.id)
  const claimed = lines.reduce((sum, { amount }) => sum + amount, 0)
  const said = { ...changes, claimed }
  if (lines.length === 0 && early_states.includes(claim.status)) {
    return claimRecord.moved(caller, claim, 'cancel', said, reason)
  }
  if (claim.status === 'READY') {
    return claimRecord.moved(caller, claim, 'reopen', said, reason)
  }
  await claims.change({ hospital_id: caller.hospital_id, id: claim.id }, said)
  return { ...claim, ...said }
}

/** A scheme's part of these lines fell: in its claim, and back to ceilings and approvals. */
export async function linesCredited(
  caller: Caller,
  credited: readonly FellOfClaim[],
): Promise<void> {
  const { hospital_id } = caller
  const ids = credited.map(({ item_id }) => item_id)
  const lines = await claim_lines.all({ hospital_id, item_id: ids, live: true })
  const fell = new Map<string, number>()
  for (const { item_id, scheme_id, payment_id, amount } of credited) {
    await returnCover(caller, { item_id, payment_id, covered: amount })
    const line = lines.find((one) => one.item_id === item_id && one.scheme_id === scheme_id)
    if (line !== undefined) fell.set(line.id, (fell.get(line.id) ?? 0) + amount)
  }
  for (const line of lines) {
    const amount = fell.get(line.id) ?? 0
    if (amount > 0) await lower(caller, line, amount)
  }
  const touched = [...new Set(lines.filter(({ id }) => fell.has(id)).map((one) => one.claim_id))]
  if (touched.length === 0) return
  for (const claim of await claims.all({ hospital_id, id: touched }, { lock: true })) {
    await totalled(caller, claim, {}, 'A line was credited')
  }
}

async function lower({ hospital_id }: Caller, line: LineRow, amount: number): Promise<void> {
  const left = line.amount - amount
  const changes = left > 0 ? { amount: left } : { amount: 0, live: false }
  await claim_lines.change({ hospital_id, id: line.id }, changes)
}
