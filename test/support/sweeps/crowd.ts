// A house with something of everything in it, and people who may do everything: whatever a route needs
// to be asked with success is found in the house or made of the route's own shape.

import type { Test } from 'tap'
import type { Door, Route } from '../../../daemon/edge/route.ts'
import { hospital_doors } from '../../../daemon/hospital/areas.ts'
import { messaging_doors } from '../../../daemon/messaging/areas.ts'
import { clock } from '../../../db/core/clock.ts'
import { newId } from '../../../db/core/ids.ts'
import { roles } from '../../../db/hospital/office/access/tables.ts'
import { switchOn } from '../../../db/hospital/office/places/modules.ts'
import { departments } from '../../../db/hospital/office/places/tables.ts'
import {
  attendance,
  attendance_periods,
} from '../../../db/hospital/people/staff/attendance/tables.ts'
import { establishments } from '../../../db/hospital/people/staff/establishment/tables.ts'
import { loadDemo } from '../../../db/hospital/tenants/demo/load.ts'
import { change } from '../../../db/messaging/settings/settings.ts'
import { row, rows, within } from '../../../db/store/connection.ts'
import { raw, sql } from '../../../db/store/sql.ts'
import { tables } from '../../../db/store/table.ts'
import { Ask } from '../ask.ts'
import { bodies, type Known, known_words, type Said } from './bodies.ts'
import { ledgerOf } from '../money/books.ts'
import { boot, type House } from '../boot.ts'
import { onceForAll } from '../prepared.ts'
import { atDrawer } from '../money/drawers.ts'
import { type Hint, plain } from './extremes.ts'
import { type Shelf, shelfOf } from '../goods.ts'
import { firm } from '../messaging/messaging.ts'
import { ambulancesOut } from '../desk/ambulances.ts'
import { imagesInHand } from '../desk/imaging.ts'
import { laboratoryWaiting } from '../desk/laboratory-waiting.ts'
import { moneyOfPatients } from '../money/money-of-patients.ts'
import { snapshotOf } from '../snapshots.ts'
import { tradeAtWork } from '../trade/at-work.ts'
import { somebody, visiting } from '../desk/visits.ts'
import { leaveAskedFor } from '../leave-asked-for.ts'
import { purchases } from '../purchases.ts'
import { letCallHere } from '../messaging/webhooks.ts'
import { wentAndCame } from '../messaging/went-and-came.ts'

export interface Try {
  who: Ask
  method: string
  url: string
  body: unknown
}

interface Api {
  /** Who asked for something does not decide on it, and who decided does not pay it. */
  people: Ask[]
  at: string
  prefix: string
  owner: [column: string, id: string]
  known: Known
}

/** So many of the newest records of a kind are tried: one of them may be in the state that is wanted. */
const newest_max = 11

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

/**
 * Somebody who has only come, and somebody who is only on the register, among the newest: the first of those belong
 * together with bills and covers.
 */
async function untouched({ people, hospital }: House): Promise<void> {
  await leaveAskedFor(await people.administrator(), await people.administrator(), hospital.id)
  const clerk = await people.with('reception')
  await visiting(clerk, { id: await beforeNewest('visits') })
  await somebody(clerk, { id: await beforeNewest('patients') })
}

async function beforeNewest(table: string): Promise<string> {
  const newest = await rows<{ id: string }>(
    sql`select id from ${raw(table)} order by id desc limit 5`,
  )
  return `${(newest.at(-1)?.id ?? newId()).slice(0, 24)}000000000000`
}

