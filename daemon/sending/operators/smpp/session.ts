// One bound connection: the window of unanswered submits, the answers in any order, signs of life.
//
// The session knows nothing of links, tables or texts. It is given a socket that is connected and
// says what happens on it; it is over at the first fault that leaves the stream unreadable.

import type { Duplex } from 'node:stream'
import type { Timers } from '../timers.ts'
import { decode, encode, hex, isReadable, type Pdu, type PduOf, type Tlvs } from './codec.ts'
import type { Body } from './fields.ts'
import { Frames, WrongLength } from './frames.ts'
import { type Command, commands, interface_version, isResponse, statuses } from './words.ts'

export type BindMode = 'transceiver' | 'transmitter' | 'receiver'

export interface SessionSettings {
  mode: BindMode
  system_id: string
  password: string
  system_type: string
  address_range: string
  window: number
  enquire_ms: number
  response_ms: number
}

export interface Answer {
  status: number
  message_id: string
}

export interface SessionEvents {
  answered(sequence: number, answer: Answer): void
  /** No answer in time: the place in the window is free again, the outcome is not known. */
  silent(sequence: number): void
  /** An answer that came after `silent`. */
  late(sequence: number, answer: Answer): void
  /** What the operator brings; the answer is sent with the status that comes back (MSG-343). */
  arrived(pdu: PduOf<'deliver_sm'> | PduOf<'data_sm'>): Promise<number>
  noted(what: string): void
  /** Once, at the end; what had no answer then never gets one. */
  ended(why: string, unanswered: readonly number[]): void
}

export type BindOutcome = { bound: true } | { bound: false; status: number | null; why: string }

const sequence_max = 0x7fffffff
const silent_in_row_max = 3
const silent_enquiries_max = 2
/** After a fault the operator is told why and the socket is gone within a second (MSG-332). */
const last_word_ms = 500

interface Waiting {
  kind: 'submit' | 'enquire' | 'query' | 'unbind'
  until_ms: number
  answered?: (pdu: Pdu | null) => void
}

export class Session {
  private readonly socket: Duplex
  private readonly settings: SessionSettings
  private readonly events: SessionEvents
  private readonly timers: Timers
  private readonly frames = new Frames()
  private readonly waiting = new Map<number, Waiting>()
  /** Submits whose time is over; their answers are still taken while the session lasts. */
  private readonly overdue = new Set<number>()
  private next_sequence = 1
  private in_window = 0
  private silent_in_row = 0
  private silent_enquiries = 0
  private last_traffic_ms: number
  private binding: ((outcome: BindOutcome) => void) | null = null
  private bind_sequence = 0
  private is_bound = false
  private over = false
  private corked = false
  private cancel_sweep: (() => void) | null = null
  private cancel_enquire: (() => void) | null = null

  constructor(
    socket: Duplex,
    settings: SessionSettings,
    events: SessionEvents,
    timers: Timers,
    first_sequence = 1,
  ) {
    this.socket = socket
    this.settings = settings
    this.events = events
    this.timers = timers
    this.next_sequence = first_sequence
    this.last_traffic_ms = timers.ms()
    socket.on('data', (piece: Buffer) => this.hear(piece))
    socket.on('error', (error) => this.end(error.message))
    socket.on('close', () => this.end('the connection was closed'))
    socket.on('end', () => this.end('the operator closed the connection'))
  }

  get bound(): boolean {
    return this.is_bound && !this.over
  }

  get ended(): boolean {
    return this.over
  }

  /** Submits that may still be reserved. */
  get free(): number {
    return this.bound ? this.settings.window - this.in_window : 0
  }

  get unanswered(): number {
    return this.in_window
  }

  bind(): Promise<BindOutcome> {
    const { mode, system_id, password, system_type, address_range } = this.settings
    return new Promise((resolve) => {
      this.binding = resolve
      this.bind_sequence = this.takeSequence()
      this.write(`bind_${mode}`, this.bind_sequence, {
        system_id,
        password,
        system_type,
        interface_version,
        addr_ton: 0,
        addr_npi: 0,
        address_range,
      })
      const cancel = this.timers.after(this.settings.response_ms, () =>
        this.settleBind({ bound: false, status: null, why: 'no answer to the bind' }),
      )
      this.cancel_sweep = cancel
    })
  }

  /** Places in the window, with the numbers under which their submits will go. */
  reserve(count: number): number[] {
    const taken = Math.min(count, this.free)
    this.in_window += taken
    return Array.from({ length: taken }, () => this.takeSequence())
  }

  /** A place that was reserved and is not used. */
  release(): void {
    this.in_window -= 1
  }

  /** False: the session is over and not a byte left. */
  submit(sequence: number, body: Body<'submit_sm'>, tlvs: Tlvs): boolean {
    if (!this.bound) return false
    this.await(sequence, { kind: 'submit', until_ms: this.timers.ms() + this.settings.response_ms })
    this.write('submit_sm', sequence, body, { tlvs })
    return true
  }

