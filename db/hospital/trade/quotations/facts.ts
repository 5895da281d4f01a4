// What stands on the paper of a quotation: as it is now, or as a version of it was sent (COM-25).

import type { Caller } from '../../../core/caller.ts'
import { noSuch } from '../../../core/refusal.ts'
import { patientRecord } from '../../desk/patients/rows.ts'
import { paperPolicy } from '../../money/billing/papers/policy.ts'
import type { Language } from '../../office/hospitals/words.ts'
import { clients } from '../clients/tables.ts'
import type { DocumentRow } from './lines/document.ts'
import {
  calledQuotation,
  quotation_content,
  quotationRecord,
  type QuotationLine,
  type QuotationRow,
} from './record.ts'
import { quotation_versions } from './tables.ts'

/** The client's own language, else the patient's, else that of the hospital's papers (COM-79). */
export async function buyerOf(
  caller: Caller,
  { client_id, client_name, patient_id, facility_id }: DocumentRow,
  asked: Language | undefined,
) {
  const { hospital_id } = caller
  const client = client_id === null ? undefined : await clients.find({ hospital_id, id: client_id })
  const patient = patient_id === null ? null : await patientRecord.get(caller, patient_id)
  const { language: standard, decimals } = await paperPolicy(caller)
  const language = asked ?? client?.language ?? patient?.language ?? standard
  const of_client = [
    client?.number,
    client?.address,
    client?.phone,
    client?.tin && `TIN ${client.tin}`,
  ]
  return {
    owner: { facility_id, patient_id, language, decimals },
    buyer: {
      name: client_name ?? patient?.full_name ?? '',
      lines: of_client.filter((line): line is string => Boolean(line)),
    },
    for_patient:
      client_name === null || patient === null ? null : `${patient.number} ${patient.full_name}`,
  }
}

export async function quotationFacts(
  caller: Caller,
  id: string,
  { version, lang }: { version?: number; lang?: Language },
) {
  const now = await quotationRecord.get(caller, id)
  const old = version !== undefined && version !== now.version_no
  const { row, lines } = old ? await sentAs(caller, id, version) : await asNow(caller, now)
  const { owner, buyer, for_patient } = await buyerOf(caller, row, lang)
  return {
    row,
    old,
    owner,
    facts: {
      number: calledQuotation(row),
      at: row.sent_at ?? row.updated_at,
      valid_until: row.valid_until,
      buyer,
      for_patient,
      lines: lines.map(lineOnPaper),
      ...totalsOnPaper(row),
      notes: row.notes,
      terms: row.terms,
      prepared_by: row.created_by_name,
      approved_by: row.approved_by_name,
    },
  }
}

export const totalsOnPaper = (row: DocumentRow) => ({
  subtotal: row.subtotal,
  discount: row.discount_amount,
  discount_bp: row.discount_bp,
  tax: row.tax_amount,
  tax_bp: row.tax_bp,
  total: row.total,
})

export const lineOnPaper = (
  line: Pick<
    QuotationLine,
    'position' | 'code' | 'description' | 'quantity' | 'unit' | 'unit_price' | 'line_total'
  >,
) => ({
  position: line.position,
  code: line.code,
  description: line.description,
  quantity: line.quantity,
  unit: line.unit,
  unit_price: line.unit_price,
  amount: line.line_total,
})

interface Kept {
  row: QuotationRow
  lines: QuotationLine[]
}

const asNow = async (caller: Caller, row: QuotationRow): Promise<Kept> => ({
  row,
  lines: await quotation_content.of(caller, row.id),
})

async function sentAs(
  { hospital_id }: Caller,
  quotation_id: string,
  version_no: number,
): Promise<Kept> {
  const found = await quotation_versions.find({ hospital_id, quotation_id, version_no })
  if (found === undefined) throw noSuch('version')
  return found.kept as unknown as Kept
}
