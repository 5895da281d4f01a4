// Files on records (platform 2.14, 4.11). The record decides who may; the bytes lie in the store.

import { type Caller, can, system } from '../../../core/caller.ts'
import { clock, dayIn } from '../../../core/clock.ts'
import { within } from '../../../store/connection.ts'
import { adopt, isWhole, put } from '../../../store/files/store.ts'
import { inTurn } from '../../../store/files/turns.ts'
import { type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import {
  conflict,
  invalid,
  isRefusal,
  noSuch,
  notPermitted,
  Refusal,
} from '../../../core/refusal.ts'
import { oneOf, sql, when, where } from '../../../store/sql.ts'
import type { RowOf } from '../../../store/table.ts'
import { fresh } from '../../../core/versions.ts'
import { recordRead } from '../audit/reads.ts'
import { difference, record } from '../audit/record.ts'
import { hospitalOf } from '../hospitals/hospitals.ts'
import { tell } from '../../neighbours/telling.ts'
import { fileOwner, type Found, readableTypes, type Way } from './entity.ts'
import type { Inspected } from './inspect.ts'
import { attachmentMb, large_times, live_most, requireRoom, tooLarge } from './limits.ts'
import { keptName } from './names.ts'
import type { Attachment, AttachmentChange, AttachmentFields } from './shapes.ts'
import { attachments } from './tables.ts'
import type { AttachmentCategory } from './words.ts'
import { recordOf } from '../../../store/record-of.ts'

export type AttachmentRow = RowOf<(typeof attachments)['columns']>

/** What looks at a file before it is kept; the daemon brings both. */
export interface Examiners {
  inspect: (file: { path: string; file_name: string }) => Promise<Inspected>
  /** Refuses what carries a threat; answers whether anybody looked. */
  scan: (path: string) => Promise<'CLEAN' | 'NOT_SCANNED'>
}

export async function upload(
  caller: Caller,
  fields: AttachmentFields,
  file: { path: string; file_name: string },
  { inspect, scan }: Examiners,
): Promise<Attachment> {
  const owner = await fileOwner(caller, fields, 'write')
  await refuseFull(caller, fields)
  await requireRoom()
  const found = await inspect(file)
  const mb = (await attachmentMb(caller)) * (found.large ? large_times : 1)
  if (found.size > mb * 1024 * 1024) throw tooLarge(mb)
  const scan_state = await scan(found.path).catch(async (error: unknown) => {
    await noteThreat(caller, { ...owner, type: owner.type.type }, found, error)
    throw error
  })
  return inTurn([found.sha256], async () => {
    await adopt(found.path, found.sha256)
    return within(async () => {
      await refuseFull(caller, fields)
      return keep(caller, owner, { ...fields, ...found, scan_state })
    })
  })
}

/** A file that the house itself made: no permission is asked (4.17). Not inside a transaction. */
export async function attach(
  caller: Caller,
  {
    entity,
    file,
    category,
  }: {
    entity: { type: string; id: string; patient_id?: string | null; label?: string }
    file: { name: string; content_type: string; bytes: Buffer }
    category: AttachmentCategory
  },
): Promise<Attachment> {
  const sha256 = await put(file.bytes)
  const ending = file.name.split('.').at(-1) ?? 'pdf'
  return within(() =>
    keep(
      caller,
      {
        id: entity.id,
        patient_id: entity.patient_id ?? null,
        label: entity.label ?? file.name,
      },
      {
        entity_type: entity.type,
        category,
        file_name: keptName(file.name, [ending]),
        content_type: file.content_type,
        size: file.bytes.length,
        sha256,
        scan_state: 'NOT_SCANNED',
      },
    ),
  )
}

/** The files of one record, for areas that need them. */
export async function attachmentsOf(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  entity: { type: string; id: string },
): Promise<Attachment[]> {
  const found = await attachments.all(
    { hospital_id, entity_type: entity.type, entity_id: entity.id, removed_at: null },
    { order: ['-uploaded_at', '-id'] },
  )
  return found.map(view)
}

/** Every file on the record of one patient, for the copy that is made of it (PAT-35). */
export const attachmentsOfPatient = (
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  patient_id: string,
): Promise<AttachmentRow[]> =>
  attachments.all({ hospital_id, patient_id, removed_at: null }, { order: ['uploaded_at', 'id'] })

export interface AttachmentFilter extends PageAsked {
  entity_type?: string
  entity_id?: string
  patient_id?: string
  category?: AttachmentCategory
  removed?: boolean
}

export async function list(caller: Caller, asked: AttachmentFilter): Promise<Page<Attachment>> {
  const scope = await scopeOf(caller, asked)
  if (asked.removed === true && !can(caller, 'audit:read')) throw notPermitted('audit:read')
  const found = await pageFrom(attachments, asked, {
    from: sql` from attachments${where([
      sql`hospital_id = ${caller.hospital_id}`,
      scope.condition,
      asked.removed === true ? sql`removed_at is not null` : sql`removed_at is null`,
      when(asked.category, sql`category = ${asked.category}`),
    ])}`,
    order: sql` order by uploaded_at desc, id desc`,
  })
  if (scope.patient_id !== null) {
    await recordRead(caller, 'attachment.list', {
      entity_type: 'attachment',
      patient_id: scope.patient_id,
      rows: found.rows.length,
      query: { entity_type: asked.entity_type, entity_id: asked.entity_id },
    })
  }
  return { rows: found.rows.map(view), meta: found.meta }
}

export async function find(caller: Caller, id: string): Promise<Attachment> {
  return view(await allowed(caller, id, 'read'))
}

/** What is sent out, with its row in the audit log. */
export async function download(caller: Caller, id: string): Promise<AttachmentRow> {
  const attachment = await allowed(caller, id, 'read')
  await requireWhole(caller, attachment)
  await recordRead(caller, 'attachment.download', {
    entity_type: 'attachment',
    entity_id: id,
    entity_label: attachment.file_name,
    patient_id: attachment.patient_id,
  })
  return attachment
}

/** Never another file's bytes, nor half of them (operations 6.2). */
export async function requireWhole(
  caller: Pick<Caller, 'hospital_id'>,
  { sha256, uploaded_at }: Pick<AttachmentRow, 'sha256' | 'uploaded_at'>,
): Promise<void> {
  if (await isWhole(sha256)) return
  const { timezone } = await hospitalOf(caller)
  const day = dayIn(timezone, new Date(uploaded_at))
  throw new Refusal(404, 'file_missing', `This file is missing. It was stored on ${day}.`)
}

export async function change(
  caller: Caller,
  id: string,
  input: AttachmentChange,
): Promise<Attachment> {
  const before = await allowed(caller, id, 'write')
  fresh(caller, before)
  await attachments.change({ hospital_id: caller.hospital_id, id }, input)
  record(caller, 'attachment.update', {
    entity_type: 'attachment',
    entity_id: id,
    entity_label: before.file_name,
    patient_id: before.patient_id,
    changes: difference(before, input),
  })
  return view(await attachmentRecord.get(caller, id))
}

/** The file, when its record lets this caller at it; a removed one is for auditors alone. */
export async function allowed(caller: Caller, id: string, way: Way): Promise<AttachmentRow> {
  const attachment = await attachmentRecord.get(caller, id)
  await fileOwner(caller, attachment, way)
  if (attachment.removed_at !== null && (way === 'write' || !can(caller, 'audit:read'))) {
    throw noSuch('attachment')
  }
  return attachment
}

export const attachmentRecord = recordOf(attachments, 'attachment')

export const view = (row: AttachmentRow): Attachment => row

export async function keep(
  caller: Caller,
  owner: Pick<Found, 'id' | 'patient_id' | 'label'>,
  kept: Omit<Inspected, 'path' | 'large'> &
    Pick<AttachmentFields, 'entity_type' | 'category' | 'description'> &
    Pick<AttachmentRow, 'scan_state'>,
): Promise<Attachment> {
  const { entity_type, file_name, content_type, size, sha256, scan_state } = kept
  const made = await attachments.insert({
    hospital_id: caller.hospital_id,
    entity_type,
    entity_id: owner.id,
    patient_id: owner.patient_id,
    file_name,
    content_type,
    size,
    sha256,
    scan_state,
    category: kept.category ?? 'OTHER',
    description: kept.description ?? null,
    uploaded_by: caller.user_id,
    uploaded_by_name: caller.name,
    uploaded_at: clock.instant(),
  })
  record(caller, 'attachment.create', {
    entity_type: 'attachment',
    entity_id: made.id,
    entity_label: file_name,
    patient_id: owner.patient_id,
    changes: { [entity_type]: [null, owner.label], sha256: [null, sha256] },
  })
  return view(made)
}

async function refuseFull(
  { hospital_id }: Caller,
  { entity_type, entity_id }: AttachmentFields,
): Promise<void> {
  const live = await attachments.count({ hospital_id, entity_type, entity_id, removed_at: null })
  if (Number(live) >= live_most) {
    throw conflict(`This record has ${live_most} files already. Remove one first.`)
  }
}

/** One record's files; or a patient's, of every kind of record whose files this caller may read. */
async function scopeOf(caller: Caller, asked: AttachmentFilter) {
  const { entity_type, entity_id, patient_id } = asked
  if (entity_type === undefined && entity_id === undefined && patient_id !== undefined) {
    const types = await readableTypes(caller)
    if (types.length === 0) throw notPermitted('patient:read')
    if (types.includes('patient')) {
      await fileOwner(caller, { entity_type: 'patient', entity_id: patient_id }, 'read')
    }
    return {
      patient_id,
      condition: sql`patient_id = ${patient_id} and entity_type${oneOf(types)}`,
    }
  }
  if (entity_type === undefined) throw invalid('entity_type', 'is required.')
  if (entity_id === undefined) throw invalid('entity_id', 'is required.')
  const owner = await fileOwner(caller, { entity_type, entity_id }, 'read')
  return {
    patient_id: owner.patient_id,
    condition: sql`entity_type = ${entity_type} and entity_id = ${entity_id}`,
  }
}

/** What a scanner found stands in the log, though nothing of the file is kept (PLT-108). */
export async function noteThreat(
  caller: Caller,
  owner: Pick<Found, 'id' | 'patient_id'> & { type: string },
  { file_name, sha256 }: Inspected,
  error: unknown,
): Promise<void> {
  if (!isRefusal(error) || (error.code !== 'threat' && error.status !== 503)) return
  const found = error.code === 'threat'
  await within(async () => {
    if (found) {
      record(caller, 'attachment.threat', {
        outcome: 'REFUSED',
        entity_type: owner.type,
        entity_id: owner.id,
        entity_label: file_name,
        patient_id: owner.patient_id,
        changes: { sha256: [sha256, null] },
        reason: error.message,
      })
    }
    // Without the file's name: that is often a patient's.
    await tell(system(caller.hospital_id, caller.request_id), {
      to: { permission: 'system:read' },
      kind: found ? 'file.threat' : 'scanner.silent',
      title: found ? 'A file carried a known threat' : 'The virus scanner does not answer',
      body: found
        ? `${caller.name} sent it. ${error.message}`
        : 'Files are refused until it answers again.',
    })
  })
}
