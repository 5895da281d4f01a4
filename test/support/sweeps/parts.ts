// Which part of the hospital a route is of, by its path: sweeps over every route run a part at a time, side
// by side. What no pattern names is the office's, so a new route is always swept.

export const hospital_parts = [
  'office',
  'desk',
  'money',
  'people',
  'goods',
  'trade',
  'care',
] as const
export type HospitalPart = (typeof hospital_parts)[number]

const desk =
  /^\/(patient|visits|referral|emergenc|queue|appointment|service-points|mass-casualty|administrative-areas|portal|vital|vulnerable|clinic|break-glass|consents|schedule-exceptions|identifiers|front-office)/

const care =
  /^\/(wards|rooms|beds|bed-|admissions|census|clinical\/|nursing\/|pharmacy\/|prescription|diagnostics\/|blood-bank\/|vaccine|vials|immunisation|tb-|ctc-|patients\/:id\/(pregnancy|home-medicines|diagnostics|blood|immunisation))/

export function partOf(path: string): HospitalPart {
  if (/^\/(accounting|billing)\//.test(path)) return 'money'
  if (/^\/(stock|procurement)\//.test(path)) return 'goods'
  if (path.startsWith('/hr/')) return 'people'
  if (path.startsWith('/commercial/')) return 'trade'
  if (care.test(path)) return 'care'
  return desk.test(path) ? 'desk' : 'office'
}