  /** Null: no answer. */
  query(body: Body<'query_sm'>): Promise<PduOf<'query_sm_resp'> | null> {
    if (!this.bound) return Promise.resolve(null)
    return new Promise((resolve) => {
      this.ask('query', 'query_sm', body, (pdu) =>
        resolve(pdu?.command === 'query_sm_resp' ? pdu : null),
      )
    })
  }

  /** Says goodbye and waits for the echo as long as for any answer. */
  async unbind(): Promise<void> {
    if (this.bound) {
      this.is_bound = false
      await new Promise<void>((resolve) => this.ask('unbind', 'unbind', {}, () => resolve()))
    }
    this.end('unbound')
  }

  destroy(why: string): void {
    this.end(why)
  }

  private takeSequence(): number {
    for (;;) {
      const sequence = this.next_sequence
      this.next_sequence = sequence >= sequence_max ? 1 : sequence + 1
      if (!this.waiting.has(sequence) && !this.overdue.has(sequence)) return sequence
    }
  }

  private ask<C extends Command>(
    kind: Waiting['kind'],
    command: C,
    body: Body<C>,
    answered: (pdu: Pdu | null) => void,
  ): void {
    const sequence = this.takeSequence()
    const until_ms = this.timers.ms() + this.settings.response_ms
    this.await(sequence, { kind, until_ms, answered })
    this.write(command, sequence, body)
  }

  private await(sequence: number, one: Waiting): void {
    this.waiting.set(sequence, one)
    if (this.cancel_sweep === null) this.sweepAt(one.until_ms)
  }

  private sweepAt(until_ms: number): void {
    const wait_ms = Math.max(1, Math.ceil(until_ms - this.timers.ms()))
    this.cancel_sweep = this.timers.after(wait_ms, () => this.sweep())
  }

  /** The map keeps the order of asking and every answer has the same time: the first is the oldest. */
  private sweep(): void {
    this.cancel_sweep = null
    const now = this.timers.ms()
    for (const [sequence, one] of this.waiting) {
      if (one.until_ms > now) break
      this.waiting.delete(sequence)
      this.missed(sequence, one)
      if (this.over) return
    }
    const [oldest] = this.waiting.values()
    if (oldest !== undefined && this.cancel_sweep === null) this.sweepAt(oldest.until_ms)
  }

  private missed(sequence: number, one: Waiting): void {
    if (one.kind === 'enquire') {
      this.silent_enquiries += 1
      if (this.silent_enquiries >= silent_enquiries_max)
        this.end(`${silent_enquiries_max} enquiries went unanswered`)
      else this.enquire()
      return
    }
    one.answered?.(null)
    if (one.kind !== 'submit') return
    this.in_window -= 1
    this.overdue.add(sequence)
    this.events.silent(sequence)
    this.silent_in_row += 1
    if (this.silent_in_row >= silent_in_row_max)
      this.end(`${silent_in_row_max} submits in a row went unanswered`)
  }

  private watchSilence(): void {
    const due = this.last_traffic_ms + this.settings.enquire_ms
    const wait_ms = Math.max(1, Math.ceil(due - this.timers.ms()))
    this.cancel_enquire = this.timers.after(wait_ms, () => {
      this.cancel_enquire = null
      if (!this.bound) return
      const quiet = this.timers.ms() - this.last_traffic_ms >= this.settings.enquire_ms
      if (quiet && ![...this.waiting.values()].some(({ kind }) => kind === 'enquire'))
        this.enquire()
      if (quiet) this.last_traffic_ms = this.timers.ms()
      this.watchSilence()
    })
  }

  private enquire(): void {
    this.ask('enquire', 'enquire_link', {}, () => undefined)
  }

  private hear(piece: Buffer): void {
    if (this.over) return
    this.last_traffic_ms = this.timers.ms()
    try {
      this.frames.push(piece, (frame) => {
        if (!this.over) this.take(frame)
      })
    } catch (error) {
      if (!(error instanceof WrongLength)) throw error
      this.write('generic_nack', error.sequence, {}, { status: statuses.wrong_length })
      this.end(error.message)
    }
  }

  private take(frame: Buffer): void {
    const read = decode(frame)
    if (isReadable(read)) {
      if (isResponse(commands[read.command])) this.takeAnswer(read)
      else this.takeRequest(read)
      return
    }
    this.events.noted(read.why)
    const { command, command_id, sequence, answer } = read
    if (isResponse(command_id)) {
      // An answer that cannot be read is an answer all the same: what it meant is not known.
      if (command !== null) this.takeBrokenAnswer(sequence)
      return
    }
    const answering = command === null ? undefined : responses[command]
    if (answering === undefined) this.write('generic_nack', sequence, {}, { status: answer })
    else this.write(answering, sequence, empty, { status: answer })
  }

