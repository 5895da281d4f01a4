// The settings with their defaults and bounds (MSG 2.23).

import { readNetwork } from '../../core/addresses.ts'
import { type QuietHours, weekdays } from '../quiet-hours.ts'

export type { QuietHours } from '../quiet-hours.ts'
export { weekdays as week_days } from '../quiet-hours.ts'

type Kind =
  | { is: 'whole'; from: number; to: number }
  | { is: 'flag' }
  | { is: 'words'; each?: (word: string) => boolean; says?: string }
  | { is: 'wholes' }
  | { is: 'text'; null?: true; pattern?: RegExp; says?: string }
  | { is: 'quiet' }

export interface SettingRule<T = unknown> {
  otherwise: T
  kind: Kind
}

const whole = (otherwise: number, from: number, to: number): SettingRule<number> => ({
  otherwise,
  kind: { is: 'whole', from, to },
})
const flag = (otherwise: boolean): SettingRule<boolean> => ({ otherwise, kind: { is: 'flag' } })
const words = (...otherwise: string[]): SettingRule<string[]> => ({
  otherwise,
  kind: { is: 'words' },
})
/** What those who read it take for granted: a word that is none would stop every call. */
const networks = (): SettingRule<string[]> => ({
  otherwise: [],
  kind: {
    is: 'words',
    each: (word) => readNetwork(word) !== null,
    says: 'must be a list of networks, like 10.0.0.0/8.',
  },
})
const ports = (...otherwise: string[]): SettingRule<string[]> => ({
  otherwise,
  kind: { is: 'words', each: isPorts, says: 'must be a list of ports, like 443 or 1024-65535.' },
})
function isPorts(word: string): boolean {
  if (!/^\d{1,5}(-\d{1,5})?$/.test(word)) return false
  const [from = 0, to = from] = word.split('-').map(Number)
  return from >= 1 && from <= to && to <= 65_535
}
const maybe = (pattern?: RegExp, says?: string): SettingRule<string | null> => ({
  otherwise: null,
  kind: {
    is: 'text',
    null: true,
    ...(pattern === undefined ? {} : { pattern }),
    ...(says === undefined ? {} : { says }),
  },
})
const text = (otherwise: string, pattern: RegExp, says: string): SettingRule<string> => ({
  otherwise,
  kind: { is: 'text', pattern, says },
})
const mib = 1024 * 1024

export const setting_rules = {
  public_url: maybe(/^https:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/, 'must be an https address.'),
  country: text('TZ', /^[A-Z]{2}$/, 'must be a country, like TZ.'),
  currency: text('TZS', /^[A-Z]{3}$/, 'must be a currency, like TZS.'),
  rate_limit_per_minute: whole(60, 1, 100_000),
  unknown_key_limit_per_minute: whole(600, 60, 100_000),
  body_limit: whole(mib, 1024, 64 * mib),
  import_body_limit: whole(16 * mib, 1024, 256 * mib),
  provider_body_limit: whole(4 * mib, 1024, 64 * mib),
  media_limit: whole(16 * mib, 1024, 256 * mib),
  idempotency_hours: whole(72, 24, 720),
  validity_otp: whole(600, 60, 259_200),
  validity_transactional: whole(86_400, 60, 259_200),
  validity_promotional: whole(86_400, 60, 259_200),
  schedule_max_days: whole(90, 1, 365),
  time_zone: text(
    'Africa/Dar_es_Salaam',
    /^(UTC|[A-Z][A-Za-z_]+(\/[A-Z][\w+-]+)+)$/,
    'must be a time zone, like Africa/Dar_es_Salaam.',
  ),
  quiet_hours: {
    otherwise: { start: '20:00', end: '08:00', sendDays: weekdays },
    kind: { is: 'quiet' },
  } as SettingRule<QuietHours>,
  promotional_share: whole(10, 1, 50),
  queue_max_per_account: whole(500_000, 1, 100_000_000),
  queue_max_total: whole(5_000_000, 1, 1_000_000_000),
  min_free_disk_mb: whole(1024, 0, 1_000_000),
  failover_after_seconds: whole(60, 5, 3600),
  orphan_receipt_hours: whole(72, 1, 240),
  hospital_auto_provision: flag(true),
  reserved_sender_ids: words(
    'VODACOM',
    'MPESA',
    'M-PESA',
    'YAS',
    'TIGO',
    'MIXX',
    'AIRTEL',
    'AIRTELMONEY',
    'HALOTEL',
    'HALOPESA',
    'TTCL',
    'CRDB',
    'NMB',
    'NBC',
    'BOT',
    'TRA',
    'TCRA',
    'NIDA',
    'NHIF',
    'IKULU',
  ),
  opt_out_words: words(
    'STOP',
    'STOPALL',
    'UNSUBSCRIBE',
    'CANCEL',
    'END',
    'QUIT',
    'OPTOUT',
    'REVOKE',
    'ACHA',
    'SITISHA',
    'SIMAMISHA',
    'JIONDOE',
    'ONDOA',
    'KATAA',
  ),
  opt_in_words: words('START', 'UNSTOP', 'SUBSCRIBE', 'ANZA', 'JIUNGE', 'RUDISHA'),
  help_words: words('HELP', 'INFO', 'MSAADA'),
  opt_out_link_days: whole(180, 30, 730),
  campaign_max_recipients: whole(500_000, 1, 10_000_000),
  contacts_max_per_account: whole(2_000_000, 1, 100_000_000),
  webhook_allow_cidrs: networks(),
  webhook_ports: ports('443', '1024-65535'),
  webhook_ca_file: maybe(),
  webhook_concurrency: whole(32, 1, 500),
  webhook_concurrency_total: whole(256, 1, 5000),
  webhook_previous_secret_hours: whole(24, 0, 168),
  webhook_auto_disable_days: whole(0, 0, 30),
  replay_per_second: whole(200, 1, 10_000),
  replay_max: whole(50_000, 1, 10_000_000),
  link_http_allow_cidrs: networks(),
  whatsapp_user_interval_seconds: whole(6, 0, 60),
  retention_text_days: whole(90, 1, 400),
  retention_messages_days: whole(400, 90, 3650),
  retention_inbound_days: whole(400, 30, 3650),
  retention_delivery_log_days: whole(30, 7, 400),
  retention_receipts_days: whole(90, 1, 3650),
  retention_provider_raw_days: whole(7, 1, 3650),
  retention_media_days: whole(30, 1, 3650),
  retention_test_days: whole(30, 1, 3650),
  test_opening_balance: whole(1_000_000, 0, 1_000_000_000),
  test_clock_max_days: whole(400, 1, 3650),
  key_expiry_notice_days: {
    otherwise: [14, 7, 1],
    kind: { is: 'wholes' },
  } as SettingRule<number[]>,
  console_key_minutes: whole(15, 5, 60),
  /** The whole drain stands still; set by `queue pause`, not by hand. */
  gateway_paused: flag(false),
} as const

export type SettingName = keyof typeof setting_rules
export type Settings = {
  [K in SettingName]: (typeof setting_rules)[K] extends SettingRule<infer T> ? T : never
}
export const setting_names = Object.keys(setting_rules) as SettingName[]

/** The drain as a whole is held and let go by acts of their own (MSG-308). */
const not_by_hand: ReadonlySet<string> = new Set(['gateway_paused'] satisfies SettingName[])
export const settable = setting_names.filter((name) => !not_by_hand.has(name))
