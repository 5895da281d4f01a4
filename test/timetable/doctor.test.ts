// The doctor stands in the timetable of a house with data of its own (OPS-165).

import { join } from 'node:path'
import t from 'tap'
import { theTimetable } from '../../daemon/work/timetable.ts'
import { system } from '../../db/core/caller.ts'
import { rows } from '../../db/store/connection.ts'
import { sql } from '../../db/store/sql.ts'
import { configurationAt, houseAt } from '../support/programs/backed-house.ts'
import { folder } from '../support/folder.ts'

t.setTimeout(600_000)

t.test('it looks at what is quick every five minutes, at everything at night', async (t) => {
  const dir = join(folder(t), 'data')
  const { deployment, hospital_id } = await houseAt(configurationAt(dir))
  t.teardown(() => deployment.close())
  const [light, whole] = ['doctor-light', 'doctor'].map((name) => {
    const entry = theTimetable().find((one) => one.name === name)
    if (entry === undefined) throw new Error(`the timetable has no ${name}`)
    return entry
  })
  t.match(light, { every: 300_000, weight: 'light', runs_on: 'leader' })
  t.match(whole, { cron: '30 4 * * *', weight: 'heavy', catch_up: 'once' })
  const turn = {
    caller: system(hospital_id),
    due_at: '2026-03-31T02:20:00.000Z',
    time_zone: 'Africa/Dar_es_Salaam',
    signal: new AbortController().signal,
  }
  const quick = await light?.run(turn)
  const all = await whole?.run(turn)
  t.ok(Number(quick?.['checks']) > 10)
  t.ok(Number(all?.['checks']) > Number(quick?.['checks']))
  const kept = await rows(sql`select name from system_checks where name = 'backup.age'`)
  t.equal(kept.length, 1, 'what was found is remembered')
})
