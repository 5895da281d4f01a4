// What a body says of an instrument, read against the catalogue (6: mapping).

import type { Caller } from '../../../../core/caller.ts'
import { invalid, invalidAs, noSuch } from '../../../../core/refusal.ts'
import { isIP } from 'node:net'
import { sections } from '../catalogue/lists.ts'
import { codeKey, testsCoded } from '../catalogue/read.ts'
import type { ConnectionInput, InstrumentChange, MappedInput } from './shapes.ts'
import type { Connection, Mapped } from './tables.ts'

export async function readInstrument(caller: Caller, input: InstrumentChange) {
  const { connection, mapping, hours, ...rest } = input
  const empty = Object.fromEntries(
    Object.entries(rest).map(([field, value]) => [field, value === '' ? null : value]),
  ) as typeof rest
  const section =
    input.section_id === undefined
      ? undefined
      : (await sections(caller)).find(({ id }) => id === input.section_id)
  if (input.section_id !== undefined && section === undefined) throw noSuch('section')
  return {
    ...empty,
    ...(section === undefined ? {} : { discipline: input.discipline ?? section.discipline }),
    ...(connection === undefined
      ? {}
      : { connection: connection === null ? null : connectionRead(connection) }),
    ...(mapping === undefined ? {} : { mapping: await mappingRead(caller, mapping) }),
    ...(hours === undefined ? {} : { hours: hoursRead(hours) }),
  }
}

function connectionRead(said: ConnectionInput): Connection {
  const mode = said.mode ?? 'LISTEN'
  const allow = (said.allow ?? []).map((one) => one.trim())
  for (const [at, one] of allow.entries()) {
    if (!isAddress(one)) throw invalidAs('connection', `allow[${at}]: ${one} is no address.`)
  }
  if (said.protocol === 'FILE' && !folderName.test(said.folder ?? '')) {
    throw invalidAs('connection', 'folder is required: letters, digits, - and _ alone.')
  }
  return {
    protocol: said.protocol,
    mode,
    host: said.host || null,
    port: said.port ?? null,
    allow,
    sending_app: said.sending_app || null,
    sending_facility: said.sending_facility || null,
    encoding: said.encoding ?? 'utf-8',
    specimen_field: said.specimen_field || null,
    send_orders: said.send_orders ?? 'NEVER',
    reply_seconds: said.reply_seconds ?? 10,
    folder: said.folder || null,
  }
}

const folderName = /^[A-Za-z0-9_-]{1,80}$/

function isAddress(one: string): boolean {
  const [address = '', bits, more] = one.split('/')
  const version = isIP(address)
  if (version === 0 || more !== undefined) return false
  if (bits === undefined) return true
  return /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)
}

async function mappingRead(caller: Caller, said: readonly MappedInput[]): Promise<Mapped[]> {
  const codes = said.map(({ analyser_code }) => analyser_code.trim())
  const twice = codes.find((code, at) => codes.indexOf(code) !== at)
  if (twice !== undefined) throw invalidAs('mapping', `${twice} stands twice.`)
  const wanted = said.flatMap(({ test_code }) => (test_code ? [test_code] : []))
  const known = new Map((await testsCoded(caller, wanted)).map((one) => [one.code_key, one]))
  return said.map((one, at): Mapped => {
    const test = one.test_code ? known.get(codeKey(one.test_code)) : undefined
    if (one.test_code && test === undefined) {
      throw invalidAs(`mapping[${at}]`, `test_code ${one.test_code} is not in the catalogue.`)
    }
    if (test === undefined && one.ignore !== true) {
      throw invalidAs(`mapping[${at}]`, 'test_code is required, or ignore.')
    }
    if (one.factor === 0) throw invalid(`mapping[${at}].factor`, 'must be a number that is not 0.')
    return {
      analyser_code: one.analyser_code.trim(),
      test_code: test?.code ?? null,
      unit: one.unit || null,
      factor: one.factor ?? 1,
      offset: one.offset ?? 0,
      answers: Object.fromEntries(
        (one.answers ?? []).map(({ raw, answer_code }) => [raw, answer_code]),
      ),
      ignore: one.ignore ?? false,
    }
  })
}

type HoursSaid = NonNullable<InstrumentChange['hours']>

function hoursRead(hours: HoursSaid | null): Record<string, [string, string][]> | null {
  if (hours === null) return null
  return Object.fromEntries(
    Object.entries(hours).map(([day, spans]) => [
      day,
      (spans ?? []).map(({ from, to }): [string, string] => {
        if (from >= to) throw invalidAs('hours', `${day}: from is not before to.`)
        return [from, to]
      }),
    ]),
  )
}
