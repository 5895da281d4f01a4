// Settings that each fit and together do not.

import type { Key } from './keys.ts'
import type { Address } from './kinds.ts'

interface Rule {
  /** The setting the fault is reported at. */
  at: Key
  wrong: (get: (key: Key) => unknown) => string | undefined
}

export const rules: readonly Rule[] = [
  {
    // OPS-21
    at: 'tls.mode',
    wrong: (get) => {
      const open = (get('listen') as Address[]).filter(({ host }) => !isLoopback(host))
      if (get('tls.mode') !== 'off' || open.length === 0) return undefined
      if (get('allow_plain_http') === true || (get('trusted_proxies') as []).length > 0)
        return undefined
      return `off on ${open[0]?.host}: passwords would cross the network unprotected. Use tls.mode = "own", name the proxy in trusted_proxies, or listen on 127.0.0.1.`
    },
  },
  {
    at: 'tls.mode',
    wrong: (get) =>
      get('tls.mode') === 'files' && (get('tls.certificate') === null || get('tls.key') === null)
        ? 'files needs tls.certificate and tls.key.'
        : undefined,
  },
  {
    at: 'database.url',
    wrong: (get) =>
      get('database.engine') === 'postgres' && get('database.url') === null
        ? 'is needed with database.engine = "postgres".'
        : undefined,
  },
  {
    at: 'disk.read_only',
    wrong: (get) =>
      (get('disk.read_only') as number) > (get('disk.refuse_uploads') as number)
        ? 'is more than disk.refuse_uploads: uploads end before changes do.'
        : undefined,
  },
]

export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host.startsWith('127.')
