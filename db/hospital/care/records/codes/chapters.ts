// The chapters of ICD-10, each from its first category to its last.

const ranges = {
  I: 'A00-B99',
  II: 'C00-D48',
  III: 'D50-D89',
  IV: 'E00-E90',
  V: 'F00-F99',
  VI: 'G00-G99',
  VII: 'H00-H59',
  VIII: 'H60-H95',
  IX: 'I00-I99',
  X: 'J00-J99',
  XI: 'K00-K93',
  XII: 'L00-L99',
  XIII: 'M00-M99',
  XIV: 'N00-N99',
  XV: 'O00-O99',
  XVI: 'P00-P96',
  XVII: 'Q00-Q99',
  XVIII: 'R00-R99',
  XIX: 'S00-T98',
  XX: 'V01-Y98',
  XXI: 'Z00-Z99',
  XXII: 'U00-U99',
} as const
export type Chapter = keyof typeof ranges
export const chapters = Object.keys(ranges) as [Chapter, ...Chapter[]]

export function chapterOf(system: string, code: string): Chapter | null {
  if (system !== 'ICD10') return null
  const category = code.slice(0, 3)
  const found = chapters.find((chapter) => {
    const [from = '', to = ''] = ranges[chapter].split('-')
    return category >= from && category <= to
  })
  return found ?? null
}
