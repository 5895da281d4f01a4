// A mail server on this machine that keeps what it is given.

import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { Tap } from '../boot.ts'
import { certificate, certificate_key } from '../certificate.ts'

export interface Received {
  from: string
  to: string
  raw: string
}

export interface Sink {
  port: number
  letters: Received[]
  /** Set by a test: what the server says to a receiver, or to a whole letter; null lets it in. */
  refuses: { receiver(address: string): Refused | null; letter(raw: string): Refused | null }
  /** Runs before the server answers for a letter. */
  before_answer: (raw: string) => void
  connections(): Socket[]
  close(): Promise<void>
}

interface Refused {
  code: number
  words: string
}

const faultOf = ({ code, words }: Refused): Error =>
  Object.assign(new Error(words), { responseCode: code })

/** `login`: name and password it asks for. `ssl`: encrypted from the first byte. */
export async function mailSink(
  tap: Tap,
  { login, ...options }: SMTPServerOptions & { login?: { user: string; password: string } } = {},
): Promise<Sink> {
  const letters: Received[] = []
  const refuses: Sink['refuses'] = { receiver: () => null, letter: () => null }
  const server = new SMTPServer({
    key: certificate_key,
    cert: certificate,
    authOptional: login === undefined,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    onAuth(given, _session, done) {
      if (given.username === login?.user && given.password === login?.password) {
        return done(null, { user: given.username })
      }
      return done(faultOf({ code: 535, words: '5.7.8 Wrong name or password.' }))
    },
    onRcptTo({ address }, _session, done) {
      const refused = refuses.receiver(address)
      done(refused === null ? null : faultOf(refused))
    },
    onData(stream, session, done) {
      let raw = ''
      stream.on('data', (piece: Buffer) => {
        raw += piece.toString('utf8')
      })
      stream.on('end', () => {
        sink.before_answer(raw)
        const refused = refuses.letter(raw)
        if (refused !== null) return done(faultOf(refused))
        const { mailFrom, rcptTo } = session.envelope
        letters.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address).join(', '),
          raw,
        })
        return done()
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  const sockets = new Set<Socket>()
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  let closed = false
  const close = async (): Promise<void> => {
    if (closed) return
    closed = true
    await new Promise<void>((resolve) => server.close(resolve))
  }
  tap.teardown(close)
  const sink: Sink = {
    port: (server.server.address() as AddressInfo).port,
    letters,
    refuses,
    before_answer: () => undefined,
    connections: () => [...sockets],
    close,
  }
  return sink
}
