// Three ways a paper may look, and the hospital's colour (billing BIL-157). Readable in grey.

import type { accents } from '../db/hospital/office/hospitals/words.ts'

export type Theme = 'plain' | 'band' | 'ruled'

export interface Look {
  theme: Theme
  accent: string
  /** A light fill of the accent, for the heads of tables. */
  tint: string
}

const colours: Record<(typeof accents)[number], string> = {
  gold: '#8A6A00',
  blue: '#1D4E89',
  teal: '#0F6B66',
  violet: '#5B3A8E',
  emerald: '#1B6B3A',
  rose: '#9B2743',
}

export const ink = '#1A1A1A'
export const faint = '#5C5C5C'
export const hairline = '#B8B8B8'

const contrast_least = 4.5

export function look(theme: string, accent: string): Look {
  const colour = accentOf(accent)
  return {
    theme: theme === 'band' || theme === 'ruled' ? theme : 'plain',
    accent: colour,
    tint: mixed(colour, 0.9),
  }
}

/** One of the six words, or `#RRGGBB`, darkened until white letters can be read on it. */
export function accentOf(accent: string): string {
  const named = colours[accent as keyof typeof colours]
  if (named !== undefined) return named
  if (!/^#[0-9a-f]{6}$/i.test(accent)) return colours.blue
  let [red, green, blue] = channels(accent)
  while (contrastToWhite(red, green, blue) < contrast_least) {
    red *= 0.95
    green *= 0.95
    blue *= 0.95
  }
  return hex(red, green, blue)
}

/** WCAG 2: relative luminance. */
export function contrastToWhite(red: number, green: number, blue: number): number {
  const [r, g, b] = [red, green, blue].map((value) => {
    const part = value / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05)
}

export const channels = (colour: string): [number, number, number] => [
  Number.parseInt(colour.slice(1, 3), 16),
  Number.parseInt(colour.slice(3, 5), 16),
  Number.parseInt(colour.slice(5, 7), 16),
]

const mixed = (colour: string, white: number): string => {
  const [red, green, blue] = channels(colour).map((part) => part + (255 - part) * white)
  return hex(red as number, green as number, blue as number)
}

const hex = (...parts: number[]): string =>
  `#${parts.map((part) => Math.floor(part).toString(16).padStart(2, '0')).join('')}`.toUpperCase()
