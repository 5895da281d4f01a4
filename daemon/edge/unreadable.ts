// What is no HTTP: a length that is none, two lengths, a header without an end. Node would answer a bare
// line; where the line still carries an answer, it is that of the API that was meant (MSG-141).

import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { newId } from '../../db/core/ids.ts'
import { isMessaging, unreadableForMessaging } from '../messaging/api.ts'

export interface Broken {
  error: NodeJS.ErrnoException & { rawPacket?: Buffer }
  socket: Socket
  /** What this line is already being answered. */
  in_flight: ServerResponse | undefined
  /** What cannot be read is the rest of a request that was answered already. */
  is_answered: boolean
  /** How the house is reached. */
  base_url: string
}

const answered = new WeakSet<Socket>()
/** Cut at once, an answer may be lost to whoever still writes. */
const linger_ms = 1000

/** Half of an answer that has begun is no place for another one. */
export async function answerUnreadable(broken: Broken): Promise<void> {
  const { error, socket, in_flight } = broken
  if (answered.has(socket)) return
  answered.add(socket)
  const hasBegun = (): boolean => in_flight?.headersSent === true
  const has_answer = broken.is_answered || hasBegun()
  if (error.code === 'ECONNRESET' || !socket.writable || has_answer) {
    socket.destroy(error)
    return
  }
  const answer = await answerTo(broken)
  if (!socket.writable) return
  // What began while this one was made is the answer.
  if (hasBegun()) socket.end()
  else socket.end(written(answer))
  setTimeout(() => socket.destroy(), linger_ms).unref()
}

interface Answer {
  status: number
  headers: Record<string, string>
  body: string
}

async function answerTo({ error, socket, in_flight, base_url }: Broken): Promise<Answer> {
  const { status, sentence } = faults[error.code ?? ''] ?? unread
  const url = in_flight?.req.url ?? askedIn(error.rawPacket)
  if (url === null || !isMessaging(url)) {
    const body = JSON.stringify({ success: false, message: sentence, data: null })
    const headers = { 'content-type': 'application/json; charset=utf-8', 'x-request-id': newId() }
    return { status, headers, body }
  }
  const ip = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  return unreadableForMessaging(sentence, { ip, base_url })
}

const unread = { status: 400, sentence: 'The request could not be read.' }
const faults: Readonly<Record<string, typeof unread>> = {
  HPE_HEADER_OVERFLOW: { status: 431, sentence: 'The headers are larger than 32 KiB.' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, sentence: 'The chunks say too much.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, sentence: 'The request did not come whole in time.' },
}

/** The address in the first line of what came, where it begins with one. */
function askedIn(packet: Buffer | undefined): string | null {
  const head = packet?.toString('latin1', 0, 2048) ?? ''
  return /^[A-Z]+ (?<url>\/\S*)/.exec(head)?.groups?.['url'] ?? null
}

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  413: 'Payload Too Large',
  431: 'Request Header Fields Too Large',
}

function written({ status, headers, body }: Answer): string {
  const all = {
    ...headers,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${reasons[status] ?? ''}`, ...lines, '', body].join('\r\n')
}
