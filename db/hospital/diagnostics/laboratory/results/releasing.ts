// Released is authorised for care (DIA-80): it stands as it is from then on, with its first version, and
// whoever waits for it hears.

import type { Caller } from '../../../../core/caller.ts'
import { clock, hours, instantIn } from '../../../../core/clock.ts'
import { isId } from '../../../../core/ids.ts'
import { practisingSigner } from '../../../desk/amendments/practising.ts'
import type { Bite } from '../../../desk/gates/kind.ts'
import type { GateResult, Override } from '../../../desk/gates/shapes.ts'
import { openNotice } from '../../../care/notices/notices.ts'
import { resultsReady } from '../../../desk/visits/moves/hold.ts'
import { serviceDone } from '../../../money/billing/charges/service-done.ts'
import { notify } from '../../../office/notifications/notify.ts'
import { registry } from '../../../registry.ts'
import { settingsOf } from '../catalogue/settings.ts'
import type { Chosen } from '../catalogue/setting-words.ts'
import { tellAlerts } from '../critical/telling.ts'
import { charge_source } from '../orders/ordering.ts'
import { reportedAnew } from '../orders/prints.ts'
import { type ItemRow, orderRecord } from '../orders/record.ts'
import { holdOfResults } from '../people.ts'
import { cultureOut, mayGoOut, tellMarks } from '../cultures/releasing.ts'
import { isCritical } from '../words.ts'
import { asked, commentFor, mustBe, passChecks } from './checking.ts'
import { type Bench, benchFor, type LineRow, partsOf } from './lines.ts'
import type { ReleaseInput } from './shapes.ts'
import { dismissed, type Moved } from './verifying.ts'
import { keepVersion } from './versions.ts'
import { follow, linesNow, writeLine } from './writing.ts'

export async function release(caller: Caller, input: ReleaseInput): Promise<Moved> {
  await practisingSigner(caller)
  await holdOfResults(caller, input.ids.filter(isId))
  const bench = await benchFor(caller, input.ids, 'ids')
  for (const line of bench.named) {
    const { one_step } = partsOf(bench, line).item
    // A preliminary culture that was written on goes out again (DIA-95).
    const states = line.culture_draft === null ? [] : ['RELEASED']
    mustBe(line, [...states, 'VERIFIED', ...(one_step ? ['ENTERED'] : [])], 'release')
    mayGoOut(line)
  }
  const lines = bench.named.map((line) => ({ ...line, comment: commentFor(input.comments, line) }))
  const overrides = input.overrides ?? []
  const { warnings, alone } = await passChecks(caller, bench, 'result.release', lines, overrides)
  warnings.push(...(await passPanels(caller, bench, lines, overrides)))
  const ready = lines.map((line) => ({
    ...line,
    ...dismissed(caller, line, overrides),
    single_handed: line.single_handed || alone.has(line.id),
    ...cultureOut(line, input.report ?? false),
  }))
  await releaseNow(caller, bench, ready)
  return { lines: linesNow(bench, input.ids), warnings }
}

/** What has passed everything goes out. */
export async function releaseNow(
  caller: Caller,
  bench: Bench,
  lines: readonly LineRow[],
): Promise<void> {
  if (lines.length === 0) return
  const settings = await settingsOf(caller)
  const first = firstReleases(bench, lines)
  const was = new Map(bench.lines.map((line) => [line.id, line]))
  for (const line of lines) {
    const { item } = partsOf(bench, line)
    const after = await writeLine(caller, bench, line, {
      ...releasedBy(caller, line),
      comment: line.comment,
      delta: line.delta,
      held: line.held,
      single_handed: line.single_handed,
      ...cultureOf(line),
      portal_at: line.preliminary ? null : portalAt(item, line, settings),
    })
    await keepVersion(caller, after, { reason_code: null, note: null, second_name: null })
    await tellMarks(caller, was.get(line.id) ?? line, after)
  }
  for (const item of first) await leaveOut(caller, bench, item)
  for (const item of first) {
    await serviceDone(caller, charge_source, item.id, {
      performed_by_id: caller.user_id,
      done_at: clock.instant(),
    })
  }
  await reportedAnew(caller, [...new Set(lines.map(({ order_id }) => order_id))])
  await follow(caller, bench, lines, 'result.release')
  await tellAlerts(caller, lines)
  await tellOthers(caller, bench, lines)
}

/** What a culture goes out with: `ready` has it already, and it is written with the rest. */
const cultureOf = (line: LineRow): Partial<LineRow> =>
  line.culture === null
    ? {}
    : {
        culture: line.culture,
        culture_draft: null,
        preliminary: line.preliminary,
        value_text: line.value_text,
        flag: line.flag,
        version_no: line.version_no,
        entered_by_id: line.entered_by_id,
        entered_by_name: line.entered_by_name,
        entered_at: line.entered_at,
      }

const releasedBy = ({ user_id, name }: Caller, line: LineRow): Partial<LineRow> => {
  const now = clock.instant()
  const own = { status: 'RELEASED', released_by_id: user_id, released_by_name: name } as const
  const is_again = line.status === 'RELEASED'
  if (line.verified_at !== null && !is_again) return { ...own, released_at: now }
  return {
    ...own,
    released_at: now,
    verified_by_id: user_id,
    verified_by_name: name,
    verified_at: now,
  }
}

