// The two settings that are tables: backup repositories, and the keys of the screens.

import { parse } from 'smol-toml'
import type { Kind, Written } from './kinds.ts'

export interface RepositorySetting {
  readonly name: string
  readonly path: string
  readonly append_only: boolean
}

export const repositories = (): Kind<readonly RepositorySetting[]> => ({
  takes: 'a list like [{ name = "local", path = "/var/backups/kituo" }], each name once',
  read(written) {
    if (!Array.isArray(written) || written.length === 0) return undefined
    const found = written.map(repositoryOf)
    if (found.some((one) => one === undefined)) return undefined
    const all = found as RepositorySetting[]
    return new Set(all.map(({ name }) => name)).size === all.length ? all : undefined
  },
  written: tomlValue,
  write: (values) =>
    values.map(({ name, path, append_only }) => ({
      name,
      path,
      ...(append_only ? { append_only } : {}),
    })),
})

function repositoryOf(written: unknown): RepositorySetting | undefined {
  if (typeof written !== 'object' || written === null) return undefined
  const { name, path, append_only = false, ...rest } = written as Record<string, unknown>
  if (typeof name !== 'string' || !/^[a-z0-9-]{1,40}$/.test(name)) return undefined
  if (typeof path !== 'string' || !path.startsWith('/')) return undefined
  if (typeof append_only !== 'boolean' || Object.keys(rest).length > 0) return undefined
  return { name, path, append_only }
}

export const keyTable = (): Kind<Readonly<Record<string, string>>> => ({
  takes: 'a table like { stop = "x" }',
  read(written) {
    if (typeof written !== 'object' || written === null || Array.isArray(written)) return undefined
    const entries = Object.entries(written)
    return entries.every(([, value]) => typeof value === 'string')
      ? (Object.fromEntries(entries) as Record<string, string>)
      : undefined
  },
  written: tomlValue,
  write: (value) => value as Written,
})

/** On a line of its own, such a value is typed as the file would have it. */
function tomlValue(typed: string): unknown {
  try {
    return parse(`value = ${typed}`)['value']
  } catch {
    return typed
  }
}
