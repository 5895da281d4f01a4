// Statements that nobody waits for before the commit (decision 0530): on PostgreSQL they leave one behind the
// other, on SQLite each is done at once. What a rule sees is the same.

import t from 'tap'
import { departments } from '../../../../db/hospital/office/places/tables.ts'
import { atOnce } from '../../../../db/store/at-once.ts'
import {
  ambientConnection,
  attempt,
  row,
  rows,
  run,
  unawaited,
  within,
} from '../../../../db/store/connection.ts'
import { isTaken } from '../../../../db/store/engines/engine.ts'
import { sql } from '../../../../db/store/sql.ts'
import { boot } from '../../../support/boot.ts'
import { on_postgres } from '../../../support/database.ts'

t.test('what is not waited for', async (t) => {
  const { hospital } = await boot(t)
  const hospital_id = hospital.id
  const department = (code: string) =>
    departments.insert({ hospital_id, code, name: code, name_key: code, kind: 'CLINICAL' })
  const there = async (...codes: string[]): Promise<string[]> =>
    (await departments.all({ hospital_id, code: codes }, { order: ['code'] })).map(
      ({ code }) => code,
    )

  t.test('is read by what comes after it, and kept', async (t) => {
    const seen = await within(async () => {
      await unawaited(async () => {
        await department('A1')
        await department('A2')
        await run(sql`update departments set name = 'Second'
          where hospital_id = ${hospital_id} and code = 'A2'`)
      })
      return departments.find({ hospital_id, code: 'A2' })
    })
    t.equal(seen?.name, 'Second')
    t.same(await there('A1', 'A2'), ['A1', 'A2'])
  })

  t.test('and fails is thrown by what is waited for next; nothing is kept', async (t) => {
    let came_so_far = false
    const told = await within(async () => {
      await unawaited(() => department('B1'))
      await unawaited(() => department('A1'))
      await unawaited(() => department('B2'))
      await rows(sql`select 1 as one`)
      came_so_far = true
    }).catch((error: unknown) => error)
    t.ok(isTaken(told), 'with its own reason')
    t.notOk(came_so_far)
    t.same(await there('B1', 'B2'), [])
  })

  t.test('and fails last of all is thrown by the commit', async (t) => {
    const told = await within(async () => {
      await unawaited(() => department('C1'))
      await unawaited(() => department('A1'))
    }).catch((error: unknown) => error)
    t.ok(isTaken(told), 'with its own reason')
    t.same(await there('C1'), [])
  })

  t.test('and fails in a piece that is tried undoes the piece alone', async (t) => {
    await within(async () => {
      await unawaited(() => department('D1'))
      const tried = await attempt(async () => {
        await unawaited(() => department('D2'))
        await unawaited(() => department('A1'))
      }).catch((error: unknown) => error)
      t.ok(isTaken(tried))
      await unawaited(() => department('D3'))
    })
    t.same(await there('D1', 'D2', 'D3'), ['D1', 'D3'])
  })

  t.test('a version that must stand is never passed over unseen', async (t) => {
    const refused = within(async () => {
      const found = await departments.find({ hospital_id, code: 'A1' })
      await unawaited(() => departments.change({ hospital_id, id: found?.id }, { name: 'Other' }))
    })
    if (on_postgres) await t.rejects(refused)
    else await t.resolves(refused)
  })

  t.test('rows go in as text between statements that are not waited for', async (t) => {
    if (!on_postgres) return t.end()
    await within(async () => {
      await run(sql`create temporary table poured (n integer, said text) on commit drop`)
      await unawaited(() => run(sql`insert into poured values (1, ${'first'})`))
      await ambientConnection()?.copy?.('copy poured from stdin', Buffer.from('2\tsecond\n'))
      await unawaited(() => run(sql`insert into poured values (3, ${'third'})`))
      const { n } = (await row<{ n: number }>(sql`select count(*) as n from poured`)) ?? { n: 0 }
      t.equal(n, 3)
    })
  })

  t.test('questions asked at once are judged in their order', async (t) => {
    const [two, ten] = await atOnce(Promise.resolve(2), 10)
    t.same([two, ten], [2, 10])
    const later = new Promise((_, refuse) => setImmediate(() => refuse(new Error('first'))))
    await t.rejects(atOnce(later, Promise.reject(new Error('second'))), { message: 'first' })
  })
})
