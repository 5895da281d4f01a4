// Which files the provider takes, and samples of them for test mode.

import { wrong } from '../refusals.ts'

type Begins = readonly number[]

const office = 'application/vnd.openxmlformats-officedocument'
/** How files of a kind begin, where that can be told. */
const taken: Readonly<Record<string, readonly Begins[] | null>> = {
  'image/jpeg': [[0xff, 0xd8, 0xff]],
  'image/png': [[0x89, 0x50, 0x4e, 0x47]],
  'image/webp': [[0x52, 0x49, 0x46, 0x46]],
  'application/pdf': [[0x25, 0x50, 0x44, 0x46]],
  'application/msword': null,
  'application/vnd.ms-excel': null,
  'application/vnd.ms-powerpoint': null,
  [`${office}.wordprocessingml.document`]: [[0x50, 0x4b]],
  [`${office}.spreadsheetml.sheet`]: [[0x50, 0x4b]],
  [`${office}.presentationml.presentation`]: [[0x50, 0x4b]],
  'text/plain': null,
  'audio/aac': null,
  'audio/amr': null,
  'audio/mp4': null,
  'audio/mpeg': null,
  'audio/ogg': [[0x4f, 0x67, 0x67, 0x53]],
  'video/mp4': null,
  'video/3gpp': null,
}

export function mimeOf({ bytes, content_type }: { bytes: Buffer; content_type: string }): string {
  const kind = (content_type.split(';')[0] ?? '').trim().toLowerCase()
  if (!Object.hasOwn(taken, kind))
    throw wrong('file', `file must be one of ${Object.keys(taken).join(', ')}.`)
  const begins = taken[kind] ?? null
  const fits =
    begins === null || begins.some((start) => start.every((byte, at) => bytes[at] === byte))
  if (!fits) throw wrong('file', `file is no ${kind}, whatever its kind says.`)
  return kind
}

/** One point, so that whoever shows it shows something. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

export const sampleOf = (mime_type: string | null): Buffer =>
  mime_type?.startsWith('image/') === true
    ? Buffer.from(png, 'base64')
    : Buffer.from(`A sample of ${mime_type ?? 'a file'}, as test mode brings it.\n`)
