// What the provider of WhatsApp is asked about a number: whether it knows us, and its templates.

import type { NumberRow } from '../../db/messaging/whatsapp/numbers.ts'
import { type Answer, objectsIn, readJson, wordOf } from '../../db/messaging/whatsapp/provider.ts'
import {
  keepTemplates,
  noteTemplatesFailed,
  type Synced,
} from '../../db/messaging/whatsapp/templates.ts'
import type { NewTemplate } from '../../db/messaging/whatsapp/template-writing.ts'
import { type WhatsappLine, whatsappLine } from './whatsapp-calls.ts'

const pages_max = 50

/** What the whole list changed, or why it could not be had. */
export async function askTemplates(
  line: WhatsappLine,
  number: NumberRow,
): Promise<Synced | string> {
  const found: Record<string, unknown>[] = []
  let after = ''
  for (let page = 0; page < pages_max; page += 1) {
    const answer = await line.get(
      number,
      `${number.business_account_id}/message_templates?limit=100${after}`,
    )
    const read = readJson(answer.body)
    if (answer.status !== 200 || read === null || !Array.isArray(read['data'])) {
      const said = faultIn(read, answer)
      await noteTemplatesFailed(number, said)
      return said
    }
    found.push(...objectsIn(read['data']))
    const paging = read['paging'] as { next?: unknown; cursors?: { after?: unknown } } | undefined
    const cursor = paging?.cursors?.after
    if (typeof cursor !== 'string' || paging?.next === undefined) break
    after = `&after=${encodeURIComponent(cursor)}`
  }
  return keepTemplates(number, found)
}

/** For whoever asks a question now and then; the hand that works has a line of its own. */
export async function askProvider<T>(ask: (line: WhatsappLine) => Promise<T>): Promise<T> {
  const line = whatsappLine()
  try {
    return await ask(line)
  } finally {
    await line.close()
  }
}

export interface NumberKnown {
  ok: boolean
  /** As the provider shows it to people. */
  display_phone: string | null
  verified_name: string | null
  /** The provider's own word, like `GREEN`. */
  quality: string | null
  cause: string | null
}

/** Its own record of the number, with our token: it answers when both are right. */
export async function askNumber(line: WhatsappLine, number: NumberRow): Promise<NumberKnown> {
  const fields = 'display_phone_number,verified_name,quality_rating'
  const answer = await line.get(number, `${number.phone_number_id}?fields=${fields}`)
  const read = readJson(answer.body)
  const ok = answer.status === 200 && read !== null
  return {
    ok,
    display_phone: wordOf(read?.['display_phone_number']),
    verified_name: wordOf(read?.['verified_name']),
    quality: wordOf(read?.['quality_rating']),
    cause: ok ? null : faultIn(read, answer),
  }
}

export interface Asked {
  status: number | null
  read: Record<string, unknown> | null
  /** Why it was not done. */
  cause: string | null
}

const asked = (answer: Answer): Asked => {
  const read = readJson(answer.body)
  const ok = answer.status !== null && answer.status >= 200 && answer.status < 300
  return { status: answer.status, read, cause: ok ? null : faultIn(read, answer) }
}

/** A template as somebody writes it; the provider looks at it first. */
export const proposeTemplate = async (
  line: WhatsappLine,
  number: NumberRow,
  { name, language, category, components }: NewTemplate,
): Promise<Asked> =>
  asked(
    await line.post(
      number,
      `${number.business_account_id}/message_templates`,
      JSON.stringify({ name, language, category: category.toUpperCase(), components }),
    ),
  )

/** One language of it, by the provider's own id; all of them where that is not known. */
export const dropTemplate = async (
  line: WhatsappLine,
  number: NumberRow,
  { name, provider_id }: { name: string; provider_id: string | null },
): Promise<Asked> => {
  const words = new URLSearchParams({
    name,
    ...(provider_id === null ? {} : { hsm_id: provider_id }),
  })
  return asked(
    await line.remove(
      number,
      `${number.business_account_id}/message_templates?${words.toString()}`,
    ),
  )
}

export const markRead = async (
  line: WhatsappLine,
  number: NumberRow,
  message_id: string,
): Promise<Asked> =>
  asked(
    await line.post(
      number,
      `${number.phone_number_id}/messages`,
      JSON.stringify({ messaging_product: 'whatsapp', status: 'read', message_id }),
    ),
  )

function faultIn(
  read: Record<string, unknown> | null,
  answer: { status: number | null; fault: string | null },
): string {
  const why = (read?.['error'] as { message?: unknown } | undefined)?.message
  return typeof why === 'string' ? why : `It answered ${answer.status ?? answer.fault}.`
}
