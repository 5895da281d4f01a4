// The notification of a living child: a number without gaps, what it said when it was issued, and its replacement
// (MAT-28).

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict, invalid, Refusal } from '../../../../core/refusal.ts'
import { madeBefore } from '../../../../store/made-before.ts'
import { practisingSigner } from '../../../desk/amendments/practising.ts'
import { patientRecord, type Row as Patient } from '../../../desk/patients/rows.ts'
import { pathsOf } from '../../../desk/patients/areas/administrative-areas.ts'
import { codeOf } from '../../../office/papers/codes.ts'
import { nextReference } from '../../../office/sequences/references.ts'
import { mustBeHere } from '../../../office/places/own-branch.ts'
import { issuedAmong, type NotificationRow } from './issued.ts'
import { type BirthRow, birthsOfLabour } from './of.ts'
import { birthRecord, notificationRecord } from './record.ts'
import type { NotificationInput } from './shapes.ts'
import { birth_notifications, type Notified } from './tables.ts'

export async function notifyBirth(
  caller: Caller,
  id: string,
  input: NotificationInput,
): Promise<NotificationRow> {
  if (await madeBefore(caller, birth_notifications, input.id)) {
    return notificationRecord.get(caller, input.id ?? '')
  }
  const signer = await practisingSigner(caller)
  const { mother_id } = await birthRecord.get(caller, id)
  await patientRecord.locked(caller, mother_id)
  const birth = await birthRecord.locked(caller, id)
  await mustBeHere(caller, birth.facility_id, 'birth')
  const issued = (await issuedAmong(caller, [id])).get(id)
  if (issued !== undefined && input.replace !== true) return registered(caller, issued, input)
  mustBeWhole(birth, input)
  const replaced = issued === undefined ? null : await replace(caller, issued, input)
  const number = await nextReference(caller, 'birth_notification', birth.facility_id)
  const row = await notificationRecord.created(
    caller,
    {
      ...(input.id === undefined ? {} : { id: input.id }),
      number,
      facility_id: birth.facility_id,
      birth_id: id,
      patient_id: birth.patient_id ?? mother_id,
      child_name: input.child_name || replaced?.child_name || null,
      father: fatherOf(input) ?? replaced?.father ?? null,
      informant: input.informant || replaced?.informant || null,
      registration_no: input.registration_no || replaced?.registration_no || null,
      notified: await told(caller, birth),
      issued_at: clock.instant(),
      issued_by_name: signer.name.slice(0, 160),
      issued_by_cadre: signer.cadre?.slice(0, 80) ?? null,
      replaces_id: replaced?.id ?? null,
    },
    'issue',
    input.reason ?? null,
  )
  const verify_code = await codeOf(caller, { kind: 'birth_notification', entity_id: row.id })
  await birth_notifications.change(
    { hospital_id: caller.hospital_id, id: row.id },
    { verify_code, version: row.version },
  )
  return { ...row, verify_code }
}

/** The number of the civil registry comes later, and changes nothing else. */
async function registered(
  caller: Caller,
  issued: NotificationRow,
  { registration_no, child_name, father, informant }: NotificationInput,
): Promise<NotificationRow> {
  const alone = !child_name && !father && !informant
  if (!registration_no || !alone) {
    throw conflict(`${issued.number} is issued: send replace with a reason.`, 'notified')
  }
  const before = await notificationRecord.locked(caller, issued.id)
  return notificationRecord.changed(caller, before, 'register', { registration_no })
}

function mustBeWhole(
  { outcome }: BirthRow,
  { informant, replace, father }: NotificationInput,
): void {
  if (outcome !== 'LIVE') throw conflict('A stillbirth gets a perinatal death paper.', 'stillbirth')
  if (!informant && replace !== true) throw invalid('informant', 'is required: who notified.')
  if (father && father.mother_agrees !== true) {
    throw new Refusal(
      400,
      'invalid',
      'father.mother_agrees must be true: his name stands there with her agreement only.',
      { field: 'father.mother_agrees' },
    )
  }
}

const fatherOf = ({ father }: NotificationInput): NotificationRow['father'] =>
  father ? { name: father.name, id_no: father.id_no ?? null, mother_agrees: true } : null

async function replace(
  caller: Caller,
  issued: NotificationRow,
  { reason }: NotificationInput,
): Promise<NotificationRow> {
  if (reason === undefined) throw invalid('reason', 'is required with replace.')
  const before = await notificationRecord.begin(caller, issued.id, 'replace')
  return notificationRecord.moved(caller, before, 'replace', {}, reason)
}

async function told(caller: Caller, birth: BirthRow): Promise<Notified> {
  const mother = await patientRecord.get(caller, birth.mother_id)
  const { sex, born_at, weight_g, place, mode, birth_order } = birth
  const { length: of } = await birthsOfLabour(caller, birth.labour_id)
  return {
    mother: {
      name: mother.full_name,
      number: mother.number,
      residence: await residenceOf(caller, mother),
      birth_date: mother.birth_date,
    },
    child: { sex, born_at, weight_g, place, mode, birth_order, of },
  }
}

async function residenceOf(caller: Caller, mother: Patient): Promise<string> {
  const { area_id, street, house_no } = mother
  const area = area_id === null ? undefined : (await pathsOf(caller, [area_id])).get(area_id)
  return [[street, house_no].filter(Boolean).join(' '), area].filter(Boolean).join(', ')
}
