// A pharmacy that has moved for ninety days: what lay there in the beginning, what the wards took of it every third
// day, a gift in the middle; one lot is past its day, another soon will be, one is recalled. Of today: what a ward
// asks for, what is on its way to it, a count that was begun. The past is told; today is done by the rules.

import type { Caller } from '../../../core/caller.ts'
import { dayIn, instantAt, nextDay } from '../../../core/clock.ts'
import { newId } from '../../../core/ids.ts'
import { within } from '../../../store/connection.ts'
import { whole_page } from '../../../store/pages.ts'
import type { Row as Patient } from '../../desk/patients/rows.ts'
import { set as setReorderRules } from '../../goods/procurement/reorder/rules.ts'
import { plan, start } from '../../goods/stock/counts/planning.ts'
import { expireDue } from '../../goods/stock/expiry/jobs.ts'
import { batchFor, type BatchRow, firstExpiryFirst } from '../../goods/stock/pool/batches.ts'
import { holdGoods } from '../../goods/stock/pool/goods.ts'
import { moveGoods, type Movement, type Paper } from '../../goods/stock/pool/moving.ts'
import { open as addProduct } from '../../goods/stock/products/products.ts'
import { type ProductRow, productsOf } from '../../goods/stock/products/record.ts'
import { list as listProducts } from '../../goods/stock/products/view.ts'
import { open as openRecall } from '../../goods/stock/recalls/recalling.ts'
import { approve, open as ask } from '../../goods/stock/requisitions/asking.ts'
import { issue } from '../../goods/stock/requisitions/issuing.ts'
import { requisition_content } from '../../goods/stock/requisitions/record.ts'
import { type StoreRow, storeCalled } from '../../goods/stock/stores/keeping.ts'
import { open as openStore } from '../../goods/stock/stores/stores.ts'
import { open as openTransfer, send } from '../../goods/stock/transfers/send.ts'
import { booksOf } from '../../money/accounting/books.ts'
import { firstOpen } from '../../money/accounting/posting/locks.ts'
import * as departments from '../../office/places/departments.ts'
import type { Chance } from './chance.ts'
import { dispensed } from './dispensed.ts'

interface Day {
  chance: Chance
  zone: string
  as: (role: string) => Caller
  next: (fits?: (one: Patient) => boolean) => Patient | undefined
}

/** How many days are told of, and every how many something was taken. */
const told_days = 90
const every_days = 3

interface Shelf {
  named: Pick<ProductRow, 'name' | 'strength' | 'form' | 'route' | 'base_unit'>
  cost: number
  /** What the wards take; 0: it is for who goes home. */
  a_day: number
  /** Lot, quantity, days from today until its expiry. */
  lots: readonly (readonly [string, number, number])[]
}

const shelf = (
  [name, strength, form, route, base_unit]: readonly [string, string, string, string, string],
  cost: number,
  a_day: number,
  ...lots: Shelf['lots']
): Shelf => ({ named: { name, strength, form, route, base_unit }, cost, a_day, lots })

const shelves: readonly Shelf[] = [
  shelf(
    ['Amoxicillin', '500 mg', 'Capsule', 'Oral', 'capsule'],
    60,
    40,
    ['AX2301', 4000, 20],
    ['AX2307', 3000, 420],
  ),
  shelf(
    ['Ceftriaxone', '1 g', 'Injection', 'Intravenous', 'vial'],
    1800,
    3,
    ['CF2201', 320, -6],
    ['CF2209', 260, 310],
  ),
  shelf(['Oxytocin', '10 IU/ml', 'Injection', 'Intramuscular', 'ampoule'], 900, 2, [
    'OX118',
    260,
    45,
  ]),
  shelf(['Artesunate', '60 mg', 'Injection', 'Intravenous', 'vial'], 3200, 1, ['AR77', 120, 200]),
  shelf(
    ['Glucose', '5%', 'Infusion', 'Intravenous', 'bag'],
    1500,
    4,
    ['GL501', 480, 150],
    ['GL502', 300, 500],
  ),
  shelf(['Ciprofloxacin', '500 mg', 'Tablet', 'Oral', 'tablet'], 90, 0, ['CP4410', 900, 380]),
  shelf(['Amlodipine', '5 mg', 'Tablet', 'Oral', 'tablet'], 40, 0, ['AM0612', 1800, 600]),
]
/** Of the lots above. */
const recalled = { product: 4, lot: 'GL501' }
const donated = { product: 0, lot: 'GIFT-3', quantity: 600, expiry: 240 }

interface Scene extends Day {
  keeper: Caller
  store: StoreRow
  today: string
  products: readonly ProductRow[]
  places: readonly string[]
}

