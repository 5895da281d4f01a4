// The virus scanner (PLT-108): clamd, over TCP or its socket, with INSTREAM, so that it needs no
// right to read our files. Off until an address is configured.

import { createReadStream } from 'node:fs'
import { connect, type Socket } from 'node:net'
import type { Probes } from '../../db/hospital/office/system/checks.ts'
import { Refusal, unavailable } from '../../db/core/refusal.ts'

const patience_ms = 30_000
const probe_ms = 3000
const piece_bytes = 64 * 1024

let address: string | null = null

/** `host:port`, or the path of a socket; null turns it off. */
export function setScanner(at: string | null): void {
  address = at === null || at.trim() === '' ? null : at.trim()
}

export const scannerIsOn = (): boolean => address !== null

/** Answers whether anybody looked; refuses what carries a threat. */
export async function scan(path: string): Promise<'CLEAN' | 'NOT_SCANNED'> {
  if (address === null) return 'NOT_SCANNED'
  const answer = await ask(address, path).catch((cause: unknown) => {
    throw Object.assign(silent(), { cause })
  })
  if (/^stream: OK$/.test(answer)) return 'CLEAN'
  const threat = /^stream: (?<name>.+) FOUND$/.exec(answer)?.groups?.['name']
  if (threat === undefined) throw Object.assign(silent(), { cause: new Error(answer) })
  throw new Refusal(
    400,
    'threat',
    `The file carries a known threat (${threat.slice(0, 100)}) and was not kept.`,
    { facts: { threat } },
  )
}

/** For the system check: whether it is there. */
export async function scannerAnswers(): Promise<boolean> {
  if (address === null) return false
  return converse(address, async (socket) => void socket.end('zPING\0'), probe_ms).then(
    (answer) => answer === 'PONG',
    () => false,
  )
}

/** For the system check, which must not wait as long as an upload may. */
export const probes: Probes = {
  scanner: async () => (address === null ? null : scannerAnswers()),
}

const silent = (): Refusal => unavailable('The virus scanner does not answer. Try again.')

const ask = (at: string, path: string): Promise<string> =>
  converse(at, async (socket) => {
    await write(socket, Buffer.from('zINSTREAM\0'))
    for await (const piece of createReadStream(path, { highWaterMark: piece_bytes })) {
      const length = Buffer.alloc(4)
      length.writeUInt32BE((piece as Buffer).length)
      await write(socket, Buffer.concat([length, piece as Buffer]))
    }
    await write(socket, Buffer.alloc(4))
  })

/** One connection, one question; the answer ends with a zero byte. */
function converse(
  at: string,
  say: (socket: Socket) => Promise<void>,
  wait_ms = patience_ms,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(placeOf(at))
    let heard = ''
    const finish = (error?: Error): void => {
      socket.destroy()
      if (error === undefined) resolve(heard.replace(/[\0\n]+$/, ''))
      else reject(error)
    }
    socket.setTimeout(wait_ms, () => finish(new Error('the scanner is silent')))
    socket.on('error', finish)
    socket.on('data', (bytes) => {
      heard += bytes.toString('utf8')
      // It may answer before everything was said: a file over its own limit.
      if (heard.includes('\0') || heard.length > 4096) finish()
    })
    socket.on('close', () => finish(heard === '' ? new Error('the scanner hung up') : undefined))
    socket.on('connect', () => {
      say(socket).catch(finish)
    })
  })
}

/** Waits while the scanner is slower than the disk. */
const write = (socket: Socket, bytes: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.write(bytes, (error) => (error ? reject(error) : resolve()))
  })

function placeOf(at: string): { path: string } | { host: string; port: number } {
  const found = /^\[?(?<host>[^/]+?)\]?:(?<port>\d{1,5})$/.exec(at)?.groups
  return found === undefined
    ? { path: at.replace(/^unix:/, '') }
    : { host: found['host'] as string, port: Number(found['port']) }
}
