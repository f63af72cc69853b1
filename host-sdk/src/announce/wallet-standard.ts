/**
 * The Wallet Standard, for Solana. Registers once with each wallet list, at the first sign-in, and lists no account
 * while no user is signed in. Requests go to the page's provider, and only for an account of the embedded wallet.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { base58 } from '@scure/base'
import { fieldOf, listen, quietly } from '../dom.ts'
import { createEmitter } from '../emitter.ts'
import { toRpcError } from '../providers/rpc-error.ts'
import type { CaipNetworkId, State } from '../types.ts'
import { icon } from './icon.ts'
import { dispatch, isEmbedded, type Offer, type Offered } from './offer.ts'

const namespace = 'solana'

/** Networks with a special name in the Wallet Standard. */
const chainNames: Readonly<Record<string, string>> = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana:mainnet',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'solana:devnet',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkQY3': 'solana:testnet',
}
export const toChain = (id: CaipNetworkId): string => chainNames[id] ?? id

const version = '1.0.0'
const signing = ['solana:signTransaction', 'solana:signAndSendTransaction', 'solana:signMessage'] as const
const keyBytes = 32

export interface Account {
  readonly address: string
  readonly publicKey: Uint8Array
  readonly chains: readonly string[]
  readonly features: readonly string[]
}

interface Change {
  readonly accounts: readonly Account[]
  readonly chains?: readonly string[]
}

