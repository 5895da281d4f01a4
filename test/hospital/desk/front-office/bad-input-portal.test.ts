// Front office, section 6: the rows of the portal and of its staff side.

import t from 'tap'
import { clock, hours } from '../../../../db/core/clock.ts'
import { patientBill } from '../../../../db/hospital/neighbours/billing.ts'
import { portalResult } from '../../../../db/hospital/neighbours/diagnostics.ts'
import { newId } from '../../../../db/core/ids.ts'
import { answering } from '../../../support/answers.ts'
import { Ask } from '../../../support/ask.ts'
import { boot } from '../../../support/boot.ts'
import { clinician, department, weekdaysAt } from '../../../support/desk/clinic.ts'
import { multipart, pdf } from '../../../support/files.ts'
import { register, withAccount } from '../../../support/desk/portal.ts'
import { eachRefused } from '../../../support/tried.ts'

const now = '2026-03-10T07:00:00.000Z'

t.test('bad input at the portal (front office 6)', async (t) => {
  const house = await boot(t)
  const { people, nobody } = house
  clock.freeze(now)
  await department(house, 'OPD')
  const desk = await people.with('reception', 'records')
  const manager = await people.with('manager')
  const admin = await people.administrator()
  const doctor = await clinician(house, 'Dr Amina Said')
  await weekdaysAt(manager, doctor, { portal_bookable: true })
  const mine = await withAccount(house, desk)
  const other = await withAccount(house, desk)

  await t.test('codes of the desk', async (t) => {
    const coded = async () => {
      const { id, birth_date } = await register(desk)
      const made = await desk.post(`/patients/${id}/portal-codes`, {
        checked_document: 'NATIONAL_ID',
      })
      return { code: made.data.code as string, birth_date }
    }
    const activate = (given: { code: string; birth_date: string }) => () =>
      nobody.post('/portal/activate', {
        ...given,
        password: 'long enough a secret',
        accept_terms: true,
      })
    const no = 'That code and birth date do not fit.'
    const used = await coded()
    t.equal((await activate(used)()).status, 200)
    const expired = await coded()
    clock.advance(hours(72) + 1)
    const [fresh, tried] = [await codedLater(), await codedLater()]
    async function codedLater() {
      const later = await people.with('reception', 'records')
      const { id, birth_date } = await register(later)
      const made = await later.post(`/patients/${id}/portal-codes`, {
        checked_document: 'NATIONAL_ID',
      })
      return { code: made.data.code as string, birth_date }
    }
    await eachRefused(t, [
      ['a wrong code', activate({ ...fresh, code: 'ABCDEFGHJK' }), 401, no],
      ['a used code', activate(used), 401, no],
      ['an expired code', activate(expired), 401, no],
    ])
    const wrong = activate({ ...tried, birth_date: '1901-01-01' })
    for (let n = 0; n < 5; n += 1) t.match(await wrong(), { status: 401, message: no })
    await eachRefused(t, [
      ['sixth try of a code', wrong, 429, 'Too many tries. Ask for a new code.'],
      ['the right date after it', activate(tried), 429, 'Too many tries. Ask for a new code.'],
    ])
    t.equal((await activate(fresh)()).status, 200, 'a code of somebody else still opens')
    clock.freeze(now)
  })

  await t.test('tokens at the wrong door (POR-2, POR-22)', (t) =>
    eachRefused(t, [
      [
        'portal token on /patients',
        () => mine.get('/patients'),
        403,
        'You do not have permission to do this. It needs patient:read.',
      ],
      [
        'staff token on /portal/me',
        () => admin.get('/portal/me'),
        403,
        'This address is for patients.',
      ],
    ]),
  )

  await t.test('things of another patient', async (t) => {
    const bill = newId()
    const result = newId()
    answering(t, patientBill, async (_caller, asked) =>
      asked.patient_id === other.id && asked.bill_id === bill
        ? {
            id: bill,
            number: 'BILL-1',
            date: '2026-03-10',
            due_on: null,
            status: 'OPEN',
            facility: 'Main',
            total: 100,
            paid: 0,
            balance: 100,
            lines: [],
          }
        : null,
    )
    answering(t, portalResult, async () => null)
    t.equal((await other.get(`/portal/bills/${bill}`)).status, 200)
    await eachRefused(t, [
      ['/portal/bills/:id', () => mine.get(`/portal/bills/${bill}`), 404, 'No such bill.'],
      [
        'a result not yet open to the patient',
        () => mine.get(`/portal/results/${result}`),
        404,
        'No such result.',
      ],
    ])
  })

  await t.test('bookings', async (t) => {
    const book =
      (scheduled_for: string, more = {}) =>
      () =>
        mine.post('/portal/appointments', { scheduled_for, clinician_id: doctor, ...more })
    const first = await book('2026-03-11T08:00+03:00', { patient_id: other.id })()
    t.equal(first.status, 201, first.message)
    const row = await desk.get(`/appointments/${first.data.id}`)
    t.equal(row.data.patient_id, mine.id, 'body with patient_id: the token’s patient is booked')
    for (const day of ['12', '13']) {
      t.equal((await book(`2026-03-${day}T08:00+03:00`)()).status, 201)
    }
    await eachRefused(t, [
      ['fourth open booking', book('2026-03-16T08:00+03:00'), 409, 'You already have 3 bookings.'],
    ])
    clock.freeze('2026-03-11T04:00:00.000Z')
    const signed = await nobody.post('/auth/login', {
      identifier: mine.number,
      password: mine.password,
    })
    const later = new Ask(house.app, signed.data.tokens.access_token)
    const cancel = () => later.post(`/portal/appointments/${first.data.id}/cancel`, {})
    await eachRefused(t, [
      [
        'cancel in the portal 1 h before',
        cancel,
        409,
        /^It is too late to change this here\. Please call .+\.$/,
      ],
    ])
    clock.freeze(now)
  })

  await t.test('acting for others', async (t) => {
    const kid = await register(desk, { birth_date: '2020-06-15', phone: null })
    const proxy = await desk.post(`/patients/${kid.id}/proxies`, {
      relationship: 'MOTHER',
      basis: 'PARENT',
      scope: ['RECORD'],
      holder_patient_id: mine.id,
    })
    t.equal(
      (await desk.post(`/portal-proxies/${proxy.data.id}/end`, { reason: 'over' })).status,
      200,
    )
    await eachRefused(t, [
      [
        'act for an ENDED proxy',
        () => mine.post(`/portal/proxies/${proxy.data.id}/act`),
        409,
        'You no longer act for this person.',
      ],
    ])
    const { birth_date } = (await desk.get(`/patients/${other.id}`)).data
    const asked = await mine.post('/portal/proxies', {
      number: other.number,
      birth_date,
      relationship: 'CHILD',
      scope: ['RECORD'],
    })
    t.match(asked, { status: 201, data: { status: 'REQUESTED' } }, 'an adult without consent')
  })

  await t.test('papers', async (t) => {
    await admin.patch('/portal-settings', { document_upload_enabled: true })
    const upload = (name: string, bytes: Buffer) => () =>
      mine.inject({
        method: 'POST',
        url: '/api/v1/portal/documents',
        ...multipart([
          ['title', 'Letter'],
          ['file', [name, bytes]],
        ]),
      })
    const program = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(500)])
    const large = Buffer.concat([pdf, Buffer.alloc(11 * 1024 * 1024)])
    await eachRefused(t, [
      ['upload of 11 MB', upload('large.pdf', large), 413, 'The file is larger than 10 MB.'],
      ['upload of .exe', upload('setup.exe', program), 400, 'Only PDF, JPEG and PNG are accepted.'],
    ])
  })
})
