// The lives of an appointment and of an entry of the waiting list (front office 3.4).

import { life } from '../../../core/states.ts'
import { appointment_states, waitlist_states } from './words.ts'

export const appointment_life = life('appointment', appointment_states, {
  accept: { from: ['REQUESTED'], to: 'BOOKED', permission: 'appointment:update' },
  confirm: { from: ['BOOKED'], to: 'CONFIRMED', permission: 'appointment:update' },
  reschedule: {
    from: ['REQUESTED', 'BOOKED', 'CONFIRMED', 'NO_SHOW'],
    to: 'BOOKED',
    permission: 'appointment:update',
  },
  'check in': {
    from: ['BOOKED', 'CONFIRMED', 'NO_SHOW'],
    to: 'CHECKED_IN',
    permission: 'visit:create',
  },
  complete: { from: ['CHECKED_IN'], to: 'COMPLETED', permission: 'appointment:update' },
  'no-show': { from: ['BOOKED', 'CONFIRMED'], to: 'NO_SHOW', permission: 'appointment:update' },
  cancel: {
    from: ['REQUESTED', 'BOOKED', 'CONFIRMED'],
    to: 'CANCELLED',
    permission: 'appointment:cancel',
  },
  uncheck: { from: ['CHECKED_IN'], to: 'BOOKED', house: true },
})

export const waitlist_life = life('waiting list entry', waitlist_states, {
  offer: { from: ['WAITING'], to: 'OFFERED', permission: 'appointment:update' },
  accept: { from: ['OFFERED'], to: 'BOOKED', permission: 'appointment:create' },
  decline: { from: ['OFFERED'], to: 'WAITING', permission: 'appointment:update' },
  cancel: { from: ['WAITING', 'OFFERED'], to: 'CANCELLED', permission: 'appointment:update' },
  'give up': { from: ['OFFERED'], to: 'DECLINED', house: true },
  lapse: { from: ['OFFERED'], to: 'WAITING', house: true },
  expire: { from: ['WAITING', 'OFFERED'], to: 'EXPIRED', house: true },
})
