// The doors of analysers (DIA-120, DIA-129, DIA-131): HL7 over MLLP and ASTM over TCP, from addresses that
// some instrument names and from nowhere else. A port that is taken is told and does not end the start.

import { createServer, type Server, type Socket } from 'node:net'
import { clock, seconds } from '../../db/core/clock.ts'
import { within } from '../../db/store/connection.ts'
import {
  astmLink,
  control,
  type LinkEvent,
} from '../../db/hospital/diagnostics/laboratory/analysers/astm-link.ts'
import {
  acknowledgement,
  headerOf,
} from '../../db/hospital/diagnostics/laboratory/analysers/hl7.ts'
import {
  keepUnknown,
  parse,
  takeIn,
} from '../../db/hospital/diagnostics/laboratory/analysers/intake.ts'
import { mllpFrame, mllpReader } from '../../db/hospital/diagnostics/laboratory/analysers/mllp.ts'
import { speakersAt, theOne } from '../../db/hospital/diagnostics/laboratory/analysers/whose.ts'
import type { InstrumentRow } from '../../db/hospital/diagnostics/laboratory/instruments/record.ts'
import type { Address } from '../edge/listeners.ts'
import type { Log } from '../work/jobs.ts'

export interface AnalyserDoors {
  /** Where it listens: a port of 0 is another one here. */
  readonly ports: { hl7: number[]; astm: number[] }
  /** Those that were turned away since the start. */
  turnedAway(): number
  stop(): Promise<void>
}

export interface DoorsAsked {
  hl7: readonly Address[]
  astm: readonly Address[]
  log: Log
}

const connections_most = 64
const silence_ms = seconds(30)

export async function openAnalyserDoors({ hl7, astm, log }: DoorsAsked): Promise<AnalyserDoors> {
  const sockets = new Set<Socket>()
  const answering = new Set<Promise<void>>()
  const servers: Server[] = []
  let turned_away = 0
  const doorFor = (protocol: 'HL7' | 'ASTM') => (socket: Socket) => {
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    if (sockets.size >= connections_most) {
      turned_away += 1
      socket.destroy()
      return
    }
    sockets.add(socket)
    const serve = protocol === 'HL7' ? serveHl7 : serveAstm
    let last: Promise<void> = begin(socket, protocol, serve, log, () => {
      turned_away += 1
    })
    answering.add(last)
    last = last.finally(() => answering.delete(last))
  }
  const open = async (protocol: 'HL7' | 'ASTM', addresses: readonly Address[]) => {
    const ports: number[] = []
    for (const address of addresses) {
      const server = createServer(doorFor(protocol))
      const port = await listen(server, address).catch((error: unknown) => {
        log.error({ err: error, ...address }, `no door for analysers (${protocol})`)
        return null
      })
      if (port === null) continue
      servers.push(server)
      ports.push(port)
    }
    return ports
  }
  const ports = { hl7: await open('HL7', hl7), astm: await open('ASTM', astm) }
  return {
    ports,
    turnedAway: () => turned_away,
    async stop() {
      for (const server of servers) server.close()
      for (const socket of sockets) socket.destroy()
      await Promise.allSettled(answering)
    },
  }
}

const listen = (server: Server, { host, port }: Address): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      const at = server.address()
      resolve(typeof at === 'object' && at !== null ? at.port : port)
    })
  })

type Serve = (socket: Socket, bytes: AsyncIterable<Buffer>, log: Log) => Promise<void>

async function begin(
  socket: Socket,
  protocol: 'HL7' | 'ASTM',
  serve: Serve,
  log: Log,
  turnedAway: () => void,
): Promise<void> {
  try {
    const known = await speakersAt(socket.remoteAddress ?? '', protocol)
    if (known.length === 0) turnedAway()
    else await serve(socket, socket as AsyncIterable<Buffer>, log)
  } catch (error) {
    // A line that breaks is usual; anything else is told.
    if (!isBroken(error)) log.error({ err: error }, 'an analyser was not understood')
  } finally {
    socket.destroy()
  }
}

const isBroken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(ECONN|EPIPE|ERR_STREAM)/.test(String(error.code))

