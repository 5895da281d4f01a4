// A controlled drug that a patient was given: it stands in the card of the product, in the register, and in
// the trace of its recall; and goods that are asked for the patient.

import { clock } from '../../../db/core/clock.ts'
import { within } from '../../../db/store/connection.ts'
import { newId } from '../../../db/core/ids.ts'
import { issue } from '../../../db/hospital/neighbours/stock.ts'
import { callerOf } from '../../../db/hospital/office/access/callers.ts'
import { account, password } from '../accounts.ts'
import type { Answer } from '../ask.ts'
import type { House } from '../boot.ts'
import { shelfOf } from '../goods.ts'
import type { Person } from '../people.ts'

export async function atTheStore(
  house: House,
  patient_id: string,
): Promise<Record<string, string>> {
  const shelf = await shelfOf(house, { controlled_cupboard: true, is_default_dispensing: false })
  const { keeper, store } = shelf
  const boss = await house.people.with('pharmacy_manager')
  const second = await account(house, { roles: ['pharmacist'] })
  const product = await shelf.product({ controlled: true, controlled_schedule: 'NARCOTIC' })
  const token = async (by: Person): Promise<string> => {
    const asked = { identifier: second.username, password, purpose: 'CONTROLLED' }
    return (await well(by.post('/stock/witness', asked))).witness_token
  }
  const line = { product_id: product.id, lot: 'P1', expiry: '2098-01-31', unit_cost: 2000 }
  const found = await well(
    keeper.post('/stock/adjustments', {
      store_id: store.id,
      reason_code: 'FOUND',
      note: 'Taken over from the old book',
      lines: [{ ...line, quantity: 10 }],
    }),
  )
  const path = `/stock/adjustments/${found.id}`
  await well(keeper.post(`${path}/submit`, { witness_token: await token(keeper) }))
  await well(boss.post(`${path}/approve`, { witness_token: await token(boss) }))
  const witness_token = await token(keeper)
  const session = { ip: null, user_agent: null, request_id: 'r' }
  const caller = await callerOf(keeper.token ?? '', session)
  await within(() =>
    issue(caller, {
      store_id: store.id,
      lines: [{ product_id: product.id, quantity: 1 }],
      kind: 'DISPENSE',
      source: 'test',
      source_id: newId(),
      patient_id,
      prescription: { number: 'RX-1', prescriber_name: 'Dr Mushi' },
      witness_token,
    }),
  )
  const room = await well(
    shelf.manager.post('/stock/stores', {
      code: `${store.code}R`,
      name: `${store.name} room`,
      kind: 'WARD',
      holds_stock: false,
      keepers: [keeper.user.id],
    }),
  )
  const asked = await well(
    keeper.post('/stock/requisitions', {
      from_store_id: store.id,
      to_store_id: room.id,
      patient_id,
      lines: [{ product_id: product.id, requested: 1 }],
    }),
  )
  const recall = await well(
    keeper.post('/stock/recalls', {
      product_ids: [product.id],
      lots: ['P1'],
      level: 'III',
      source: 'OWN',
      notice_on: clock.instant().slice(0, 10),
      reason: 'Looked at once more',
      instruction: 'QUARANTINE',
    }),
  )
  return {
    'stock/products': product.id,
    'stock/stores': store.id,
    'stock/recalls': recall.id,
    'stock/requisitions': asked.id,
  }
}

async function well(asked: Promise<Answer>): Promise<Answer['data']> {
  const { status, data, message } = await asked
  if (status >= 300) throw new Error(message)
  return data
}
