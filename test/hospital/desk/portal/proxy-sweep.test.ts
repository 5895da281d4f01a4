// Every portal route for who acts for a child (POR-6): the child's things alone, in the scope that was
// given, and not a moment longer than the right to act stands. The routes are read from the door.

import t, { type Test } from 'tap'
import { door } from '../../../../daemon/hospital/desk/portal.ts'
import { clock } from '../../../../db/core/clock.ts'
import { newId } from '../../../../db/core/ids.ts'
import { Ask } from '../../../support/ask.ts'
import { boot } from '../../../support/boot.ts'
import { clinician, department, weekdaysAt } from '../../../support/desk/clinic.ts'
import { multipart, pdf } from '../../../support/files.ts'
import { register, withAccount } from '../../../support/desk/portal.ts'

const scopes = ['RECORD', 'APPOINTMENTS', 'BILLS', 'MESSAGES'] as const
const out_of_scope = 'You may not see this for another person.'
const over = 'You no longer act for this person.'
const closed = door.routes.filter(({ access }) => access !== 'open')

/** Of the account and of whom it acts for; nothing of the child is in them. */
const of_the_account = new Set([
  'GET /portal/proxies',
  'POST /portal/proxies',
  'POST /portal/proxies/:id/act',
  'POST /portal/proxies/:id/end',
  'POST /portal/proxies/stop',
])
/** Who it is, and how far the right goes: whatever the scope. */
const of_everybody = new Set(['GET /portal/home', 'GET /portal/me', 'POST /portal/proxies/grant'])

