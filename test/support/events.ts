// Listening to server-sent events over the wire, as a browser does.

export interface SentEvent {
  id: string | null
  event: string
  // oxlint-disable-next-line typescript/no-explicit-any -- a test looks into whatever came
  data: any
  /** When it came, by performance.now(). */
  at: number
}

export interface Listening {
  status: number
  headers: Headers
  events: SentEvent[]
  /** Comment lines: signs of life. */
  comments: string[]
  text(): string
  /** True once the other side ended it. */
  ended(): boolean
  stop(): void
}

export async function listenTo(url: string, headers: Record<string, string> = {}) {
  const stopping = new AbortController()
  const answer = await fetch(url, { headers, signal: stopping.signal })
  const heard: Listening = {
    status: answer.status,
    headers: answer.headers,
    events: [],
    comments: [],
    text: () => all,
    ended: () => over,
    stop: () => stopping.abort(),
  }
  let all = ''
  let over = false
  let rest = ''
  const decoder = new TextDecoder()
  const read = async (): Promise<void> => {
    for await (const piece of answer.body ?? []) {
      const text = decoder.decode(piece, { stream: true })
      all += text
      rest += text
      const parts = rest.split('\n\n')
      rest = parts.pop() ?? ''
      for (const part of parts) take(part)
    }
    over = true
  }
  const take = (part: string): void => {
    const found: SentEvent = { id: null, event: '', data: null, at: performance.now() }
    for (const line of part.split('\n')) {
      if (line.startsWith(':')) heard.comments.push(line.slice(1).trim())
      else if (line.startsWith('id: ')) found.id = line.slice(4)
      else if (line.startsWith('event: ')) found.event = line.slice(7)
      else if (line.startsWith('data: ')) found.data = JSON.parse(line.slice(6))
    }
    if (found.event !== '') heard.events.push(found)
  }
  void read().catch(() => {
    over = true
  })
  return heard
}
