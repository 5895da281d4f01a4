// The board and the clock that tells (EMG-4, EMG-6, EMG-7, EMG-11).

import t from 'tap'
import { clock, minutes } from '../../../../db/core/clock.ts'
import { run, within } from '../../../../db/store/connection.ts'
import { watchClocks } from '../../../../db/hospital/desk/emergencies/clockwork.ts'
import { allergiesOf } from '../../../../db/hospital/neighbours/medicines.ts'
import { sql } from '../../../../db/store/sql.ts'
import { answering } from '../../../support/answers.ts'
import { statementsOf } from '../../../support/statements.ts'
import { emergencyRoom } from '../../../support/desk/emergency-room.ts'

t.test('the board of emergencies', async (t) => {
  const { house, people, nurse, doctor, taken, triaged } = await emergencyRoom(t)

  t.test(
    'the board: untriaged first, then by urgency; clocks and allergies (EMG-4, EMG-11)',
    async (t) => {
      const late = await taken()
      await within(() =>
        run(
          sql`update emergencies set arrived_at = ${new Date(clock.ms() - minutes(11)).toISOString()} where id = ${late.id}`,
        ),
      )
      const red = await triaged(1)
      const green = await triaged(4)
      answering(
        t,
        allergiesOf,
        async (_caller, ids) =>
          new Map(
            ids.map((id) => [
              id,
              [
                { substance: 'Penicillin', severity: 'LIFE_THREATENING' },
                { substance: 'Dust', severity: 'MILD' },
              ],
            ]),
          ),
      )
      const { data, status, message } = await nurse.get('/emergencies/board')
      t.equal(status, 200, message)
      const order = data.map(({ id }: { id: string }) => id)
      t.equal(order[0], late.id)
      t.ok(order.indexOf(red.id) < order.indexOf(green.id))
      t.match(
        data.find(({ id }: { id: string }) => id === red.id),
        {
          untriaged: false,
          minutes_to_target: 0,
          target_near: true,
          retriage_late: false,
          life_threatening_allergies: ['Penicillin'],
          open_orders: 0,
        },
      )
      t.match(data[0], { untriaged: true, waiting_minutes: 11 })
      const few = await statementsOf(() => nurse.get('/emergencies/board', { zone: 'RESUS' }))
      const many = await statementsOf(() => nurse.get('/emergencies/board'))
      // Nobody lies in the first: of all the others each thing is asked once, of care for TB and HIV as well.
      t.ok(many.length <= few.length + 9, `${few.length} and ${many.length} statements`)
      for (let n = 0; n < 5; n += 1) await taken()
      const more = await statementsOf(() => nurse.get('/emergencies/board'))
      t.equal(more.length, many.length)
      const lists = async (per_page: string) =>
        (await statementsOf(() => nurse.get('/emergencies', { per_page }))).length
      t.equal(await lists('50'), await lists('2'))
    },
  )

  t.test(
    'the clock tells: untriaged, target reached, long past, look again (EMG-6, EMG-7)',
    async (t) => {
      const chief = await people.with('medical_in_charge')
      await within(() => watchClocks(house.system))
      const row = await triaged(2)
      t.equal(await within(() => watchClocks(house.system)), 0)
      clock.advance(minutes(8))
      t.ok((await within(() => watchClocks(house.system))) >= 1, '80 per cent')
      t.match(
        (await nurse.get('/emergencies/board')).data.find(
          ({ id }: { id: string }) => id === row.id,
        ),
        {
          target_near: true,
        },
      )
      clock.advance(minutes(2))
      await within(() => watchClocks(house.system))
      clock.advance(minutes(3))
      const doctors = await doctor.get('/notifications', { per_page: '200' })
      t.ok(
        doctors.data.some(
          (one: { kind: string; body: string }) =>
            one.kind === 'emergency.urgent' && one.body.startsWith(row.number),
        ),
      )
      clock.advance(minutes(7))
      await within(() => watchClocks(house.system))
      clock.advance(-minutes(20))
      const told = await chief.get('/notifications', { per_page: '200' })
      t.ok(
        told.data.some(
          (one: { title: string; body: string }) =>
            one.title === 'Emergency waits too long' && one.body.startsWith(row.number),
        ),
      )
    },
  )
})
