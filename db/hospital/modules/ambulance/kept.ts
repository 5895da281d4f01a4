// What ambulance records keep as JSON.

import type { Milestone, paper_kinds, TripState } from './words.ts'

export interface VehiclePaper {
  kind: (typeof paper_kinds)[number]
  number: string | null
  expires_on: string
}
export interface Named {
  staff_id: string
  name: string
  cadre: string | null
  clinical: boolean
}
export interface Crew {
  driver: Named | null
  attendants: Named[]
  from: string
  until: string | null
}
export interface Spot {
  lat: number
  lng: number
  at: string
}
export interface Place {
  text: string | null
  area_id: string | null
  landmark: string | null
  lat: number | null
  lng: number | null
  contact_name: string | null
  contact_phone: string | null
  referral_facility_id: string | null
  service_point_id: string | null
  ward_id: string | null
}
export interface CallerSaid {
  name: string
  phone: string
  relation: string | null
}
export interface PatientTold {
  name: string | null
  sex: string | null
  age: string | null
  count: number
  label: string | null
}
export interface Needs {
  stretcher: boolean
  oxygen: boolean
  incubator: boolean
  escort: 'NONE' | 'NURSE' | 'CLINICIAN'
  escort_staff_id: string | null
  isolation: boolean
  infant: boolean
}
export interface Cancellation {
  reason_code: string
  by_name: string
  at: string
  note: string | null
}
export interface Stamp {
  milestone: TripState | Milestone
  at: string
  odometer: number | null
  lat: number | null
  lng: number | null
  by_name: string
}
export interface Aboard {
  ref: string
  request_id: string
  patient_id: string | null
  name: string | null
  sex: string | null
  age: string | null
  handed_over: string | null
}
export interface ReceivedBy {
  staff_id: string | null
  name: string
  cadre: string | null
  facility: string | null
}
export interface CheckItem {
  key: string
  result: 'OK' | 'LOW' | 'FAULT' | 'MISSING'
  note: string | null
}
