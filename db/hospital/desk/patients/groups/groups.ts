// Groups that are asked for and decided upon (2.3, VUL-2, VUL-3, VUL-5).

import { type Caller, can } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { type Page, type PageAsked, pageFrom } from '../../../../store/pages.ts'
import { conflict, invalid, noSuch } from '../../../../core/refusal.ts'
import { raw, type Sql, sql, when, where } from '../../../../store/sql.ts'
import { life } from '../../../../core/states.ts'
import type { RowOf } from '../../../../store/table.ts'
import { fresh } from '../../../../core/versions.ts'
import { proofOf } from '../../../office/attachments/named.ts'
import { record } from '../../../office/audit/record.ts'
import { withinDays } from '../../../office/hospitals/days.ts'
import { hospitalOf, today } from '../../../office/hospitals/hospitals.ts'
import { monthsBefore } from '../register/ages.ts'
import { asShown, computedOf } from './computed-ids.ts'
import type { ConfirmInput, Confirmed, GroupInput, ListedGroup, VulnerableGroup } from './shapes.ts'
import { vulnerable_groups } from './tables.ts'
import { follows, group_states, type VulnerableTag, waiver_of } from './words.ts'
import type { PatientRow } from '../register/row-shapes.ts'
import { patientRecord, writable } from '../rows.ts'
import { patients } from '../tables.ts'
import { viewRows } from '../register/view.ts'
import { belongings, dayAfter, namedFor } from './vulnerability.ts'

type Row = RowOf<(typeof vulnerable_groups)['columns']>
type State = (typeof group_states)[number]

const group_life = life('group', group_states, {
  confirm: { from: ['PENDING'], to: 'CONFIRMED', permission: 'vulnerability:confirm' },
  reject: { from: ['PENDING'], to: 'REJECTED', permission: 'vulnerability:confirm' },
  revoke: { from: ['CONFIRMED'], to: 'REVOKED', permission: 'vulnerability:confirm' },
  expire: { from: ['CONFIRMED'], to: 'EXPIRED', house: true },
})

/** Of one patient: what was recorded, newest first, after what follows from the record itself. */
export async function listOf(
  caller: Caller,
  patient_id: string,
  asked: { status?: State; on?: string },
): Promise<VulnerableGroup[]> {
  const row = await patientRecord.get(caller, patient_id)
  const day = await today(caller)
  const on = asked.on ?? day
  const follows_on = (await belongings(caller, [row], on)).get(patient_id) ?? []
  const computed = asShown(caller, patient_id, follows_on)
  const recorded = await vulnerable_groups.all(
    { hospital_id: caller.hospital_id, patient_id },
    { order: ['-created_at', '-id'] },
  )
  const holds = ({ valid_from, valid_until }: VulnerableGroup): boolean =>
    asked.on === undefined || (valid_from <= asked.on && (valid_until ?? asked.on) >= asked.on)
  return [...computed, ...recorded.map((group) => view(caller, group, day))].filter(
    (group) => (asked.status === undefined || group.status === asked.status) && holds(group),
  )
}

interface Filter extends PageAsked {
  status?: State
  group?: VulnerableTag
  from?: string
  to?: string
}