/** Items of which nothing was released before. */
function firstReleases(bench: Bench, lines: readonly LineRow[]): ItemRow[] {
  const items = new Set(lines.map(({ item_id }) => item_id))
  const begun = new Set(
    bench.lines.filter(({ status }) => status === 'RELEASED').map(({ item_id }) => item_id),
  )
  return [...items].filter((id) => !begun.has(id)).flatMap((id) => bench.items.get(id) ?? [])
}

/** What may be missing of a panel is missing once all that must be there is out. */
async function leaveOut(caller: Caller, bench: Bench, item: ItemRow): Promise<void> {
  const own = bench.lines.filter(({ item_id }) => item_id === item.id)
  if (own.some((line) => line.required && !['RELEASED', 'CANCELLED'].includes(line.status))) return
  for (const line of own.filter(({ required, status }) => !required && status === 'PENDING')) {
    const comment = line.value_type === 'CALCULATED' ? 'Not calculated' : 'Not done'
    await writeLine(caller, bench, line, { status: 'CANCELLED', comment })
  }
}

/** DIA-155. Null: not before somebody has reviewed it, or never. */
function portalAt(item: ItemRow, line: LineRow, settings: Chosen): string | null {
  const { portal_rule } = item
  const delay = hours(settings.portal_delay_hours)
  if (portal_rule === 'NEVER' || isCritical(line.flag) || item.restricted) return null
  if (portal_rule === 'IMMEDIATE') return clock.instant()
  return instantIn(portal_rule === 'DELAYED' ? delay : delay * 3)
}

/** DIA-76: a panel goes out together; what must be there is named. */
async function passPanels(
  caller: Caller,
  bench: Bench,
  lines: readonly LineRow[],
  overrides: readonly Override[],
): Promise<GateResult[]> {
  const { panel_together } = await settingsOf(caller)
  if (!panel_together) return []
  const going = new Set(lines.map(({ id }) => id))
  const warnings: GateResult[] = []
  for (const item_id of new Set(lines.map((line) => line.item_id))) {
    const missing = bench.lines.filter(
      (line) =>
        line.item_id === item_id &&
        line.required &&
        !going.has(line.id) &&
        !['RELEASED', 'CANCELLED'].includes(line.status),
    )
    const [one] = lines.filter((line) => line.item_id === item_id)
    if (missing.length === 0 || one === undefined) continue
    const bites = { DIA_PART_PANEL: [partBite(bench, item_id, missing)] }
    warnings.push(...(await asked(caller, bench, 'result.release', one, bites, overrides)))
  }
  return warnings
}

function partBite(bench: Bench, item_id: string, missing: readonly LineRow[]): Bite {
  const name = bench.items.get(item_id)?.test_name ?? ''
  const waiting = missing.filter(({ status }) => status === 'PENDING')
  const of = waiting.length > 0 ? waiting : missing
  const codes = of.map(({ test_code }) => test_code).toSorted()
  const verb = codes.length === 1 ? 'is' : 'are'
  const state = waiting.length > 0 ? 'not entered yet' : 'not in this release'
  return { subject: item_id, what: `${name}: ${codes.join(', ')} ${verb} ${state}.` }
}

/** The orderer, the queue, the authority, and whoever listens to results (DIA-80, DIA-172). */
async function tellOthers(caller: Caller, bench: Bench, lines: readonly LineRow[]): Promise<void> {
  for (const id of new Set(lines.map(({ order_id }) => order_id))) {
    const order = await orderRecord.get(caller, id)
    const complete = order.status === 'COMPLETED'
    if (order.by_id !== null && order.by_id !== caller.user_id) {
      await notify(caller, {
        to: { user: order.by_id },
        kind: 'diagnostic.released',
        title: `Results of ${order.number}`,
        body: complete ? 'All results are released.' : 'Some results are released.',
        entity: { type: 'diagnostic_order', id },
      })
    }
    if (order.visit_id !== null) {
      await resultsReady(caller, { visit_id: order.visit_id, order_id: id, complete })
    }
  }
  for (const line of lines) await notifiable(caller, bench, line)
  for (const item_id of new Set(lines.map((line) => line.item_id))) {
    await tellListeners(caller, bench, item_id, 'RELEASED')
  }
}

async function notifiable(caller: Caller, bench: Bench, line: LineRow): Promise<void> {
  const { test, order } = partsOf(bench, line)
  const answer = test.answers.find(({ code }) => code === line.answer_code)
  const is_marked = line.flag !== null && line.flag !== 'NORMAL'
  const disease_key = answer?.notifiable_as ?? (is_marked ? test.notifiable_as : null)
  if (!disease_key) return
  const { patient_id } = line
  const { facility_id, visit_id, admission_id } = order
  const at = { facility_id, visit_id, admission_id, order_id: order.id }
  await openNotice(caller, { disease_key, patient_id, ...at, confirmed: true })
}

export async function tellListeners(
  caller: Caller,
  bench: Bench,
  item_id: string,
  what: 'RELEASED' | 'AMENDED',
): Promise<void> {
  const item = bench.items.get(item_id)
  const order = bench.orders.get(item?.order_id ?? '')
  if (item === undefined || order === undefined) return
  const { id: order_id, patient_id, visit_id, admission_id, source, source_id } = order
  for (const hear of registry.on_result) {
    await hear(caller, {
      what,
      order_id,
      patient_id,
      visit_id,
      admission_id,
      test: item.test_code,
      source,
      source_id,
    })
  }
}
