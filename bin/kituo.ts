import { endWith } from '../cli/frame/end.ts'
import { main } from '../cli/main.ts'
import { processTerminal } from '../cli/frame/terminal.ts'

// Whatever is made is for its owner alone (OPS-42).
process.umask(0o077)
// A file that may not grow is an error where it is written, not the end of the process.
process.on('SIGXFSZ', () => undefined)
endWith(await main(process.argv.slice(2), processTerminal()))
