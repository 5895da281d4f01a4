// The two people of a line of the register (STK-73): whoever does it and who stands by, both with a staff
// record and a licence in date.

import type { Caller } from '../../../../core/caller.ts'
import { conflict } from '../../../../core/refusal.ts'
import { mayPractise, staffOf } from '../../../neighbours/people.ts'
import type { Witness } from '../../../neighbours/stock.ts'
import { signerOf } from '../../../neighbours/signing.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { takeWitness } from '../witness/witness.ts'

export interface Parties {
  by_id: string | null
  by_name: string
  by_licence: string | null
  witness_id: string
  witness_name: string
  witness_licence: string | null
}

export async function controlledParties(
  caller: Caller,
  token: string | null | undefined,
): Promise<Parties> {
  const own = await practisingSelf(caller)
  return { ...own, ...witnessed(await takeWitness(caller, token, 'CONTROLLED')) }
}

/** With a witness who was taken for another purpose. */
export const partiesWith = async (caller: Caller, witness: Witness): Promise<Parties> => ({
  ...(await practisingSelf(caller)),
  ...witnessed(witness),
})

async function practisingSelf(caller: Caller) {
  const { staff_id, name } = await signerOf(caller)
  if (staff_id !== null) {
    const { answer, message } = await mayPractise(caller, staff_id, await today(caller))
    if (answer === 'BLOCK') {
      throw conflict(message ?? 'Your practising licence is not valid.', 'licence')
    }
  }
  return {
    by_id: caller.user_id,
    by_name: name,
    by_licence: staff_id === null ? null : ((await staffOf(caller))?.licence_no ?? null),
  }
}

const witnessed = ({ user_id, name, licence_no }: Witness) => ({
  witness_id: user_id,
  witness_name: name,
  witness_licence: licence_no,
})
