// A sample is grouped and screened (BLD-51 to BLD-56). A group that is not the record's stops everything.

import { type Caller, can } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict, invalid, notPermitted } from '../../../../core/refusal.ts'
import { takeWitness } from '../../../neighbours/stock.ts'
import { notify } from '../../../office/notifications/notify.ts'
import { patientRecord } from '../../../desk/patients/rows.ts'
import { chargeTest } from '../charges.ts'
import { differ, differs } from '../donations/grouping.ts'
import { groupOfPatient } from '../matching/confirmed.ts'
import { openRequestsOf, progress } from '../requests/progress.ts'
import { bloodOf, determinationsOf, type SampleRow, sampleRecord, tellConfirmed } from './record.ts'
import { reject } from './samples.ts'
import type { SampleTestsInput } from './shapes.ts'
import { keepAntibody } from './antibodies.ts'
import { blood_determinations } from './tables.ts'

export interface Tested {
  row: SampleRow
  /** What stops the act, said beside the 200 (BLD-53). */
  stop: string | null
}

type Grouping = NonNullable<SampleTestsInput['grouping']>

export async function test(caller: Caller, id: string, input: SampleTestsInput): Promise<Tested> {
  const { patient_id } = await sampleRecord.get(caller, id)
  await patientRecord.locked(caller, patient_id)
  const before = await sampleRecord.begin(caller, id, 'test')
  if ((before.valid_until ?? '') <= clock.instant()) {
    throw conflict(`Sample ${before.number} is past its time: a new sample is needed.`, 'lapsed')
  }
  if (input.discrepancy?.record_wrong === true) await declareWrong(caller, before, input)
  if (input.grouping) {
    const stopped = await group(caller, before, input.grouping)
    if (stopped !== null) return stopped
  }
  const screened = input.screen ? await screen(caller, before, input.screen) : before
  const row = await sampleRecord.moved(caller, screened, 'test', {
    status: await stateOf(caller, screened),
  })
  for (const one of await openRequestsOf(caller, patient_id)) {
    if (one.sample_id === row.id) await progress(caller, one.id)
  }
  return { row, stop: null }
}

/** Grouped, and screened as well: what the lines of any request would ask for. */
async function stateOf(caller: Caller, row: SampleRow): Promise<'RECEIVED' | 'TESTED'> {
  const own = (await determinationsOf(caller, row.patient_id)).filter(
    ({ sample_id }) => sample_id === row.id,
  )
  return own.length > 0 && row.screen_result !== null ? 'TESTED' : 'RECEIVED'
}

async function group(
  caller: Caller,
  sample: SampleRow,
  grouping: Grouping,
): Promise<Tested | null> {
  if (differs(grouping, 'grouping')) throw differ(grouping)
  const { patient_id } = sample
  const before = await bloodOf(caller, patient_id)
  const found = groupOfPatient(grouping)
  const counts = before.group === null || before.group === found
  await blood_determinations.insert({
    hospital_id: caller.hospital_id,
    patient_id,
    source: 'SAMPLE',
    sample_id: sample.id,
    abo: grouping.abo,
    rhd: grouping.rhd,
    forward: grouping.forward,
    reverse: grouping.reverse ?? null,
    method: grouping.method,
    counts,
    collected_at: sample.collected_at ?? clock.instant(),
    collected_by_id: sample.collected_by_id,
    collected_by_name: sample.collected_by_name,
    at: clock.instant(),
    by_id: caller.user_id,
    by_name: caller.name,
  })
  await chargeTest(caller, sample, 'group')
  if (!counts) return wrongTube(caller, sample, found, before.group ?? '')
  await tellConfirmed(caller, patient_id, before)
  return null
}

/** BLD-53: it may be another's blood. Nothing of it counts, a new sample is taken, everybody hears. */
async function wrongTube(
  caller: Caller,
  sample: SampleRow,
  found: string,
  known: string,
): Promise<Tested> {
  const stop = `This sample groups as ${found}; the record says ${known}. Stop: take a new sample.`
  const row = await reject(caller, sample, 'WRONG_BLOOD_IN_TUBE')
  await notify(caller, {
    to: { role: 'lab_manager' },
    kind: 'blood.wrong_sample',
    title: `Wrong blood in tube ${sample.number}`,
    body: stop,
    entity: { type: 'blood_sample', id: sample.id },
  })
  return { row, stop }
}

/** By the head of the laboratory before a second person: nothing is confirmed until two new samples agree. */
async function declareWrong(
  caller: Caller,
  { patient_id, number }: SampleRow,
  { discrepancy, witness_token }: SampleTestsInput,
): Promise<void> {
  if (!can(caller, 'bloodbank:settings')) throw notPermitted('bloodbank:settings')
  if (!discrepancy?.note) throw invalid('discrepancy.note', 'is required.')
  const witness = await takeWitness(caller, witness_token ?? '', 'OTHER')
  const { hospital_id } = caller
  await blood_determinations.change({ hospital_id, patient_id, counts: true }, { counts: false })
  await notify(caller, {
    to: { permission: 'blood:issue' },
    kind: 'blood.wrong_sample',
    title: `The recorded group was declared wrong, sample ${number}`,
    body: `By ${caller.name} and ${witness?.name ?? 'nobody'}: ${discrepancy.note}`,
  })
}

async function screen(
  caller: Caller,
  sample: SampleRow,
  { result, method, identified = [], dat = null }: NonNullable<SampleTestsInput['screen']>,
): Promise<SampleRow> {
  if (result === 'NEGATIVE' && identified.length > 0) {
    throw invalid('screen.identified', 'is of a POSITIVE screen alone.')
  }
  const { patient_id, id: sample_id } = sample
  for (const name of new Set(identified)) {
    await keepAntibody(caller, { patient_id, name, sample_id })
  }
  await chargeTest(caller, sample, 'screen')
  return sampleRecord.changed(caller, sample, 'screen', {
    screen_result: result,
    screen_method: method,
    identified,
    dat,
    screened_by_name: caller.name,
  })
}
