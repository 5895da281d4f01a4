// Completion scripts, made from the tree: they are static, and start no Kituo (OPS-77).

import { type Command, flagOf, type Input } from './command.ts'
import { globals } from './globals.ts'

export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

interface Place {
  /** The words before: `config set`. */
  path: string
  words: string[]
}

export function completionScript(shell: Shell, commands: readonly Command[]): string {
  const places = placesOf(commands)
  if (shell === 'fish') return fish(places)
  return shell === 'bash' ? bash(places) : zsh(places)
}

/** Where the script is looked for by that shell, below the home folder. */
export const script_files: Readonly<Record<Shell, string>> = {
  bash: '.local/share/bash-completion/completions/kituo',
  zsh: '.local/share/zsh/site-functions/_kituo',
  fish: '.config/fish/completions/kituo.fish',
}

function placesOf(commands: readonly Command[]): Place[] {
  const places = new Map<string, Set<string>>([['', new Set()]])
  const put = (path: string, words: readonly string[]): void => {
    const known = places.get(path) ?? new Set()
    for (const word of words) known.add(word)
    places.set(path, known)
  }
  for (const { words, asks, flags } of commands) {
    words.forEach((word, index) => put(words.slice(0, index).join(' '), [word]))
    put(words.join(' '), [
      ...Object.values(asks).flatMap(choices),
      ...Object.keys(flags).map(flagOf),
      ...Object.values(flags).flatMap(choices),
    ])
  }
  // The longest path is matched first, so that `config set` is not taken for `config`.
  return [...places]
    .map(([path, words]) => ({ path, words: [...words].sort() }))
    .sort((a, b) => b.path.length - a.path.length || (a.path < b.path ? -1 : 1))
}

const choices = ({ kind }: Input): readonly string[] =>
  kind?.words === undefined || kind.words.length > 100 ? [] : kind.words.filter(isWord)

/** What a shell would read as more than one word is never offered. */
const isWord = (text: string): boolean => /^[\w.:/@-]+$/.test(text)

const global_words = Object.keys(globals).map(flagOf).join(' ')

const cases = (places: readonly Place[]): string =>
  places
    .map(
      ({ path, words }) => `    "${path === '' ? '' : `${path} `}"*) words="${words.join(' ')}" ;;`,
    )
    .join('\n')

const bash = (
  places: readonly Place[],
): string => `# Completion of kituo for bash. Made by: kituo completion bash
_kituo() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path="" words="" index
  for ((index = 1; index < COMP_CWORD; index++)); do
    case "\${COMP_WORDS[index]}" in -*) ;; *) path+="\${COMP_WORDS[index]} " ;; esac
  done
  case "$path" in
${cases(places)}
  esac
  case "$current" in -*) words+=" ${global_words}" ;; esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _kituo kituo
`

const zsh = (places: readonly Place[]): string => `#compdef kituo
# Completion of kituo for zsh. Made by: kituo completion zsh
_kituo() {
  local path="" words="" word
  for word in "\${(@)words_typed}"; do
    case "$word" in -*) ;; *) path+="$word " ;; esac
  done
  case "$path" in
${cases(places)}
  esac
  case "$PREFIX" in -*) words+=" ${global_words}" ;; esac
  compadd -- \${=words}
}
local -a words_typed
words_typed=("\${(@)words[2,CURRENT-1]}")
_kituo
`

const fish = (places: readonly Place[]): string => {
  const lines = places.flatMap(({ path, words }) =>
    words.length === 0
      ? []
      : [`complete -c kituo -n '__kituo_at "${path}"' -f -a '${words.join(' ')}'`],
  )
  return `# Completion of kituo for fish. Made by: kituo completion fish
function __kituo_at
  set -l typed (commandline -opc)[2..-1]
  set -l path (string match -v -- '-*' $typed | string join ' ')
  test "$path" = "$argv[1]"; and return 0
  test -n "$argv[1]"; and string match -q -- "$argv[1] *" "$path"; and not __kituo_verb "$path"
end
function __kituo_verb
  contains -- "$argv[1]" ${places.map(({ path }) => `"${path}"`).join(' ')}
end
${lines.join('\n')}
complete -c kituo -n "string match -q -- '-*' (commandline -ct)" -f -a '${global_words}'
`
}
