// A released result is corrected (DIA-82 to DIA-84): a reason, a second person, and a version of its own.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict, invalid, Refusal } from '../../../../core/refusal.ts'
import { holders } from '../../../office/access/users/holders.ts'
import { takeWitness } from '../../../neighbours/stock.ts'
import { notify } from '../../../office/notifications/notify.ts'
import { fresh } from '../../../../core/versions.ts'
import { reasonOf } from '../catalogue/lists.ts'
import { settingsOf } from '../catalogue/settings.ts'
import { reportedAnew } from '../orders/prints.ts'
import { holdOfResults } from '../people.ts'
import { reckoned } from './calculate.ts'
import { readCulture } from '../cultures/reading.ts'
import { cultureOut, mayGoOut } from '../cultures/releasing.ts'
import { judgeFor } from './judging.ts'
import { mustBe } from './checking.ts'
import { type Bench, benchFor, type LineRow, partsOf } from './lines.ts'
import { tellListeners } from './releasing.ts'
import type { AmendInput } from './shapes.ts'
import { no_value, readValue, type Value } from './value.ts'
import { keepVersion, type Why } from './versions.ts'
import { follow, linesNow, writeLine } from './writing.ts'

export async function amend(caller: Caller, id: string, input: AmendInput): Promise<LineRow> {
  const reason = await reasonOf(caller, 'AMEND', input)
  await holdOfResults(caller, [id])
  const bench = await benchFor(caller, [id], 'ids')
  const line = bench.named[0] as LineRow
  fresh(caller, line)
  mustBe(line, ['RELEASED'], 'amend')
  const value = amended(bench, line, input, reason.code)
  const comment = input.comment === undefined ? line.comment : input.comment || null
  const culture = await cultureFor(caller, bench, line, input, reason.code)
  const written = value === undefined ? {} : valueOf(value)
  const now = { ...line, ...written, ...culture, comment }
  if (isSame(line, now)) {
    throw new Refusal(400, 'invalid', 'Nothing changes: give another value or comment.')
  }
  const second_name = await secondPerson(caller, line, input.witness_token)
  const why: Why = { reason_code: reason.code, note: input.note || null, second_name }
  await correct(caller, bench, line, now, value, why)
  await followCalculated(caller, bench, why)
  const text = [reason.code, input.note].filter(Boolean).join(': ')
  await reportedAnew(caller, [line.order_id])
  await follow(caller, bench, [line], 'result.amend', text)
  await tellCorrected(caller, bench, line)
  return linesNow(bench, [id])[0] as LineRow
}

/** DIA-84: what belongs to somebody else is not shown as anybody's value again. */
function amended(
  bench: Bench,
  line: LineRow,
  input: AmendInput,
  reason: string,
): Value | undefined {
  if (reason === 'WRONG_PATIENT') return { ...no_value, value_text: 'Withdrawn' }
  if (line.value_type === 'CULTURE') return undefined
  const given = [input.value_num, input.value_text, input.answer_code]
  if (given.every((one) => one === undefined || one === null || one === '')) return undefined
  return readValue(partsOf(bench, line).test, input, 'value')
}

/** A culture is corrected as a whole; what is somebody else's is nobody's. */
async function cultureFor(
  caller: Caller,
  bench: Bench,
  line: LineRow,
  { culture: said }: AmendInput,
  reason: string,
): Promise<Partial<LineRow>> {
  if (reason === 'WRONG_PATIENT') return { culture: null, culture_draft: null, preliminary: false }
  if (said === undefined) return {}
  if (line.value_type !== 'CULTURE') throw invalid('culture', `is none: ${line.test_code}.`)
  const culture = await readCulture(caller, said, partsOf(bench, line).specimen)
  const after = { ...line, culture, culture_draft: null }
  mayGoOut(after)
  return cultureOut({ ...after, status: 'VERIFIED' }, false)
}

const valueOf = ({ verdict: _verdict, ...is }: Value): Partial<LineRow> => is

const isSame = (a: LineRow, b: LineRow): boolean =>
  a.value_num === b.value_num &&
  a.comparator === b.comparator &&
  a.value_text === b.value_text &&
  a.answer_code === b.answer_code &&
  a.comment === b.comment &&
  JSON.stringify(isolatesOf(a)) === JSON.stringify(isolatesOf(b))

/** Without who wrote it and when. */
const isolatesOf = ({ culture }: LineRow) => ({ ...culture, by_id: null, by_name: null, at: null })

/** DIA-82: nobody corrects alone what the same person put out. */
async function secondPerson(
  caller: Caller,
  line: LineRow,
  token: string | null | undefined,
): Promise<string | null> {
  const { amend_two_persons } = await settingsOf(caller)
  if (!amend_two_persons) return null
  const hands = [line.entered_by_id, line.verified_by_id, line.released_by_id]
  if (!token) {
    if (caller.user_id !== null && !hands.includes(caller.user_id)) return null
    throw needed()
  }
  const witness = await takeWitness(caller, token, 'OTHER')
  const may = await holders(caller, 'result:verify')
  if (witness === null || hands.includes(witness.user_id) || !may.includes(witness.user_id)) {
    throw needed()
  }
  return witness.name
}

const needed = (): Refusal =>
  conflict('A second person must confirm this correction: witness_token is required.', 'witness')

async function correct(
  caller: Caller,
  bench: Bench,
  line: LineRow,
  now: LineRow,
  value: Value | undefined,
  why: Why,
): Promise<void> {
  const { judge } = await judgeFor(caller, bench)
  const judged = value === undefined ? {} : judge({ ...now, invalid: false }, value.verdict)
  const after = await writeLine(caller, bench, line, {
    value_num: now.value_num,
    comparator: now.comparator,
    value_text: now.value_text,
    answer_code: now.answer_code,
    comment: now.comment,
    culture: now.culture,
    culture_draft: now.culture_draft,
    preliminary: now.preliminary,
    flag: now.flag,
    ...judged,
    invalid: value === undefined ? line.invalid : false,
    held: [],
    version_no: line.version_no + 1,
    corrected: true,
    released_by_id: caller.user_id,
    released_by_name: caller.name,
    released_at: line.released_at ?? clock.instant(),
  })
  await keepVersion(caller, after, why)
}

/** Released ones that are made of it have versions of their own (DIA-83). */
async function followCalculated(caller: Caller, bench: Bench, why: Why): Promise<void> {
  for (const line of bench.lines.filter(
    ({ value_type, status }) => value_type === 'CALCULATED' && status === 'RELEASED',
  )) {
    const value = reckoned(bench, line)
    if (value === line.value_num) continue
    const is =
      value === undefined
        ? { ...no_value, value_text: 'Not calculated' }
        : { ...no_value, value_num: value }
    await correct(caller, bench, line, { ...line, ...valueOf(is) }, is, why)
  }
}

async function tellCorrected(caller: Caller, bench: Bench, line: LineRow): Promise<void> {
  const { order } = partsOf(bench, line)
  if (order.by_id !== null && order.by_id !== caller.user_id) {
    await notify(caller, {
      to: { user: order.by_id },
      kind: 'diagnostic.corrected',
      title: `A result of ${order.number} was corrected`,
      body: `${line.test_code} was corrected after it was released. Read it again.`,
      entity: { type: 'diagnostic_order', id: order.id },
    })
  }
  await tellListeners(caller, bench, line.item_id, 'AMENDED')
}
