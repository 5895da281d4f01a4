// Checks that ask over the network (operations 5.14): are the house and what it leans on reached?

import { connect } from 'node:net'
import { get as plain } from 'node:http'
import { get as encrypted } from 'node:https'
import { hostname } from 'node:os'
import { list as daemonList } from '../timetable/daemons.ts'
import { bad, type Check, type Found, ok, type Patient, skipped, warn } from './finding.ts'

const patience_ms = 2000

export const network_checks: readonly Check[] = [
  {
    id: 'net.listen',
    category: 'network',
    says: 'every listener is reached',
    light: false,
    run: withDaemon(async (urls) => {
      const deaf = (await Promise.all(urls.map(isReached))).flatMap((reached, index) =>
        reached ? [] : [urls[index] ?? ''],
      )
      return deaf.length === 0
        ? ok(urls.join(', '))
        : bad(`${deaf.join(', ')} is not reached`, {
            mend: 'Look at firewall and address; then start the house anew.',
            mend_command: 'systemctl restart kituo',
          })
    }),
  },
  {
    id: 'net.public_url',
    category: 'network',
    says: 'the address that people type leads here',
    light: false,
    async run(patient) {
      const url = patient.configuration.get('public_url')
      if (url === null) return skipped('none is set')
      return withDaemon(async () => {
        const status = await statusOf(`${url.replace(/\/$/, '')}/api/v1/health`)
        if (status === 200) return ok(url)
        return warn(
          status === null
            ? `${url} does not answer from this machine`
            : `${url} answers ${status} where health should be`,
          {
            mend: 'Set public_url to what people type, or mend name and proxy.',
            mend_command: 'kituo config set public_url https://kituo.example.org',
          },
        )
      })(patient)
    },
  },
  {
    id: 'scanner.answers',
    category: 'machine',
    says: 'the virus scanner answers',
    light: false,
    async run({ configuration: { get } }) {
      const address = get('scanner.address')
      if (address === null) return skipped('none is set up')
      return (await says(address, 'zPING\0')).startsWith('PONG')
        ? ok(address)
        : bad('the scanner does not answer: no file is taken', {
            mend: 'Start clamd, or take scanner.address out of the configuration.',
            mend_command: 'systemctl restart clamav-daemon',
          })
    },
  },
]

function withDaemon(
  look: (urls: readonly string[]) => Promise<Found>,
): (patient: Patient) => Promise<Found> {
  return async ({ deployment }) => {
    if (deployment === null) return skipped('no data are open')
    const own = (await daemonList()).filter(({ host }) => host === hostname().slice(0, 120))
    return own.length === 0
      ? skipped('no daemon runs here')
      : look([...new Set(own.flatMap(({ listen }) => listen))])
  }
}

/** An address of every network is asked on this machine's own. */
const askedAt = (host: string): string =>
  host === '0.0.0.0' || host === '' ? '127.0.0.1' : host === '[::]' ? '::1' : host

function isReached(url: string): Promise<boolean> {
  const { hostname: host, port, protocol } = new URL(url)
  const number = Number(port) || (protocol === 'https:' ? 443 : 80)
  return new Promise((resolve) => {
    const socket = connect({ host: askedAt(host).replace(/^\[|\]$/g, ''), port: number })
    const end = (reached: boolean): void => {
      socket.destroy()
      resolve(reached)
    }
    socket.setTimeout(patience_ms, () => end(false))
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
  })
}

/** The certificate has a check of its own; here only who answers counts. */
function statusOf(url: string): Promise<number | null> {
  return new Promise((resolve) => {
    const get = url.startsWith('https:') ? encrypted : plain
    const request = get(url, { rejectUnauthorized: false, timeout: patience_ms }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? null)
    })
    request.once('timeout', () => request.destroy())
    request.once('error', () => resolve(null))
  })
}

/** What a small service answers to one word; nothing where it does not. */
function says(address: string, word: string): Promise<string> {
  const [host, port] = [address.replace(/:\d+$/, ''), /:(?<port>\d+)$/.exec(address)?.groups]
  const at = port === undefined ? { path: address } : { host, port: Number(port['port']) }
  return new Promise((resolve) => {
    const socket = connect(at)
    let said = ''
    const end = (): void => {
      socket.destroy()
      resolve(said)
    }
    socket.setTimeout(patience_ms, end)
    socket.on('data', (piece) => {
      said += piece.toString('latin1')
      end()
    })
    socket.once('error', end)
    socket.once('end', end)
    socket.write(word)
  })
}
