/**
 * A copy of the repository in which mutants are built and attacked, one after the other. The working tree is only read;
 * the dependencies are linked.
 */
import { execFileSync } from 'node:child_process'
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
import { dirname, join } from 'node:path'
import type { Source } from '../rewrite/symbols.ts'
import { type BrowserTests, browserTests } from './browser-tests.ts'
import { openBundles, partsWith } from './bundles.ts'
import { root, runIn } from './run.ts'
import { openUnits } from './units.ts'

export type Lane = {
  readonly folder: string
  readonly units: Awaited<ReturnType<typeof openUnits>>
  readonly attack: BrowserTests
  /** Runs something while the copy contains the mutant. */
  withMutant<Result>(mutant: { readonly sources: readonly Source[] }, run: () => Promise<Result>): Promise<Result>
  /** Builds everything that browser tests need, or takes over the builds of the first lane. */
  buildAll(first: Lane): Promise<void>
  /**
   * Builds bundles that contain the mutant: `most` all but the wallet's, if another one contains it too, and `rest` the wallet's. It is the
   * largest, and few tests of the protocol need it.
   * @returns whether there was any
   */
  build(which: 'most' | 'rest'): Promise<boolean>
  close(): Promise<void>
}

export async function openLane(): Promise<Lane> {
  const folder = mkdtempSync(join(tmpdir(), 'airlock-mutants-'))
  const at = (path: string) => join(folder, path)
  copyRepository(folder)
  linkDependencies(folder)
  const units = await openUnits(folder)
  const run = runIn(folder)
  const bundles = openBundles(folder, run)

  /** Original text of each file that the mutant changes. */
  const originals = new Map<string, string>()
  const write = (file: string, text: string): void => {
    writeFileSync(at(file), text)
    units.forget(file)
  }

  function restore(): void {
    const isStale = existsSync(at('clean')) && partsWith([...originals.keys()]).length > 0
    for (const [file, text] of originals) write(file, text)
    originals.clear()
    if (!isStale) return
    rmSync(at('dist'), { recursive: true })
    cpSync(at('clean'), at('dist'), { recursive: true })
  }

  return {
    folder,
    units,
    attack: browserTests(folder, run),
    async withMutant({ sources }, work) {
      for (const { file, text } of sources) {
        originals.set(file, readFileSync(at(file), 'utf8'))
        write(file, text)
      }
      try {
        return await work()
      } finally {
        restore()
      }
    },
    async buildAll(first) {
      if (first.folder === folder) {
        // The wallet offers the page that opens a kit; the runner loads specs of the packed SDK.
        for (const part of ['kit', 'pack']) cpSync(join(root, 'dist', part), at(`dist/${part}`), { recursive: true })
        await bundles.build(['sdk', 'frame', 'wallet', 'pack', 'demo', 'fixtures'])
      } else
        for (const made of ['dist', 'host-sdk/dist']) cpSync(join(first.folder, made), at(made), { recursive: true })
      // The world serves what is built in its own lane.
      await run('tsx/dist/cli.mjs', ['e2e/setup/world-bundle.ts'])
      cpSync(at('dist'), at('clean'), { recursive: true })
    },
    async build(which) {
      const parts = partsWith([...originals.keys()])
      const most = parts.length > 1 ? parts.filter((part) => part !== 'wallet') : parts
      const wanted = which === 'most' ? most : parts.filter((part) => !most.includes(part))
      await bundles.build(wanted)
      return wanted.length > 0
    },
    async close(): Promise<void> {
      bundles.close()
      await units.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Copies what git holds, and what it would if it were added. */
function copyRepository(folder: string): void {
  const listed = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate']
  for (const file of execFileSync('git', listed, { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((name) => name !== '' && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file))
  }
}

/** Links every package except our own, which are copied. Also links packages of which a workspace has its own version. */
function linkDependencies(copy: string): void {
  const bin = (name: string) => join(root, 'node_modules', name)
  const into = join(copy, 'node_modules')
  mkdirSync(into)
  for (const name of readdirSync(bin('')))
    if (name === '@airlock') cpSync(bin(name), join(into, name), { recursive: true, verbatimSymlinks: true })
    else symlinkSync(bin(name), join(into, name))
  for (const workspace of readdirSync(copy)) {
    const own = join(root, workspace, 'node_modules')
    if (workspace !== 'node_modules' && existsSync(own)) symlinkSync(own, join(copy, workspace, 'node_modules'))
  }
}
