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
import type { Api, PlannedFault } from './api.ts'
import { countReplay } from '../watching/measures.ts'
import { marked } from './reading.ts'
import type { Frame, Route } from './route.ts'
import { type FileReply, sendFile } from './send-file.ts'
import type { Deposit } from './upload.ts'

type Asked = Frame<unknown, unknown, unknown>

/** Once where a key is sent with what may be done once, else as often as it is asked. */
export async function carryOut(
  api: Api,
  area: string,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  frame: Asked,
): Promise<FastifyReply> {
  if (route.reply.kind === 'file') {
    return sendFile(request, reply, (await perform(area, route, frame)).result as FileReply)
  }
  if (route.transaction === 'none') {
    const { result } = await perform(area, route, frame)
    if (result instanceof AsFile) return sendFile(request, reply, result.file)
    const body = JSON.stringify(envelope(api, route, result))
    return answer(reply, route, { status: route.status, body })
  }
  const planned = (await api.fault?.(frame.caller, route)) ?? null
  if (planned === null)
    return answer(reply, route, await answerOf(api, area, route, request, frame))
  const outcome = await faulty(planned, route, (hold) =>
    answerOf(api, area, route, request, frame, hold),
  )
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
  api: Api,
  area: string,
  route: Route,
  request: FastifyRequest,
  frame: Asked,
  hold?: Hold,
): Promise<Answer> {
  const work = async (): Promise<Answer> => {
    const { result, status } = await perform(area, route, frame)
    return { status, body: JSON.stringify(envelope(api, route, result)) }
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
    const answered = (result: unknown): Answer => ({
      status: route.status,
      body: JSON.stringify(envelope(api, route, result)),
    })
    return api.onceInPieces(frame.caller, asked, async (keep) => {
      const kept = (result: unknown) => keep(answered(result))
      return answered((await perform(area, route, { ...frame, keep: kept })).result)
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

async function perform(area: string, route: Route, frame: Asked): Promise<Performed> {
  const { status } = route
  const run = route.run as unknown as (frame: Asked) => Promise<unknown>
  if (route.transaction !== 'edge') {
    try {
      const result = await run(frame)
      return { result, status: result instanceof Said ? (result.status ?? status) : status }
    } finally {
      // Of a file that came by way of the disk nothing stays but what the rule kept.
      const { body } = frame as { body: Partial<Deposit> | undefined }
      if (hasLimit(route) && body?.path !== undefined) await rm(body.path, { force: true })
    }
  }
  return within(async () => {
    const result = await run(frame)
    if (wasMadeBefore()) return { result, status: 200 }
    // Every write stands in the log; a rule that says more has written its own row.
    if (!route.silent && !isRecorded()) {
      const params = frame.params as Record<string, string>
      record(frame.caller, route.audit ?? `${area}.${verbOf(route)}`, {
        entity_type: area,
        entity_id: params['id'] ?? null,
      })
    }
    return { result, status }
  })
}

const verbOf = (route: Route): string =>
  route.path.split('/').findLast((part) => part !== '' && !part.startsWith(':')) ?? route.method

const hasLimit = ({ takes }: Route): boolean =>
  typeof takes === 'object' && takes.limitMb !== undefined

const ready = <T>({ around }: Route, frame: Asked, go: () => Promise<T>): Promise<T> =>
  around === undefined ? go() : around(frame as Frame<never, never, never>, go)

function envelope(api: Api, route: Route, result: unknown): unknown {
  const message = result instanceof Said ? result.message : route.says
  const data = result instanceof Said ? result.data : result
  switch (route.reply.kind) {
    case 'bare':
      return data
    case 'page': {
      const page = data as Page<unknown>
      const { schema } = route.reply
      return api.wrap(
        page.rows.map((row) => fenced(schema, row)),
        message,
        page.meta,
      )
    }
    default:
      return api.wrap(
        fenced(route.reply.kind === 'data' ? route.reply.schema : {}, data) ?? null,
        message,
      )
  }
}

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
  if (outcome.status === 204) return reply.code(204).send()
  return reply
    .code(outcome.status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(outcome.body)
}
