// Workstations at a sign-in and behind a session (PLT-89, PLT-90).

import type { Caller } from '../../../../core/caller.ts'
import { workstationNamed } from '../../../../appliance/pki/client-certificate.ts'
import { invalid, type Refusal, unauthorised } from '../../../../core/refusal.ts'
import {
  isStationProven,
  noteStation,
  type Station,
  type StationProof,
  stationOf,
} from '../../../neighbours/workstations.ts'
import { ended, openFacilities, type User } from '../callers.ts'
import { heldBy } from '../roles/permissions.ts'
import { standing } from '../users/standing.ts'

type Header = string | string[] | undefined

/** What a workstation says of itself: by its headers, else by the certificate of its connection. */
export const readProof = (
  headers: Readonly<Record<string, Header>>,
  shown: Buffer | null,
): StationProof | null => readHeaders(headers) ?? readShown(shown)

/** All three headers or none. */
function readHeaders(headers: Readonly<Record<string, Header>>): StationProof | null {
  const given = ['x-device-id', 'x-device-challenge', 'x-device-signature'].map((name) => {
    const value = headers[name]
    return typeof value === 'string' && value !== '' ? value : null
  })
  const [device_id = null, challenge = null, signature = null] = given
  if (device_id === null && challenge === null && signature === null) return null
  if (device_id === null || challenge === null || signature === null) {
    throw invalid(
      'X-Device-Id',
      'comes with X-Device-Challenge and X-Device-Signature, all three or none.',
    )
  }
  return { device_id, challenge, signature }
}

/** A certificate of somebody else's authority says nothing here: a smart card is no workstation. */
function readShown(shown: Buffer | null): StationProof | null {
  const device_id = shown === null ? null : workstationNamed(shown)
  if (shown === null || device_id === null) return null
  return { device_id, certificate: shown.toString('base64') }
}

/** What stands against this sign-in, in the words of PLT-90; else where it is made, or null. */
export async function stationAt(
  caller: Caller,
  user: User,
  proof: StationProof | null,
): Promise<{ station: Station | null; refused: string | null }> {
  if (proof === null) {
    const needs = user.kind === 'STAFF' && (await heldBy(user.hospital_id, user.id)).device_required
    return { station: null, refused: needs ? needs_station : null }
  }
  const station = await stationOf(user.hospital_id, proof.device_id)
  if (station === null) return { station: null, refused: not_proven }
  const refused =
    (await standing(station, caller.ip)) ??
    (await branch(user, station)) ??
    ((await isStationProven(user.hospital_id, proof, 'sign-in')) ? null : not_proven)
  await noteStation(user.hospital_id, station.id, {
    ip: caller.ip,
    user_name: user.full_name,
    refused: refused ?? undefined,
  })
  return { station, refused }
}

const needs_station = 'Your role signs in at an activated workstation only.'
const not_proven = 'The workstation could not prove itself.'

async function branch(user: User, { facility_id, facility_name }: Station): Promise<string | null> {
  if (user.kind !== 'STAFF' || (await openFacilities(user)).includes(facility_id)) return null
  return `Your account does not work at ${facility_name}.`
}

/** A bound session goes on with a new proof alone, and from where it may; null: nothing is against it. */
export async function stopsRefresh(
  { hospital_id, device_id }: { hospital_id: string; device_id: string | null },
  proof: StationProof | null,
  ip: string | null,
): Promise<Refusal | null> {
  if (device_id === null) return null
  if (proof === null || proof.device_id !== device_id) return ended()
  const is_proven = await isStationProven(hospital_id, proof, 'refresh')
  const station = await stationOf(hospital_id, device_id)
  // One that was revoked can prove nothing more, and is told why.
  const away = station === null ? null : await standing(station, ip)
  if (away !== null) return unauthorised(away)
  return is_proven ? null : ended()
}
