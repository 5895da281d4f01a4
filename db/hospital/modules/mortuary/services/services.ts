// Asked for, authorised, done and charged, or given up (B.3, MOR-9, MOR-10).

import { type Caller, can } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict, invalid, notPermitted } from '../../../../core/refusal.ts'
import { patientRecord } from '../../../desk/patients/rows.ts'
import { staffById } from '../../../neighbours/people.ts'
import { tell } from '../../../neighbours/telling.ts'
import { today } from '../../../office/places/hours.ts'
import { actTime } from '../../parts/acts.ts'
import { chargeKey } from '../../parts/charging.ts'
import { bodyLine, codesOf } from '../charging.ts'
import { isPoliceCase } from '../gate-kinds.ts'
import { refreshHolds } from '../holds.ts'
import { charge_keys, type ChargeKey } from '../part-tables.ts'
import { type Body, bodyRecord, heldHere } from '../record.ts'
import { post_mortems } from '../words.ts'
import { type About, mustBeAllowed, needsAuthority } from './authority.ts'
import { openPostMortems, type ServiceRow, serviceRecord } from './record.ts'
import type { AuthoriseInput, AuthorityInput, CompleteInput, ServiceInput } from './shapes.ts'
import type { Authority, PostMortem } from './tables.ts'

export const service_source = 'body_service'

const authorityOf = (typed: AuthorityInput | null | undefined): Authority | null =>
  typed === null || typed === undefined
    ? null
    : {
        kind: typed.kind,
        number: typed.number || null,
        name: typed.name,
        id_no: typed.id_no || null,
        at: typed.at ? new Date(typed.at).toISOString() : clock.instant(),
      }

const aboutOf = async (caller: Caller, body: Body, kind: ServiceRow['kind']): Promise<About> => ({
  kind,
  precautions: body.precautions,
  police_case: await isPoliceCase(caller, body),
})

export async function ask(caller: Caller, id: string, input: ServiceInput): Promise<ServiceRow> {
  const body = await heldHere(caller, id, ['STORED'])
  await mustNotComeFirst(caller, body, input.kind)
  const { name, relation, phone } = input.requested_by
  const row = await serviceRecord.created(caller, {
    facility_id: body.facility_id,
    body_id: id,
    kind: input.kind,
    requested_by: { name, relation: relation || null, phone: phone || null },
    authority: authorityOf(input.authority),
    note: input.note || null,
  })
  await refreshHolds(caller, body)
  return row
}

/** What an opening would show is not hidden before it. */
async function mustNotComeFirst(
  caller: Caller,
  body: Body,
  kind: ServiceRow['kind'],
): Promise<void> {
  if (kind !== 'EMBALMING') return
  const [open] = await openPostMortems(caller, body.id)
  if (open !== undefined) throw conflict(`${open.number} (post-mortem) comes first.`, 'post_mortem')
}

/** The body before its service, in the one order of locks. */
async function held(
  caller: Caller,
  id: string,
  move: Parameters<typeof serviceRecord.begin>[2] | null,
): Promise<{ body: Body; before: ServiceRow }> {
  const { body_id } = await serviceRecord.get(caller, id)
  const body = await heldHere(caller, body_id, ['STORED'])
  const before =
    move === null
      ? await serviceRecord.locked(caller, id)
      : await serviceRecord.begin(caller, id, move)
  return { body, before }
}

export async function authorise(
  caller: Caller,
  id: string,
  { decision, authority, note }: AuthoriseInput,
): Promise<ServiceRow> {
  if (decision === 'DECLINED') {
    const { body, before } = await held(caller, id, 'decline')
    if (!note?.trim()) throw invalid('note', 'is required: why not.')
    const row = await serviceRecord.moved(caller, before, 'decline', {}, note)
    await refreshHolds(caller, body)
    return row
  }
  const { body, before } = await held(caller, id, 'authorise')
  const given = authorityOf(authority) ?? before.authority
  mustBeAllowed(await aboutOf(caller, body, before.kind), given, note || before.note)
  return serviceRecord.moved(
    caller,
    before,
    'authorise',
    { authority: given, authorised_by_name: caller.name, note: note || before.note },
    note || null,
  )
}

