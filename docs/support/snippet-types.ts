/** Compiles the snippets of the documents against the package as it is built, with the declared context of a page. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folder, root } from '../../scripts/pack/packed.ts'
import type { Snippet } from './snippets.ts'

/**
 * What a page has around a snippet of the documents: names that a snippet uses without importing or declaring them. A
 * snippet that declares such a name itself uses its own.
 */
const names: Readonly<Record<string, string>> = {
  airlock: "import('@airlock/host-sdk').Airlock",
  createAirlock: "typeof import('@airlock/host-sdk').createAirlock",
  mainnet: "typeof import('viem/chains').mainnet",
  // The options that every page gives; a snippet adds its own.
  options: "import('@airlock/host-sdk').Options",
  button: 'HTMLButtonElement',
  box: 'HTMLElement',
  render: '(state: unknown) => void',
  // A provider that the page has from a vendor's SDK.
  provider: '{ request(call: { method: string; params?: unknown }): Promise<unknown> }',
  // wagmi and viem
  createConfig: "typeof import('@wagmi/core').createConfig",
  config: "import('@wagmi/core').Config",
  chains: "readonly [typeof import('viem/chains').mainnet]",
  transports: "{ 1: ReturnType<typeof import('viem').http> }",
  http: "typeof import('viem').http",
  createPublicClient: "typeof import('viem').createPublicClient",
  base: "typeof import('@airlock/host-sdk/networks').base",
  solana: "typeof import('@airlock/host-sdk/networks').solana",
  from: "import('viem').Address",
  address: "import('viem').Address",
  to: "import('viem').Address",
  value: 'bigint',
  // Solana
  transaction: "import('@solana/web3.js').Transaction",
  WalletProvider:
    "(props: { wallets: readonly import('@solana/wallet-adapter-base').Adapter[]; autoConnect?: boolean; children: unknown }) => import('react').ReactElement",
  // Polkadot
  payload: "Parameters<import('@airlock/host-sdk').Providers['polkadot']['signPayload']>[0]",
  // Bitcoin: a PSBT in base64
  unsigned: 'string',
  // RainbowKit
  appName: 'string',
  projectId: 'string',
  // The server of a page with sign-in.
  nonceOfServer: '() => Promise<string>',
  now: '() => string',
  eip4361: '(parts: { domain: string; nonce: string; chainId: string; address: string }) => string',
  sessionsOfServer:
    "(chainId: string, address: string) => ReturnType<NonNullable<import('@airlock/host-sdk').Options['siwx']>['getSessions']>",
  verifyOnServer: '(session: { message: string; signature: string }) => Promise<void>',
  replaceOnServer: '(sessions: readonly { message: string; signature: string }[]) => Promise<void>',
  signOutOnServer: '(chainId: string, address: string) => Promise<void>',
}

/** Of libraries that are installed on demand only (`e2e/libraries/sets`): what the documents use of them. */
const libraries = `
declare module '@rainbow-me/rainbowkit' {
  type CreateConnectorFn = import('@wagmi/core').CreateConnectorFn
  export interface Wallet {
    id: string; name: string; iconUrl: string; iconBackground: string
    createConnector: (details: object) => CreateConnectorFn
  }
  export function connectorsForWallets(
    groups: { groupName: string; wallets: (() => Wallet)[] }[],
    page: { appName: string; projectId: string },
  ): CreateConnectorFn[]
}

declare module 'wagmi' {
  export { type Config, type CreateConfigParameters, createConfig, http } from '@wagmi/core'
  export function WagmiProvider(
    props: { config: import('@wagmi/core').Config; children: import('react').ReactNode },
  ): import('react').ReactElement
  export function useSignMessage(): { signMessage(message: { message: string }): void }
}

declare module '@tanstack/react-query' {
  export class QueryClient {}
  export function QueryClientProvider(
    props: { client: QueryClient; children: import('react').ReactNode },
  ): import('react').ReactElement
}

declare module 'redis' {
  interface Client {
    set(key: string, value: string, options: { NX: true; PXAT: number }): Promise<string | null>
    exists(key: string): Promise<number>
  }
  export function createClient(): { connect(): Promise<Client> }
}
`

const context: string = [
  ...Object.entries(names).map(([name, type]) => `declare const ${name}: ${type}`),
  libraries,
].join('\n')

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
