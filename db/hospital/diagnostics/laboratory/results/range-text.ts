// A range as it is printed.

interface Ranged {
  ref_text: string | null
  ref_low: number | null
  ref_high: number | null
}

export function rangeText({ ref_text, ref_low, ref_high }: Ranged): string | null {
  if (ref_text !== null) return ref_text
  if (ref_low !== null && ref_high !== null) return `${ref_low}–${ref_high}`
  if (ref_high !== null) return `≤ ${ref_high}`
  return ref_low === null ? null : `≥ ${ref_low}`
}
