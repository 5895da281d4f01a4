// What a body had on it: listed by two people, handed over against a name (MOR-8).

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { conflict, invalid, noSuch } from '../../../core/refusal.ts'
import { recordOf } from '../../../store/record-of.ts'
import type { RowOf } from '../../../store/table.ts'
import { purseOf } from '../../money/accounting/purse.ts'
import { record } from '../../office/audit/record.ts'
import type { Receiver } from './kept.ts'
import { refreshHolds } from './holds.ts'
import { type Body, bodyRecord, heldHere } from './record.ts'
import type { Belonging, BelongingItem, BelongingsInput, HandOverInput } from './shapes.ts'
import { body_belongings } from './tables.ts'
import { secondPerson } from './tags.ts'

export type BelongingRow = RowOf<(typeof body_belongings)['columns']>

export const belongingRecord = recordOf(body_belongings, 'belonging')

/** The second person's name: by their own token, else whoever hands the body over. */
export const witnessed = async (
  caller: Caller,
  token: string | null | undefined,
  otherwise: string | null | undefined,
): Promise<string | null> =>
  token ? (await secondPerson(caller, token, 'witness_token')).name : (otherwise ?? null)

export async function keepBelongings(
  caller: Caller,
  body: Body,
  items: readonly BelongingItem[],
  witness: string | null,
): Promise<void> {
  if (items.length === 0) return
  if (!witness) throw invalid('witness_token', 'is required: belongings are listed by two people.')
  const purse = await purseOf(caller)
  const at = clock.instant()
  await body_belongings.insertMany(
    items.map(({ item, description, quantity = 1, value, photo_attachment_id }, index) => {
      if (typeof value === 'number' && value < 0) {
        throw invalid(`items[${index}].value`, 'must not be negative.')
      }
      // Money and what is worth it goes into a sealed bag, and its number stands in the words.
      if (value && !description) {
        throw invalid(`items[${index}].description`, 'is required: the number of the sealed bag.')
      }
      return {
        hospital_id: caller.hospital_id,
        body_id: body.id,
        item,
        description: description || null,
        quantity,
        value: value === null || value === undefined ? null : purse.minor('value', value),
        photo_attachment_id: photo_attachment_id ?? null,
        received_by: caller.name,
        witness_name: witness,
        at,
      }
    }),
  )
  record(caller, 'body.belongings', {
    entity_type: 'body',
    entity_id: body.id,
    entity_label: body.number,
    patient_id: body.patient_id,
    changes: {
      belongings: [
        null,
        items
          .map(({ item }) => item)
          .join(', ')
          .slice(0, 300),
      ],
    },
  })
}

export async function add(
  caller: Caller,
  id: string,
  { items, witness_token }: BelongingsInput,
): Promise<Belonging[]> {
  const body = await heldHere(caller, id, ['STORED'])
  const { name } = await secondPerson(caller, witness_token, 'witness_token')
  await keepBelongings(caller, body, items, name)
  await refreshHolds(caller, body)
  return belongingsOf(caller, id)
}

const ends = { RECEIVER: 'RETURNED', POLICE: 'TO_POLICE', DESTROY: 'DESTROYED' } as const

export async function handOver(
  caller: Caller,
  { id, item_id }: { id: string; item_id: string },
  { to, receiver, witness_token }: HandOverInput,
): Promise<Belonging> {
  const body = await heldHere(caller, id, [
    'STORED',
    'RELEASED',
    'BURIED_BY_AUTHORITY',
    'TRANSFERRED',
  ])
  const item = await belongingRecord.locked(caller, item_id)
  if (item.body_id !== id) throw noSuch('belonging')
  if (item.state !== 'KEPT') throw conflict(`${item.item} is ${item.state}.`, 'state')
  if (to !== 'DESTROY' && !receiver) throw invalid('receiver', `is required with ${to}.`)
  if (to === 'RECEIVER' && !receiver?.id_no) {
    throw invalid('receiver.id_no', 'is required: what is handed over is signed for.')
  }
  await secondPerson(caller, witness_token, 'witness_token')
  await given(caller, body, [item], ends[to], receiver ? receiverOf(receiver) : null)
  await refreshHolds(caller, await bodyRecord.get(caller, id))
  const purse = await purseOf(caller)
  return shownItem(purse, await belongingRecord.get(caller, item_id))
}

const receiverOf = (typed: NonNullable<HandOverInput['receiver']>): Receiver => ({
  name: typed.name,
  relation: typed.relation || null,
  id_no: typed.id_no || null,
  phone: typed.phone || null,
})

/** With their receiver, in the transaction of what hands them over. */
export async function given(
  caller: Caller,
  body: Body,
  items: readonly BelongingRow[],
  state: 'RETURNED' | 'TO_POLICE' | 'DESTROYED',
  receiver: Receiver | null,
): Promise<void> {
  const { hospital_id } = caller
  for (const { id, item } of items) {
    await body_belongings.change(
      { hospital_id, id },
      { state, receiver, handed_by: caller.name, handed_at: clock.instant() },
    )
    record(caller, 'body.hand_over', {
      entity_type: 'body',
      entity_id: body.id,
      entity_label: `${body.number}: ${item}`,
      patient_id: body.patient_id,
      to_state: state,
    })
  }
}

export const rowsOfBody = (
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  body_id: string,
): Promise<BelongingRow[]> => body_belongings.all({ hospital_id, body_id }, { order: ['at', 'id'] })

export async function belongingsOf(caller: Caller, body_id: string): Promise<Belonging[]> {
  const purse = await purseOf(caller)
  return (await rowsOfBody(caller, body_id)).map((row) => shownItem(purse, row))
}

const shownItem = (purse: Awaited<ReturnType<typeof purseOf>>, row: BelongingRow): Belonging => ({
  ...row,
  value: row.value === null ? null : purse.major(row.value),
})
