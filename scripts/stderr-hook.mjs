// What a test says beside its record is not read until the file's turn comes, and a file that says more than lies in
// a pipe until then would wait for its reader for ever: what is too much is left out.
const most = 48 * 1024
let said = 0
const write = process.stderr.write.bind(process.stderr)

process.stderr.write = (piece, ...rest) => {
  said += Buffer.byteLength(piece)
  if (process.env.TAP !== '1' || said <= most) return write(piece, ...rest)
  const done = rest.at(-1)
  if (typeof done === 'function') process.nextTick(done)
  return true
}
