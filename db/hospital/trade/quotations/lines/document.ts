// Reading a quotation or an order: whom it is for, its rates, its lines and what they come to.

import type { Caller } from '../../../../core/caller.ts'
import { toBasisPoints } from '../../../../core/kinds/percent.ts'
import { conflict, Refusal } from '../../../../core/refusal.ts'
import { authoriseRead } from '../../../desk/patients/privacy/authorise.ts'
import { writable } from '../../../desk/patients/rows.ts'
import { asWritten, clientNamed } from '../../clients/names.ts'
import { clientRecord, type ClientRow } from '../../clients/record.ts'
import { type Approval, approvalAfter, reasonsFor } from './approval.ts'
import { type LineRead, readLines } from './read.ts'
import type { DocumentInput } from './shapes.ts'
import { type Totals, totalsOf } from './totals.ts'

export interface DocumentRow extends Totals, Approval {
  facility_id: string
  client_id: string | null
  client_name: string | null
  patient_id: string | null
  discount_bp: number
  tax_bp: number
  notes: string | null
}

/** As it stands before a change, with its lines. */
export interface Before {
  row: DocumentRow
  lines: readonly LineRead[]
  /** Of an order that was a quotation. */
  accepted?: boolean
}

export interface DocumentRead {
  said: Omit<DocumentRow, 'facility_id'> & { edited_by_id: string | null }
  /** Null: its lines stay as they are. */
  lines: LineRead[] | null
  client: ClientRow | null
}

export interface Reading {
  document: 'QUOTATION' | 'ORDER'
  facility_id: string
  before?: Before
}

export async function readDocument(
  caller: Caller,
  input: DocumentInput,
  { document, facility_id, before }: Reading,
): Promise<DocumentRead> {
  const party = await partyOf(caller, input, before?.row)
  const { client } = party
  const lines =
    input.items === undefined && before !== undefined
      ? null
      : await readLines(caller, input.items ?? [], { client_id: client?.id ?? null, facility_id })
  const rates = ratesOf(input, client, before?.row)
  const priced = { ...rates, lines: lines ?? before?.lines ?? [] }
  const totals = totalsOf(priced.lines, rates)
  const { discount_amount } = totals
  const reasons = await reasonsFor(caller, { document, client, ...priced, discount_amount })
  const { accepted = false } = before ?? {}
  const stood = before === undefined ? null : { ...before.row, lines: before.lines, accepted }
  const { id: client_id = null } = client ?? {}
  const notes = input.notes === undefined ? (before?.row.notes ?? null) : input.notes || null
  const { client_name, patient_id } = party
  const approval = approvalAfter(reasons, stood, priced)
  const of_whom = { client_id, client_name, patient_id }
  const said = { ...of_whom, ...rates, ...totals, ...approval, notes }
  return { said: { ...said, edited_by_id: caller.user_id }, lines, client }
}

interface Party {
  client: ClientRow | null
  client_name: string | null
  patient_id: string | null
}

/** COM-27: of both, the client pays for that patient. A name that means a client is that client. */
async function partyOf(
  caller: Caller,
  input: DocumentInput,
  before: DocumentRow | undefined,
): Promise<Party> {
  const patient_id = await patientOf(caller, input, before)
  const client = await clientOf(caller, input, before)
  if (client !== null) return { client, client_name: client.name, patient_id }
  const typed = input.client_name === undefined ? before?.client_name : input.client_name
  const client_name = asWritten(typed ?? '') || null
  if (client_name === null && patient_id === null) {
    throw new Refusal(400, 'invalid', 'Give client_id, client_name or patient_id.')
  }
  return { client, client_name: patient_id === null ? client_name : null, patient_id }
}

async function patientOf(
  caller: Caller,
  { patient_id }: DocumentInput,
  before: DocumentRow | undefined,
): Promise<string | null> {
  if (patient_id === undefined) return before?.patient_id ?? null
  if (!patient_id) return null
  if (patient_id === before?.patient_id) return patient_id
  await writable(caller, patient_id)
  if (before !== undefined) await authoriseRead(caller, patient_id, 'quotation.update')
  return patient_id
}

async function clientOf(
  caller: Caller,
  { client_id, client_name }: DocumentInput,
  before: DocumentRow | undefined,
): Promise<ClientRow | null> {
  const named = client_id === undefined && client_name !== undefined
  const known = named ? await clientNamed(caller, client_name ?? '') : null
  const stood = client_id === undefined && !named ? before?.client_id : null
  const id = client_id || known?.client_id || stood
  if (!id) return null
  const client = await clientRecord.get(caller, id)
  const { status, name } = client
  if (status === 'SUSPENDED' || status === 'CLOSED')
    throw conflict(`${name} is ${status}.`, 'state')
  return client
}

/** COM-17: without a word the client's own discount. */
function ratesOf(
  { discount_pct, tax_pct }: DocumentInput,
  client: ClientRow | null,
  before: DocumentRow | undefined,
): { discount_bp: number; tax_bp: number } {
  const stood = before !== undefined && before.client_id === (client?.id ?? null)
  const own = stood ? before.discount_bp : (client?.discount_bp ?? 0)
  return {
    discount_bp:
      discount_pct === undefined ? own : toBasisPoints(discount_pct ?? 0, 'discount_pct'),
    tax_bp: tax_pct === undefined ? (before?.tax_bp ?? 0) : toBasisPoints(tax_pct ?? 0, 'tax_pct'),
  }
}
