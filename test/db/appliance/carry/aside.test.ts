// References that are set aside while rows come are put back a table at a time; one that leads nowhere is named.

import t from 'tap'
import { references } from '../../../../db/appliance/carry/aside.ts'
import { closeDatabase, database, openDatabase } from '../../../../db/store/connection.ts'
import { copiedDatabase, on_postgres } from '../../../support/database.ts'

t.test('references of a server', { skip: !on_postgres && 'of PostgreSQL' }, async (t) => {
  const copied = await copiedDatabase()
  await openDatabase(copied.address)
  t.teardown(async () => {
    await closeDatabase()
    await copied.remove()
  })
  const engine = database()
  const all = `select count(*)::int as n, count(*) filter (where not convalidated)::int as doubted
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`
  const [before] = await engine.read(all, [])
  const aside = await references(engine)
  t.same(await engine.read(all, []), [{ n: 0, doubted: 0 }], 'none while rows come')
  await engine.script("update facilities set hospital_id = 'nobody'")
  await t.rejects(aside.settle(), {
    status: 409,
    message: /^facilities refers to a row that is not there \(.*REFERENCES hospitals\(id\)/,
  })
  await engine.script('update facilities set hospital_id = (select id from hospitals limit 1)')
  await aside.settle()
  t.same(await engine.read(all, []), [before], 'all of them again, and proved')
})
