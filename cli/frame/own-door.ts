// The house's own listener, asked from inside the daemon as anybody asks it.

import { request as ask } from 'node:http'
import { request as askSealed } from 'node:https'
import type { House } from './house.ts'

export interface Answered {
  status: number
  type: string
  bytes: Buffer
}

export interface Asking {
  method?: string
  path: string
  headers?: Readonly<Record<string, string>>
  body?: Buffer | undefined
  patience_ms: number
}

/** Null where there is no listener, or none answers. */
export async function askOwnDoor(house: House, asking: Asking): Promise<Answered | null> {
  const [first] = (house.status()['listen'] ?? []) as string[]
  if (first === undefined) return null
  const { method = 'GET', headers = {}, body, patience_ms: timeout } = asking
  const url = new URL(asking.path, first)
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1'
  if (url.hostname === '[::]') url.hostname = '[::1]'
  const options = { method, headers, timeout }
  return new Promise((resolve) => {
    // Its certificate may name other machines: this is the one that was started.
    const asked =
      url.protocol === 'https:'
        ? askSealed(url, { ...options, rejectUnauthorized: false })
        : ask(url, options)
    asked.once('response', (answer) => {
      const pieces: Buffer[] = []
      answer.on('data', (piece: Buffer) => pieces.push(piece))
      answer.once('error', () => resolve(null))
      answer.once('end', () => {
        const { statusCode: status = 0, headers: said } = answer
        resolve({ status, type: said['content-type'] ?? '', bytes: Buffer.concat(pieces) })
      })
    })
    asked.once('timeout', () => asked.destroy())
    asked.once('error', () => resolve(null))
    asked.end(body)
  })
}
