/** What is installed, and by which package manager. */

export interface Cell {
  readonly outcome: string
  /** Of the installation. */
  readonly seconds?: number
}

interface Manager {
  readonly name: string
  readonly install: readonly string[]
  readonly build: readonly string[]
  readonly files?: Readonly<Record<string, string>>
  /** More of `package.json`. */
  readonly manifest?: object
}

const npm = (major: number): Manager => ({
  name: `npm ${major}`,
  install: ['npx', '--yes', `npm@${major}`, 'install', '--loglevel=error'],
  build: ['npm', 'run', 'build'],
})

export const managers: readonly Manager[] = [
  npm(10),
  npm(11),
  {
    name: 'pnpm 10',
    install: ['npx', '--yes', 'pnpm@10', 'install', '--no-frozen-lockfile'],
    build: ['npx', '--yes', 'pnpm@10', 'run', 'build'],
  },
  {
    name: 'yarn 4',
    install: ['npx', '--yes', '--package=@yarnpkg/cli-dist@4', 'yarn', 'install', '--no-immutable'],
    build: ['npx', '--yes', '--package=@yarnpkg/cli-dist@4', 'yarn', 'run', 'build'],
    files: { '.yarnrc.yml': 'nodeLinker: node-modules\n', 'yarn.lock': '' },
    // An optional part of Vite for Windows, which not every registry has; Yarn alone asks for it on other systems too.
    manifest: { resolutions: { 'napi-windows-process-start-time': 'npm:is-number@7.0.0' } },
  },
  {
    name: 'bun 1',
    install: ['npx', '--yes', 'bun@1', 'install'],
    build: ['npx', '--yes', 'bun@1', 'run', 'build'],
  },
]

interface Set {
  readonly name: string
  readonly example: string
  /** Instead of those of the example; empty: not installed by itself. */
  readonly versions?: Readonly<Record<string, string>>
  readonly devVersions?: Readonly<Record<string, string>>
}

/** A page that uses `wagmi` does not install `@wagmi/core`. */
const throughWagmi = { '@wagmi/core': '' }
const react18 = {
  versions: { react: '18.3.1', 'react-dom': '18.3.1' },
  devVersions: { '@types/react': '18.3.8', '@types/react-dom': '18.3.7' },
}

export const sets: readonly Set[] = [
  { name: 'React 19', example: 'vite-react' },
  { name: 'React 18', example: 'vite-react', ...react18 },
  { name: 'viem 2', example: 'viem' },
  { name: 'ethers 6', example: 'ethers6' },
  { name: 'ethers 5', example: 'ethers5' },
  { name: 'wagmi 3', example: 'wagmi', versions: throughWagmi },
  { name: 'RainbowKit 2, wagmi 2', example: 'rainbowkit', versions: throughWagmi },
  { name: 'Solana wallet-adapter', example: 'solana-wallet-adapter' },
  { name: 'AppKit’s names, wagmi 3', example: 'moved-from-appkit' },
  { name: 'Next.js 16', example: 'nextjs' },
]

export function tableOf(cells: ReadonlyMap<string, Cell>): string {
  const rows = sets.map(({ name }) => {
    const outcomes = managers.map((manager) => {
      const { outcome = '', seconds } = cells.get(`${name} | ${manager.name}`) ?? {}
      return seconds === undefined ? outcome : `${outcome}, ${seconds} s`
    })
    return `| ${[name, ...outcomes].join(' | ')} |`
  })
  const names = managers.map(({ name }) => name)
  return [`| | ${names.join(' | ')} |`, `|---|${names.map(() => '---').join('|')}|`, ...rows].join('\n')
}
