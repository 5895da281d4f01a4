// What a value may be, as people write it: in the file, in the environment, behind a flag.

import { isIP } from 'node:net'
import { isDay, isInstant } from '../../core/clock.ts'
import { didYouMean } from '../../core/nearest.ts'

/** As it stands in a TOML file. */
export type Written =
  | string
  | number
  | boolean
  | readonly Written[]
  | { readonly [name: string]: Written }

export interface Kind<T> {
  /** Ends the sentence `listen takes …`. */
  readonly takes: string
  /** The value, or undefined when what is written does not fit. */
  read(written: unknown): T | undefined
  /** Text of the environment or of a flag, as the file would have it. */
  written(text: string): unknown
  write(value: T): Written
  /** Words for `Did you mean`, and for completion. */
  readonly words?: readonly string[]
  /** The whole sentence about a word that was typed and does not fit, where it has one of its own. */
  readonly refuses?: (typed: string) => string
  /** A name on this machine: relative ones are resolved, and the thing may have to be there. */
  readonly path?: 'any' | 'file' | 'in_folder'
  /** May be left out; the value is then null. */
  readonly optional?: boolean
}

const texts = <T>(
  takes: string,
  read: (text: string) => T | undefined,
  write: (value: T) => Written,
  more: Partial<Kind<T>> = {},
): Kind<T> => ({
  takes,
  read: (written) => (typeof written === 'string' ? read(written.trim()) : undefined),
  written: (text) => text,
  write,
  ...more,
})

const same = <T extends Written>(value: T): Written => value

export const text = (takes = 'text', pattern = /^[^\0]{1,1000}$/): Kind<string> =>
  texts(takes, (typed) => (pattern.test(typed) ? typed : undefined), same)

export const choice = <const V extends string>(values: readonly V[]): Kind<V> =>
  texts(
    values.length === 2 ? values.join(' or ') : `one of ${values.join(', ')}`,
    (typed) => values.find((value) => value === typed),
    same,
    { words: values },
  )

export const whole = (min: number, max: number = Number.MAX_SAFE_INTEGER): Kind<number> => ({
  takes:
    max === Number.MAX_SAFE_INTEGER
      ? `a whole number from ${min}`
      : `a whole number from ${min} to ${max}`,
  read: (written) =>
    Number.isSafeInteger(written) && (written as number) >= min && (written as number) <= max
      ? (written as number)
      : undefined,
  written: (typed) => (/^-?\d{1,15}$/.test(typed) ? Number(typed) : typed),
  write: same,
})

/** `10%` or `10`. */
export const percent = (min: number): Kind<number> => {
  const plain = whole(min, 100)
  return {
    ...plain,
    takes: `a share like 10%, from ${min}% to 100%`,
    written: (typed) => plain.written?.(typed.replace(/%$/, '')) ?? typed,
    write: (value) => `${value}%`,
  }
}

const truths: Record<string, boolean> = { true: true, false: false, yes: true, no: false }
export const flag = (): Kind<boolean> => ({
  takes: 'true or false',
  read: (written) => (typeof written === 'boolean' ? written : undefined),
  written: (typed) => truths[typed.toLowerCase()] ?? typed,
  write: same,
  words: ['true', 'false'],
})

const size_units = { B: 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3, TiB: 1024 ** 4 }
/** In bytes. */
export const size = (): Kind<number> =>
  texts('a size like 512KiB, 64MiB or 5GiB', readSize, writeSize)

function readSize(typed: string): number | undefined {
  const { count, unit } = /^(?<count>\d{1,6})(?<unit>B|KiB|MiB|GiB|TiB)$/.exec(typed)?.groups ?? {}
  if (count === undefined || unit === undefined) return undefined
  return Number(count) * size_units[unit as keyof typeof size_units]
}

export function writeSize(bytes: number): string {
  const fits = Object.entries(size_units).filter(([, unit]) => bytes > 0 && bytes % unit === 0)
  const [name, unit] = fits.at(-1) ?? ['B', 1]
  return `${bytes / unit}${name}`
}

const duration_units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }
/** In milliseconds. */
export const duration = (): Kind<number> =>
  texts('a duration like 90s, 15m, 12h or 7d', readDuration, writeDuration)

function readDuration(typed: string): number | undefined {
  const { count, unit } = /^(?<count>\d{1,9})(?<unit>ms|s|m|h|d)$/.exec(typed)?.groups ?? {}
  if (count === undefined || unit === undefined) return undefined
  return Number(count) * duration_units[unit as keyof typeof duration_units]
}

export function writeDuration(ms: number): string {
  const fits = Object.entries(duration_units).filter(([, unit]) => ms > 0 && ms % unit === 0)
  const [name, unit] = fits.at(-1) ?? ['s', 1000]
  return `${ms / unit}${name}`
}

