// A submission as the simulator's scripts read it (MSG-363, MSG-364): its number, its words, which
// part it is, and until when it may be delivered.

import { clock, hours } from '../../../db/core/clock.ts'
import { scriptOf, type Tried } from '../../../db/messaging/drain/scripts.ts'
import { decodeText } from '../operators/smpp/alphabets.ts'
import type { PduOf } from '../operators/smpp/codec.ts'
import { placeOf } from '../operators/smpp/pieces.ts'

export interface Read {
  tried: Tried
  valid_until_ms: number
}

const remembered_max = 10_000
const standard_validity_ms = hours(24)

interface Before {
  attempts: number
  first_ms: number
}

/** Scripts that count attempts need a memory; other numbers cost none. */
export class Memory {
  private readonly before = new Map<string, Before>()

  read(pdu: PduOf<'submit_sm'>): Read {
    const { body, tlvs } = pdu
    const now = clock.ms()
    const { place, octets } = placeOf(body.esm_class, body.short_message, tlvs)
    const text = decodeText(body.data_coding, octets, 'gsm0338')
    const phone = body.destination.replace('+', '')
    const { attempts, waited_ms } =
      scriptOf(phone) === null
        ? { attempts: 0, waited_ms: 0 }
        : this.again(`${phone} ${place?.number ?? 1} ${text}`, now)
    return {
      tried: {
        phone,
        text,
        number: place?.number ?? 1,
        parts: place?.total ?? 1,
        attempts,
        waited_ms,
      },
      valid_until_ms: now + validForMs(body.validity_period, now),
    }
  }

  private again(key: string, now: number): { attempts: number; waited_ms: number } {
    const known = this.before.get(key)
    if (known === undefined) {
      if (this.before.size >= remembered_max) this.before.clear()
      this.before.set(key, { attempts: 1, first_ms: now })
      return { attempts: 0, waited_ms: 0 }
    }
    known.attempts += 1
    return { attempts: known.attempts - 1, waited_ms: now - known.first_ms }
  }
}

/** YYMMDDhhmmsstnnp: `R` is a length of time, `+` and `-` an instant by its quarters of an hour. */
export function validForMs(written: string, now_ms: number): number {
  const found = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d)(\d\d)([R+-])$/.exec(written)
  if (found === null) return standard_validity_ms
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, , quarters = 0] = found
    .slice(1)
    .map(Number)
  const kind = found[9]
  if (kind === 'R') {
    const days = year * 365 + month * 30 + day
    return (((days * 24 + hour) * 60 + minute) * 60 + second) * 1000
  }
  const local = Date.UTC(2000 + year, month - 1, day, hour, minute, second)
  return local - (kind === '-' ? -1 : 1) * quarters * 15 * 60_000 - now_ms
}
