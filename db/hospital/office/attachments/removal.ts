// Removing files, keeping them for the law, and the end of their bytes (PLT-109).

import { type Caller, can } from '../../../core/caller.ts'
import { clock, days, hours } from '../../../core/clock.ts'
import { within } from '../../../store/connection.ts'
import {
  erase,
  erasePartial,
  eraseUnless,
  sizeOf,
  untouchedSince,
} from '../../../store/files/store.ts'
import { inTurn } from '../../../store/files/turns.ts'
import { conflict, noSuch, notPermitted } from '../../../core/refusal.ts'
import { sql } from '../../../store/sql.ts'
import { fresh } from '../../../core/versions.ts'
import { record } from '../audit/record.ts'
import { registry } from '../../registry.ts'
import { type AttachmentRow, allowed, attachmentRecord, view } from './attachments.ts'
import { fileOwner } from './entity.ts'
import type { Attachment } from './shapes.ts'
import { attachments } from './tables.ts'

const own_hours = 24
const kept_days = 90
const at_once = 500

/** Whether this caller may remove it at all; the reason is asked afterwards. */
export async function removable(caller: Caller, id: string): Promise<AttachmentRow> {
  const attachment = await allowed(caller, id, 'write')
  const young = Date.parse(attachment.uploaded_at) > clock.ms() - hours(own_hours)
  const own = caller.user_id !== null && attachment.uploaded_by === caller.user_id
  if (!(own && young) && !can(caller, 'attachment:delete')) throw notPermitted('attachment:delete')
  return attachment
}

export async function remove(caller: Caller, id: string, reason: string): Promise<Attachment> {
  const attachment = await removable(caller, id)
  fresh(caller, attachment)
  if (attachment.held) throw conflict('This file is under a legal hold.')
  const { type } = await fileOwner(caller, attachment, 'write')
  if ((await type.closed?.(caller, attachment.entity_id)) === true) {
    throw conflict('The document is closed: its files stay with it.')
  }
  return changed(caller, attachment, 'attachment.remove', reason, {
    removed_at: clock.instant(),
    removed_by_name: caller.name,
    remove_reason: reason,
  })
}

export async function hold(caller: Caller, id: string, reason: string): Promise<Attachment> {
  const attachment = await heldOr(caller, id, false)
  return changed(caller, attachment, 'attachment.hold', reason, { held: true })
}

export async function release(caller: Caller, id: string, reason: string): Promise<Attachment> {
  const attachment = await heldOr(caller, id, true)
  return changed(caller, attachment, 'attachment.release', reason, { held: false })
}

/** `kituo attachment restore`: while its bytes are kept. */
export async function restore(caller: Caller, id: string): Promise<Attachment> {
  const attachment = await attachmentRecord.get(caller, id)
  if (attachment.removed_at === null) throw conflict('This file was not removed.')
  if (attachment.erased_at !== null || (await sizeOf(attachment.sha256)) === undefined) {
    throw conflict('The bytes of this file are erased.')
  }
  return changed(caller, attachment, 'attachment.restore', null, {
    removed_at: null,
    removed_by_name: null,
    remove_reason: null,
  })
}

/** Job 16: the bytes of what was removed 90 days ago; answers how many files lost theirs. */
export async function eraseRemoved(now: Date): Promise<number> {
  const before = new Date(now.getTime() - days(kept_days)).toISOString()
  let count = 0
  for (;;) {
    const gone = await within(() => markErased(before, now.toISOString()), 'jobs')
    if (gone.length === 0) return count
    count += gone.length
    await eraseUnneeded(gone)
  }
}

/** Takes bytes off the disk that no area needs any more. */
export async function eraseUnneeded(hashes: readonly string[]): Promise<void> {
  for (const sha256 of new Set(hashes)) {
    await inTurn([sha256], async () => {
      if ((await needed([sha256])).length === 0) await erase(sha256)
    })
  }
}

const waste_days = 7

/** What no area knows and nobody touched for a week: of uploads that were broken off, of crashes. */
export async function sweepUnneeded(
  now: Date,
  signal?: AbortSignal,
  older_ms = days(waste_days),
): Promise<{ removed: number; freed: number }> {
  const before_ms = now.getTime() - Math.max(older_ms, days(waste_days))
  let removed = 0
  let freed = 0
  for await (const { kept, partial } of untouchedSince(before_ms)) {
    if (signal?.aborted === true) break
    for (const path of partial) freed += await erasePartial(path)
    removed += partial.length
    const wanted = new Set(await needed(kept))
    for (const sha256 of kept.filter((one) => !wanted.has(one))) {
      const size = (await sizeOf(sha256)) ?? 0
      const gone = await inTurn([sha256], () =>
        eraseUnless(sha256, before_ms, async () => (await needed([sha256])).length > 0),
      )
      if (!gone) continue
      removed += 1
      freed += size
    }
  }
  return { removed, freed }
}

const needed = async (hashes: readonly string[]): Promise<string[]> =>
  hashes.length === 0
    ? []
    : (await Promise.all(registry.keeps_files.map((ask) => ask(hashes)))).flat()

async function markErased(before: string, erased_at: string): Promise<string[]> {
  const old = await attachments.read(
    sql`select ${attachments.selection()} from attachments
      where removed_at is not null and erased_at is null and removed_at < ${before} and not held
      order by removed_at, id limit ${at_once}`,
  )
  if (old.length > 0) {
    await attachments.changeAnywhere({ id: old.map(({ id }) => id) }, { erased_at })
  }
  return old.map(({ sha256 }) => sha256)
}

/** A removed file may be held too: what the law asks for is often what somebody removed. */
async function heldOr(caller: Caller, id: string, held: boolean): Promise<AttachmentRow> {
  const attachment = await attachmentRecord.get(caller, id)
  if (attachment.erased_at !== null) throw noSuch('attachment')
  fresh(caller, attachment)
  if (attachment.held !== held) {
    throw conflict(
      held ? 'This file is under no legal hold.' : 'This file is under a legal hold already.',
    )
  }
  return attachment
}

async function changed(
  caller: Caller,
  { id, file_name, patient_id }: AttachmentRow,
  action: string,
  reason: string | null,
  changes: Partial<AttachmentRow>,
): Promise<Attachment> {
  await attachments.change({ hospital_id: caller.hospital_id, id }, changes)
  record(caller, action, {
    entity_type: 'attachment',
    entity_id: id,
    entity_label: file_name,
    patient_id,
    reason,
  })
  return view(await attachmentRecord.get(caller, id))
}
