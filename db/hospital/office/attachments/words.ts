export const attachment_categories = [
  'SCAN',
  'REPORT',
  'CONSENT',
  'IMAGE',
  'LETTER',
  'INVOICE',
  'RECEIPT',
  'CERTIFICATE',
  'ID',
  'OTHER',
] as const
export type AttachmentCategory = (typeof attachment_categories)[number]
export const scan_states = ['NOT_SCANNED', 'CLEAN'] as const
export const photo_sizes = ['full', 'thumb'] as const
export type PhotoSize = (typeof photo_sizes)[number]
