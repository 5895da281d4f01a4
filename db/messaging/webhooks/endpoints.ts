// An endpoint has a queue of its own (MSG-550): the account's address in a mode, whatever it is at
// the moment, and each callback address beside it.

import { hash } from 'node:crypto'
import type { Mode, Owner } from '../caller.ts'

type Whose = Pick<Owner, 'account_id' | 'mode'>

export const accountEndpoint = ({ account_id, mode }: Whose): string => `${account_id} ${mode}`

export const callbackEndpoint = (owner: Whose, url: string): string =>
  `${accountEndpoint(owner)} ${hash('sha256', url).slice(0, 16)}`

export function whoseEndpoint(endpoint: string): Whose {
  const [account_id = '', mode = ''] = endpoint.split(' ')
  return { account_id, mode: mode as Mode }
}
