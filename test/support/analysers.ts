// Analysers as the standards have them, for the tests of whoever hears them: one speaks HL7 over MLLP, one
// ASTM frame by frame.

import { connect, type Socket } from 'node:net'

export interface Measured {
  code: string
  value: string
  unit?: string
  flags?: string
  time?: string
  status?: string
}

export interface Sent {
  app?: string
  control_id: string
  number: string
  values: readonly Measured[]
}

/** ORU^R01: one order of one specimen. */
export function oru({ app = 'XN', control_id, number, values }: Sent): string {
  const lines = values.map(
    ({ code, value, unit = '', flags = '', time = '', status = 'F' }, at) =>
      `OBX|${at + 1}|${/^-?[\d.]+$/.test(value) ? 'NM' : 'ST'}|${code}^${code}||${value}|${unit}||${flags}|||${status}|||${time}`,
  )
  return [
    `MSH|^~\\&|${app}|LAB|KITUO|LAB|20260321091500||ORU^R01|${control_id}|P|2.3.1`,
    'PID|1||99999',
    `OBR|1||${number}|FBC`,
    ...lines,
  ].join('\r')
}

/** The records of one message. */
export function astmRecords({ app = 'CX', control_id, number, values }: Sent): string[] {
  return [
    `H|\\^&|${control_id}||${app}|||||||P|1`,
    'P|1',
    `O|1|${number}||^^^FBC|R`,
    ...values.map(
      ({ code, value, unit = '', flags = '', time = '', status = 'F' }, at) =>
        `R|${at + 1}|^^^${code}|${value}|${unit}||${flags}||${status}||||${time}`,
    ),
    'L|1|N',
  ]
}

const sum = (bytes: Buffer): string =>
  (bytes.reduce((all, byte) => all + byte, 0) % 256).toString(16).toUpperCase().padStart(2, '0')

/** A record a frame, numbered from 1 to 7 and then 0. */
export function astmFrames(records: readonly string[]): Buffer[] {
  return records.map((record, at) => {
    const body = Buffer.from(`${(at + 1) % 8}${record}\r\u0003`, 'latin1')
    return Buffer.concat([Buffer.from([2]), body, Buffer.from(`${sum(body)}\r\n`, 'latin1')])
  })
}

export const mllp = (text: string): Buffer => Buffer.from(`\u000b${text}\u001c\r`)

export interface Line {
  socket: Socket
  send(bytes: Buffer | string): void
  /** What came since the last time, when `whole` says that it is all. */
  hear(whole: (heard: Buffer) => boolean): Promise<Buffer>
  close(): void
}

export async function dial(port: number): Promise<Line> {
  const socket = connect(port, '127.0.0.1')
  let heard: Buffer = Buffer.alloc(0)
  let look = (): void => undefined
  let is_over = false
  socket.on('data', (bytes: Buffer) => {
    heard = Buffer.concat([heard, bytes])
    look()
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    is_over = true
    look()
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', reject)
  })
  return {
    socket,
    send: (bytes) => void socket.write(bytes),
    hear: (whole) =>
      new Promise((resolve) => {
        look = () => {
          if (!whole(heard) && !is_over) return
          look = () => undefined
          const all = heard
          heard = Buffer.alloc(0)
          resolve(all)
        }
        look()
      }),
    close: () => void socket.destroy(),
  }
}

const isFrame = (heard: Buffer): boolean => heard.at(-1) === 13 && heard.at(-2) === 0x1c

/** Says it and hears what is answered: `AA`, `AE`, `AR`, or nothing where the line was closed. */
export async function tell(line: Line, text: string | Buffer): Promise<string> {
  line.send(typeof text === 'string' ? mllp(text) : text)
  const heard = (await line.hear(isFrame)).toString()
  return /MSA\|(A[AER])/.exec(heard)?.[1] ?? ''
}

const one = (heard: Buffer): boolean => heard.length > 0

/** A whole session; what each frame was answered. */
export async function tellAstm(line: Line, frames: readonly Buffer[]): Promise<string> {
  const words: string[] = []
  line.send(Buffer.from([5]))
  words.push(wordOf(await line.hear(one)))
  for (const frame of frames) {
    line.send(frame)
    words.push(wordOf(await line.hear(one)))
  }
  line.send(Buffer.from([4]))
  return words.join(' ')
}

const wordOf = (heard: Buffer): string => (heard[0] === 6 ? 'ACK' : heard[0] === 21 ? 'NAK' : '?')
