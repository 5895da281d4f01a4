// An operator to try links out with (MSG-364): an SMPP server that plays the simulator's scripts. It
// reads and writes with the product's own codec; Kannel and the `smpp` package prove that others
// understand it (test/messaging/interop).

import { createServer, type Socket } from 'node:net'
import { clock } from '../../../db/core/clock.ts'
import { type Happening, play, scriptOf } from '../../../db/messaging/drain/scripts.ts'
import type { Mix } from '../../../db/messaging/routing/link-settings.ts'
import { decode, encode, isReadable, type Pdu, type PduOf } from '../operators/smpp/codec.ts'
import { Frames, WrongLength } from '../operators/smpp/frames.ts'
import { commands, isResponse, statuses } from '../operators/smpp/words.ts'
import { receiptFor, textFrom } from './letters.ts'
import { type Letter, Outbox, type Receiving } from './outbox.ts'
import { Memory } from './submits.ts'

export interface SmscOptions {
  host: string
  port: number
  /** Null: whoever comes is let in. */
  system_id: string | null
  password: string | null
  /** Submissions in any second; more are answered 0x58. Null: as many as come. */
  throughput: number | null
  receipt_delay_ms: number
  mix: Mix
  say: (line: string) => void
}

export interface SmscCounts {
  sessions: number
  submitted: number
  accepted: number
  throttled: number
  rejected: number
  unanswered: number
  receipts: number
  /** What persons wrote back. */
  texts: number
  /** Receipts and texts that the customer said it has. */
  taken: number
  first_ms: number
  last_ms: number
  last_taken_ms: number
}

export interface Smsc {
  port: number
  counts(): SmscCounts
  close(): Promise<void>
}

export async function startSmsc(options: SmscOptions): Promise<Smsc> {
  const house = new House(options)
  const server = createServer((socket) => house.greet(socket))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : options.port,
    counts: () => house.counts(),
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      house.end()
      await closed
    },
  }
}

/** What all sessions share: the customers' outboxes, the pace, the scripts' memory. */
class House {
  readonly options: SmscOptions
  readonly memory = new Memory()
  readonly sessions = new Set<Session>()
  private readonly outboxes = new Map<string, Outbox>()
  private readonly timers = new Set<NodeJS.Timeout>()
  private readonly times: number[] = []
  private count = 0
  /** Letters that are no hexadecimal digits, so that no id can be read as another's. */
  private readonly prefix = `k${clock
    .ms()
    .toString(36)
    .replaceAll(/[^g-z]/g, '')
    .slice(0, 4)}`
  readonly figures = {
    submitted: 0,
    accepted: 0,
    throttled: 0,
    rejected: 0,
    unanswered: 0,
    receipts: 0,
    texts: 0,
    first_ms: 0,
    last_ms: 0,
  }

  constructor(options: SmscOptions) {
    this.options = options
  }

  greet(socket: Socket): void {
    this.sessions.add(new Session(socket, this))
  }

  end(): void {
    for (const timer of this.timers) clearTimeout(timer)
    for (const session of this.sessions) session.destroy()
  }

  counts(): SmscCounts {
    const boxes = [...this.outboxes.values()]
    return {
      ...this.figures,
      sessions: this.sessions.size,
      taken: boxes.reduce((sum, { taken }) => sum + taken, 0),
      last_taken_ms: Math.max(0, ...boxes.map(({ last_ms }) => last_ms)),
    }
  }

  outboxOf(system_id: string): Outbox {
    const known = this.outboxes.get(system_id) ?? new Outbox()
    this.outboxes.set(system_id, known)
    return known
  }

  nextId(): string {
    this.count += 1
    return `${this.prefix}${this.count}`
  }

  /** Whether one more fits into the second that ends now. */
  hasRoom(): boolean {
    const { throughput } = this.options
    if (throughput === null) return true
    const now = performance.now()
    if (this.times.length >= throughput && now - (this.times[0] ?? 0) < 1000) return false
    this.times.push(now)
    if (this.times.length > throughput) this.times.shift()
    return true
  }

  after(ms: number, call: () => void): void {
    if (ms <= 0) return call()
    const timer = setTimeout(() => {
      this.timers.delete(timer)
      call()
    }, ms)
    this.timers.add(timer)
  }
}

const sequence_max = 0x7fffffff

class Session implements Receiving {
  readonly open = new Map<number, Letter>()
  receives = false
  private sends = false
  private readonly socket: Socket
  private readonly house: House
  private readonly frames = new Frames()
  private outbox: Outbox | null = null
  private system_id = ''
  private sequence = 0

  constructor(socket: Socket, house: House) {
    this.socket = socket
    this.house = house
    socket.setNoDelay(true)
    socket.on('error', () => undefined)
    socket.on('data', (piece: Buffer) => this.read(piece))
    socket.once('close', () => {
      house.sessions.delete(this)
      this.receives = false
      this.outbox?.leave(this)
      if (this.system_id !== '') house.options.say(`${this.system_id} is gone`)
    })
  }

  write(bytes: Buffer): void {
    if (this.socket.writable) this.socket.write(bytes)
  }