/** What the welfare officer has to decide, oldest first. */
export async function list(caller: Caller, asked: Filter): Promise<Page<ListedGroup>> {
  const { hospital_id } = caller
  const { timezone } = await hospitalOf(caller)
  const day = await today(caller)
  const { status, from, to } = asked
  const past = sql`valid_until < ${day}`
  const found = await pageFrom(vulnerable_groups, asked, {
    from: sql` from vulnerable_groups${where([
      sql`hospital_id = ${hospital_id}`,
      status === undefined
        ? undefined
        : status === 'EXPIRED'
          ? sql`(status = 'EXPIRED' or (status = 'CONFIRMED' and ${past}))`
          : sql`status = ${status}`,
      when(status === 'CONFIRMED', sql`(valid_until is null or not ${past})`),
      asked.group === undefined ? undefined : ofGroup(caller, asked.group),
      ...withinDays(sql`created_at`, timezone, { from, to }),
    ])}`,
    order: raw(' order by created_at, id'),
  })
  const ids = [...new Set(found.rows.map(({ patient_id }) => patient_id))]
  const people = ids.length === 0 ? [] : await patients.all({ hospital_id, id: ids })
  const shown = new Map((await viewRows(caller, people)).map((row) => [row.id, row]))
  return {
    rows: found.rows.map((group) => {
      const patient = shown.get(group.patient_id) as PatientRow
      const closed = patient.restricted === true ? unsaid : {}
      return { ...view(caller, group, day), ...closed, patient }
    }),
    meta: found.meta,
  }
}

/** Who may not read the word learns nothing by asking for it (VUL-6). */
function ofGroup(caller: Caller, tag: VulnerableTag): Sql {
  if (namedFor(caller, tag) === tag) return sql`tag = ${tag}`
  return decides(caller) ? sql`tag = ${tag} and status = 'PENDING'` : raw('1 = 0')
}

/** Who confirms reads the true name and the papers of what waits for it. */
const decides = (caller: Caller): boolean => can(caller, 'vulnerability:confirm')

/** Nothing by which the group could be guessed, or who it is: no papers, numbers, notes (VUL-6, PRV-1). */
const unsaid = {
  evidence_type: 'NONE',
  evidence_no: null,
  attachment_id: null,
  notes: null,
  decision_reason: null,
} as const

/** A group whose days are over is EXPIRED, whatever was decided about it. */
function view(caller: Caller, { tag, ...group }: Row, day: string): VulnerableGroup {
  const over = group.status === 'CONFIRMED' && group.valid_until !== null && group.valid_until < day
  const status = over ? 'EXPIRED' : group.status
  const named = status === 'PENDING' && decides(caller) ? tag : namedFor(caller, tag)
  return { ...group, ...(named === tag ? {} : unsaid), group: named, status }
}

export async function rowOf(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  id: string,
): Promise<Row> {
  const found = await vulnerable_groups.find({ hospital_id, id })
  if (found === undefined) {
    await refuseComputed(hospital_id, id)
    throw noSuch('group')
  }
  return found
}

/** VUL-1: what follows from the record has no row of its own, and nobody decides on it. */
async function refuseComputed(hospital_id: string, id: string): Promise<void> {
  const computed = computedOf(id)
  if (computed === undefined) return
  const { patient_id, refusal } = computed
  if ((await patients.find({ hospital_id, id: patient_id })) === undefined) return
  throw conflict(refusal)
}

export async function ask(
  caller: Caller,
  patient_id: string,
  input: GroupInput,
): Promise<VulnerableGroup> {
  await writable(caller, patient_id)
  const { group: tag, evidence_type = 'NONE', evidence_no, valid_from, valid_until = null } = input
  const from_elsewhere = follows[tag]
  if (from_elsewhere !== undefined) throw conflict(`${tag} ${from_elsewhere}`)
  if (valid_until !== null && valid_until < valid_from) {
    throw invalid('valid_until', 'is before valid_from.')
  }
  if ((tag === 'PRISONER' || tag === 'REFUGEE') && !evidence_no) {
    throw invalid('evidence_no', `is required for ${tag}.`)
  }
  const made = await vulnerable_groups.insert({
    hospital_id: caller.hospital_id,
    patient_id,
    tag,
    basis: 'RECORDED',
    evidence_type,
    evidence_no: evidence_no || null,
    attachment_id: await proofOf(caller, patient_id, input.attachment_id),
    notes: input.notes || null,
    valid_from,
    valid_until,
    status: 'PENDING',
    requested_by: caller.name,
    requested_by_id: caller.user_id,
  })
  noted(caller, 'create', made, 'PENDING')
  return view(caller, made, await today(caller))
}

