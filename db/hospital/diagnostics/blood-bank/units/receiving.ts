// Units from the national service or another hospital (BLD-34): in quarantine until one grouping here
// says what the sender says.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { capitals } from '../../../../core/kinds/capitals.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { actingBranch } from '../../../money/accounting/posting/post.ts'
import { inWords } from '../../../office/plans/days.ts'
import { dayAt } from '../../../office/hospitals/hospitals.ts'
import { readDin } from '../donations/din.ts'
import { type DonationRow, donationRecord } from '../donations/record.ts'
import { donations } from '../donations/tables.ts'
import type { BloodSettings, Component } from '../settings/setting-words.ts'
import { componentCalled, settingsOf } from '../settings/settings.ts'
import { holdAll } from './handling.ts'
import { type UnitRow, unitRecord } from './record.ts'
import type { ReceiveInput } from './shapes.ts'

type Sent = ReceiveInput['units'][number]

export async function receive(caller: Caller, input: ReceiveInput): Promise<UnitRow[]> {
  const settings = await settingsOf(caller)
  const facility_id = await actingBranch(caller)
  const received_at = receivedAt(input)
  const made: UnitRow[] = []
  for (const [at, sent] of input.units.entries()) {
    const component = componentCalled(settings, sent.component_code, `units[${at}].component_code`)
    const number = await numberOf(caller, sent, received_at, at)
    const donation = await donationFor(caller, input, { ...sent, facility_id }, number)
    const unit = await unitRecord.created(
      caller,
      {
        ...rowOf(sent, component, received_at),
        number: number.unit,
        facility_id,
        din: donation.din ?? number.unit,
        donation_id: donation.id,
        sender: input.sender,
      },
      'receive',
    )
    made.push(await keptCold(caller, unit, component, input.temperature ?? null))
  }
  return made
}

const rowOf = (sent: Sent, component: Component, made_at: string) => ({
  component_code: component.code,
  family: component.family,
  product_code: sent.product_code || null,
  blood_group: sent.group,
  volume_ml: sent.volume_ml,
  collected_on: sent.collected_on,
  made_at,
  expires_at: new Date(sent.expires_at).toISOString(),
  attributes: [...(sent.attributes ?? [])],
})

function receivedAt({ received_at }: ReceiveInput): string {
  if (!received_at) return clock.instant()
  const at = new Date(received_at).toISOString()
  if (at > clock.instant()) throw invalid('received_at', 'is in the future.')
  return at
}

interface Number {
  unit: string
  din: string
}

/** As the sender numbers it; a donation number is read with its check character (BLD-9). */
async function numberOf(
  caller: Caller,
  sent: Sent,
  received_at: string,
  at: number,
): Promise<Number> {
  const field = `units[${at}]`
  const din = sent.din ? readDin(sent.din, `${field}.din`) : null
  const typed = capitals((sent.number ?? '').trim())
  if (din === null && typed === '') throw invalid(`${field}.number`, 'or din is required.')
  if (new Date(sent.expires_at).toISOString() <= received_at) {
    const on = inWords(await dayAt(caller, new Date(sent.expires_at).toISOString()))
    throw conflict(`The unit expired on ${on}.`, 'expired')
  }
  const unit = typed || `${din}-${capitals(sent.component_code.trim())}-1`
  return { unit, din: din ?? unit.slice(0, 40) }
}

/** One donation for all units of its number that come; an own number never comes from outside. */
async function donationFor(
  caller: Caller,
  input: ReceiveInput,
  sent: Sent & { facility_id: string },
  { unit, din }: Number,
): Promise<DonationRow> {
  const { hospital_id } = caller
  const known = await donations.find({ hospital_id, din })
  if (known !== undefined) {
    if (known.origin !== 'OWN' && known.status === 'COLLECTED' && known.sent_group === sent.group) {
      return known
    }
    throw conflict(
      `Unit ${unit} belongs to donation ${din}, which is here already (${known.status}).`,
    )
  }
  return donationRecord.created(
    caller,
    {
      facility_id: sent.facility_id,
      din,
      origin: input.origin,
      sender: input.sender,
      screening_statement: input.screening_statement,
      kind: 'VOLUNTARY',
      status: 'COLLECTED',
      sent_group: sent.group,
      collected_on: sent.collected_on,
      volume_ml: sent.volume_ml,
      registered_by_id: caller.user_id,
      registered_by_name: caller.name,
    },
    'receive',
  )
}

const tolerance = 4

async function keptCold(
  caller: Caller,
  unit: UnitRow,
  { storage_min, storage_max }: BloodSettings['components'][number],
  temperature: number | null,
): Promise<UnitRow> {
  if (temperature === null) return unit
  if (temperature >= storage_min - tolerance && temperature <= storage_max + tolerance) return unit
  const [held] = await holdAll(caller, { id: [unit.id] }, `TEMPERATURE: came at ${temperature} °C`)
  return held ?? unit
}
