import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { completionScript, shells } from '../../../cli/frame/grammar/scripts.ts'
import { allCommands } from '../../../cli/frame/grammar/tree.ts'
import { folder } from '../../support/folder.ts'
import { typed } from '../../support/programs/typed.ts'

const all = await allCommands()
const has = (shell: string): boolean => spawnSync(shell, ['--version']).status === 0

for (const shell of shells) {
  t.test(
    `completion: the script for ${shell} is one`,
    { skip: !has(shell) && `${shell} is not here` },
    async () => {
      execFileSync(shell, ['-n'], { input: completionScript(shell, all) })
    },
  )
}

t.test('completion: bash is offered nouns, verbs, flags and values', async (t) => {
  const offered = (...typed: string[]): string[] => {
    const words = ['kituo', ...typed]
    const script = `${completionScript('bash', all)}
      COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
      _kituo; printf '%s\\n' "\${COMPREPLY[@]}"`
    return execFileSync('bash', { input: script }).toString().trim().split('\n')
  }
  t.same(offered('comp'), ['completion'])
  t.same(offered('config', 'se'), ['set'])
  t.ok(offered('config', 'set', 'log.').includes('log.level'))
  t.same(offered('completion', 'z'), ['zsh'])
  t.same(offered('doctor', '--cat'), ['--category'])
  t.ok(offered('doctor', '--js').includes('--json'))
  t.same(offered('config', 'get', '--json', 'tls.mi'), ['tls.min_version'])
})

t.test('completion: is printed by the command, or written where the shell looks', async (t) => {
  t.match(await typed(['completion', 'bash']), { code: 0, out: completionScript('bash', all) })
  t.match(await typed(['completion', 'tcsh']), { code: 2, err: /takes one of bash, zsh, fish/ })
  const home = folder(t)
  mkdirSync(home, { recursive: true })
  const before = process.env['HOME']
  process.env['HOME'] = home
  t.teardown(() => {
    process.env['HOME'] = before
  })
  const { out } = await typed(['completion', 'fish', '--install'])
  const file = join(home, '.config/fish/completions/kituo.fish')
  t.equal(out, `Written: ${file}. A new fish completes kituo.\n`)
  t.equal(readFileSync(file, 'utf8'), completionScript('fish', all))
})
