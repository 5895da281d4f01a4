// A link of ours to a peer of a test, over real sockets, and what was heard of it.

import { SmppLink, type SmppSettings } from '../../../daemon/sending/operators/smpp/link.ts'
import { real_timers } from '../../../daemon/sending/operators/timers.ts'
import type {
  ArrivedReceipt,
  ArrivedText,
  LinkState,
  Outcome,
  Place,
  Submission,
} from '../../../daemon/sending/operators/way.ts'
import { until } from '../programs/daemons.ts'

export const plain_settings: SmppSettings = {
  host: '127.0.0.1',
  port: 0,
  tls: { on: false, verify: true, server_name: null, ca: null },
  system_id: 'kituo',
  password: 'secret',
  system_type: '',
  address_range: '',
  service_type: '',
  bind_mode: 'transceiver',
  binds: 1,
  window: 10,
  enquire_s: 30,
  response_s: 5,
  alphabet: 'gsm0338',
  long_message: 'udh8',
  validity: 'relative',
  user_message_reference: true,
  source_ton: null,
  source_npi: null,
  dest_ton: 1,
  dest_npi: 1,
}

export const plain_submission: Submission = {
  part_id: 'p',
  message_id: 'm',
  to: '255712345678',
  sender_id: 'KITUO',
  text: 'Habari',
  encoding: 'GSM-7',
  number: 1,
  parts: 1,
  segments: 1,
  reference: '',
  valid_for_s: 3600,
  wants_receipt: true,
  user_reference: 7,
  concatenation: 9,
  attempts: 0,
  waited_ms: 0,
}

export interface LinkScene {
  link: SmppLink
  states: LinkState[]
  outcomes: { place: Place; outcome: Outcome }[]
  arrived: (ArrivedReceipt | ArrivedText)[]
  /** Sends once there is a place; answers the place. */
  send(changes?: Partial<Submission>): Promise<Place>
  up(): Promise<void>
}

export function linkTo(
  changes: Partial<SmppSettings>,
  store: (what: ArrivedReceipt | ArrivedText) => Promise<void> = async () => undefined,
): LinkScene {
  const states: LinkState[] = []
  const outcomes: { place: Place; outcome: Outcome }[] = []
  const arrived: (ArrivedReceipt | ArrivedText)[] = []
  const link = new SmppLink(
    { ...plain_settings, ...changes },
    {
      answered: (place, outcome) => void outcomes.push({ place, outcome }),
      late: (place, outcome) => void outcomes.push({ place, outcome }),
      async arrived(what) {
        await store(what)
        arrived.push(what)
      },
      state: (state) => void states.push(state),
      ready: () => undefined,
    },
    { timers: real_timers, now: () => new Date('2026-01-01T00:00:00Z') },
  )
  link.start()
  return {
    link,
    states,
    outcomes,
    arrived,
    async send(change = {}) {
      await until('a place', async () => link.free() > 0)
      const [place] = link.reserve(1)
      if (place === undefined) throw new Error('no place')
      link.submit(place, { ...plain_submission, ...change })
      return place
    },
    up: () => until('the bind', async () => states.at(-1) === 'up'),
  }
}
