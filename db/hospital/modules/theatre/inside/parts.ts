// What is drafted, signed and amended of a case (MOD-13): fitness, operation note, anaesthesia record. A signed
// version is never edited; the next one stands beside it with its reason.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict } from '../../../../core/refusal.ts'
import type { RowOf } from '../../../../store/table.ts'
import { practisingSigner, type Practising } from '../../../desk/amendments/practising.ts'
import { signerOf } from '../../../neighbours/signing.ts'
import { record } from '../../../office/audit/record.ts'
import { dayAt } from '../../../office/hospitals/hospitals.ts'
import type { CaseRow } from '../cases/record.ts'
import type { CasePart } from '../words.ts'
import { theatre_parts } from './tables.ts'

export type PartRow = RowOf<(typeof theatre_parts)['columns']>
export type Content = Record<string, unknown>

const called: Record<CasePart, string> = {
  FITNESS: 'fitness assessment',
  OPERATION_NOTE: 'operation note',
  ANAESTHESIA: 'anaesthesia record',
}

export const partOf = (
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  case_id: string,
  part: CasePart,
): Promise<PartRow | undefined> => theatre_parts.find({ hospital_id, case_id, part, latest: true })

/** All that was written, the last of each part first. */
export const partsOfCase = (
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  case_id: string,
): Promise<PartRow[]> =>
  theatre_parts.all({ hospital_id, case_id }, { order: ['part', '-version_no'] })

export const isSigned = (row: Pick<PartRow, 'status'> | undefined): boolean =>
  row !== undefined && row.status !== 'DRAFT'

export interface Writing {
  part: CasePart
  content: Content
  sign: boolean
  reason: string | undefined
  /** Refuses what may not be signed, or signed by this person. */
  maySign: (content: Content, signer: Practising) => Promise<void>
  valid_until?: ((signed_at: string) => Promise<string>) | undefined
}

/** What is sent goes over what stands; what is not sent stays. */
export async function writePart(caller: Caller, row: CaseRow, asked: Writing): Promise<PartRow> {
  const before = await partOf(caller, row.id, asked.part)
  const amending = isSigned(before)
  if (amending && !asked.reason) throw await isSignedAlready(caller, before as PartRow)
  const content = merged((before?.content ?? {}) as Content, asked.content)
  const written =
    before === undefined || amending
      ? await nextVersion(caller, row, asked, content, before)
      : await drafted(caller, before, content)
  return asked.sign || amending ? signed(caller, row, written, asked, amending) : written
}

const isSignedAlready = async (caller: Caller, { part, signed_at, signed_by_name }: PartRow) => {
  const on = await dayAt(caller, signed_at ?? clock.instant())
  return conflict(
    `This ${called[part]} was signed on ${on} by ${signed_by_name}: give a reason to amend it.`,
    'signed',
  )
}

const merged = (before: Content, sent: Content): Content => ({
  ...before,
  ...Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)),
})

async function nextVersion(
  caller: Caller,
  { id: case_id }: CaseRow,
  { part, reason }: Writing,
  content: Content,
  before: PartRow | undefined,
): Promise<PartRow> {
  const { hospital_id } = caller
  const { name } = await signerOf(caller)
  if (before !== undefined) {
    await theatre_parts.change({ hospital_id, id: before.id }, { latest: false })
  }
  return theatre_parts.insert({
    hospital_id,
    case_id,
    part,
    version_no: (before?.version_no ?? 0) + 1,
    latest: true,
    status: 'DRAFT',
    content,
    reason: before === undefined ? null : (reason ?? null),
    written_by_name: name.slice(0, 160),
  })
}

async function drafted(caller: Caller, before: PartRow, content: Content): Promise<PartRow> {
  const { hospital_id } = caller
  const { name } = await signerOf(caller)
  const changes = { content, written_by_name: name.slice(0, 160) }
  await theatre_parts.change({ hospital_id, id: before.id }, changes)
  return { ...before, ...changes }
}

async function signed(
  caller: Caller,
  row: CaseRow,
  written: PartRow,
  { maySign, valid_until }: Writing,
  amending: boolean,
): Promise<PartRow> {
  const signer = await practisingSigner(caller)
  await maySign(written.content as Content, signer)
  const signed_at = clock.instant()
  const changes = {
    status: amending ? ('AMENDED' as const) : ('SIGNED' as const),
    signed_at,
    signed_by_id: signer.staff_id,
    signed_by_name: signer.name.slice(0, 160),
    valid_until: valid_until === undefined ? null : await valid_until(signed_at),
  }
  await theatre_parts.change({ hospital_id: caller.hospital_id, id: written.id }, changes)
  record(caller, `theatre_case.${amending ? 'amend' : 'sign'}`, {
    entity_type: 'theatre_case',
    entity_id: row.id,
    entity_label: `${row.number}: ${called[written.part]}`,
    patient_id: row.patient_id,
    reason: written.reason,
    to_state: changes.status,
  })
  return { ...written, ...changes }
}
