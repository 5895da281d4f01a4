// Where the live data are, as the engine wants to be told.

import type { Configuration } from '../configuration/read.ts'
import type { DatabaseAddress } from '../../store/connection.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { databaseFile, databaseSchema } from './generation.ts'
import type { Root } from './root.ts'

export function databaseAddress(
  { get }: Pick<Configuration, 'get'>,
  secrets: Secrets,
  root: Root,
  generation: number,
): DatabaseAddress {
  return get('database.engine') === 'sqlite'
    ? {
        engine: 'sqlite',
        file: databaseFile(root, generation),
        driver: get('database.driver'),
        readers: get('database.readers'),
        write_wait_ms: get('database.write_wait_ms'),
      }
    : {
        engine: 'postgres',
        url: serverAddress({ get }, secrets),
        schema: databaseSchema(generation),
        pool_max: get('database.pool_max'),
        statement_timeout_ms: get('database.statement_timeout_ms'),
      }
}

/** The address with password and certificate rules in it, which the driver reads from there. */
export function serverAddress({ get }: Pick<Configuration, 'get'>, secrets: Secrets): string {
  const url = new URL(get('database.url') ?? '')
  if (url.password === '' && secrets.database_password !== undefined) {
    url.password = encodeURIComponent(secrets.database_password)
  }
  const tls = get('database.tls')
  // `require` in the sense of the server's own tools: encrypted, whoever answers.
  if (tls === 'require') url.searchParams.set('uselibpqcompat', 'true')
  url.searchParams.set('sslmode', tls === 'off' ? 'disable' : tls)
  const ca_file = get('database.ca_file')
  if (ca_file !== null) url.searchParams.set('sslrootcert', ca_file)
  return url.toString()
}
