// Files between the provider of WhatsApp and the house (MSG-509): what people sent is fetched, what was
// uploaded here is handed over before the first message that needs it.

import { createHash } from 'node:crypto'
import { setting } from '../../db/messaging/settings/settings.ts'
import {
  claimMedia,
  handedOver,
  keepMedia,
  type MediaRow,
  noteHandedOver,
  noteNotFetched,
  simulateMedia,
} from '../../db/messaging/whatsapp/media.ts'
import type { NumberRow } from '../../db/messaging/whatsapp/numbers.ts'
import { type Outcome, outcomeOf, readJson, wordOf } from '../../db/messaging/whatsapp/provider.ts'
import type { WhatsappLine } from './whatsapp-calls.ts'

/** What is due now; how many there were. */
export async function fetchMedia(line: WhatsappLine): Promise<number> {
  const due = await claimMedia()
  await Promise.all(due.map(({ media, number }) => fetchOne(line, number, media)))
  return due.length
}

async function fetchOne(line: WhatsappLine, number: NumberRow, media: MediaRow): Promise<void> {
  if (number.provider === 'simulator') return simulateMedia(media)
  const most = await setting('media_limit')
  const told = await line.get(number, encodeURIComponent(media.provider_media_id ?? ''))
  const read = readJson(told.body)
  const url = wordOf(read?.['url'], 4000)
  if (told.status !== 200 || url === null) {
    const for_good = told.status === 400 || told.status === 404
    await noteNotFetched(media, `It answered ${told.status ?? told.fault}.`, for_good)
    return
  }
  if (Number(read?.['file_size']) > most) {
    await noteNotFetched(media, 'It is larger than media_limit.', true)
    return
  }
  const file = await line.download(number, url, most)
  const why = faultOf(file, wordOf(read?.['sha256'], 64))
  if (why !== null) await noteNotFetched(media, why.said, why.for_good)
  else await keepMedia(media, { bytes: file.body, mime_type: wordOf(read?.['mime_type'], 200) })
}

function faultOf(
  { status, fault, whole, body }: Awaited<ReturnType<WhatsappLine['download']>>,
  sha256: string | null,
): { said: string; for_good: boolean } | null {
  if (status !== 200) return { said: `The file answered ${status ?? fault}.`, for_good: false }
  if (!whole) return { said: 'The file did not come whole.', for_good: false }
  if (body.length === 0) return { said: 'The file is empty.', for_good: true }
  const hash = createHash('sha256').update(body)
  const fits =
    sha256 === null || [hash.copy().digest('hex'), hash.digest('base64')].includes(sha256)
  return fits ? null : { said: 'The file is not what its sum says.', for_good: false }
}

/**
 * Under which id the provider knows the file of a message; an outcome when it could not be had. Nothing
 * of the message has left then, so it may go again.
 */
export async function mediaIdFor(
  line: WhatsappLine,
  number: NumberRow,
  id: string,
): Promise<string | Outcome> {
  const found = await handedOver(number, id)
  if (found === null)
    return { kind: 'refused', code: 'media', reason: 'media_gone', detail: 'The file is gone.' }
  const { row, provider_media_id, bytes } = found
  if (provider_media_id !== null) return provider_media_id
  const answer = await line.upload(number, `${number.phone_number_id}/media`, {
    bytes: bytes as Buffer,
    mime_type: row.mime_type ?? 'application/octet-stream',
    file_name: row.file_name ?? row.id,
  })
  const given = wordOf(readJson(answer.body)?.['id'], 300)
  if (answer.status === 200 && given !== null) {
    await noteHandedOver(number, row, given)
    return given
  }
  const outcome = outcomeOf(answer)
  return outcome.kind === 'refused' ? outcome : { kind: 'later', code: null }
}
