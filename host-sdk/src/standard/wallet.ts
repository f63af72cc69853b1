/**
 * A wallet of the Wallet Standard, for Solana, over the provider of an instance. Requests go to that provider, and only for the
 * account that the wallet lists.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { base58 } from '@scure/base'
import { fieldOf, quietly } from '../dom.ts'
import { createEmitter } from '../emitter.ts'
import { withRpcErrors } from '../providers/rpc-error.ts'
import type { Airlock } from '../types.ts'
import { chainsOf } from './chains.ts'
import { ownMark } from './own.ts'
import { signInText } from './sign-in.ts'

const namespace = 'solana'
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

export interface Source {
  readonly name: string
  /** A `data:` URI. */
  readonly icon: string
  readonly airlock: Pick<Airlock, 'getState' | 'networks' | 'provider' | 'switchNetwork'>
  /** Waits until a stored connection is restored, and opens nothing. */
  readonly restored: () => Promise<unknown>
}

export interface StandardWallet {
  readonly wallet: object
  readonly accounts: readonly Account[]
  /** Lists the account with this address, or none, on the networks that the page has now. */
  hold: (address: string | undefined) => void
}

export function createStandardWallet({ name, icon, airlock, restored }: Source): StandardWallet {
  const provider = airlock.provider(namespace)
  const { on, emit } = createEmitter<{ change: Change }>()
  const own = () => airlock.networks.filter((network) => network.chainNamespace === namespace)
  const readChains = () => [...new Set(own().flatMap(chainsOf))]

  let accounts: readonly Account[] = []
  let chains: readonly string[] = Object.freeze(readChains())
  const hold = (address: string | undefined): void => {
    const now = readChains()
    const areSame = String(now) === String(chains)
    if (areSame && accounts[0]?.address === address) return
    if (!areSame) chains = Object.freeze(now)
    const key = address && quietly(() => base58.decode(address))
    accounts = Object.freeze(key && key.length === keyBytes ? [toAccount(address, key, chains)] : [])
    emit('change', areSame ? { accounts } : { accounts, chains })
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
    const wanted = own().find((one) =>
      [one.caipNetworkId, ...chainsOf(one)].some((name) => name === chain),
    )?.caipNetworkId
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
      withRpcErrors(async () => {
        const given = inputs.map((input) => ({ input, bytes: copyOf(fieldOf(input, part)) }))
        const answers: T[] = []
        for (const { input, bytes } of given) {
          await stand(input)
          answers.push(await run(bytes, input))
        }
        return answers
      })
  const signEach = each(
    async (transaction) => ({ signedTransaction: await provider.signTransaction(transaction) }),
    'transaction',
  )
  /** One approval for several transactions of one network. */
  const signTogether = (inputs: readonly unknown[]) =>
    withRpcErrors(async () => {
      const given = inputs.map((input) => copyOf(fieldOf(input, 'transaction')))
      for (const input of inputs) await stand(input)
      const signed = await provider.signAllTransactions(given)
      return signed.map((signedTransaction) => ({ signedTransaction }))
    })
  const areAlike = (inputs: readonly unknown[]) =>
    inputs.length > 1 && new Set(inputs.map((input) => fieldOf(input, 'chain'))).size === 1
  /**
   * Sending several at once is not supported: after an error the caller could not tell which were sent and might pay twice.
   */
  const alone =
    <T>(run: (...inputs: unknown[]) => Promise<T>) =>
    (...inputs: unknown[]): Promise<T> =>
      inputs.length > 1
        ? withRpcErrors(() =>
            Promise.reject(new AirlockError('INVALID_OPTIONS', { message: 'Send one transaction at a time.' })),
          )
        : run(...inputs)

  const wallet = Object.freeze({
    [ownMark]: true,
    version,
    name,
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
          withRpcErrors(async () => {
            const isSilent = fieldOf(input, 'silent') === true
            if (isSilent) await restored()
            if (!isSilent && accounts.length === 0) await provider.connect()
            // Another wallet was connected meanwhile; its accounts are not listed here.
            if (!isSilent && accounts.length === 0) throw new AirlockError('UNAUTHORIZED')
            return { accounts }
          }),
      }),
      'standard:disconnect': Object.freeze({
        version,
        disconnect: () =>
          withRpcErrors(async () => {
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
        signTransaction: (...inputs: unknown[]) => (areAlike(inputs) ? signTogether(inputs) : signEach(...inputs)),
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
      'solana:signIn': Object.freeze({
        version,
        signIn: (...inputs: unknown[]) =>
          withRpcErrors(async () => {
            if (accounts.length === 0) await provider.connect()
            const [account] = accounts
            if (!account) throw new AirlockError('UNAUTHORIZED')
            const texts = (inputs.length > 0 ? inputs : [{}]).map((input) =>
              signInText(input, location.host, account.address),
            )
            const answers = []
            for (const signedMessage of texts)
              answers.push({ account, signedMessage, signature: await provider.signMessage(signedMessage.slice()) })
            return answers
          }),
      }),
    }),
  })

  return {
    wallet,
    get accounts() {
      return accounts
    },
    hold,
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
