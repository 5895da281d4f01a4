// The card a patient carries (PAT-11): what is printed on it, and who it belongs to when it is
// read. The check on it is made with the installation's key, so that nobody makes a card at home.

import type { Caller } from '../../../../core/caller.ts'
import { clock, dayIn } from '../../../../core/clock.ts'
import { conflict, noSuch, Refusal } from '../../../../core/refusal.ts'
import { keyedHash } from '../../../../appliance/secrets/seal.ts'
import { recordRead } from '../../../office/audit/reads.ts'
import { record } from '../../../office/audit/record.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import type { Language } from '../../../office/hospitals/words.ts'
import { patientWearing } from '../../../neighbours/emergencies.ts'
import { patientOfVisit } from '../../../neighbours/visits.ts'
import { ageOn } from '../register/ages.ts'
import { byNumber } from '../register/find.ts'
import { type Row, patientRecord, writable } from '../rows.ts'
import type { PatientRow } from '../shapes.ts'
import { patients } from '../tables.ts'
import { viewRows } from '../register/view.ts'
import type { card_reasons } from '../words.ts'

export interface Card {
  number: string
  full_name: string
  sex: Row['sex']
  birth_year: string
  language: Language
  /** What the QR holds; nothing else is on it. */
  code: string
  facility_id: string
}

const mark = 'KITUO1'
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const check_length = 10

/** Somebody prints the card, in the patient's language unless another is asked for. */
export async function cardOf(caller: Caller, id: string, language?: Language): Promise<Card> {
  return cardFrom(caller, await patientRecord.get(caller, id), language)
}

async function cardFrom(caller: Caller, row: Row, language?: Language): Promise<Card> {
  return {
    number: row.number,
    full_name: row.full_name,
    sex: row.sex,
    birth_year: row.birth_date.slice(0, 4),
    language: language ?? row.language,
    code: await codeOf(caller, row),
    facility_id: caller.facility_id ?? row.facility_id,
  }
}

export interface Band extends Omit<Card, 'birth_year'> {
  birth_date: string
  birth_date_estimated: boolean
  age: string
}

/** PAT-14: of somebody nobody knows the label is the name. */
export async function bandOf(caller: Caller, id: string): Promise<Band> {
  const row = await patientRecord.get(caller, id)
  const { timezone } = await hospitalOf(caller)
  const { birth_year: _, ...card } = await cardFrom(caller, row)
  return {
    ...card,
    full_name: row.identity === 'UNKNOWN' ? (row.unknown_label ?? row.full_name) : row.full_name,
    birth_date: row.birth_date,
    birth_date_estimated: row.birth_date_estimated,
    age: ageOn(row.birth_date, dayIn(timezone, clock.now()), card.language).text,
  }
}

export async function codeOf(caller: Caller, row: Row): Promise<string> {
  const { code } = await hospitalOf(caller)
  const said = `${code}.${row.number}.${row.card_serial}`
  return `${mark}.${said}.${checkOf(caller, said)}`
}

/** Ten letters of base 32 of an HMAC; fifty bits, which no desk will see tried. */
function checkOf({ hospital_id }: Caller, said: string): string {
  const bits = BigInt(`0x${keyedHash(`card:${hospital_id}:${said}`).slice(0, 16)}`)
  return Array.from(
    { length: check_length },
    (_, at) => letters[Number((bits >> BigInt(at * 5)) & 31n)],
  ).join('')
}

/** The old card stops working: whoever found it cannot come with it. */
export async function reissue(
  caller: Caller,
  id: string,
  reason: (typeof card_reasons)[number],
): Promise<{ card_serial: number }> {
  const before = await writable(caller, id)
  const card_serial = before.card_serial + 1
  await patients.change(
    { hospital_id: caller.hospital_id, id },
    { card_serial, card_issued_at: clock.instant() },
  )
  record(caller, 'patient.card_reissue', {
    entity_type: 'patient',
    entity_id: id,
    entity_label: before.number,
    patient_id: id,
    changes: { card_serial: [before.card_serial, card_serial] },
    reason,
  })
  return { card_serial }
}

/** Whose card, wristband or number this is. */
export async function scan(caller: Caller, typed: string): Promise<PatientRow> {
  const row = await whoseCode(caller, typed)
  await recordRead(caller, 'patient.scan', {
    entity_type: 'patient',
    entity_id: row.id,
    entity_label: row.number,
    patient_id: row.id,
  })
  // Whoever holds the card in hand sees the row of a restricted record too (PRV-1).
  const [shown] = await viewRows(caller, [row], { exact: new Set([row.id]) })
  return shown as PatientRow
}

/** The record alone, for an act that is written down itself. */
export async function whoseCode(caller: Caller, typed: string): Promise<Row> {
  const code = typed.trim()
  return code.startsWith(`${mark}.`) ? byCard(caller, code) : byTyped(caller, code)
}

async function byCard(caller: Caller, code: string): Promise<Row> {
  const stranger = new Refusal(404, 'not_found', 'This card is not from this hospital.')
  const parts = code.slice(mark.length + 1).split('.')
  const check = parts.pop() ?? ''
  if (check !== checkOf(caller, parts.join('.'))) throw stranger
  const serial = Number(parts.pop())
  const row = await patients.find({
    hospital_id: caller.hospital_id,
    number: parts.slice(1).join('.'),
  })
  if (row === undefined) throw stranger
  if (serial !== row.card_serial) {
    const { timezone } = await hospitalOf(caller)
    const on = dayIn(timezone, new Date(row.card_issued_at ?? row.registered_at))
    throw conflict(`This card was replaced on ${on}. Ask for the new one.`, 'card_replaced')
  }
  return keptOf(caller, row)
}

async function byTyped(caller: Caller, code: string): Promise<Row> {
  const id =
    (await patientOfVisit(caller, code)) ??
    (await patientWearing(caller, code)) ??
    (await byNumber(caller, code))[0]
  if (id === undefined) throw noSuch('patient')
  return keptOf(caller, await patientRecord.get(caller, id))
}

/** A merged record's number and card lead to the record that was kept (PAT-19). */
async function keptOf(caller: Caller, row: Row): Promise<Row> {
  let kept = row
  while (kept.merged_into_id !== null) kept = await patientRecord.get(caller, kept.merged_into_id)
  return kept
}
