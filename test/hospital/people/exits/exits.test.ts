// How people leave (people 3.9; HR-130 to HR-136), from the notice to the certificate.

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { beginClearing, closeSignIns } from '../../../../db/hospital/people/exits/clockwork.ts'
import { staff_loans } from '../../../../db/hospital/people/payroll/loans/tables.ts'
import { shortageOf } from '../../../../db/hospital/people/payroll/loans/loans.ts'
import { newId } from '../../../../db/core/ids.ts'
import { users } from '../../../../db/hospital/office/access/tables.ts'
import { staff } from '../../../../db/hospital/people/staff/records/tables.ts'
import { within } from '../../../../db/store/connection.ts'
import { boot } from '../../../support/boot.ts'
import { payDesk } from '../../../support/pay.ts'
import { keep } from '../../../support/desk/kept-pictures.ts'
import { needsPoppler, textOf } from '../../../support/pdf.ts'

type Item = { id: string; title: string; automatic: boolean; status: string; amount: number | null }

t.test('how people leave', needsPoppler, async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-31T06:00:00.000Z')
  const desk = await payDesk(house)
  const { payroll, manager, accountant, people } = desk
  const { officer, manager: hr, hire } = desk.staff
  const { system } = house
  const march = { period_year: 2026, period_month: 3 }
  const reason = 'Moves to another town'
  const notice = (staff_id: string, more: Record<string, unknown> = {}) =>
    officer.post('/hr/exits', {
      staff_id,
      kind: 'RESIGNATION',
      notice_on: '2026-03-20',
      last_day: '2026-04-03',
      reason,
      ...more,
    })
  /** Every item that somebody clears by hand. */
  async function clearItems(path: string, items: readonly Item[]): Promise<void> {
    for (const item of items.filter(({ automatic }) => !automatic)) {
      const said = await officer.post(`${path}/items/${item.id}/clear`, { status: 'CLEARED' })
      t.equal(said.status, 200, said.message)
    }
  }

  t.test('notice: bad input, the state, the days that are missing (HR-130)', async (t) => {
    const asha = await hire({ hired_on: '2024-01-05' })
    await hr.post(`/hr/staff/${asha.id}/confirm`, {})
    t.equal((await manager.post('/hr/exits', {})).status, 403)
    t.match(await notice(newId()), { status: 404 })
    t.match(await notice(asha.id, { last_day: '2026-03-19' }), {
      status: 400,
      message: 'last_day is before notice_on.',
    })
    t.match(await notice(asha.id, { notice_on: '2026-04-01' }), {
      status: 400,
      message: 'notice_on is in the future.',
    })
    t.match(await notice(asha.id, { payee: [{ name: 'Juma' }] }), { status: 400 })
    const made = await notice(asha.id)
    t.match(made, {
      status: 201,
      data: {
        reference: 'EX-2026-0001',
        status: 'OPEN',
        notice_days: 28,
        notice_short_days: 14,
        terminal: [],
      },
    })
    t.match(await notice(asha.id), {
      status: 409,
      message: `EX-2026-0001 of ${asha.staff_number} ${asha.full_name} is still open.`,
    })
    t.match((await officer.get(`/hr/staff/${asha.id}`)).data, {
      status: 'NOTICE',
      leaves_on: '2026-04-03',
    })
    const path = `/hr/exits/${made.data.id}`
    const changed = await officer.patch(path, { last_day: '2026-04-08', rehire_ok: true })
    t.match(changed.data, { notice_short_days: 9, rehire_ok: true }, changed.message)
    t.match((await officer.get(`/hr/staff/${asha.id}`)).data, { leaves_on: '2026-04-08' })
    t.match((await officer.get('/hr/exits', { search: asha.full_name })).data, [
      { reference: 'EX-2026-0001', staff_name: asha.full_name },
    ])
    t.match(await officer.post(`${path}/clear`, {}), { status: 403 })
    t.match(await hr.post(`${path}/clear`, {}), {
      status: 409,
      message: 'Exit EX-2026-0001 is OPEN. It can: start clearing, withdraw.',
    })

    t.test('leave in notice is entered by who approves it (HR-136)', async (t) => {
      const leave = { staff_id: asha.id, type_code: 'ANNUAL', starts_on: '2026-04-07' }
      const body = { ...leave, ends_on: '2026-04-08', short_notice_reason: 'Notice' }
      t.match(await officer.post('/hr/leave', body), {
        status: 409,
        message: `${asha.staff_number} ${asha.full_name} has given notice: who approves leave enters it, with a reason.`,
      })
      const both = await people.holding('leave:write', 'leave:approve', 'hr:all')
      t.equal((await both.post('/hr/leave', body)).status, 409)
      t.equal((await both.post('/hr/leave', { ...body, reason: 'Agreed' })).status, 201)
    })

    t.test('who stays after all is what he was before (people 3.9)', async (t) => {
      t.equal((await hr.post(`${path}/withdraw`, {})).status, 400)
      t.match((await hr.post(`${path}/withdraw`, { reason: 'Stays with us' })).data, {
        status: 'WITHDRAWN',
        moves: [],
      })
      t.match((await officer.get(`/hr/staff/${asha.id}`)).data, {
        status: 'ACTIVE',
        leaves_on: null,
      })
    })
  })

  t.test('clearing: by hand, by the house, owing (HR-131)', async (t) => {
    const juma = await desk.paid(780_000, { hired_on: '2021-08-01', tin: '7' })
    const shortage = { staff_id: juma.id, amount: 5_000_000, source: 'test', source_id: newId() }
    await within(() => shortageOf(system, shortage))
    const made = await notice(juma.id, {
      kind: 'REDUNDANCY',
      last_day: '2026-03-31',
      notice_on: '2026-03-01',
    })
    t.equal(made.status, 201, made.message)
    const path = `/hr/exits/${made.data.id}`
    const items: Item[] = made.data.items
    const [loan] = items.filter(({ automatic }) => automatic)
    t.match(loan, { title: 'Loan LN-2026-0001', status: 'OWING', amount: null }, 'HR sees no pay')
    t.equal((await officer.post(`${path}/start-clearing`)).status, 200)
    const added = await officer.post(`${path}/items`, { area: 'HR', title: 'Laptop' })
    const laptop: Item | undefined = added.data.items.find(({ title }: Item) => title === 'Laptop')
    const keys = items.find(({ title }) => title === 'Keys')
    await clearItems(
      path,
      items.filter(({ id }) => id !== keys?.id),
    )
    t.match(await hr.post(`${path}/clear`, {}), {
      status: 409,
      message: '2 items are not cleared: keys, laptop.',
    })
    const say = (item: Item | undefined, body: Record<string, unknown>) =>
      officer.post(`${path}/items/${item?.id}/clear`, body)
    t.match(await say(loan, { status: 'CLEARED' }), {
      status: 409,
      message: 'Loan LN-2026-0001 is found by the house: it clears itself, or is waived.',
    })
    t.match(await say(keys, { status: 'OWING' }), {
      status: 400,
      message: 'amount is required and above 0.',
    })
    t.match(await say(keys, { status: 'CLEARED', amount: 5 }), { status: 400 })
    t.equal((await say(keys, { status: 'OWING', amount: 20_000, note: 'Lost' })).status, 200)
    t.equal((await say(laptop, { status: 'CLEARED' })).status, 200)
    t.equal(
      (await officer.post(`${path}/items/${newId()}/clear`, { status: 'CLEARED' })).status,
      404,
    )
    t.match(await hr.post(`${path}/clear`, { waive: [{ item_id: loan?.id, reason: 'Kind' }] }), {
      status: 409,
      message: 'Loan LN-2026-0001 is not waived: it is cleared, or owing.',
    })
    const cleared = await hr.post(`${path}/clear`, {})
    t.match(cleared.data, { status: 'CLEARED', moves: [] }, cleared.message)
    t.match(await officer.patch(path, { rehire_ok: false }), { status: 409 })

    t.test('reckoned by one, settled by another (HR-132)', async (t) => {
      t.match(await manager.post(`${path}/settle`), {
        status: 409,
        message: 'Exit EX-2026-0002 is not calculated yet.',
      })
      const reckon = (body: Record<string, unknown>) => payroll.post(`${path}/calculate`, body)
      const basic = { code: 'BASIC', amount: 5, note: 'More' }
      t.match(await reckon({ other: [basic] }), {
        status: 400,
        message: 'other[0].code names no earning of an exit: "BASIC".',
      })
      const { status, message, data } = await reckon({ gratuity: 100_000 })
      t.equal(status, 200, message)
      const { terminal } = data
      t.match(terminal, [
        { code: 'LEAVE_PAY' },
        { code: 'SEVERANCE', amount: 840_000 },
        { code: 'GRATUITY', amount: 100_000 },
        { code: 'OWING', basis: 'Keys', amount: -20_000 },
      ])
      t.same((await officer.get(path)).data.terminal, [], 'HR-110')
      const both = await people.holding('payroll:prepare', 'payroll:approve')
      await both.post(`${path}/calculate`, { gratuity: 100_000 })
      t.match(await both.post(`${path}/settle`), {
        status: 409,
        message: 'You calculated this exit: somebody else must settle it.',
      })
      const adjust = { staff_id: juma.id, type_code: 'ANNUAL', kind: 'ADJUST', note: 'Forgotten' }
      await hr.post('/hr/leave-balances/adjust', { ...adjust, days: 1 })
      t.match(await manager.post(`${path}/settle`), {
        status: 409,
        message: 'Something changed since this exit was calculated: calculate it again.',
      })
      await hr.post('/hr/leave-balances/adjust', { ...adjust, days: -1 })
      await reckon({ gratuity: 100_000 })
      const settled = await manager.post(`${path}/settle`)
      t.match(settled.data, { status: 'SETTLED', payslip_id: null }, settled.message)
    })

    t.test('paid by a FINAL run; the month’s run leaves him out (HR-90, HR-132)', async (t) => {
      const opened = (await payroll.get(path)).data
      const [run] = (await payroll.get('/hr/payroll-runs', { kind: 'FINAL' })).data
      t.match(run, { id: opened.run_id, pay_on: '2026-03-31' })
      t.match(await hr.post(`${path}/complete`), {
        status: 409,
        message: `The final pay is not posted yet: ${run.reference} is DRAFT.`,
      })
      const regular = await desk.run(march, 'CALCULATED')
      t.match((await payroll.get(regular)).data, { staff_count: 1, gross: 780_000 })
      const final = `/hr/payroll-runs/${run.id}`
      t.equal((await payroll.post(`${final}/calculate`)).status, 200)
      t.equal((await manager.post(`${final}/approve`, desk.accepting)).status, 200)
      const posted = await accountant.post(`${final}/post`, {})
      t.equal(posted.status, 200, posted.message)
      const [{ id }] = (await payroll.get('/hr/payslips', { run_id: run.id })).data
      const slip = (await payroll.get(`/hr/payslips/${id}`)).data
      const by_code = (lines: { code: string; amount: number }[]) =>
        Object.fromEntries(lines.map(({ code, amount }) => [code, amount]))
      t.match(by_code(slip.earnings), { BASIC: 780_000, SEVERANCE: 840_000, GRATUITY: 100_000 })
      t.match(by_code(slip.deductions), { OWING: 20_000, SHORTAGE: 50_000 })
      t.match(slip.leave_balances, [{ type_code: 'ANNUAL', available: 0 }], 'it is paid out here')
      const loans = await staff_loans.all({ hospital_id: house.hospital.id, staff_id: juma.id })
      t.match(loans, [{ status: 'SETTLED', repaid: 5_000_000 }])
      const again = await payroll.post(`${regular}/calculate`)
      t.equal(again.data.staff_count, 0)
      const left_out = again.data.left_out as { staff_id: string; why: string }[]
      t.match(
        left_out.filter(({ staff_id }) => staff_id === juma.id),
        [{ why: 'Paid out by a FINAL run of this month.' }],
      )
      t.match(await desk.balances(), { '4410': -20_000 }, 'what was lost is income')
      // The shortage was put to his account by the cash desk, which is not here.
      t.ok((await payroll.get(path)).data.payslip_id)
    })

    t.test('gone: the record, the account, the certificate (HR-134, HR-135)', async (t) => {
      t.equal((await officer.get(`${path}/certificate`)).status, 409)
      const done = await hr.post(`${path}/complete`)
      t.match(done.data, { status: 'COMPLETED', moves: [] }, done.message)
      t.match((await officer.get(`/hr/staff/${juma.id}`)).data, {
        status: 'EXITED',
        exited_on: '2026-03-31',
        leaves_on: null,
      })
      t.match((await officer.get(`/hr/staff/${juma.id}/postings`)).data.at(-1), {
        kind: 'EXIT',
        effective_on: '2026-03-31',
      })
      const paper = await officer.get(`${path}/certificate`, { lang: 'en' })
      t.equal(paper.status, 200)
      keep('certificate-of-service', paper.raw)
      const text = textOf(paper.raw)
      t.match(text, juma.full_name)
      t.match(text, 'Nurse')
      t.notMatch(text, 'REDUNDANCY')
      t.notMatch(text, reason)
    })
  })

  t.test('taken on again: the same number, a service that starts anew (people 3.1)', async (t) => {
    const [left] = (await officer.get('/hr/staff', { status: 'EXITED' })).data
    await within(() =>
      staff.change({ hospital_id: house.hospital.id, id: left.id }, { rehire_ok: false }),
    )
    const vacancy = await officer.post('/hr/vacancies', {
      job_title: 'Senior nurse',
      employment_type: 'CONTRACT',
      positions: 1,
      department: 'Labour ward',
    })
    const made = await officer.post('/hr/applicants', {
      vacancy_id: vacancy.data.id,
      full_name: left.full_name,
      phone: '+255712777777',
    })
    const path = `/hr/applicants/${made.data.id}`
    await officer.post(`${path}/shortlist`, {})
    await officer.post(`${path}/interview`, { interviewed_on: '2026-03-31', score: 80 })
    await officer.post(`${path}/offer`, {})
    const hireAgain = (more: Record<string, unknown>) =>
      hr.post(`${path}/hire`, {
        rehire_staff_id: left.id,
        cadre_id: left.cadre_id,
        hired_on: '2026-04-01',
        contract_ends: '2027-03-31',
        sex: 'Female',
        ...more,
      })
    t.match(await hireAgain({ hired_on: '2026-03-31' }), {
      status: 400,
      message: 'hired_on must be after the last day before: 2026-03-31.',
    })
    t.match(await hireAgain({}), {
      status: 409,
      message: /was not to be taken on again: give rehire_reason/,
    })
    const back = await hireAgain({ rehire_reason: 'The board decided' })
    t.match(
      back.data,
      { staff: { staff_number: left.staff_number, status: 'PROBATION', hired_on: '2026-04-01' } },
      back.message,
    )
    const lines = (await officer.get(`/hr/staff/${left.id}/postings`)).data as { kind: string }[]
    t.same(
      lines.map(({ kind }) => kind),
      ['HIRE', 'EXIT', 'HIRE'],
    )
    const april = await desk.run({ period_year: 2026, period_month: 4 }, 'CALCULATED')
    const { left_out } = (await payroll.get(april)).data as {
      left_out: { staff_id: string; why: string }[]
    }
    t.match(
      left_out.filter(({ staff_id }) => staff_id === left.id),
      [{ why: 'No pay profile.' }],
      'the old pay is over',
    )
    t.match(await hireAgain({}), { status: 409 })
  })

  t.test('death and dismissal shut the account at once (HR-133, HR-134)', async (t) => {
    const person = await people.with('cashier')
    const kin = { name: 'Neema Juma', relationship: 'Wife', phone: '+255712000001' }
    const peter = await hire({
      next_of_kin: [{ ...kin, is_emergency: true, is_beneficiary: true, share_pct: 100 }],
    })
    await desk.staff.link(person, peter.id)
    const made = await notice(peter.id, { kind: 'DEATH', last_day: '2026-02-27' })
    t.match(made.data, { payee: [{ name: 'Neema Juma', share_pct: 100 }] }, made.message)
    t.equal((await person.get('/hr/me/payslips')).status, 401)
    const shared = [{ name: 'Ally', share_pct: 60 }]
    const other = await hire()
    t.match(await notice(other.id, { kind: 'DEATH', payee: shared }), {
      status: 400,
      message: 'payee shares must add up to 100.',
    })
    const back = await hr.post(`/hr/exits/${made.data.id}/withdraw`, { reason: 'A mistake' })
    t.match(back.data, { status: 'WITHDRAWN' }, back.message)
    t.match(await users.find({ hospital_id: house.hospital.id, id: person.user.id }), {
      status: 'INVITED',
    })
  })

  t.test('the clock: a week before, and the day after (HR-134)', async (t) => {
    const person = await people.with('cashier')
    const rehema = await hire()
    await desk.staff.link(person, rehema.id)
    const made = await notice(rehema.id, { notice_on: '2026-03-31', last_day: '2026-04-07' })
    t.match(made.data, { notice_days: 7, notice_short_days: 0 }, 'on probation a week')
    const path = `/hr/exits/${made.data.id}`
    t.equal(await within(() => beginClearing(system)), 1)
    t.equal(await within(() => beginClearing(system)), 0)
    t.match((await officer.get(path)).data, { status: 'CLEARING' })
    for (const one of ['clear', 'complete']) {
      t.equal((await hr.post(`${path}/${one}`, {})).status, 409, one)
    }
    t.equal(await within(() => closeSignIns(system)), 0)
    clock.freeze('2026-04-08T00:05:00.000+03:00')
    t.equal(await within(() => closeSignIns(system)), 1)
    t.equal(await within(() => closeSignIns(system)), 0)
    clock.freeze('2026-03-31T06:00:00.000Z')
    t.match(await users.find({ hospital_id: house.hospital.id, id: person.user.id }), {
      status: 'SUSPENDED',
    })
    const late = await notice((await hire()).id, {
      notice_on: '2026-03-01',
      last_day: '2026-03-30',
    })
    t.match(await hr.post(`/hr/exits/${late.data.id}/withdraw`, { reason: 'Too late' }), {
      status: 409,
      message: /^The last day of .* is over\.$/,
    })
    t.match(await notice((await hire()).id, { notice_on: '2026-03-01', kind: 'ABSCONDED' }), {
      status: 201,
    })
  })

  t.test('nobody sees to his own exit (ruling 4)', async (t) => {
    const own = await hire()
    await desk.staff.link(officer, own.id)
    t.match(await notice(own.id), {
      status: 409,
      message: 'Somebody else must see to your own exit.',
    })
  })
})
