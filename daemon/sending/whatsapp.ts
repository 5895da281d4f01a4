// The hand of WhatsApp: reads what the provider brought, posts what waits, asks for templates every
// hour.

import { readDeliveries } from '../../db/messaging/whatsapp/inbound.ts'
import {
  claim,
  type Claimed,
  markLost,
  settle,
  simulate,
} from '../../db/messaging/whatsapp/outbox.ts'
import { bodyOf, outcomeOf } from '../../db/messaging/whatsapp/provider.ts'
import { numbersDue } from '../../db/messaging/whatsapp/templates.ts'
import { type Hand, type HandOptions, startHand } from './hand.ts'
import { type WhatsappLine, whatsappLine } from './whatsapp-calls.ts'
import { fetchMedia, mediaIdFor } from './whatsapp-media.ts'
import { askTemplates } from './whatsapp-questions.ts'

export function runWhatsapp({
  line = whatsappLine(),
  ...options
}: HandOptions & { line?: WhatsappLine }): Hand {
  return startHand({
    ...options,
    name: 'WhatsApp',
    nudge: 'whatsapp',
    work,
    close: () => line.close(),
  })

  async function work(): Promise<boolean> {
    const read = await readDeliveries()
    const due = await numbersDue()
    await Promise.all(due.map((number) => askTemplates(line, number)))
    await markLost()
    const claimed = await claim()
    await Promise.all(claimed.map(submit))
    const fetched = await fetchMedia(line)
    return read > 0 || claimed.length > 0 || fetched > 0
  }

  async function submit(one: Claimed): Promise<void> {
    const { message, number, answers } = one
    if (number.provider === 'simulator') return simulate(one)
    const { id, phone, type, content } = message
    const file = content.media?.id ?? null
    const known = file === null ? null : await mediaIdFor(line, number, file)
    if (known !== null && typeof known !== 'string') return settle(one, known)
    const body = bodyOf({ id, phone, type, content, answers, provider_media_id: known })
    const answer = await line.post(number, `${number.phone_number_id}/messages`, body)
    await settle(one, outcomeOf(answer))
  }
}
