// Staff records: taking people on, who sees what, and what happens to them (people 2.1, 3.1, HR-1 to HR-9).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { cliniciansNamed } from '../../../../db/hospital/neighbours/duty.ts'
import { staffNames } from '../../../../db/hospital/neighbours/parties.ts'
import {
  employmentOf,
  staffById,
  staffOf,
  staffWhoLeft,
} from '../../../../db/hospital/neighbours/people.ts'
import { newId } from '../../../../db/core/ids.ts'
import { boot } from '../../../support/boot.ts'
import { staffDesk } from '../../../support/staff.ts'

t.test('staff records', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  clock.freeze('2026-03-31T06:00:00.000Z')
  const desk = await staffDesk(house)
  const { officer, manager, hire, body, cadre, link } = desk
  const nurse = await people.with('nurse')

  t.test('nobody is linked: everybody signs by name (HR-2, HR-140)', async (t) => {
    t.equal(await staffOf({ ...system, user_id: nurse.user.id }), undefined)
    t.equal(await staffById(system, newId()), undefined, 'no staff is kept')
    t.equal(await staffById(system, 'nobody'), null)
    const first = await hire()
    t.equal(await staffOf({ ...system, user_id: nurse.user.id }), undefined, 'still no link')
    await link(nurse, first.id)
    t.match(await staffOf({ ...system, user_id: nurse.user.id }), {
      staff_id: first.id,
      name: first.full_name,
      cadre: 'Registered Nurse',
      status: 'ACTIVE',
      clinical: true,
    })
    t.equal(await staffOf({ ...system, user_id: officer.user.id }), null, 'an account without one')
    t.match(await staffById(system, first.id), { staff_id: first.id })
    t.equal(await staffById(system, newId()), null)
    t.match(await cliniciansNamed(system, first.full_name.toUpperCase()), [{ staff_id: first.id }])
    t.same(await staffNames(system, [first.id]), [{ id: first.id, name: first.full_name }])
    t.equal((await employmentOf(system, [first.id])).get(first.id), 'PROBATION')
    t.same(await staffWhoLeft(system), [])
  })

  t.test('what is refused (6, HR-3, HR-4)', async (t) => {
    const asha = await hire({
      national_id: '19900101-12345-12345-12',
      tin: '100-200-300',
      date_of_birth: '1990-01-01',
      first_name: 'Asha',
      last_name: 'Juma',
    })
    t.equal(asha.national_id, '19900101123451234512')
    const whose = `${asha.staff_number} Asha Juma`
    const bad: [string, Record<string, unknown>, number, string][] = [
      ['no cadre', { cadre_id: undefined }, 400, 'cadre_id is required.'],
      ['cadre of nobody', { cadre_id: newId() }, 404, 'No such cadre.'],
      [
        'a department of nobody',
        { department: 'Wadi 7' },
        400,
        'department: there is no department "Wadi 7" at this branch.',
      ],
      [
        'an identity twice',
        { national_id: '19900101123451234512' },
        409,
        `National ID 19900101123451234512 is already ${whose}.`,
      ],
      ['a TIN twice', { tin: '100-200-300' }, 409, `TIN 100-200-300 is already ${whose}.`],
      ['a short identity', { national_id: '1990' }, 400, 'national_id must be twenty digits.'],
      ['a year ahead', { hired_on: '2027-03-31' }, 400, 'hired_on is more than 60 days ahead.'],
      [
        'a child',
        { date_of_birth: '2015-01-01' },
        400,
        'date_of_birth must make an age between 15 and 90.',
      ],
      [
        'hired as a child',
        { date_of_birth: '2000-01-01', hired_on: '2014-12-31' },
        400,
        'hired_on is before the age of 15.',
      ],
      [
        'a contract without an end',
        { employment_type: 'CONTRACT' },
        400,
        'contract_ends is required for CONTRACT.',
      ],
      [
        'an end before the start',
        { employment_type: 'LOCUM', contract_ends: '2026-01-05' },
        400,
        'contract_ends must be after the contract starts.',
      ],
      [
        'shares of 90',
        {
          next_of_kin: [
            {
              name: 'Juma',
              relationship: 'husband',
              phone: '0712000001',
              is_beneficiary: true,
              share_pct: 90,
            },
          ],
        },
        400,
        'next_of_kin: the shares add up to 90, not to 100.',
      ],
      [
        'a wild number',
        { staff_number: 'ST 1' },
        400,
        'staff_number: must be 1 to 20 letters, digits, / and -.',
      ],
      ['no country', { nationality: 'XX' }, 400, 'nationality is not a country code like TZ.'],
      ['no telephone', { phone: 'none' }, 400, 'phone is not a telephone number.'],
      ['no supervisor', { supervisor_id: newId() }, 404, 'No such staff member.'],
      [
        'the same person',
        { first_name: 'Asha', last_name: 'Juma', date_of_birth: '1990-01-01' },
        409,
        `${whose} has the same name and birth date: give confirm_duplicate when they are two people.`,
      ],
    ]
    for (const [what, more, status, message] of bad) {
      const refused = await officer.post('/hr/staff', await body(more))
      t.equal(refused.message, message, what)
      t.equal(refused.status, status, what)
    }
    const twin = await officer.post(
      '/hr/staff',
      await body({
        first_name: 'Asha',
        last_name: 'Juma',
        date_of_birth: '1990-01-01',
        confirm_duplicate: true,
      }),
    )
    t.equal(twin.status, 201, twin.message)
  })

  t.test(
    'a number of one’s own is given once, and the sequence goes round it (HR-3)',
    async (t) => {
      const last = await hire()
      const next = `ST-${String(Number(last.staff_number.slice(3)) + 1).padStart(5, '0')}`
      const own = await hire({ staff_number: next })
      t.equal(own.staff_number, next)
      const after = await hire()
      t.not(after.staff_number, next)
      const again = await officer.post('/hr/staff', await body({ staff_number: next }))
      t.equal(again.message, `Number ${next} is already ${next} ${own.full_name}.`)
    },
  )

  t.test('the first state, and gaps that show and block nothing (3.1, HR-8)', async (t) => {
    const doctor = await hire({ cadre_id: await cadre('MO') })
    t.match(doctor, {
      status: 'PROBATION',
      probation_ends_on: '2026-07-05',
      licence_status: 'MISSING',
      gaps: ['LICENCE_MISSING', 'NO_BANK', 'NO_TIN', 'NO_NEXT_OF_KIN'],
      retires_on: null,
    })
    const locum = await hire({
      employment_type: 'LOCUM',
      contract_ends: '2026-03-30',
      cadre_id: await cadre('GUARD'),
      nationality: 'ke',
      date_of_birth: '1992-02-29',
      next_of_kin: [
        { name: 'Neema', relationship: 'sister', phone: '0712000009', is_emergency: true },
      ],
    })
    t.match(locum, {
      status: 'ACTIVE',
      licence_status: 'NOT_NEEDED',
      gaps: ['CONTRACT_ENDED', 'WORK_PERMIT_MISSING', 'NO_BANK', 'NO_TIN'],
      retires_on: '2052-02-29',
    })
    const found = await officer.get('/hr/staff', { gap: 'CONTRACT_ENDED' })
    t.same(
      found.data.map((one: { id: string }) => one.id),
      [locum.id],
    )
    t.same(found.data[0].gaps, locum.gaps, 'a list says the same as the record')
  })

  t.test('who sees what: the directory, the record, the whole (HR-1)', async (t) => {
    const head = await people.with('supervisor')
    const chief = await hire({ first_name: 'Chief' })
    await link(head, chief.id)
    const below = await hire({
      supervisor_id: chief.id,
      tin: '555',
      date_of_birth: '1991-05-05',
      next_of_kin: [
        { name: 'Kin', relationship: 'mother', phone: '0712000008', is_emergency: true },
      ],
    })
    const lower = await hire({ supervisor_id: below.id })
    const other = await hire({ email: 'far@example.com' })
    const seen = async (id: string) => (await head.get(`/hr/staff/${id}`)).data
    t.match(await seen(below.id), { birth_year: 1991, supervisor_name: chief.full_name })
    t.same((await seen(below.id)).next_of_kin, [{ name: 'Kin', phone: '+255712000008' }])
    for (const field of ['tin', 'date_of_birth', 'national_id', 'dependants'])
      t.notOk(field in (await seen(below.id)), `${field} is for who may see it`)
    t.match(await seen(lower.id), { gaps: Array }, 'down the line')
    t.equal((await seen(other.id)).full_name, other.full_name, 'the directory is of everybody')
    t.notOk('email' in (await seen(other.id)), 'and of no more than the directory')
    t.match(await seen(chief.id), { tin: null, dependants: [] }, 'the own record is whole')
    t.match((await officer.get(`/hr/staff/${below.id}`)).data, { tin: '555' })
    const listed = (await head.get('/hr/staff', { search: 'Asha', gap: 'NO_BANK' })).data
    t.same(
      new Set(listed.map((one: { id: string }) => one.id)),
      new Set([below.id, lower.id]),
      'gaps of one’s own people alone',
    )
    const acting = await people.holding('staff:status', 'staff:read', 'staff:write')
    await link(acting, (await hire()).id)
    t.match(await acting.post(`/hr/staff/${other.id}/confirm`, {}), { status: 404 })
    t.match(await acting.patch(`/hr/staff/${other.id}`, { title: 'Ms' }), { status: 404 })
    t.match(await acting.get(`/hr/staff/${other.id}/postings`), { status: 404 })
    const chief_of = await manager.patch('/hr/settings', {
      department_heads: [
        { facility_id: house.facility_id, department: 'labour WARD', staff_id: chief.id },
      ],
    })
    t.equal(chief_of.status, 200, chief_of.message)
    t.equal(chief_of.data.department_heads[0].department, 'Labour ward')
    t.ok('email' in (await seen(other.id)), 'a head sees the department')
    await manager.patch('/hr/settings', { department_heads: [] })
  })

  t.test('a circle of supervisors is refused (HR-6)', async (t) => {
    const peter = await hire({ first_name: 'Peter', last_name: 'Moshi' })
    const asha = await hire({ supervisor_id: peter.id })
    const circle = await officer.patch(`/hr/staff/${peter.id}`, { supervisor_id: asha.id })
    t.equal(circle.message, `That would make a circle: ${asha.full_name} reports to Peter Moshi.`)
    t.equal(circle.status, 409)
    const own = await officer.patch(`/hr/staff/${peter.id}`, { supervisor_id: peter.id })
    t.equal(own.message, 'Peter Moshi cannot be the own supervisor.')
  })

  t.test('what moves people is not written over (HR-7)', async (t) => {
    const one = await hire()
    const changed = await officer.patch(`/hr/staff/${one.id}`, {
      job_title: 'Director',
      status: 'EXITED',
      title: 'Ms',
      languages: ['Swahili'],
    })
    t.match(changed.data, { job_title: 'Nurse', status: 'PROBATION', title: 'Ms' })
    const stale = await officer
      .with({ 'if-match': '1' })
      .patch(`/hr/staff/${one.id}`, { title: 'Dr' })
    t.equal(stale.status, 409)
  })

  t.test('confirmed, transferred, suspended and back (3.1)', async (t) => {
    const one = await hire()
    const path = `/hr/staff/${one.id}`
    const account = await people.with('nurse')
    await link(account, one.id)
    t.equal((await officer.post(`${path}/confirm`, {})).status, 403)
    const early = await manager.post(`${path}/confirm`, { confirmed_on: '2025-12-31' })
    t.equal(early.message, 'confirmed_on is before hired_on.')
    const sure = await manager.post(`${path}/confirm`, { note: 'Does well' })
    t.match(sure.data, { status: 'ACTIVE', confirmed_on: '2026-03-31' })
    const again = await manager.post(`${path}/confirm`, {})
    t.equal(
      again.message,
      `Staff member ${one.staff_number} ${one.full_name} is ACTIVE. It can: transfer, promote, suspend.`,
    )
    const theatre = await desk.department('Theatre')
    const where = { department: theatre, effective_on: '2026-04-01', reason: 'Short there' }
    t.equal(
      (await manager.post(`${path}/transfer`, where)).message,
      'effective_on is in the future.',
    )
    const sent = await manager.post(`${path}/transfer`, { ...where, effective_on: '2026-03-31' })
    t.match(sent.data, { department: 'Theatre', status: 'ACTIVE' })
    const off = await manager.post(`${path}/suspend`, {
      reason: 'Under inquiry',
      from: '2026-03-31',
      pay_pct: 50,
    })
    t.match(off.data, { status: 'SUSPENDED', suspended_from: '2026-03-31' })
    t.equal((await account.get('/auth/me')).status, 401, 'the account is shut')
    const back = await manager.post(`${path}/reinstate`, { reason: 'Cleared' })
    t.match(back.data, { status: 'ACTIVE', suspended_from: null })
    const lines = await officer.get(`${path}/postings`)
    t.same(
      lines.data.map((line: { kind: string }) => line.kind),
      ['HIRE', 'CONFIRM', 'TRANSFER', 'SUSPENSION', 'REINSTATEMENT'],
    )
    t.match(lines.data[2], { from: { department: 'Labour ward' }, to: { department: 'Theatre' } })
    t.same(
      back.data.history.map(({ move }: { move: string }) => move),
      ['hire', 'confirm', 'transfer', 'suspend', 'reinstate'],
    )
    const self = await people.holding('staff:status', 'hr:all', 'staff:read')
    const own = await hire()
    await link(self, own.id)
    t.equal(
      (await self.post(`/hr/staff/${own.id}/confirm`, {})).message,
      'You cannot confirm yourself.',
    )
  })

  t.test('a promotion and another contract (HR-7)', async (t) => {
    const one = await hire()
    const path = `/hr/staff/${one.id}/promote`
    const ask = (more: Record<string, unknown>) =>
      manager.post(path, {
        kind: 'PROMOTION',
        effective_on: '2026-03-31',
        reason: 'Did well',
        ...more,
      })
    t.equal((await ask({})).message, `That changes nothing for ${one.full_name}.`)
    const up = await ask({
      grade: 'TGHS C',
      job_title: 'Ward in-charge',
      cadre_id: await cadre('MW'),
    })
    t.match(up.data, {
      grade: 'TGHS C',
      job_title: 'Ward in-charge',
      cadre: 'Midwife',
      status: 'PROBATION',
    })
    const open = await ask({ kind: 'CONTRACT', employment_type: 'CONTRACT' })
    t.equal(open.message, 'contract_ends is required for CONTRACT.')
    const ended = { kind: 'CONTRACT', employment_type: 'CONTRACT', contract_ends: '2027-03-31' }
    t.match((await ask(ended)).data, { employment_type: 'CONTRACT', contract_ends: '2027-03-31' })
    t.equal((await ask({ cadre_id: newId() })).status, 404)
    const lines = (await officer.get(`/hr/staff/${one.id}/postings`)).data
    t.match(lines[1], {
      kind: 'PROMOTION',
      from: { cadre: 'Registered Nurse' },
      to: { cadre: 'Midwife' },
    })
  })

  t.test('an account is opened with the record, or linked to it (HR-5)', async (t) => {
    const without = await officer.post('/hr/staff', await body({ create_user: { role_ids: [] } }))
    t.equal(without.status, 201, without.message)
    t.ok(without.data.account.user_id)
    t.equal(without.data.user_id, without.data.account.user_id)
    const free = await people.with('cashier')
    const linked = await hire({ user_id: free.user.id })
    t.equal(linked.user_id, free.user.id)
    const taken = await officer.post('/hr/staff', await body({ user_id: free.user.id }))
    t.equal(taken.message, `The account ${free.user.username} belongs to another staff record.`)
    t.equal((await officer.patch(`/hr/staff/${linked.id}`, { user_id: null })).data.user_id, null)
  })

  t.test('cadres: those that ship, and a new one (2.2)', async (t) => {
    const listed = await nurse.get('/hr/cadres', { group: 'NURSING' })
    t.same(
      listed.data.map((one: { code: string }) => one.code),
      ['EN', 'MW', 'NA', 'RN'],
    )
    const odd = { code: 'ott', name: 'Operating Theatre Technician', group: 'ALLIED' }
    t.equal((await officer.post('/hr/cadres', odd)).status, 403)
    const made = await manager.post('/hr/cadres', { ...odd, cpd_points_year: 10.5 })
    t.match(made.data, { code: 'OTT', cpd_points_year: 10.5, licence_required: false })
    t.equal(
      (await manager.post('/hr/cadres', { ...odd, name: 'Other' })).message,
      'The code OTT is taken.',
    )
    const unnamed = await manager.post('/hr/cadres', { ...odd, code: 'X', licence_required: true })
    t.equal(unnamed.message, 'board is required: who licenses them.')
  })
})
