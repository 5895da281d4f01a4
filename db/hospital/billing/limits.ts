// What the policy of the area (2.13) sets for credit notes, refunds, waivers and write-offs. Money is
// in minor units.

import type { Caller } from '../../caller.ts'

export interface Limits {
  waiver_self_limit: number
  credit_note_self_limit: number
  write_off_small_limit: number
  after_credit: 'REFUND_REQUEST' | 'DEPOSIT'
  refund_people: number
  two_person: { waiver: boolean; exemption: boolean; write_off: boolean; credit_note: boolean }
}

export const limitsOf = async (_caller: Pick<Caller, 'hospital_id'>): Promise<Limits> => ({
  waiver_self_limit: 0,
  credit_note_self_limit: 0,
  write_off_small_limit: 0,
  after_credit: 'DEPOSIT',
  refund_people: 3,
  two_person: { waiver: true, exemption: true, write_off: true, credit_note: true },
})
