// One line per event, from an allow-list: no bodies, no query strings, no names (OPS-29).
// Written inside the process; a slow or closed standard output drops lines and never stops work.

import type { FastifyBaseLogger } from 'fastify'
import { clock } from '../../db/core/clock.ts'
import { log_levels, type LogLevel } from '../../db/appliance/house/words.ts'

export { log_levels, type LogLevel }

type Out = NodeJS.WritableStream & { readonly writableNeedDrain?: boolean }

export interface LogOptions {
  level: LogLevel
  format: 'json' | 'pretty'
  out?: Out
}

type Facts = Record<string, unknown>

export interface Log extends FastifyBaseLogger {
  dropped(): number
  setLevel(level: LogLevel): void
}

export function openLog(options: LogOptions): Log {
  const out: Out = options.out ?? process.stdout
  let least = log_levels.indexOf(options.level)
  let dropped = 0
  /** Dropped, and not said yet. */
  let unsaid = 0
  const drop = (): void => {
    dropped += 1
    unsaid += 1
  }
  // The reader went away, or the place is full; what cannot be written is counted.
  out.on('error', drop)
  out.on('drop', drop)

  const write = (level: LogLevel, own: Facts, about: unknown, message?: string): void => {
    if (log_levels.indexOf(level) < least) return
    if (out.writableNeedDrain === true) {
      drop()
      return
    }
    if (unsaid > 0) sayDropped()
    const facts = { ...own, ...factsOf(about) }
    const msg = message ?? (typeof about === 'string' ? about : '')
    out.write(
      options.format === 'json' ? jsonLine(level, msg, facts) : prettyLine(level, msg, facts),
    )
  }

  /** One line for all of them; where it is dropped as well they are said later. */
  const sayDropped = (): void => {
    const count = unsaid
    unsaid = 0
    const msg = `log dropped ${count.toLocaleString('en-US')}`
    out.write(options.format === 'json' ? jsonLine('warn', msg, {}) : prettyLine('warn', msg, {}))
    if (unsaid > 0) unsaid = count
  }

  // Every request has a log of its own: it shares all but its facts.
  const at = (level: LogLevel) =>
    function say(this: { own: Facts }, about: unknown, message?: string): void {
      write(level, this.own, about, message)
    }
  const words = {
    level: options.level,
    trace: at('trace'),
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    fatal: at('fatal'),
    silent: () => undefined,
    child(this: { own: Facts }, bindings: Facts): Log {
      return logger({ ...this.own, ...factsOf(bindings) })
    },
    dropped: () => dropped,
    setLevel: (level: LogLevel) => {
      least = log_levels.indexOf(level)
    },
  }
  const logger = (own: Facts): Log => Object.assign(Object.create(words), { own }) as Log
  return logger({})
}

const allowed = new Set([
  'req',
  'route',
  'method',
  'status',
  'ms',
  'actor',
  'hospital',
  'facility',
  'daemon',
  'step',
  'job',
  'schedule',
  'count',
  'address',
  'version',
  'signal',
  'error',
  'user_agent',
  'host',
  'state',
])

function factsOf(about: unknown): Facts {
  if (typeof about !== 'object' || about === null) return {}
  const { err, reqId, ...rest } = about as Facts
  const kept: Facts = {}
  for (const [key, value] of Object.entries(rest)) if (allowed.has(key)) kept[key] = value
  if (typeof reqId === 'string') kept['req'] = reqId
  if (err instanceof Error) kept['error'] = errorText(err)
  return kept
}

/** A fact of several parts is shown as JSON has it. */
const plain = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')

/** Where it happened and why, with what lay under it; never the values of a statement. */
function errorText(error: Error): string {
  const cause = error.cause instanceof Error ? ` ← ${errorText(error.cause)}` : ''
  return `${error.stack ?? error.message}${cause}`
}

const jsonLine = (level: LogLevel, msg: string, facts: Facts): string =>
  `${JSON.stringify({ ts: clock.instant(), level, msg, ...facts })}\n`

function prettyLine(level: LogLevel, msg: string, facts: Facts): string {
  const { error, ...rest } = facts
  const pairs = Object.entries(rest).map(([key, value]) => `${key}=${plain(value)}`)
  const trouble = typeof error === 'string' ? `\n  ${error.replaceAll('\n', '\n  ')}` : ''
  return (
    `${clock.instant().slice(11, 19)} ${level.padEnd(5)} ${msg} ${pairs.join(' ')}`.trimEnd() +
    `${trouble}\n`
  )
}
