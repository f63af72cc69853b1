/** Compiles the snippets of the documents against the package as it is built, with the declared context of a page. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folder, root } from '../../scripts/pack/packed.ts'
import { context } from './snippet-context.ts'
import type { Snippet } from './snippets.ts'

/** Type errors, by the place of their snippet. One program checks all of them, against the package as a page installs it. */
export function typeErrors(snippets: readonly Snippet[]): readonly string[] {
  mkdirSync(join(root, 'dist'), { recursive: true })
  const project = mkdtempSync(join(root, 'dist/snippets-'))
  try {
    mkdirSync(join(project, 'node_modules/@airlock'), { recursive: true })
    symlinkSync(folder, join(project, 'node_modules/@airlock/host-sdk'))
    const files = snippets.map(({ at, language, code }, index) => {
      const name = `snippet-${index}.${language === 'tsx' ? 'tsx' : 'ts'}`
      writeFileSync(join(project, name), `${code}\nexport {}\n`)
      return { name, at }
    })
    writeFileSync(join(project, 'context.d.ts'), context)
    writeFileSync(
      join(project, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          target: 'es2022',
          lib: ['es2022', 'dom', 'dom.iterable'],
          module: 'esnext',
          moduleResolution: 'bundler',
          jsx: 'react-jsx',
          strict: true,
          noEmit: true,
          skipLibCheck: true,
          types: ['vite/client'],
        },
        include: ['*'],
      }),
    )
    const { stdout, error } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', project, '--pretty', 'false'], {
      cwd: project,
      encoding: 'utf8',
    })
    if (error) throw error
    return stdout
      .split('\n')
      .filter((line) => /error TS\d+/.test(line))
      .map((line) => files.reduce((now, { name, at }) => now.replace(`${name}(`, `${at} (`), line))
  } finally {
    rmSync(project, { recursive: true, force: true })
  }
}
