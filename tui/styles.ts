// What a style is on a terminal: eight named colours, and none is needed (OPS-198).

import type { Span, Style } from './text.ts'

const plain_styles: Partial<Record<Style, object>> = {
  bold: { bold: true },
  inverse: { inverse: true },
}
const styles: Partial<Record<Style, object>> = {
  ...plain_styles,
  dim: { dimColor: true },
  green: { color: 'green' },
  yellow: { color: 'yellow' },
  red: { color: 'red' },
  cyan: { color: 'cyan' },
}

export const styled = ({ style }: Span, colour: boolean): object =>
  style === undefined ? {} : ((colour ? styles : plain_styles)[style] ?? {})
