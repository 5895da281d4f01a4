// A link tried out as far as a text (MSG 5.3): bound as it would be, one message submitted where a number is
// given, its answer and its receipt waited for, and gone again. Nothing of it is kept: it is nobody's message.

import type { LinkRow } from '../../../db/messaging/drain/facts.ts'
import { matchId } from '../../../db/messaging/drain/answers.ts'
import { newId } from '../../../db/core/ids.ts'
import { measure } from '../../../db/messaging/messages/segments.ts'
import { openWay, type Surroundings } from '../drain/ways.ts'
import { reach } from './try-link.ts'
import type { LinkState, Outcome, Submission, Way } from './way.ts'

export interface Through {
  connected: boolean
  bound: boolean
  submitted?: boolean
  answer?: string
  receipt?: string | null
  steps: string[]
}

export interface TryText {
  to: string
  text: string
}

const patience_ms = 25_000
const sender_id = 'KITUO'

export async function sendThrough(
  row: LinkRow,
  around: Surroundings,
  message: TryText | null,
  within_ms = patience_ms,
): Promise<Through> {
  if (row.kind === 'http' && message === null) {
    const { ok, cause } = await reach(row)
    return { connected: ok, bound: ok, steps: [cause] }
  }
  const through: Through = { connected: false, bound: false, steps: [] }
  const { promise, resolve } = Promise.withResolvers<void>()
  const one = row.kind === 'smpp' ? { ...row, options: { ...row.options, binds: 1 } } : row
  let id: string | null = null
  const opened: { way?: Way } = {}
  const step = (said: string): void => void through.steps.push(said.slice(0, 300))
  const way = await openWay(
    one,
    {
      answered: (_place, outcome) => {
        step(`answered: ${(through.answer = saidOf(outcome))}`)
        id = outcome.kind === 'accepted' ? matchId(outcome.id) : null
        const owed =
          'follows' in outcome
            ? outcome.follows?.flatMap(({ word }) => word ?? []).at(0)
            : undefined
        if (owed !== undefined) through.receipt = owed
        if (id === null || id === '' || owed !== undefined || row.kind === 'http') resolve()
      },
      late: () => undefined,
      arrived: async (what) => {
        // Whatever else comes in this moment is left for the link itself: the operator repeats it.
        if (what.kind !== 'receipt' || id === null || matchId(what.id ?? '') !== id)
          throw new Error('only trying')
        step(`receipt: ${what.word}`)
        through.receipt = what.word
        resolve()
      },
      state: (state, cause) => {
        step(`${state}: ${cause}`)
        if (state !== 'up') return ending.has(state) ? resolve() : undefined
        through.connected = true
        through.bound = true
        if (message === null) return resolve()
        const [place] = opened.way?.reserve(1) ?? []
        if (place === undefined || opened.way === undefined) return resolve()
        through.submitted = true
        through.receipt = null
        opened.way.submit(place, submissionOf(message))
        return undefined
      },
      ready: () => undefined,
    },
    around,
  )
  opened.way = way
  const timer = setTimeout(() => {
    step(`nothing more in ${within_ms / 1000} s`)
    resolve()
  }, within_ms)
  way.start()
  try {
    await promise
    return through
  } finally {
    clearTimeout(timer)
    await way.stop(0)
  }
}

const ending: ReadonlySet<LinkState> = new Set(['down', 'refused'])

function submissionOf({ to, text }: TryText): Submission {
  const { encoding, segments } = measure(text)
  return {
    part_id: newId(),
    message_id: newId(),
    to,
    sender_id,
    text,
    encoding,
    number: 1,
    parts: 1,
    segments,
    reference: 'link test',
    valid_for_s: 300,
    wants_receipt: true,
    user_reference: 1,
    concatenation: 1,
    attempts: 0,
    waited_ms: 0,
  }
}

function saidOf(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'accepted':
      return outcome.id === '' ? 'accepted, without an id' : `accepted as ${outcome.id}`
    case 'rejected':
    case 'later':
    case 'throttled':
      return `${outcome.kind} ${outcome.code}`
    default:
      return `${outcome.kind}: ${outcome.why}`
  }
}
