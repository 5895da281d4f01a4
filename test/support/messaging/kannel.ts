// Kannel, the gateway of another make (MSG-344): its bearerbox and smsbox as a customer of ours, and
// its drive_smpp as an operator. Everything on this machine, in a folder of the test's own, and ended
// with it.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer as createHttp } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { until } from '../programs/daemons.ts'

const boxes = '/usr/sbin'
const bearerbox_port = 13_001
const drive_smpp = '/usr/lib/kannel/test/drive_smpp'

const has = (...files: string[]): boolean => files.every((file) => existsSync(file))
export const without_kannel: string | false = has(`${boxes}/bearerbox`, `${boxes}/smsbox`)
  ? false
  : 'Kannel is not installed here (apt-get install kannel)'
export const without_drive_smpp: string | false = has(drive_smpp)
  ? false
  : 'drive_smpp is not installed here (apt-get install kannel-extras)'

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

interface Owner {
  teardown(call: () => Promise<void>): void
}

const patience_ms = 3000

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), patience_ms)
  await gone
  clearTimeout(timer)
}

function start(t: Owner, program: string, args: string[], folder: string): ChildProcess {
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'ignore'] })
  child.on('error', () => undefined)
  t.teardown(() => end(child))
  return child
}

export interface Heard {
  path: string
  words: URLSearchParams
}

export interface Kannel {
  /** What its smsbox told of receipts and of texts that came in. */
  heard: Heard[]
  log(): string
  send(words: Record<string, string>): Promise<string>
  /** Its own count of what waits, was sent and was confirmed. */
  status(): Promise<string>
}

export interface KannelOptions {
  smsc: number
  folder: string
  window?: number
  transceiver?: boolean
  quiet?: boolean
  /** What outlives its end: nothing, or its queue in one file, or queue and receipts as files. */
  store?: 'memory' | 'file' | 'spool'
}

/** Its settings of that. It syncs nothing to the disk in any of them. */
function storing(store: 'memory' | 'file' | 'spool', folder: string): string {
  if (store === 'memory') return 'dlr-storage = internal'
  if (store === 'file')
    return `dlr-storage = internal\nstore-type = file\nstore-location = "${folder}/kannel.store"`
  for (const name of ['spool', 'dlr']) mkdirSync(join(folder, name))
  return `dlr-storage = spool\ndlr-spool = "${folder}/dlr"
store-type = spool\nstore-location = "${folder}/spool"`
}

export async function kannel(t: Owner, options: KannelOptions): Promise<Kannel> {
  const { folder, smsc, window = 50, transceiver = true, store = 'memory' } = options
  const [admin, box, http] = [await freePort(), await freePort(), await freePort()]
  const heard: Heard[] = []
  const told = createHttp((request, reply) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    heard.push({ path: url.pathname, words: url.searchParams })
    reply.writeHead(200, { 'content-type': 'text/plain' }).end()
  }).listen(0, '127.0.0.1')
  await once(told, 'listening')
  t.teardown(async () => {
    told.closeAllConnections()
    told.close()
  })
  const tell = `http://127.0.0.1:${(told.address() as AddressInfo).port}`
  const file = join(folder, 'kannel.conf')
  const level = options.quiet === true ? 4 : 1
  const smsc_group = (bind: string): string => `group = smsc
smsc = smpp
smsc-id = ours
host = 127.0.0.1
reconnect-delay = 1
${bind}
smsc-username = "kituo"
smsc-password = "secret"
system-type = ""
max-pending-submits = ${window}
`
  const binds = transceiver
    ? [`port = ${smsc}\ntransceiver-mode = true`]
    : [`port = ${smsc}`, `receive-port = ${smsc}`]
  writeFileSync(
    file,
    `group = core
admin-port = ${admin}
admin-interface = 127.0.0.1
admin-password = word
status-password = word
smsbox-port = ${box}
smsbox-interface = 127.0.0.1
box-deny-ip = "*.*.*.*"
box-allow-ip = "127.0.0.1"
${storing(store, folder)}
log-level = ${level}
log-file = "${folder}/bearerbox.log"

${binds.map(smsc_group).join('\n')}
group = smsbox
bearerbox-host = 127.0.0.1
sendsms-port = ${http}
sendsms-interface = 127.0.0.1
log-level = ${level}
log-file = "${folder}/smsbox.log"
global-sender = KITUO

group = sendsms-user
username = u
password = p
concatenation = true
max-messages = 10

group = sms-service
keyword = default
get-url = "${tell}/came?from=%p&text=%a"
max-messages = 0
`,
  )
  const run = (name: string) => start(t, `${boxes}/${name}`, ['-v', '4', file], folder)
  const bearerbox = run('bearerbox')
  const asked = async (path: string, port = admin): Promise<string> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      signal: AbortSignal.timeout(5000),
    })
    return answer.text()
  }
  const status = () => asked('/status.txt?password=word')
  const shows = (what: RegExp) => async () => {
    if (bearerbox.exitCode !== null) throw new Error(`bearerbox ended: ${log()}`)
    return what.test(await status().catch(() => ''))
  }
  const log = (): string =>
    ['bearerbox', 'smsbox']
      .map((name) => join(folder, `${name}.log`))
      .filter((name) => existsSync(name))
      .map((name) => readFileSync(name, 'utf8'))
      .join('')
  await until('bearerbox at our SMSC', shows(/\(online /))
  run('smsbox')
  await until('smsbox at bearerbox', shows(/smsbox:.*on-line/))
  return {
    heard,
    log,
    status,
    send(words) {
      const query = new URLSearchParams({
        username: 'u',
        password: 'p',
        from: 'KITUO',
        ...words,
      })
      if (options.quiet !== true) {
        query.set('dlr-mask', '31')
        query.set('dlr-url', `${tell}/dlr?kind=%d&to=${words['to']}`)
      }
      return asked(`/cgi-bin/sendsms?${query.toString()}`, http)
    },
  }
}

export interface DriveSmpp {
  port: number
  log(): string
  ended: Promise<unknown>
}

/**
 * Kannel's own operator for tests: separate binds for sending and receiving, answers without a name,
 * no receipts, and some texts of its own to the customer. It ends when the customer is gone.
 */
export async function driveSmpp(
  t: Owner,
  { folder, texts }: { folder: string; texts: number },
): Promise<DriveSmpp> {
  const port = await freePort()
  // It looks for Kannel's bearerbox as well, at the port that was always its own; somebody who
  // listens there is enough, whoever it is.
  const box = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.resume()
    t.teardown(async () => void socket.destroy())
  })
  box.on('error', () => undefined)
  box.listen(bearerbox_port, '127.0.0.1')
  t.teardown(async () => void box.close())
  const file = join(folder, 'drive.conf')
  const log_file = join(folder, 'drive.log')
  writeFileSync(
    file,
    `group = core
admin-port = ${await freePort()}
smsbox-port = ${bearerbox_port}
admin-password = word

group = smpp-tlv
name = my_receipted_message_id
tag = 0x001E
type = octetstring
length = 65
`,
  )
  const args = ['-v', '4', '-l', log_file, '-p', String(port), '-m', String(texts), '-c', file]
  const child = start(t, drive_smpp, args, folder)
  const ended = once(child, 'exit')
  const log = (): string => (existsSync(log_file) ? readFileSync(log_file, 'utf8') : '')
  await until('drive_smpp', async () => log().includes('Starting drive_smpp'))
  return { port, log, ended }
}
