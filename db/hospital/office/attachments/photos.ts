// Photos of people and things (PLT-110, PLT-111): one a subject, in two sizes, nothing but JPEG.

import { createHash } from 'node:crypto'
import type { Caller } from '../../../core/caller.ts'
import { within } from '../../../store/connection.ts'
import { get, put } from '../../../store/files/store.ts'
import { inTurn } from '../../../store/files/turns.ts'
import { noSuch, type Refusal } from '../../../core/refusal.ts'
import type { RowOf } from '../../../store/table.ts'
import { record } from '../audit/record.ts'
import { recordRead } from '../audit/reads.ts'
import { type Found, photoOwner, type Way } from './entity.ts'
import { requireRoom, tooLarge } from './limits.ts'
import { type Developed, type Negative, negativeOf } from './negatives.ts'
import { eraseUnneeded } from './removal.ts'
import type { Photo } from './shapes.ts'
import { photos } from './tables.ts'
import type { PhotoSize } from './words.ts'

type Row = RowOf<(typeof photos)['columns']>

export const photo_mb = 8

/** Turns, shrinks and re-encodes; the daemon brings it, off the main thread. */
export type Develop = (negative: Negative) => Promise<Developed>

/** Who may see or change this photo; refuses everybody else, and subjects that are not there. */
export const owner = (caller: Caller, subject: string, id: string, way: Way): Promise<Found> =>
  photoOwner(caller, subject, id, way)

export async function show(
  caller: Caller,
  { subject, id, size = 'full' }: { subject: string; id: string; size?: PhotoSize | undefined },
): Promise<{ sha256: string; bytes: Buffer }> {
  const found = await owner(caller, subject, id, 'read')
  const photo = await rowOf(caller, subject, id)
  if (photo === undefined || (await found.type.photoHidden?.(caller, id))) throw noPhoto()
  const sha256 = size === 'thumb' ? photo.thumb_sha256 : photo.sha256
  const bytes = await get(sha256)
  if (bytes === undefined) throw noPhoto()
  if (found.patient_id !== null) {
    await recordRead(caller, 'photo.read', entryOf(found, subject))
  }
  return { sha256, bytes }
}

export async function place(
  caller: Caller,
  { subject, id, bytes }: { subject: string; id: string; bytes: Buffer },
  develop: Develop,
): Promise<Photo> {
  const found = await owner(caller, subject, id, 'write')
  const { full, thumb, kept } = await print(caller, bytes, develop)
  const before = await inTurn([kept.sha256, kept.thumb_sha256], async () => {
    await put(full)
    await put(thumb)
    return within(() => replace(caller, found, subject, kept))
  })
  if (before !== undefined) await eraseUnneeded([before.sha256, before.thumb_sha256])
  const photo = await rowOf(caller, subject, id)
  if (photo === undefined) throw noPhoto()
  return view(photo)
}

export interface Print {
  full: Uint8Array
  thumb: Uint8Array
  kept: Pick<Row, 'sha256' | 'thumb_sha256' | 'width' | 'height' | 'size' | 'updated_by_name'>
}

/** A picture in its two sizes, not kept yet; refuses what is none. Not inside a transaction. */
export async function print(caller: Caller, bytes: Buffer, develop: Develop): Promise<Print> {
  if (bytes.length > photo_mb * 1024 * 1024) throw tooLarge(photo_mb)
  const negative = negativeOf(bytes)
  await requireRoom()
  const { full, thumb, width, height } = await develop(negative)
  const kept = {
    sha256: sha256Of(full),
    thumb_sha256: sha256Of(thumb),
    width,
    height,
    size: full.length,
    updated_by_name: caller.name,
  }
  return { full, thumb, kept }
}

export async function remove(
  caller: Caller,
  { subject, id, reason }: { subject: string; id: string; reason?: string | undefined },
): Promise<null> {
  const found = await owner(caller, subject, id, 'write')
  const before = await within(async () => {
    const photo = await rowOf(caller, subject, id)
    if (photo === undefined) throw noPhoto()
    await photos.remove({ hospital_id: caller.hospital_id, id: photo.id })
    record(caller, 'photo.remove', {
      ...entryOf(found, subject),
      changes: { sha256: [photo.sha256, null] },
      reason: reason ?? null,
    })
    return photo
  })
  await eraseUnneeded([before.sha256, before.thumb_sha256])
  return null
}

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const rowOf = (
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  subject: string,
  subject_id: string,
): Promise<Row | undefined> => photos.find({ hospital_id, subject, subject_id })

/** The old one's SHA-256 stays in the audit log. */
export async function replace(
  caller: Caller,
  found: Pick<Found, 'id' | 'label' | 'patient_id'>,
  subject: string,
  kept: Print['kept'],
): Promise<Row | undefined> {
  const { hospital_id } = caller
  const before = await photos.find({ hospital_id, subject, subject_id: found.id }, { lock: true })
  if (before === undefined) {
    await photos.insert({ hospital_id, subject, subject_id: found.id, ...kept })
  } else await photos.change({ hospital_id, id: before.id }, kept)
  record(caller, 'photo.update', {
    ...entryOf(found, subject),
    changes: { sha256: [before?.sha256 ?? null, kept.sha256] },
  })
  return before
}

const noPhoto = (): Refusal => Object.assign(noSuch(), { message: 'No photo yet.' })

const entryOf = (found: Pick<Found, 'id' | 'label' | 'patient_id'>, subject: string) => ({
  entity_type: subject,
  entity_id: found.id,
  entity_label: found.label,
  patient_id: found.patient_id,
})

const view = (row: Row): Photo => ({
  subject: row.subject,
  id: row.subject_id,
  url: `/api/v1/photos/${row.subject}/${row.subject_id}`,
  width: row.width,
  height: row.height,
  size: row.size,
  sha256: row.sha256,
  updated_at: row.updated_at,
  updated_by_name: row.updated_by_name,
})
