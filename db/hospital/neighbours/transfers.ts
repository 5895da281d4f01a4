// What referrals ask of appointments' and emergencies' areas, which stand below them or beside.

import type { Caller } from '../../core/caller.ts'
import { question } from '../../core/question.ts'

/** A patient with an open emergency departs: it ends as REFERRED. True when there was one. */
export const emergencyDeparts = question(
  async (_caller: Caller, _asked: { visit_id: string; referral_id: string }): Promise<boolean> =>
    false,
)

/** An emergency comes to us with a referral (REF-6). */
export const emergencyArrives = question(
  async (
    _caller: Caller,
    _asked: {
      patient_id: string
      referral_id: string
      presenting_complaint: string
      arrived_at: string | null
    },
  ): Promise<{ id: string; number: string; visit_id: string } | null> => null,
)

export const bookForReferral = question(
  async (
    _caller: Caller,
    _asked: {
      patient_id: string
      referral_id: string
      scheduled_for: string
      department: string | null
      reason: string
    },
  ): Promise<{ id: string; number: string } | null> => null,
)

/** REF-8: billing is told at send; what the scheme answers is printed. */
export const schemeReferral = question(
  async (
    _caller: Caller,
    _asked: { referral_id: string; patient_id: string; visit_id: string | null },
  ): Promise<string | null> => null,
)
