// What may stand in the way of a booking (front office 2.6). The booking has looked already; the
// gates say how much it weighs and who may let it through.

import type { GateKind } from '../gates/kind.ts'
import { front_office_reasons as reasons } from '../gates/reasons.ts'

export interface BookingSubject {
  /** The slot is full: in these words, while the session may still be overbooked. */
  overbook: string | null
  same_day: string | null
  missed: string | null
}

const gate = (
  key: string,
  title: string,
  title_sw: string,
  field: keyof BookingSubject,
  rows: GateKind['rows'],
): GateKind => ({
  key,
  title,
  title_sw,
  actions: ['appointment.book'],
  reasons,
  emergency_bypass: false,
  rows,
  check: async (_caller, { subject }) => {
    const what = (subject as unknown as BookingSubject)[field]
    return what === null ? [] : [{ what }]
  },
})

export const gates: readonly GateKind[] = [
  gate('APT_OVERBOOK', 'Full session', 'Kliniki imejaa', 'overbook', [
    { level: 'BLOCK_WITH_OVERRIDE', permission: 'appointment:overbook' },
  ]),
  gate('APT_SAME_DAY', 'Second appointment that day', 'Miadi ya pili siku hiyo', 'same_day', [
    { level: 'WARN', permission: 'appointment:overbook' },
  ]),
  gate('APT_MISSED', 'Missed appointments', 'Miadi iliyokosa', 'missed', [{ level: 'BLOCK' }]),
]
