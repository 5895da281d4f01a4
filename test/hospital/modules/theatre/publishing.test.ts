// A list goes out whole or not at all (OT-7), and a theatre that is switched off by force lets go of goods (MOD-8).

import type { Data } from '../../../support/ask.ts'
import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { theatre_cases } from '../../../../db/hospital/modules/theatre/cases/tables.ts'
import { publishTomorrow } from '../../../../db/hospital/modules/theatre/jobs.ts'
import { rows, within } from '../../../../db/store/connection.ts'
import { sql } from '../../../../db/store/sql.ts'
import { boot } from '../../../support/boot.ts'
import { theatreAtWork } from '../../../support/desk/theatre.ts'
import { done } from '../../../support/desk/ward.ts'
import { shelfOf } from '../../../support/goods.ts'

t.test('lists and what is held for them', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-23T16:00:00.000Z')
  const work = await theatreAtWork(t, house)
  const { surgeon, nurse, head } = work
  const { hospital_id } = house.system

  t.test('OT-7: nobody is published without side, anaesthesia or surgeon', async (t) => {
    const session = await work.session({ date: '2026-03-24' })
    const one = await work.ask({ procedures: [{ code: 'HERNIA', side: 'LEFT' }] })
    await done(surgeon.post(`/theatre-cases/${one.id}/book`, { session_id: session.id }))
    const before = await theatre_cases.find({ hospital_id, id: one.id })
    const procedures = before?.procedures.map((line) => ({
      ...line,
      side: 'NOT_APPLICABLE' as const,
    }))
    const write = (change: Record<string, unknown>) =>
      within(() => theatre_cases.change({ hospital_id, id: one.id }, change))
    await write({ procedures, anaesthesia_planned: null })
    t.same(await publishTomorrow(house.system), { published: 0 })
    const told = await done(surgeon.get('/notifications'))
    t.match(
      told.find(({ kind }: Data) => kind === 'theatre.list_refused'),
      {
        title: /is not published: something lacks$/,
        body: `${one.reference}: no side of Repair of a hernia, no anaesthesia planned.`,
      },
    )
    await write({ procedures, anaesthesia_planned: 'SPINAL' })
    t.same(await publishTomorrow(house.system), { published: 0 })
    await write({ procedures: before?.procedures })
    t.same(await publishTomorrow(house.system), { published: 1 })
  })

  t.test('MOD-8: switched off by force, theatre holds no goods', async (t) => {
    const shelf = await shelfOf(house, { kind: 'THEATRE' })
    const suture = await shelf.product({ name: 'Suture', class: 'SUPPLY' })
    await shelf.lay(suture, 10, { lot: 'S1', expiry: '2028-01-31' })
    await done(head.patch(`/theatres/${work.room.id}`, { store_id: shelf.store.id }))
    const items = [{ product_id: suture.id, quantity: 2 }]
    await done(
      head.put('/theatre-tables/PROCEDURE_CARDS', {
        rows: [{ code: 'APPENDECTOMY', minutes: 60, items }],
        reason: 'What we take',
      }),
    )
    const one = await work.ask()
    const session = await work.session({ date: '2026-03-26' })
    await done(surgeon.post(`/theatre-cases/${one.id}/book`, { session_id: session.id }))
    const held = () =>
      rows<{ source_id: string }>(
        sql`select source_id from stock_reservations where source = 'theatre_case'`,
      )
    t.same(await held(), [{ source_id: one.id }])
    const officer = await house.people.administrator()
    const off = `/facilities/${house.facility_id}/modules/theatre/switch-off`
    const reason = { reason: 'No surgeon this month' }
    t.equal((await officer.post(off, reason)).status, 409, 'there is open work')
    t.equal((await held()).length, 1, 'refused, nothing is let go')
    await done(officer.post(off, { ...reason, force: true }))
    t.same(await held(), [])
    t.equal((await nurse.get('/theatre-cases')).status, 403)
  })
})
