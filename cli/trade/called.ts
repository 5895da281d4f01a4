// A client by its number or by one of its names.

import { text } from '../../db/appliance/configuration/kinds.ts'
import type { Caller } from '../../db/core/caller.ts'
import { noneCalled } from '../../db/core/refusal.ts'
import type { ClientOpened } from '../../db/hospital/trade/clients/shapes.ts'
import { type Frame, word } from '../frame/grammar/command.ts'

export const one = {
  client: word(text('the number or name of a client', /^[^\0]{1,160}$/), 'its number or a name'),
}
export type One = Frame<{ client: string }>

export async function clientCalled(caller: Caller, typed: string): Promise<string> {
  const { hospital_id } = caller
  const { clients } = await import('../../db/hospital/trade/clients/tables.ts')
  const { clientNamed } = await import('../../db/hospital/trade/clients/names.ts')
  const numbered = await clients.find({ hospital_id, number: typed.toUpperCase() })
  const id = numbered?.id ?? (await clientNamed(caller, typed))?.client_id
  if (id === undefined) throw noneCalled('client', typed)
  return id
}

export async function opened({
  asked,
  caller,
}: Pick<One, 'asked' | 'caller'>): Promise<ClientOpened> {
  const by = await caller()
  const { find } = await import('../../db/hospital/trade/clients/shown.ts')
  return find(by, await clientCalled(by, asked.client))
}
