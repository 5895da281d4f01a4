// The second person at the same workstation (STK-74): proved by the own password, for one purpose, for
// whoever asked, once.

import type { Caller } from '../../../../core/caller.ts'
import { clock, days, instantIn, minutes } from '../../../../core/clock.ts'
import { newSecret } from '../../../../core/ids.ts'
import { conflict, type Refusal } from '../../../../core/refusal.ts'
import { run, within } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import type { RowOf } from '../../../../store/table.ts'
import {
  checkCredentials,
  type SecondPerson,
} from '../../../office/access/sign-in/check-credentials.ts'
import { hashOfToken } from '../../../office/access/callers.ts'
import { record } from '../../../office/audit/record.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { mayPractise, staffOf } from '../../../neighbours/people.ts'
import type { Witness } from '../../../neighbours/stock.ts'
import { settingsOf } from '../settings/settings.ts'
import type { WitnessGiven, WitnessInput } from './shapes.ts'
import { stock_witnesses } from './tables.ts'
import { witness_purposes, type WitnessPurpose } from './words.ts'

type WitnessRow = RowOf<(typeof stock_witnesses)['columns']>

/** For these the second person answers with an own licence. */
const licensed: readonly WitnessPurpose[] = ['CONTROLLED', 'DISPOSAL']

/** Opens its own transactions: proving a password counts a wrong one although it refuses. */
export async function giveWitness(
  caller: Caller,
  { identifier, password, code, purpose }: WitnessInput,
): Promise<WitnessGiven> {
  const permission = licensed.includes(purpose) ? 'controlled:witness' : 'self:use'
  const person = await checkCredentials(caller, { identifier, password, code, permission })
  if (person.user_id === caller.user_id) throw another()
  const licence_no = await standingOf(caller, person, purpose)
  const witness_token = newSecret()
  const { witness_minutes } = await settingsOf(caller)
  await within(async () => {
    await forgetOld(caller)
    const row = await stock_witnesses.insert({
      hospital_id: caller.hospital_id,
      token_hash: hashOfToken(witness_token),
      session_id: caller.session_id,
      asked_by_id: caller.user_id,
      ...person,
      licence_no,
      purpose,
      expires_at: instantIn(minutes(witness_minutes)),
    })
    noted(caller, 'witness.confirm', row)
  })
  return { witness_token, expires_in: witness_minutes * 60, name: person.name, licence_no }
}

const another = (): Refusal => conflict('The witness must be another person.', 'witness')

/** STK-73: a staff record of the own, and a licence in date where it is asked for. */
async function standingOf(
  caller: Caller,
  { user_id, name }: SecondPerson,
  purpose: WitnessPurpose,
): Promise<string | null> {
  const staff = await staffOf(caller, user_id)
  if (staff === undefined) return null
  if (staff === null) throw conflict(`${name} has no staff record: ask HR to link it.`, 'witness')
  const own = await staffOf(caller)
  if (own?.staff_id === staff.staff_id) throw another()
  if (licensed.includes(purpose)) {
    const { answer, message } = await mayPractise(caller, staff.staff_id, await today(caller), {
      always: true,
    })
    if (answer === 'BLOCK') throw conflict(`${name}'s ${wordsOf(message)}`, 'licence')
  }
  return staff.licence_no ?? null
}

/** As said to the person: `Your practising licence expired on …` */
const wordsOf = (message: string | null): string =>
  (message ?? 'practising licence is not valid.').replace(/^Your /, '')

/** STK-74: taken once, by whoever asked, for what it was given. */
export async function takeWitness(
  caller: Caller,
  token: string | null | undefined,
  purpose: string,
): Promise<Witness> {
  if ((token ?? '') === '') {
    throw conflict('A second person must witness this: witness_token is required.', 'witness')
  }
  const { hospital_id } = caller
  const token_hash = hashOfToken(token ?? '')
  const row = await stock_witnesses.find({ hospital_id, token_hash }, { lock: true })
  if (row === undefined || !isGood(caller, row, purpose)) {
    throw conflict('The witness must confirm again.', 'witness')
  }
  await stock_witnesses.change({ hospital_id, id: row.id }, { used_at: clock.instant() })
  noted(caller, 'witness.take', row)
  const { user_id, staff_id, name, licence_no } = row
  return { user_id, staff_id, name, licence_no }
}

/** Who stands behind a token that somebody else will take; undefined: nobody, or not any more. */
export async function witnessBehind(
  caller: Caller,
  token: string,
  purpose: string,
): Promise<Witness | undefined> {
  const { hospital_id } = caller
  const row = await stock_witnesses.find({ hospital_id, token_hash: hashOfToken(token) })
  if (row === undefined || !isGood(caller, row, purpose)) return undefined
  const { user_id, staff_id, name, licence_no } = row
  return { user_id, staff_id, name, licence_no }
}

const isGood = (caller: Caller, row: WitnessRow, purpose: string): boolean =>
  row.used_at === null &&
  row.expires_at > clock.instant() &&
  row.purpose === witness_purposes.find((known) => known === purpose) &&
  row.session_id === caller.session_id &&
  row.asked_by_id === caller.user_id &&
  row.user_id !== caller.user_id

/** What was witnessed stands with what was done; a token that is over is worth nothing. */
const forgetOld = ({ hospital_id }: Caller): Promise<number> =>
  run(
    sql`delete from stock_witnesses where hospital_id = ${hospital_id}
      and expires_at < ${instantIn(-days(1))}`,
  )

const noted = (caller: Caller, action: string, { user_id, name, purpose }: WitnessRow): void =>
  record(caller, action, {
    entity_type: 'user',
    entity_id: user_id,
    entity_label: name,
    reason: purpose,
  })
