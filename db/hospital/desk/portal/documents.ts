// Papers that pass between the patient and the house (POR-14): what the patient has sent in, and
// what the desk has sent with a message. Other files of the record stay with the staff.

import type { Caller } from '../../../core/caller.ts'
import { clock, dayIn, startOfDay } from '../../../core/clock.ts'
import { row } from '../../../store/connection.ts'
import { isId } from '../../../core/ids.ts'
import { mapPage, type Page, paged, type PageAsked } from '../../../store/pages.ts'
import { conflict, isRefusal, noSuch, Refusal } from '../../../core/refusal.ts'
import { oneOf, sql, when, where } from '../../../store/sql.ts'
import { record } from '../../office/audit/record.ts'
import {
  allowed,
  type AttachmentRow,
  type Examiners,
  requireWhole,
  attachmentRecord,
} from '../../office/attachments/attachments.ts'
import { type Arrived, receive } from '../../office/attachments/receive.ts'
import { withinDays } from '../../office/hospitals/days.ts'
import { hospitalOf } from '../../office/hospitals/hospitals.ts'
import { authoriseOwnRead } from './record.ts'
import { portal_documents } from './tables.ts'
import type { Document, DocumentFields } from './thread-shapes.ts'
import { type Whose, whose } from './whose.ts'

/** The largest that is taken, in MB. */
export const document_mb = 10
const a_month = 20
const taken = ['application/pdf', 'image/jpeg', 'image/png']

interface Asked extends PageAsked {
  kind?: string
  from?: string
  to?: string
}
type Found = Omit<Document, 'from_me'>

export async function list(caller: Caller, asked: Asked): Promise<Page<Document>> {
  const mine = await authoriseOwnRead(caller, 'portal.documents', 'RECORD')
  return page(mine, asked, await narrowed(mine, asked))
}

async function narrowed({ caller }: Whose, { kind, from, to }: Asked) {
  const { timezone } = await hospitalOf(caller)
  return [when(kind, sql`d.source = ${kind}`), ...withinDays(sql`d.at`, timezone, { from, to })]
}

async function page(
  { caller, patient }: Whose,
  asked: PageAsked,
  more: Parameters<typeof where>[0],
): Promise<Page<Document>> {
  const found = await paged<Found>(asked, {
    select: sql`d.id, d.title, d.note, d.source as kind, d.attachment_id, a.file_name,
      a.content_type, a.size, d.at`,
    from: sql` from portal_documents d join attachments a on a.id = d.attachment_id${where([
      sql`d.hospital_id = ${caller.hospital_id}`,
      sql`d.patient_id = ${patient.id}`,
      sql`a.removed_at is null`,
      ...more,
    ])}`,
    order: sql` order by d.at desc, d.id desc`,
  })
  return mapPage(found, (one) => ({
    ...one,
    size: Number(one.size),
    from_me: one.kind === 'PATIENT',
  }))
}

/** The file of one of them; what is not theirs is not there. */
export async function download(caller: Caller, id: string): Promise<AttachmentRow> {
  const { caller: by, patient } = await authoriseOwnRead(caller, 'portal.document', 'RECORD')
  const { hospital_id } = by
  const found = await portal_documents.find({ hospital_id, id, patient_id: patient.id })
  if (found === undefined) throw noSuch('document')
  const file = await attachmentRecord.get(by, found.attachment_id)
  if (file.removed_at !== null) throw noSuch('document')
  await requireWhole(by, file)
  return file
}

const otherKind = (): Refusal =>
  new Refusal(400, 'file_kind', 'Only PDF, JPEG and PNG are accepted.')

const not_taken = new Set(['file_kind', 'file_name'])

/** What no door takes is refused in this one's words. */
const inOurWords = ({ inspect, scan }: Examiners): Examiners => ({
  scan,
  inspect: (file) =>
    inspect(file).catch((error: unknown) => {
      throw isRefusal(error) && not_taken.has(error.code) ? otherKind() : error
    }),
})

/** Into the record, marked as what it is. The whole rule runs outside a transaction (files). */
export async function send(
  caller: Caller,
  fields: DocumentFields,
  file: Arrived,
  examiners: Examiners,
): Promise<Document> {
  const mine = await whose(caller, 'RECORD')
  if (!mine.settings.document_upload_enabled) {
    throw conflict('Sending documents here is switched off.', 'off')
  }
  await mayHaveMore(mine)
  const { caller: by, patient } = mine
  let made = ''
  await receive(by, file, inOurWords(examiners), {
    entity: { type: 'patient', id: patient.id, patient_id: patient.id, label: patient.number },
    description: 'From the patient',
    max_mb: document_mb,
    mustTake: ({ content_type }) => {
      if (!taken.includes(content_type)) throw otherKind()
    },
    kept: async ({ id: attachment_id }) => {
      await mayHaveMore(mine)
      made = await insert(by, patient.id, attachment_id, { ...fields, source: 'PATIENT' })
    },
  })
  const { rows: found } = await page(mine, { page: 1, per_page: 1 }, [sql`d.id = ${made}`])
  return found[0] as Document
}

async function mayHaveMore({ caller, patient }: Whose): Promise<void> {
  const { timezone } = await hospitalOf(caller)
  const month = startOfDay(timezone, `${dayIn(timezone).slice(0, 8)}01`)
  const sent = await row<{ n: number }>(
    sql`select count(*) as n from portal_documents where hospital_id = ${caller.hospital_id}
      and patient_id = ${patient.id} and source = 'PATIENT' and at >= ${month}`,
  )
  if (Number(sent?.n ?? 0) >= a_month) {
    throw conflict(`You have sent ${a_month} documents this month.`, 'documents')
  }
}

async function insert(
  caller: Caller,
  patient_id: string,
  attachment_id: string,
  {
    source,
    title,
    note,
  }: { source: 'PATIENT' | 'STAFF'; title: string; note?: string | null | undefined },
): Promise<string> {
  const { id } = await portal_documents.insert({
    hospital_id: caller.hospital_id,
    patient_id,
    attachment_id,
    source,
    title: title.slice(0, 120),
    note: note || null,
    at: clock.instant(),
  })
  record(caller, 'portal_document.create', {
    entity_type: 'portal_document',
    entity_id: id,
    entity_label: source,
    patient_id,
  })
  return id
}

/** What a patient's message names must be papers that both have. */
export async function documentsMustBe(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  patient_id: string,
  attachment_ids: readonly string[] = [],
): Promise<void> {
  for (const attachment_id of attachment_ids) {
    const found = isId(attachment_id)
      ? await portal_documents.find({ hospital_id, patient_id, attachment_id })
      : undefined
    if (found === undefined) throw noSuch('attachment')
  }
}

/** A file that the desk may read and that is of this patient: sent, it is the patient's to read. */
export async function handOver(
  caller: Caller,
  patient_id: string,
  attachment_ids: readonly string[] = [],
): Promise<void> {
  const { hospital_id } = caller
  const known = await portal_documents.read(
    sql`select ${portal_documents.selection()} from portal_documents
      where hospital_id = ${hospital_id} and attachment_id${oneOf(attachment_ids)}`,
  )
  for (const id of new Set(attachment_ids)) {
    if (!isId(id)) throw noSuch('attachment')
    const file = await allowed(caller, id, 'read')
    if (file.patient_id !== patient_id || file.removed_at !== null) throw noSuch('attachment')
    if (known.some(({ attachment_id }) => attachment_id === id)) continue
    await insert(caller, patient_id, id, { source: 'STAFF', title: file.file_name })
  }
}
