// A submission as the submit_sm of a link's own settings (MSG-338, 339, 341, 342).

import type { Submission } from '../way.ts'
import { type AddressSettings, destinationOf, sourceOf } from './addresses.ts'
import { type Alphabet, encodeText } from './alphabets.ts'
import type { Tlvs } from './codec.ts'
import type { Body } from './fields.ts'
import { sar, udh8 } from './pieces.ts'
import { esm, tags } from './words.ts'

export interface SubmitSettings extends AddressSettings {
  service_type: string
  alphabet: Alphabet
  long_message: 'udh8' | 'sar' | 'payload'
  validity: 'relative' | 'absolute' | 'none'
  user_message_reference: boolean
}

const validity_least_s = 60
const octets_max = 254

export function submitOf(
  one: Submission,
  settings: SubmitSettings,
  now: Date,
): { body: Body<'submit_sm'>; tlvs: Tlvs } {
  const source = sourceOf(one.sender_id, settings)
  const destination = destinationOf(one.to, settings)
  const { data_coding, octets } = encodeText(one.text, one.encoding, settings.alphabet)
  const tlvs = new Map<number, Buffer>()
  let esm_class = 0
  let content = octets
  if (one.parts > 1) {
    const place = { reference: one.concatenation, total: one.parts, number: one.number }
    if (settings.long_message === 'udh8') {
      esm_class = esm.udh
      content = Buffer.concat([udh8(place), octets])
    } else for (const [tag, value] of sar(place)) tlvs.set(tag, value)
  }
  if (settings.long_message === 'payload' || content.length > octets_max) {
    tlvs.set(tags.message_payload, content)
    content = Buffer.alloc(0)
  }
  if (settings.user_message_reference) {
    const reference = Buffer.alloc(2)
    reference.writeUInt16BE(one.user_reference & 0xffff)
    tlvs.set(tags.user_message_reference, reference)
  }
  const body: Body<'submit_sm'> = {
    service_type: settings.service_type,
    source_ton: source.ton,
    source_npi: source.npi,
    source: source.address,
    dest_ton: destination.ton,
    dest_npi: destination.npi,
    destination: destination.address,
    esm_class,
    protocol_id: 0,
    priority: 0,
    schedule_time: '',
    validity_period: validityOf(settings.validity, one.valid_for_s, now),
    registered_delivery: one.wants_receipt ? 1 : 0,
    replace_if_present: 0,
    data_coding,
    default_message: 0,
    short_message: content,
  }
  return { body, tlvs }
}

/** YYMMDDhhmmsstnnp (SMPP 3.4, 7.1.1): relative, or absolute in UTC. */
export function validityOf(
  kind: SubmitSettings['validity'],
  valid_for_s: number,
  now: Date,
): string {
  if (kind === 'none') return ''
  const whole = Math.max(validity_least_s, Math.ceil(valid_for_s))
  const two = (number: number): string => String(number).padStart(2, '0')
  if (kind === 'absolute') {
    const end = new Date(now.getTime() + whole * 1000).toISOString()
    return `${end.slice(2, 19).replaceAll(/[-T:]/g, '')}000+`
  }
  const days = Math.floor(whole / 86_400)
  const hours = Math.floor(whole / 3600) % 24
  const minutes = Math.floor(whole / 60) % 60
  return `0000${two(days)}${two(hours)}${two(minutes)}${two(whole % 60)}000R`
}