/** Nothing of it where the people of a store are not there. */
export async function shelvesDay(day: Day): Promise<void> {
  const people = ['storekeeper', 'pharmacist', 'nurse', 'supervisor', 'manager']
  if (people.some((role) => day.as(role).user_id === null)) return
  const scene = await within(() => begun(day))
  await within(() => broughtIn(scene, told_days, opening, lotsOf(scene)))
  const [gift] = lotsOf(scene, [donated])
  for (let back = told_days - 1; back > 0; back -= every_days) {
    if (gift !== undefined && back < told_days / 2 && back >= told_days / 2 - every_days) {
      await within(() => broughtIn(scene, back, gifts, [gift]))
    }
    await within(() => usedOn(scene, back))
  }
  await within(() => expireDue(scene.keeper))
  await within(() => watched(scene))
  await within(() => waiting(scene))
  await dispensed(day.as, onShelf(scene))
}

const onShelf = ({ products }: Scene) =>
  products.map((product, at) => ({ product, cost: shelves[at]?.cost ?? 0 }))

async function begun(day: Day): Promise<Scene> {
  const keeper = day.as('storekeeper')
  await openStore(day.as('manager'), {
    code: 'DEMO-PH',
    name: 'Main pharmacy',
    kind: 'PHARMACY',
    is_default_dispensing: true,
    keepers: [keeper.user_id ?? '', day.as('pharmacist').user_id ?? ''],
  })
  const store = await storeCalled(keeper, 'DEMO-PH')
  const products: ProductRow[] = []
  for (const { named } of shelves) {
    products.push(
      (await boughtBefore(keeper, named)) ??
        (await addProduct(day.as('pharmacist'), { ...named, class: 'MEDICINE' })),
    )
  }
  const { rows: places } = await departments.list(keeper, { page: 1, per_page: 3, active: true })
  const today = dayIn(day.zone)
  return { ...day, keeper, store, today, products, places: places.map(({ name }) => name) }
}

/** Some of it was ordered from a supplier already. */
async function boughtBefore(keeper: Caller, { name, strength }: Shelf['named']) {
  const { rows } = await listProducts(keeper, { ...whole_page, search: name })
  const found = rows.find((one) => one.name === name && one.strength === strength)
  if (found === undefined) return undefined
  return (await productsOf(keeper, [found.id])).get(found.id)
}

interface Lot {
  product: ProductRow
  lot: string
  quantity: number
  expiry: string
  cost: number
}

const lotsOf = (
  { products, today }: Scene,
  asked: readonly { product: number; lot: string; quantity: number; expiry: number }[] = all_lots,
): Lot[] =>
  asked.map(({ product, expiry, ...lot }) => ({
    ...lot,
    product: products[product] as ProductRow,
    expiry: nextDay(today, expiry),
    cost: shelves[product]?.cost ?? 0,
  }))

const all_lots = shelves.flatMap(({ lots }, product) =>
  lots.map(([lot, quantity, expiry]) => ({ product, lot, quantity, expiry })),
)

interface Coming {
  kind: 'OPENING' | 'RECEIPT'
  posting: string
  role: string
  funding: 'OWN' | 'DONATED'
  memo: string
}
const opening: Coming = {
  kind: 'OPENING',
  posting: 'STOCK_OPENING',
  role: 'opening',
  funding: 'OWN',
  memo: 'Opening stock: Main pharmacy',
}
const gifts: Coming = {
  kind: 'RECEIPT',
  posting: 'STOCK_DONATION',
  role: 'donated_stock',
  funding: 'DONATED',
  memo: 'Given by the district',
}

async function broughtIn(
  scene: Scene,
  back: number,
  { kind, posting, role, funding, memo }: Coming,
  lots: readonly Lot[],
): Promise<void> {
  const { keeper, store } = scene
  const paper = await paperOf(scene, back, { posting, source: 'opening', memo })
  const goods = await holdGoods(
    keeper,
    lots.map(({ product }) => ({ store, product })),
  )
  const movements: Movement[] = []
  for (const [at, { product, lot, quantity, expiry, cost }] of lots.entries()) {
    const value = cost * quantity * 100
    const batch = await batchFor(
      keeper,
      {
        product_id: product.id,
        lot,
        expiry,
        funding,
        unit_cost: cost * 100,
        first_received_on: paper.told_of?.day ?? scene.today,
      },
      lot,
    )
    const moved = { store, product, batch, kind, quantity: quantity * 1000, value }
    movements.push({ ...moved, other: { role }, line: at + 1, bin: `A${at + 1}` })
  }
  await moveGoods(keeper, goods, paper, movements)
}

