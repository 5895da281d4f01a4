// The files of the typefaces. Nothing that reads a typeface is
// loaded with them: the main thread hands the bytes on, and workers open them.

/** In the order in which they are asked for a letter. The last one knows a little of everything. */
export const regular = [
  'NotoSans-Regular.ttf',
  'NotoSansArabic-Regular.woff',
  'NotoSansEthiopic-Regular.woff',
  'NotoSansDevanagari-Regular.woff',
  'NotoSansSC-Regular.woff',
  'DejaVuSans.ttf',
] as const
export const bold = [
  'NotoSans-Bold.ttf',
  'NotoSansArabic-Bold.woff',
  'NotoSansEthiopic-Bold.woff',
  'NotoSansDevanagari-Regular.woff',
  'NotoSansSC-Regular.woff',
  'DejaVuSans.ttf',
] as const

export type Face = (typeof regular)[number] | (typeof bold)[number]
export const faces: readonly Face[] = [...new Set<Face>([...regular, ...bold])]

export type FontBytes = Readonly<Record<Face, Uint8Array>>
