// Viewings, and the notices by which somebody is looked for (MOR-4, MOR-15).

import type { Caller } from '../../../core/caller.ts'
import { patientRecord } from '../../desk/patients/rows.ts'
import { record } from '../../office/audit/record.ts'
import { clock } from '../../../core/clock.ts'
import { actTime } from '../parts/acts.ts'
import { rowIn } from '../parts/part-table.ts'
import { settings_table } from './part-tables.ts'
import { type Body, heldHere } from './record.ts'
import type { NoticeInput, ViewingInput } from './shapes.ts'
import { body_notices, body_viewings } from './tables.ts'
import { unclaimedOf } from './unclaimed.ts'

type Of = Pick<Caller, 'hospital_id'>

export const noticesOf = ({ hospital_id }: Of, body_id: string) =>
  body_notices.all({ hospital_id, body_id }, { order: ['at', 'id'] })
export const viewingsOf = ({ hospital_id }: Of, body_id: string) =>
  body_viewings.all({ hospital_id, body_id }, { order: ['at', 'id'] })

async function momentHere(caller: Caller, body: Body, at: string | null | undefined) {
  const patient = await patientRecord.get(caller, body.patient_id)
  return actTime(at, patient, {
    late_reason: 'told',
    after: [{ at: body.received_at, says: 'at is before the body came here.' }],
  })
}

export async function view(caller: Caller, id: string, input: ViewingInput) {
  const body = await heldHere(caller, id, ['STORED'])
  const visitors = input.visitors.map(({ name, relation, id_no }) => ({
    name,
    relation: relation || null,
    id_no: id_no || null,
  }))
  const row = await body_viewings.insert({
    hospital_id: caller.hospital_id,
    body_id: id,
    at: await momentHere(caller, body, input.at),
    purpose: input.purpose,
    visitors,
    attended_by: caller.name,
    identified: input.identified ?? false,
    note: input.note || null,
  })
  noted(caller, 'body.viewing', body, visitors.map(({ name }) => name).join(', '))
  return row
}

export async function giveNotice(caller: Caller, id: string, input: NoticeInput) {
  const body = await heldHere(caller, id, ['STORED'])
  const row = await body_notices.insert({
    hospital_id: caller.hospital_id,
    body_id: id,
    at: await momentHere(caller, body, input.at),
    kind: input.where,
    text: input.text,
    attachment_id: input.attachment_id ?? null,
    by_name: caller.name,
  })
  noted(caller, 'body.notice', body, input.where)
  const unclaimed = unclaimedOf({
    received_at: body.received_at,
    now: clock.instant(),
    notices: await noticesOf(caller, id),
    settings: await rowIn(caller, settings_table),
  })
  return { notice: { ...row, where: row.kind }, unclaimed }
}

const noted = (caller: Caller, action: string, body: Body, reason: string): void =>
  record(caller, action, {
    entity_type: 'body',
    entity_id: body.id,
    entity_label: body.number,
    patient_id: body.patient_id,
    reason: reason.slice(0, 300),
  })
