// The day that is being lived in a demonstration : every screen, list and report has something to
// show, and the books hold.

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { loadDemo } from '../../../../db/hospital/tenants/demo/load.ts'
import { bodyOf, complaints } from '../../../../db/hospital/tenants/demo/complaints.ts'
import { chanceOf } from '../../../../db/hospital/tenants/demo/chance.ts'
import { shipDepartments } from '../../../../db/hospital/office/places/shipped-departments.ts'
import { within } from '../../../../db/store/connection.ts'
import { referrals } from '../../../../db/hospital/desk/referrals/tables.ts'
import { bill_items } from '../../../../db/hospital/money/billing/bills/tables.ts'
import { visits } from '../../../../db/hospital/desk/visits/tables.ts'
import { vitals } from '../../../../db/hospital/desk/vitals/tables.ts'
import { blood_units } from '../../../../db/hospital/diagnostics/blood-bank/units/tables.ts'
import {
  ambulance_requests,
  ambulance_vehicles,
} from '../../../../db/hospital/modules/ambulance/tables.ts'
import { pregnancies } from '../../../../db/hospital/modules/maternity/pregnancies/tables.ts'
import { mortuary_cabinets } from '../../../../db/hospital/modules/mortuary/tables.ts'
import { tb_cases } from '../../../../db/hospital/modules/tb-ctc/tb/tables.ts'
import { theatres } from '../../../../db/hospital/modules/theatre/rooms/tables.ts'
import { verify } from '../../../../db/hospital/goods/stock/value/verify.ts'
import { rebuilt } from '../../../support/money/books.ts'
import { boot } from '../../../support/boot.ts'
import { allModulesOn } from '../../../support/modules-on.ts'

