// An SMPP link: its binds, each a session that is built anew for ever (MSG-335, MSG-337).

import { connect as connectTcp } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import { minutes, seconds } from '../../../../db/core/clock.ts'
import { backoffMs } from '../backoff.ts'
import type { Timers } from '../timers.ts'
import type { LinkState, Place, QueryAnswer, Submission, Way, WayEvents } from '../way.ts'
import { sourceOf } from './addresses.ts'
import { arrivalOf } from './arrivals.ts'
import { outcomeOf } from './outcomes.ts'
import { stateWord } from './receipts.ts'
import { type Answer, type BindMode, type BindOutcome, Session } from './session.ts'
import { type SubmitSettings, submitOf } from './submits.ts'
import { statuses } from './words.ts'

export interface SmppSettings extends SubmitSettings {
  host: string
  port: number
  tls: { on: boolean; verify: boolean; server_name: string | null; ca: string | null }
  system_id: string
  password: string
  system_type: string
  address_range: string
  bind_mode: 'transceiver' | 'transmitter_receiver'
  binds: number
  window: number
  enquire_s: number
  response_s: number
}

/** Refused for good reasons of the operator's: asking again soon only locks the account. */
const refusing: ReadonlySet<number> = new Set([
  statuses.bind_failed,
  statuses.wrong_password,
  statuses.wrong_system_id,
])
const refused_wait_ms = minutes(15)
const already_bound_wait_ms = seconds(60)
const connect_patience_ms = seconds(10)

export interface SmppTools {
  timers: Timers
  /** The wall clock, for absolute validity. */
  now: () => Date
  connect?: () => Duplex
  chance?: () => number
}

interface Line {
  bind: number
  mode: BindMode
  session: Session | null
  /** What happened to it last, for the link's own state. */
  state: LinkState
  failures: number
  cancel: (() => void) | null
}

export class SmppLink implements Way {
  readonly whole: boolean
  readonly capacity: number
  private readonly settings: SmppSettings
  private readonly events: WayEvents
  private readonly tools: SmppTools
  private readonly lines: Line[]
  private said: LinkState = 'stopped'
  private stopping = false

  constructor(settings: SmppSettings, events: WayEvents, tools: SmppTools) {
    this.settings = settings
    this.events = events
    this.tools = tools
    this.whole = settings.long_message === 'payload'
    this.capacity = settings.window * settings.binds
    const modes: BindMode[] =
      settings.bind_mode === 'transceiver' ? ['transceiver'] : ['transmitter', 'receiver']
    this.lines = Array.from({ length: settings.binds }, (_, bind) =>
      modes.map(
        (mode): Line => ({
          bind,
          mode,
          session: null,
          state: 'stopped',
          failures: 0,
          cancel: null,
        }),
      ),
    ).flat()
  }

  start(): void {
    this.stopping = false
    for (const line of this.lines) if (line.session === null) this.open(line)
  }

  async stop(patience_ms: number): Promise<void> {
    this.stopping = true
    const until = this.tools.timers.ms() + patience_ms
    while (this.unanswered() > 0 && this.tools.timers.ms() < until)
      await new Promise<void>((resolve) => void this.tools.timers.after(20, resolve))
    await Promise.all(
      this.lines.map(async (line) => {
        line.cancel?.()
        line.cancel = null
        await line.session?.unbind()
        line.session = null
        line.state = 'stopped'
      }),
    )
    this.tell('stopped')
  }

  free(): number {
    if (this.stopping) return 0
    let free = 0
    for (const { session } of this.senders()) free += session?.free ?? 0
    return free
  }

  unanswered(): number {
    let open = 0
    for (const { session } of this.senders()) open += session?.unanswered ?? 0
    return open
  }

  /** From the bind with most room, so that one that is slow holds nobody up. */
  reserve(count: number): Place[] {
    const places: Place[] = []
    const lines = this.senders()
      .filter(({ session }) => (session?.free ?? 0) > 0)
      .sort((a, b) => (b.session?.free ?? 0) - (a.session?.free ?? 0))
    for (const { bind, session } of lines) {
      const wanted = count - places.length
      if (wanted <= 0) break
      for (const sequence of session?.reserve(wanted) ?? []) places.push({ bind, sequence })
    }
    return places
  }

  release(place: Place): void {
    this.sender(place.bind)?.session?.release()
  }

  submit(place: Place, one: Submission): void {
    const session = this.sender(place.bind)?.session
    const { body, tlvs } = submitOf(one, this.settings, this.tools.now())
    if (session?.submit(place.sequence, body, tlvs) === true) return
    this.events.answered(place, { kind: 'unsent', why: 'the session was over' })
  }

  async query(id: string, sender_id: string): Promise<QueryAnswer | null> {
    const session = this.senders().find((line) => line.session?.bound === true)?.session
    const source = sourceOf(sender_id, this.settings)
    const answer = await session?.query({
      message_id: id,
      source_ton: source.ton,
      source_npi: source.npi,
      source: source.address,
    })
    if (answer === null || answer === undefined || answer.status !== statuses.ok) return null
    const { message_state, error_code } = answer.body
    return {
      word: stateWord(message_state),
      error_code: error_code === 0 ? null : String(error_code),
    }
  }

