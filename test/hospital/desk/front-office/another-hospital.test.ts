// What belongs to another hospital is not there: in the path, in the query and in the body of every
// route that takes it. The routes are read from the doors, so a new one is swept at once.

import t, { type Test } from 'tap'
import { hospital_doors } from '../../../../daemon/hospital/areas.ts'
import { codesOf, type Route } from '../../../../daemon/edge/route.ts'
import { clock } from '../../../../db/core/clock.ts'
import { setDeployment } from '../../../../db/appliance/deployment/kind.ts'
import { within } from '../../../../db/store/connection.ts'
import { messagePatient } from '../../../../db/hospital/desk/patient-messages/message.ts'
import { catalogue, isPlatformCode } from '../../../../db/hospital/permits.ts'
import { newId } from '../../../../db/core/ids.ts'
import { boot, type House } from '../../../support/boot.ts'
import { clinician, department, weekdaysAt } from '../../../support/desk/clinic.ts'
import { contents } from '../../../support/counts.ts'
import { withAccount } from '../../../support/desk/portal.ts'
import { fieldsOf, neighbourOf } from '../../../support/desk/two-hospitals.ts'
import { somebody } from '../../../support/desk/visits.ts'
import { allModulesOn } from '../../../support/modules-on.ts'

const everything = catalogue.filter((code) => !isPlatformCode(code) && code !== 'portal:use')
const staff_routes = hospital_doors
  .flatMap(({ routes }) => routes)
  .filter(({ access, path }) => access !== 'open' && !path.startsWith('/portal/'))
  .filter(({ access }) => !codesOf(access).some((code) => isPlatformCode(code)))
const named = (field: string): boolean =>
  /(^|[._\]])(patient_id|linked_patient_id|duplicate_id|confirm_different|with)$/.test(field)
const front_office =
  /^\/(patient|identifiers|next-of-kin|vulnerable|break-glass|administrative|visit|service-point|queue|vital|appointment|clinic-schedules|schedule-exceptions|referral|emergenc|mass-casualty|portal-)/