  private takeRequest(pdu: Pdu): void {
    const { sequence } = pdu
    switch (pdu.command) {
      case 'enquire_link':
        this.write('enquire_link_resp', sequence, {})
        return
      case 'unbind':
        this.write('unbind_resp', sequence, {})
        this.end('the operator unbound')
        return
      case 'deliver_sm':
      case 'data_sm':
        this.bring(pdu)
        return
      case 'outbind':
      case 'alert_notification':
        this.events.noted(pdu.command)
        return
      default:
        // Known, but nothing an operator may ask of a client.
        this.events.noted(`${pdu.command} from the operator`)
        this.write('generic_nack', sequence, {}, { status: statuses.wrong_command })
    }
  }

  private bring(pdu: PduOf<'deliver_sm'> | PduOf<'data_sm'>): void {
    const answering = pdu.command === 'deliver_sm' ? 'deliver_sm_resp' : 'data_sm_resp'
    const answer = (status: number): void =>
      this.write(answering, pdu.sequence, { message_id: '' }, { status })
    this.events.arrived(pdu).then(answer, (error: unknown) => {
      this.events.noted(`what came was not stored: ${String(error)}`)
      answer(statuses.temporary_app_error)
    })
  }

  private takeAnswer(pdu: Pdu): void {
    const { sequence } = pdu
    if (this.binding !== null) {
      if (sequence === this.bind_sequence) this.takeBound(pdu)
      return
    }
    const one = this.waiting.get(sequence)
    if (one === undefined) {
      if (!this.overdue.delete(sequence)) this.events.noted(`an answer to nothing: ${sequence}`)
      else if (pdu.command === 'submit_sm_resp' || pdu.command === 'generic_nack')
        this.events.late(sequence, answerOf(pdu))
      return
    }
    if (!fits(one.kind, pdu.command)) {
      this.events.noted(`${pdu.command} to ${one.kind} ${sequence}`)
      return
    }
    this.waiting.delete(sequence)
    this.silent_enquiries = 0
    one.answered?.(pdu)
    if (one.kind !== 'submit') return
    this.in_window -= 1
    this.silent_in_row = 0
    this.events.answered(sequence, answerOf(pdu))
  }

  private takeBrokenAnswer(sequence: number): void {
    const one = this.waiting.get(sequence)
    if (one === undefined || one.kind === 'enquire') return
    this.waiting.delete(sequence)
    this.missed(sequence, one)
  }

  private takeBound(pdu: Pdu): void {
    if (pdu.status === statuses.ok) {
      this.is_bound = true
      this.settleBind({ bound: true })
      this.watchSilence()
    } else {
      this.settleBind({ bound: false, status: pdu.status, why: `bind answered ${hex(pdu.status)}` })
    }
  }

  private settleBind(outcome: BindOutcome): void {
    const settle = this.binding
    if (settle === null) return
    this.binding = null
    this.cancel_sweep?.()
    this.cancel_sweep = null
    settle(outcome)
    if (!outcome.bound) this.end(outcome.why)
  }

  /** Written together at the end of the turn, so that a slice of submits is one write. */
  private write<C extends Command>(
    command: C,
    sequence: number,
    body: Body<C>,
    options: { status?: number; tlvs?: Tlvs } = {},
  ): void {
    if (this.over || this.socket.destroyed || this.socket.writableEnded) return
    if (!this.corked) {
      this.corked = true
      this.socket.cork()
      queueMicrotask(() => {
        this.corked = false
        this.socket.uncork()
      })
    }
    this.socket.write(encode(command, sequence, body, options))
  }

  private end(why: string): void {
    if (this.over) return
    this.over = true
    this.cancel_sweep?.()
    this.cancel_enquire?.()
    const { socket } = this
    socket.end()
    const cancel = this.timers.after(last_word_ms, () => socket.destroy())
    socket.once('close', cancel)
    const unanswered: number[] = []
    for (const [sequence, one] of this.waiting) {
      if (one.kind === 'submit') unanswered.push(sequence)
      else one.answered?.(null)
    }
    this.waiting.clear()
    this.in_window = 0
    const settle = this.binding
    this.binding = null
    settle?.({ bound: false, status: null, why })
    this.events.ended(why, unanswered)
  }
}

const empty = { message_id: '' }

const responses: Partial<Record<Command, 'deliver_sm_resp' | 'data_sm_resp'>> = {
  deliver_sm: 'deliver_sm_resp',
  data_sm: 'data_sm_resp',
}

const kinds_of: Readonly<Record<Waiting['kind'], Command>> = {
  submit: 'submit_sm_resp',
  enquire: 'enquire_link_resp',
  query: 'query_sm_resp',
  unbind: 'unbind_resp',
}
const fits = (kind: Waiting['kind'], command: Command): boolean =>
  command === 'generic_nack' || command === kinds_of[kind]

function answerOf(pdu: Pdu): Answer {
  const message_id = pdu.command === 'submit_sm_resp' ? pdu.body.message_id : ''
  // A nack without a status is no consent.
  const status =
    pdu.command === 'generic_nack' && pdu.status === statuses.ok
      ? statuses.unknown_error
      : pdu.status
  return { status, message_id }
}
