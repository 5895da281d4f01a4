// What the mortuary charges: taking in, and each day of storage once (MOR-6, MOR-7). It goes to the bill of
// who died that hangs on no visit.

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { isSettledNow } from '../../money/billing/charges/lapse.ts'
import { returnCharge } from '../../money/billing/charges/returned-services.ts'
import { today, zoneOf } from '../../office/places/hours.ts'
import { chargeKey } from '../parts/charging.ts'
import { rowIn, rowsIn } from '../parts/part-table.ts'
import { type ChargeKey, charges_table, settings_table } from './part-tables.ts'
import type { Body } from './record.ts'
import { type StorageDay, storageDays } from './storage.ts'
import { bodies } from './tables.ts'

type Of = Pick<Caller, 'hospital_id'>

export const department = 'Mortuary'

export async function codesOf(of: Of): Promise<ReadonlyMap<string, string | null>> {
  return new Map((await rowsIn(of, charges_table)).map(({ key, code }) => [key, code]))
}

export const storageKey = ({ kind }: Pick<Body, 'kind'>): ChargeKey => `STORAGE_${kind}`

/** Every day of storage until now, or until the body left. */
export async function daysDue(caller: Of, body: Body): Promise<StorageDay[]> {
  if (body.received_at === null) return []
  const { free_hours, day_rule } = await rowIn(caller, settings_table)
  return storageDays({
    received_at: body.received_at,
    until: body.left_at ?? clock.instant(),
    free_hours,
    day_rule,
    zone: await zoneOf(caller, body.facility_id),
  })
}

export const bodyLine = (body: Body) => ({
  patient_id: body.patient_id,
  quantity: 1,
  department,
  category: 'Mortuary',
})

/** A sentence when nobody has said what taking in costs. */
export async function chargeReception(caller: Caller, body: Body): Promise<string | null> {
  const code = (await codesOf(caller)).get('RECEPTION')
  const { warning } = await chargeKey(caller, {
    ...bodyLine(body),
    key: 'RECEPTION',
    code,
    source: 'body',
    source_id: body.id,
    service_date: await today(caller, body.facility_id),
    done: true,
  })
  return warning
}

/**
 * Puts on the bill every day that is over and not there yet, in order: whoever charges again, and however
 * many days late, makes no second line. What has no price stops here and is made up once it has one.
 */
export async function chargeStorage(caller: Caller, body: Body): Promise<Body> {
  const due = (await daysDue(caller, body)).filter(({ n }) => n > body.charged_days)
  if (due.length === 0) return body
  const key = storageKey(body)
  const code = (await codesOf(caller)).get(key)
  let charged_days = body.charged_days
  for (const { n, service_date } of due) {
    const { item_id } = await chargeKey(caller, {
      ...bodyLine(body),
      key,
      code,
      source: 'body_day',
      source_id: `${body.id}:${n}`,
      service_date,
      done: true,
    })
    if (item_id === null) break
    charged_days = n
  }
  if (charged_days === body.charged_days) return body
  // What the house counts by itself is no change that a person should look at again.
  const changes = { charged_days, version: body.version }
  await bodies.change({ hospital_id: caller.hospital_id, id: body.id }, changes)
  return { ...body, charged_days }
}

const linesOf = ({ id, charged_days }: Body): [string, string][] => [
  ['body', id],
  ...Array.from({ length: charged_days }, (_one, at): [string, string] => [
    'body_day',
    `${id}:${at + 1}`,
  ]),
]

/** What of the mortuary is not paid for yet, and nobody answers for; null: nothing is owed. */
export async function unpaidOf(caller: Caller, body: Body): Promise<number | null> {
  let due = 0
  for (const [source, source_id] of linesOf(body)) {
    const line = await isSettledNow(caller, source, source_id)
    if (!line.settled && line.reason !== 'NOT_CHARGED') due += line.due
  }
  return due === 0 ? null : due
}

/** B.3, cancel: as if the body had never come. */
export async function unchargeAll(caller: Caller, body: Body, reason: string): Promise<void> {
  for (const [source, source_id] of linesOf(body)) {
    await returnCharge(caller, { source, source_id, reason })
  }
}
