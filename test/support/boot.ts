// A running house for a test file: its database, the doors under test, and people to ask through.

import type { FastifyInstance } from 'fastify'
import type { Test } from 'tap'
import { buildApp } from '../../daemon/edge/app.ts'
import { hospital_doors } from '../../daemon/hospital/areas.ts'
import { messaging_doors } from '../../daemon/messaging/areas.ts'
import type { Door } from '../../daemon/edge/route.ts'
import { endWorkers } from '../../daemon/work/workers.ts'
import { type Caller, system } from '../../db/core/caller.ts'
import { clock } from '../../db/core/clock.ts'
import { closeDatabase, openDatabase } from '../../db/store/connection.ts'
import { setFileStore } from '../../db/store/files/store.ts'
import { forgetCallersNow } from '../../db/hospital/office/access/callers.ts'
import { setAnchorLog } from '../../db/hospital/office/audit/anchor-log.ts'
import { byCode, forgetAll, type Hospital } from '../../db/hospital/office/hospitals/hospitals.ts'
import { facilities } from '../../db/hospital/office/places/tables.ts'
import { bringAreas } from '../../db/hospital/start.ts'
import { forgetAllKept } from '../../db/store/kept.ts'
import { setIdentity } from '../../db/appliance/secrets/identity.ts'
import { setAppKey } from '../../db/appliance/secrets/seal.ts'
import { Ask } from './ask.ts'
import { type Copied, copiedDatabase, hospital_code } from './database.ts'
import { type People, peopleOf } from './people.ts'

export interface House {
  app: FastifyInstance
  hospital: Hospital
  facility_id: string
  /** The house itself, for rules called directly. */
  system: Caller
  /** Somebody without a token. */
  nobody: Ask
  people: People
  database: Copied
}

export type Tap = Pick<Test, 'teardown'>

export async function boot(
  tap: Tap,
  doors: readonly Door[] = hospital_doors,
  of?: string,
): Promise<House> {
  process.env['KITUO_CHECK_REPLIES'] ??= '1'
  bringAreas()
  setAppKey(Buffer.alloc(32, 7))
  const database = await copiedDatabase(of)
  setFileStore(database.folder)
  setAnchorLog(null)
  setIdentity(database.folder, Buffer.alloc(32, 9).toString('base64url'))
  await openDatabase(database.address)
  const app = await buildApp({ hospital: doors, messaging: messaging_doors })
  const hospital = await byCode(hospital_code)
  if (hospital === undefined) throw new Error('the prepared database holds no hospital')
  const main = await facilities.find({ hospital_id: hospital.id, is_main: true })
  const facility_id = main?.id ?? ''
  tap.teardown(async () => {
    clock.release()
    await app.close()
    await endWorkers()
    await closeDatabase()
    forgetAll()
    forgetAllKept()
    forgetCallersNow()
    await database.remove()
  })
  return {
    app,
    hospital,
    facility_id,
    system: { ...system(hospital.id), facility_id },
    nobody: new Ask(app),
    people: peopleOf(app, hospital, facility_id),
    database,
  }
}
