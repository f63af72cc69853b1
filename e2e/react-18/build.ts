/** Installs React 18 from its own lock file, and builds the page of the React entry with it, as one script. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'

const here = import.meta.dirname
const root = resolve(here, '../..')
const installed = join(here, 'node_modules')

/** @returns the path of the script */
export async function buildWithReact18(): Promise<string> {
  install()
  const outDir = join(root, 'dist/react-18')
  await build({
    configFile: false,
    root: join(root, 'e2e/fixtures'),
    logLevel: 'error',
    // Of the package as it is packed, the entry; of React, the development build, which tells of mismatches.
    define: { 'process.env.NODE_ENV': '"development"' },
    resolve: {
      alias: [
        { find: /^react(-dom)?(?=\/|$)/, replacement: `${installed}/react$1` },
        { find: /^@airlock\/host-sdk\/react$/, replacement: join(root, 'host-sdk/dist/react.js') },
        { find: /^@airlock\/host-sdk$/, replacement: join(root, 'host-sdk/dist/index.js') },
      ],
    },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      target: 'es2022',
      outDir,
      emptyOutDir: true,
      minify: false,
      chunkSizeWarningLimit: 10_000,
      lib: { entry: join(root, 'e2e/fixtures/react-host.tsx'), formats: ['es'], fileName: () => 'page.js' },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  return join(outDir, 'page.js')
}

function install(): void {
  const lock = readFileSync(join(here, 'package-lock.json'), 'utf8')
  const mark = join(installed, '.locked')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === lock) return
  const { status, stderr } = spawnSync('npm', ['ci', '--prefix', here, '--ignore-scripts', '--no-audit', '--no-fund'], {
    encoding: 'utf8',
    env: environment(),
  })
  if (status !== 0) throw new Error(`React 18 was not installed:\n${stderr}`)
  writeFileSync(mark, lock)
}

/** Without the variables of the runner's own npm, which name its workspaces. */
const environment = () => Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')))
