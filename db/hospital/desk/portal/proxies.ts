// Acting for another patient: a mother for her child, a grown child for a parent (POR-6).

import type { Caller } from '../../../core/caller.ts'
import { within } from '../../../store/connection.ts'
import { type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { conflict, invalid, noSuch } from '../../../core/refusal.ts'
import { isTaken } from '../../../store/engines/engine.ts'
import { sql, when, where } from '../../../store/sql.ts'
import { life } from '../../../core/states.ts'
import { fresh } from '../../../core/versions.ts'
import { proofOf } from '../../office/attachments/named.ts'
import { record } from '../../office/audit/record.ts'
import { today } from '../../office/hospitals/hospitals.ts'
import { kinOf } from '../patients/record/kin.ts'
import { writable } from '../patients/rows.ts'
import { patientRows } from '../patients/register/view.ts'
import { messagePatient } from '../patient-messages/message.ts'
import { endOf } from './proxy-input.ts'
import type { ApproveInput, Proxy, ProxyInput } from './shapes.ts'
import { portal_proxies, type ProxyOffer } from './tables.ts'
import type { Proxy as Row } from './whose.ts'
import { proxy_states, type ProxyState } from './words.ts'
import { recordOf } from '../../../store/record-of.ts'

export const proxy_life = life('proxy', proxy_states, {
  approve: { from: ['REQUESTED'], to: 'ACTIVE', permission: 'portal:decide' },
  decline: { from: ['REQUESTED'], to: 'DECLINED', permission: 'portal:decide' },
  end: { from: ['ACTIVE'], to: 'ENDED', permission: 'portal:decide' },
})

export interface Filter extends PageAsked {
  status?: ProxyState
  patient_id?: string
}

export async function list(caller: Caller, asked: Filter): Promise<Page<Proxy>> {
  const found = await pageFrom(portal_proxies, asked, {
    from: sql` from portal_proxies${where([
      sql`hospital_id = ${caller.hospital_id}`,
      when(asked.status, sql`status = ${asked.status}`),
      when(
        asked.patient_id,
        sql`(subject_id = ${asked.patient_id} or holder_id = ${asked.patient_id})`,
      ),
    ])}`,
    order: sql` order by created_at desc, id desc`,
  })
  return { rows: await viewAll(caller, found.rows), meta: found.meta }
}

export const proxyRecord = recordOf(portal_proxies, 'proxy')

/** By staff, who has seen both and the paper. */
export async function open(caller: Caller, subject_id: string, input: ProxyInput): Promise<Proxy> {
  const holder_id = await holderOf(caller, subject_id, input)
  const offer: ProxyOffer = {
    subject_id,
    relationship: input.relationship,
    scope: [...new Set(input.scope)],
    basis: input.basis,
    ends_on: await endOf(caller, await writable(caller, subject_id), input),
  }
  const made = await insert(caller, offer, holder_id, {
    status: 'ACTIVE',
    decided_by: caller.name,
    evidence_attachment_id: await proofOf(
      caller,
      null,
      input.evidence_attachment_id,
      'evidence_attachment_id',
    ),
  })
  return view(caller, made)
}

async function holderOf(
  caller: Caller,
  subject_id: string,
  { holder_patient_id, kin_id }: ProxyInput,
): Promise<string> {
  if ((holder_patient_id === undefined) === (kin_id === undefined)) {
    throw invalid('holder_patient_id', 'is required, or kin_id; not both.')
  }
  if (holder_patient_id !== undefined) {
    if (holder_patient_id === subject_id) throw conflict('Nobody acts for himself or herself.')
    return (await writable(caller, holder_patient_id)).id
  }
  const kin = (await kinOf(caller, subject_id)).find(({ id }) => id === kin_id)
  if (kin === undefined) throw noSuch('next of kin')
  if (kin.linked_patient_id === null) {
    throw conflict(`${kin.full_name} has no record here: register first.`)
  }
  return kin.linked_patient_id
}

/** A code for a proxy was used: what the desk had agreed to begins (POR-3). */
export const openFromCode = (
  caller: Caller,
  offer: ProxyOffer,
  holder_id: string,
  issued_by: string,
): Promise<Row> =>
  insert(caller, offer, holder_id, { status: 'ACTIVE', decided_by: issued_by.slice(0, 160) })

export async function insert(
  caller: Caller,
  offer: ProxyOffer,
  holder_id: string,
  more: Pick<Row, 'status'> & Partial<Row>,
): Promise<Row> {
  const made = await portal_proxies
    .insert({
      ...offer,
      ...more,
      hospital_id: caller.hospital_id,
      holder_id,
      requested_by: caller.name,
      requested_by_user: caller.user_id,
    })
    .catch((error: unknown) => {
      throw isTaken(error, 'holder_id') || isTaken(error, 'subject_id')
        ? conflict('There is such a proxy already.', 'taken')
        : error
    })
  note(caller, 'open', made, made.status)
  return made
}

export async function approve(caller: Caller, id: string, input: ApproveInput): Promise<Proxy> {
  const before = await inHand(caller, id)
  const status = proxy_life.move('approve', before.status, nameOf(before))
  const subject = await writable(caller, before.subject_id)
  const ends_on = await endOf(caller, subject, {
    basis: before.basis,
    ends_on: input.ends_on === undefined ? before.ends_on : input.ends_on,
  })
  const scope = input.scope === undefined ? before.scope : [...new Set(input.scope)]
  return moved(caller, before, status, { scope, ends_on, decided_by: caller.name })
}

export async function decline(caller: Caller, id: string, reason: string): Promise<Proxy> {
  const before = await inHand(caller, id)
  const status = proxy_life.move('decline', before.status, nameOf(before))
  const decided_by = caller.name
  return moved(caller, before, status, { end_reason: reason, decided_by })
}

export async function end(caller: Caller, id: string, reason: string): Promise<Proxy> {
  const before = await inHand(caller, id)
  const status = proxy_life.move('end', before.status, nameOf(before))
  return moved(caller, before, status, { end_reason: reason })
}

async function inHand(caller: Caller, id: string): Promise<Row> {
  const row = await proxyRecord.locked(caller, id)
  fresh(caller, row)
  return row
}

const nameOf = ({ relationship }: Row): string => `as ${relationship}`

async function moved(
  caller: Caller,
  before: Row,
  status: ProxyState,
  changes: Partial<Row>,
): Promise<Proxy> {
  const { hospital_id } = caller
  await portal_proxies.change({ hospital_id, id: before.id }, { ...changes, status })
  note(caller, status.toLowerCase(), before, status, changes.end_reason ?? null)
  return view(caller, await proxyRecord.get(caller, before.id))
}

export function note(
  caller: Caller,
  verb: string,
  row: Row,
  to_state: ProxyState,
  reason: string | null = null,
): void {
  record(caller, `portal_proxy.${verb}`, {
    entity_type: 'portal_proxy',
    entity_id: row.id,
    entity_label: row.relationship,
    patient_id: row.subject_id,
    from_state: row.status,
    to_state,
    reason,
  })
}

/** Ends on its day, children's on the birthday; the holder is told. */
export const endDue = (caller: Caller, most = 100): Promise<number> =>
  within(async () => {
    const { hospital_id } = caller
    const over = await portal_proxies.read(
      sql`select ${portal_proxies.selection()} from portal_proxies
        where hospital_id = ${hospital_id} and status = 'ACTIVE'
        and ends_on <= ${await today(caller)} order by ends_on, id limit ${most}`,
    )
    for (const row of over) {
      const status = proxy_life.move('end', row.status, nameOf(row))
      const end_reason = 'Its last day has come'
      await portal_proxies.change({ hospital_id, id: row.id }, { status, end_reason })
      note(caller, 'end', row, status, end_reason)
      await messagePatient(caller, {
        patient_id: row.holder_id,
        template: 'PROXY_ENDED',
        data: {},
        entity: { type: 'portal_proxy', id: row.id },
      })
    }
    return over.length
  }, 'jobs')

export const view = async (caller: Caller, row: Row): Promise<Proxy> =>
  (await viewAll(caller, [row]))[0] as Proxy

async function viewAll(caller: Caller, found: readonly Row[]): Promise<Proxy[]> {
  const people = await patientRows(
    caller,
    found.flatMap(({ subject_id, holder_id }) => [subject_id, holder_id]),
  )
  return found.flatMap((row) => {
    const { subject_id, holder_id, hospital_id: _h, updated_at: _u, ...rest } = row
    const { requested_by: _r, requested_by_user: _ru, ...shown } = rest
    const [subject, holder] = [people.get(subject_id), people.get(holder_id)]
    return subject === undefined || holder === undefined ? [] : [{ ...shown, subject, holder }]
  })
}
