// What a person wants of each kind: his or her own choice, else the hospital's, else the shipped.

import type { Caller } from '../../../core/caller.ts'
import { clock, dayIn, instantIn, minutes, startOfDay } from '../../../core/clock.ts'
import { invalid, Refusal } from '../../../core/refusal.ts'
import type { RowOf } from '../../../store/table.ts'
import { difference, record } from '../audit/record.ts'
import { type NotificationKind, registry } from '../../registry.ts'
import { defaultsOf, refuseTurningOff } from './kinds.ts'
import type { NotificationPreferences, PreferencesInput } from './shapes.ts'
import { notice_preferences } from './tables.ts'
import { type Channels, channels } from './words.ts'

export type Preferences = RowOf<(typeof notice_preferences)['columns']>

export async function find(caller: Caller): Promise<NotificationPreferences> {
  const own = await ownOf(caller)
  const defaults = await defaultsOf(caller)
  return {
    kinds: [...registry.notifications.values()]
      .sort((a, b) => (a.kind < b.kind ? -1 : 1))
      .map((kind) => ({ kind: kind.kind, in_app: true, ...wantedOf(kind, own, defaults) })),
    quiet:
      own === undefined || own.quiet_from === null || own.quiet_to === null
        ? null
        : { from: own.quiet_from, to: own.quiet_to },
  }
}

/** A locked kind keeps the channels it is shipped with, whatever was chosen before it was locked. */
export function wantedOf(
  kind: NotificationKind,
  own: Pick<Preferences, 'kinds'> | undefined,
  defaults: ReadonlyMap<string, Channels>,
): Channels {
  const chosen = own?.kinds[kind.kind] ?? defaults.get(kind.kind) ?? kind.default
  const kept = (channel: keyof Channels): boolean =>
    chosen[channel] || (kind.locked && kind.default[channel])
  return { sms: kept('sms'), whatsapp: kept('whatsapp'), email: kept('email') }
}

/** The kinds named are changed, the others stay. */
export async function change(
  caller: Caller,
  input: PreferencesInput,
): Promise<NotificationPreferences> {
  const { hospital_id } = caller
  const user_id = caller.user_id ?? ''
  const own = await ownOf(caller)
  const defaults = await defaultsOf(caller)
  const kinds = { ...own?.kinds }
  for (const [index, { kind: word, ...asked }] of (input.kinds ?? []).entries()) {
    const kind = registry.notifications.get(word)
    if (kind === undefined) {
      throw new Refusal(404, 'not_found', `kinds[${index}].kind: no such kind.`)
    }
    const wanted = { ...wantedOf(kind, { kinds }, defaults) }
    for (const channel of channels) wanted[channel] = asked[channel] ?? wanted[channel]
    refuseTurningOff(kind, wanted)
    kinds[word] = wanted
  }
  const changes = { kinds, ...quietOf(input) }
  if (own === undefined) await notice_preferences.insert({ hospital_id, user_id, ...changes })
  else await notice_preferences.change({ hospital_id, user_id }, changes)
  record(caller, 'notification.preferences', {
    entity_type: 'user',
    entity_id: user_id,
    entity_label: caller.name,
    changes: difference(own ?? { kinds: {}, quiet_from: null, quiet_to: null }, changes),
  })
  return find(caller)
}

const ownOf = async (caller: Caller): Promise<Preferences | undefined> =>
  caller.user_id === null
    ? undefined
    : notice_preferences.find({ hospital_id: caller.hospital_id, user_id: caller.user_id })

function quietOf({
  quiet,
}: PreferencesInput): Partial<Pick<Preferences, 'quiet_from' | 'quiet_to'>> {
  if (quiet === undefined) return {}
  if (quiet === null) return { quiet_from: null, quiet_to: null }
  if (quiet.from === quiet.to) throw invalid('quiet.to', 'must differ from quiet.from.')
  return { quiet_from: quiet.from, quiet_to: quiet.to }
}

/** When a person's quiet hours end, or null while they are not running. They may span midnight. */
export function quietUntil(own: Preferences | undefined, time_zone: string): string | null {
  if (own === undefined || own.quiet_from === null || own.quiet_to === null) return null
  const started = Date.parse(startOfDay(time_zone, dayIn(time_zone)))
  const now = Math.floor((clock.ms() - started) / minutes(1))
  const from = minuteOf(own.quiet_from)
  const to = minuteOf(own.quiet_to)
  const is_quiet = from < to ? now >= from && now < to : now >= from || now < to
  if (!is_quiet) return null
  const into_minute = (clock.ms() - started) % minutes(1)
  return instantIn(minutes((to - now + 1440) % 1440) - into_minute)
}

const minuteOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))