export interface Completed {
  row: ServiceRow
  warnings: string[]
}

export async function complete(
  caller: Caller,
  id: string,
  input: CompleteInput,
): Promise<Completed> {
  const { body, before } = await held(caller, id, null)
  mayComplete(caller, before)
  serviceRecord.check(before, 'complete')
  const about = await aboutOf(caller, body, before.kind)
  if (before.status === 'REQUESTED' && needsAuthority(about)) {
    throw conflict(`${before.number} is not authorised.`, 'authority')
  }
  await mustNotComeFirst(caller, body, before.kind)
  const by = await performer(caller, input.performed_by)
  const report = reportOf(before, input)
  const patient = await patientRecord.get(caller, body.patient_id)
  const performed_at = actTime(input.performed_at, patient, {
    field: 'performed_at',
    late_reason: input.late_reason ?? undefined,
    after: [{ at: body.received_at, says: 'performed_at is before the body came here.' }],
  })
  const warnings = await chargeService(caller, body, before)
  const row = await serviceRecord.moved(
    caller,
    before,
    'complete',
    { ...by, performed_at, report, note: input.note || before.note },
    input.note || null,
  )
  if (report !== null) await tellCertifier(caller, row)
  await refreshHolds(caller, body)
  return { row, warnings }
}

/** What is opened is signed for by who certifies. */
function mayComplete(caller: Caller, { kind }: ServiceRow): void {
  if (post_mortems.includes(kind)) {
    if (!can(caller, 'mortuary:certify')) throw notPermitted('mortuary:certify')
  } else if (!can(caller, 'mortuary:update') && !can(caller, 'mortuary:certify')) {
    throw notPermitted('mortuary:update', 'mortuary:certify')
  }
}

async function performer(caller: Caller, typed: string | null | undefined) {
  if (!typed) return { performed_by_id: null, performed_by_name: caller.name }
  const found = await staffById(caller, typed)
  if (found === null) throw invalid('performed_by', 'is nobody of the staff.')
  return { performed_by_id: typed, performed_by_name: found?.name ?? caller.name }
}

function reportOf({ kind }: ServiceRow, { report }: CompleteInput): PostMortem | null {
  if (!post_mortems.includes(kind)) return null
  if (!report) throw invalid('report', 'is required: what was found, and the cause.')
  return {
    findings: report.findings,
    cause: { text: report.cause.text, code: report.cause.code || null },
    samples: (report.samples ?? []).map(({ what, order_id, given_to }) => ({
      what,
      order_id: order_id ?? null,
      given_to: given_to || null,
    })),
    attachment_id: report.attachment_id ?? null,
    released_to: report.released_to || null,
  }
}

const isKey = (kind: string): kind is ChargeKey => charge_keys.some((one) => one === kind)

/** The law's post-mortem and a sample cost the family nothing. */
async function chargeService(
  caller: Caller,
  body: Body,
  { id, kind, number }: ServiceRow,
): Promise<string[]> {
  if (!isKey(kind)) return []
  const { warning } = await chargeKey(caller, {
    ...bodyLine(body),
    key: kind,
    code: (await codesOf(caller)).get(kind),
    source: service_source,
    source_id: id,
    service_date: await today(caller, body.facility_id),
    done: true,
  })
  return warning === null ? [] : [`${number}: ${warning}`]
}

/** What was found changes no paper by itself: who signed the notification is asked to. */
const tellCertifier = (caller: Caller, { number, body_id }: ServiceRow) =>
  tell(caller, {
    to: { permission: 'mortuary:certify' },
    kind: 'mortuary.post_mortem',
    title: `Post-mortem ${number} is done`,
    body: 'If its cause is another one, amend the notification of death.',
    entity: { type: 'body', id: body_id },
  })

export async function cancel(caller: Caller, id: string, reason: string): Promise<ServiceRow> {
  const { body, before } = await held(caller, id, 'cancel')
  const row = await serviceRecord.moved(caller, before, 'cancel', {}, reason)
  await refreshHolds(caller, await bodyRecord.get(caller, body.id))
  return row
}
