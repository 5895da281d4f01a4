// People at work in a house: an administrator, a nurse, a cashier at a drawer, a patient, a sender of
// messages. What every way back must end with (OPS-85, OPS-106, OPS-128).

import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Test } from 'tap'
import type { Document } from '../../../db/appliance/deployment/line.ts'

export interface Working {
  url: () => string
  ask: (...line: string[]) => Promise<Document>
  /** With a reason, and the phrase that its plan asks for. */
  sure: (...line: string[]) => Promise<Document>
}

export interface Work {
  admin: string
  patient_id: string
  drawer_id: string
  /** Of the sender, in test mode. */
  key: string
  permissions: Record<string, readonly string[]>
}

const word = 'Samaki wa bahari kuu 9'

interface Answered {
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever a door answered
  data: any
  message: string
}

/** The API as whoever holds this token asks it. */
export function speaker(url: string, token?: string) {
  const ask = (method: string, path: string, body?: unknown): Promise<Response> =>
    fetch(url + path, {
      method,
      headers: {
        connection: 'close',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(method === 'POST' ? { 'idempotency-key': randomUUID() } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const read = async (method: string, path: string, body?: unknown): Promise<Answered> => {
    const answer = await ask(method, path, body)
    const said = (await answer.json()) as Partial<Answered>
    // The hospital's API wraps what it answers, the one for messages does not.
    return path.startsWith('/api/')
      ? { status: answer.status, data: said.data, message: said.message ?? '' }
      : { status: answer.status, data: said, message: JSON.stringify(said) }
  }
  const good = async (method: string, path: string, body?: unknown) => {
    const { status, data, message } = await read(method, path, body)
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${message}`)
    return data
  }
  return {
    read,
    get: (path: string) => good('GET', path),
    post: (path: string, body: unknown) => good('POST', path, body),
    bytes: async (path: string) => Buffer.from(await (await ask('GET', path)).arrayBuffer()),
  }
}

export async function signedIn(url: string, username: string, password: string) {
  const { tokens } = await speaker(url).post('/api/v1/auth/login', { username, password })
  return speaker(url, tokens.access_token)
}

async function person({ url, ask }: Working, username: string, role: string): Promise<void> {
  const who = ['--name', `${username} Mushi`, '--facility', 'MAIN', '--role', role]
  const made = await ask('user', 'create', username, ...who)
  if (!made.success) throw new Error(made.message)
  const { temporary_password: first } = made.data as { temporary_password: string }
  const words = { current_password: first, new_password: word }
  await (await signedIn(url(), username, first)).post('/api/v1/auth/change-password', words)
}

type Speaker = ReturnType<typeof speaker>

const permitted = async (who: Speaker): Promise<string[]> =>
  [...((await who.get('/api/v1/auth/me')).permissions as string[])].toSorted()

const staff = ['nurse', 'cashier', 'supervisor', 'reception'] as const

/** A house in which people work. */
export async function beginWork(house: Working, admin: string): Promise<Work> {
  const { url, ask } = house
  for (const role of staff) await person(house, role, role)
  const desk = await signedIn(url(), 'reception', word)
  const { id: patient_id } = await desk.post('/api/v1/patients', {
    first_name: 'Zainabu',
    last_name: 'Omari',
    sex: 'Female',
    age_years: 29,
    phone: '0765000111',
  })
  const chief = await signedIn(url(), 'admin', admin)
  await chief.post('/api/v1/billing/tariffs', {
    code: 'FBC',
    name: 'Full blood count',
    category: 'Laboratory',
    price: 15_000,
  })
  const [{ id: facility_id }] = await chief.get('/api/v1/facilities')
  const supervisor = await signedIn(url(), 'supervisor', word)
  const drawer = { name: 'Window 1', facility_id }
  const { id: drawer_id } = await supervisor.post('/api/v1/billing/drawers', drawer)
  const cashier = await signedIn(url(), 'cashier', word)
  await cashier.post('/api/v1/billing/shifts', { drawer_id, denominations: [] })
  const firm = ['--registration', 'BRELA-1', '--contact', 'Asha Juma', '--email', 'a@example.org']
  const phone = ['--phone', '0712345678']
  const business = await ask('messaging', 'business', 'add', 'Duka Limited', ...firm, ...phone)
  const { id } = business.data as { id: string }
  await ask('messaging', 'account', 'add', 'Duka', '--business', id)
  const trial = ['--account', 'Duka', '--mode', 'test', '--name', 'Trial']
  const made = await ask('messaging', 'key', 'create', ...trial)
  const { key } = made.data as { key: string }
  const permissions = {
    admin: await permitted(chief),
    nurse: await permitted(await signedIn(url(), 'nurse', word)),
  }
  return { admin, patient_id, drawer_id, key, permissions }
}

/** A sale with its receipt on paper; answers the receipt's number. */
export async function sells({ url }: Working, { patient_id }: Work): Promise<string> {
  const cashier = await signedIn(url(), 'cashier', word)
  const { payment } = await cashier.post('/api/v1/billing/sales', {
    patient_id,
    method: 'Cash',
    lines: [{ code: 'FBC' }],
  })
  const paper = await cashier.bytes(`/api/v1/billing/payments/${payment.id}/receipt`)
  if (paper.subarray(0, 5).toString() !== '%PDF-') throw new Error(paper.toString())
  return payment.number
}

const sent = async ({ url }: Working, { key }: Work): Promise<void> => {
  const duka = speaker(url(), key)
  const { messages } = await duka.post('/v1/sms/send', {
    recipients: ['0712345678'],
    senderId: 'SMSTEST',
    message: 'Karibu Duka',
  })
  const ended = async (): Promise<boolean> => {
    // A key may look so often a minute: too often is not yet.
    const { status, data } = await duka.read('GET', `/v1/sms/${messages[0].id}`)
    return status === 200 && data.status === 'delivered'
  }
  while (!(await ended())) await wait(500)
}

/** Everybody is at work again, and nothing of what is numbered or chained is broken. */
export async function stillAtWork(t: Test, way: string, house: Working, work: Work): Promise<void> {
  const { url, ask, sure } = house
  await t.test(way, async (t) => {
    const chief = await signedIn(url(), 'admin', work.admin)
    const nurse = await signedIn(url(), 'nurse', word)
    t.same(await permitted(chief), work.permissions['admin'])
    t.same(await permitted(nurse), work.permissions['nurse'])
    t.match(await nurse.get(`/api/v1/patients/${work.patient_id}`), { first_name: 'Zainabu' })
    const released = await sure('outbound', 'release', '--channel', 'all')
    t.equal(released.success, true, released.message)
    const before = await rowsOfAudit(house)
    await sells(house, work)
    await sent(house, work)
    t.ok((await rowsOfAudit(house)) > before, 'the audit log goes on')
    for (const line of [
      ['audit', 'verify'],
      ['books', 'verify'],
      ['database', 'check'],
    ]) {
      const said = await ask(...line)
      t.equal(said.success, true, `${line.join(' ')}: ${said.message}`)
    }
    t.same(await unnamedGaps(house, chief), [], 'every number that is not there is named')
  })
}

const rowsOfAudit = async ({ ask }: Working): Promise<number> => {
  const { data } = await ask('audit', 'search', '--limit', '1')
  return (data as { seq: number }[])[0]?.seq ?? 0
}

/** Numbers of receipts between the first and the last that no receipt has and no restore lost. */
async function unnamedGaps({ ask }: Working, chief: Speaker): Promise<number[]> {
  const payments = (await chief.get('/api/v1/billing/payments?limit=100')) as { number: string }[]
  const given = payments.map(({ number }) => Number(/\d+$/.exec(number)?.[0])).toSorted(by)
  const { data } = await ask('sequence', 'lost')
  const lost = (data as { kind: string; first: number; last: number }[]).filter(
    ({ kind }) => kind === 'receipt',
  )
  const [first = 0, last = 0] = [given[0], given.at(-1)]
  return Array.from({ length: last - first + 1 }, (_, at) => first + at).filter(
    (number) =>
      !given.includes(number) && !lost.some((one) => one.first <= number && number <= one.last),
  )
}

const by = (a: number, b: number): number => a - b
