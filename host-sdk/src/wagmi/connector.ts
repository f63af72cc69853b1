/** The connector: one entry in the page's list of wallets; the user then chooses a wallet in Airlock's modal. */
import { type Airlock, createAirlock, type Eip1193Provider, type Options } from '@airlock/host-sdk'
import type { CreateConnectorFn } from '@wagmi/core'
import { getAddress, UserRejectedRequestError } from 'viem'
import { icon } from '../standard/icon.ts'
import { codeOf, toViemError } from './errors.ts'
import { switchTo } from './switch.ts'

/** Either an instance, or options for one, whose networks are then those of the wagmi configuration. */
export type AirlockParameters = { readonly airlock?: Airlock } & Partial<Options>

/** Also the rdns that the embedded wallet announces (EIP-6963): wagmi then lists it once. */
export const rdns = 'app.airlock'

airlock.type = 'airlock' as const
export function airlock(parameters: AirlockParameters = {}): CreateConnectorFn<Eip1193Provider> {
  const { airlock: given, ...options } = parameters
  return (config) => {
    let instance = given
    const read = (): Airlock => {
      // as: `createAirlock` refuses missing options by name.
      instance ??= createAirlock({ networks: config.chains, ...options } as Options)
      return instance
    }
    const provider = () => read().provider('eip155')
    const request = (method: string, params?: readonly unknown[]) => provider().request({ method, params })
    const getAccounts = async (method = 'eth_accounts') => readAddresses(await request(method))
    const getChainId = async () => Number(await request('eth_chainId'))

    // Listening loads a part of the SDK, so it starts with the first connection.
    let isListening = false
    const listen = (isOn: boolean) => {
      if (isListening === isOn) return
      isListening = isOn
      for (const [event, listener] of listeners) provider()[isOn ? 'on' : 'removeListener'](event, listener)
    }

    const onAccountsChanged = (accounts: readonly string[]) => {
      if (accounts.length === 0) onDisconnect()
      else config.emitter.emit('change', { accounts: accounts.map((address) => getAddress(address)) })
    }
    const onChainChanged = (chainId: string) => config.emitter.emit('change', { chainId: Number(chainId) })
    const onDisconnect = () => {
      listen(false)
      config.emitter.emit('disconnect')
    }
    const onMessage = (message: unknown) => {
      if (typeof message !== 'object' || message === null || !('type' in message)) return
      config.emitter.emit('message', {
        type: String(message.type),
        ...('data' in message && { data: message.data }),
      })
    }
    /** Connected in Airlock's modal, without a call of this connector. */
    const onConnect = () => {
      const tell = async () => {
        const [accounts, chainId] = await Promise.all([getAccounts(), getChainId()])
        if (accounts.length === 0) return
        listen(true)
        config.emitter.emit('connect', { accounts, chainId })
      }
      tell().catch(() => {}) // the wallet has disconnected again
    }
    const listeners = [
      ['accountsChanged', (accounts: unknown) => onAccountsChanged(readAddresses(accounts))],
      ['chainChanged', (chainId: unknown) => onChainChanged(String(chainId))],
      ['disconnect', onDisconnect],
      ['message', onMessage],
    ] as const

    const switchChain = switchTo(config, { request, getChainId })

    return {
      id: 'airlock',
      name: 'Airlock',
      icon,
      rdns,
      type: airlock.type,
      // Not async: wagmi drops the promise, and wrong options should throw in `createConfig`.
      setup() {
        if (typeof window !== 'undefined')
          read().on('connect', ({ namespace }) => {
            if (namespace === 'eip155' && !isListening) onConnect()
          })
        return Promise.resolve()
      },
      async connect({ chainId: wanted, isReconnecting, withCapabilities } = {}) {
        try {
          const accounts = await getAccounts(isReconnecting ? 'eth_accounts' : 'eth_requestAccounts')
          if (accounts.length === 0) throw new Error('No account is connected.')
          listen(true)
          let chainId = await getChainId()
          if (wanted && wanted !== chainId) {
            await switchChain({ chainId: wanted }).catch((error: unknown) => {
              if (codeOf(error) === UserRejectedRequestError.code) throw error
            })
            chainId = await getChainId()
          }
          const given = withCapabilities ? accounts.map((address) => ({ address, capabilities: {} })) : accounts
          return { accounts: given as never, chainId } // as: the type depends on the flag
        } catch (error) {
          throw toViemError(error)
        }
      },
      async disconnect() {
        listen(false) // wagmi removes the connection itself
        await read().disconnect({ namespace: 'eip155' })
      },
      getAccounts: () => getAccounts(),
      getChainId,
      getProvider: async () => provider(),
      async isAuthorized() {
        try {
          return (await getAccounts()).length > 0
        } catch {
          return false
        }
      },
      switchChain,
      onAccountsChanged,
      onChainChanged,
      onConnect,
      onDisconnect,
      onMessage,
    }
  }
}

const readAddresses = (accounts: unknown) =>
  Array.isArray(accounts) ? accounts.map((address) => getAddress(String(address))) : []
