// How much may come in (PLT-105).

import type { Caller } from '../../../core/caller.ts'
import { room } from '../../../store/files/store.ts'
import { Refusal, unavailable } from '../../../core/refusal.ts'
import { securityOf } from '../settings/security.ts'

/** The most a hospital can set, times five for the pictures of machines. */
export const mb_most = 1000
export const large_times = 5
export const live_most = 200

const free_least = 2 * 1024 ** 3
const free_share_least = 0.05

export const attachmentMb = async (caller: Pick<Caller, 'hospital_id'>): Promise<number> =>
  (await securityOf(caller)).attachment_max_mb

export const tooLarge = (mb: number): Refusal =>
  new Refusal(413, 'too_large', `The file is larger than ${mb} MB.`)

export async function requireRoom(ask: typeof room = room): Promise<void> {
  const { free, total } = await ask()
  if (free < free_least || free < total * free_share_least) {
    throw unavailable('The server is short of disk space.', 60)
  }
}
