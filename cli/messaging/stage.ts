// What a lab needs before anything can be sent: a firm with an account, a key, a sender ID and
// money; an operator over SMPP; a receiver of webhooks.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Refusal } from '../../db/core/refusal.ts'
import { type Came, identityIn, openSink, openSmsc, type Sink, type Smsc } from './hands.ts'
import type { Lab } from './lab.ts'

export const account = 'Trial'
export const sender = 'TRIAL'

const words = (line: string): string[] => line.split(' ')

/** The data of a command that had to succeed. */
export async function must<T>(lab: Lab, ...line: string[]): Promise<T> {
  const document = await lab.ask('messaging', ...line)
  if (!document.success)
    throw new Refusal(409, 'check.failed', `${line.join(' ')}: ${document.message}`)
  return document.data as T
}

export async function openFirm(lab: Lab): Promise<{ key: string }> {
  const { id } = await must<{ id: string }>(
    lab,
    ...words('business add Trial --registration TRIAL-1 --contact Trial'),
    ...words('--email trial@example.org --phone 0712345678'),
  )
  await must(lab, 'account', 'add', account, '--business', id)
  await must(lab, 'wallet', 'topup', account, '100000000', '--payment', 'TRIAL-1')
  return must<{ key: string }>(
    lab,
    ...words(`key create --account ${account} --name Trial --scope * --scope account:manage`),
  )
}

/** Asked for by the account, approved by the platform at every operator. */
export async function openSender(lab: Lab, key: string): Promise<void> {
  const { status, body } = await lab.call<{ id: string }>(key, 'POST', '/v1/sender-ids', {
    senderId: sender,
    purpose: 'Trying messaging out on this machine.',
    sampleMessage: `A message from ${sender} on this machine.`,
  })
  if (status !== 201 && status !== 200)
    throw new Refusal(409, 'check.failed', `the sender ID: ${status} ${JSON.stringify(body)}`)
  await must(lab, 'sender', 'approve', body.id, '--reason', 'a trial')
}

export interface OperatorOptions {
  receipt_delay_ms?: number
  window?: number
  binds?: number
  submitted?: (line: string) => void
}

export async function openOperator(lab: Lab, options: OperatorOptions = {}): Promise<Smsc> {
  const smsc = await openSmsc({
    host: '127.0.0.1',
    port: 0,
    system_id: 'kituo',
    password: 'secret',
    throughput: null,
    receipt_delay_ms: options.receipt_delay_ms ?? 0,
    mix: { delivered: 1, failed: 0, expired: 0 },
    say: options.submitted ?? (() => undefined),
  })
  try {
    await openLinkTo(lab, smsc.port, options)
    return smsc
  } catch (error) {
    await smsc.close()
    throw error
  }
}

/** Every operator is reached over it once this is done. */
export async function openLinkTo(
  lab: Lab,
  port: number,
  options: Pick<OperatorOptions, 'window' | 'binds'> = {},
): Promise<void> {
  const password = join(lab.dir, 'password')
  writeFileSync(password, 'secret\n', { mode: 0o600 })
  await must(
    lab,
    ...words(`link add trial --host 127.0.0.1 --port ${port} --system-id kituo`),
    ...words('--throughput 5000 --option responseTimeoutSeconds=60'),
    ...words(`--option windowSize=${options.window ?? 50} --option binds=${options.binds ?? 2}`),
    '--password-file',
    password,
  )
  await must(lab, 'link', 'test', 'trial')
  await must(lab, 'link', 'start', 'trial')
  await must(lab, 'route', 'set', 'all', 'trial')
  const shown = () => must<{ state: string }>(lab, 'link', 'show', 'trial')
  if (!(await within(10_000, async () => (await shown()).state === 'up')))
    throw new Refusal(503, 'link.away', 'the link does not come up')
}

export async function openReceiver(
  lab: Lab,
  key: string,
  came: (post: Came) => void,
  events = ['message.sent', 'message.delivered', 'message.failed', 'message.expired'],
): Promise<Sink> {
  const identity = await identityIn(join(lab.dir, 'sink.pem'))
  const sink = await openSink({
    host: '127.0.0.1',
    port: 0,
    identity,
    secret: null,
    status: 200,
    delay_ms: 0,
    came,
  })
  try {
    await must(lab, 'set', 'webhook_allow_cidrs', '127.0.0.0/8')
    await must(lab, 'set', 'webhook_ca_file', identity.certificate_file)
    const set = { url: `${sink.url}hook`, events }
    const { status, body } = await lab.call<{ secret: string }>(key, 'PUT', '/v1/webhooks', set)
    if (status !== 200)
      throw new Refusal(409, 'check.failed', `the webhook: ${status} ${JSON.stringify(body)}`)
    sink.know(body.secret)
    return sink
  } catch (error) {
    await sink.close()
    throw error
  }
}

/** Until it is so; false when it did not come to that in time. */
export async function within(ms: number, met: () => Promise<boolean> | boolean): Promise<boolean> {
  const until = performance.now() + ms
  while (!(await met())) {
    if (performance.now() > until) return false
    await wait(50)
  }
  return true
}
