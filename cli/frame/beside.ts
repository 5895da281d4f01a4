// The way of a command that needs the house alone, while a daemon runs (OPS-53): what can be done beside
// it is; then it is asked to stand aside, and at the end to come back.

import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { seconds } from '../../db/core/clock.ts'
import type { Deployment } from '../../db/appliance/deployment/deployment.ts'
import type { CommandLine, Document } from '../../db/appliance/deployment/line.ts'
import { codeOf } from '../../db/core/disk.ts'
import { Refusal } from '../../db/core/refusal.ts'
import type { Neighbour } from './execute.ts'
import { exitOf } from './grammar/exits.ts'
import { asking, type Ear, send } from './link.ts'

export interface Beside {
  isAside(): boolean
  /** The house lets go of its data; it takes them up again when this process ends, if not before. */
  standAside(command: string, takes_s: number | null): Promise<void>
  /** Null once it works again, with how long people were kept out; else why it does not. */
  comeBack(): Promise<{ trouble: string | null; offline_ms: number }>
  /** What has to be done inside the house as long as it works. */
  through(line: CommandLine): Promise<Document>
}

/** The answer that holds it there; null where it has ended meanwhile, and the data are free. */
async function standingAside(ear: Ear, body: object): Promise<IncomingMessage | null> {
  const until = performance.now() + starts_within_ms
  for (;;) {
    const answer = await asked(ear, '/aside', body).catch((error: unknown) => {
      if (hasEnded(error)) return null
      throw error
    })
    if (answer === null) return null
    if (answer.statusCode === 200) {
      // Nobody reads it; it stays open until this command has ended.
      answer.resume()
      answer.on('error', () => undefined)
      answer.socket.unref()
      return answer
    }
    const refusal = await refused(answer)
    // It was started anew while this command worked beside it.
    if (refusal.code !== 'daemon.silent' || performance.now() > until) throw refusal
    await wait(asked_again_ms)
  }
}

const starts_within_ms = seconds(60)
const asked_again_ms = 200

const hasEnded = (error: unknown): boolean =>
  ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(codeOf(error) ?? '')

interface Said {
  message?: string
  code?: string
}

export function besideHouse(
  ear: Ear,
  { caller, version }: Pick<CommandLine, 'caller' | 'version'>,
): Beside {
  let held: IncomingMessage | null = null
  let is_aside = false
  let asked_at = 0
  return {
    isAside: () => is_aside,
    async standAside(command, takes_s) {
      asked_at = performance.now()
      held = await standingAside(ear, { command: `kituo ${command}`, caller, version, takes_s })
      is_aside = true
    },
    async comeBack() {
      const trouble = await back(ear)
      const offline_ms = Math.round(performance.now() - asked_at)
      if (trouble !== null) return { trouble, offline_ms }
      held?.destroy()
      is_aside = false
      return { trouble, offline_ms }
    },
    async through(line) {
      const document = await send(ear, line, () => undefined)
      if (typeof document === 'string') throw gone()
      return document
    },
  }
}

export interface Leaving extends Neighbour {
  /** The other daemons of the same PostgreSQL may work again. */
  readonly letOthers: () => Promise<void>
}

/** The house as the command's rules know it; null where none works on this machine. */
export function neighbourOf(house: Beside | null, deployment: Deployment): Leaving {
  let letOthers = (): Promise<void> => Promise.resolve()
  let has_all = false
  return {
    is_here: house !== null,
    through: () => (house === null || house.isAside() ? null : (line) => house.through(line)),
    async standAside({ name, late, others_stay, settles }) {
      if (has_all) return
      if (house?.isAside() === false) await house.standAside(name, late?.takes_s ?? null)
      await deployment.takeOver(`kituo ${name}`, settles)
      if (deployment.engine.dialect === 'postgres' && others_stay !== true) {
        const { allAside } = await import('../../db/appliance/house/alone.ts')
        letOthers = await allAside(`kituo ${name}`)
      }
      has_all = true
    },
    letOthers: () => letOthers(),
  }
}

/** The command has ended: the house takes its data up again, or what was made is taken back. */
export async function broughtBack(
  document: Document,
  { comeBack }: Pick<Beside, 'comeBack'>,
  /** Null where the command made nothing live. */
  turnBack: (() => Promise<void>) | null,
): Promise<Document> {
  const { trouble, offline_ms } = await comeBack()
  if (trouble === null) return kept(document, offline_ms)
  if (turnBack === null) return stillAway(document, trouble)
  await turnBack()
  const again = await comeBack()
  const message = `The house did not come up on it: ${trouble} What was live before is live again.`
  const undone = failedAs(document, 'integrity.generation', message)
  return again.trouble === null ? kept(undone, again.offline_ms) : stillAway(undone, again.trouble)
}

/** How long people were kept out stands beside what was done. */
function kept(document: Document, offline_ms: number): Document {
  const { data } = document
  const is_told = typeof data === 'object' && data !== null && 'offline_ms' in data
  return {
    ...document,
    message: `${document.message} People were kept out for ${(offline_ms / 1000).toFixed(1)} s.`,
    data: is_told ? { ...data, offline_ms } : data,
  }
}

const stillAway = (document: Document, trouble: string): Document => ({
  ...document,
  warnings: [
    ...document.warnings,
    { code: 'daemon.silent', message: `The house has not come back yet: ${trouble}` },
  ],
})

function failedAs(document: Document, code: string, message: string): Document {
  const error = { code, message, field: null, mend: null, command: null, facts: null }
  const meta = { ...document.meta, exit: exitOf(code) }
  return { ...document, success: false, message, data: null, error, next: [], meta }
}

/** What cannot be done inside a house that works: it is done beside it, while that stands aside. */
export const needsAlone = (name: string): Refusal =>
  new Refusal(503, 'lock.held', `${name} needs the house alone.`, { facts: { needs_alone: true } })

export const isToBeAlone = ({ error }: Document): boolean =>
  (error?.facts as { needs_alone?: unknown } | null | undefined)?.needs_alone === true

async function back(ear: Ear): Promise<string | null> {
  try {
    const answer = await asked(ear, '/back', {})
    if (answer.statusCode === 200) {
      answer.resume()
      return null
    }
    return (await refused(answer)).message
  } catch (error) {
    // It ended meanwhile; whoever starts it anew finds the data free.
    if (hasEnded(error)) return null
    throw error
  }
}

async function asked(ear: Ear, path: string, body: unknown): Promise<IncomingMessage> {
  const text = JSON.stringify(body)
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
  const sent = asking(ear, path, { method: 'POST', headers, agent: false })
  sent.end(text)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return answer
}

async function refused(answer: IncomingMessage): Promise<Refusal> {
  const pieces: Buffer[] = []
  for await (const piece of answer as AsyncIterable<Buffer>) pieces.push(piece)
  const said = JSON.parse(Buffer.concat(pieces).toString('utf8')) as Said
  return new Refusal(
    answer.statusCode ?? 500,
    said.code ?? 'fault',
    said.message ?? 'The house did not say why.',
  )
}

const gone = (): Refusal => new Refusal(503, 'daemon.silent', 'The house ended meanwhile.')
