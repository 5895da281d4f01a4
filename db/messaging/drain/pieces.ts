// A text cut into the parts that are sent, at the boundaries by which they were counted (MSG-222,
// MSG-225): filled greedily, an extension pair or a surrogate pair never split.

import type { Encoding } from '../messages/words.ts'

const extension = new Set('^{}\\[~]|€\f')
const room = { 'GSM-7': { one: 160, each: 153 }, 'UCS-2': { one: 70, each: 67 } } as const

export function piecesOf(text: string, encoding: Encoding): string[] {
  const { one, each } = room[encoding]
  const width = encoding === 'GSM-7' ? septets : units
  let total = 0
  for (const character of text) total += width(character)
  if (total <= one) return [text]
  const pieces: string[] = []
  let piece = ''
  let filled = 0
  for (const character of text) {
    const needs = width(character)
    if (filled + needs > each) {
      pieces.push(piece)
      piece = ''
      filled = 0
    }
    piece += character
    filled += needs
  }
  pieces.push(piece)
  return pieces
}

const septets = (character: string): number => (extension.has(character) ? 2 : 1)
const units = (character: string): number => character.length
