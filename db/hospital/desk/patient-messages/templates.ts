// The hospital's own texts over the shipped ones (PTM-3).

import type { Caller } from '../../../core/caller.ts'
import { invalid, noSuch } from '../../../core/refusal.ts'
import { fresh } from '../../../core/versions.ts'
import { difference, record } from '../../office/audit/record.ts'
import { hospitalOf } from '../../office/hospitals/hospitals.ts'
import type { Preview, PreviewInput, Template, TemplateInput } from './shapes.ts'
import { examples, shipped, type ShippedTemplate } from './shipped.ts'
import { patient_message_templates } from './tables.ts'
import { filled, measure, most_characters, sensitiveWord, variablesOf } from './text.ts'

export interface InForce extends ShippedTemplate {
  active: boolean
}

export function shippedOf(code: string): ShippedTemplate {
  const found = shipped.find((one) => one.code === code)
  if (found === undefined) throw noSuch('message template')
  return found
}

export async function templateOf(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  code: string,
): Promise<InForce> {
  const base = shippedOf(code)
  const own = await patient_message_templates.find({ hospital_id, code })
  return own === undefined
    ? { ...base, active: true }
    : { ...base, sw: own.sw, en: own.en, active: own.active }
}

export async function list(caller: Caller): Promise<Template[]> {
  const { hospital_id } = caller
  const own = await patient_message_templates.all({ hospital_id })
  const hospital = await hospitalOf(caller)
  return shipped.map((base) => {
    const kept = own.find(({ code }) => code === base.code)
    const { code, audience } = base
    const { sw, en, active } = kept ?? { ...base, active: true }
    const sample = { sw: filled(sw, hospital, examples), en: filled(en, hospital, examples) }
    return { code, audience, sw, en, active, variables: variablesOf(base.en), sample }
  })
}

export async function change(
  caller: Caller,
  code: string,
  input: TemplateInput,
): Promise<Template> {
  const base = shippedOf(code)
  const { hospital_id } = caller
  const before = await patient_message_templates.find({ hospital_id, code }, { lock: true })
  if (before !== undefined) fresh(caller, before)
  check('sw', input.sw, base)
  check('en', input.en, base)
  const { sw, en, active = before?.active ?? true } = input
  const kept = { sw, en, active, changed_by: caller.name }
  if (before === undefined) await patient_message_templates.insert({ hospital_id, code, ...kept })
  else await patient_message_templates.change({ hospital_id, code }, kept)
  record(caller, 'patient_message_template.change', {
    entity_type: 'patient_message_template',
    entity_label: code,
    changes: difference(before ?? { ...base, active: true }, { sw, en, active }),
  })
  return (await list(caller)).find((one) => one.code === code) as Template
}

/** The hospital's name, and what the text would say nothing without, must stand in it. */
function check(field: 'sw' | 'en', text: string, base: ShippedTemplate): void {
  const known = variablesOf(base.en)
  const has = variablesOf(text)
  const missing = needed(base).find((name) => !has.includes(name))
  if (missing !== undefined) throw invalid(field, `must contain {${missing}}.`)
  const unknown = has.find((name) => !known.includes(name) && name !== 'phone')
  if (unknown !== undefined) {
    const names = known.map((name) => `{${name}}`).join(', ')
    throw invalid(field, `holds {${unknown}}, which is not known here. Use ${names}.`)
  }
  const word = sensitiveWord(text)
  if (word !== undefined) throw invalid(field, `names "${word}".`)
  const long = measure(filled(text, sample_house, examples)).characters
  if (long > most_characters) throw invalid(field, `is longer than ${most_characters} characters.`)
}

const optional = ['link', 'phone', 'options']
const needed = ({ en }: ShippedTemplate): string[] =>
  variablesOf(en).filter((name) => !optional.includes(name))

const sample_house = { name: 'St Mary', short_name: null, support_phone: null } as never

export async function preview(
  caller: Caller,
  code: string,
  { sw, en, data = {} }: PreviewInput,
): Promise<Preview> {
  const base = await templateOf(caller, code)
  const hospital = await hospitalOf(caller)
  const given = Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, String(value).slice(0, 120)]),
  )
  const values = { ...examples, ...given }
  const texts = {
    sw: filled(sw ?? base.sw, hospital, values),
    en: filled(en ?? base.en, hospital, values),
  }
  const problems = (['sw', 'en'] as const).flatMap((field) => {
    try {
      check(field, { sw: sw ?? base.sw, en: en ?? base.en }[field], base)
      return []
    } catch (error) {
      return [(error as Error).message]
    }
  })
  const longest = measure(texts.sw).characters > measure(texts.en).characters ? texts.sw : texts.en
  const { characters, segments } = measure(longest)
  return {
    sw: texts.sw.slice(0, 1000),
    en: texts.en.slice(0, 1000),
    characters,
    segments,
    problems,
  }
}
