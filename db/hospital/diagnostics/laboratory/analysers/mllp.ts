// Frames of MLLP (DIA-129): whatever the network cuts up or joins, what is between 0x0B and 0x1C 0x0D is
// one message. Pure.

import { raw_most } from './tables.ts'

const begin = 0x0b
const end = 0x1c
const carriage = 0x0d

export interface MllpReader {
  /** Messages that are whole now; `too_long` where one is longer than is taken. */
  feed(bytes: Uint8Array): { frames: Buffer[]; too_long: boolean }
}

export function mllpReader(most = raw_most): MllpReader {
  let kept: Buffer[] = []
  let size = 0
  let inside = false
  let saw_end = false
  const reset = (): void => {
    kept = []
    size = 0
    inside = false
    saw_end = false
  }
  return {
    feed(bytes) {
      const frames: Buffer[] = []
      let from = inside ? 0 : -1
      for (let at = 0; at < bytes.length; at += 1) {
        const byte = bytes[at]
        if (byte === begin && !saw_end) {
          // One that was never ended is not finished by the next one's beginning.
          reset()
          inside = true
          from = at + 1
        } else if (inside && saw_end && byte === carriage) {
          const part = from < 0 ? [] : [Buffer.from(bytes.subarray(from, at))]
          const whole = Buffer.concat([...kept, ...part])
          frames.push(Buffer.from(whole.subarray(0, Math.max(0, whole.length - 1))))
          reset()
          from = -1
        } else if (inside) saw_end = byte === end
      }
      if (inside && from >= 0 && from < bytes.length) {
        const rest = Buffer.from(bytes.subarray(from))
        kept.push(rest)
        size += rest.length
      }
      const too_long = size > most + 2
      if (too_long) reset()
      return { frames, too_long }
    },
  }
}

export const mllpFrame = (text: string): Buffer =>
  Buffer.concat([Buffer.from([begin]), Buffer.from(text, 'utf8'), Buffer.from([end, carriage])])
