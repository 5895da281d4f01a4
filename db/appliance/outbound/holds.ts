// Whether anything may leave the house: by configuration (OPS-135), and by the holds that stand in
// the data until somebody releases them (OPS-127, OPS-133). What is accepted meanwhile waits.

import { clock } from '../../core/clock.ts'
import { outbound_holds } from './tables.ts'
import { type Channel, channels, type HoldCause } from './words.ts'

let allowed = true

/** `outbound.enabled`, said once at start. */
export function setOutbound(enabled: boolean): void {
  allowed = enabled
}
export const outboundOff = (): boolean => !allowed

export interface Hold {
  channel: Channel
  cause: HoldCause
  held_at: string
  held_by: string
}

export const holds = (): Promise<Hold[]> => outbound_holds.allAnywhere({})

export async function isHeld(channel: Channel): Promise<boolean> {
  return outboundOff() || (await outbound_holds.findAnywhere({ channel })) !== undefined
}

/** What is held already keeps its cause and its moment. */
export async function holdAll(by: string, cause: HoldCause): Promise<void> {
  const held = new Set((await holds()).map(({ channel }) => channel))
  const held_at = clock.instant()
  for (const channel of channels)
    if (!held.has(channel))
      await outbound_holds.insert({ channel, cause, held_at, held_by: by.slice(0, 160) })
}

/** False when it is held already: that hold keeps its cause and its moment. */
export async function holdOne(channel: Channel, by: string, cause: HoldCause): Promise<boolean> {
  if ((await outbound_holds.findAnywhere({ channel }, { lock: true })) !== undefined) return false
  await outbound_holds.insert({
    channel,
    cause,
    held_at: clock.instant(),
    held_by: by.slice(0, 160),
  })
  return true
}

/** False when it was not held. */
export const letGo = async (channel: Channel): Promise<boolean> =>
  (await outbound_holds.remove({ channel })) > 0
