// The front office: patients, visits and their queue, vital signs, bookings, the portal, what is written to people.
// The areas of this wing in order: one leans only on those above it.

export const names = [
  'gates',
  'patients',
  'amendments',
  'service-points',
  'visits',
  'displays',
  'vitals',
  'appointments',
  'referrals',
  'emergencies',
  'patient-messages',
  'portal',
  'data-files',
  'messaging',
] as const