/** Posts, a month that is closed, and a day of each of the staff, with time beyond the shift: nobody clocks without a workstation. */
async function cameToWork({ hospital, facility_id }: House): Promise<void> {
  const here = await rows<{ id: string; department: string }>(
    sql`select id, department from staff where hospital_id = ${hospital.id} order by id`,
  )
  const november = { period_year: 2025, period_month: 11 }
  const closed = { closed_at: '2025-12-01T06:00:00.000Z', closed_by_name: 'Asha Juma' }
  const cadre = await row<{ id: string }>(
    sql`select id from cadres where hospital_id = ${hospital.id} order by id limit 1`,
  )
  const post = { department: 'Pharmacy', cadre_id: cadre?.id ?? '', posts: 3 }
  await within(() => establishments.insert({ hospital_id: hospital.id, facility_id, ...post }))
  await within(() =>
    attendance_periods.insert({ hospital_id: hospital.id, facility_id, ...november, ...closed }),
  )
  for (const { id: staff_id, department } of here) {
    await within(() =>
      attendance.insert({
        hospital_id: hospital.id,
        staff_id,
        facility_id,
        department,
        date: '2026-03-09',
        shift_id: null,
        shift_code: null,
        status: 'PRESENT',
        source: 'DEVICE',
        clock_in_at: '2026-03-09T04:00:00.000Z',
        clock_out_at: '2026-03-09T16:00:00.000Z',
        device_in: null,
        device_out: null,
        overtime_minutes: 60,
        overtime_status: 'PENDING',
        correction: null,
      }),
    )
  }
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

async function hospitalApi(t: Test, house: House): Promise<Api> {
  await loadDemo(house.system, { patients: 12, days: 2, seed: 3, until: '2026-03-09' })
  await moneyOfPatients(t, house)
  for (const module of ['blood_bank', 'mortuary', 'ambulance', 'maternity'] as const)
    await within(() => switchOn(house.system, house.facility_id, module))
  const bought = await purchases(house)
  const dressing = { code: 'DRESS-S', name: 'Dressing, small', category: 'Procedure', price: 5000 }
  const priced = await (await house.people.administrator()).post('/billing/tariffs', dressing)
  if (priced.status !== 201) throw new Error(priced.message)
  const hospital_id = house.hospital.id
  const held = await roles.all({ hospital_id, system: true })
  const codes = held.map(({ code }) => code).filter((code) => code !== 'patient')
  const people: Ask[] = []
  for (const float of [50_000, 20_000, 0]) {
    const one = await house.people.with(...codes)
    await atDrawer(house, one, float)
    people.push(one)
  }
  const { client_id, return_item_id } = await tradeAtWork(house)
  const images = await imagesInHand(house, people[0] as Ask)
  const ill = await atTheClinics(house)
  const books = await ledgerOf(house)
  const firstOf = async (table: string): Promise<string> =>
    (await row<{ id: string }>(sql`select id from ${raw(table)} order by id limit 1`))?.id ?? ''
  const goods = await shelves(house)
  const department = await row<{ name: string }>(sql`select name from departments limit 1`)
  // For those who are taken on, and one to be sent to.
  for (const [code, name] of [
    ['LABOUR', 'Labour ward'],
    ['DRUGS', 'Pharmacy'],
  ] as const) {
    const key = { hospital_id, name_key: name.toLowerCase() }
    if ((await departments.find(key)) !== undefined) continue
    await within(() => departments.insert({ ...key, code, name, kind: 'CLINICAL' }))
  }
  const known = {
    ...known_words,
    ...goods,
    ...bought,
    facility_id: house.facility_id,
    facility_ids: [house.facility_id],
    default_facility_id: house.facility_id,
    department: department?.name,
    holder: await firstOf('patients'),
    membership: await firstOf('memberships'),
    lab_section: await firstOf('diagnostic_sections'),
    ill,
    'tb-ctc-tables :key': 'ARV_REASONS',
    buyer: client_id,
    return_item: return_item_id,
    imaging_room: images.room_id,
    bank: books.id('1110'),
    second_bank: books.id('1111'),
    till: books.id('1101'),
    capital: books.id('3101'),
  }
  return { people, at: '/api/v1', prefix: '', owner: ['hospital_id', hospital_id], known }
}

/** The clinics of TB and HIV are open, and six people wait. */
async function atTheClinics({ people, facility_id }: House): Promise<string[]> {
  const officer = await people.administrator()
  await officer.post(`/facilities/${facility_id}/modules/tb_ctc/switch-on`)
  const clerk = await people.with('reception')
  const ill: string[] = []
  for (let n = 0; n < 6; n += 1) {
    const { patient_id } = await visiting(clerk, {}, { sex: 'Male', birth_date: `198${n}-02-03` })
    ill.push(patient_id)
  }
  return ill
}

/** Two stores, and something on a shelf of the first. */
async function shelves(house: House): Promise<Known> {
  const shelf = await shelfOf(house, { is_default_dispensing: false })
  const second = await shelfOf(house, { is_default_dispensing: false })
  const product = await shelf.product()
  await shelf.lay(product, 1_000)
  const [level] = (await shelf.keeper.get('/stock/levels', { product_id: product.id })).data
  await vaccineOn(shelf, house)
  return {
    store: shelf.store.id,
    second_store: second.store.id,
    product: product.id,
    batch: level.batch_id,
  }
}

/** What a ward may use, in a store that nobody counted. */
async function onTheWard(house: House): Promise<Known> {
  const shelf = await shelfOf(house, { is_default_dispensing: false })
  const product = await shelf.product()
  await shelf.lay(product, 1_000)
  return { ward_store: shelf.store.id, ward_product: product.id }
}

/** Vials to open. */
async function vaccineOn(shelf: Shelf, { people }: House): Promise<void> {
  const pharmacist = await people.with('pharmacist')
  const bcg = await shelf.product({ form: 'Vaccine', base_unit: 'vial', strength: '0.05 ml' })
  await shelf.lay(bcg, 100)
  const search = 'BCG vaccine'
  const [medicine] = (await pharmacist.get('/pharmacy/medicines', { search })).data
  const products = [{ product_id: bcg.id }]
  const { status, message } = await pharmacist.put(`/pharmacy/medicines/${medicine.id}/products`, {
    products,
  })
  if (status !== 200) throw new Error(message)
}

async function messagingApi(house: House): Promise<Api> {
  const own = await firm(house.app)
  await within(() => change({ rate_limit_per_minute: 100_000 }, 'test'))
  await own.sender()
  await own.topUp(1_000_000)
  await letCallHere(house)
  const people = [await own.key()]
  const known = { ...known_words, recipients: ['0712345678'], senderId: 'KLINIKI' }
  return { people, at: '/v1', prefix: 'msg_', owner: ['account_id', own.account.id], known }
}

/** The ids of records whose tables are called like the words of the path and the fields of the body. */
async function idsFor(api: Api, { path, body }: Route, back: number): Promise<Map<string, string>> {
  const wanted = new Set([
    'patients',
    'bills',
    'deposits',
    'schemes',
    'drawers',
    'contacts',
    'order_items',
  ])
  for (const [, name = ''] of path.matchAll(/([a-z-]+)\/:/g)) wanted.add(plural(name))
  if (path.startsWith('/procurement/')) {
    for (const name of ['stores', 'products', 'suppliers', 'orders']) wanted.add(name)
  }
  if (body !== undefined) {
    plain(body, (field) => {
      const stem = stemOf(field)
      if (stem !== undefined) wanted.add(plural(stem))
      return undefined
    })
  }
  const ids = new Map<string, string>()
  for (const name of wanted) {
    const own = called_below.find(([below, one]) => path.startsWith(below) && one === name)
    const id = await nth(api, own?.[2] ?? name, back, path.startsWith('/gateway/'))
    if (id !== undefined) ids.set(name, id)
  }
  return ids
}

/** Where a table is not called like its part of the path. */
const called: Record<string, string> = {
  identifiers: 'patient_identifiers',
  alerts: 'patient_alerts',
  break_glasses: 'break_glass_grants',
  mass_casualty_incidents: 'casualty_incidents',
  appointment_waitlists: 'appointment_waitlist',
  entries: 'journal_entries',
  gate_overrides: 'bill_overrides',
  items: 'bill_items',
  activations: 'device_activations',
  duplicates: 'duplicate_pairs',
  displays: 'queue_displays',
  plans: 'scheme_plans',
  members: 'memberships',
  staffs: 'staff',
  licences: 'staff_licences',
  bank_accounts: 'staff_bank_accounts',
  trainings: 'training_records',
  leaves: 'leave_requests',
  suppliers: 'goods_suppliers',
  exits: 'staff_exits',
  attendances: 'attendance',
  records: 'clinical_records',
  notices: 'case_notices',
  tasks: 'nursing_tasks',
  fluids: 'fluid_entries',
}
/** The same, below one path alone. */
const called_below: readonly (readonly [path: string, name: string, table: string])[] = [
  ['/hr/exits/', 'items', 'exit_items'],
  ['/commercial/', 'orders', 'sales_orders'],
  ['/commercial/', 'contacts', 'client_contacts'],
  ['/blood-bank/', 'units', 'blood_units'],
  ['/blood-bank/', 'requests', 'blood_requests'],
  ['/blood-bank/', 'samples', 'blood_samples'],
  ['/blood-bank/', 'transfusions', 'blood_transfusions'],
  ['/diagnostics/', 'orders', 'diagnostic_orders'],
  ['/diagnostics/', 'items', 'diagnostic_items'],
  ['/diagnostics/', 'results', 'diagnostic_results'],
  ['/diagnostics/', 'tests', 'diagnostic_tests'],
  ['/diagnostics/', 'criticals', 'critical_alerts'],
  ['/diagnostics/', 'studies', 'imaging_studies'],
  ['/diagnostics/', 'lots', 'control_lots'],
  ['/diagnostics/', 'runs', 'control_runs'],
  ['/diagnostics/', 'analyser_messages', 'analyser_messages'],
  ['/pharmacy/', 'owed', 'owed_medicines'],
  ['/pharmacy/', 'returns', 'pharmacy_returns'],
  ['/vials/', 'vials', 'vaccine_vials'],
  ['/messaging/', 'messages', 'msg_messages'],
  ['/messaging/', 'inbounds', 'msg_inbound'],
  ['/commercial/', 'order_items', 'sales_order_items'],
  ['/commercial/', 'returns', 'sales_returns'],
  ['/procurement/', 'orders', 'purchase_orders'],
  ['/procurement/', 'receipts', 'goods_receipts'],
  ['/procurement/', 'invoices', 'supplier_invoices'],
  ['/procurement/', 'payments', 'supplier_payments'],
  ['/procurement/', 'returns', 'supplier_returns'],
]

/** Not a word that a body or a path could name. */
const furnished_until = 'furnished until'
const made_late = /^(ambulance|diagnostic|specimen|control|analyser|critical|instrument)/

async function nth(api: Api, name: string, back: number, of_all: boolean) {
  const { prefix, owner } = api
  const wanted = of_all ? `msg_${name}` : `${prefix}${called[name] ?? name}`
  const table = tables.find((one) => one.name === wanted)
  if (table === undefined || !('id' in table.columns)) return undefined
  if (!of_all && !(owner[0] in table.columns)) return undefined
  const here = of_all ? sql`1 = 1` : sql`${raw(owner[0])} = ${owner[1]}`
  const until = api.known[furnished_until]
  const before =
    typeof until !== 'string' || made_late.test(table.name) ? sql`` : sql` and id < ${until}`
  const found = await rows<{ id: string }>(
    sql`select id from ${raw(table.name)} where ${here}${before} order by id desc limit ${newest_max}`,
  )
  return (found[back] ?? found.at(-1))?.id
}

const stemOf = (field: string): string | undefined =>
  /^(?<of>.+?)_?[iI]ds?$/.exec(field)?.groups?.['of']

const plural = (word: string): string => {
  const name = word.replaceAll('-', '_')
  if (name.endsWith('y') && !name.endsWith('ey')) return `${name.slice(0, -1)}ies`
  return name.endsWith('s') && !name.endsWith('ss') ? name : `${name}s`
}

function filled({ known }: Api, { path }: Route, ids: ReadonlyMap<string, string>): string {
  return path
    .split('/')
    .map((part, index, parts) => {
      if (!part.startsWith(':')) return part
      const before = parts[index - 1] ?? ''
      const said = known[`${before} ${part}`]
      if (typeof said === 'string') return said
      return ids.get(plural(stemOf(part.slice(1)) ?? '')) ?? ids.get(plural(before)) ?? newId()
    })
    .join('/')
}

const hinting =
  ({ known, ids, word }: Said): Hint =>
  (field, { type, format, enum: choices, maxLength = 300, minLength = 1 }) => {
    if (field in known) return fitting(type, known[field])
    const stem = stemOf(field)
    const id = stem === undefined ? undefined : ids.get(plural(stem))
    if (id !== undefined) return type === 'array' ? [id] : id
    if (type !== 'string' || choices !== undefined || (format ?? '') in dated) return undefined
    return word.padEnd(minLength, 'x').slice(0, maxLength)
  }

const dated: Record<string, true> = { day: true, clock: true, instant: true, email: true }
const fitting = (type: string | undefined, word: unknown): unknown =>
  type === undefined || type === (Array.isArray(word) ? 'array' : typeof word) ? word : undefined
