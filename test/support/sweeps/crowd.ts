// A house with something of everything in it, and people who may do everything: whatever a route needs
// to be asked with success is found in the house or made of the route's own shape.

import type { Test } from 'tap'
import type { Door, Route } from '../../../daemon/edge/route.ts'
import { hospital_doors } from '../../../daemon/hospital/areas.ts'
import { messaging_doors } from '../../../daemon/messaging/areas.ts'
import { clock } from '../../../db/core/clock.ts'
import { newId } from '../../../db/core/ids.ts'
import { Ask } from '../ask.ts'
import { bodies } from './bodies.ts'
import { boot, type House } from '../boot.ts'
import { onceForAll } from '../prepared.ts'
import { plain } from './extremes.ts'
import { ambulancesOut } from '../desk/ambulances.ts'
import { laboratoryWaiting } from '../desk/laboratory-waiting.ts'
import { snapshotOf } from '../snapshots.ts'
import { wentAndCame } from '../messaging/went-and-came.ts'
import { type Api, filled, furnished_until, hinting, idsFor, newest_max } from './crowd-names.ts'
import { cameToWork, hospitalApi, messagingApi, onTheWard, untouched } from './crowd-scenes.ts'

export interface Try {
  who: Ask
  method: string
  url: string
  body: unknown
}

export async function crowd(t: Test, which: 'hospital' | 'messaging') {
  const doors: readonly Door[] = which === 'hospital' ? hospital_doors : messaging_doors
  const routes = inOrder(doors)
    .flatMap((door) => door.routes)
    .filter(writes)
  const { house, api } = await (which === 'hospital'
    ? hospitalCrowd(t, routes)
    : messages(t, routes))
  const snapshot = await snapshotOf(house.database)
  t.teardown(() => snapshot.remove())
  return { routes, snapshot, tries: (route: Route) => tries(api, route) }
}

const frozen_at = '2026-03-10T09:00:00.000Z'

/** Furnished once for all files that ask a part of the hospital. */
async function hospitalCrowd(
  t: Test,
  routes: readonly Route[],
): Promise<{ house: House; api: Api }> {
  const { house, said } = await onceForAll(t, async (house): Promise<Kept> => {
    clock.freeze(frozen_at)
    const api = await hospitalApi(t, house)
    await furnish(api, routes, () => cameToWork(house))
    await untouched(house)
    await wentAndCame(house)
    // Whom the laboratory treats is no newest patient for the desk and the till.
    api.known[furnished_until] = newId()
    Object.assign(
      api.known,
      await laboratoryWaiting(house),
      await ambulancesOut(house),
      await onTheWard(house),
    )
    const { people, ...rest } = api
    return { ...rest, tokens: people.map(({ token = '' }) => token) }
  })
  clock.freeze(frozen_at)
  const { tokens, ...rest } = said
  return { house, api: { ...rest, people: tokens.map((token) => new Ask(house.app, token)) } }
}

/** What another process needs to go on with it. */
type Kept = Omit<Api, 'people'> & { tokens: string[] }

async function messages(t: Test, routes: readonly Route[]): Promise<{ house: House; api: Api }> {
  const house = await boot(t)
  clock.freeze(frozen_at)
  const api = await messagingApi(house)
  await furnish(api, routes, () => undefined)
  return { house, api }
}

/**
 * What is made first, because others are made of it: the doors of the office, of the desk and of money in the order
 * of a hospital's first days. Every other stands where its wing has it.
 */
