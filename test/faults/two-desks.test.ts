// Two clerks with one person, and with one visit, at the same moment (issue 4): over the wire, and on
// PostgreSQL at two daemons that share nothing but the database.

import type { AddressInfo } from 'node:net'
import t from 'tap'
import { database } from '../../db/store/connection.ts'
import { patients } from '../../db/hospital/desk/patients/tables.ts'
import { boot } from '../support/boot.ts'
import { daemonOn, over } from '../support/programs/daemons.ts'
import { on_postgres } from '../support/database.ts'
import type { Person } from '../support/people.ts'
import { visiting } from '../support/desk/visits.ts'

const rounds = 20
const letters = 'abcdefghijklmnopqrstuvwxyz'

t.test('two desks at once', { timeout: 600_000 }, async (t) => {
  const house = await boot(t)
  const { people, app, hospital } = house
  const desks = await desksOf()
  const clerks = [await people.with('reception'), await people.with('reception')] as const
  const nurse = await people.with('nurse')

  async function desksOf(): Promise<readonly [string, string]> {
    if (!on_postgres) {
      await app.listen({ host: '127.0.0.1', port: 0 })
      const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
      return [url, url]
    }
    await database().script('create table numbered (no varchar(40), by_whom varchar(40))')
    const { address, folder } = house.database
    const [one, two] = await Promise.all([
      daemonOn(t, { address, folder }),
      daemonOn(t, { address, folder }),
    ])
    return [one.url, two.url]
  }
  type Asked = readonly [by: Person, path: string, body: object]
  const both = (one: Asked, two: Asked) => {
    const send = ([by, path, body]: Asked, desk: string) => over(desk, by.token, 'POST', path, body)
    return Promise.all([send(one, desks[0]), send(two, desks[1])])
  }
  const codes = (answers: readonly { status: number }[]): number[] =>
    answers.map(({ status }) => status).sort((a, b) => a - b)

  await t.test(
    'one person is registered once, by number and by likeness (PAT-6, PAT-8)',
    async (t) => {
      const before = await patients.count({ hospital_id: hospital.id })
      for (let round = 0; round < rounds; round += 1) {
        const word = letters[round]
        const person = {
          first_name: `Amina${word}`,
          last_name: `Rajabu${word}q${word}`,
          sex: 'Female',
          birth_date: `19${60 + round}-04-04`,
          ...(round % 2 === 0
            ? { national_id: `19${60 + round}0404${100_000_000_000 + round}` }
            : { phone: `07130000${10 + round}` }),
        }
        const answers = await both(
          [clerks[0], '/patients', person],
          [clerks[1], '/patients', person],
        )
        t.same(codes(answers), [201, 409], answers.map(({ message }) => message).join(' | '))
        const refused = answers.find(({ status }) => status === 409)?.message ?? ''
        t.match(
          refused,
          /^(A patient is already registered under|1 person on the register looks like)/,
        )
      }
      t.equal(await patients.count({ hospital_id: hospital.id }), before + rounds)
    },
  )

  await t.test('one sends the visit on, one cancels it: one of them does (VIS-12)', async (t) => {
    const done = { sent: 0, cancelled: 0 }
    for (let round = 0; round < rounds; round += 1) {
      const { id } = await visiting(clerks[0])
      const seen = { expected_state: 'TRIAGE:WAITING' }
      const [sent, cancelled] = await both(
        [nurse, `/visits/${id}/advance`, seen],
        [clerks[1], `/visits/${id}/cancel`, { ...seen, reason: 'went home' }],
      )
      t.same(codes([sent, cancelled]), [200, 409], `${sent.message} | ${cancelled.message}`)
      const { data } = await clerks[0].get(`/visits/${id}`)
      const entry = data.queue_entries.at(-1).status
      if (sent.status === 200) {
        done.sent += 1
        t.equal(cancelled.message, 'This visit has moved: it is now in service at Triage.')
        t.same([data.status, entry], ['IN_SERVICE', 'SERVING'])
        await nurse.post(`/visits/${id}/check-out`)
      } else {
        done.cancelled += 1
        t.match(sent.message, /^This visit (is already closed|has moved: it is now cancelled)/)
        t.same([data.status, entry], ['CANCELLED', 'CANCELLED'])
      }
    }
    t.comment(`${done.sent} sent on, ${done.cancelled} cancelled`)
  })

  await t.test('two send it on from what both saw: it moves once (VIS-12)', async (t) => {
    for (let round = 0; round < rounds; round += 1) {
      const { id } = await visiting(clerks[0])
      const body = { to: 'PHA', expected_state: 'TRIAGE:WAITING' }
      const answers = await both(
        [nurse, `/visits/${id}/advance`, body],
        [clerks[1], `/visits/${id}/advance`, body],
      )
      t.same(codes(answers), [200, 409], answers.map(({ message }) => message).join(' | '))
      const { data } = await clerks[0].get(`/visits/${id}`)
      t.equal(data.queue_entries.length, 2, 'one entry more')
    }
  })
})
