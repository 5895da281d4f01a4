// The hand of WhatsApp: reads what the provider brought, posts what waits, asks for templates every
// hour. It looks once a second and whenever it is nudged; only the leader works.

import { outside } from '../db/connection.ts'
import { onNudge } from '../db/messaging/nudges.ts'
import { readDeliveries } from '../db/messaging/whatsapp/inbound.ts'
import { claim, type Claimed, markLost, settle, simulate } from '../db/messaging/whatsapp/outbox.ts'
import { bodyOf, outcomeOf } from '../db/messaging/whatsapp/provider.ts'
import { numbersDue } from '../db/messaging/whatsapp/templates.ts'
import type { Log } from './jobs.ts'
import { type WhatsappLine, whatsappLine } from './whatsapp-calls.ts'
import { askTemplates } from './whatsapp-questions.ts'

export interface WhatsappHand {
  /** Everything that can be done now is done. */
  idle(): Promise<void>
  stop(): Promise<void>
}

export function runWhatsapp(options: {
  log: Pick<Log, 'error'>
  leads?: () => boolean
  line?: WhatsappLine
  poll_ms?: number
}): WhatsappHand {
  const { log, leads = () => true, line = whatsappLine(), poll_ms = 1000 } = options
  let turn: Promise<void> | null = null
  let again = false
  let stopping = false

  const look = (): Promise<void> => {
    if (turn !== null) {
      again = true
      return turn
    }
    turn = outside(async () => {
      try {
        do {
          again = false
          while (!stopping && leads() && (await work()));
        } while (again && !stopping)
      } catch (error) {
        log.error({ err: error }, 'WhatsApp could not be worked on')
      } finally {
        turn = null
      }
    })
    return turn
  }

  /** Whether there may be more. */
  async function work(): Promise<boolean> {
    const read = await readDeliveries()
    const due = await numbersDue()
    await Promise.all(due.map((number) => askTemplates(line, number)))
    await markLost()
    const claimed = await claim()
    await Promise.all(claimed.map(submit))
    return read > 0 || claimed.length > 0
  }

  async function submit(one: Claimed): Promise<void> {
    const { message, number, answers } = one
    if (number.provider === 'simulator') return simulate(one)
    const { id, phone, type, content } = message
    const body = bodyOf({ id, phone, type, content, answers })
    const answer = await line.post(number, `${number.phone_number_id}/messages`, body)
    await settle(one, outcomeOf(answer))
  }

  const stopListening = onNudge('whatsapp', () => void look())
  const timer = setInterval(() => void look(), poll_ms)
  timer.unref()
  return {
    async idle() {
      do await look()
      while (turn !== null)
    },
    async stop() {
      stopping = true
      stopListening()
      clearInterval(timer)
      await turn
      await line.close()
    },
  }
}
