// A workstation by what people call it.

import { text } from '../../../db/appliance/configuration/kinds.ts'
import type { Device } from '../../../db/hospital/office/devices/shapes.ts'
import { noneCalled } from '../../../db/core/refusal.ts'
import { type Frame, word } from '../grammar/command.ts'

export const label = word(
  text('the label or id of a workstation', /^[^\0]{1,60}$/),
  'the workstation',
)

/** A revoked one too, where none that works is called so: the last of them. */
export async function calledEver(frame: Pick<Frame, 'caller'>, typed: string): Promise<Device> {
  const by = await frame.caller()
  return called(frame, typed).catch(async (error: unknown) => {
    const { list: search } = await import('../../../db/hospital/office/devices/devices.ts')
    const asked = { search: typed, status: 'REVOKED', page: 1, per_page: 200 } as const
    const { rows } = await search(by, asked)
    const found = rows
      .filter((row) => row.label.toLowerCase() === typed.toLowerCase())
      .sort((a, b) => ((a.revoked_at ?? '') < (b.revoked_at ?? '') ? 1 : -1))[0]
    if (found === undefined) throw error
    return found
  })
}

/** By its id, or by the label of one that is not revoked. */
export async function called(frame: Pick<Frame, 'caller'>, typed: string): Promise<Device> {
  const by = await frame.caller()
  const { find, list: search } = await import('../../../db/hospital/office/devices/devices.ts')
  if (/^[0-9a-f-]{36}$/i.test(typed)) return find(by, typed)
  const { rows } = await search(by, { search: typed, page: 1, per_page: 200 })
  const found = rows.find(
    (row) => row.status !== 'REVOKED' && row.label.toLowerCase() === typed.toLowerCase(),
  )
  if (found === undefined) throw noneCalled('workstation', typed)
  return found
}
