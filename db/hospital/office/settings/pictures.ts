// Logo and icon: judged by their bytes, kept without metadata, given to whoever asks (PLT-64).

import type { Caller } from '../../../core/caller.ts'
import { within } from '../../../store/connection.ts'
import { isJpeg, readJpeg } from '../../../store/files/jpeg.ts'
import { isPng, type Picture, pngSize, readPng } from '../../../store/files/png.ts'
import { get, put as keep } from '../../../store/files/store.ts'
import { invalid, Refusal } from '../../../core/refusal.ts'
import { fresh } from '../../../core/versions.ts'
import { record } from '../audit/record.ts'
import { forget, type Hospital } from '../hospitals/hospitals.ts'
import { hospitals } from '../hospitals/tables.ts'
import { noteChanges } from './history.ts'
import { hospitalFor, pictureUrl } from './system.ts'

export type Which = 'logo' | 'icon'

const rules = {
  logo: { kinds: 'PNG or JPEG', jpeg: true, most: 3000, bytes: 1024 * 1024, said: '1 MB' },
  icon: { kinds: 'PNG', jpeg: false, most: 1024, bytes: 512 * 1024, said: '512 KB' },
} as const
const least = 64

/** What is said about any other kind of file, whoever notices first. */
export const wrongKindOf = (which: Which): string => `Send the ${which} as ${rules[which].kinds}.`

export async function find(
  caller: Caller,
  which: Which,
  workspace?: string,
): Promise<{ content_type: string; bytes: Buffer; sha256: string }> {
  const hospital = await hospitalFor(caller, workspace)
  const picture = hospital[which]
  const bytes = picture === null ? undefined : await get(picture.sha256)
  if (picture === null || bytes === undefined) {
    throw new Refusal(404, 'not_found', `No ${which} yet.`)
  }
  return { ...picture, bytes }
}

/** The file is kept first, outside the transaction that names it. */
export async function put(caller: Caller, which: Which, bytes: Buffer): Promise<string> {
  const { picture, content_type } = await read(which, bytes)
  const sha256 = await keep(picture.clean)
  return within(async () => {
    await write(caller, which, { sha256, content_type })
    const after = (await hospitals.find({ id: caller.hospital_id })) as Hospital
    return pictureUrl(after, which) as string
  })
}

export const remove = async (caller: Caller, which: Which): Promise<null> => {
  await write(caller, which, null)
  return null
}

async function write(caller: Caller, which: Which, picture: Hospital[Which]): Promise<void> {
  const { hospital_id } = caller
  const before = (await hospitals.find({ id: hospital_id }, { lock: true })) as Hospital
  fresh(caller, before)
  const updated_by_name = caller.name
  await hospitals.change({ id: hospital_id }, { [which]: picture, updated_by_name })
  forget(hospital_id)
  const changes: Record<string, [unknown, unknown]> = {
    [which]: [before[which]?.sha256 ?? null, picture?.sha256 ?? null],
  }
  record(caller, `settings.${which}`, { entity_type: 'settings', entity_id: 'system', changes })
  await noteChanges(caller, 'system', changes)
}

async function read(
  which: Which,
  bytes: Buffer,
): Promise<{ picture: Picture; content_type: string }> {
  const rule = rules[which]
  if (bytes.length === 0) throw invalid('file', 'is empty.')
  if (!isPng(bytes) && !(rule.jpeg && isJpeg(bytes))) {
    throw new Refusal(400, 'media_type', wrongKindOf(which))
  }
  if (bytes.length > rule.bytes) {
    throw new Refusal(413, 'too_large', `The file is larger than ${rule.said}.`)
  }
  const size = isPng(bytes) ? pngSize(bytes) : undefined
  if (size !== undefined) checkSize(which, size)
  const picture = isPng(bytes) ? await readPng(bytes) : readJpeg(bytes)
  if (picture === undefined) throw invalid('file', 'is not a whole picture.')
  checkSize(which, picture)
  return { picture, content_type: isPng(bytes) ? 'image/png' : 'image/jpeg' }
}

function checkSize(which: Which, { width, height }: { width: number; height: number }): void {
  const { most } = rules[which]
  if (Math.min(width, height) < least || Math.max(width, height) > most) {
    throw invalid('file', `must be between ${least} and ${most} pixels a side.`)
  }
  if (which === 'icon' && width !== height) throw invalid('file', 'must be square.')
}
