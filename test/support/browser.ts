// A real browser without a window, asked over its own debugging line; absent on machines without one.

import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Tap } from './boot.ts'

export const browser = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) =>
  existsSync(path),
)

export interface Page {
  /** What a person reads on it. */
  text(): Promise<string>
  evaluate(expression: string): Promise<unknown>
  /** As wide and high as a screen. */
  sized(width: number, height: number): Promise<void>
}

export async function openPage(tap: Tap, url: string): Promise<Page> {
  const folder = mkdtempSync(join(tmpdir(), 'kituo-screen-'))
  const child = spawn(
    browser ?? '',
    [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--no-first-run',
      `--user-data-dir=${folder}`,
      '--remote-debugging-port=0',
      url,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  tap.teardown(async () => {
    if (child.exitCode === null) {
      child.kill('SIGKILL')
      await new Promise((resolve) => child.once('exit', resolve))
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  })
  const port = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stderr.on('data', (piece: Buffer) => {
      said += piece.toString()
      const found = /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)/.exec(said)?.[1]
      if (found !== undefined) resolve(found)
    })
    child.once('exit', () => reject(new Error(`the browser did not start: ${said}`)))
  })
  const line = await lineTo(port)
  const evaluate = async (expression: string): Promise<unknown> => {
    const { result } = (await line('Runtime.evaluate', { expression, awaitPromise: true })) as {
      result: { value: unknown }
    }
    return result.value
  }
  // Before that the page is another one, or has no words of its own yet.
  const is_there = `location.href !== 'about:blank' && document.readyState === 'complete'`
  while ((await evaluate(is_there)) !== true)
    await new Promise((resolve) => setTimeout(resolve, 20))
  const sized = async (width: number, height: number): Promise<void> => {
    const metrics = { width, height, deviceScaleFactor: 1, mobile: false }
    await line('Emulation.setDeviceMetricsOverride', metrics)
  }
  return { evaluate, sized, text: async () => String(await evaluate('document.body.innerText')) }
}

async function lineTo(port: string) {
  const socket = new WebSocket(await targetAt(port))
  const waiting = new Map<number, (result: unknown) => void>()
  let last = 0
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id: number; result: unknown }
    waiting.get(id)?.(result)
    waiting.delete(id)
  })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  return (method: string, params: object): Promise<unknown> =>
    new Promise((resolve) => {
      last += 1
      waiting.set(last, resolve)
      socket.send(JSON.stringify({ id: last, method, params }))
    })
}

async function targetAt(port: string): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    const targets = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as {
      type: string
      webSocketDebuggerUrl: string
    }[]
    const page = targets.find(({ type }) => type === 'page')
    if (page !== undefined) return page.webSocketDebuggerUrl
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the browser opened no page')
}
