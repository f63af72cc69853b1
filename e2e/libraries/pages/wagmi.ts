/** The actions of wagmi, for all pages with a wagmi configuration. */
import {
  type Config,
  type CreateConnectorFn,
  connect,
  createConfig,
  disconnect,
  getAccount,
  http,
  sendTransaction,
  signMessage,
  signTypedData,
  switchChain,
} from '@wagmi/core'
import type { Chain } from 'viem'
import type { Library } from './page.ts'

export const configure = (chains: readonly [Chain, ...Chain[]], connectors: CreateConnectorFn[]): Config =>
  createConfig({ chains, connectors, transports: Object.fromEntries(chains.map(({ id }) => [id, http()])) })

export const actionsOf = (config: Config, connectorId = 'airlock'): Library => ({
  async connect() {
    const connector = config.connectors.find(({ id }) => id === connectorId)
    if (!connector) throw new Error('wagmi does not list the connector')
    await connect(config, { connector })
  },
  async account() {
    const { address, chainId, status } = getAccount(config)
    return status === 'connected' ? { address, chainId } : undefined
  },
  sign: (message) => signMessage(config, { message }),
  signTypedData: (data) => signTypedData(config, data),
  send: (to, value) => sendTransaction(config, { to, value }),
  switchChain: (chainId) => switchChain(config, { chainId }),
  disconnect: () => disconnect(config),
})