t.test('things of another hospital', async (t) => {
  const house = await boot(t)
  await allModulesOn(house)
  clock.freeze('2026-03-10T07:00:00.000Z')
  const far = await neighbourOf(house)
  const theirs = await thingsOf(far)
  const me = await house.people.holding(...everything)
  // What is made at the first look is made now.
  for (const { path } of staff_routes.filter((route) => isList(route))) await me.get(path)
  const own = await somebody(me, { birth_date: '1980-01-01', sex: 'Female' })
  /** Words without which a list is not answered at all. */
  const also: Record<string, Record<string, string>> = {
    '/attachments': { entity_type: 'patient', entity_id: own.id },
  }
  /** One subtest after which every table holds what it held before. */
  const untouched = (name: string, work: (t: Test) => Promise<void>): Promise<unknown> =>
    t.test(name, async (t) => {
      const before = await contents('sessions', 'users')
      await work(t)
      t.same(await contents('sessions', 'users'), before, 'nothing is left behind')
    })
  const secrets: readonly string[] = Object.values(theirs)
  const shut = (t: Test, raw: Buffer, name: string): void => {
    const text = raw.toString()
    for (const id of secrets) t.notOk(text.includes(id), `${name} shows ${id}`)
    t.notMatch(text, /Mgonjwa[a-z]* Mbali/, name)
  }

  await t.test('no list and no search holds them', async (t) => {
    for (const { path, query } of staff_routes.filter((route) => isList(route))) {
      const answer = await me.get(path)
      shut(t, answer.raw, path)
      if (!fieldsOf(query).includes('search')) continue
      for (const search of ['Mbali', 'Zawady Mbali']) {
        const found = await me.get(path, { search })
        t.ok([200, 400].includes(found.status), `${path}: ${found.message}`)
        shut(t, found.raw, `${path}?search=${search}`)
      }
    }
    for (const search of ['Mbali', 'mgonjwa']) {
      const found = await me.get('/search', { q: search })
      t.equal(found.status, 200, found.message)
      shut(t, found.raw, '/search')
    }
  })

  await untouched('a patient in the path is no such patient', async (t) => {
    const routes = staff_routes.filter(({ path }) => path.startsWith('/patients/:id'))
    t.ok(routes.length > 30, `${routes.length} routes`)
    for (const { method, path, body } of routes) {
      const name = `${method} ${path}`
      const sent = path.replace(':id', theirs.patients)
      const answer = await me.send(method, sent, body === undefined ? undefined : {})
      t.equal(answer.message, 'No such patient.', name)
      t.equal(answer.status, 404, name)
      shut(t, answer.raw, name)
    }
    const more = [
      ['GET', `/photos/patient/${theirs.patients}`],
      ['GET', `/attachments?entity_type=patient&entity_id=${theirs.patients}`],
    ] as const
    for (const [method, path] of more) {
      const answer = await me.send(method, path)
      t.match(answer, { status: 404, message: 'No such patient.' }, path)
    }
  })

  await untouched('any other thing in the path is as one that never was', async (t) => {
    const routes = staff_routes.filter(
      ({ path }) =>
        front_office.test(path) && path.includes('/:id') && !path.startsWith('/patients/:id'),
    )
    t.ok(routes.length > 90, `${routes.length} routes`)
    for (const { method, path, body } of routes) {
      const name = `${method} ${path}`
      const kind = path.slice(1, path.indexOf('/:id')) as keyof typeof theirs
      const id = theirs[kind]
      if (id === undefined) {
        t.fail(`${name}: nothing of kind ${kind} was made in the other hospital`)
        continue
      }
      const send = (one: string) =>
        me.send(method, path.replace(':id', one), body === undefined ? undefined : {})
      const answer = await send(id)
      const nowhere = await send(newId())
      t.equal(answer.status, 404, `${name}: ${answer.message}`)
      t.equal(answer.message, nowhere.message, name)
      shut(t, answer.raw, name)
    }
  })

  await untouched('a patient in the query finds nothing', async (t) => {
    const routes = staff_routes.filter(({ query }) => fieldsOf(query).some(named))
    t.ok(routes.length > 20, `${routes.length} routes`)
    for (const { method, path, query } of routes) {
      for (const word of fieldsOf(query).filter(named)) {
        const name = `${method} ${path}?${word}`
        const at = path.replace(':id', own.id)
        const answer = await me.get(at, { ...also[path], [word]: theirs.patients })
        if (answer.status === 404 || word === 'with')
          t.match(answer, { status: 404, message: 'No such patient.' }, name)
        else t.match(answer, { status: 200, data: [] }, `${name}: ${answer.message}`)
        shut(t, answer.raw, name)
      }
    }
  })

  await t.test('a patient in the body is no such patient', async (t) => {
    const visit = (await me.post('/visits', { patient_id: own.id })).data
    const emergency = (await me.post('/emergencies', { unknown_label: 'Man' })).data
    const unknown = (await me.post('/patients/unknown', { unknown_label: 'Woman' })).data
    const person = { first_name: 'Tumaini', last_name: 'Bakari', sex: 'Male', age_years: 40 }
    const who = { evidence: 'RELATIVE', identified_by_name: 'Halima' }
    const kin = { full_name: 'Rukia Omari', relationship: 'SISTER' }
    const proxy = { relationship: 'MOTHER', basis: 'PARENT', scope: ['RECORD'] }
    const body: Record<string, (id: string) => object> = {
      'POST /patients next_of_kin[].linked_patient_id': (id) => ({
        ...person,
        next_of_kin: [{ ...kin, linked_patient_id: id }],
      }),
      'POST /patients relationships[].other_patient_id': (id) => ({
        ...person,
        relationships: [{ other_patient_id: id, kind: 'TWIN' }],
      }),
      'POST /patients confirm_different': (id) => ({ ...person, confirm_different: [id] }),
      'POST /patients/:id/identify patient_id': (id) => ({ ...who, patient_id: id }),
      'POST /patients/:id/identify patient.next_of_kin[].linked_patient_id': (id) => ({
        ...who,
        patient: { ...person, next_of_kin: [{ ...kin, linked_patient_id: id }] },
      }),
      'POST /patients/:id/identify patient.relationships[].other_patient_id': (id) => ({
        ...who,
        patient: { ...person, relationships: [{ other_patient_id: id, kind: 'TWIN' }] },
      }),
      'POST /patients/:id/identify patient.confirm_different': (id) => ({
        ...who,
        patient: { ...person, confirm_different: [id] },
      }),
      'POST /emergencies/:id/identify patient_id': (id) => ({ ...who, patient_id: id }),
      'POST /emergencies/:id/identify patient.next_of_kin[].linked_patient_id': (id) => ({
        ...who,
        patient: { ...person, next_of_kin: [{ ...kin, linked_patient_id: id }] },
      }),
      'POST /emergencies/:id/identify patient.relationships[].other_patient_id': (id) => ({
        ...who,
        patient: { ...person, relationships: [{ other_patient_id: id, kind: 'TWIN' }] },
      }),
      'POST /emergencies/:id/identify patient.confirm_different': (id) => ({
        ...who,
        patient: { ...person, confirm_different: [id] },
      }),
      'POST /patients/:id/merge duplicate_id': (id) => ({ duplicate_id: id, reason: 'the same' }),
      'POST /patients/:id/next-of-kin linked_patient_id': (id) => ({
        ...kin,
        linked_patient_id: id,
      }),
      'POST /visits patient_id': (id) => ({ patient_id: id }),
      'POST /referrals patient_id': (id) => ({ patient_id: id, facility: 'Bombo', reason: 'help' }),
      'POST /emergencies patient_id': (id) => ({ patient_id: id }),
      'POST /appointments patient_id': (id) => ({
        patient_id: id,
        scheduled_for: '2026-03-12T10:00+03:00',
      }),
      'POST /appointment-waitlist patient_id': (id) => ({ patient_id: id, department: 'OPD' }),
      'POST /patients/:id/portal-codes proxy.subject_patient_id': (id) => ({
        for: 'PROXY',
        checked_document: 'NATIONAL_ID',
        proxy: { ...proxy, subject_patient_id: id },
      }),
      'POST /patients/:id/proxies holder_patient_id': (id) => ({ ...proxy, holder_patient_id: id }),
      'POST /portal-threads patient_id': (id) => ({
        patient_id: id,
        subject: 'Your question',
        text: 'Come in',
      }),
    }
    const found = staff_routes
      .filter(({ path }) => front_office.test(path))
      .flatMap(({ method, path, body: schema }) =>
        fieldsOf(schema)
          .filter((field) => named(field))
          .map((field) => `${method} ${path} ${field}`),
      )
    t.same(
      found.filter((one) => body[one] === undefined),
      [],
      'every route whose body names a patient has its row here',
    )
    const at: Record<string, string> = {
      '/patients/:id/identify': unknown.id,
      '/emergencies/:id/identify': emergency.id,
    }
    t.ok(visit.id)
    const before = await contents('sessions', 'users')
    for (const [name, bodyOf] of Object.entries(body)) {
      const [method = '', path = ''] = name.split(' ')
      const sent = path.replace(':id', at[path] ?? own.id)
      for (const id of [theirs.patients, newId()]) {
        const answer = await me.send(method, sent, bodyOf(id))
        t.equal(answer.message, 'No such patient.', name)
        t.equal(answer.status, 404, name)
      }
    }
    t.same(await contents('sessions', 'users'), before, 'nothing is left behind')
  })
})

