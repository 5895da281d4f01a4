// Lines of a CSV file that somebody will open as a spreadsheet (MSG-435).

/** A cell that a spreadsheet would run is written as text. */
const guarded = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

const cell = (value: unknown): string => {
  const text =
    value === null || value === undefined
      ? ''
      : typeof value === 'string'
        ? guarded(value)
        : JSON.stringify(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export const csvLine = (values: readonly unknown[]): string => `${values.map(cell).join(',')}\r\n`
