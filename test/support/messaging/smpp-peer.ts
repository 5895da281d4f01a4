// An operator of another make: the `smpp` package as the far side (MSG-344). It keeps what it got, so
// that a test can count, and answers as the test says.

import { createRequire } from 'node:module'
import type { AddressInfo, Server } from 'node:net'

/** Only what tests use; the package has no types of its own. */
export interface PeerPdu {
  command: string
  command_status: number
  sequence_number: number
  system_id?: string
  password?: string
  source_addr: string
  destination_addr: string
  source_addr_ton: number
  dest_addr_ton: number
  esm_class: number
  data_coding: number
  registered_delivery: number
  validity_period: unknown
  short_message: { message: string | Buffer; udh?: Buffer[] }
  message_payload?: { message: string | Buffer }
  user_message_reference?: number
  message_id?: string
  response(fields?: object): PeerPdu
}
export interface PeerSession {
  on(event: string, listener: (pdu: PeerPdu) => void): void
  send(pdu: PeerPdu, sent?: () => void): boolean
  deliver_sm(fields: object, answered?: (pdu: PeerPdu) => void): void
  enquire_link(fields: object, answered?: (pdu: PeerPdu) => void): void
  submit_sm(fields: object, answered?: (pdu: PeerPdu) => void): void
  bind_transceiver(fields: object, answered?: (pdu: PeerPdu) => void): void
  close(done?: () => void): void
  destroy(): void
  socket: { write(bytes: Buffer): void; destroy(): void }
}
interface SmppPackage {
  createServer(options: object, listener: (session: PeerSession) => void): Server
  connect(options: object, listener?: () => void): PeerSession
  encodings: Record<string, unknown>
}

export const smpp = createRequire(import.meta.url)('smpp') as SmppPackage

export interface Peer {
  port: number
  sessions: PeerSession[]
  /** Every submit, in the order of arrival. */
  got: PeerPdu[]
  close(): Promise<void>
}

export interface PeerOptions {
  port?: number
  tls?: { key: string; cert: string }
  bind?: (pdu: PeerPdu) => number
  /** Told of each session that was let in. */
  bound?: (session: PeerSession) => void
  /** Answers the submit itself, or not at all. */
  submit?: (session: PeerSession, pdu: PeerPdu, at: number) => void
}

export const accept = (session: PeerSession, pdu: PeerPdu, id: string): void =>
  void session.send(pdu.response({ message_id: id }))

export async function smppPeer(options: PeerOptions = {}): Promise<Peer> {
  const sessions: PeerSession[] = []
  const got: PeerPdu[] = []
  const submit = options.submit ?? ((session, pdu, at) => accept(session, pdu, `id-${at}`))
  const server = smpp.createServer(options.tls ?? {}, (session) => {
    sessions.push(session)
    for (const kind of ['bind_transceiver', 'bind_transmitter', 'bind_receiver'])
      session.on(kind, (pdu) => {
        const command_status = options.bind?.(pdu) ?? 0
        session.send(pdu.response({ command_status, system_id: 'peer' }))
        if (command_status === 0) options.bound?.(session)
      })
    session.on('submit_sm', (pdu) => {
      got.push(pdu)
      submit(session, pdu, got.length)
    })
    session.on('enquire_link', (pdu) => session.send(pdu.response()))
    session.on('unbind', (pdu) => {
      session.send(pdu.response())
      session.close()
    })
    session.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    sessions,
    got,
    async close() {
      for (const session of sessions) session.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