/** VUL-2: opened by what happened to somebody; it counts at once, until welfare has decided. */
export async function openFor(
  caller: Caller,
  patient_id: string,
  tag: VulnerableTag,
  days: number,
): Promise<void> {
  const { hospital_id } = caller
  const valid_from = await today(caller)
  const there = await vulnerable_groups.all({
    hospital_id,
    patient_id,
    tag,
    status: ['PENDING', 'CONFIRMED'],
  })
  if (there.some(({ valid_until }) => valid_until === null || valid_until >= valid_from)) return
  const made = await vulnerable_groups.insert({
    hospital_id,
    patient_id,
    tag,
    basis: 'RECORDED',
    evidence_type: 'CLINICAL_RECORD',
    valid_from,
    valid_until: dayAfter(valid_from, days - 1),
    status: 'PENDING',
    requested_by: caller.name,
    requested_by_id: caller.user_id,
  })
  noted(caller, 'create', made, 'PENDING')
}

export async function confirm(caller: Caller, id: string, input: ConfirmInput): Promise<Confirmed> {
  const group = await deciding(caller, id, 'confirm')
  const { tag, evidence_type, valid_from } = group
  const valid_until = input.valid_until === undefined ? group.valid_until : input.valid_until
  if (evidence_type === 'NONE' && tag !== 'DISASTER_VICTIM') {
    throw invalid('evidence_type', `is required to confirm ${tag}.`)
  }
  const year_on = monthsBefore(valid_from, -12)
  if (tag === 'DESTITUTE' && (valid_until === null || valid_until > year_on)) {
    throw invalid('valid_until', 'must be within 12 months for DESTITUTE.')
  }
  const confirmed = await decide(caller, group, 'CONFIRMED', input.note || null, { valid_until })
  return {
    ...confirmed,
    exemption_draft: {
      patient_id: group.patient_id,
      category: waiver_of[tag],
      tag,
      group_id: id,
      valid_from,
      valid_until,
    },
  }
}

export async function reject(caller: Caller, id: string, reason: string): Promise<VulnerableGroup> {
  return decide(caller, await deciding(caller, id, 'reject'), 'REJECTED', reason)
}

export async function revoke(caller: Caller, id: string, reason: string): Promise<VulnerableGroup> {
  return decide(caller, await deciding(caller, id, 'revoke'), 'REVOKED', reason)
}

/** Nobody decides on what he or she asked for. */
async function deciding(
  caller: Caller,
  id: string,
  move: 'confirm' | 'reject' | 'revoke',
): Promise<Row> {
  const group = await rowOf(caller, id)
  fresh(caller, group)
  group_life.move(move, group.status, group.tag)
  if (
    move !== 'revoke' &&
    group.requested_by_id !== null &&
    group.requested_by_id === caller.user_id
  ) {
    throw conflict('You asked for this group. Another Social welfare officer must decide.')
  }
  await writable(caller, group.patient_id)
  return group
}

async function decide(
  caller: Caller,
  group: Row,
  status: State,
  decision_reason: string | null,
  more: Partial<Row> = {},
): Promise<VulnerableGroup> {
  const { hospital_id } = caller
  await vulnerable_groups.change(
    { hospital_id, id: group.id },
    {
      ...more,
      status,
      decision_reason,
      decided_by: caller.name,
      decided_at: clock.instant(),
    },
  )
  noted(caller, status.toLowerCase(), group, status, decision_reason)
  return view(caller, await rowOf(caller, group.id), await today(caller))
}

function noted(
  caller: Caller,
  action: string,
  { id, patient_id, status }: Row,
  to_state: State,
  reason: string | null = null,
): void {
  record(caller, `vulnerable_group.${action}`, {
    entity_type: 'vulnerable_group',
    entity_id: id,
    patient_id,
    ...(action === 'create' ? {} : { from_state: status }),
    to_state,
    reason,
  })
}
