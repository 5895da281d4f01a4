// What a body keeps as JSON: who brought it, who is told, whom the police named, who took it away.

import type { ReleaseKind } from './words.ts'

export interface BroughtBy {
  name: string
  relation: string | null
  phone: string
  id_no: string | null
  vehicle_no: string | null
}

export interface Police {
  case: boolean
  station: string | null
  case_no: string | null
  officer: string | null
  officer_phone: string | null
  release_order_no: string | null
  release_order_on: string | null
  order_attachment_id: string | null
}

export interface Kin {
  name: string
  relation: string | null
  phone: string | null
  told_at: string | null
}

export interface Identified {
  at: string
  by_name: string
  how: 'VIEWING' | 'POLICE'
  names: string[]
  police: { number: string; officer: string } | null
}

export interface Visitor {
  name: string
  relation: string | null
  id_no: string | null
}

export interface Receiver {
  name: string
  relation: string | null
  id_no: string | null
  phone: string | null
}

export interface Claimant {
  name: string
  relation: string
  id_type: string | null
  id_no: string
  phone: string
  address: string | null
}

export interface Transport {
  vehicle_no: string
  driver: string
  phone: string | null
}

export interface Released {
  kind: ReleaseKind
  at: string
  by_name: string
  second_name: string
  claimant: Claimant | null
  second_claimant: Claimant | null
  authority: { name: string; office: string; phone: string | null } | null
  to: { name: string; kind: string } | null
  permit_no: string | null
  permit_on: string | null
  papers_no: string | null
  court_order_no: string | null
  burial_place: string | null
  transport: Transport
  viewed: boolean
  viewed_reason: string | null
  sealed_bag: boolean
  burial_team: string[]
}