/** In the morning of that day; in the books on the first day that is open. */
async function paperOf(
  { keeper, zone, today }: Scene,
  back: number,
  said: Pick<Paper, 'posting' | 'source' | 'memo'>,
): Promise<Paper> {
  const day = nextDay(today, -back)
  const posted = firstOpen(await booksOf(keeper), day, {})
  const source_id = newId()
  return {
    ...said,
    source_id,
    reference: said.memo.slice(0, 60),
    told_of: { at: instantAt(zone, day, '09:30'), day: posted },
  }
}

/** First expiry first, of what had not expired on that day; some of it for a patient. */
async function usedOn(scene: Scene, back: number): Promise<void> {
  const { keeper, store, products, places, chance, today } = scene
  const day = nextDay(today, -back)
  const memo = `Ward use ${day}`
  const paper = await paperOf(scene, back, { posting: 'STOCK_USE', source: 'ward_use', memo })
  const goods = await holdGoods(
    keeper,
    products.map((product) => ({ store, product })),
  )
  const movements: Movement[] = []
  for (const [at, product] of products.entries()) {
    const a_day = shelves[at]?.a_day ?? 0
    if (a_day === 0) continue
    const wanted = Math.round(a_day * every_days * (0.6 + chance.next() * 0.8))
    const lying = goods.lying(store.id, product.id)
    for (const { batch, quantity } of picked(lying, wanted * 1000, day)) {
      movements.push({
        store,
        product,
        batch,
        kind: 'WARD_USE',
        quantity: -quantity,
        other: 'cost',
        line: movements.length + 1,
        department: places[(back + at) % places.length] ?? null,
        patient_id: at === recalled.product && back % 9 === 2 ? (scene.next()?.id ?? null) : null,
      })
    }
  }
  await moveGoods(keeper, goods, paper, movements)
}

function picked(
  lying: readonly { level: { quantity: number }; batch: BatchRow }[],
  wanted: number,
  day: string,
): { batch: BatchRow; quantity: number }[] {
  let left = wanted
  return lying
    .filter(({ level, batch }) => level.quantity > 0 && (batch.expiry ?? day) >= day)
    .toSorted((a, b) => firstExpiryFirst(a.batch, b.batch))
    .flatMap(({ level, batch }) => {
      const quantity = Math.min(left, level.quantity)
      left -= quantity
      return quantity > 0 ? [{ batch, quantity }] : []
    })
}

/** What to buy is asked of rules; one lot is called back by the authority. */
async function watched({ as, store, products, today }: Scene): Promise<void> {
  const rules = products.map(({ id }) => ({
    product_id: id,
    store_id: store.id,
    method: 'FIXED' as const,
    min: 150,
    max: 600,
  }))
  await setReorderRules(as('manager'), rules)
  await openRecall(as('pharmacist'), {
    product_ids: [products[recalled.product]?.id ?? ''],
    lots: [recalled.lot],
    level: 'II',
    source: 'AUTHORITY',
    notice_no: 'MA/RC/14',
    notice_on: today,
    reason: 'Particles were seen in bags of this lot',
    instruction: 'RETURN',
  })
}

/** A ward beside it: something was asked for, something fetched in part, something is on its way. */
async function waiting({ as, store, products }: Scene): Promise<void> {
  const nurse = as('nurse')
  const ward = await openStore(as('manager'), {
    code: 'DEMO-W1',
    name: 'Ward shelf',
    kind: 'WARD',
    supply_store_id: store.id,
    keepers: [nurse.user_id ?? ''],
  })
  const [amoxicillin, ceftriaxone, , artesunate] = products.map(({ id }) => id)
  const asked = async (product_id = '', requested = 0) =>
    ask(nurse, { to_store_id: ward.id, lines: [{ product_id, requested }], submit: true })
  await asked(artesunate, 10)
  const fetched = await asked(amoxicillin, 100)
  await approve(as('supervisor'), fetched.id, {})
  const [line] = await requisition_content.of(nurse, fetched.id)
  const given = { line_id: line?.id ?? '', quantity: 60, reason: 'RATIONED' as const }
  await issue(as('storekeeper'), fetched.id, { lines: [given] })
  const moved = await openTransfer(as('storekeeper'), {
    from_store_id: store.id,
    to_store_id: ward.id,
    carrier: 'Ward attendant',
    lines: [{ product_id: ceftriaxone ?? '', quantity: 20 }],
  })
  await send(as('storekeeper'), moved.id, {})
  const filter = { product_ids: [artesunate ?? ''] }
  const count = await plan(as('storekeeper'), { store_id: store.id, kind: 'CYCLE', filter })
  await start(as('storekeeper'), count.id)
}
