// Measures as they were typed become standard units (VIT-3); what was typed is kept beside them.

export const other_units: Record<string, Readonly<Record<string, (typed: number) => number>>> = {
  temperature: { F: (f) => ((f - 32) * 5) / 9 },
  weight: { g: (g) => g / 1000, lb: (lb) => lb * 0.453_592_37 },
  height: { in: (inches) => inches * 2.54 },
  muac: { mm: (mm) => mm / 10 },
  blood_glucose: { 'mg/dL': (mg) => mg / 18.016 },
}

/** Kept with one decimal, small weights with two; whole numbers stay what they are. */
export const decimal_fields = [
  'temperature',
  'oxygen_flow',
  'capillary_refill',
  'blood_glucose',
  'weight',
  'height',
  'head_circumference',
  'muac',
  'waist',
  'urine_output',
  'urine_hours',
] as const

/** Half away from zero; the hair's breadth undoes what binary fractions lose (1.005 is no half). */
export function rounded(value: number, decimals: number): number {
  const scale = 10 ** decimals
  const whole = Math.round(Math.abs(value) * scale + 1e-9)
  return (Math.sign(value) * whole) / scale
}

export const kept = (field: string, value: number): number =>
  rounded(value, field === 'weight' && value < 10 ? 2 : 1)

export interface Converted {
  values: Record<string, unknown>
  /** Field → what was typed, with its unit. */
  as_entered: Record<string, { value: number; unit: string }> | null
}

export function converted(
  input: Readonly<Record<string, unknown>>,
  units: Readonly<Record<string, string>> = {},
): Converted {
  const values: Record<string, unknown> = { ...input }
  const as_entered: Record<string, { value: number; unit: string }> = {}
  for (const field of decimal_fields) {
    const typed = input[field]
    if (typeof typed !== 'number') continue
    const unit = units[field]
    const convert = unit === undefined ? undefined : other_units[field]?.[unit]
    if (unit !== undefined && convert !== undefined) as_entered[field] = { value: typed, unit }
    values[field] = kept(field, convert === undefined ? typed : convert(typed))
  }
  return { values, as_entered: Object.keys(as_entered).length === 0 ? null : as_entered }
}
