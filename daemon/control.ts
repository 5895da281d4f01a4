// The daemon's ear for its own machine (OPS-56): an HTTP server on two unix sockets. Who may enter
// the folder of a socket may speak; the one for reading serves commands of class R alone.

import { once } from 'node:events'
import { chmodSync, existsSync, realpathSync, rmdirSync, rmSync } from 'node:fs'
import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http'
import { dirname, resolve } from 'node:path'
import {
  type AsideAsked,
  type CommandLine,
  data_header,
  type Document,
  type Piece,
  type Progress,
  type ResultLine,
  type SentFile,
  type SignedBy,
  type Words,
} from '../db/appliance/deployment/line.ts'
import type { ControlPlaces } from '../db/appliance/deployment/sockets.ts'
import { makeNamedFolders } from '../db/core/folders.ts'
import { Refusal } from '../db/core/refusal.ts'

export type ControlSocket = 'admin' | 'read'

export interface ControlHooks {
  /** The folder of the data that this house holds. */
  readonly dir: string
  /** The command line hands this in: the daemon knows no commands. */
  readonly execute: (
    line: CommandLine,
    socket: ControlSocket,
    emit: (said: Progress | Piece) => Promise<void>,
  ) => Promise<Document>
  readonly status: () => unknown
  /** A command needs the house alone (OPS-53): answers once the data are let go of. */
  readonly standAside: (asked: AsideAsked) => Promise<void>
  /** Takes the data up again; a refusal says why the house could not, and it goes on standing aside. */
  readonly comeBack: () => Promise<void>
  /** Whoever asked is gone and has not said so: nobody else would bring the house back. */
  readonly left: (asked: AsideAsked) => void
}

export interface Control {
  readonly places: ControlPlaces
  /** Commands that run are awaited until the deadline. */
  close(deadline_ms: number): Promise<void>
}

const body_bytes_max = 32 * 1024 * 1024

export async function openControl(places: ControlPlaces, hooks: ControlHooks): Promise<Control> {
  const running = new Set<Promise<void>>()
  const servers: Server[] = []
  try {
    for (const socket of ['admin', 'read'] as const) {
      const server = createServer((asked, answer) => {
        const work = serve(asked, answer, socket, hooks).finally(() => running.delete(work))
        running.add(work)
      })
      await listen(server, places[socket])
      servers.push(server)
    }
  } catch (error) {
    await Promise.all(servers.map(closed))
    throw error
  }
  return {
    places,
    async close(deadline_ms) {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, deadline_ms)
      })
      const ends = servers.map(
        (server) => new Promise<void>((resolve) => void server.close(() => resolve())),
      )
      for (const server of servers) server.closeIdleConnections()
      await Promise.race([Promise.allSettled(running), late])
      clearTimeout(timer)
      for (const server of servers) server.closeAllConnections()
      await Promise.all(ends)
      for (const folder of places.lent) removeEmpty(folder)
    },
  }
}

async function serve(
  asked: IncomingMessage,
  answer: ServerResponse,
  socket: ControlSocket,
  hooks: ControlHooks,
): Promise<void> {
  const { method = '', url = '' } = asked
  try {
    refuseMisdirected(asked, hooks)
    switch (`${method} ${url}`) {
      case 'GET /health':
      case 'HEAD /health':
        return reply(answer, 200, { status: 'ok' })
      case 'GET /status':
        return reply(answer, 200, hooks.status())
      case 'POST /commands':
        return await runCommand(asked, answer, socket, hooks)
      case 'POST /aside':
        forAdministrators(socket)
        return await standAside(asked, answer, hooks)
      case 'POST /back':
        forAdministrators(socket)
        await hooks.comeBack()
        return reply(answer, 200, hooks.status())
      default:
        return reply(answer, 404, { message: 'There is nothing here.' })
    }
  } catch (error) {
    const refusal = error instanceof Refusal ? error : null
    if (!answer.headersSent) {
      reply(answer, refusal?.status ?? 500, {
        message: refusal?.message ?? 'Something went wrong.',
        ...(refusal === null ? {} : { code: refusal.code }),
      })
    } else answer.end()
  }
}

/** OPS-34: two houses of one machine may share a run folder; each command is of one of them. */
function refuseMisdirected({ headers }: IncomingMessage, { dir }: ControlHooks): void {
  const meant = headers[data_header]
  if (typeof meant !== 'string' || samePlace(decodedPath(meant), dir)) return
  throw new Refusal(421, 'data_dir.another', `This house is ${dir}.`)
}

const samePlace = (one: string, other: string): boolean => placeOf(one) === placeOf(other)

/** Whatever name a folder goes by. */
function placeOf(dir: string): string {
  try {
    return realpathSync(dir)
  } catch {
    return resolve(dir)
  }
}

function decodedPath(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw unreadable()
  }
}

function forAdministrators(socket: ControlSocket): void {
  if (socket === 'admin') return
  throw new Refusal(403, 'not.permitted', 'this needs the group kituo-admin on this machine.')
}

