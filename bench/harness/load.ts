// Load over loopback from raw sockets: one request in flight per connection, bounded in time.

import { existsSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'

export interface Loaded {
  requests: number
  per_s: number
  /** Processor time of the one who answers, threads included; 0 where the system does not say. */
  cpu_us: number
  p50_ms: number
  p99_ms: number
  bytes: number
  not_ok: number
}

export interface Load {
  port: number
  /** Who answers, so that its processor time can be read. */
  pid?: number | undefined
  /** Several: each connection keeps to one of them. */
  path: string | readonly string[]
  method?: string
  /** What is sent, made anew each time. */
  body?: (turn: number) => string
  headers?: Record<string, string>
  connections: number
  seconds: number
}

/** Under a shared machine a rate says little; processor time a request says the same every time. */
function cpuMs(pid: number | undefined): number {
  if (pid === undefined || !existsSync(`/proc/${pid}/stat`)) return 0
  // The name in brackets may hold spaces; user and system time are in hundredths of a second.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

export async function load(asked: Load): Promise<Loaded> {
  const { path, method = 'GET', body } = asked
  const head = Object.entries({ host: '127.0.0.1', connection: 'keep-alive', ...asked.headers })
  const fields = head.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  const paths = typeof path === 'string' ? [path] : path
  const starts = paths.map((one) => `${method} ${one} HTTP/1.1\r\n${fields}`)
  const requestOf = (start: string): string => {
    if (body === undefined) return `${start}\r\n`
    const sent = body((turn += 1))
    return `${start}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(sent)}\r\n\r\n${sent}`
  }
  let turn = 0
  const times: number[] = []
  let bytes = 0
  let not_ok = 0
  const cpu_before = cpuMs(asked.pid)
  const began = performance.now()
  const until = began + asked.seconds * 1000

  const one = (_: unknown, index: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = connect(asked.port, '127.0.0.1')
      socket.setNoDelay(true)
      let sent = 0
      let kept = Buffer.alloc(0)
      const send = (): void => {
        sent = performance.now()
        socket.write(requestOf(starts[index % starts.length] ?? ''))
      }
      socket.once('connect', send)
      socket.once('error', reject)
      socket.on('data', (chunk: Buffer<ArrayBuffer>) => {
        kept = kept.length === 0 ? chunk : Buffer.concat([kept, chunk])
        const end = kept.indexOf('\r\n\r\n')
        if (end < 0) return
        const header = kept.toString('latin1', 0, end)
        const length = Number(/content-length: (\d+)/i.exec(header)?.[1] ?? 0)
        if (kept.length < end + 4 + length) return
        if (!header.startsWith('HTTP/1.1 200')) not_ok += 1
        bytes += kept.length
        kept = kept.subarray(end + 4 + length)
        const now = performance.now()
        times.push(now - sent)
        if (now < until) send()
        else {
          socket.destroy()
          resolve()
        }
      })
    })

  await Promise.all(Array.from({ length: asked.connections }, one))
  times.sort((a, b) => a - b)
  const at = (share: number): number =>
    Math.round((times[Math.floor(times.length * share)] ?? 0) * 100) / 100
  return {
    requests: times.length,
    cpu_us: Math.round(((cpuMs(asked.pid) - cpu_before) * 1000) / times.length),
    per_s: Math.round(times.length / ((performance.now() - began) / 1000)),
    p50_ms: at(0.5),
    p99_ms: at(0.99),
    bytes,
    not_ok,
  }
}
