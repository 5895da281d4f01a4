// Who signs a letter, a survey or a disposition must have a licence that counts today (HR-14).

import type { Caller } from '../../../core/caller.ts'
import { conflict } from '../../../core/refusal.ts'
import { today } from '../../office/hospitals/hospitals.ts'
import { mayPractise, staffOf } from '../../neighbours/people.ts'
import { signerOf, type Signer } from '../../neighbours/signing.ts'

export interface Practising extends Signer {
  cadre: string | null
  /** What HR says beside letting it pass. */
  warning: string | null
}

export async function practisingSigner(caller: Caller): Promise<Practising> {
  const signer = await signerOf(caller)
  if (signer.staff_id === null) return { ...signer, cadre: null, warning: null }
  const { answer, message } = await mayPractise(caller, signer.staff_id, await today(caller))
  if (answer === 'BLOCK') throw conflict(message ?? 'Your practising licence has expired.')
  const cadre = (await staffOf(caller))?.cadre ?? null
  return { ...signer, cadre, warning: answer === 'WARN' ? message : null }
}