export function registerWallet({ airlock, networks }: Offered): Offer {
  const provider = airlock.provider(namespace)
  const { on, emit } = createEmitter<{ change: Change }>()
  const own = () => networks.list.filter((network) => network.chainNamespace === namespace)
  const readChains = () => own().map((network) => toChain(network.caipNetworkId))

  let accounts: readonly Account[] = []
  let chains: readonly string[] = Object.freeze(readChains())
  let name = ''
  const hold = (address: string | undefined): void => {
    const now = readChains()
    const areSame = String(now) === String(chains)
    if (areSame && accounts[0]?.address === address) return
    if (!areSame) chains = Object.freeze(now)
    const key = address && quietly(() => base58.decode(address))
    accounts = Object.freeze(key && key.length === keyBytes ? [toAccount(address, key, chains)] : [])
    emit('change', areSame ? { accounts } : { accounts, chains })
  }

  /** Converts our errors to ones with the numeric `code` that dapps expect. */
  const asked = async <T>(run: () => Promise<T>): Promise<T> => {
    try {
      return await run()
    } catch (error) {
      throw error instanceof AirlockError ? toRpcError(error) : error
    }
  }
  const chainOfAccount = () => {
    const account = airlock.getState().accounts.solana?.caipAddress
    return account?.slice(0, account.lastIndexOf(':'))
  }
  /** Checks the account of a request, and switches to the network that the request names if it is another one. */
  const stand = async (input: unknown): Promise<void> => {
    const address = fieldOf(fieldOf(input, 'account'), 'address')
    if (!accounts.some((account) => account.address === address)) throw new AirlockError('UNAUTHORIZED')
    const chain = fieldOf(input, 'chain')
    if (chain === undefined) return
    const wanted = own().find(({ caipNetworkId: id }) => id === chain || toChain(id) === chain)?.caipNetworkId
    if (!wanted) throw new AirlockError('CHAIN_NOT_SUPPORTED')
    if (chainOfAccount() === wanted) return
    await airlock.switchNetwork(wanted)
    if (chainOfAccount() !== wanted) throw new AirlockError('CHAIN_DISCONNECTED')
  }
  /**
   * Runs the inputs one after the other, each on its own network. The bytes are copied first, so that later changes by the
   * page have no effect.
   */
  const each =
    <T>(run: (bytes: Uint8Array, input: unknown) => Promise<T>, part: string) =>
    (...inputs: unknown[]): Promise<T[]> =>
      asked(async () => {
        const given = inputs.map((input) => ({ input, bytes: copyOf(fieldOf(input, part)) }))
        const answers: T[] = []
        for (const { input, bytes } of given) {
          await stand(input)
          answers.push(await run(bytes, input))
        }
        return answers
      })
  /**
   * Sending several at once is not supported: after an error the caller could not tell which were sent and might pay twice.
   */
  const alone =
    <T>(run: (...inputs: unknown[]) => Promise<T>) =>
    (...inputs: unknown[]): Promise<T> =>
      inputs.length > 1
        ? asked(() =>
            Promise.reject(new AirlockError('INVALID_OPTIONS', { message: 'Send one transaction at a time.' })),
          )
        : run(...inputs)

  const wallet = Object.freeze({
    version,
    get name() {
      return name
    },
    icon,
    get chains() {
      return chains
    },
    get accounts() {
      return accounts
    },
    features: Object.freeze({
      'standard:connect': Object.freeze({
        version,
        connect: (input?: unknown) =>
          asked(async () => {
            const isSilent = fieldOf(input, 'silent') === true
            if (!isSilent && accounts.length === 0) await provider.connect()
            // Another wallet was connected meanwhile; its accounts are not announced here.
            if (!isSilent && accounts.length === 0) throw new AirlockError('UNAUTHORIZED')
            return { accounts }
          }),
      }),
      'standard:disconnect': Object.freeze({
        version,
        disconnect: () =>
          asked(async () => {
            if (accounts.length > 0) await provider.disconnect()
          }),
      }),
      'standard:events': Object.freeze({
        version,
        on: (event: unknown, listener: unknown) =>
          event === 'change' && typeof listener === 'function'
            ? on('change', (change) => void Reflect.apply(listener, undefined, [change]))
            : () => {},
      }),
      'solana:signTransaction': Object.freeze({
        version,
        supportedTransactionVersions,
        signTransaction: each(
          async (transaction) => ({ signedTransaction: await provider.signTransaction(transaction) }),
          'transaction',
        ),
      }),
      'solana:signAndSendTransaction': Object.freeze({
        version,
        supportedTransactionVersions,
        signAndSendTransaction: alone(
          each(async (transaction, input) => {
            const options = fieldOf(input, 'options')
            const given = typeof options === 'object' && options !== null ? options : undefined
            return { signature: base58.decode(await provider.signAndSendTransaction(transaction, given)) }
          }, 'transaction'),
        ),
      }),
      'solana:signMessage': Object.freeze({
        version,
        signMessage: each(
          async (signedMessage) => ({ signedMessage, signature: await provider.signMessage(signedMessage) }),
          'message',
        ),
      }),
    }),
  })

  /** Wallet lists that have registered us, and how to unregister. */
  const known = new WeakSet<object>()
  const leaving: unknown[] = []
  const registerIn = (list: unknown) =>
    quietly(() => {
      const register = fieldOf(list, 'register')
      if (typeof register !== 'function' || accounts.length === 0 || known.has(register)) return
      known.add(register)
      leaving.push(Reflect.apply(register, undefined, [wallet]))
    })
  const unlisten = listen(window, 'wallet-standard:app-ready', (event) =>
    registerIn(quietly(() => fieldOf(event, 'detail'))),
  )

  return {
    follow({ accounts: { solana: account } }: State) {
      const wasHeld = accounts.length > 0
      const isHeld = isEmbedded(account)
      if (isHeld) name ||= account?.wallet?.name ?? ''
      hold(isHeld ? account?.address : undefined)
      if (accounts.length > 0 && !wasHeld) dispatch('wallet-standard:register-wallet', registerIn)
    },
    stop() {
      unlisten()
      hold(undefined)
      for (const leave of leaving)
        if (typeof leave === 'function') quietly(() => void Reflect.apply(leave, undefined, []))
    },
  }
}

const supportedTransactionVersions = Object.freeze(['legacy', 0] as const)

const toAccount = (address: string, key: Uint8Array, chains: readonly string[]): Account =>
  Object.freeze({
    address,
    // Bytes cannot be frozen, so each read gets its own copy.
    get publicKey() {
      return key.slice()
    },
    chains,
    features: signing,
  })

function copyOf(value: unknown): Uint8Array {
  if (!(value instanceof Uint8Array)) throw new AirlockError('BAD_SHAPE', { message: 'Pass a Uint8Array' })
  return value.slice()
}
