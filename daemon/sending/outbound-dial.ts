// Dialling out to addresses that strangers chose (MSG-549): a literal address is judged as it
// stands; a name is resolved once, every address it has must be allowed, and the connection goes to
// one of those that were judged. There is no second look-up that could answer differently.

import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import { connect as connectPlain, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls, getCACertificates, type TLSSocket } from 'node:tls'
import type { buildConnector } from 'undici'
import { mayBeCalled, type Network, readAddress } from '../../db/core/addresses.ts'

/** All addresses of a name, as node:dns gives them. */
export type Resolve = (
  name: string,
  found: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

export interface Dialling {
  allowed: readonly Network[]
  /** PEM of a private authority, trusted beside the public ones. */
  ca?: string | undefined
  resolve?: Resolve | undefined
  within_ms: number
  /** Told of each connection that is made. */
  connected?: (at: { address: string; certificate_until: string | null }) => void
}

export class Blocked extends Error {
  readonly code = 'BLOCKED'
  readonly address: string

  constructor(address: string) {
    super(`${address} is not a public address`)
    this.address = address
  }
}

const resolveAll: Resolve = (name, found) => systemLookup(name, { all: true }, found)

export interface Dialler {
  connect: buildConnector.connector
  /** Gives up what is being dialled. */
  stop(): void
}

export function dialler(dialling: Dialling): Dialler {
  const { ca, connected, within_ms } = dialling
  const open = new Set<Socket>()
  const lookup = judged(dialling)
  const authorities = ca === undefined ? {} : { ca: [...getCACertificates('default'), ca] }

  const dial = (to: buildConnector.Options): Socket => {
    const at = { host: to.hostname, port: Number(to.port || 443), lookup, autoSelectFamily: true }
    if (to.protocol !== 'https:') return connectPlain(at)
    const named = readAddress(to.hostname) === null ? { servername: to.hostname } : {}
    return connectTls({ ...at, ...named, ...authorities, rejectUnauthorized: true })
  }

  return {
    connect(to, done) {
      const literal = readAddress(to.hostname)
      if (literal !== null && !mayBeCalled(literal, dialling.allowed)) {
        done(new Blocked(to.hostname), null)
        return
      }
      const socket = dial(to).setNoDelay(true)
      const late = setTimeout(() => socket.destroy(timedOut()), within_ms)
      let answered = false
      const finish = (error: Error | null): void => {
        if (answered) return
        answered = true
        clearTimeout(late)
        open.delete(socket)
        if (error !== null) return done(error, null)
        connected?.({
          address: socket.remoteAddress ?? '',
          certificate_until: validUntil(socket),
        })
        done(null, socket)
      }
      open.add(socket)
      socket
        .once(to.protocol === 'https:' ? 'secureConnect' : 'connect', () => finish(null))
        .on('error', finish)
        .once('close', () => finish(new Error('the connection was closed')))
    },
    stop() {
      for (const socket of open) socket.destroy()
    },
  }
}

const timedOut = (): Error =>
  Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' })

/** One address that may not be called spoils the name: nobody mixes them by accident. */
function judged({ allowed, resolve = resolveAll }: Dialling): LookupFunction {
  return (name, options, done) => {
    resolve(name, (error, addresses) => {
      if (error !== null) return done(error, [])
      const inside = addresses.find(({ address }) => {
        const read = readAddress(address)
        return read === null || !mayBeCalled(read, allowed)
      })
      if (inside !== undefined) return done(new Blocked(inside.address), [])
      const [first] = addresses
      if (first === undefined) return done(nothingFound(name), [])
      return options.all === true ? done(null, addresses) : done(null, first.address, first.family)
    })
  }
}

const nothingFound = (name: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`${name} has no address`), { code: 'ENOTFOUND' })

function validUntil(socket: Socket | TLSSocket): string | null {
  if (!('getPeerCertificate' in socket)) return null
  const until = Date.parse(socket.getPeerCertificate().valid_to ?? '')
  return Number.isNaN(until) ? null : new Date(until).toISOString()
}