t.test('acting for a child, route by route', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-10T07:00:00.000Z')
  await department(house, 'OPD')
  const desk = await house.people.with('reception', 'records')
  const admin = await house.people.administrator()
  await admin.patch('/portal-settings', { document_upload_enabled: true })
  const doctor = await clinician(house, 'Dr Amina Said')
  await weekdaysAt(admin, doctor, { portal_bookable: true })
  const mother = await withAccount(house, desk)
  const child = () => register(desk, { birth_date: '2020-06-15', phone: null })

  const actingFor = async (id: string, scope: readonly string[]) => {
    const proxy = await desk.post(`/patients/${id}/proxies`, {
      relationship: 'MOTHER',
      basis: 'PARENT',
      scope,
      holder_patient_id: mother.id,
    })
    t.equal(proxy.status, 201, proxy.message)
    const acted = await mother.post(`/portal/proxies/${proxy.data.id}/act`)
    t.equal(acted.status, 200, acted.message)
    const as = new Ask(house.app, acted.data.tokens.access_token)
    return { as, proxy_id: proxy.data.id as string }
  }

  const bodies: Record<string, object> = {
    'PATCH /portal/me': { occupation: 'Pupil' },
    'POST /portal/appointments': { scheduled_for: '2026-03-18T08:00+03:00', clinician_id: doctor },
    'POST /portal/messages': { subject: 'A question', text: 'When may we come?' },
    'POST /portal/proxies': {
      number: 'PT-999999',
      birth_date: '1950-01-01',
      relationship: 'CHILD',
      scope: ['RECORD'],
    },
    'POST /portal/proxies/grant': {
      number: 'PT-999999',
      birth_date: '1950-01-01',
      relationship: 'SPOUSE',
      scope: ['RECORD'],
    },
  }
  const slots = { department: 'OPD', from: '2026-03-16', to: '2026-03-18' }
  const send = (as: Ask, method: string, path: string, id = newId()) => {
    const url = path.replace(':id', id)
    const name = `${method} ${path}`
    if (name === 'POST /portal/documents') {
      const parts = multipart([
        ['title', 'Letter'],
        ['file', ['letter.pdf', pdf]],
      ])
      return as.inject({ method: 'POST', url: `/api/v1${url}`, ...parts })
    }
    const asked = path === '/portal/appointment-slots' ? slots : undefined
    return as.send(method, url, method === 'GET' ? undefined : (bodies[name] ?? {}), asked)
  }
  const stopping = (name: string): boolean => name === 'POST /portal/proxies/stop'

  /** Something of everything, of one patient, as the desk and the account make it. */
  const things = async (id: string, as: Ask, at: string) => {
    const visit = await desk.post('/visits', { patient_id: id, reason: 'Homa' })
    await admin.post(`/visits/${visit.data.id}/check-out`, {})
    const booked = await desk.post('/appointments', {
      patient_id: id,
      scheduled_for: at,
      clinician_id: doctor,
    })
    t.equal(booked.status, 201, booked.message)
    const thread = await as.post('/portal/messages', { subject: 'Mine', text: `Of ${id}` })
    const paper = await send(as, 'POST', '/portal/documents')
    t.equal(paper.status, 201, paper.message)
    return {
      visits: visit.data.id as string,
      visit_number: visit.data.number as string,
      appointments: booked.data.id as string,
      messages: thread.data.id as string,
      documents: paper.data.id as string,
    }
  }

  const [kid, brother] = [await child(), await child()]
  const acting = await actingFor(kid.id, scopes)
  const other = await actingFor(brother.id, scopes)
  const own = await things(kid.id, acting.as, '2026-03-16T08:00+03:00')
  const forbidden = [
    brother.id,
    brother.number,
    mother.id,
    ...Object.values(await things(brother.id, other.as, '2026-03-16T08:30+03:00')),
    ...Object.values(await things(mother.id, mother, '2026-03-16T09:00+03:00')),
  ]

  await t.test('the child’s things alone, neither hers nor another child’s', async (t) => {
    const shut = (t: Test, text: string, name: string): void => {
      for (const word of forbidden) t.notOk(text.includes(word), `${name} shows ${word}`)
    }
    let seen = 0
    for (const { method, path } of closed) {
      const name = `${method} ${path}`
      if (of_the_account.has(name) || method !== 'GET') continue
      if (!path.includes(':id')) {
        const answer = await send(acting.as, method, path)
        t.equal(answer.status, 200, `${name}: ${answer.message}`)
        shut(t, answer.raw.toString(), name)
        seen += 1
        continue
      }
      const mine = own[path.split('/')[2] as keyof typeof own]
      if (mine !== undefined) {
        const answer = await send(acting.as, method, path, mine)
        t.equal(answer.status, 200, `${name}: ${answer.message}`)
        shut(t, answer.raw.toString(), name)
      }
      const nowhere = await send(acting.as, method, path)
      for (const id of forbidden.filter((one) => one.length === 36)) {
        const answer = await send(acting.as, method, path, id)
        t.equal(answer.status, 404, `${name} with another’s id`)
        t.equal(answer.message, nowhere.message, name)
      }
    }
    t.ok(seen > 15, `${seen} lists`)
    t.match((await acting.as.get('/portal/visits')).data, [{ number: own.visit_number }])
  })

  await t.test('each route is opened by one scope, and by no other', async (t) => {
    const opened = new Map<string, string[]>()
    for (const scope of scopes) {
      const { as } = await actingFor((await child()).id, [scope])
      for (const { method, path } of closed) {
        const name = `${method} ${path}`
        if (stopping(name)) continue
        const { status, message } = await send(as, method, path)
        const open = status !== 403
        if (!open) t.equal(message, out_of_scope, name)
        opened.set(name, [...(opened.get(name) ?? []), ...(open ? [scope] : [])])
      }
    }
    for (const [name, by] of opened) {
      const free = of_the_account.has(name) || of_everybody.has(name)
      t.equal(by.length, free ? scopes.length : 1, `${name} is opened by ${by.join(', ')}`)
    }
  })

  const shutFor = async (t: Test, as: Ask, status: number, sentence: string): Promise<void> => {
    for (const { method, path } of closed) {
      const name = `${method} ${path}`
      if (of_the_account.has(name)) continue
      const answer = await send(as, method, path)
      t.equal(answer.status, status, `${name}: ${answer.message}`)
      t.equal(answer.message, sentence, name)
    }
  }

  await t.test('it ends with the right to act, on every route at once', async (t) => {
    const ended = await desk.post(`/portal-proxies/${other.proxy_id}/end`, { reason: 'custody' })
    t.equal(ended.status, 200, ended.message)
    await shutFor(t, other.as, 409, over)
    t.equal((await mother.get('/portal/visits')).status, 200, 'her own goes on')
    t.equal((await acting.as.get('/portal/visits')).status, 200, 'and the other child’s')
  })

  await t.test('and with the child’s death or merge', async (t) => {
    const died = await child()
    const dead = await actingFor(died.id, scopes)
    const death = { died_at: '2026-03-10T06:00:00.000Z', place: 'HOME', source_note: 'His father' }
    t.equal((await admin.post(`/patients/${died.id}/deceased`, death)).status, 200)
    await shutFor(t, dead.as, 404, 'No such patient.')
    const twice = await child()
    const merged = await actingFor(twice.id, scopes)
    const done = await admin.post(`/patients/${(await child()).id}/merge`, {
      duplicate_id: twice.id,
      reason: 'registered twice',
    })
    t.equal(done.status, 200, done.message)
    await shutFor(t, merged.as, 404, 'No such patient.')
  })

  await t.test('and on the birthday, before any job has run', async (t) => {
    const almost = await register(desk, { birth_date: '2008-03-11', phone: null })
    const { proxy_id } = await actingFor(almost.id, scopes)
    clock.freeze('2026-03-10T20:58:00.000Z')
    const signed = await house.nobody.post('/auth/login', {
      identifier: mother.number,
      password: mother.password,
    })
    const late = new Ask(house.app, signed.data.tokens.access_token)
    const acted = await late.post(`/portal/proxies/${proxy_id}/act`)
    const as = new Ask(house.app, acted.data.tokens.access_token)
    t.equal((await as.get('/portal/visits')).status, 200, 'two minutes before')
    clock.freeze('2026-03-10T21:00:01.000Z')
    await shutFor(t, as, 409, over)
  })
})
