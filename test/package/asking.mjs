// The program's API as whoever holds a token asks it: what is in the answer, or an error with all of it.
import { randomUUID } from 'node:crypto'

export function asking(address, token) {
  const ask = async (method, path, body) => {
    const reply = await fetch(`${address}${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(method === 'POST' ? { 'idempotency-key': randomUUID() } : {}),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const bytes = Buffer.from(await reply.arrayBuffer())
    if (!reply.ok) throw new Error(`${method} ${path} answers ${reply.status}: ${bytes.toString()}`)
    return bytes
  }
  const read = async (method, path, body) => {
    const document = JSON.parse((await ask(method, path, body)).toString('utf8'))
    // The hospital's API wraps what it answers, the one for messages does not.
    return path.startsWith('/api/') ? document.data : document
  }
  return {
    bytes: (path) => ask('GET', path),
    get: (path) => read('GET', path),
    post: (path, body) => read('POST', path, body),
    put: (path, body) => read('PUT', path, body),
  }
}

const WORD = 'Samaki wa bahari kuu 9'

export async function signedIn(address, username, password) {
  const nobody = asking(address)
  const { tokens } = await nobody.post('/api/v1/auth/login', { username, password })
  return asking(address, tokens.access_token)
}

/** An account made on the command line, past its first sign-in. */
export async function person({ address, command }, username, name, role) {
  const made = ['user', 'create', username, '--name', name, '--facility', 'MAIN', '--role', role]
  const { temporary_password: first } = await command(...made)
  const beginner = await signedIn(address, username, first)
  const words = { current_password: first, new_password: WORD }
  await beginner.post('/api/v1/auth/change-password', words)
  return signedIn(address, username, WORD)
}
