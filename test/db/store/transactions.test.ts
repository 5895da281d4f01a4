import { AsyncLocalStorage } from 'node:async_hooks'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import t from 'tap'
import {
  afterCommit,
  attempt,
  database,
  inTransaction,
  row,
  run,
  snapshot,
  within,
} from '../../../db/store/connection.ts'
import { recordAlone } from '../../../db/hospital/office/audit/record.ts'
import { audit_rows } from '../../../db/hospital/office/audit/tables.ts'
import { departments } from '../../../db/hospital/office/places/tables.ts'
import { invalid } from '../../../db/core/refusal.ts'
import { sql } from '../../../db/store/sql.ts'
import { boot } from '../../support/boot.ts'
import { on_postgres } from '../../support/database.ts'

const department = (hospital_id: string, code: string) =>
  departments.insert({ hospital_id, code, name: code, name_key: code, kind: 'CLINICAL' })

t.test('transactions', async (t) => {
  const { hospital, system, database: copied } = await boot(t)
  const hospital_id = hospital.id
  const count = (): Promise<number> => departments.count({ hospital_id })

  t.test('400 of 400 parallel writers commit', async (t) => {
    const before = await count()
    await Promise.all(
      Array.from({ length: 400 }, (_, index) => within(() => department(hospital_id, `P${index}`))),
    )
    t.equal((await count()) - before, 400)
  })

  t.test('pieces that are written together are each written as who asked', async (t) => {
    const asker = new AsyncLocalStorage<number>()
    const seen = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        asker.run(index, () => within(async () => asker.getStore())),
      ),
    )
    t.same(
      seen,
      Array.from({ length: 20 }, (_, index) => index),
    )
  })

  t.test('with a second process writing, all of both commit', async (t) => {
    const before = await count()
    const child = fork(
      new URL('../../support/programs/second-writer.ts', import.meta.url),
      [JSON.stringify(copied.address), hospital_id, '200'],
      { execArgv: ['--no-warnings'] },
    )
    await once(child, 'message')
    child.send('go')
    const ended = once(child, 'exit')
    await Promise.all(
      Array.from({ length: 200 }, (_, index) => within(() => department(hospital_id, `Q${index}`))),
    )
    const [code] = await ended
    t.equal(code, 0)
    t.equal((await count()) - before, 400)
  })

  t.test('a piece that refuses leaves nothing behind and others alone (ALL-8)', async (t) => {
    const before = await count()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 30 }, (_, index) =>
        within(async () => {
          await department(hospital_id, `R${index}`)
          if (index % 3 === 0) throw invalid('x', 'is refused.')
        }),
      ),
    )
    t.equal(outcomes.filter(({ status }) => status === 'rejected').length, 10)
    t.equal((await count()) - before, 20)
  })

  t.test('an inner within joins the outer one', async (t) => {
    const before = await count()
    await t.rejects(
      within(async () => {
        await within(() => department(hospital_id, 'S1'))
        throw new Error('no')
      }),
      /no/,
    )
    t.equal(await count(), before)
  })

  t.test('a write outside a transaction throws, and so does one that comes too late', async (t) => {
    await t.rejects(department(hospital_id, 'T1'), /needs a transaction/)
    let late: (() => Promise<unknown>) | undefined
    await within(async () => {
      late = () => department(hospital_id, 'T2')
      const { AsyncResource } = await import('node:async_hooks')
      late = AsyncResource.bind(late)
    })
    await t.rejects(late?.() ?? Promise.resolve(), /after its transaction had ended/)
  })

  t.test('afterCommit runs only when the work was kept (ALL-8)', async (t) => {
    const calls: string[] = []
    await within(async () => {
      afterCommit(() => calls.push('kept'))
      t.ok(inTransaction())
    })
    await within(async () => {
      afterCommit(() => calls.push('lost'))
      throw new Error('no')
    }).catch(() => undefined)
    t.same(calls, ['kept'])
  })

  t.test('attempt keeps what the transaction held before', async (t) => {
    await within(async () => {
      await department(hospital_id, 'U1')
      await t.rejects(attempt(() => department(hospital_id, 'U1')))
      await department(hospital_id, 'U2')
    })
    t.equal(await departments.count({ hospital_id, code: ['U1', 'U2'] }), 2)
  })

  t.test('a snapshot sees one moment, and nothing is written in it', async (t) => {
    await snapshot(async () => {
      const first = await count()
      await database().write(async (connection) => {
        const other = {
          text: "update departments set cost_centre = 'x' where code = 'U1'",
          values: [],
        }
        await connection.run(other.text, other.values)
      }, 'people')
      t.equal(await count(), first)
      const seen = await row<{ cost_centre: string | null }>(
        sql`select cost_centre from departments where code = 'U1'`,
      )
      t.equal(seen?.cost_centre, null)
      t.throws(() => within(async () => undefined), /inside a snapshot/)
      await t.rejects(run(sql`delete from departments`), /needs a transaction/)
    })
  })

  t.test(
    'people go before jobs in the writer’s queue',
    { skip: on_postgres && 'PostgreSQL has no single writer' },
    async (t) => {
      const order: string[] = []
      const slow = within(async () => {
        for (let index = 0; index < 50; index++) await row(sql`select 1`)
      })
      const job = within(async () => void order.push('job'), 'jobs')
      const person = within(async () => void order.push('person'))
      await Promise.all([slow, job, person])
      t.same(order, ['person', 'job'])
    },
  )

  t.test('the chain has no gap after a thousand writers at once', async (t) => {
    await Promise.all(Array.from({ length: 300 }, () => recordAlone(system, 'test.write')))
    const all = await audit_rows.all({ hospital_id }, { order: ['seq'] })
    all.forEach((one, index) => {
      if (one.seq !== index + 1 || (index > 0 && one.prev_hash !== all[index - 1]?.hash))
        t.fail(`broken at ${one.seq}`)
    })
    t.ok(all.length >= 300)
  })
})
