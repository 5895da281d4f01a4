// A rule is run in the transaction its route asks for, and what it answers goes out as that route says.

import { rm } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { within } from '../../db/store/connection.ts'
import { fenced } from '../../db/core/fence.ts'
import { isRecorded, record } from '../../db/hospital/office/audit/record.ts'
import type { Answer } from '../../db/store/idempotency/once.ts'
import { wasMadeBefore } from '../../db/store/made-before.ts'
import type { Page } from '../../db/store/pages.ts'
import { AsFile, Said } from './answers.ts'
import type { Api, Opened, PlannedFault } from './api.ts'
import { invalid, isSumTooLarge } from '../../db/core/refusal.ts'
import { greatestIn } from './greatest.ts'
import { isOfOne, isPart } from './opens.ts'
import { countReplay } from '../watching/measures.ts'
import { marked } from './reading.ts'
import type { Frame, Route } from './route.ts'
import { type FileReply, sendFile } from './send-file.ts'
import type { Deposit } from './upload.ts'

type Asked = Frame<unknown, unknown, unknown>

/** The route that was asked, and whose record it opens. */
interface Task {
  readonly api: Api
  readonly area: string
  readonly route: Route
  readonly opened: Opened | null
  /** What `record` found. */
  readonly found: unknown
}

/** Once where a key is sent with what may be done once, else as often as it is asked. */
export const carryOut = (
  task: Task,
  request: FastifyRequest,
  reply: FastifyReply,
  frame: Asked,
): Promise<FastifyReply> => {
  const work = () => answered(task, request, reply, frame)
  return task.api.privacy?.about(task.opened, work) ?? work()
}

async function answered(
  task: Task,
  request: FastifyRequest,
  reply: FastifyReply,
  frame: Asked,
): Promise<FastifyReply> {
  const { api, route } = task
  if (route.reply.kind === 'file') {
    return sendFile(request, reply, (await perform(task, frame)).result as FileReply)
  }
  if (route.transaction === 'none') {
    const { result } = await perform(task, frame)
    if (result instanceof AsFile) return sendFile(request, reply, result.file)
    if (isHeld(frame)) return unchanged(reply, route, frame)
    const body = JSON.stringify(await envelope(task, frame, result))
    return answer(tagged(reply, frame), route, { status: route.status, body })
  }
  const planned = (await api.fault?.(frame.caller, route)) ?? null
  if (planned === null) return answer(reply, route, await answerOf(task, request, frame))
  const outcome = await faulty(planned, route, (hold) => answerOf(task, request, frame, hold))
  if (!planned.loses_answer) return answer(reply, route, outcome)
  request.raw.socket.destroy()
  return reply.hijack()
}

type Hold = () => Promise<void>

/** What a fault that was planned makes of a call (MSG-583). */
async function faulty(
  { refusal, hold_ms }: PlannedFault,
  { transaction }: Route,
  go: (hold?: Hold) => Promise<Answer>,
): Promise<Answer> {
  if (refusal === null) return go(hold_ms === 0 ? undefined : () => wait(hold_ms))
  // Work that opens transactions of its own is not begun: nothing of it stays either.
  if ('before' in refusal || transaction !== 'edge')
    throw 'before' in refusal ? refusal.before : refusal.after
  return within(async () => {
    await go()
    throw refusal.after
  })
}

async function answerOf(
  task: Task,
  request: FastifyRequest,
  frame: Asked,
  hold?: Hold,
): Promise<Answer> {
  const { api, route } = task
  const work = async (): Promise<Answer> => {
    const { result, status } = await perform(task, frame)
    return { status, body: JSON.stringify(await envelope(task, frame, result)) }
  }
  const key = route.once ? request.headers['idempotency-key'] : undefined
  if (typeof key !== 'string') {
    await hold?.()
    return ready(route, frame, work)
  }
  const { method, url: path } = request
  const asked = {
    key,
    method,
    path,
    body: marked(route, frame.body),
    ...(hold === undefined ? {} : { hold }),
  }
  if (route.once === 'in pieces' && api.onceInPieces !== undefined) {
    const whole = async (result: unknown): Promise<Answer> => ({
      status: route.status,
      body: JSON.stringify(await envelope(task, frame, result)),
    })
    return api.onceInPieces(frame.caller, asked, async (keep) => {
      const kept = async (result: unknown) => keep(await whole(result))
      return whole((await perform(task, { ...frame, keep: kept })).result)
    })
  }
  const told = route.sealed === true ? { ...asked, sealed: true } : asked
  const once = (): Promise<Answer> => api.once?.(frame.caller, told, work) ?? work()
  return ready(route, frame, once)
}

interface Performed {
  result: unknown
  status: number
}

