// Kinds of notices: what areas ship (PLT-95, PLT-102), what the hospital made of it.

import type { Caller } from '../../../core/caller.ts'
import { invalid, noSuch } from '../../../core/refusal.ts'
import { difference, record } from '../audit/record.ts'
import { type NotificationKind as Shipped, registry } from '../../registry.ts'
import { noteChanges } from '../settings/history.ts'
import type { ChannelChange, NotificationKind } from './shapes.ts'
import { notice_defaults } from './tables.ts'
import { type Channels, channels } from './words.ts'

export async function list(
  caller: Caller,
  asked: { area?: string } = {},
): Promise<NotificationKind[]> {
  const own = await defaultsOf(caller)
  return [...registry.notifications.values()]
    .filter(({ area }) => asked.area === undefined || area === asked.area)
    .sort((a, b) => (a.kind < b.kind ? -1 : 1))
    .map((kind) => ({ ...kind, default: own.get(kind.kind) ?? { ...kind.default } }))
}

/** What the hospital changed, by kind. */
export async function defaultsOf(
  caller: Pick<Caller, 'hospital_id'>,
): Promise<Map<string, Channels>> {
  const own = await notice_defaults.all({ hospital_id: caller.hospital_id })
  return new Map(own.map(({ kind, sms, whatsapp, email }) => [kind, { sms, whatsapp, email }]))
}

export function shippedOf(word: string): Shipped {
  const kind = registry.notifications.get(word)
  if (kind === undefined) throw noSuch('kind')
  return kind
}

/** PLT-99: of a locked kind every channel it is shipped with stays on. */
export function refuseTurningOff(kind: Shipped, wanted: Channels): void {
  if (kind.locked && channels.some((channel) => kind.default[channel] && !wanted[channel])) {
    throw Object.assign(invalid('kind', ''), { message: `${kind.kind} cannot be turned off.` })
  }
}

export async function change(
  caller: Caller,
  word: string,
  asked: ChannelChange,
): Promise<NotificationKind> {
  const kind = shippedOf(word)
  const { hospital_id } = caller
  const kept = await notice_defaults.find({ hospital_id, kind: word }, { lock: true })
  const before: Channels = kept ?? kind.default
  const wanted = {
    sms: asked.sms ?? before.sms,
    whatsapp: asked.whatsapp ?? before.whatsapp,
    email: asked.email ?? before.email,
  }
  refuseTurningOff(kind, wanted)
  if (kept === undefined) await notice_defaults.insert({ hospital_id, kind: word, ...wanted })
  else await notice_defaults.change({ hospital_id, kind: word }, wanted)
  const changes = difference({ ...before }, wanted)
  await noteChanges(caller, 'notification', changes, word)
  record(caller, 'setting.notification', {
    entity_type: 'notification_kind',
    entity_id: word,
    entity_label: kind.label,
    changes,
  })
  return { ...kind, default: wanted }
}
