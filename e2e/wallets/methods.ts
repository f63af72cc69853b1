/** What the wallet does for each RPC method, after approval. */
import * as z from 'zod'
import { callRpc } from '../world/rpc.ts'
import type { Signer } from './account.ts'
import type { Approvals } from './approval.ts'
import { createBatches } from './batches.ts'
import { parse, WalletError } from './wallet.ts'

export type WalletState = {
  chainId: number
  isConnected: boolean
  /** Node address by chain id, for the chains this wallet knows now. */
  readonly known: Map<number, string>
}

export type MethodContext = {
  readonly state: WalletState
  readonly signer: Signer
  readonly approvals: Approvals
  readonly emit: (event: string, payload: unknown) => Promise<void>
  /** Node addresses of all chains that could be added. */
  readonly addable: ReadonlyMap<number, string>
  /** It carries out several calls as one. */
  readonly hasBatches?: boolean
  /** Signs messages in place of the account. */
  readonly forger?: Signer | undefined
}

const ChainParams = z
  .array(z.looseObject({ chainId: z.string().regex(/^0x[0-9a-f]+$/i) }))
  .min(1)
  .transform(([first]) => Number(first?.chainId))

/** The text; the account after it is another's. */
const SignParams = z.tuple([z.string()], z.unknown()).transform(([text]) => [text] as const)

const echo = (params: unknown) => ({ asked: params })

const toHex = (chainId: number) => `0x${chainId.toString(16)}`

export function createMethods(context: MethodContext): (method: string, params: unknown) => Promise<unknown> {
  const { state, signer, approvals, emit, addable, hasBatches = false, forger } = context
  const batches = createBatches(signer)

  const accounts = () => (state.isConnected && !approvals.isLocked() ? [signer.address] : [])
  const nodeUrl = () => {
    const url = state.known.get(state.chainId)
    if (url === undefined) throw new WalletError(4901, `No connection to chain ${state.chainId}`)
    return url
  }
  const permissions = () => accounts().map(() => ({ parentCapability: 'eth_accounts' }))
  const connect = async () => {
    await approvals.passLock()
    if (!state.isConnected) await approvals.ask()
    state.isConnected = true
  }
  const approved = async <T>(run: () => Promise<T>): Promise<T> => {
    if (accounts().length === 0) throw new WalletError(4100, 'The requested account has not been authorized.')
    await approvals.ask()
    return run()
  }
  const switchTo = async (chainId: number) => {
    if (chainId === state.chainId) return
    state.chainId = chainId
    await emit('chainChanged', toHex(chainId))
  }

  const methods: Readonly<Record<string, (params: unknown) => unknown>> = {
    eth_chainId: () => toHex(state.chainId),
    net_version: () => String(state.chainId),
    eth_accounts: accounts,
    eth_requestAccounts: async () => {
      await connect()
      return accounts()
    },
    wallet_requestPermissions: async () => {
      await connect()
      return permissions()
    },
    wallet_getPermissions: permissions,
    wallet_revokePermissions: async () => {
      state.isConnected = false
      await emit('accountsChanged', [])
      return null
    },
    personal_sign: (params) =>
      approved(() =>
        forger ? forger.signMessage([...parse(SignParams, params), forger.address]) : signer.signMessage(params),
      ),
    eth_signTypedData_v4: (params) => approved(() => signer.signTypedData(params)),
    eth_sendTransaction: (params) =>
      approved(() => signer.sendTransaction(params, { chainId: state.chainId, nodeUrl: nodeUrl() })),
    // What a page may ask of it without our knowing: answered with what was asked, so that a test can compare.
    wallet_getCapabilities: hasBatches ? () => batches.capabilities([...state.known.keys()]) : echo,
    wallet_sendCalls: hasBatches
      ? (params) => approved(() => batches.send(params, { chainId: state.chainId, nodeUrl: nodeUrl() }))
      : echo,
    ...(hasBatches && { wallet_getCallsStatus: batches.status }),
    wallet_watchAsset: echo,
    eth_signTransaction: echo,
    rabbit_vendorMethod: echo,
    wallet_switchEthereumChain: async (params) => {
      const chainId = parse(ChainParams, params)
      if (!state.known.has(chainId)) throw new WalletError(4902, `Unrecognized chain ID ${toHex(chainId)}.`)
      await approvals.ask()
      await switchTo(chainId)
      return null
    },
    wallet_addEthereumChain: async (params) => {
      const chainId = parse(ChainParams, params)
      const url = addable.get(chainId)
      if (url === undefined) throw new WalletError(-32602, `Chain ${toHex(chainId)} does not answer.`)
      await approvals.ask()
      state.known.set(chainId, url)
      await switchTo(chainId)
      return null
    },
  }
  return async (method, params) => {
    const run = Object.hasOwn(methods, method) ? methods[method] : undefined
    return run ? run(params) : callRpc(nodeUrl(), method, params)
  }
}
