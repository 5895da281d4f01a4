// A batch as a file for its scheme (BIL-118): JSON with the fields of the folio, or CSV with a row for
// every line. NHIF_FOLIO has the names of that scheme's folios.

import type { Caller } from '../../../core/caller.ts'
import { within } from '../../../store/connection.ts'
import { type Purse, purseOf } from '../accounting/purse.ts'
import { conflict } from '../../../core/refusal.ts'
import { record } from '../../office/audit/record.ts'
import { bom, csvLine } from '../../../core/csv-lines.ts'
import { schemeRecord, type SchemeRow } from '../tariff/schemes.ts'
import { claimsIn } from './batches.ts'
import { type BatchRow, batchRecord, type ClaimRow, type LineRow, linesOf } from './rows.ts'

export interface Exported {
  file_name: string
  content_type: string
  text: string
}

export async function exported(
  caller: Caller,
  id: string,
  format: 'json' | 'csv' = 'json',
): Promise<Exported> {
  const batch = await batchRecord.get(caller, id)
  if (batch.status === 'OPEN') {
    throw conflict(`Batch ${batch.number} is OPEN: seal it first.`, 'state')
  }
  const scheme = await schemeRecord.get(caller, batch.scheme_id)
  const found = await claimsIn(caller, id)
  const lines = Map.groupBy(
    await linesOf(
      caller,
      found.map((claim) => claim.id),
    ),
    ({ claim_id }) => claim_id,
  )
  const purse = await purseOf(caller)
  const folios = found.map((claim) => ({ claim, lines: lines.get(claim.id) ?? [] }))
  // A read that carries data away is written down, in a transaction of its own.
  await within(async () =>
    record(caller, 'claim_batch.export', {
      entity_type: 'claim_batch',
      entity_id: id,
      entity_label: batch.number,
      rows: found.length,
    }),
  )
  const file_name = `${batch.number}.${format}`
  if (format === 'csv') {
    return { file_name, content_type: 'text/csv; charset=utf-8', text: csv(purse, folios) }
  }
  const body =
    scheme.claim_format === 'NHIF_FOLIO'
      ? nhif(purse, folios)
      : generic(purse, batch, scheme, folios)
  return { file_name, content_type: 'application/json', text: JSON.stringify(body, null, 2) }
}

interface Folio {
  claim: ClaimRow
  lines: readonly LineRow[]
}

function generic(purse: Purse, batch: BatchRow, scheme: SchemeRow, folios: readonly Folio[]) {
  return {
    batch: {
      number: batch.number,
      scheme: scheme.name,
      scheme_code: scheme.code,
      facility_code: scheme.facility_code,
      month: batch.month,
      first_folio: batch.first_folio,
      last_folio: batch.last_folio,
      claims: folios.length,
      claimed: purse.major(folios.reduce((sum, { claim }) => sum + claim.claimed, 0)),
      currency: purse.currency.code,
    },
    claims: folios.map(({ claim, lines }) => ({
      folio_id: claim.folio_id,
      number: claim.number,
      claim_year: claim.claim_year,
      claim_month: claim.claim_month,
      folio_no: claim.folio_no,
      serial_no: claim.serial_no,
      card_no: claim.card_no,
      member_name: claim.member_name,
      sex: claim.sex,
      birth_date: claim.birth_date,
      file_no: claim.file_no,
      authorisation_no: claim.authorisation_no,
      visit_type: claim.visit_type,
      referral_no: claim.referral_no,
      attendance_on: claim.attendance_on,
      admitted_on: claim.admitted_on,
      discharged_on: claim.discharged_on,
      patient_type: claim.patient_type,
      practitioner_name: claim.practitioner_name,
      practitioner_no: claim.practitioner_no,
      delay_reason: claim.delay_reason,
      diagnoses: claim.diagnoses,
      claimed: purse.major(claim.claimed),
      lines: lines.map((line) => ({
        scheme_code: line.scheme_code,
        description: line.description,
        service_date: line.service_date,
        quantity: line.quantity / 1000,
        unit_price: purse.major(line.unit_price),
        amount: purse.major(line.amount),
        preauth_reference: line.preauth_reference,
      })),
    })),
  }
}

function nhif(purse: Purse, folios: readonly Folio[]) {
  return {
    entities: folios.map(({ claim, lines }) => ({
      FolioID: claim.folio_id,
      SerialNo: claim.serial_no,
      ClaimYear: claim.claim_year,
      ClaimMonth: claim.claim_month,
      FolioNo: claim.folio_no,
      CardNo: claim.card_no,
      PatientName: claim.member_name,
      Gender: claim.sex,
      DateOfBirth: claim.birth_date,
      PatientFileNo: claim.file_no,
      AuthorizationNo: claim.authorisation_no,
      VisitTypeID: claim.visit_type,
      ReferralNo: claim.referral_no,
      AttendanceDate: claim.attendance_on,
      PatientTypeCode: claim.patient_type,
      DateAdmitted: claim.admitted_on,
      DateDischarged: claim.discharged_on,
      PractitionerNo: claim.practitioner_no,
      DelayReason: claim.delay_reason,
      AmountClaimed: purse.major(claim.claimed),
      FolioDiseases: claim.diagnoses.map(({ code, status }) => ({
        DiseaseCode: code,
        Status: status === 'FINAL' ? 'Final' : 'Provisional',
      })),
      FolioItems: lines.map((line) => ({
        ItemCode: line.scheme_code,
        ItemQuantity: line.quantity / 1000,
        UnitPrice: purse.major(line.unit_price),
        AmountClaimed: purse.major(line.amount),
        ApprovalRefNo: line.preauth_reference,
      })),
    })),
  }
}

const heading = [
  'folio_no',
  'serial_no',
  'claim_number',
  'card_no',
  'member_name',
  'authorisation_no',
  'attendance_on',
  'patient_type',
  'diagnoses',
  'scheme_code',
  'description',
  'quantity',
  'unit_price',
  'amount',
  'preauth_reference',
]

function csv(purse: Purse, folios: readonly Folio[]): string {
  const written = folios.flatMap(({ claim, lines }) =>
    lines.map((line) =>
      csvLine([
        claim.folio_no,
        claim.serial_no,
        claim.number,
        claim.card_no,
        claim.member_name,
        claim.authorisation_no,
        claim.attendance_on,
        claim.patient_type,
        claim.diagnoses.map(({ code }) => code).join(' '),
        line.scheme_code,
        line.description,
        line.quantity / 1000,
        purse.major(line.unit_price),
        purse.major(line.amount),
        line.preauth_reference,
      ]),
    ),
  )
  return `${bom}${csvLine(heading)}${written.join('')}`
}