  private senders(): Line[] {
    return this.lines.filter(({ mode }) => mode !== 'receiver')
  }

  private sender(bind: number): Line | undefined {
    return this.lines.find((line) => line.bind === bind && line.mode !== 'receiver')
  }

  private open(line: Line): void {
    line.cancel = null
    if (this.stopping) return
    line.state = line.failures === 0 ? 'connecting' : line.state
    this.tell(line.failures === 0 ? 'connecting' : 'connecting again')
    this.connect().then(
      (socket) => (this.stopping ? void socket.destroy() : this.greet(line, socket)),
      (error: unknown) => this.lost(line, error instanceof Error ? error.message : String(error)),
    )
  }

  private greet(line: Line, socket: Duplex): void {
    const { settings, tools } = this
    const session: Session = new Session(
      socket,
      {
        mode: line.mode,
        system_id: settings.system_id,
        password: settings.password,
        system_type: settings.system_type,
        address_range: settings.address_range,
        window: settings.window,
        enquire_ms: seconds(settings.enquire_s),
        response_ms: seconds(settings.response_s),
      },
      {
        answered: (sequence, answer) => {
          const place = { bind: line.bind, sequence }
          if (answer.status === statuses.wrong_bind_state) session.destroy('answered 0x04')
          this.events.answered(place, outcomeOf(answer))
          this.events.ready()
        },
        silent: (sequence) => {
          this.events.answered({ bind: line.bind, sequence }, unknown('no answer in time'))
          this.events.ready()
        },
        late: (sequence, answer: Answer) =>
          this.events.late({ bind: line.bind, sequence }, outcomeOf(answer)),
        arrived: async (pdu) => {
          await this.events.arrived(arrivalOf(pdu, settings.alphabet))
          return statuses.ok
        },
        noted: () => undefined,
        ended: (why, unanswered) => {
          for (const sequence of unanswered)
            this.events.answered({ bind: line.bind, sequence }, unknown(why))
          if (line.session !== session) return
          line.session = null
          this.lost(line, why)
        },
      },
      tools.timers,
    )
    session.bind().then(
      (outcome) => this.bound(line, session, outcome),
      // What cannot even be written, like a password that is too long, gets no better by itself.
      (error: unknown) => {
        session.destroy('could not bind')
        this.wait(line, 'refused', String(error), refused_wait_ms)
      },
    )
  }

  private bound(line: Line, session: Session, outcome: BindOutcome): void {
    if (outcome.bound) {
      line.session = session
      line.state = 'up'
      line.failures = 0
      this.tell('bound')
      this.events.ready()
    } else if (outcome.status !== null && refusing.has(outcome.status)) {
      this.wait(line, 'refused', outcome.why, refused_wait_ms)
    } else if (outcome.status === statuses.already_bound) {
      this.wait(line, 'down', outcome.why, already_bound_wait_ms)
    } else this.lost(line, outcome.why)
  }

  private lost(line: Line, why: string): void {
    const wait_ms = backoffMs(line.failures, this.tools.chance)
    this.wait(line, 'down', why, wait_ms)
  }

  private wait(line: Line, state: LinkState, why: string, wait_ms: number): void {
    if (this.stopping) return
    line.failures += 1
    line.state = state
    this.tell(why)
    line.cancel?.()
    line.cancel = this.tools.timers.after(wait_ms, () => this.open(line))
  }

  /** The best of its lines; said once per change, not once per try. */
  private tell(cause: string): void {
    const states = this.lines.map(({ state }) => state)
    const sending = this.senders().map(({ state }) => state)
    const state: LinkState = sending.includes('up')
      ? 'up'
      : states.includes('refused')
        ? 'refused'
        : states.includes('down')
          ? 'down'
          : states.includes('connecting')
            ? 'connecting'
            : 'stopped'
    if (state === this.said) return
    this.said = state
    this.events.state(state, cause)
  }

  private connect(): Promise<Duplex> {
    if (this.tools.connect !== undefined) return Promise.resolve(this.tools.connect())
    const { host, port, tls } = this.settings
    return new Promise((resolve, reject) => {
      const socket = tls.on
        ? connectTls({
            host,
            port,
            rejectUnauthorized: tls.verify,
            ...(tls.server_name === null ? {} : { servername: tls.server_name }),
            ...(tls.ca === null ? {} : { ca: tls.ca }),
          })
        : connectTcp({ host, port })
      const cancel = this.tools.timers.after(connect_patience_ms, () =>
        socket.destroy(new Error('no connection in time')),
      )
      socket.once('error', (error) => {
        cancel()
        reject(error)
      })
      socket.once(tls.on ? 'secureConnect' : 'connect', () => {
        cancel()
        socket.setNoDelay(true)
        socket.removeAllListeners('error')
        resolve(socket)
      })
    })
  }
}

const unknown = (why: string) => ({ kind: 'unknown', why }) as const
