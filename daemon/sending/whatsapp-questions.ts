// What the provider of WhatsApp is asked about a number: whether it knows us, and its templates.

import type { NumberRow } from '../../db/messaging/whatsapp/numbers.ts'
import { objectsIn, readJson, wordOf } from '../../db/messaging/whatsapp/provider.ts'
import { keepTemplates, noteTemplatesFailed } from '../../db/messaging/whatsapp/templates.ts'
import type { WhatsappLine } from './whatsapp-calls.ts'

const pages_max = 50

/** Null when the whole list was taken in, else why not. */
export async function askTemplates(line: WhatsappLine, number: NumberRow): Promise<string | null> {
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
  await keepTemplates(number, found)
  return null
}

export interface NumberKnown {
  ok: boolean
  /** As the provider shows it to people. */
  display_phone: string | null
  verified_name: string | null
  cause: string | null
}

/** Its own record of the number, with our token: it answers when both are right. */
export async function askNumber(line: WhatsappLine, number: NumberRow): Promise<NumberKnown> {
  const fields = 'display_phone_number,verified_name'
  const answer = await line.get(number, `${number.phone_number_id}?fields=${fields}`)
  const read = readJson(answer.body)
  const ok = answer.status === 200 && read !== null
  return {
    ok,
    display_phone: wordOf(read?.['display_phone_number']),
    verified_name: wordOf(read?.['verified_name']),
    cause: ok ? null : faultIn(read, answer),
  }
}

function faultIn(
  read: Record<string, unknown> | null,
  answer: { status: number | null; fault: string | null },
): string {
  const why = (read?.['error'] as { message?: unknown } | undefined)?.message
  return typeof why === 'string' ? why : `It answered ${answer.status ?? answer.fault}.`
}
