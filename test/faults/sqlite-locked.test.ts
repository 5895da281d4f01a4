// The file is held by another process: writers are asked to come again, readers notice nothing.

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import t from 'tap'
import { closeDatabase, openDatabase, within } from '../../db/store/connection.ts'
import { audit_lost, recordRead } from '../../db/hospital/office/audit/reads.ts'
import { departments } from '../../db/hospital/office/places/tables.ts'
import { boot } from '../support/boot.ts'
import { chainIsSound, rowCounts } from '../support/counts.ts'
import { on_postgres } from '../support/database.ts'

const busy = 'The database is busy: try again in a moment.'
const skip = on_postgres && 'PostgreSQL has no single writer'

async function hold(file: string): Promise<ChildProcess> {
  const child = fork(new URL('../support/programs/hold-database.ts', import.meta.url), [file], {
    execArgv: ['--no-warnings'],
  })
  const [said] = await once(child, 'message')
  if (said !== 'held') throw new Error(String(said))
  return child
}

async function letGo(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit')
  child.send('go')
  await gone
}

t.test('a database that another process holds', { skip }, async (t) => {
  const house = await boot(t)
  const { address } = house.database
  await closeDatabase()
  await openDatabase({ ...address, write_wait_ms: 300 })
  const administrator = await house.people.administrator()
  const open = (code: string) =>
    administrator.post('/departments', { code, name: `Ward ${code}`, kind: 'CLINICAL' })
  const before = await rowCounts()

  t.test(
    'writes are refused within their patience, reads go on, nothing stays (OPS-49)',
    async (t) => {
      const holder = await hold(address.file ?? '')
      const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => open(`L${n}`)))
      for (const { status, message, data, headers } of answers) {
        t.same([status, message, data, headers['retry-after']], [503, busy, null, '2'])
      }
      t.equal((await administrator.get('/departments')).status, 200)
      t.equal((await house.nobody.get('/ready')).status, 200)

      const lost = audit_lost.rows
      await recordRead(house.system, 'test.read')
      t.equal(audit_lost.rows, lost + 1, 'the row of a read that was not written is counted')
      await letGo(holder)
      t.same(await rowCounts(), before, 'nothing of the refused pieces is there')
    },
  )

  t.test('behind one of the house’s own that goes on, people are told in time', async (t) => {
    // The thread that writes for jobs is there before anybody's patience is measured.
    while (!(await within(async () => true, 'jobs').catch(() => false)));
    let letGo: () => void = () => undefined
    let slow: Promise<void> = Promise.resolve()
    await new Promise<void>((begun) => {
      const work = (): Promise<void> =>
        new Promise((resolve) => {
          letGo = resolve
          begun()
        })
      slow = within(work, 'jobs')
    })
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => open(`S${n}`)))
    for (const { status, message, headers } of answers) {
      t.same([status, message, headers['retry-after']], [503, busy, '2'])
    }
    letGo()
    await slow
    t.equal((await open('S20')).status, 201, 'and it goes on')
    t.equal(await departments.count({ hospital_id: house.hospital.id, code: 'S1' }), 0)
  })

  t.test('whoever still has patience when it is let go is served', async (t) => {
    await closeDatabase()
    await openDatabase({ ...address, write_wait_ms: 10_000 })
    const holder = await hold(address.file ?? '')
    const waiting = Promise.all(Array.from({ length: 20 }, (_, n) => open(`W${n}`)))
    t.equal((await administrator.get('/departments')).status, 200)
    await letGo(holder)
    for (const { status } of await waiting) t.equal(status, 201)
    t.ok(await chainIsSound(house.hospital.id))
  })
})
