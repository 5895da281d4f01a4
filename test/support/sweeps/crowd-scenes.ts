// The houses in which a crowd meets: furnished, with people at work in each corner.

import type { Test } from 'tap'
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
import { Ask } from '../ask.ts'
import { type Known, known_words } from './bodies.ts'
import { ledgerOf } from '../money/books.ts'
import type { House } from '../boot.ts'
import { atDrawer } from '../money/drawers.ts'
import { type Shelf, shelfOf } from '../goods.ts'
import { firm } from '../messaging/messaging.ts'
import { imagesInHand } from '../desk/imaging.ts'
import { moneyOfPatients } from '../money/money-of-patients.ts'
import { tradeAtWork } from '../trade/at-work.ts'
import { somebody, visiting } from '../desk/visits.ts'
import { leaveAskedFor } from '../leave-asked-for.ts'
import { purchases } from '../purchases.ts'
import { letCallHere } from '../messaging/webhooks.ts'
import type { Api } from './crowd-names.ts'

export async function hospitalApi(t: Test, house: House): Promise<Api> {
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
export async function onTheWard(house: House): Promise<Known> {
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

export async function messagingApi(house: House): Promise<Api> {
  const own = await firm(house.app)
  await within(() => change({ rate_limit_per_minute: 100_000 }, 'test'))
  await own.sender()
  await own.topUp(1_000_000)
  await letCallHere(house)
  const people = [await own.key()]
  const known = { ...known_words, recipients: ['0712345678'], senderId: 'KLINIKI' }
  return { people, at: '/v1', prefix: 'msg_', owner: ['account_id', own.account.id], known }
}

/**
 * Somebody who has only come, and somebody who is only on the register, among the newest: the first of those belong
 * together with bills and covers.
 */
export async function untouched({ people, hospital }: House): Promise<void> {
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
export async function cameToWork({ hospital, facility_id }: House): Promise<void> {
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
