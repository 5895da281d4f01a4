// The 24 hours in which a person may be answered freely (MSG-503).

import { instantOf } from '../accounts/clock.ts'
import { sql, when, where } from '../../store/sql.ts'
import { type MessagingCaller, ownerOf } from '../caller.ts'
import { type Asked, cursorOf, limitOf, type Listed, listed, readCursor } from '../cursors.ts'
import { noneHere } from '../refusals.ts'
import { mustBeNumber, numberOf, type NumberRow } from './numbers.ts'
import type { WhatsappWindow } from './shapes.ts'
import { msg_whatsapp_numbers, msg_whatsapp_windows } from './tables.ts'
import type { RowOf } from '../../store/table.ts'

type Row = RowOf<(typeof msg_whatsapp_windows)['columns']>

/** Whoever wrote last comes first. */
export async function list(
  caller: MessagingCaller,
  asked: Asked & { open?: boolean; from?: string },
): Promise<Listed<WhatsappWindow>> {
  const from = asked.from === undefined ? undefined : mustBeNumber(asked.from, 'from')
  const at = await instantOf(caller)
  const [last_at, last_id] = asked.cursor === undefined ? [] : readCursor(asked.cursor, 2)
  const found = await msg_whatsapp_windows.read(
    sql`select ${msg_whatsapp_windows.selection()} from msg_whatsapp_windows${where([
      sql`account_id = ${caller.account_id}`,
      sql`mode = ${caller.mode}`,
      when(from, sql`phone = ${from}`),
      asked.open === undefined
        ? undefined
        : asked.open
          ? sql`expires_at > ${at}`
          : sql`expires_at <= ${at}`,
      last_at === undefined
        ? undefined
        : sql`(last_inbound_at, id) < (${String(last_at)}, ${String(last_id)})`,
    ])} order by last_inbound_at desc, id desc limit ${limitOf(asked) + 1}`,
  )
  const numbers = await numbersOf(caller)
  return listed(
    asked,
    found,
    (one) => shown(one, numbers.get(one.number_id), at),
    (one) => cursorOf(one.last_inbound_at, one.id),
  )
}

export async function find(
  caller: MessagingCaller,
  typed: string,
  number: string | undefined,
): Promise<WhatsappWindow> {
  const phone = mustBeNumber(typed, 'phone')
  const own = await numberOf(caller, number)
  const found = await msg_whatsapp_windows.find({
    hospital_id: own.hospital_id,
    number_id: own.id,
    phone,
  })
  if (found === undefined) throw noneHere('window')
  return shown(found, own, await instantOf(caller))
}

async function numbersOf(caller: MessagingCaller): Promise<Map<string, NumberRow>> {
  const own = await msg_whatsapp_numbers.all({ ...ownerOf(caller) })
  return new Map(own.map((one) => [one.id, one]))
}

const shown = (one: Row, number: NumberRow | undefined, at: string): WhatsappWindow => ({
  number: number?.phone ?? '',
  numberId: one.number_id,
  phone: one.phone,
  openedAt: one.opened_at,
  lastInboundAt: one.last_inbound_at,
  expiresAt: one.expires_at,
  open: one.expires_at > at,
})
