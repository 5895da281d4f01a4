// What printers of labels speak (ZPL II): one text below the other on a label of 80 mm, at 203 dots to the inch. Such a
// printer sets the text itself; how many lines it takes is guessed from its letters, a little too many.

const dots_wide = 640
const margin = 20
const room = dots_wide - 2 * margin
const most_lines = 6

export interface LabelLine {
  text: string
  /** Of the letters, in dots. */
  height: number
  centred?: boolean
}

/** As often as was asked for; nothing of a text is taken for a command. */
export function zplLabel(lines: readonly LabelLine[], copies: number): string {
  let top = margin
  const fields = lines.flatMap(({ text, height, centred = false }) => {
    if (text === '') return []
    const at = top
    const taken = linesOf(text, height)
    top += taken * (height + 4) + 8
    const block = `^FB${room},${taken},4,${centred ? 'C' : 'L'}`
    return [`^FO${margin},${at}^A0N,${height}${block}^FH_^FD${spelt(text)}^FS`]
  })
  const set_up = `^XA^CI28^PW${dots_wide}^LL${top + margin}`
  return `${[set_up, ...fields, `^PQ${copies}`].join('\n')}^XZ\n`
}

const linesOf = (text: string, height: number): number =>
  Math.min(most_lines, Math.max(1, Math.ceil((text.length * height * 0.55) / room)))

/** `^`, `~`, `_` and `\` mean something to the printer: they are sent as their codes. */
const spelt = (text: string): string =>
  text
    .replaceAll(/[\r\n]+/g, ' ')
    .replaceAll(/[\^~_\\]/g, (sign) => `_${sign.charCodeAt(0).toString(16).toUpperCase()}`)
