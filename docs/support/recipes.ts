/** A copy of the repository in which the recipes of `extending.md` are applied. */
import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const guide = readFileSync(join(root, 'docs/extending.md'), 'utf8')

type Recipe = { readonly title: string; readonly files: readonly string[]; readonly patch: string }

export const recipes: readonly Recipe[] = guide
  .split(/^## /m)
  .slice(1)
  .map((section) => ({
    title: section.slice(0, section.indexOf('\n')),
    files: [...section.matchAll(/^\* `([^`]+)`:/gm)].map((match) => match[1] ?? '').sort(),
    patch: /```diff\n([\s\S]*?)```/.exec(section)?.[1] ?? '',
  }))

export type Copy = ReturnType<typeof copyRepository>

/** Copies what git tracks, as it is in the working tree, and commits it. */
export function copyRepository() {
  const copy = mkdtempSync(join(tmpdir(), 'airlock-extending-'))
  /** @throws {Error} With both outputs: compilers report on stdout, which the error of Node leaves out. */
  const run = (command: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(command, args, {
      cwd: copy,
      encoding: 'utf8',
      env: {
        ...process.env,
        NODE_ENV: 'production',
        PATH: [join(copy, 'node_modules/.bin'), process.env.PATH].join(delimiter),
      },
    })
    if (status !== 0) throw new Error(`${[command, ...args].join(' ')} failed:\n${stdout}${stderr}`)
    return stdout
  }
  const commit = () => {
    run('git', 'add', '-A')
    run('git', '-c', 'user.name=test', '-c', 'user.email=test@example.org', 'commit', '-qm', 'state', '--allow-empty')
  }
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)
  for (const file of tracked.filter((path) => existsSync(join(root, path))))
    cpSync(join(root, file), join(copy, file), { recursive: true })
  // Written by the install, and not tracked.
  cpSync(join(root, 'host-sdk/src/catalogue/evm.ts'), join(copy, 'host-sdk/src/catalogue/evm.ts'))
  // The packages of the workspace are those of the copy.
  const workspaces = ['protocol', 'host-sdk', 'frame-app', 'service', 'e2e']
  mkdirSync(join(copy, 'node_modules/@airlock'), { recursive: true })
  for (const name of workspaces) symlinkSync(join(copy, name), join(copy, 'node_modules/@airlock', name))
  for (const name of readdirSync(join(root, 'node_modules')).filter((one) => one !== '@airlock'))
    symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  // A workspace has packages of its own where it needs another version.
  for (const folder of workspaces)
    if (existsSync(join(root, folder, 'node_modules')))
      symlinkSync(join(root, folder, 'node_modules'), join(copy, folder, 'node_modules'))
  run('git', 'init', '-q')
  // The ignore rule is for the folder; here it is a link.
  writeFileSync(join(copy, '.git/info/exclude'), 'node_modules\n')
  commit()
  return {
    run,
    commit,
    /** Files that differ from the last commit. */
    changed: () =>
      run('git', 'status', '--porcelain', '--untracked-files=all')
        .split('\n')
        .filter(Boolean)
        .map((line) => line.slice(3))
        .sort(),
    apply: ({ patch }: Recipe) => {
      const file = join(copy, '.git', 'recipe.patch')
      writeFileSync(file, patch)
      run('git', 'apply', file)
    },
    remove: () => rmSync(copy, { recursive: true, force: true }),
  }
}
