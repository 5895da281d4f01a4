// Doors of WhatsApp behind which the provider is asked while somebody waits: between two transactions,
// never inside one.

import type { MessagingCaller } from '../../db/messaging/caller.ts'
import {
  find as findMessage,
  noteMarkedRead,
  toMarkRead,
} from '../../db/messaging/whatsapp/messages.ts'
import {
  mustBeId,
  noteChecked,
  numberOf,
  type NumberRow,
} from '../../db/messaging/whatsapp/numbers.ts'
import type {
  TemplateInput,
  WhatsappMessage,
  WhatsappTemplate,
} from '../../db/messaging/whatsapp/shapes.ts'
import {
  keepProposed,
  mayDrop,
  mayPropose,
  mustBeDone,
  noteDropped,
  notReached,
  syncInTest,
} from '../../db/messaging/whatsapp/template-writing.ts'
import type { Synced } from '../../db/messaging/whatsapp/templates.ts'
import { within } from '../../db/store/connection.ts'
import {
  askNumber,
  askProvider,
  askTemplates,
  dropTemplate,
  markRead,
  proposeTemplate,
} from '../sending/whatsapp-questions.ts'

type Keep = ((answer: unknown) => Promise<void>) | undefined

const isReal = ({ provider }: NumberRow): boolean => provider === 'meta'

/** The last transaction, in which the answer is kept. */
const finish = <T>(work: () => Promise<T>, keep: Keep): Promise<T> =>
  within(async () => {
    const answer = await work()
    await keep?.(answer)
    return answer
  })

export async function readMessage(
  caller: MessagingCaller,
  id: string,
  keep: Keep,
): Promise<WhatsappMessage> {
  const asked = await within(() => toMarkRead(caller, id))
  if (asked !== null && isReal(asked.number)) {
    const { number, message } = asked
    const told = await askProvider((line) => markRead(line, number, message.provider_id ?? ''))
    mustBeDone(told, 'id')
  }
  return finish(async () => {
    if (asked !== null) await noteMarkedRead(caller, asked.message)
    return findMessage(caller, id)
  }, keep)
}

export async function propose(
  caller: MessagingCaller,
  input: TemplateInput,
  keep: Keep,
): Promise<WhatsappTemplate> {
  const number = await within(() => mayPropose(caller, input))
  const { name, language, category } = input
  const components = input.components as Record<string, unknown>[]
  const told = isReal(number)
    ? await askProvider((line) =>
        proposeTemplate(line, number, { name, language, category, components }),
      )
    : null
  return finish(() => keepProposed(caller, number, input, told), keep)
}

export async function drop(caller: MessagingCaller, id: string, keep: Keep): Promise<void> {
  const { template, number } = await within(() => mayDrop(caller, id))
  const told = isReal(number)
    ? await askProvider((line) => dropTemplate(line, number, template))
    : null
  await finish(() => noteDropped(caller, template, told), keep)
}

export async function sync(
  caller: MessagingCaller,
  named: string | undefined,
  keep: Keep,
): Promise<Synced> {
  const number = await within(() => numberOf(caller, named))
  if (!isReal(number))
    return finish(async () => ({ created: 0, gone: 0, ...(await syncInTest(number)) }), keep)
  const told = await askProvider((line) => askTemplates(line, number))
  if (typeof told === 'string') throw notReached(told)
  return finish(async () => told, keep)
}

export async function check(
  caller: MessagingCaller,
  id: string,
  keep: Keep,
): Promise<{ ok: boolean; displayName: string | null; quality: string | null; error?: string }> {
  const number = await within(() => numberOf(caller, mustBeId(id)))
  const known = await askProvider((line) => askNumber(line, number))
  return finish(async () => {
    await noteChecked(caller, number, known.cause)
    const { ok, verified_name, quality, cause } = known
    return {
      ok,
      displayName: verified_name,
      quality,
      ...(cause === null ? {} : { error: cause.slice(0, 300) }),
    }
  }, keep)
}
