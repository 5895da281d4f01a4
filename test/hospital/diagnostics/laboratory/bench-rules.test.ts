// The rest of the bench's rules: who is pregnant, who is alone, what comes first, what others ask.

import type { Data } from '../../../support/ask.ts'
import t from 'tap'
import { clock, hours, minutes } from '../../../../db/core/clock.ts'
import { rows, within } from '../../../../db/store/connection.ts'
import { sql } from '../../../../db/store/sql.ts'
import { onDuty } from '../../../../db/hospital/neighbours/on-duty.ts'
import { order as orderTests } from '../../../../db/hospital/diagnostics/laboratory/orders/ordering.ts'
import { facilities } from '../../../../db/hospital/office/places/tables.ts'
import { registry } from '../../../../db/hospital/registry.ts'
import { answering } from '../../../support/answers.ts'
import { boot } from '../../../support/boot.ts'
import { labAtWork } from '../../../support/desk/laboratory.ts'
import { done } from '../../../support/desk/ward.ts'

t.test('rules of the bench', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  clock.freeze('2026-03-21T06:00:00.000Z')
  const lab = await labAtWork(house)
  const { doctor, nurse, one, other, head } = lab
  const ready = async (codes: string[], more: Record<string, unknown> = {}, asked = {}) => {
    const { patient_id, visit_id } = await lab.visiting(more)
    const order = await lab.order(patient_id, codes, asked)
    await lab.inTheLab(order)
    return { patient_id, visit_id, order }
  }

  t.test('a pregnant woman has her own range (DIA-16)', async (t) => {
    const woman = { sex: 'Female', birth_date: '1996-03-01' }
    const { patient_id, order } = await ready(['HGB'], woman)
    await lab.enter(order, { HGB: 11.4 })
    t.match((await lab.linesOf(order))['HGB'], { flag: 'LOW', ref_low: 12 })
    await done(
      doctor.put(`/patients/${patient_id}/pregnancy-status`, {
        pregnant: 'YES',
        lmp: '2026-02-01',
        basis: 'TEST',
      }),
    )
    await lab.enter(order, { HGB: 11.4 })
    t.match((await lab.linesOf(order))['HGB'], { flag: 'NORMAL', ref_low: 11 })
  })

  t.test('a panel that is changed is another panel for later orders alone (DIA-6)', async (t) => {
    const before = await ready(['COAG'])
    const [coag] = await done(head.get('/diagnostics/tests', { search: 'COAG' }))
    const components = [{ test_code: 'PT' }, { test_code: 'INR' }]
    await done(head.patch(`/diagnostics/tests/${coag.id}`, { components }))
    t.ok((await lab.linesOf(before.order))['APTT'], 'what was ordered stays')
    const after = await ready(['COAG'])
    t.same(Object.keys(await lab.linesOf(after.order)).toSorted(), ['INR', 'PT'])
    t.match(
      await head.patch(`/diagnostics/tests/${coag.id}`, { code: 'COAG2' }),
      { status: 409, message: 'COAG was ordered: its code stays as it is.' },
      'and its code too (2.1)',
    )
  })

  t.test('one call is for one patient (DIA-46)', async (t) => {
    const [a, b] = [await lab.visiting(), await lab.visiting()]
    const orders = [await lab.order(a.patient_id, ['K']), await lab.order(b.patient_id, ['K'])]
    const specimens = orders.map(({ specimens: [tube] }) => ({ number: tube.number }))
    t.match(
      await nurse.post('/diagnostics/specimens/collect', {
        identity_checked: 'WRISTBAND',
        specimens,
      }),
      { status: 400, message: 'specimens: one call is for one patient.' },
    )
  })

  t.test('what cannot wait is first, then what is due (DIA-56, DIA-160)', async (t) => {
    const codes = ['LIPA']
    const routine = await ready(codes)
    const stat = await ready(codes, {}, { priority: 'STAT' })
    const urgent = await ready(codes, {}, { priority: 'URGENT' })
    const listed = await done(one.get('/diagnostics/worklist', { list: 'ENTER', per_page: '200' }))
    const mine = new Set([routine, stat, urgent].map(({ order }) => order.id))
    t.same(
      listed
        .filter(({ order_id }: Data) => mine.has(order_id))
        .map(({ priority }: Data) => priority),
      ['STAT', 'URGENT', 'ROUTINE'],
    )
    const [item] = (await lab.read(routine.order)).items
    t.match(item, {
      clock_started_at: clock.instant(),
      due_at: new Date(clock.ms() + hours(4)).toISOString(),
    })
    const there = await lab.visiting()
    const waiting = await lab.order(there.patient_id, codes)
    t.equal((await lab.read(waiting)).items[0].clock_started_at, null, 'not before it is collected')
  })

  t.test("another branch's rows are not shown (DIA-58)", async (t) => {
    const { order } = await ready(['AMYL'])
    const { id: hospital_id } = house.hospital
    const [branch] = await facilities.all({ hospital_id })
    await within(async () => {
      const far = await facilities.insert({
        hospital_id,
        code: 'FAR',
        name: 'Far branch',
        name_key: 'far branch',
        kind: 'HOSPITAL',
        is_main: false,
        status: 'ACTIVE',
      })
      await rows(
        sql`update diagnostic_orders set facility_id = ${far.id} where id = ${order.id} returning id`,
      )
    })
    const listed = await done(one.get('/diagnostics/worklist', { list: 'ENTER', per_page: '200' }))
    t.notOk(listed.some(({ order_id }: Data) => order_id === order.id))
    t.ok(branch)
  })

  t.test('who is alone by the roster may, and somebody looks at it later (DIA-75)', async (t) => {
    const { order } = await ready(['K'])
    await lab.enter(order, { K: 4 })
    const { K } = await lab.linesOf(order)
    const { id: hospital_id } = house.hospital
    await within(() =>
      rows(
        sql`update diagnostic_sections set department = 'Laboratory'
          where hospital_id = ${hospital_id} and code = 'CHEM' returning id`,
      ),
    )
    const myself = { staff_id: one.user.id, name: 'Me', user_id: one.user.id, cadre: null }
    answering(t, onDuty, async () => [myself])
    const ids = [K.id]
    t.match(await done(one.post('/diagnostics/results/verify', { ids })), [
      { status: 'VERIFIED', single_handed: true },
    ])
    await done(one.post('/diagnostics/results/release', { ids }))
    t.match(await done(head.get('/diagnostics/worklist', { list: 'SINGLE_HANDED' })), [
      { order_id: order.id },
    ])
    t.match(await one.post('/diagnostics/results/verify', { ids, seen: true }), {
      status: 409,
      message: 'You released this result: somebody else must look at it.',
    })
    await done(other.post('/diagnostics/results/verify', { ids, seen: true }))
    t.equal((await done(head.get('/diagnostics/worklist', { list: 'SINGLE_HANDED' }))).length, 0)
  })

  t.test('outside the house no name, no test and no value (DIA-87)', async (t) => {
    await within(() =>
      rows(sql`update users set phone = '+255754000777' where id = ${doctor.user.id} returning id`),
    )
    const { patient_id, order } = await ready(['K'])
    await lab.enter(order, { K: 7.7 })
    const { K } = await lab.linesOf(order)
    await done(other.post('/diagnostics/results/verify', { ids: [K.id] }))
    const patient = await done(lab.clerk.get(`/patients/${patient_id}`))
    const copies = await rows<{ title: string; body: string }>(
      sql`select title, body from notice_copies where entity_type = 'critical_alert'`,
    )
    t.ok(copies.length > 0, 'copies go out')
    for (const { title, body } of copies) {
      t.notMatch(`${title} ${body}`, /7\.7|mmol|\bK\b/)
      t.notOk(body.includes(patient.full_name))
    }
    t.ok(copies.some(({ body }) => body.includes(patient.number)))
  })

  t.test('who has read a result stands in the log (DIA-152)', async (t) => {
    const { order } = await ready(['K'])
    await done(doctor.get(`/diagnostics/orders/${order.id}`))
    const read = await rows<{ n: number }>(
      sql`select count(*) as n from audit_rows where action = 'diagnostic_order.read'
        and entity_id = ${order.id} and user_id = ${doctor.user.id}`,
    )
    t.equal(Number(read[0]?.n), 1)
  })

  t.test('another area orders under its own name, and hears (DIA-170, DIA-173)', async (t) => {
    const { patient_id } = await lab.visiting()
    const { order } = await within(() =>
      orderTests(system, {
        patient_id,
        test_codes: ['HGB'],
        source: 'theatre_case',
        source_id: 'case-1',
      }),
    )
    t.match(order, { source: 'theatre_case', source_id: 'case-1', status: 'REQUESTED' })
    const left = await Promise.all(registry.work_left_by.map((ask) => ask(system, order.id)))
    t.ok(left.flat().some(({ label }) => label === 'results not read'))
    clock.advance(minutes(1))
    t.ok(await people.with('reception'))
  })
})
