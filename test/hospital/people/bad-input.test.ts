// Bad input of people, row by row (people 6), and what lies at the edges: a hire twice at once, leave over a
// year's end, a salary of nothing and of a million millions, a licence that ends today.

import t from 'tap'
import { clock } from '../../../db/core/clock.ts'
import { mayPractise } from '../../../db/hospital/neighbours/people.ts'
import { attendance } from '../../../db/hospital/people/staff/attendance/tables.ts'
import { within } from '../../../db/store/connection.ts'
import type { Answer } from '../../support/ask.ts'
import { boot } from '../../support/boot.ts'
import { ledgerOf } from '../../support/money/books.ts'
import { payDesk } from '../../support/pay.ts'
import type { Person } from '../../support/people.ts'
import { tryRows } from '../../support/rows-of.ts'

t.test('bad input', async (t) => {
  const house = await boot(t)
  const { people, facility_id } = house
  const hospital_id = house.hospital.id
  clock.freeze('2026-03-31T06:00:00.000Z')
  const desk = await payDesk(house)
  const { payroll, manager: chief, accountant, staff } = desk
  const { officer, manager } = staff
  const boss = await people.with('supervisor')
  const books = await ledgerOf(house)
  await books.post(accountant, { '1110': 9_000_000, '3101': -9_000_000 })

  const well = async (asked: Promise<Answer>): Promise<Answer['data']> => {
    const answer = await asked
    if (answer.status >= 300) throw new Error(answer.message)
    return answer.data
  }
  const hire = async (more: Record<string, unknown>) =>
    officer.post('/hr/staff', await staff.body(more))
  const national_id = '19900101123450000001'
  const asha = await staff.hire({ national_id, hired_on: '2024-01-05' })
  const peter = await staff.hire({ first_name: 'Peter', supervisor_id: asha.id })
  const juma = await staff.hire({ sex: 'Male', hired_on: '2024-01-05' })

  const bank = { method: 'BANK', bank_name: 'CRDB', bank_code: '003', branch_code: '3001' }
  const banker = await people.holding('staff:bank', 'staff:bank-approve', 'hr:all')
  const account = await well(
    banker.post(`/hr/staff/${asha.id}/bank-accounts`, { ...bank, account_no: '0150-1' }),
  )

  const nurses = await staff.cadre('RN')
  const ward = await staff.department('Maternity theatre')
  await well(
    officer.put('/hr/establishments', {
      rows: [{ facility_id, department: ward, cadre_id: nurses, posts: 1 }],
    }),
  )
  const vacancy = (more: Record<string, unknown> = {}) =>
    officer.post('/hr/vacancies', {
      job_title: 'Nurse',
      employment_type: 'PERMANENT',
      positions: 1,
      cadre: 'Registered Nurse',
      department: 'Labour ward',
      ...more,
    })
  const open = await well(vacancy())
  let count = 0
  const apply = (more: Record<string, unknown> = {}) => {
    count += 1
    return officer.post('/hr/applicants', {
      vacancy_id: open.id,
      full_name: `Rehema Ally ${String(count).padStart(3, '0')}`,
      phone: `+2557139${String(count).padStart(5, '0')}`,
      ...more,
    })
  }
  const move = (id: string, name: string, body: Record<string, unknown> = {}) =>
    officer.post(`/hr/applicants/${id}/${name}`, body)
  const offer = { basic_pay: 900_000, starts_on: '2026-04-01' }
  const hires = (id: string) =>
    manager.post(`/hr/applicants/${id}/hire`, { hired_on: '2026-04-01', sex: 'Female' })
  const listed = await well(apply())
  await well(move(listed.id, 'shortlist'))
  const other = await well(vacancy({ positions: 2 }))
  const two = await Promise.all(
    [1, 2].map(async () => {
      const one = await well(apply({ vacancy_id: other.id }))
      await well(move(one.id, 'shortlist'))
      await well(move(one.id, 'interview', { interviewed_on: '2026-03-30', score: 80 }))
      await well(move(one.id, 'offer', offer))
      return one
    }),
  )

  const training = await well(
    officer.post('/hr/training', { staff_id: asha.id, course: 'Fire', mandatory: false }),
  )

  const types = (await boss.get('/hr/shift-types')).data
  const type = (code: string) => types.find((one: { code: string }) => one.code === code).id
  const roster = (starts_on: string, ends_on: string) =>
    boss.post('/hr/rosters', { department: 'Labour ward', starts_on, ends_on })
  const cells = (id: string, list: Record<string, unknown>[]) =>
    well(boss.put(`/hr/rosters/${id}/shifts`, { cells: list }))
  const may = await well(roster('2026-05-01', '2026-05-31'))
  await well(
    boss.post('/hr/cover-rules', {
      department: 'Labour ward',
      shift_type_id: type('N'),
      group: 'NURSING',
      minimum: 1,
      starts_on: '2026-06-01',
      ends_on: '2026-06-02',
    }),
  )
  const june = await well(roster('2026-06-01', '2026-06-07'))

  await well(manager.patch('/hr/settings', { clock_device_required: true }))
  const clerk = await people.holding('attendance:clock', 'attendance:correct', 'attendance:read')
  await staff.link(clerk, peter.id)
  const worked = (date: string, more: Record<string, unknown> = {}) =>
    within(async () => {
      const made = await attendance.insert({
        hospital_id,
        staff_id: peter.id,
        facility_id,
        department: 'Labour ward',
        date,
        shift_id: null,
        shift_code: null,
        status: 'PRESENT',
        source: 'DEVICE',
        clock_in_at: `${date}T04:00:00.000Z`,
        clock_out_at: `${date}T16:00:00.000Z`,
        device_in: null,
        device_out: null,
        worked_minutes: 720,
        overtime_minutes: 180,
        overtime_status: 'PENDING',
        correction: null,
        ...more,
      })
      return `/hr/attendance/${made.id}`
    })
  const own_day = await worked('2026-02-10')
  await worked('2026-02-11', { clock_out_at: null, status: 'INCOMPLETE', overtime_status: 'NONE' })
  const of_own = await people.holding('attendance:approve', 'attendance:read', 'hr:all')
  await staff.link(of_own, (await staff.hire()).id)

  const leave = (more: Record<string, unknown>, by: Person = officer) =>
    by.post('/hr/leave', {
      staff_id: asha.id,
      type_code: 'ANNUAL',
      starts_on: '2026-07-06',
      ends_on: '2026-07-10',
      ...more,
    })
  const booked = await well(leave({}))
  const head = await people.holding('leave:approve', 'leave:read', 'hr:all')
  await staff.link(head, asha.id)

  const month = { period_year: 2026, period_month: 3 }
  const paid = await desk.paid(700_000)
  const waiting = await desk.paid(500_000)
  await well(
    payroll.post(`/hr/staff/${waiting.id}/pay-profiles`, {
      effective_from: '2026-03-15',
      basic_pay: 600_000,
    }),
  )
  const run = await desk.run(month, 'CALCULATED', { staff_ids: [paid.id] })
  const faulty = await desk.run(month, 'CALCULATED', { staff_ids: [waiting.id] })
  const [slip] = (await payroll.get('/hr/payslips', { staff_id: paid.id })).data
  const both = await people.holding('payroll:prepare', 'payroll:approve', 'payroll:read')
  const nobody = await people.with('nurse')
  const self = await people.with('payroll_officer')
  await staff.link(self, paid.id)

  /** Posted and paid: the pay of a month before. */
  const earlier = await desk.paid(800_000)
  const before = { period_year: 2026, period_month: 2 }
  await well(
    payroll.post(`/hr/staff/${earlier.id}/bank-accounts`, { ...bank, account_no: '0150-2' }),
  ).then(({ id }) => well(manager.post(`/hr/bank-accounts/${id}/approve`, {})))
  const settled = await desk.run(before, 'POSTED', { staff_ids: [earlier.id] })
  const funding = (await accountant.get('/accounting/funding-accounts')).data.find(
    ({ account_id }: { account_id: string }) => account_id === books.id('1110'),
  )
  const batch = await well(
    accountant.post(`${settled}/payment-batches`, {
      method: 'BANK',
      funding_account_id: funding.id,
    }),
  )
  await well(accountant.post(`/hr/payment-batches/${batch.id}/sent`))
  const done = { paid_on: '2026-03-31', reference: 'TT-1' }
  await well(accountant.post(`/hr/payment-batches/${batch.id}/paid`, done))
  const undoer = await people.holding('payroll:approve', 'payroll:post', 'payroll:read')

  const exit = (more: Record<string, unknown>) =>
    officer.post('/hr/exits', {
      staff_id: juma.id,
      kind: 'RESIGNATION',
      notice_on: '2026-03-20',
      last_day: '2026-04-03',
      reason: 'Moves to another town',
      ...more,
    })

  t.test('every row of the chapter (6)', async (t) => {
    const own_time = 'You cannot approve your own time.'
    await tryRows(t, 'people', {
      'staff without cadre_id': [
        { status: 400, message: 'cadre_id is required.', ask: () => hire({ cadre_id: undefined }) },
      ],
      'unknown department': [
        {
          status: 400,
          message: 'department: there is no department "Wadi 7" at this branch.',
          ask: () => hire({ department: 'Wadi 7' }),
        },
      ],
      'national_id already used': [
        {
          status: 409,
          message: `National ID ${national_id} is already ${asha.staff_number} ${asha.full_name}.`,
          ask: () => hire({ national_id }),
        },
      ],
      'hired_on a year ahead': [
        {
          status: 400,
          message: 'hired_on is more than 60 days ahead.',
          ask: () => hire({ hired_on: '2027-03-31' }),
        },
      ],
      'supervisor circle': [
        {
          status: 409,
          message: `That would make a circle: ${peter.full_name} reports to ${asha.full_name}.`,
          ask: () => officer.patch(`/hr/staff/${asha.id}`, { supervisor_id: peter.id }),
        },
      ],
      'approve own bank account or own entry': [
        {
          status: 409,
          message: 'Somebody else must approve these bank details.',
          ask: () => banker.post(`/hr/bank-accounts/${account.id}/approve`, {}),
        },
      ],
      'licence PRACTISING without expires_on': [
        {
          status: 400,
          message: 'expires_on is required for a practising licence.',
          ask: () =>
            officer.post('/hr/licences', {
              staff_id: asha.id,
              kind: 'PRACTISING',
              board: 'TNMC',
              licence_no: 'RN-1',
              issued_on: '2025-01-01',
            }),
        },
      ],
      'vacancy positions 0': [
        {
          status: 400,
          message: 'positions must be at least 1.',
          ask: () => vacancy({ positions: 0 }),
        },
      ],
      'vacancy over the establishment': [
        {
          status: 409,
          message: `Only 1 post of Registered Nurse in ${ward} is vacant: give over_reason.`,
          ask: () => vacancy({ department: ward, positions: 2 }),
        },
      ],
      'applicant without phone and e-mail': [
        {
          status: 400,
          message: 'Give a phone or an email.',
          ask: () => apply({ phone: undefined }),
        },
      ],
      'offer to a shortlisted applicant': [
        {
          status: 409,
          message: `Applicant ${listed.full_name} is SHORTLISTED. It can: interview, reject, withdraw.`,
          ask: () => move(listed.id, 'offer', offer),
        },
      ],
      'hire beyond positions': [
        {
          status: 409,
          message: `All 2 positions of ${other.reference} are filled.`,
          ask: async () => {
            const late = await well(apply({ vacancy_id: other.id }))
            await well(move(late.id, 'shortlist'))
            await well(move(late.id, 'interview', { interviewed_on: '2026-03-30', score: 80 }))
            return move(late.id, 'offer', offer)
          },
        },
      ],
      'training in the future': [
        {
          status: 400,
          message: 'completed_on is in the future.',
          ask: () =>
            officer.post('/hr/training', {
              staff_id: asha.id,
              course: 'Fire',
              completed_on: '2026-04-01',
            }),
        },
      ],
      'TrainingChange with staff_id': [
        {
          status: 200,
          message: /./,
          ask: async () => {
            const answer = await officer.patch(`/hr/training/${training.id}`, {
              staff_id: peter.id,
            })
            t.equal(answer.data.staff_id, asha.id, 'ignored')
            return answer
          },
        },
      ],
      'overlapping roster': [
        {
          status: 409,
          message: `${may.reference} already covers Labour ward from 1 May 2026 to 31 May 2026.`,
          ask: () => roster('2026-05-31', '2026-05-31'),
        },
      ],
      'publish with a REFUSE clash': [
        {
          status: 409,
          message: /^1 clash must be solved first: 2026-05-04 Peter .* LICENCE\.$/,
          ask: async () => {
            await cells(may.id, [
              { date: '2026-05-04', staff_id: peter.id, shift_type_id: type('M') },
            ])
            return boss.post(`/hr/rosters/${may.id}/publish`)
          },
        },
      ],
      'publish with short cover': [
        {
          status: 409,
          message: '2 shifts are below minimum cover: give accept_short_reason.',
          ask: () => boss.post(`/hr/rosters/${june.id}/publish`),
        },
      ],
      'clock from a browser that is not an activated device': [
        {
          status: 403,
          message: 'Clocking is done at an activated workstation.',
          ask: () => clerk.post('/hr/attendance/clock', {}),
        },
      ],
      'second clock-in': [
        {
          status: 409,
          message: 'You clocked in at 09:00.',
          ask: async () => {
            await well(manager.patch('/hr/settings', { clock_device_required: false }))
            await well(clerk.post('/hr/attendance/clock', { direction: 'IN' }))
            return clerk.post('/hr/attendance/clock', { direction: 'IN' })
          },
        },
      ],
      'approve own overtime or correction': [
        {
          status: 409,
          message: own_time,
          ask: async () => {
            await staff.link(clerk, juma.id)
            await staff.link(of_own, peter.id)
            return of_own.post(`${own_day}/overtime`, { decision: 'APPROVED' })
          },
        },
        {
          status: 409,
          message: own_time,
          ask: async () => {
            const seer = await people.holding('attendance:read', 'attendance:correct', 'hr:all')
            await well(seer.post(`${own_day}/correct`, { reason: 'Forgot', excused: true }))
            return of_own.post(`${own_day}/approve`, {})
          },
        },
      ],
      'close a month with open items': [
        {
          status: 409,
          message: '1 correction, 1 overtime and 1 incomplete day are still open.',
          ask: () => manager.post('/hr/attendance/close-period', { ...before, facility_id }),
        },
      ],
      'leave ends before it starts': [
        {
          status: 400,
          message: 'ends_on is before starts_on.',
          ask: () => leave({ ends_on: '2026-07-05' }),
        },
      ],
      'leave without balance': [
        {
          status: 409,
          message: /^You have [\d.]+ days of annual leave by .*; this asks for 62\.$/,
          ask: () => leave({ starts_on: '2026-08-01', ends_on: '2026-10-01' }),
        },
      ],
      'overlapping leave': [
        {
          status: 409,
          message: new RegExp(`already .*leave ${booked.reference} from 6 .*10 July 2026`),
          ask: () => leave({ starts_on: '2026-07-10', ends_on: '2026-07-11' }),
        },
      ],
      'male asks maternity': [
        {
          status: 409,
          message: 'Maternity leave is for female staff.',
          ask: () => leave({ staff_id: juma.id, type_code: 'MATERNITY' }),
        },
      ],
      'approve own leave': [
        {
          status: 409,
          message: 'You cannot approve your own leave.',
          ask: () => head.post(`/hr/leave/${booked.id}/approve`, {}),
        },
      ],
      'second regular run of the month': [
        {
          status: 409,
          message: 'PR-2026-01-01 already pays January 2026 for this branch.',
          ask: async () => {
            const whole = { period_year: 2026, period_month: 1 }
            await well(payroll.post('/hr/payroll-runs', whole))
            return payroll.post('/hr/payroll-runs', whole)
          },
        },
      ],
      'approve with ERROR exceptions': [
        {
          status: 409,
          message: `1 error must be solved first: ${waiting.staff_number} has a pay profile that waits for approval.`,
          ask: async () => {
            await well(payroll.post(`${faulty}/calculate`))
            return chief.post(`${faulty}/approve`, desk.accepting)
          },
        },
      ],
      'approve with warnings not accepted': [
        {
          status: 409,
          message: /^Accept these warnings first: (W\d\d(, )?)+\.$/,
          ask: async () => {
            await well(payroll.post(`${run}/calculate`))
            return chief.post(`${run}/approve`, {})
          },
        },
      ],
      'approve own calculation': [
        {
          status: 409,
          message: 'You calculated this run: somebody else must approve it.',
          ask: async () => {
            await well(both.post(`${run}/calculate`))
            const answer = await both.post(`${run}/approve`, desk.accepting)
            await well(payroll.post(`${run}/calculate`))
            return answer
          },
        },
      ],
      'post into a locked period': [
        {
          status: 409,
          message: /locked/,
          ask: async () => {
            await well(chief.post(`${run}/approve`, desk.accepting))
            const closer = await people.holding('period:close', 'fiscalyear:read')
            await well(closer.post('/accounting/periods/2026-01/close', {}))
            return accountant.post(`${run}/post`, { date: '2026-01-31' })
          },
        },
      ],
      'reverse a paid run': [
        {
          status: 409,
          message: 'Salaries of this run were paid: use a supplementary run.',
          ask: () => undoer.post(`${settled}/reverse`, { reason: 'A mistake' }),
        },
      ],
      'payslip of another person with self:use only': [
        {
          status: 403,
          message: 'You do not have permission to do this. It needs payroll:read.',
          ask: () => nobody.get(`/hr/payslips/${slip.id}/pdf`),
        },
      ],
      'payslip PDF while DRAFT': [
        {
          status: 409,
          message: 'This payslip is not final yet.',
          ask: async () => {
            const [now] = (await payroll.get('/hr/payslips', { staff_id: waiting.id })).data
            return payroll.get(`/hr/payslips/${now.id}/pdf`)
          },
        },
      ],
      'change own pay': [
        {
          status: 409,
          message: 'Somebody else must change your own pay.',
          ask: () =>
            self.post(`/hr/staff/${paid.id}/pay-profiles`, {
              effective_from: '2026-04-01',
              basic_pay: 9_000_000,
            }),
        },
      ],
      'exit last_day before notice_on (resignation)': [
        {
          status: 400,
          message: 'last_day is before notice_on.',
          ask: () => exit({ last_day: '2026-03-19' }),
        },
      ],
      'clear with items open': [
        {
          status: 409,
          message: /^\d+ items are not cleared: .*keys/,
          ask: async () => {
            const { id } = await well(exit({}))
            await well(officer.post(`/hr/exits/${id}/start-clearing`))
            return manager.post(`/hr/exits/${id}/clear`, {})
          },
        },
      ],
      'basic_pay −1 or with three decimals': [
        [-1, 'basic_pay must be 0 or more.'] as const,
        [1.005, 'basic_pay has more decimals than TZS allows.'] as const,
      ].map(([basic_pay, message]) => ({
        status: 400,
        message,
        ask: () =>
          payroll.post(`/hr/staff/${asha.id}/pay-profiles`, {
            effective_from: '2026-04-01',
            basic_pay,
          }),
      })),
    })
  })

  t.test('two who hire the same at once: one is taken on (HR-22, HR-23)', async (t) => {
    const [first, second] = two as [Answer['data'], Answer['data']]
    const answers = await Promise.all([
      ...Array.from({ length: 3 }, () => hires(first.id)),
      ...Array.from({ length: 3 }, () => hires(second.id)),
    ])
    t.same(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 201, 409, 409, 409, 409],
    )
    t.match((await officer.get(`/hr/vacancies/${other.id}`)).data, { hired: 2, status: 'CLOSED' })
  })

  t.test('leave over a year’s end is taken from the cycle it lies in (HR-73)', async (t) => {
    const asked = { staff_id: juma.id, type_code: 'UNPAID', reason: 'A journey' }
    const over = await leave({ ...asked, starts_on: '2026-12-28', ends_on: '2027-01-03' })
    t.match(over, {
      status: 409,
      message: `The last day of ${juma.staff_number} ${juma.full_name} is 3 April 2026.`,
    })
    const long = await well(
      leave({ ...asked, staff_id: peter.id, starts_on: '2026-12-28', ends_on: '2027-01-03' }),
    )
    t.match(long, { days: 7, return_on: '2027-01-04' })
  })

  t.test('a salary of nothing, and one of a million millions', async (t) => {
    const profile = (basic_pay: number) =>
      payroll.post(`/hr/staff/${asha.id}/pay-profiles`, { effective_from: '2026-03-01', basic_pay })
    t.match(await profile(1e14), { status: 400, message: /^basic_pay / })
    const none = await well(profile(0))
    await well(chief.post(`/hr/pay-profiles/${none.id}/approve`, {}))
    const path = await desk.run({ period_year: 2026, period_month: 3 }, 'POSTED', {
      staff_ids: [asha.id],
    })
    t.match((await payroll.get(path)).data, { gross: 0, net: 0 })
    const most = await desk.paid(1e12)
    const rich = await desk.run(month, 'POSTED', { staff_ids: [most.id] })
    const { gross, deductions, net } = (await payroll.get(rich)).data
    t.equal(gross, 1e12)
    t.equal(net, gross - deductions)
    await desk.proven(t)
  })

  t.test('a bank change within five days of the day of pay is marked (HR-11)', async (t) => {
    const near = await desk.paid(600_000)
    const enter = (account_no: string, effective_from?: string) =>
      payroll.post(`/hr/staff/${near.id}/bank-accounts`, { ...bank, account_no, effective_from })
    const first = await well(enter('0150-7'))
    await well(manager.post(`/hr/bank-accounts/${first.id}/approve`, {}))
    const codes = async (path: string) =>
      (await payroll.get(path)).data.exceptions.map(({ code }: { code: string }) => code)
    const one = await desk.run(month, 'CALCULATED', { staff_ids: [near.id] })
    t.notOk((await codes(one)).includes('W06'), 'the first account is no change')
    const second = await well(enter('0150-8', '2026-04-01'))
    await well(payroll.post(`${one}/calculate`))
    t.ok((await codes(one)).includes('W06'), 'one waits')
    await well(manager.post(`/hr/bank-accounts/${second.id}/approve`, {}))
    await well(payroll.post(`${one}/calculate`))
    t.ok((await codes(one)).includes('W06'), 'one was approved today')
  })

  t.test('a licence that ends today is good today (HR-13, HR-14)', async (t) => {
    await well(
      officer.post('/hr/licences', {
        staff_id: peter.id,
        kind: 'PRACTISING',
        board: 'TNMC',
        licence_no: 'RN-77',
        issued_on: '2025-01-01',
        expires_on: '2026-03-31',
      }),
    )
    t.match(await mayPractise(house.system, peter.id, '2026-03-31'), { answer: 'OK' })
    t.match(await mayPractise(house.system, peter.id, '2026-04-01'), {
      answer: 'WARN',
      message: 'Your practising licence expired on 2026-03-31.',
    })
  })
})
