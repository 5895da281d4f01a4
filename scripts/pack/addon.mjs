// Brings a native addon from inside the binary into the process. The system loads libraries from
// files only, so the addon is unpacked once into a folder of the running user's own (OPS-187).
import { createHash, randomUUID } from 'node:crypto'
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const NO_SPACE_OR_RIGHT = 12
// The home of the account that runs the house is its data: nothing else may lie there.
const service_cache = '/var/cache/kituo'

const isService = () =>
  process.getuid() !== 0 &&
  statSync(service_cache, { throwIfNoEntry: false })?.uid === process.getuid()

// `sha256` is known when the program is packed, so a start hashes the file on disk and no more.
export function loadAddon(read, sha256) {
  let folder = process.env.PKG_NATIVE_CACHE_PATH
  try {
    folder ??= isService() ? join(service_cache, 'native') : join(homedir(), '.cache/kituo')
    const module = { exports: {} }
    process.dlopen(module, unpack(read, sha256, folder))
    return module.exports
  } catch (error) {
    console.error(
      `Kituo cannot unpack its database driver into ${folder ?? 'a home folder'}: ${error.message}. ` +
        'Name a folder that is yours and may hold programs in PKG_NATIVE_CACHE_PATH.',
    )
    process.exit(NO_SPACE_OR_RIGHT)
  }
}

export function unpack(read, sha256, folder) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  own(folder)
  const file = join(folder, `${sha256}.node`)
  // A file with another content, half written or put there by somebody, is replaced unread.
  if (digest(file) === sha256) return file
  const fresh = `${file}.${randomUUID()}`
  try {
    writeFileSync(fresh, read(), { flag: 'wx', mode: 0o500 })
    renameSync(fresh, file)
  } finally {
    rmSync(fresh, { force: true })
  }
  return file
}

// Whoever may write in the folder may exchange the file between its check and its use.
function own(folder) {
  const { uid, mode } = statSync(folder)
  if (uid === process.getuid()) return chmodSync(folder, 0o700)
  if (uid !== 0 || mode & 0o022) throw new Error('it belongs to somebody else')
}

function digest(file) {
  try {
    return createHash('sha256').update(readFileSync(file)).digest('hex')
  } catch (error) {
    if (error.code === 'ENOENT') return
    throw error
  }
}
