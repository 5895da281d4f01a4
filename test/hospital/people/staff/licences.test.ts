// Licences, and what others are told of them (people 2.2, 3.3, HR-13, HR-14).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { mayPractise, staffById } from '../../../../db/hospital/neighbours/people.ts'
import { boot } from '../../../support/boot.ts'
import { staffDesk } from '../../../support/staff.ts'

t.test('licences', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  clock.freeze('2026-03-31T06:00:00.000Z')
  const { officer, manager, hire, cadre, link } = await staffDesk(house)
  let count = 0
  const written = async (staff_id: string, more: Record<string, unknown> = {}) => {
    count += 1
    return officer.post('/hr/licences', {
      staff_id,
      kind: 'PRACTISING',
      board: 'Tanzania Nursing and Midwifery Council',
      licence_no: `RN/${count}`,
      expires_on: '2026-12-31',
      ...more,
    })
  }
  const may = (id: string, date = '2026-03-31', always = false) =>
    mayPractise(system, id, date, { always })
  const status = async (id: string) => (await officer.get(`/hr/staff/${id}`)).data.licence_status

  t.test('what is refused (6, HR-3)', async (t) => {
    const nurse = await hire()
    const bad: [string, Record<string, unknown>, number, string][] = [
      [
        'no last day',
        { expires_on: null },
        400,
        'expires_on is required for a practising licence.',
      ],
      [
        'no last day of a permit',
        { kind: 'PERMIT', expires_on: null },
        400,
        'expires_on is required for a permit.',
      ],
      ['issued tomorrow', { issued_on: '2026-04-01' }, 400, 'issued_on is in the future.'],
      [
        'over before it began',
        { issued_on: '2026-01-01', expires_on: '2026-01-01' },
        400,
        'expires_on must be after issued_on.',
      ],
      ['a paper of no file', { attachment_id: 'x' }, 404, 'No such attachment.'],
    ]
    for (const [what, more, code, message] of bad) {
      const refused = await written(nurse.id, more)
      t.equal(refused.message, message, what)
      t.equal(refused.status, code, what)
    }
    t.match(await written('nobody'), { status: 404, message: 'No such staff member.' })
    const first = await written(nurse.id, { licence_no: 'RN 77' })
    t.equal(first.status, 201, first.message)
    const other = await hire()
    const same = await written(other.id, {
      licence_no: 'rn 77',
      board: 'TANZANIA nursing and midwifery council',
    })
    t.equal(same.status, 409)
    t.match(same.message, `is already that of ${nurse.staff_number} ${nurse.full_name}.`)
    t.equal((await written(other.id, { licence_no: 'RN 77', board: 'Another' })).status, 201)
  })

  t.test('what a licence is worth on a day (HR-13)', async (t) => {
    const nurse = await hire()
    t.equal(await status(nurse.id), 'MISSING')
    const { data } = await written(nurse.id, { kind: 'REGISTRATION', expires_on: null })
    t.match(data, { status: 'VALID', days_left: null })
    t.equal(await status(nurse.id), 'MISSING', 'to be registered is not to practise')
    await written(nurse.id, { expires_on: '2026-03-30' })
    t.equal(await status(nurse.id), 'EXPIRED')
    await written(nurse.id, { expires_on: '2026-03-31' })
    t.equal(await status(nurse.id), 'EXPIRING', 'the last day counts')
    await written(nurse.id, { expires_on: '2026-06-29' })
    t.equal(await status(nurse.id), 'EXPIRING', '90 days')
    await written(nurse.id, { expires_on: '2026-06-30' })
    t.equal(await status(nurse.id), 'VALID')
    const intern = await hire({ employment_type: 'INTERN', contract_ends: '2026-12-31' })
    await written(intern.id, { kind: 'REGISTRATION', expires_on: null })
    t.equal(await status(intern.id), 'VALID', 'an intern works on a registration')
    const found = await officer.get('/hr/licences', { status: 'EXPIRED', staff_id: nurse.id })
    t.match(found.data, [{ expires_on: '2026-03-30', days_left: -1, status: 'EXPIRED' }])
    t.equal((await officer.get('/hr/licences', { search: nurse.full_name })).meta?.total, 5)
  })

  t.test('whether somebody may sign (HR-14)', async (t) => {
    const nurse = await hire()
    const guard = await hire({ cadre_id: await cadre('GUARD') })
    const none = 'You have no practising licence on record.'
    t.same(await may(guard.id), { answer: 'OK', message: null })
    t.same(await may(nurse.id), { answer: 'WARN', message: none })
    await written(nurse.id, { licence_no: 'RN 900', expires_on: '2026-03-10' })
    const over = 'Your practising licence expired on 2026-03-10.'
    t.same(await may(nurse.id), { answer: 'WARN', message: over })
    t.same(await may(nurse.id, '2026-03-10'), { answer: 'OK', message: null })
    t.same(await may(nurse.id, '2026-03-31', true), { answer: 'BLOCK', message: over })
    await manager.patch('/hr/settings', { licence_clinical: 'BLOCK' })
    t.same(await may(nurse.id), { answer: 'BLOCK', message: over })
    await manager.patch('/hr/settings', { licence_grace_days: 21 })
    t.same(await may(nurse.id), { answer: 'OK', message: null }, 'the days of grace')
    t.equal((await may(nurse.id, '2026-04-01')).answer, 'BLOCK')
    await manager.patch('/hr/settings', { licence_clinical: 'OFF', licence_grace_days: 0 })
    t.same(await may(nurse.id), { answer: 'OK', message: null })
    t.equal((await may(nurse.id, '2026-03-31', true)).answer, 'BLOCK', 'a witness is never let go')
    await manager.patch('/hr/settings', { licence_clinical: 'WARN' })
    t.match(await staffById(system, nurse.id), { licence_no: 'RN 900' })
  })

  t.test('renewed, verified by another, revoked (3.3)', async (t) => {
    const nurse = await hire()
    const { data } = await written(nurse.id, { expires_on: '2026-04-30' })
    const path = `/hr/licences/${data.id}`
    const shorter = await officer.post(`${path}/renew`, { expires_on: '2026-04-30' })
    t.equal(shorter.message, 'expires_on must be after 2026-04-30.')
    const own = await people.holding('licence:write', 'staff:read', 'hr:all')
    await link(own, nurse.id)
    const note = { verify_note: 'Register of the council' }
    t.equal(
      (await own.post(`${path}/verify`, note)).message,
      'Somebody else must verify your licence.',
    )
    const sure = await officer.post(`${path}/verify`, note)
    t.match(sure.data, { verified_on: '2026-03-31', verified_by_name: officer.user.full_name })
    const longer = await officer.post(`${path}/renew`, { expires_on: '2027-04-30' })
    t.match(longer.data, { expires_on: '2027-04-30', status: 'VALID', verified_on: null })
    t.equal((await officer.patch(path, { licence_no: 'RN 5' })).data.licence_no, 'RN 5')
    t.equal((await officer.post(`${path}/revoke`, {})).message, 'reason is required.')
    const gone = await officer.post(`${path}/revoke`, { reason: 'Struck off' })
    t.match(gone.data, { status: 'REVOKED', revoked_reason: 'Struck off' })
    t.equal(await status(nurse.id), 'MISSING')
    t.match(await officer.post(`${path}/renew`, { expires_on: '2028-04-30' }), { status: 409 })
    const far = await people.holding('licence:write', 'staff:read')
    t.match(await far.post(`${path}/revoke`, { reason: 'Not mine' }), { status: 404 })
  })
})
