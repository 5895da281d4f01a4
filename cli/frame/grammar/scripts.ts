// Completion scripts, made from the tree (OPS-77): words are static and start no Kituo; values that
// only the house knows are asked of it, and are not there when it does not answer at once.

import { type Command, flagOf, type Input } from './command.ts'
import { globals } from './globals.ts'
import { type Living, livingAt, of_flags } from '../living.ts'

export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

interface Place {
  /** The words before: `config set`. */
  path: string
  words: string[]
  /** Values that only the house knows. */
  living: Living | null
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
    .map(([path, words]) => ({ path, words: [...words].sort(), living: livingAt(path) }))
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
      ({ path, words, living }) =>
        `    "${path === '' ? '' : `${path} `}"*) words="${words.join(' ')}"${living === null ? '' : ` living=${living}`} ;;`,
    )
    .join('\n')

const flag_cases = Object.entries(of_flags)
  .map(([flag, living]) => `    ${flag}) words="" living=${living} ;;`)
  .join('\n')

const bash = (
  places: readonly Place[],
): string => `# Completion of kituo for bash. Made by: kituo completion bash
_kituo() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path="" words="" living="" index value
  for ((index = 1; index < COMP_CWORD; index++)); do
    case "\${COMP_WORDS[index]}" in -*) ;; *) path+="\${COMP_WORDS[index]} " ;; esac
  done
  case "$path" in
${cases(places)}
  esac
  case "$current" in -*) words+=" ${global_words}" living="" ;; esac
  case "\${COMP_WORDS[COMP_CWORD-1]}" in
${flag_cases}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  if [ -n "$living" ]; then
    while IFS= read -r value; do
      [[ $value == "$current"* ]] && COMPREPLY+=("$(printf '%q' "$value")")
    done < <("\${COMP_WORDS[0]}" __complete "$living" 2>/dev/null)
  fi
}
complete -o default -F _kituo kituo
`

const zsh = (places: readonly Place[]): string => `#compdef kituo
# Completion of kituo for zsh. Made by: kituo completion zsh
_kituo() {
  local path="" words="" living="" word
  for word in "\${(@)words_typed}"; do
    case "$word" in -*) ;; *) path+="$word " ;; esac
  done
  case "$path" in
${cases(places)}
  esac
  case "$PREFIX" in -*) words+=" ${global_words}" living="" ;; esac
  case "\${words_typed[-1]}" in
${flag_cases}
  esac
  compadd -- \${=words}
  [[ -n $living ]] && compadd -- "\${(@f)$(kituo __complete $living 2>/dev/null)}"
}
local -a words_typed
words_typed=("\${(@)words[2,CURRENT-1]}")
_kituo
`

const fish = (places: readonly Place[]): string => {
  const lines = places.flatMap(({ path, words, living }) => [
    ...(words.length === 0
      ? []
      : [`complete -c kituo -n '__kituo_at "${path}"' -f -a '${words.join(' ')}'`]),
    ...(living === null
      ? []
      : [
          `complete -c kituo -n '__kituo_at "${path}"' -f -a '(kituo __complete ${living} 2>/dev/null)'`,
        ]),
  ])
  const of_flag = Object.entries(of_flags).map(
    ([flag, living]) =>
      `complete -c kituo -l ${flag.slice(2)} -x -a '(kituo __complete ${living} 2>/dev/null)'`,
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
${[...lines, ...of_flag].join('\n')}
complete -c kituo -n "string match -q -- '-*' (commandline -ct)" -f -a '${global_words}'
`
}