const isList = ({ method, path, access }: Route): boolean =>
  method === 'GET' && !path.includes(':') && typeof access === 'string' && access.endsWith(':read')

/** One of everything the front office keeps, of somebody of the other hospital. */
async function thingsOf(far: House) {
  const them = await far.people.holding(...everything)
  const done = async (answer: ReturnType<typeof them.get>) => {
    const { status, data, message } = await answer
    if (status >= 300) throw new Error(message)
    return data
  }
  await department(far, 'OPD')
  // Only where several are served is it said whose portal is meant.
  setDeployment('hosted')
  const person = await withAccount(far, them, {
    last_name: 'Mbali',
    national_id: '19900101123451234567',
  })
  setDeployment('single')
  const patient_id = person.id
  const kid = await somebody(them, { last_name: 'Mbali', birth_date: '2020-01-01' })
  const double = await somebody(them, { last_name: 'Mbali', sex: 'Male', birth_date: '1980-01-01' })
  const kept = await somebody(them, { last_name: 'Mbali', sex: 'Male', birth_date: '1980-01-01' })
  const merge = await done(
    them.post(`/patients/${kept.id}/merge`, { duplicate_id: double.id, reason: 'the same' }),
  )
  const visit = await done(them.post('/visits', { patient_id }))
  const vitals = await done(
    them.post(`/visits/${visit.id}/vitals`, { heart_rate: 190, systolic: 70 }),
  )
  const doctor = await clinician(far, 'Dr Mbali')
  const schedule = await done(weekdaysAt(them, doctor))
  const exception = await done(
    them.post('/schedule-exceptions', {
      clinician_id: doctor,
      from_date: '2026-04-03',
      to_date: '2026-04-03',
      kind: 'CLOSED',
      reason: 'Training',
    }),
  )
  const appointment = await done(
    them.post('/appointments', {
      patient_id,
      scheduled_for: '2026-03-16T08:00+03:00',
      clinician_id: doctor,
    }),
  )
  const waiting = await done(them.post('/appointment-waitlist', { patient_id, department: 'OPD' }))
  const directory = await done(them.post('/referral-facilities', { name: 'Mbali Clinic' }))
  const referral = await done(
    them.post('/referrals', { patient_id, facility: 'Mbali Clinic', reason: 'help' }),
  )
  const emergency = await done(them.post('/emergencies', { patient_id: kid.id }))
  const incident = await done(
    them.post('/mass-casualty-incidents', { name: 'Mbali bus', kind: 'ROAD', tag_prefix: 'MB' }),
  )
  const [identifier] = await done(them.get(`/patients/${patient_id}/identifiers`))
  const alert = await done(
    them.post(`/patients/${patient_id}/alerts`, {
      kind: 'FALLS',
      severity: 'INFO',
      text: 'Mgonjwa Mbali falls',
    }),
  )
  const group = await done(
    them.post(`/patients/${patient_id}/vulnerable-groups`, {
      group: 'ORPHAN',
      valid_from: '2026-03-01',
      evidence_type: 'COURT_ORDER',
    }),
  )
  const glass = await done(
    them.post(`/patients/${patient_id}/break-glass`, {
      reason_code: 'EMERGENCY',
      reason: 'collapsed at the gate',
    }),
  )
  await done(
    them.post('/patients', {
      first_name: 'Zawadi',
      last_name: 'Kipanga',
      sex: 'Male',
      birth_date: '1990-05-12',
    }),
  )
  await done(
    them.post('/patients', {
      first_name: 'Zawady',
      last_name: 'Kipanga',
      sex: 'Male',
      birth_date: '1990-05-12',
    }),
  )
  const [pair] = await done(them.get('/patients/duplicates', { status: 'OPEN' }))
  const [account] = await done(them.get('/portal-accounts'))
  const proxy = await done(
    them.post(`/patients/${kid.id}/proxies`, {
      holder_patient_id: patient_id,
      relationship: 'MOTHER',
      basis: 'PARENT',
      scope: ['RECORD'],
    }),
  )
  const thread = await done(
    them.post('/portal-threads', { patient_id, subject: 'Mbali', text: 'Mgonjwa Mbali' }),
  )
  const display = await done(
    them.post('/queue-displays', {
      name: 'Mbali hall',
      service_point_ids: [visit.service_point.id],
      language: 'en',
    }),
  )
  const area = await done(
    them.post('/administrative-areas', { name: 'Mbali', level: 1, code: 'MB' }),
  )
  await within(() => messagePatient(far.system, { patient_id, template: 'COME_BACK', data: {} }))
  const copy = await done(them.post(`/patients/${patient_id}/exports`, { reason: 'Asked for' }))
  return {
    'patient-exports': copy.id as string,
    patients: patient_id,
    visits: visit.id as string,
    'queue-entries': visit.queue_entry_id as string,
    'service-points': visit.service_point.id as string,
    vitals: vitals.id as string,
    'vital-alerts': vitals.alerts[0] as string,
    appointments: appointment.id as string,
    'clinic-schedules': schedule.id as string,
    'schedule-exceptions': exception.id as string,
    'appointment-waitlist': waiting.id as string,
    referrals: referral.id as string,
    'referral-facilities': directory.id as string,
    emergencies: emergency.id as string,
    'mass-casualty-incidents': incident.id as string,
    identifiers: identifier.id as string,
    'patient-alerts': alert.id as string,
    'vulnerable-groups': group.id as string,
    'break-glass': glass.id as string,
    'patient-merges': merge.id as string,
    'patients/duplicates': pair.id as string,
    'portal-accounts': account.id as string,
    'portal-proxies': proxy.id as string,
    'portal-threads': thread.id as string,
    'queue-displays': display.id as string,
    'administrative-areas': area.id as string,
  }
}