const addressOf = (socket: Socket): string => socket.remoteAddress ?? ''

const serveHl7: Serve = async (socket, bytes, log) => {
  const reader = mllpReader()
  for await (const chunk of bytes) {
    const { frames, too_long } = reader.feed(chunk)
    for (const frame of frames) socket.write(mllpFrame(await answerTo(socket, frame, log)))
    if (!too_long) continue
    const text = 'The message is longer than 1 MiB.'
    socket.end(mllpFrame(acknowledgement(undefined, 'AR', text, clock.instant())))
    return
  }
}

async function answerTo(socket: Socket, frame: Buffer, log: Log): Promise<string> {
  const speakers = await speakersAt(addressOf(socket), 'HL7')
  const raw = textOf(frame, speakers)
  const header = headerOf(raw)
  const say = (answer: 'AA' | 'AE' | 'AR', text: string): string =>
    acknowledgement(header, answer, text, clock.instant())
  const instrument = theOne(speakers, { sending_app: header?.sending_app || null })
  const came = { protocol: 'HL7' as const, raw, sender: senderOf(socket, header?.sending_app) }
  if (instrument === undefined) {
    await keepOfNobody(speakers, came)
    return say('AR', 'Unknown sender')
  }
  try {
    const { answer, text } = await within(() => takeIn(instrument, came))
    return say(answer, text)
  } catch (error) {
    log.error({ err: error, instrument: instrument.code }, 'a message was not kept')
    return say('AE', 'Send it again.')
  }
}

/** What whoever is let in says without a name is kept where only one hospital lets it in. */
async function keepOfNobody(
  speakers: readonly InstrumentRow[],
  came: Parameters<typeof keepUnknown>[1],
): Promise<void> {
  const [first] = speakers
  const hospitals = new Set(speakers.map(({ hospital_id }) => hospital_id))
  if (first !== undefined && hospitals.size === 1) await within(() => keepUnknown(first, came))
}

/** MSH-18 says otherwise where it is filled; else the instrument's own. */
function textOf(frame: Buffer, speakers: readonly InstrumentRow[]): string {
  const latin = frame.toString('latin1')
  const said = latin.split(/[\r\n]/)[0]?.split(latin.charAt(3))[17] ?? ''
  const own = speakers[0]?.connection?.encoding ?? 'utf-8'
  const is_latin = /8859/.test(said) || (said === '' && own === 'iso-8859-1')
  return is_latin ? latin : frame.toString('utf8')
}

const senderOf = (socket: Socket, app: string | undefined): string =>
  [addressOf(socket), app].filter(Boolean).join(' ')

const serveAstm: Serve = async (socket, bytes, log) => {
  const [first] = await speakersAt(addressOf(socket), 'ASTM')
  const link = astmLink(first?.connection?.encoding === 'iso-8859-1' ? 'latin1' : 'utf8')
  socket.setTimeout(silence_ms, () => link.silent())
  const answer = (event: LinkEvent): void => {
    socket.write(Buffer.from([event.kind === 'ack' ? control.ACK : control.NAK]))
  }
  for await (const chunk of bytes) {
    const events = link.feed(chunk)
    for (let event = events.shift(); event !== undefined; event = events.shift()) {
      if (event.kind !== 'message') {
        answer(event)
        continue
      }
      const kept = await keepAstm(socket, event.text, log)
      if (event.answer) events.push(...link.settle(kept))
    }
  }
}

async function keepAstm(socket: Socket, raw: string, log: Log): Promise<boolean> {
  const speakers = await speakersAt(addressOf(socket), 'ASTM')
  const sending_app = appOf(raw)
  const instrument = theOne(speakers, { sending_app })
  const came = {
    protocol: 'ASTM' as const,
    raw,
    sender: senderOf(socket, sending_app ?? undefined),
  }
  if (instrument === undefined) {
    await keepOfNobody(speakers, came)
    return false
  }
  try {
    await within(() => takeIn(instrument, came))
    return true
  } catch (error) {
    log.error({ err: error, instrument: instrument.code }, 'a message was not kept')
    return false
  }
}

function appOf(raw: string): string | null {
  try {
    return parse(raw).sending_app
  } catch {
    return null
  }
}
