// What stands on the labels of bags, tubes and samples (blood-bank 5.2): of one kind at a time, as one printer takes them.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict, noSuch, Refusal } from '../../../../core/refusal.ts'
import { rowsOf } from '../../../desk/patients/rows.ts'
import { canSee } from '../../../desk/patients/privacy/privacy.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { checkCharacter } from '../donations/din.ts'
import { donations } from '../donations/tables.ts'
import { blood_samples } from '../patients/tables.ts'
import { settingsOf } from '../settings/settings.ts'
import type { UnitRow } from '../units/record.ts'
import { blood_units } from '../units/tables.ts'
import type { BloodLabelsInput } from './shapes.ts'

const usable: readonly string[] = ['AVAILABLE', 'RESERVED', 'ISSUED', 'TRANSFUSING']

export async function labelsOf(caller: Caller, asked: BloodLabelsInput) {
  const { unit_ids, donation_ids, sample_ids, copies = 1 } = asked
  const named = [unit_ids, donation_ids, sample_ids].filter((ids) => ids !== undefined)
  if (named.length !== 1) {
    throw new Refusal(400, 'invalid', 'Name unit_ids, donation_ids or sample_ids: one of them.')
  }
  if (sample_ids !== undefined) {
    return { samples: repeated(await ofSamples(caller, sample_ids), copies), labels: [] }
  }
  const labels =
    unit_ids === undefined
      ? repeated(await ofDonations(caller, donation_ids ?? []), copies)
      : repeated(await ofUnits(caller, unit_ids), copies)
  return { samples: [], labels }
}

const repeated = <T>(labels: readonly T[], copies: number): T[] =>
  labels.flatMap((label) => Array.from({ length: copies }, () => label))

async function houseOf(caller: Caller) {
  const { name, date_format, timezone } = await hospitalOf(caller)
  return { hospital: name, date_format, timezone }
}

async function ofUnits(caller: Caller, ids: readonly string[]) {
  const { hospital_id } = caller
  const found = await blood_units.all({ hospital_id, id: [...new Set(ids)] }, { order: ['number'] })
  if (found.length < new Set(ids).size) throw noSuch('unit')
  const house = await houseOf(caller)
  const { components } = await settingsOf(caller)
  return found.map((row) => {
    const component = components.find(({ code }) => code === row.component_code)
    return {
      ...house,
      din: row.din,
      check: checkCharacter(row.din),
      unit: {
        number: row.number,
        group: row.group_confirmed ? row.blood_group : null,
        product: component?.name ?? row.component_code,
        code: row.product_code ?? row.component_code,
        volume_ml: row.volume_ml,
        collected_on: row.collected_on,
        expires_at: row.expires_at,
        storage:
          component === undefined ? '' : `${component.storage_min} to ${component.storage_max} °C`,
        attributes: row.attributes.join(' '),
        not_for_use: whyNot(row),
      },
    }
  })
}

/** Whoever has the bag in hand sees that it is not to be given. */
function whyNot({ status, expires_at }: UnitRow): string | null {
  if (expires_at <= clock.instant()) return 'EXPIRED'
  return usable.includes(status) ? null : status
}

async function ofDonations(caller: Caller, ids: readonly string[]) {
  const { hospital_id } = caller
  const found = await donations.all(
    { hospital_id, id: [...new Set(ids)] },
    { order: ['din', 'id'] },
  )
  if (found.length < new Set(ids).size) throw noSuch('donation')
  const house = await houseOf(caller)
  return found.map(({ din }) => {
    if (din === null) throw conflict('A donation without a number has no label.', 'state')
    return { ...house, din, check: checkCharacter(din), unit: null }
  })
}

/** BLD-54: the number, two identifiers, who collects and when. */
async function ofSamples(caller: Caller, ids: readonly string[]) {
  const { hospital_id } = caller
  const found = await blood_samples.all(
    { hospital_id, id: [...new Set(ids)] },
    { order: ['number'] },
  )
  const patients = new Map(
    (
      await rowsOf(
        caller,
        found.map(({ patient_id }) => patient_id),
      )
    ).map((row) => [row.id, row]),
  )
  const open = await Promise.all(found.map(({ patient_id }) => canSee(caller, { patient_id })))
  if (found.length < new Set(ids).size || open.includes(false)) throw noSuch('sample')
  const { hospital, date_format } = await houseOf(caller)
  const { language } = await hospitalOf(caller)
  return found.flatMap((row) => {
    const patient = patients.get(row.patient_id)
    if (patient === undefined) return []
    const collected = [row.collected_by_name, row.collected_at?.slice(0, 16).replace('T', ' ')]
    return [
      {
        hospital,
        language,
        date_format,
        number: row.number,
        patient_number: patient.number,
        name: patient.full_name,
        sex: patient.sex,
        birth_date: patient.birth_date,
        type: 'Cross-match',
        colour: null,
        tests: [collected.filter(Boolean).join(' ') || '________  __:__'],
        priority: 'ROUTINE' as const,
        collect_at: null,
        copy: null,
      },
    ]
  })
}
