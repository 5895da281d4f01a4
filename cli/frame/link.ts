// The way to a running daemon: one HTTP request over its control socket.

import { once } from 'node:events'
import {
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type RequestOptions,
} from 'node:http'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { codeOf } from '../../db/core/disk.ts'
import {
  type CommandLine,
  data_header,
  type Document,
  type Piece,
  type Progress,
  type ResultLine,
} from '../../db/appliance/deployment/line.ts'
import { Refusal } from '../../db/core/refusal.ts'

/** The socket is there, its daemon says nothing (OPS-57). */
const silent_ms = 5000
/** What the way to a socket says where no daemon is. */
const nobody_there: readonly string[] = ['ENOENT', 'ECONNREFUSED', 'ENOTDIR']

/** Where a daemon is heard, and which data it is to hold: several houses may share a run folder (OPS-34). */
export interface Ear {
  readonly socket: string
  /** Null where nobody here may know. */
  readonly dir: string | null
}

/** The request itself, marked with the house that is meant. */
export function asking(
  { socket, dir }: Ear,
  path: string,
  more: Omit<RequestOptions, 'socketPath' | 'path'> & { headers?: OutgoingHttpHeaders } = {},
): ClientRequest {
  const marked = dir === null ? {} : { [data_header]: encodeURIComponent(resolve(dir)) }
  return request({ ...more, socketPath: socket, path, headers: { ...more.headers, ...marked } })
}

/** The daemon that hears there holds other data. */
export const misdirected = 421

export type Answer = Document | 'down' | 'forbidden' | 'elsewhere'

export async function send(
  ear: Ear,
  line: CommandLine,
  onProgress: (said: Progress | Piece) => void | Promise<void>,
): Promise<Answer> {
  const body = JSON.stringify(line)
  const asked = asking(ear, '/commands', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
  })
  const silence = setTimeout(() => asked.destroy(new Error('silent')), silent_ms)
  try {
    asked.end(body)
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    clearTimeout(silence)
    if (answer.statusCode === misdirected) {
      answer.resume()
      return 'elsewhere'
    }
    for await (const text of createInterface({ input: answer })) {
      const said = JSON.parse(text) as Progress | Piece | ResultLine
      if (said.type !== 'result') {
        await onProgress(said)
        continue
      }
      const { type: _, ...document } = said
      return document
    }
    throw cut()
  } catch (error) {
    const code = codeOf(error)
    if (nobody_there.includes(code ?? '')) return 'down'
    if (code === 'EACCES' || code === 'EPERM') return 'forbidden'
    if (error instanceof Refusal) throw error
    if (error instanceof Error && error.message === 'silent') throw silent()
    throw cut()
  } finally {
    clearTimeout(silence)
  }
}

/** Whether a daemon of this house is there at all; one that is there and deaf is a refusal. */
export async function answers(ear: Ear): Promise<true | 'down' | 'elsewhere'> {
  const asked = asking(ear, '/health', { timeout: silent_ms })
  asked.once('timeout', () => asked.destroy(silent()))
  try {
    asked.end()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    answer.resume()
    return answer.statusCode === misdirected ? 'elsewhere' : true
  } catch (error) {
    if (error instanceof Refusal) throw error
    return nobody_there.includes(codeOf(error) ?? '') ? 'down' : true
  }
}

export const silent = (pid?: number): Refusal =>
  new Refusal(
    503,
    'daemon.silent',
    `The daemon${pid === undefined ? '' : ` (pid ${pid})`} holds the data but does not answer. See: kituo doctor, journalctl -u kituo`,
  )

/** The answer ended before the command did: the daemon was stopped, or fell. */
const cut = (): Refusal =>
  new Refusal(
    503,
    'work.cut',
    'The daemon ended before it had answered. Whether the change stands, says: kituo audit search',
  )