  nextSequence(): number {
    this.sequence = this.sequence >= sequence_max ? 1 : this.sequence + 1
    return this.sequence
  }

  destroy(): void {
    this.socket.destroy()
  }

  private read(piece: Buffer): void {
    this.socket.cork()
    try {
      this.frames.push(piece, (frame) => this.heard(frame))
    } catch (error) {
      if (!(error instanceof WrongLength)) throw error
      const { wrong_length: status } = statuses
      this.write(encode('generic_nack', error.sequence, {}, { status }))
      this.socket.end()
    } finally {
      this.socket.uncork()
    }
  }

  private heard(frame: Buffer): void {
    const pdu = decode(frame)
    if (isReadable(pdu)) return this.handle(pdu)
    if (!isResponse(pdu.command_id))
      this.write(encode('generic_nack', pdu.sequence, {}, { status: pdu.answer }))
  }

  private handle(pdu: Pdu): void {
    switch (pdu.command) {
      case 'bind_transceiver':
      case 'bind_transmitter':
      case 'bind_receiver':
        return this.bind(pdu)
      case 'enquire_link':
        return this.write(encode('enquire_link_resp', pdu.sequence, {}))
      case 'unbind':
        this.write(encode('unbind_resp', pdu.sequence, {}))
        this.socket.end()
        return
      case 'submit_sm':
        return this.submit(pdu)
      case 'deliver_sm_resp':
        return this.outbox?.answered(this, pdu.sequence, pdu.status)
      default:
        if (!isResponse(commands[pdu.command]))
          this.write(encode('generic_nack', pdu.sequence, {}, { status: statuses.wrong_command }))
    }
  }

  private bind(pdu: PduOf<'bind_transceiver' | 'bind_transmitter' | 'bind_receiver'>): void {
    const { system_id, password } = pdu.body
    const { options } = this.house
    const status =
      options.system_id !== null && system_id !== options.system_id
        ? statuses.wrong_system_id
        : options.password !== null && password !== options.password
          ? statuses.wrong_password
          : this.system_id !== ''
            ? statuses.already_bound
            : statuses.ok
    const answer = `${pdu.command}_resp` as const
    this.write(encode(answer, pdu.sequence, { system_id: 'kituo-smsc' }, { status }))
    options.say(`${pdu.command} of ${system_id}: ${status === statuses.ok ? 'bound' : 'refused'}`)
    if (status !== statuses.ok) return
    this.system_id = system_id
    this.sends = pdu.command !== 'bind_receiver'
    this.receives = pdu.command !== 'bind_transmitter'
    this.outbox = this.house.outboxOf(system_id)
    this.outbox.join(this)
  }

  private submit(pdu: PduOf<'submit_sm'>): void {
    const { house } = this
    const { figures, options } = house
    const answer = (status: number, message_id = ''): void =>
      this.write(encode('submit_sm_resp', pdu.sequence, { message_id }, { status }))
    if (!this.sends) return answer(statuses.wrong_bind_state)
    figures.submitted += 1
    figures.last_ms = clock.ms()
    if (figures.first_ms === 0) figures.first_ms = figures.last_ms
    if (!house.hasRoom()) {
      figures.throttled += 1
      return answer(statuses.throttled)
    }
    const { tried, valid_until_ms } = house.memory.read(pdu)
    const played = play(tried, options)
    const id = house.nextId()
    options.say(`${pdu.body.source} → ${tried.phone}: ${played.answer.kind}, ${tried.text}`)
    switch (played.answer.kind) {
      case 'throttled':
        figures.throttled += 1
        return answer(Number(played.answer.code))
      case 'rejected':
        figures.rejected += 1
        return answer(Number(played.answer.code))
      case 'silent':
        figures.unanswered += 1
        break
      case 'accepted':
        figures.accepted += 1
    }
    // A receipt before the answer is one of the scripts; where receipts are asked for at once, the
    // answer still goes first.
    const early = scriptOf(tried.phone) !== null
    const first = played.happenings.filter(({ after_ms }) => early && after_ms <= 0)
    for (const one of first) this.happens(one, pdu, id, valid_until_ms, answer)
    if (played.answer.kind === 'accepted') answer(statuses.ok, id)
    for (const one of played.happenings)
      if (!first.includes(one)) this.happens(one, pdu, id, valid_until_ms, answer)
  }

  private happens(
    one: Happening,
    { body }: PduOf<'submit_sm'>,
    id: string,
    valid_until_ms: number,
    answer: (status: number, id: string) => void,
  ): void {
    const { house, outbox } = this
    const submitted_ms = clock.ms()
    const from_ms = one.after_end === true ? valid_until_ms - submitted_ms : 0
    house.after(from_ms + one.after_ms, () => {
      if (one.kind === 'answer') return answer(statuses.ok, id)
      if (one.kind === 'inbound') {
        house.figures.texts += 1
        return outbox?.post(textFrom(body, one.text ?? ''))
      }
      if ((body.registered_delivery & 0x03) === 0) return
      house.figures.receipts += 1
      const { word = 'UNKNOWN', error_code = '000' } = one
      outbox?.post(receiptFor(body, { id, word, error_code, submitted_ms }))
    })
  }
}
