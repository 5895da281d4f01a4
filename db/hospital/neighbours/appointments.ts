// What visits and the outbox ask of appointments, referrals and emergencies, which stand below them.

import type { Caller } from '../../core/caller.ts'
import { question } from '../../core/question.ts'

export interface AppointmentBrief {
  id: string
  patient_id: string
  scheduled_for: string
  department: string | null
  clinician_id: string | null
  /** The patient came before the appointment was given up (QUE-4, QUE-5). */
  in_time: boolean
}

export const appointmentById = question(
  async (_caller: Caller, _id: string): Promise<AppointmentBrief | null> => null,
)

/** A visit with an appointment was cancelled: back to BOOKED while it is still the same day. */
export const appointmentFreed = question(
  async (_caller: Caller, _asked: { appointment_id: string; visit_id: string }): Promise<unknown> =>
    undefined,
)

/** A visit with an appointment was checked out: the appointment is COMPLETED. */
export const appointmentKept = question(
  async (_caller: Caller, _asked: { appointment_id: string; visit_id: string }): Promise<unknown> =>
    undefined,
)

/** The follow-up that a check-out asks for; refused with the next free times when it cannot be. */
export const bookFollowUp = question(
  async (
    _caller: Caller,
    _asked: {
      patient_id: string
      visit_id: string
      on: string
      clinician_id?: string | null
      department?: string | null
      kind?: string | null
    },
  ): Promise<{ id: string; number: string; scheduled_for: string } | null> => null,
)

/** Whether a referral out was sent for this visit (VIS-14). */
export const referralSent = question(
  async (_caller: Caller, _visit_id: string): Promise<boolean | undefined> => undefined,
)

/** An emergency of this visit that is not disposed of yet. */
export const openEmergencyOf = question(
  async (_caller: Caller, _visit_id: string): Promise<{ id: string; number: string } | null> =>
    null,
)

/** EMG-16: somebody was triaged 1 or 2 and is an emergency now. */
export const becameEmergency = question(
  async (
    _caller: Caller,
    _asked: { visit_id: string; triage_category: 1 | 2; presenting_complaint: string | null },
  ): Promise<{ id: string; number: string } | null> => null,
)

/** The next appointment of a patient that is still to come. */
export const appointmentAhead = question(
  async (_caller: Caller, _patient_id: string): Promise<{ id: string; number: string } | null> =>
    null,
)

/**
 * PTM-5: what a patient answered to a text about an appointment. HEARD: done, or listed for the desk.
 * LATE: yes or no, where neither can be taken any more. OTHER: words that are neither.
 */
export const appointmentAnswered = question(
  async (
    _caller: Caller,
    _asked: { appointment_id: string; text: string },
  ): Promise<'HEARD' | 'LATE' | 'OTHER'> => 'OTHER',
)
