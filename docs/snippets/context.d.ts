/** What the examples of the guides take for granted: values of the page around them, and functions of its libraries. */
import type { ExternalWallet, Airlock as Instance, Options, SIWXSession, State } from '@airlock/host-sdk'
import type { Adapter } from '@solana/wallet-adapter-base'
import type { Transaction } from '@solana/web3.js'
import type * as wagmi from '@wagmi/core'
import type { Config } from '@wagmi/core'
import type { FC, PropsWithChildren } from 'react'
import type * as viem from 'viem'
import type * as chainsOfViem from 'viem/chains'

type Networks = readonly [viem.Chain, ...viem.Chain[]]

declare global {
  const createAirlock: typeof import('@airlock/host-sdk').createAirlock
  const airlock: Instance
  const options: Options
  const button: HTMLButtonElement
  const box: HTMLElement
  const render: (state: State) => void

  const mainnet: typeof chainsOfViem.mainnet
  const createPublicClient: typeof viem.createPublicClient
  const http: typeof viem.http
  const to: `0x${string}`
  const value: bigint

  const createConfig: typeof wagmi.createConfig
  const chains: Networks
  const transports: Record<number, viem.Transport>
  const config: Config

  const appName: string
  const projectId: string

  const provider: ExternalWallet['provider']
  const transaction: Transaction
  const WalletProvider: FC<PropsWithChildren<{ wallets: readonly Adapter[]; autoConnect?: boolean }>>

  /** The page's own server. */
  const nonceOfServer: () => Promise<string>
  const sessionsOfServer: (chainId: string, address: string) => Promise<SIWXSession[]>
  const verifyOnServer: (session: SIWXSession) => Promise<void>
  const replaceOnServer: (sessions: readonly SIWXSession[]) => Promise<void>
  const signOutOnServer: (chainId: string, address: string) => Promise<void>
  const now: () => string
  const eip4361: (message: object) => string
}