const first_days = [
  'auth',
  'users',
  'roles',
  'places',
  'departments',
  'locations',
  'settings',
  'plans',
  'sequences',
  'reference',
  'notifications',
  'audit',
  'search',
  'attachments',
  'photos',
  'devices',
  'jobs',
  'schedules',
  'exports',
  'start-page',
  'pki',
  'genuine',
  'imports',
  'system',
  'message-bridge',
  'messaging',
  'gateway',
  'gateway-house',
  'gateway-links',
  'administrative-areas',
  'front-office-settings',
  'patient-cards',
  'patient-duplicates',
  'identifiers',
  'patient-moves',
  'patient-consents',
  'patient-privacy',
  'vulnerable-groups',
  'patients',
  'gates',
  'service-points',
  'visits',
  'queue',
  'displays',
  'vitals',
  'vital-tables',
  'referrals',
  'emergencies',
  'incident-papers',
  'clinic-schedules',
  'schedule-exceptions',
  'appointments',
  'appointment-waitlist',
  'patient-messages',
  'portal-desk',
  'portal',
  'accounting',
  'accounting-years',
  'accounting-money',
  'accounting-bank',
  'accounting-reports',
  'tariffs',
  'billing-policy',
  'billing',
  'billing-edits',
  'billing-gates',
  'billing-exemptions',
  'billing-money',
  'billing-credits',
  'billing-waivers',
  'debtors',
  'expenses',
  'billing-deposits',
  'drawers',
  'drawer-money',
  'billing-papers',
  'schemes',
  'insurance',
  'claims',
  'scheme-account',
]

/** Who is born, dead or gives blood is no patient for the desk and the till: they come before everybody else. */
const by_themselves =
  /^\/(theatre|bod|mortuary|tb-|ctc-|pregnan|labour|birth|maternity|blood-bank|immunis|vaccine|vial)/

const inOrder = (doors: readonly Door[]): Door[] => {
  const place = ({ area, routes }: Door): number => {
    if (by_themselves.test(routes[0]?.path ?? '')) return -1
    const at = first_days.indexOf(area)
    return at < 0 ? first_days.length : at
  }
  return doors.toSorted((a, b) => place(a) - place(b))
}

const writes = ({ method, access, takes, path }: Route): boolean =>
  method !== 'GET' &&
  access !== 'open' &&
  typeof takes !== 'object' &&
  takes !== 'bytes' &&
  !left_alone.test(path)

/** Nothing that a crowd could race for, or what would take away the ground under it. */
const left_alone = /^\/(auth|portal|platform|licence)\b|^\/messaging\/settings|^\/test\//

/** Ends a record's life: the newest ones are left to those. */
const ends =
  /\/(cancel|close|end|void|discard|reject|decline|withdraw|revoke|deactivate|delete|reverse|forget|merge|deceased|suspend|force-close|dispose|stand-down|check-out)$/

/** Four of whatever can be made; the newest stays as it was made, the others go on by a step each. */
async function furnish(
  api: Api,
  routes: readonly Route[],
  between: () => Promise<void> | undefined,
): Promise<void> {
  const made = routes.filter(({ method, status }) => method === 'POST' && status === 201)
  for (const letter of 'abcd') {
    for (const route of made) await done(api, route, 0, `Samani ${letter}`)
  }
  await between()
  const moves = routes.filter(
    ({ method, path, status }) =>
      method === 'POST' && status !== 201 && path.includes('/:') && !ends.test(path),
  )
  for (const back of [1, 2, 3]) {
    const steps = new Map<string, number>()
    for (const route of moves) {
      const of = route.path.split('/:')[0] ?? ''
      const taken = steps.get(of) ?? 0
      if (taken < back && (await done(api, route, back, 'Samani'))) steps.set(of, taken + 1)
    }
  }
}

async function done(api: Api, route: Route, back: number, word: string): Promise<boolean> {
  const { method, url, body } = await tryOf(api, route, back, word)
  for (const who of api.people) {
    if ((await who.send(method, url, body)).status < 300) return true
  }
  return false
}

/** What may be asked of this route, until one of it is done. */
async function* tries(api: Api, route: Route): AsyncGenerator<Try> {
  const tried = new Set<string>()
  for (let back = 0; back < newest_max; back++) {
    const asked = await tryOf(api, route, back, 'Zaidi')
    const words = JSON.stringify(asked)
    if (tried.has(words)) continue
    tried.add(words)
    for (const who of api.people) yield { who, ...asked }
  }
}

async function tryOf(api: Api, route: Route, back: number, word: string) {
  const ids = await idsFor(api, route, back)
  const said = { known: api.known, ids, word, back }
  const body =
    bodies.of(route, api.at, said) ??
    (route.body === undefined ? undefined : plain(route.body, hinting(said)))
  return { method: route.method, url: `${api.at}${filled(api, route, ids)}`, body }
}
