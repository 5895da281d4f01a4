// A house in a process of its own, for load from another: says its port, a token, where its database
// lies, and the ids of some records. Arguments: a module to run first, which fills the database.

import { start } from '../../daemon/main.ts'
import {
  closeDatabase,
  type DatabaseAddress,
  openDatabase,
  within,
} from '../../db/store/connection.ts'
import * as sessions from '../../db/hospital/office/access/sign-in/sessions.ts'
import { users } from '../../db/hospital/office/access/tables.ts'
import { departments } from '../../db/hospital/office/places/tables.ts'
import { byCode } from '../../db/hospital/office/hospitals/hospitals.ts'
import { setAppKey } from '../../db/appliance/secrets/seal.ts'
import { copiedDatabase, hospital_code } from '../../test/support/database.ts'
import { hearLines } from './lines.ts'

export interface Served {
  port: number
  token: string
  address: DatabaseAddress
  hospital_id: string
  user_id: string
  department_ids: string[]
}

/** How often SQLite was asked to keep what was written: several writes may share one. */
let commits = 0
hearLines((text) => {
  if (text === 'commit') commits += 1
})

const fill = process.argv[2]
const database = await copiedDatabase()
await openDatabase(database.address)
setAppKey(Buffer.alloc(32, 7))
const hospital = await byCode(hospital_code)
if (hospital === undefined) throw new Error('no hospital in the prepared database')
if (fill !== undefined) {
  const { filling } = (await import(fill)) as { filling: (hospital_id: string) => Promise<void> }
  await filling(hospital.id)
}
const user = await users.find({ hospital_id: hospital.id, username: 'admin' })
if (user === undefined) throw new Error('no administrator in the prepared database')
const opened = await within(() =>
  sessions.open({ user, method: 'PASSWORD', facts: { ip: null, user_agent: null }, max_days: 1 }),
)
const daemon = await start({
  listen: [{ host: '127.0.0.1', port: 0 }],
  data_dir: database.folder,
  limits: { sign_in: 1e9, open: 1e9 },
  log: { level: 'error', format: 'json' },
})
const some = await departments.all({ hospital_id: hospital.id }, { order: ['id'], limit: 64 })
process.send?.({
  port: Number(new URL(daemon.urls[0] ?? '').port),
  token: opened.tokens.access_token,
  address: database.address,
  hospital_id: hospital.id,
  user_id: user.id,
  department_ids: some.map(({ id }) => id),
} satisfies Served)
process.on('message', (word) => {
  if (word === 'commits') process.send?.(commits)
  // What was run first may listen for words of its own.
  else if (word === 'end')
    void daemon
      .stop()
      .then(() => closeDatabase())
      .then(() => database.remove())
      .then(() => process.exit(0))
})
