// What a hospital may say of its mortuary (B.2): its clocks, what it charges, and its two lists of words.

import {
  choice,
  Flag,
  form,
  listOf,
  nullable,
  type Static,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { partTable } from '../parts/part-table.ts'
import { day_rules, notice_kinds } from './words.ts'

const source = 'Common practice of mortuaries; each hospital sets its own.'

const Settings = form({
  free_hours: Whole(0, 2160),
  day_rule: choice(day_rules),
  unclaimed_after_days: Whole(1, 365),
  notice_kinds: listOf(choice(notice_kinds), 7),
  notice_days: Whole(0, 365),
  authority_after_days: Whole(1, 730),
  receive_minutes: Whole(5, 1440),
  money_hold_hours: nullable(Whole(0, 720)),
  exit_hours: Whole(1, 168),
  unknown_photo: Flag,
})
export type Settings = Static<typeof Settings>

export const settings_table = partTable({
  module: 'mortuary',
  key: 'SETTINGS',
  title: 'Settings of the mortuary',
  source,
  clinical: false,
  row: Settings,
  rows_max: 1,
  shipped: [
    {
      free_hours: 24,
      day_rule: 'STARTED_24H',
      unclaimed_after_days: 7,
      notice_kinds: ['KIN_CALLED', 'POLICE', 'NOTICE_BOARD'],
      notice_days: 14,
      authority_after_days: 21,
      receive_minutes: 60,
      money_hold_hours: 24,
      exit_hours: 12,
      unknown_photo: true,
    },
  ],
})

export const charge_keys = [
  'RECEPTION',
  'STORAGE_ADULT',
  'STORAGE_CHILD',
  'STORAGE_NEWBORN',
  'STORAGE_STILLBIRTH',
  'STORAGE_FETUS',
  'STORAGE_BODY_PART',
  'EMBALMING',
  'POST_MORTEM_CLINICAL',
  'WASHING',
  'DRESSING',
  'CHAPEL',
  'TRANSPORT',
  'VIEWING_EXTRA',
] as const
export type ChargeKey = (typeof charge_keys)[number]

/** MOR-17: stillbirths, fetuses and parts have keys of their own, and cost nothing until one is bound. */
export const charges_table = partTable({
  module: 'mortuary',
  key: 'CHARGES',
  title: 'What the mortuary charges',
  source,
  clinical: false,
  row: form({ key: choice(charge_keys), code: nullable(Text(1, 40)) }),
  shipped: charge_keys.map((key) => ({ key, code: null })),
  check: (rows) => {
    const keys = rows.map(({ key }) => key)
    const twice = keys.find((key, at) => keys.indexOf(key) !== at)
    return twice === undefined ? null : `rows: ${twice} stands there twice.`
  },
})

const Word = form({ key: Text(1, 40), text: Text(1, 120), text_sw: Text(1, 120) })

const items = [
  ['CLOTHES', 'Clothes', 'Nguo'],
  ['MONEY', 'Money', 'Fedha'],
  ['PHONE', 'Telephone', 'Simu'],
  ['JEWELLERY', 'Jewellery', 'Vito'],
  ['WATCH', 'Watch', 'Saa'],
  ['DOCUMENTS', 'Documents', 'Nyaraka'],
  ['KEYS', 'Keys', 'Funguo'],
  ['BAG', 'Bag', 'Mkoba'],
] as const
export const belonging_items_table = partTable({
  module: 'mortuary',
  key: 'BELONGING_ITEMS',
  title: 'Belongings, as they are listed',
  source,
  clinical: false,
  row: Word,
  shipped: items.map(([key, text, text_sw]) => ({ key, text, text_sw })),
})

const reasons = [
  ['BURIAL', 'Burial by the family', 'Mazishi ya familia'],
  ['OTHER_MORTUARY', 'Taken to another mortuary', 'Kuhamishiwa mochwari nyingine'],
  ['TRAVEL', 'Taken home to another region', 'Kusafirishwa mkoa mwingine'],
  ['AUTHORITY', 'Burial by the authority', 'Mazishi ya mamlaka'],
] as const
export const release_reasons_table = partTable({
  module: 'mortuary',
  key: 'RELEASE_REASONS',
  title: 'Why a body leaves',
  source,
  clinical: false,
  row: Word,
  shipped: reasons.map(([key, text, text_sw]) => ({ key, text, text_sw })),
})

export const mortuary_tables = [
  settings_table,
  charges_table,
  belonging_items_table,
  release_reasons_table,
] as const
