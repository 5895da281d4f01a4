// The other side, to try things out with: an operator that speaks SMPP, and a receiver of webhooks
// (messaging 8). They run until they are told to end, and need no data.

import { path, text, whole } from '../../db/appliance/configuration/kinds.ts'
import { command, done, maybe, orElse, type Frame, yes } from '../frame/grammar/command.ts'
import { name } from './frame.ts'
import { lines } from '../frame/page.ts'

const host = orElse(text('an address', /^[^\s\0]{1,253}$/), '127.0.0.1', 'where it listens')

/**
 * From here on SIGINT and SIGTERM end it, and so does what `until` says. Called before it is said
 * where it listens: who reads that may end it at once, and is given the counts all the same.
 */
async function hearTheEnd(until?: Promise<void>): Promise<() => Promise<void>> {
  const { onSignals } = await import('../frame/signals.ts')
  const { promise, resolve } = Promise.withResolvers<void>()
  const deafen = onSignals(resolve, () => undefined)
  return () => Promise.race([promise, ...(until === undefined ? [] : [until])]).then(deafen)
}

const sayer =
  ({ terminal }: Pick<Frame, 'terminal'>) =>
  (said: string) =>
    terminal?.out(`${said}\n`)

/** Anybody may post here: nothing of it is obeyed by a terminal. */
const plain = (came: string): string => came.replace(/\p{Cc}/gu, '?')

const smsc = command('messaging smsc', {
  says: 'Plays an operator that speaks SMPP, with the scripts of the simulator, until it is stopped.',
  class: 'S',
  permission: null,
  flags: {
    host,
    port: orElse(whole(0, 65_535), '2775', 'its port; 0 for any that is free'),
    system_id: maybe(name, 'the only name that may bind; anybody when none is given'),
    password: maybe(name, 'its password; any when none is given'),
    throughput: maybe(whole(1, 1_000_000), 'submissions in any second; more are throttled'),
    receipt_delay: orElse(whole(0, 86_400_000), '1000', 'milliseconds until a receipt'),
    failing: orElse(whole(0, 100), '0', 'of a hundred numbers, how many are not delivered'),
    silent: yes('say nothing of single messages'),
  },
  examples: [
    'kituo messaging smsc',
    'kituo messaging smsc --port 2776 --system-id kituo --password secret --throughput 20',
  ],
  run: async (frame) => {
    const { flags } = frame
    const { openSmsc } = await import('./hands.ts')
    const say = sayer(frame)
    const server = await openSmsc({
      host: flags.host,
      port: flags.port,
      system_id: flags.system_id ?? null,
      password: flags.password ?? null,
      throughput: flags.throughput ?? null,
      receipt_delay_ms: flags.receipt_delay,
      mix: { delivered: 100 - flags.failing, failed: flags.failing, expired: 0 },
      say: flags.silent ? () => undefined : say,
    })
    const ended = await hearTheEnd()
    say(`Listening at ${flags.host}:${server.port}. Numbers 255 71 0000 SSx follow script SS.`)
    say(
      `Try: kituo messaging link add trial --host ${flags.host} --port ${server.port} --system-id ${flags.system_id ?? 'kituo'}`,
    )
    await ended()
    const counts = server.counts()
    await server.close()
    return done(`${counts.submitted} submitted, ${counts.taken} receipts taken.`, counts, {
      changed: false,
    })
  },
  view: () => null,
})

const sink = command('messaging sink', {
  says: 'Receives webhooks, checks each signature and prints what came, until it is stopped.',
  class: 'S',
  permission: null,
  flags: {
    host,
    port: orElse(whole(0, 65_535), '8443', 'its port; 0 for any that is free'),
    secret: maybe(text('whsec_…', /^[\x21-\x7e]{6,100}$/), 'the secret to check signatures by'),
    status: orElse(whole(200, 599), '200', 'what it answers'),
    delay: orElse(whole(0, 60_000), '0', 'milliseconds before it answers'),
    count: maybe(whole(1), 'end after so many posts'),
    certificate: orElse(path(), './kituo-sink.pem', 'where its certificate is kept'),
  },
  exits: [3],
  examples: [
    'kituo messaging sink',
    'kituo messaging sink --port 8444 --secret whsec_kQ3w --count 2',
    'kituo messaging sink --status 503 --delay 11000',
  ],
  run: async (frame) => {
    const { flags } = frame
    const { resolve } = await import('node:path')
    const { identityIn, openSink } = await import('./hands.ts')
    const say = sayer(frame)
    const counts = { posts: 0, right: 0, wrong: 0 }
    const enough = Promise.withResolvers<void>()
    const identity = await identityIn(resolve(flags.certificate))
    const server = await openSink({
      host: flags.host,
      port: flags.port,
      identity,
      secret: flags.secret ?? null,
      status: flags.status,
      delay_ms: flags.delay,
      came: (post) => {
        counts.posts += 1
        if (post.verdict === 'right') counts.right += 1
        else if (post.verdict !== null) counts.wrong += 1
        const judged = post.verdict ?? 'not checked'
        say(
          `${plain(post.event) || 'no event'} attempt ${post.attempt}: signature ${judged}, answered ${post.answered}`,
        )
        say(`  X-SMS-Timestamp: ${plain(post.timestamp)}`)
        say(`  X-SMS-Signature: ${plain(post.signature)}`)
        say(`  ${plain(post.body)}`)
        if (counts.posts === flags.count) enough.resolve()
      },
    })
    const ended = await hearTheEnd(enough.promise)
    say(`Listening at ${server.url}`)
    say('The daemon calls it after:')
    say('  kituo messaging set webhook_allow_cidrs 127.0.0.0/8 --yes')
    say(`  kituo messaging set webhook_ca_file ${identity.certificate_file} --yes`)
    await ended()
    await server.close()
    const said = `${counts.posts} posts, ${counts.right} rightly signed, ${counts.wrong} not.`
    return done(said, counts, {
      changed: false,
      ...(counts.wrong > 0 ? { error: { code: 'check.failed' } } : {}),
    })
  },
  view: (data, page) => (data.wrong > 0 ? lines(Object.entries(data), page) : null),
})

export const commands = [smsc, sink]