/** A sum that has no room is told by the field that brought it there. */
async function perform(task: Task, frame: Asked): Promise<Performed> {
  try {
    return await carriedOut(task, frame)
  } catch (error) {
    const field = isSumTooLarge(error) ? greatestIn(frame.body) : undefined
    if (field === undefined) throw error
    throw invalid(field, 'is too large: what it adds up to is more than can be kept.')
  }
}

async function carriedOut(task: Task, frame: Asked): Promise<Performed> {
  const { area, route } = task
  const { status } = route
  const run = route.run as unknown as (frame: Asked) => Promise<unknown>
  if (route.transaction !== 'edge') {
    try {
      const result = await run(frame)
      // Whoever holds it already is shown nothing.
      if (!isHeld(frame)) await noteRead(task, frame, result)
      return { result, status: result instanceof Said ? (result.status ?? status) : status }
    } finally {
      // Of a file that came by way of the disk nothing stays but what the rule kept.
      const { body } = frame as { body: Partial<Deposit> | undefined }
      if (hasLimit(route) && body?.path !== undefined) await rm(body.path, { force: true })
    }
  }
  return within(async () => {
    const result = await run(frame)
    await noteRead(task, frame, result)
    if (wasMadeBefore()) return { result, status: 200 }
    // Every write stands in the log; a rule that says more has written its own row.
    if (!route.silent && !isRecorded()) {
      const params = frame.params as Record<string, string>
      record(frame.caller, route.audit ?? `${area}.${verbOf(route)}`, {
        entity_type: area,
        entity_id: params['id'] ?? null,
      })
    }
    return { result, status: result instanceof Said ? (result.status ?? status) : status }
  })
}

/** PLT-112, PLT-113: what opens a patient's record, or a list of many, is written down before it goes out. */
async function noteRead(task: Task, frame: Asked, result: unknown): Promise<void> {
  const { api, route, opened, found } = task
  const { opens, method, silent, audit } = route
  if (api.privacy === undefined || audit === undefined) return
  if (method !== 'GET' && !silent) return
  if (!isOfOne(opens) && opens !== 'many') return
  // A record of nobody: a sale over the counter.
  if (isPart(opens) && opened === null) return
  const params = frame.params as Record<string, string>
  const { caller, query } = frame
  const rows = rowsIn(result)
  await api.privacy.noteRead(caller, opened, { action: audit, route, found, params, query, rows })
}

function rowsIn(result: unknown): number | undefined {
  const data = result instanceof Said ? result.data : result
  if (Array.isArray(data)) return data.length
  const { rows } = (data ?? {}) as { rows?: unknown }
  return Array.isArray(rows) ? rows.length : undefined
}

const verbOf = (route: Route): string =>
  route.path.split('/').findLast((part) => part !== '' && !part.startsWith(':')) ?? route.method

const hasLimit = ({ takes }: Route): boolean =>
  typeof takes === 'object' && takes.limitMb !== undefined

const ready = <T>({ around }: Route, frame: Asked, go: () => Promise<T>): Promise<T> =>
  around === undefined ? go() : around(frame as Frame<never, never, never>, go)

async function envelope(
  { api, route }: Task,
  { caller }: Asked,
  result: unknown,
): Promise<unknown> {
  const message = result instanceof Said ? result.message : route.says
  const data = result instanceof Said ? result.data : result
  switch (route.reply.kind) {
    case 'bare':
      return data
    case 'page': {
      const page = data as Page<unknown>
      const { schema } = route.reply
      const shown = page.rows.map((row) => fenced(schema, row))
      await api.privacy?.mask(caller, schema, shown, true)
      return api.wrap(shown, message, page.meta)
    }
    default: {
      const schema = route.reply.kind === 'data' ? route.reply.schema : {}
      const shown = fenced(schema, data) ?? null
      await api.privacy?.mask(caller, schema, shown, false)
      return api.wrap(shown, message)
    }
  }
}

const isHeld = ({ facts: { tag, held_tags } }: Asked): boolean =>
  tag !== null && (held_tags.includes(tag) || held_tags.includes('*'))

/** Weak: what is alike may have been made at another moment. */
function tagged(reply: FastifyReply, { facts: { tag } }: Asked): FastifyReply {
  return tag === null ? reply : reply.header('etag', `W/"${tag}"`)
}

const unchanged = (reply: FastifyReply, route: Route, frame: Asked): FastifyReply =>
  answer(tagged(reply, frame), route, { status: 304, body: '' })

function answer(reply: FastifyReply, route: Route, outcome: Answer): FastifyReply {
  // What a token opened is nobody else's to keep (PLT-10).
  if (route.access !== 'open' || route.guarded) reply.header('cache-control', 'no-store')
  if (outcome.replay_of !== undefined) {
    countReplay()
    reply.headers({
      'idempotent-replayed': 'true',
      'idempotency-original-request': outcome.replay_of,
    })
  }
  if (outcome.status === 204 || outcome.status === 304) return reply.code(outcome.status).send()
  return reply
    .code(outcome.status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(outcome.body)
}
