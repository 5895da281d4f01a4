// Trying a link out (MSG 8): the same way that the drain would open, as far as its greeting and no
// further. Nothing is submitted, and the link's own state is not touched.

import { connect as connectTcp } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { LinkRow } from '../../../db/messaging/drain/facts.ts'
import { settingsOf } from '../../../db/messaging/routing/link-settings.ts'
import { openWay, type Surroundings } from '../drain/ways.ts'
import type { LinkState } from './way.ts'

export interface Tried {
  ok: boolean
  state: LinkState | 'reached' | 'away'
  cause: string
  took_ms: number
}

const patience_ms = 15_000
const ending: ReadonlySet<LinkState> = new Set(['up', 'down', 'refused'])

export async function tryLink(row: LinkRow, around: Surroundings): Promise<Tried> {
  const began = performance.now()
  const said = row.kind === 'http' ? await reach(row) : await greet(row, around)
  return { ...said, took_ms: Math.round(performance.now() - began) }
}

type Said = Omit<Tried, 'took_ms'>

/** Binds as the operator's customer would, and unbinds. */
async function greet(row: LinkRow, around: Surroundings): Promise<Said> {
  const { promise, resolve } = Promise.withResolvers<Said>()
  const one = row.kind === 'smpp' ? { ...row, options: { ...row.options, binds: 1 } } : row
  const way = await openWay(
    one,
    {
      answered: () => undefined,
      late: () => undefined,
      // Whatever comes in this moment is left for the link itself: the operator repeats it.
      arrived: () => Promise.reject(new Error('only trying')),
      state: (state, cause) => {
        if (ending.has(state)) resolve({ ok: state === 'up', state, cause })
      },
      ready: () => undefined,
    },
    around,
  )
  const timer = setTimeout(
    () => resolve({ ok: false, state: 'down', cause: 'no answer in 15 s' }),
    patience_ms,
  )
  way.start()
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    await way.stop(0)
  }
}

/** As far as the connection: a request would be a message. */
export function reach(row: LinkRow): Promise<Said> {
  const { url } = settingsOf('http', row.options)
  const { hostname: host, port, protocol } = new URL(url)
  const secure = protocol === 'https:'
  const at = { host, port: port === '' ? (secure ? 443 : 80) : Number(port) }
  return new Promise((resolve) => {
    const socket = secure ? connectTls({ ...at, servername: host }) : connectTcp(at)
    const end = (said: Said): void => {
      socket.destroy()
      resolve(said)
    }
    socket.setTimeout(patience_ms, () =>
      end({ ok: false, state: 'away', cause: 'no connection in 15 s' }),
    )
    socket.once('error', (error) => end({ ok: false, state: 'away', cause: error.message }))
    socket.once(secure ? 'secureConnect' : 'connect', () =>
      end({ ok: true, state: 'reached', cause: `${host} answers; no request was made` }),
    )
  })
}