t.test('a demonstration that goes on today ', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-31T09:00:00.000Z')
  const { people, system, hospital } = house
  const hospital_id = hospital.id
  await allModulesOn(house)
  await within(() => shipDepartments(hospital_id))
  const made = await loadDemo(system, { patients: 400, days: 120, seed: 3, until: null })
  t.match(made.today, {
    waiting: 12,
    emergencies: 4,
    deaths: 1,
    sales: 6,
    bills: 5,
    claims: 3,
    tests: 6,
    images: 3,
  })

  t.test('people wait, and those who are ill are called out', async (t) => {
    const nurse = await people.with('nurse')
    const waiting = await visits.count({ hospital_id, opened_on: '2026-03-31', status: 'WAITING' })
    t.ok(waiting >= 12, `${waiting} wait`)
    const alerts = (await nurse.get('/vital-alerts')).data as { kind: string; severity: string }[]
    t.ok(alerts.length >= 2, JSON.stringify(alerts))
    t.ok(alerts.some(({ severity }) => severity === 'DANGER'))
    const board = (await nurse.get('/emergencies')).data
    t.equal(board.length, 4)
  })

  t.test('each part that is switched on has a few records', async (t) => {
    t.equal(await pregnancies.count({ hospital_id, status: 'OPEN' }), 3)
    t.equal(await tb_cases.count({ hospital_id }), 2)
    t.equal(await tb_cases.count({ hospital_id, status: 'ON_TREATMENT' }), 1)
    t.equal(await ambulance_vehicles.count({ hospital_id }), 2)
    t.equal(await ambulance_requests.count({ hospital_id }), 1)
    t.equal(await theatres.count({ hospital_id }), 2)
    t.equal(await mortuary_cabinets.count({ hospital_id }), 1)
    t.equal(await blood_units.count({ hospital_id, status: 'AVAILABLE' }), 3)
  })

  t.test('children are weighed by the growth tables', async (t) => {
    const all = await vitals.all({ hospital_id })
    const small = all.filter(({ age_days }) => age_days < 5 * 365)
    t.ok(small.length > 50)
    t.ok(small.every(({ growth }) => growth !== null))
    const ill = small.filter(({ growth }) => Number(growth?.['weight_for_age_z'] ?? 0) < -3)
    t.ok(ill.length < small.length / 10, `${ill.length} of ${small.length} far below`)
  })

  t.test('a body is one of a child of that age', async (t) => {
    for (let n = 0; n < 500; n += 1) {
      const { height, weight } = bodyOf(chanceOf(n), 46 / 12, false)
      t.ok(height > 90 && height < 113 && weight > 11.5 && weight < 21, `${height} ${weight}`)
    }
  })

  t.test('nobody is sent to the eyes for a fever, or anywhere for a running nose', async (t) => {
    const sent = await referrals.all({ hospital_id })
    const minor = new Set(
      complaints.flatMap(({ says, is_minor }) => (is_minor === true ? [says] : [])),
    )
    t.ok(minor.has('Running nose and sore throat'))
    t.same(
      sent.filter(({ reason }) => minor.has(reason ?? '')).map(({ reason }) => reason),
      [],
    )
    for (const { facility, reason } of sent) {
      t.equal(facility === 'Eye Hospital', /\beye/i.test(reason ?? ''), `${facility}: ${reason}`)
    }
  })

  t.test(
    'the laboratory has tubes at every step, and a value that somebody must hear of',
    async (t) => {
      const bench = await people.with('lab_technician')
      for (const list of ['COLLECT', 'RECEIVE', 'ENTER', 'VERIFY']) {
        t.ok((await bench.get('/diagnostics/worklist', { list })).data.length > 0, list)
      }
      const alerts = (await bench.get('/diagnostics/critical')).data as { value: string }[]
      t.ok(
        alerts.some(({ value }) => value === '7.1 mmol/L'),
        JSON.stringify(alerts),
      )
    },
  )

  t.test('an X-ray was read, one waits for its reader, another image is booked', async (t) => {
    const reader = await people.with('radiologist')
    const studies = await reader.whole('/diagnostics/imaging/studies')
    const states = studies.map(({ status, report_status }) => `${status} ${report_status}`)
    t.same(
      states.toSorted((a, b) => (a < b ? -1 : 1)),
      ['ACQUIRED FINAL', 'ACQUIRED NONE', 'SCHEDULED NONE'],
    )
    const final = studies.find(({ report_status }) => report_status === 'FINAL')
    const { report } = (await reader.get(`/diagnostics/imaging/studies/${final.id}`)).data
    t.match(report.impression, /^Right lower lobe pneumonia/)
  })

  t.test('goods are ordered at every step, some came, some are owed', async (t) => {
    const boss = await people.with('manager', 'accountant')
    const orders = await boss.whole('/procurement/orders')
    t.same(
      new Set(orders.map(({ status }) => status)),
      new Set(['DRAFT', 'SUBMITTED', 'SENT', 'PART_RECEIVED', 'CLOSED']),
    )
    const invoices = await boss.whole('/procurement/invoices')
    t.same(new Set(invoices.map(({ status }) => status)), new Set(['EXCEPTION', 'POSTED']))
    t.match(await boss.whole('/procurement/payments'), [{ status: 'SUBMITTED' }])
    const levels = await boss.whole('/stock/levels')
    const main = levels.filter(({ store_name }) => store_name === 'Central store')
    t.same(new Set(main.map(({ quantity }) => quantity)), new Set([1000, 3000]))
  })

  t.test(
    'a pharmacy has moved for ninety days, with lots past their day and a recall',
    async (t) => {
      const boss = await people.with('manager', 'pharmacy_manager', 'accountant')
      const products = await boss.whole('/stock/products', { search: 'ceftriaxone' })
      const card = await boss.whole(`/stock/products/${products[0].id}/card`)
      t.ok(card.length >= 30, `${card.length} moves`)
      t.equal(card.at(-1).at.slice(0, 10), '2025-12-31', 'the oldest is of ninety days ago')
      const board = (await boss.get('/stock/expiry', { totals: 'true' })).meta
      const { totals } = board as unknown as { totals: Record<string, { rows: number }> }
      for (const bucket of ['EXPIRED', 'D30', 'D60', 'D180']) {
        t.ok((totals[bucket]?.rows ?? 0) > 0, bucket)
      }
      const [recall] = await boss.whole('/stock/recalls')
      t.match(recall, { status: 'OPEN', lots: ['GL501'] })
      t.ok(recall.figures.issued_patients > 0 && recall.figures.quarantined > 0)
      t.equal(recall.figures.unaccounted, 0)
      const states = async (path: string) =>
        new Set((await boss.whole(path)).map(({ status }) => status))
      t.same(await states('/stock/requisitions'), new Set(['SUBMITTED', 'PART_ISSUED']))
      t.same(await states('/stock/transfers'), new Set(['SENT']))
      t.same(await states('/stock/counts'), new Set(['COUNTING']))
      t.ok((await boss.whole('/stock/reorder')).length > 0, 'something is to be bought')
      const proofs = await verify(system)
      t.same(
        proofs.filter(({ failed }) => failed > 0),
        [],
        'stock is whole',
      )
    },
  )

  t.test('two wards are at work: beds, nights, what is due, and one who may go home', async (t) => {
    const nurse = await people.with('nurse', 'nurse_in_charge', 'accountant')
    const wards = await nurse.whole('/wards')
    t.same(
      new Set(wards.map(({ name, beds }) => `${name} ${beds.occupied} ${beds.out_of_service}`)),
      new Set(['Children’s ward 2 0', 'Medical ward 4 1']),
    )
    const states = (await nurse.whole('/admissions')).map(({ status }) => status)
    t.same(
      states.toSorted((a, b) => (a < b ? -1 : 1)),
      [
        'ADMITTED',
        'ADMITTED',
        'ADMITTED',
        'ADMITTED',
        'ADMITTED',
        'CLINICALLY_DISCHARGED',
        'REQUESTED',
      ],
    )
    const [medical] = wards.filter(({ name }) => name === 'Medical ward')
    const board = (await nurse.get(`/wards/${medical.id}/board`)).data
    const taken = board.beds.filter(({ lying }: { lying: unknown }) => lying !== null)
    t.equal(taken.length, 4)
    t.equal(board.waiting.length, 1)
    const tasks = await nurse.whole('/nursing/tasks', { ward_id: medical.id, status: 'OPEN' })
    t.ok(tasks.length >= 5, `${tasks.length} tasks`)
    const doses = await nurse.whole('/nursing/doses', { ward_id: medical.id })
    const given = doses.filter(({ status }) => status === 'GIVEN')
    t.ok(given.length >= 1 && doses.length > given.length, `${given.length} of ${doses.length}`)
    const nights = await bill_items.all({ hospital_id, source: 'bed_day' })
    t.ok(nights.length >= 12, `${nights.length} nights on bills`)
    t.ok(nights.every(({ unit_price }) => unit_price !== null))
  })

  t.test('money was taken, some is owed, and the books hold', async (t) => {
    const manager = await people.with('accountant')
    const bills = (await manager.get('/billing/bills', { per_page: '50' })).data as {
      status: string
    }[]
    const states = new Set(bills.map(({ status }) => status))
    t.same(
      [...states].toSorted((a, b) => a.localeCompare(b)),
      ['DRAFT', 'ISSUED', 'PART_PAID', 'SETTLED'],
    )
    await rebuilt(t, house)
  })

  t.test('the pharmacy has prescriptions waiting, a ward has handed over', async (t) => {
    const nurse = await people.with('nurse_in_charge', 'doctor', 'pharmacist')
    for (const [path, least] of [
      ['/prescriptions', 4],
      ['/pharmacy/queue', 2],
      ['/nursing/handovers', 1],
    ] as const) {
      const { meta, message } = await nurse.get(path)
      t.ok((meta?.total ?? 0) >= least, `${path}: ${meta?.total} ${message}`)
    }
  })

  t.test('no list that is short anywhere is empty', async (t) => {
    const house_of = await people.administrator()
    for (const path of [
      '/clinic-schedules',
      '/appointment-waitlist',
      '/queue-displays',
      '/referral-facilities',
      '/patients/unknown',
      '/vulnerable-groups',
      '/billing/exemptions',
      '/hr/mandatory-courses',
      '/commercial/discount-rules',
    ]) {
      const { data, message } = await house_of.get(path)
      t.ok(data?.length > 0, `${path}: ${message}`)
    }
  })

  t.test('money was paid ahead, asked back, waived, corrected and spent', async (t) => {
    const boss = await people.with('manager', 'cashier', 'welfare')
    for (const [path, states] of [
      ['/billing/deposits', ['OPEN']],
      ['/billing/refunds', ['APPROVED', 'REQUESTED']],
      ['/billing/waivers', ['REQUESTED']],
      ['/billing/credit-notes', ['DRAFT']],
      ['/billing/expenses', ['APPROVED', 'DRAFT', 'PAID', 'SUBMITTED']],
    ] as const) {
      const { data, message } = await boss.get(path)
      const found = new Set((data as { status: string }[] | null)?.map(({ status }) => status))
      for (const state of states)
        t.ok(found.has(state), `${path}: ${[...found].join(', ')} ${message}`)
    }
  })

  t.test('who works there has licences, shifts, leave and pay', async (t) => {
    const boss = await people.with('hr_officer', 'hr_manager', 'supervisor', 'payroll_officer')
    const staff = await boss.whole('/hr/staff')
    t.equal(staff.length, 12)
    t.ok(staff.every(({ status }) => status === 'ACTIVE'))
    const licences = await boss.whole('/hr/licences')
    t.same(new Set(licences.map(({ status }) => status)), new Set(['VALID', 'EXPIRING', 'EXPIRED']))
    t.match(await boss.whole('/hr/rosters'), [{ status: 'PUBLISHED', department: 'Nursing' }])
    const accounts = await boss.whole('/hr/bank-accounts')
    t.same(new Set(accounts.map(({ status }) => status)), new Set(['ACTIVE']))
    const leave = await boss.whole('/hr/leave')
    t.same(new Set(leave.map(({ status }) => status)), new Set(['REQUESTED', 'APPROVED']))
    const applicants = await boss.whole('/hr/applicants')
    t.same(
      new Set(applicants.map(({ stage }) => stage)),
      new Set(['APPLIED', 'SHORTLISTED', 'INTERVIEWED']),
    )
    const runs = await boss.whole('/hr/payroll-runs')
    const counted = Object.fromEntries(runs.map((run) => [run.status, run.staff_count]))
    t.same(counted, { DRAFT: 0, POSTED: 12 })
  })

  t.test('employers were offered something, one owes, one waits', async (t) => {
    const officer = await people.with('corporate', 'accountant')
    const clients = await officer.whole('/commercial/clients')
    t.same(
      clients.filter(({ outstanding }) => outstanding > 0).map(({ name }) => name),
      ['Kilombero Sugar Estate'],
    )
    t.equal(clients.length, 3)
    const quotations = await officer.whole('/commercial/quotations')
    t.same(new Set(quotations.map(({ status }) => status)), new Set(['CONVERTED', 'SENT', 'DRAFT']))
    const orders = await officer.whole('/commercial/orders')
    t.same(new Set(orders.map(({ status }) => status)), new Set(['CLOSED', 'CONFIRMED']))
    t.equal((await officer.whole('/commercial/follow-ups')).length >= 3, true)
    t.equal((await officer.whole('/commercial/interactions')).length, 3)
  })

  t.test('a scheme pays for some, and its claims say what they lack', async (t) => {
    const officer = await people.with('insurance')
    const claims = (await officer.get('/billing/claims')).data as { errors: { code: string }[] }[]
    t.equal(claims.length, 3)
    t.ok(claims.some(({ errors }) => errors.some(({ code }) => code === 'ITEM_NOT_DONE')))
    const members = (await officer.get('/billing/memberships')).data
    t.equal(members.length, 3)
  })
})
