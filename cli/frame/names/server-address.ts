// The address of a PostgreSQL that is named beside the configuration: in a file with its password, or
// typed without one.

import type { Frame } from '../grammar/command.ts'
import { maybeFile } from '../grammar/command.ts'
import { seenByEverybody, usage } from '../grammar/usage.ts'

export const url_file = maybeFile('holds the address of PostgreSQL, with its password')

export interface ServerNamed {
  /** Without its password. */
  url: string
  password: string | null
}

/** The password goes to the secrets; on the command line everybody on the machine would see it. */
export function serverNamed(sent: Frame['sent'], typed?: string): ServerNamed | null {
  const in_file = sent('url_file')?.bytes.toString('utf8')
  if (in_file !== undefined) return serverIn(in_file, '--url-file')
  if (typed === undefined) return null
  const named = serverIn(typed, '--to')
  if (named.password === null) return named
  throw seenByEverybody('--url-file')
}

/** `from` is what is named when there is no address in it. */
export function serverIn(text: string, from: string): ServerNamed {
  const url = URL.parse(text.trim())
  if (url === null || !/^postgres(?:ql)?:$/.test(url.protocol)) {
    throw usage('value', `${from} holds no address like postgres://user@host:5432/name.`)
  }
  const password = url.password === '' ? null : decodeURIComponent(url.password)
  url.password = ''
  return { url: url.toString(), password }
}
