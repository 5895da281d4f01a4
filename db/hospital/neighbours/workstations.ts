// What access asks of the workstations below it: who stands behind a session, and whether a machine
// that says so is the one that was activated. Silence: there are none.

import { question } from '../../core/question.ts'

/** The three headers of a workstation (PLT-89). */
export interface SignedProof {
  device_id: string
  challenge: string
  signature: string
}

/** Its certificate, shown at a listener: the handshake has proved that the key is there. */
export interface ShownCertificate {
  device_id: string
  /** DER, base64. */
  certificate: string
}

export type StationProof = SignedProof | ShownCertificate

export interface Station {
  id: string
  label: string
  station_role: string
  facility_id: string
  facility_name: string
  status: 'ACTIVE' | 'LAPSED' | 'REVOKED'
  lease_until: string
  allowed_cidrs: readonly string[]
}

export const stationOf = question(
  async (_hospital_id: string, _id: string): Promise<Station | null> => null,
)

export const stationLabels = question(
  async (_ids: readonly string[]): Promise<Map<string, string>> => new Map(),
)

/** A signed proof burns its challenge, whatever comes of it. */
export const isStationProven = question(
  async (
    _hospital_id: string,
    _proof: StationProof,
    _purpose: 'sign-in' | 'refresh' | 'act',
  ): Promise<boolean> => false,
)

/** A session that is bound to it goes on; it was seen, and nothing is written down of it (PLT-89). */
export const stationInUse = question(
  async (_hospital_id: string, _id: string, _ip: string | null): Promise<void> => undefined,
)

/** Seen there; whether somebody signed in or was turned away. */
export const noteStation = question(
  async (
    _hospital_id: string,
    _id: string,
    _seen: { ip: string | null; user_name: string; refused?: string | undefined },
  ): Promise<void> => undefined,
)

/** How many of them work at each of these branches. */
export const stationsAt = question(
  async (_facility_ids: readonly string[]): Promise<ReadonlyMap<string, number>> => new Map(),
)