export interface Address {
  readonly host: string
  readonly port: number
}

/** IPv6 in brackets; the brackets are no part of the host. */
export const address = (): Kind<Address> =>
  texts('host:port, for example 0.0.0.0:8443', readAddress, writeAddress)

function readAddress(typed: string): Address | undefined {
  const { six, name, port } =
    /^(?:\[(?<six>[0-9a-f:.]+)\]|(?<name>[a-z0-9._-]+)):(?<port>\d{1,5})$/i.exec(typed)?.groups ??
    {}
  if (port === undefined || Number(port) > 65_535) return undefined
  if (six !== undefined) return isIP(six) === 6 ? { host: six, port: Number(port) } : undefined
  return name === undefined ? undefined : { host: name, port: Number(port) }
}

export const writeAddress = ({ host, port }: Address): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`

export const url = (...protocols: readonly string[]): Kind<string> =>
  texts(
    `an address like ${protocols[0]}://host`,
    (typed) => {
      const found = URL.parse(typed)
      return found !== null && protocols.includes(found.protocol.slice(0, -1)) ? typed : undefined
    },
    same,
  )

export const path = (must: 'any' | 'file' | 'in_folder' = 'any'): Kind<string> => ({
  ...text('the name of a file or folder', /^[^\0]{1,4096}$/),
  path: must,
})

/** A network: `10.1.0.0/16`, or one address. */
export const cidr = (): Kind<string> =>
  texts(
    'a network like 10.1.0.0/16',
    (typed) => {
      const [ip = '', bits, ...rest] = typed.split('/')
      const family = isIP(ip)
      if (family === 0 || rest.length > 0) return undefined
      if (bits === undefined) return typed
      const fits = /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)
      return fits ? typed : undefined
    },
    same,
  )

const cron_fields = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
] as const

/** Minute, hour, day, month, weekday. */
export const cron = (): Kind<string> =>
  texts('five cron fields, for example "10 3 * * *"', readCron, same)

function readCron(typed: string): string | undefined {
  const fields = typed.split(/\s+/)
  if (fields.length !== cron_fields.length) return undefined
  const fit = fields.every((field, index) => {
    const [min, max] = cron_fields[index] ?? [0, 0]
    return field.split(',').every((part) => isCronPart(part, min, max))
  })
  return fit ? fields.join(' ') : undefined
}

function isCronPart(part: string, min: number, max: number): boolean {
  const { all, from, to, step } =
    /^(?:(?<all>\*)|(?<from>\d{1,2})(?:-(?<to>\d{1,2}))?)(?:\/(?<step>\d{1,2}))?$/.exec(part)
      ?.groups ?? {}
  if (step !== undefined && Number(step) === 0) return false
  if (all !== undefined) return true
  if (from === undefined) return false
  const first = Number(from)
  const last = to === undefined ? first : Number(to)
  return first >= min && last <= max && first <= last
}

/** Of the calendar: 2027-02-30 is refused. */
export const day = (): Kind<string> =>
  texts('a day like 2026-12-31', (typed) => (isDay(typed) ? typed : undefined), same)

/** With its zone, to the minute at least. */
export const instant = (): Kind<string> =>
  texts(
    'an instant like 2027-02-03T14:30Z',
    (typed) => (isInstant(typed) ? typed : undefined),
    same,
  )

export const zone = (): Kind<string> => ({
  ...texts('a time zone like Africa/Dar_es_Salaam', readZone, same),
  refuses(typed) {
    return `${typed} is not a time zone.${didYouMean(typed, this.words ?? [], 1)}`
  },
  get words() {
    return Intl.supportedValuesOf('timeZone')
  },
})

function readZone(typed: string): string | undefined {
  try {
    new Intl.DateTimeFormat('en', { timeZone: typed })
    return typed
  } catch {
    return undefined
  }
}

/** The kind itself, or nothing at all. */
export const optional = <T>(kind: Kind<T>): Kind<T | null> => ({
  ...kind,
  optional: true,
  write: (value) => (value === null ? '' : kind.write(value)),
})

/** Comma-separated in the environment and on the command line. */
export const list = <T>(item: Kind<T>, min = 0): Kind<readonly T[]> => ({
  takes: `a list; each item takes ${item.takes}`,
  read(written) {
    if (!Array.isArray(written) || written.length < min) return undefined
    const values = written.map((one) => item.read(one))
    return values.every((value) => value !== undefined) ? (values as T[]) : undefined
  },
  written: (typed) =>
    typed
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '')
      .map((one) => item.written(one)),
  write: (values) => values.map((value) => item.write(value)),
})
