// What the house has said: its file, or the journal of the system (OPS-167).

import { choice, duration, text } from '../../db/appliance/configuration/kinds.ts'
import { log_levels } from '../../db/appliance/house/words.ts'
import type { LogLine } from '../../db/appliance/house/log-file.ts'
import {
  command,
  done,
  type Frame,
  maybe,
  orElse,
  word,
  words,
  yes,
} from '../frame/grammar/command.ts'
import { whole } from '../../db/appliance/configuration/kinds.ts'
import { tableOf } from '../frame/lists.ts'
import { plain } from '../frame/page.ts'

const shared = {
  level: maybe(choice(log_levels), 'of this weight or more'),
  since: maybe(duration(), 'no older than this: 15m, 12h'),
  limit: orElse(whole(1, 10_000), '100', 'lines at most'),
}

/** How long lies between two looks of -f. */
const look_ms = 500
const cursor = /^\d{4}-[\d:.TZ-]{1,30}(?:\+\d{1,6})?$/

function readCursor(typed: string): { at: string; known: number } {
  const [at = '', known = '0'] = typed.split('+')
  return { at, known: Number(known) }
}

/** The instant of the last line, with how many of that instant were shown. */
function cursorOf(lines: readonly LogLine[], before: string): string {
  const at = lines.at(-1)?.ts
  if (at === undefined) return before
  const known = lines.filter(({ ts }) => ts === at).length
  const was = readCursor(before)
  return `${at}+${known + (was.at === at ? was.known : 0)}`
}

const view = tableOf<LogLine>(
  ['Time', (row, page) => (row.ts === undefined ? '' : page.time(row.ts))],
  ['Level', (row) => row.level],
  ['Says', (row) => row.msg],
  ['Route', (row) => row['route']],
  ['Status', (row) => row['status']],
  ['Request', (row) => row['req'], 'wide'],
)

const tail = command('log tail', {
  says: 'Prints the newest lines of the log; with -f those that come, until Ctrl-C.',
  class: 'R',
  needs: 'whatever',
  about: 'deployment',
  permission: 'system:read',
  exits: [6],
  flags: {
    ...shared,
    follow: { ...yes('goes on with what comes, until Ctrl-C'), short: '-f' },
    after: maybe(
      text('an instant, and how many lines of it are known: 2027-02-03T02:00:00.000Z+2', cursor),
      'only lines after this one; -f asks so itself',
    ),
  },
  examples: [
    'kituo log tail',
    'kituo log tail --level warn --since 12h --json',
    'kituo log tail -f --level warn',
  ],
  again: ({ follow }) => (follow === undefined ? null : look_ms),
  follows: ({ after }, lines: LogLine[]) => {
    const from = cursorOf(lines, typeof after === 'string' ? after : '')
    // Nothing has come yet: the next look asks as the first did.
    return from === '' ? {} : { after: from, limit: '10000' }
  },
  run: async (frame) => {
    const { at, known } = readCursor(frame.flags.after ?? '')
    let left = known
    return found(frame, (line) => {
      const ts = line.ts ?? ''
      if (ts !== at) return ts > at
      left -= 1
      return left < 0
    })
  },
  view: (lines: LogLine[], page) =>
    lines
      .map((line) => {
        const { ts, level: weight, msg, req: _request, ...facts } = line
        const more = Object.entries(facts).map(([name, value]) => `${name}=${shownFact(value)}`)
        const at = page.time(ts)
        return plain([at, (weight ?? '').padEnd(5), msg ?? '', ...more].join(' '))
      })
      .join('\n'),
})

const shownFact = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

const show = command('log show', {
  says: 'Prints every line of one request.',
  class: 'R',
  needs: 'whatever',
  about: 'deployment',
  permission: 'system:read',
  exits: [6],
  asks: { request: word(text('the id of a request', /^[\w.-]{1,64}$/), 'the id of a request') },
  flags: shared,
  examples: ['kituo log show 0199c0de-0000-7000-8000-000000000001', 'kituo log show r-17 --json'],
  run: (frame) => found(frame, (line) => line['req'] === frame.asked.request),
  view,
})

const search = command('log search', {
  says: 'Prints the lines of the log that hold every word.',
  class: 'R',
  needs: 'whatever',
  about: 'deployment',
  permission: 'system:read',
  exits: [6],
  asks: { words: words(text(), 'words that a line must hold') },
  flags: shared,
  examples: ['kituo log search backup failed', 'kituo log search 503 --since 12h'],
  run: (frame) => {
    const wanted = frame.asked.words.map((one) => one.toLowerCase())
    return found(frame, (line) => {
      const said = JSON.stringify(line).toLowerCase()
      return wanted.every((one) => said.includes(one))
    })
  },
  view,
})

const level = command('log level', {
  says: 'Changes how much the running house says; it goes back by itself.',
  class: 'M',
  needs: 'whatever',
  about: 'deployment',
  permission: 'system:operate',
  exits: [6],
  asks: { level: word(choice(log_levels), 'how much') },
  flags: { for: orElse(duration(), '15m', 'for so long') },
  examples: ['kituo log level debug', 'kituo log level trace --for 5m'],
  plan: async ({ asked }) => ({ steps: [`say what is ${asked.level} or graver`] }),
  run: async ({ asked, flags, house }) => {
    if (house === null) {
      return done('Kituo is not running.', null, {
        changed: false,
        error: { code: 'daemon.silent' },
      })
    }
    const { until } = house.logLevel(asked.level, flags.for)
    return done(`The log says ${asked.level} until ${until}.`, { level: asked.level, until })
  },
  view: () => null,
})

export const commands = [tail, show, search, level]

interface Asked {
  level: (typeof log_levels)[number] | undefined
  since: number | undefined
  limit: number
}

async function found(
  { configuration, flags }: Pick<Frame<unknown, Asked>, 'configuration' | 'flags'>,
  fits: (line: LogLine) => boolean,
) {
  const { instantIn } = await import('../../db/core/clock.ts')
  const since = flags.since === undefined ? '' : instantIn(-flags.since)
  const least = flags.level === undefined ? 0 : log_levels.indexOf(flags.level)
  const all = (await linesOf(configuration.get('log.file'), since)).filter(
    (line) =>
      (line.ts ?? '') >= since &&
      log_levels.indexOf((line.level ?? 'info') as (typeof log_levels)[number]) >= least &&
      fits(line),
  )
  const last = all.slice(-flags.limit)
  return done(`${last.length} lines.`, last, { total: all.length })
}

/** Of the file, or the journal of the system. */
export async function linesOf(file: string | null, since: string): Promise<LogLine[]> {
  const { lastLines, readLine } = await import('../../db/appliance/house/log-file.ts')
  const { Refusal } = await import('../../db/core/refusal.ts')
  if (file !== null) {
    const { existsSync } = await import('node:fs')
    return existsSync(file) ? lastLines(file) : []
  }
  const { ran } = await import('../../db/core/programs.ts')
  const asked = since === '' ? ['-n', '2000'] : ['--since', since.replace('T', ' ').slice(0, 19)]
  const line = ['-u', 'kituo', '-o', 'cat', '--no-pager', '-q', ...asked]
  const { stdout } = await ran('journalctl', line, { timeout: 10_000 }).catch(() => {
    throw new Refusal(
      503,
      'daemon.silent',
      'There is no log file and no system journal here. Set log.file: kituo config set log.file /var/log/kituo/kituo.log',
    )
  })
  return stdout.split('\n').filter(Boolean).map(readLine)
}