/** The answer stays open for as long as the command lives: the kernel tells of its end, however it ends. */
async function standAside(
  asked: IncomingMessage,
  answer: ServerResponse,
  { standAside: ask, left }: ControlHooks,
): Promise<void> {
  const { command, caller, version, takes_s = null } = objectIn(await bodyOf(asked))
  const is_known = takes_s === null || (typeof takes_s === 'number' && takes_s > 0)
  if (!isWord(command) || !isWord(caller) || !isWord(version) || !is_known) throw unreadable()
  let is_gone = false
  answer.on('error', () => undefined)
  answer.once('close', () => {
    is_gone = true
  })
  const wanted = { command, caller, version, takes_s }
  await ask(wanted)
  if (is_gone) return left(wanted)
  answer.once('close', () => left(wanted))
  answer.writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
  answer.write('{"status":"aside"}\n')
}

async function runCommand(
  asked: IncomingMessage,
  answer: ServerResponse,
  socket: ControlSocket,
  { execute }: ControlHooks,
): Promise<void> {
  const line = lineIn(await bodyOf(asked))
  answer.writeHead(200, { 'content-type': 'application/x-ndjson; charset=utf-8' })
  // The client learns at once that somebody listens, however long the command takes.
  answer.flushHeaders()
  // A client that goes away does not stop what it began (OPS-60).
  answer.on('error', () => undefined)
  const say = async (what: Progress | Piece | ResultLine): Promise<void> => {
    if (answer.destroyed || answer.write(`${JSON.stringify(what)}\n`)) return
    await Promise.race([once(answer, 'drain'), once(answer, 'close')]).catch(() => undefined)
  }
  const document = await execute(line, socket, say)
  await say({ type: 'result', ...document })
  answer.end()
}

function reply(answer: ServerResponse, status: number, body: unknown): void {
  answer.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
  answer.end(`${JSON.stringify(body)}\n`)
}

async function bodyOf(asked: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of asked as AsyncIterable<Buffer>) {
    bytes += piece.length
    if (bytes > body_bytes_max) throw new Refusal(413, 'usage.value', 'This is too much to read.')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

function lineIn(body: string): CommandLine {
  const given = objectIn(body)
  const { command, args = {}, flags = {}, caller, version, files = {}, person, approver } = given
  if (
    !isWord(command) ||
    !isWord(caller) ||
    !isWord(version) ||
    !isWordsTable(args) ||
    !isWordsTable(flags) ||
    !isFilesTable(files) ||
    !isSigned(person) ||
    !isSigned(approver)
  ) {
    throw unreadable()
  }
  return { command, args, flags, caller, version, files, person, approver }
}

function objectIn(body: string): Record<string, unknown> {
  try {
    const found: unknown = JSON.parse(body)
    if (typeof found === 'object' && found !== null) return found as Record<string, unknown>
  } catch {
    // Said below: what is no JSON is no command either.
  }
  throw unreadable()
}

const unreadable = (): Refusal =>
  new Refusal(400, 'usage.value', 'This is not a command: {command, args, flags, caller, version}.')

/** Names go into the audit log and the log of the daemon as they come. */
const isWord = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 200 && !/\p{C}/u.test(value)

const isSigned = (value: unknown): value is SignedBy | undefined =>
  value === undefined || isWord((value as Partial<SignedBy> | null)?.token)

const isFilesTable = (value: unknown): value is Record<string, SentFile> =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value as Record<string, Partial<SentFile> | null>).every(
    (file) => typeof file?.name === 'string' && typeof file.base64 === 'string',
  )

const isWordsTable = (value: unknown): value is Record<string, Words> =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every(
    (words) =>
      words === true ||
      typeof words === 'string' ||
      (Array.isArray(words) && words.every((one) => typeof one === 'string')),
  )

/** Another house of the same user may have its sockets beside. */
function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // Somebody is still in it, or it is gone already.
  }
}

async function listen(server: Server, place: string): Promise<void> {
  // A folder that the installer made keeps its group and mode.
  makeNamedFolders(dirname(place), 0o700)
  if (existsSync(place)) {
    if (await isAnswered(place)) {
      throw new Refusal(503, 'address.in_use', `${place} is in use by another daemon.`)
    }
    // Left behind by a daemon that was killed.
    rmSync(place)
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(place, () => resolve())
  })
  // The folder decides who comes in; whoever is in may speak.
  chmodSync(place, 0o660)
}

const isAnswered = (place: string): Promise<boolean> =>
  new Promise((resolve) => {
    const asked = request({ socketPath: place, path: '/health', timeout: 2000 })
    asked.once('response', (found) => {
      found.resume()
      resolve(true)
    })
    asked.once('timeout', () => asked.destroy(new Error('silent')))
    // One that is there and says nothing is alive all the same.
    asked.once('error', (error: Error) => resolve(error.message === 'silent'))
    asked.end()
  })

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
