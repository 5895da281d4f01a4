// Trying a webhook out (MSG-555): one post, now, without retries, and what is to be said about it.

import { clock } from '../../core/clock.ts'
import { newId } from '../../core/ids.ts'
import type { MessagingCaller } from '../caller.ts'
import { wrong, wrongState } from '../refusals.ts'
import { currentOf } from './current.ts'
import { answer_within_ms } from './ladder.ts'
import { wordsFor } from './queue.ts'
import { mustBeCallable } from './reach.ts'
import { isEventName, sampleBody } from './samples.ts'
import type { Tested, TestInput } from './shapes.ts'
import { headersOf } from './signature.ts'
import { type AttemptError, event_names } from './words.ts'

export interface TryOut {
  url: string
  headers: Record<string, string>
  body: string
}

export async function prepare(caller: MessagingCaller, given: TestInput): Promise<TryOut> {
  const { event = 'webhook.test' } = given
  if (event !== 'webhook.test' && !isEventName(event)) {
    throw wrong('event', `Unknown event ${event}; known are ${event_names.join(', ')}.`)
  }
  if (given.url !== undefined) await mustBeCallable(given.url)
  const current = await currentOf(caller)
  if (current === null) throw wrongState('Set a webhook first with PUT /v1/webhooks.')
  const body = sampleBody(isEventName(event) ? event : null, clock.instant())
  const timestamp = String(Math.floor(clock.ms() / 1000))
  const { secret, previous } = current
  return {
    url: given.url ?? current.url,
    headers: headersOf({ id: newId(), event, attempt: 1, timestamp, body, secret, previous }),
    body,
  }
}

interface Answer {
  status_code: number | null
  error: AttemptError | null
  duration_ms: number
  redirect_to: string | null
  certificate_until: string | null
}

export const verdictOf = (answer: Answer, now_ms: number = clock.ms()): Tested => ({
  ok: answer.error === null,
  statusCode: answer.status_code,
  durationMs: answer.duration_ms,
  error: answer.error,
  tlsExpiresAt: answer.certificate_until,
  redirectTo: answer.redirect_to,
  advice: adviceOn(answer, now_ms),
})

const slow_ms = 3000
const soon_days = 14

function adviceOn(answer: Answer, now_ms: number): string[] {
  const { error, duration_ms, redirect_to, certificate_until, status_code } = answer
  const advice: string[] = []
  if (error === 'redirect') {
    advice.push(
      redirect_to === null
        ? 'Your endpoint redirects; redirects are not followed.'
        : `Your endpoint redirects to ${redirect_to.slice(0, 300)}; redirects are not followed.`,
    )
  } else if (error === 'blocked') {
    advice.push(`${wordsFor(answer)} The operator can allow its network (webhook_allow_cidrs).`)
  } else if (error === 'tls') {
    advice.push(`${wordsFor(answer)} Certificates are always verified.`)
  } else if (error !== null) advice.push(wordsFor(answer))
  if (error === 'status' && (status_code === 401 || status_code === 403))
    advice.push('Webhooks bring no token; authenticate them by their signature.')
  if (error === null && duration_ms >= slow_ms) {
    const seconds = (duration_ms / 1000).toFixed(1)
    advice.push(`Answered after ${seconds} s; over ${answer_within_ms / 1000} s counts as failed.`)
  }
  if (certificate_until !== null) {
    const days_left = Math.floor((Date.parse(certificate_until) - now_ms) / 86_400_000)
    if (days_left < soon_days) advice.push(`Your certificate ends in ${days_left} days.`)
  }
  return advice
}
