// Goods by batch, the waiting list, places of a list at one moment, and a walk by chance in which theatre's three
// promises hold (OT-2, OT-6, OT-11, OT-14, OT-15, OT-19).

import type { Data } from '../../../support/ask.ts'
import t from 'tap'
import { clock, nextDay } from '../../../../db/core/clock.ts'
import { rows } from '../../../../db/store/connection.ts'
import { sql } from '../../../../db/store/sql.ts'
import * as jobs from '../../../../db/hospital/modules/theatre/jobs.ts'
import { registry } from '../../../../db/hospital/registry.ts'
import { boot } from '../../../support/boot.ts'
import { all_there, counted, identity, theatreAtWork } from '../../../support/desk/theatre.ts'
import { done } from '../../../support/desk/ward.ts'
import { shelfOf } from '../../../support/goods.ts'
import { chanceOf } from '../../../support/seeded.ts'

const walks = Number(process.env['THEATRE_WALKS'] ?? 3)
const steps = 40

t.test('goods and lists', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-23T05:00:00.000Z')
  const work = await theatreAtWork(t, house)
  const { surgeon, anaesthetist, runner, nurse, head, advance } = work
  let day = 0
  const session = () => work.session({ date: nextDay('2026-03-24', (day += 1)) })

  t.test('the waiting list: urgency, then who is overdue, then by the day (OT-2)', async (t) => {
    const made = []
    for (const more of [
      { wanted_before: '2026-05-01' },
      {},
      { urgency: 'URGENT' },
      { wanted_before: '2026-03-01' },
      { urgency: 'EMERGENCY', decision_at: clock.instant() },
    ]) {
      made.push((await work.ask(more)).reference)
    }
    const waiting = await done(nurse.get('/theatre-cases', { waiting: 'true' }))
    t.same(
      waiting.map(({ reference }: Data) => reference),
      [made[4], made[2], made[3], made[0], made[1]],
    )
    const overdue = await done(nurse.get('/theatre-cases', { overdue: 'true' }))
    t.same(
      overdue.map(({ reference }: Data) => reference),
      [made[3]],
    )
  })

  t.test('one place for six at once: one has it, the others come after (OT-6)', async (t) => {
    const { id } = await session()
    const cases = []
    for (let n = 0; n < 6; n += 1) cases.push(await work.ask({ estimated_minutes: 30 }))
    const answers = await Promise.all(
      cases.map((one) =>
        surgeon.post(`/theatre-cases/${one.id}/book`, { session_id: id, position: 1 }),
      ),
    )
    t.same(
      answers.map(({ status }) => status),
      [200, 200, 200, 200, 200, 200],
    )
    const found = await rows<{ position: number }>(
      sql`select position from theatre_cases where session_id = ${id} order by position`,
    )
    t.same(
      found.map(({ position }) => Number(position)),
      [1, 2, 3, 4, 5, 6],
    )
  })

  t.test('a session that ends puts its cases off, or onto another (A.3)', async (t) => {
    const from = await session()
    const to = await session()
    const one = await work.ask()
    await done(surgeon.post(`/theatre-cases/${one.id}/book`, { session_id: from.id }))
    const why = { reason_code: 'NO_SURGEON', reason: 'Ill today' }
    const moved = await done(
      surgeon.post(`/theatre-sessions/${from.id}/cancel`, { ...why, move_to_session_id: to.id }),
    )
    t.match(moved, { status: 'CANCELLED', moved: [one.reference], postponed: [] })
    const off = await done(surgeon.post(`/theatre-sessions/${to.id}/cancel`, why))
    t.match(off, { postponed: [one.reference] })
    t.match(await work.read(one.id), {
      status: 'REQUESTED',
      postponed_count: 1,
      session_id: null,
      planned_start: null,
    })
  })

  t.test(
    'lists are published the day before, and close when they are over (A.7, OT-22)',
    async (t) => {
      const tables = await done(head.get('/theatre-tables'))
      const [settings] = tables.find(({ key }: Data) => key === 'SETTINGS').rows
      const rows_wanted = [{ ...settings, publish_at: '08:00' }]
      await done(
        head.put('/theatre-tables/SETTINGS', { rows: rows_wanted, reason: 'Earlier lists' }),
      )
      const tomorrow = await work.session({
        date: '2026-03-24',
        starts_at: '17:00',
        ends_at: '19:00',
      })
      const one = await work.ask()
      await done(surgeon.post(`/theatre-cases/${one.id}/book`, { session_id: tomorrow.id }))
      t.same(await jobs.publishTomorrow(house.system), { published: 1 })
      t.same(await jobs.publishTomorrow(house.system), { published: 0 })
      const late = await work.ask()
      const unsaid = await surgeon.post(`/theatre-cases/${late.id}/book`, {
        session_id: tomorrow.id,
      })
      t.match(unsaid, { status: 400, message: 'reason is required: the list is published.' })
      clock.freeze('2026-03-24T21:30:00.000Z')
      t.match(await jobs.closeYesterday(house.system), { closed: 1, put_off: 1 })
      t.same(await jobs.closeYesterday(house.system), { closed: 0, put_off: 0 })
      t.same(await jobs.tellUnsigned(house.system), { told: 0 })
      clock.freeze('2026-03-23T05:00:00.000Z')
      t.match(await work.read(one.id), {
        status: 'REQUESTED',
        postponements: [{ reason_code: 'OVERRAN' }],
      })
    },
  )

  t.test('goods: off the shelf by batch, on the bill, and back unopened (OT-15)', async (t) => {
    const shelf = await shelfOf(house, { kind: 'THEATRE' })
    const mesh = await shelf.product({ name: 'Mesh', class: 'SUPPLY', tariff_code: 'MESH' })
    await shelf.lay(mesh, 10, { lot: 'M7', expiry: '2028-01-31' })
    await done(head.patch(`/theatres/${work.room.id}`, { store_id: shelf.store.id }))
    const one = await work.inRoom({ session_id: (await session()).id })
    const use = (more: Record<string, unknown>) =>
      runner.post(`/theatre-cases/${one.id}/items`, {
        used: [{ product_id: mesh.id, quantity: 2, ...more }],
      })
    t.match(await use({ kind: 'IMPLANT', site: 'Groin' }), {
      status: 400,
      message: 'items[0]: an implant needs its serial or lot.',
    })
    t.match(await use({ kind: 'IMPLANT', serial: 'S1' }), {
      status: 400,
      message: 'items[0].site is required with IMPLANT.',
    })
    const { items } = await done(use({ kind: 'IMPLANT', serial: 'S1', site: 'Groin' }))
    t.match(items, [{ lot: 'M7', quantity: 2, charged: true, kind: 'IMPLANT', returned: 0 }])
    const lines = () =>
      rows<{ quantity: number; service_status: string }>(
        sql`select quantity, service_status from bill_items where source = 'theatre_item'`,
      )
    t.match(await lines(), [{ quantity: 2000, service_status: 'DONE' }])
    const back = (quantity: number) =>
      runner.post(`/theatre-cases/${one.id}/items`, {
        returned: [{ item_id: items[0].id, quantity, condition: 'GOOD' }],
      })
    const returned = await done(back(1))
    t.match(returned.items, [{ returned: 1 }])
    t.match(await lines(), [{ quantity: 1000 }])
    t.match(await back(2), { status: 409, message: /^Only 1 of Mesh.* can still come back\.$/ })
    await done(
      advance(runner, one.id, {
        milestone: 'PROCEDURE_DONE',
        outcome: 'ABANDONED',
        reason_code: 'NO_POWER',
        reason: 'Dark',
      }),
    )
    await done(advance(runner, one.id, { milestone: 'IN_RECOVERY' }))
  })

  t.test('a walk by chance: three promises hold at every step', async (t) => {
    const chance = chanceOf(t)
    const pick = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)] as T
    for (let walk = 0; walk < walks; walk += 1) {
      const { id } = await work.inRoom({ session_id: (await session()).id })
      const short = all_there.map((line) => ({ ...line, final: Math.max(0, line.final - 1) }))
      const acts = [
        () => work.checklist(id, 'sign-in'),
        () => work.checklist(id, 'time-out'),
        () => work.checklist(id, 'sign-out'),
        () => work.count(id, 'INITIAL', counted),
        () => work.count(id, 'FINAL', short),
        () => work.count(id, 'FINAL', all_there),
        () => advance(anaesthetist, id, { event: 'ANAESTHESIA_START' }),
        () => advance(surgeon, id, { event: 'INCISION' }),
        () => advance(surgeon, id, { event: 'CLOSURE' }),
        () => advance(anaesthetist, id, { event: 'ANAESTHESIA_END' }),
        () => advance(runner, id, { milestone: 'PROCEDURE_DONE' }),
        () => advance(runner, id, { milestone: 'IN_RECOVERY' }),
      ]
      for (let step = 0; step < steps; step += 1) {
        const { status } = await pick(acts)()
        if (status >= 500) t.fail(`a fault: ${status}`)
        if (!holds(await work.read(id))) t.fail(`walk ${walk}, step ${step}`)
      }
      // Whatever chance left open is brought to its end.
      for (const act of [0, 6, 3, 1, 7, 8, 5, 2, 9, 10, 11]) await acts[act]?.()
      const end = await work.read(id)
      t.equal(end.status, 'IN_RECOVERY')
      t.ok(holds(end))
      const charged = await rows<{ n: number }>(
        sql`select count(*) as n from bill_items where source = 'theatre_time'
          and source_id = ${`${id}:THEATRE_TIME`}`,
      )
      t.equal(Number(charged[0]?.n), 1, 'THEATRE_TIME once')
      const again = await advance(runner, id, { milestone: 'IN_RECOVERY' })
      t.equal(again.status, 409)
    }
  })

  t.test('what was done is told to who looks for what escaped the bill (BIL-138)', async (t) => {
    const found: string[] = []
    for (const ask of registry.performed_services) {
      const asked = { from: '2026-03-23T00:00:00.000Z', to: '2026-03-24T00:00:00.000Z' }
      for await (const piece of ask(house.system, asked)) {
        found.push(...piece.map(({ source }) => source))
      }
    }
    t.ok(found.includes('theatre_procedure'))
    t.ok(found.includes('theatre_time'))
  })

  t.test('a branch is told what stays behind, and what is missing (MOD-3, MOD-10)', async (t) => {
    const officer = await house.people.with('system_administrator')
    const shown = await done(officer.get(`/facilities/${house.facility_id}/modules/theatre`))
    const waiting = shown.open_work.find(({ label }: Data) => label === 'cases waiting')
    t.ok(waiting.count > 0)
    t.ok(Array.isArray(shown.missing))
    const one = await work.sent({ session_id: (await session()).id })
    const forced = await officer.post(
      `/facilities/${house.facility_id}/modules/theatre/switch-off`,
      {
        reason: 'No surgeon',
        force: true,
      },
    )
    t.equal(forced.status, 409, 'never with somebody in theatre')
    t.match(forced.message, new RegExp(one.reference))
    await done(advance(runner, one.id, { milestone: 'RECEIVED', identity }))
  })
})

/** No INCISION without TIME_OUT; no end without equal counts. */
function holds(one: Data): boolean {
  const at = (event: string) => one.events.find((step: Data) => step.event === event)?.at ?? null
  const done_phase = (phase: string) =>
    one.checklists.find((list: Data) => list.phase === phase)?.status === 'DONE'
  const ended = one.milestones.find(({ milestone }: Data) => milestone === 'PROCEDURE_DONE').at
  const cut = at('INCISION') === null || done_phase('TIME_OUT')
  const equal = ended === null || one.outcome === 'ABANDONED' || one.counts?.equal === true
  return cut && equal
}
