// The words of referrals, the chapter's to the letter (front office 2.9, 3.5).

export const directions = ['OUT', 'IN'] as const
export type Direction = (typeof directions)[number]
export const urgencies = ['ROUTINE', 'URGENT', 'EMERGENCY'] as const
export type ReferralUrgency = (typeof urgencies)[number]
export const transports = ['OWN', 'AMBULANCE', 'HOSPITAL_VEHICLE', 'OTHER'] as const
export const channels = ['PRINT', 'SMS', 'WHATSAPP', 'EMAIL'] as const

export const referral_states = [
  'DRAFT',
  'RECEIVED',
  'SENT',
  'ACCEPTED',
  'DECLINED',
  'IN_TRANSIT',
  'ARRIVED',
  'COMPLETED',
  'CANCELLED',
  'EXPIRED',
  'VOIDED',
] as const
export type ReferralState = (typeof referral_states)[number]
/** REF-2: of these a patient has one at a time, going out. */
export const live_states = ['DRAFT', 'SENT', 'ACCEPTED', 'IN_TRANSIT'] as const

export const referral_moves = [
  'send',
  'accept',
  'decline',
  'resend',
  'depart',
  'arrive',
  'feedback',
  'cancel',
  'void',
  'expire',
] as const
export type ReferralMove = (typeof referral_moves)[number]

export const facility_levels = [
  'DISPENSARY',
  'HEALTH_CENTRE',
  'DISTRICT',
  'REGIONAL',
  'ZONAL',
  'NATIONAL',
  'PRIVATE',
  'OTHER',
] as const
