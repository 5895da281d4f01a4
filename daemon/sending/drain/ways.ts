// The way of a link by its kind and its own settings (MSG 2.6).

import { readFile } from 'node:fs/promises'
import { clock } from '../../../db/core/clock.ts'
import type { LinkRow } from '../../../db/messaging/drain/facts.ts'
import { linkSecrets, settingsOf } from '../../../db/messaging/routing/link-settings.ts'
import { HttpLink } from '../operators/http.ts'
import { SimulatorLink } from '../operators/simulator.ts'
import { SmppLink } from '../operators/smpp/link.ts'
import { real_timers } from '../operators/timers.ts'
import type { Way, WayEvents } from '../operators/way.ts'

export interface Surroundings {
  /** Where providers bring their receipts (MSG-354). */
  public_url: string | null
  allow_cidrs: readonly string[]
}

export async function openWay(row: LinkRow, events: WayEvents, around: Surroundings): Promise<Way> {
  switch (row.kind) {
    case 'simulator': {
      const { latencyMs, receiptDelayMs, mix } = settingsOf('simulator', row.options)
      const settings = { latency_ms: latencyMs, receipt_delay_ms: receiptDelayMs, mix }
      return new SimulatorLink(settings, events)
    }
    case 'smpp':
      return new SmppLink(await smppSettings(row), events, {
        timers: real_timers,
        now: () => clock.now(),
      })
    case 'http': {
      const settings = settingsOf('http', row.options)
      const base = around.public_url?.replace(/\/$/, '') ?? ''
      return new HttpLink(
        {
          ...settings,
          headers: { ...settings.headers, ...linkSecrets(row).headers },
          receipt_url: `${base}/v1/providers/links/${row.id}/${row.token}/receipts`,
          allow_cidrs: around.allow_cidrs,
        },
        events,
      )
    }
  }
}

async function smppSettings(row: LinkRow) {
  const one = settingsOf('smpp', row.options)
  const { tls } = one
  return {
    host: one.host,
    port: one.port,
    tls: {
      on: tls.on,
      verify: tls.verify,
      server_name: tls.serverName,
      ca: tls.caFile === null ? null : await readFile(tls.caFile, 'utf8'),
    },
    system_id: one.systemId,
    password: linkSecrets(row).password ?? '',
    system_type: one.systemType,
    address_range: one.addressRange,
    service_type: one.serviceType,
    bind_mode: one.bindMode,
    binds: one.binds,
    window: one.windowSize,
    enquire_s: one.enquireLinkSeconds,
    response_s: one.responseTimeoutSeconds,
    alphabet: one.defaultAlphabet,
    long_message: one.longMessage,
    validity: one.validity,
    user_message_reference: one.userMessageReference,
    source_ton: one.sourceTon,
    source_npi: one.sourceNpi,
    dest_ton: one.destTon,
    dest_npi: one.destNpi,
  } as const
}
