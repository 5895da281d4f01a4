// A bag of whole blood becomes a unit (BLD-31): in quarantine until its donation is released.

import type { Caller } from '../../../../core/caller.ts'
import { hours, instantAt, nextDay } from '../../../../core/clock.ts'
import { zoneOf } from '../../../office/places/hours.ts'
import type { DonationRow } from '../donations/record.ts'
import type { BloodSettings, Component } from '../settings/setting-words.ts'
import { componentCalled } from '../settings/settings.ts'
import type { Anticoagulant } from '../words.ts'
import { type UnitRow, unitRecord } from './record.ts'

/** The end of the day after so many, in the branch's own time; or so many hours after it was made. */
export function expiryOf(
  { shelf_days, shelf_hours }: Pick<Component, 'shelf_days' | 'shelf_hours'>,
  {
    collected_on,
    made_at,
    anticoagulant,
    timezone,
  }: { collected_on: string; made_at: string; anticoagulant: Anticoagulant; timezone: string },
): string {
  if (shelf_hours !== null) return new Date(Date.parse(made_at) + hours(shelf_hours)).toISOString()
  const days = shelf_days?.[anticoagulant] ?? 1
  return instantAt(timezone, nextDay(collected_on, days), '23:59')
}

export async function wholeBlood(
  caller: Caller,
  settings: BloodSettings,
  donation: DonationRow,
): Promise<UnitRow> {
  const component = componentCalled(settings, 'WB')
  const { din, bag, collected_on, ended_at, facility_id } = donation
  const made_at = ended_at ?? donation.updated_at
  const timezone = await zoneOf(caller, facility_id)
  const anticoagulant = bag?.anticoagulant ?? 'CPDA1'
  return unitRecord.created(
    caller,
    {
      number: `${din}-WB-1`,
      facility_id,
      din: din ?? '',
      donation_id: donation.id,
      component_code: component.code,
      family: component.family,
      volume_ml: donation.volume_ml ?? 0,
      collected_on: collected_on ?? '',
      made_at,
      expires_at: expiryOf(component, {
        collected_on: collected_on ?? '',
        made_at,
        anticoagulant,
        timezone,
      }),
      attributes: donation.low_volume ? ['LOW_VOLUME'] : [],
      only_for_id: donation.kind === 'AUTOLOGOUS' ? donation.patient_id : null,
    },
    'collect',
  )
}
