import t from 'tap'
import { rows } from '../../../../db/store/connection.ts'
import { sql } from '../../../../db/store/sql.ts'
import { boot } from '../../../support/boot.ts'
import type { Person } from '../../../support/people.ts'
import { pointIds, visiting } from '../../../support/desk/visits.ts'

// ALL-27: whatever order they come in, none waits for another that waits for it.
t.test('many clerks at one queue', async (t) => {
  const { people } = await boot(t)
  const clerk = await people.with('reception')
  const counters = Array.from({ length: 8 }, (_, index) => String(index + 1))
  const manager = await people.with('manager')
  const made = await manager.post('/service-points', {
    code: 'RACE',
    name: 'Race',
    kind: 'OTHER',
    token_prefix: 'R',
    counters,
  })
  const at = `/service-points/${made.data.id}`
  const nurses: Person[] = []
  for (const _ of counters) nurses.push(await people.with('nurse'))

  t.test('never call one patient twice, and lose none (QUE-6)', async (t) => {
    const waiting = new Set<string>()
    for (let n = 0; n < 40; n += 1) {
      waiting.add((await visiting(clerk, { service_point_id: made.data.id })).id)
    }
    const called: string[] = []
    await Promise.all(
      nurses.map(async (nurse, index) => {
        for (;;) {
          const answer = await nurse.post(`${at}/call-next`, { counter: counters[index] })
          t.equal(answer.status, 200, answer.message)
          if (answer.data === null) return
          called.push(answer.data.visit_id)
          const gone = await nurse.post(`/queue-entries/${answer.data.id}/hold`, {
            hold_reason: 'OTHER',
          })
          t.equal(gone.status, 200, gone.message)
        }
      }),
    )
    t.equal(called.length, 40)
    t.same(new Set(called), waiting)
  })

  t.test('call, skip, send and give up at once: nobody is in two places (VIS-9)', async (t) => {
    const ids = await pointIds(clerk)
    for (let n = 0; n < 20; n += 1) await visiting(clerk, { service_point_id: made.data.id })
    let turn = 0
    const one = async (nurse: Person, counter: string): Promise<void> => {
      for (let n = 0; n < 12; n += 1) {
        const answer = await nurse.post(`${at}/call-next`, { counter })
        if (answer.status !== 200 || answer.data === null) continue
        turn += 1
        const entry = `/queue-entries/${answer.data.id}`
        const acts = [
          () => nurse.post(`${entry}/skip`),
          () => nurse.post(`${entry}/transfer`, { to: ids['TRI'], reason: 'there' }),
          () => nurse.post(`${entry}/no-show`, { reason: 'gone' }),
          () => nurse.post(`/visits/${answer.data.visit_id}/advance`, { to: made.data.id }),
        ]
        const done = await Promise.all([
          acts[turn % acts.length]?.(),
          clerk.post(`/visits/${answer.data.visit_id}/cancel`, { reason: 'went home' }),
        ])
        for (const each of done) t.ok([200, 409].includes(each?.status ?? 0), each?.message ?? '')
      }
    }
    await Promise.all(nurses.map((nurse, index) => one(nurse, counters[index] ?? '')))
    const twice = await rows(
      sql`select patient_id from queue_entries
        where status in ('WAITING', 'CALLED', 'SERVING', 'ON_HOLD') and patient_id is not null
        group by patient_id having count(*) > 1`,
    )
    t.same(twice, [])
    const apart = await rows(
      sql`select v.id, v.status, e.status as entry from visits v
        left join queue_entries e on e.id = v.queue_entry_id
        where (v.status = 'WAITING' and coalesce(e.status, '') <> 'WAITING')
          or (v.status = 'CALLED' and coalesce(e.status, '') <> 'CALLED')
          or (v.status = 'IN_SERVICE' and coalesce(e.status, '') <> 'SERVING')
          or (v.status in ('CANCELLED', 'CHECKED_OUT') and v.queue_entry_id is not null)`,
    )
    t.same(apart, [], 'visit and entry say the same')
  })
})
