/** The part of RainbowKit that the guide names. The real one is used by `npm run libraries` and `examples/rainbowkit`. */
declare module '@rainbow-me/rainbowkit' {
  import type { CreateConnectorFn } from '@wagmi/core'

  export interface Wallet {
    id: string
    name: string
    iconUrl: string
    iconBackground: string
    createConnector: (details: object) => CreateConnectorFn
  }
  export function connectorsForWallets(
    groups: readonly { groupName: string; wallets: readonly (() => Wallet)[] }[],
    options: { appName: string; projectId: string },
  ): CreateConnectorFn[]
}
