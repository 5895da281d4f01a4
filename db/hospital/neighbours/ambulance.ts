// What is asked of the ambulance module (AMB-19) before it stands. A module that is off answers so.

import type { Caller } from '../../core/caller.ts'
import { question } from '../../core/question.ts'

export const requestTrip = question(
  async (
    _caller: Caller,
    _asked: {
      kind: string
      referral_id?: string
      patient_id?: string
      pickup: string
      destination: string
      priority: string
      needs?: string | null
      channel: string
    },
  ): Promise<{ request_id: string; number: string } | { off: true; message: string }> => ({
    off: true,
    message: 'Ambulance dispatch is not run here.',
  }),
)
