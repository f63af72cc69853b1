/** The Polkadot provider of the dapp; loaded when the dapp first uses it (`lazy.ts`). Every call goes to the connection in the frames. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { fieldOf, quietly, toJson } from '../dom.ts'
import type { CaipNetworkId, PolkadotAccount, PolkadotProvider, State } from '../types.ts'
import type { Loaded } from './eip1193.ts'
import { type AccountHost, createOneAccount, oddAnswer } from './one-account.ts'
import { withRpcErrors } from './rpc-error.ts'

const namespace = 'polkadot'
const hex = /^0x[0-9a-fA-F]+$/

/** @param since the state when the dapp requested the provider: later changes are emitted as events */
export function createProvider(host: AccountHost, since: State = host.store.getState()): Loaded<PolkadotProvider> {
  const { address, ask, connect, disconnect, listeners, stop } = createOneAccount(
    host,
    namespace,
    since,
    (connected) => ({ address: connected }),
  )
  const accounts = async (): Promise<PolkadotAccount[]> => {
    const given = readAccounts(await ask('polkadot_accounts', () => []))
    const isActive = (account: PolkadotAccount) => account.address === address()
    return [...given.filter(isActive), ...given.filter((account) => !isActive(account))]
  }
  const provider: PolkadotProvider = {
    connect: (options) =>
      withRpcErrors(async () => {
        await connect(options?.onlyIfTrusted === true)
        return accounts()
      }),
    disconnect: () => withRpcErrors(disconnect),
    getAccounts: () =>
      withRpcErrors(() =>
        accounts().catch((error: unknown) => {
          if (error instanceof AirlockError && error.code === 'UNAUTHORIZED') return []
          throw error
        }),
      ),
    signRaw: (message, options) =>
      withRpcErrors(async () => {
        if (typeof message !== 'string') throw new AirlockError('BAD_SHAPE', { message: 'Pass a text' })
        const answer = await ask('polkadot_signMessage', (own) => ({ address: options?.address ?? own, message }))
        return readSignature(answer)
      }),
    signPayload: (payload) =>
      withRpcErrors(async () => {
        // A copy, so that later changes by the page have no effect.
        const transactionPayload = quietly(() => toJson(payload))
        const signer = fieldOf(transactionPayload, 'address')
        const params = () => ({ address: signer, transactionPayload })
        const answer = await ask('polkadot_signTransaction', params, networkIn(transactionPayload))
        return readSignature(answer)
      }),
    ...listeners(() => provider),
  }
  return { provider, stop }
}

/** The network of the extrinsic: a network's id is the first half of its genesis hash. */
function networkIn(payload: unknown): CaipNetworkId {
  const genesis = fieldOf(payload, 'genesisHash')
  if (typeof genesis !== 'string' || !/^0x[0-9a-fA-F]{64}$/.test(genesis))
    throw new AirlockError('BAD_SHAPE', { message: 'The payload needs a genesisHash' })
  return `${namespace}:${genesis.slice(2, 34).toLowerCase()}`
}

function readAccounts(answer: unknown): PolkadotAccount[] {
  if (!Array.isArray(answer)) throw oddAnswer()
  return answer.map((one: unknown) => {
    const [at, name, type] = [fieldOf(one, 'address'), fieldOf(one, 'name'), fieldOf(one, 'type')]
    if (typeof at !== 'string') throw oddAnswer()
    return { address: at, ...(typeof name === 'string' && { name }), ...(isKeyType(type) && { type }) }
  })
}

const isKeyType = (type: unknown): type is NonNullable<PolkadotAccount['type']> =>
  type === 'sr25519' || type === 'ed25519' || type === 'ecdsa'

function readSignature(answer: unknown): string {
  const signature = fieldOf(answer, 'signature')
  if (typeof signature !== 'string' || !hex.test(signature)) throw oddAnswer()
  return signature
}
