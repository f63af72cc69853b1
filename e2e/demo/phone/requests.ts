/** Requests of an app: what to show to the user, and what to do once the user has agreed. */
import { anything, list, object, quantity, readWith } from '../parse.ts'
import type { Ask } from '../wallet/asks.ts'
import { rpcError } from '../wallet/errors.ts'
import { readSignParams, readTransaction, readTypedDataParams } from '../wallet/page/plan-signing.ts'
import type { WalletNetwork } from '../wallet/state.ts'
import { signTypedData, summarize } from '../wallet/typed-data.ts'
import { createRpc } from '../wallet/worker/rpc.ts'
import { prepareTransaction, sendTransaction } from '../wallet/worker/transactions.ts'
import type { Accounts } from './accounts.ts'
import type { App } from './apps.ts'

/** Methods that this wallet supports; an app that asks for others gets an error. */
export const methods = [
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
] as const

export type Planned = { readonly ask: Ask; readonly done: string; readonly run: () => Promise<unknown> }

export type Surroundings = {
  readonly app: App
  /** The network of the request. */
  readonly network: WalletNetwork
  readonly known: readonly WalletNetwork[]
  readonly accounts: Accounts
  readonly switchTo: (network: WalletNetwork) => Promise<void>
}

/** @throws {ProviderRpcError | TypeError} if the request is not supported or cannot be carried out. */
export async function planRequest(method: string, params: unknown, around: Surroundings): Promise<Planned> {
  const { app, network, accounts } = around
  const given = readWith(list(anything), params) ?? [params]
  const signerOf = (wanted: string) => {
    const same = (one: string) => one.toLowerCase() === wanted.toLowerCase()
    const found = same(app.account) ? accounts.find((account) => same(account.address)) : undefined
    if (!found) throw rpcError('unauthorized', 'This account is not connected to the app.')
    return found
  }
  switch (method) {
    case 'personal_sign': {
      const { account, message } = readSignParams(given)
      const signer = signerOf(account)
      return {
        ask: { kind: 'message', account, message },
        done: 'Signed.',
        run: () => signer.signMessage({ message: { raw: message } }),
      }
    }
    case 'eth_signTypedData_v4': {
      const { account, raw, data } = readTypedDataParams(given, network.chainId)
      const signer = signerOf(account)
      return {
        ask: { kind: 'typedData', account, raw, ...summarize(data) },
        done: 'Signed.',
        run: () => signTypedData(signer, data),
      }
    }
    case 'eth_sendTransaction': {
      const request = readTransaction(given[0], network.chainId)
      const signer = signerOf(request.from)
      const rpc = createRpc(network.rpcUrl)
      const transaction = await prepareTransaction(rpc, network.chainId, request)
      return {
        ask: { kind: 'transaction', transaction, network: network.name, symbol: network.symbol },
        done: 'Sent.',
        run: () => sendTransaction(rpc, signer, transaction),
      }
    }
    case 'wallet_switchEthereumChain':
    case 'wallet_addEthereumChain':
      return planSwitch(object({ chainId: quantity })(given[0]).chainId, around)
    default:
      throw rpcError('unsupported', `This wallet does not do ${method.slice(0, 60)}.`)
  }
}

function planSwitch(wanted: string, { app, known, switchTo }: Surroundings): Planned {
  const target = known.find(({ chainId }) => BigInt(chainId) === BigInt(wanted))
  if (!target) throw rpcError('unknownChain', 'This wallet knows only the local chains of the demo.')
  return {
    ask: { kind: 'switch', from: app.network.name, to: target.name },
    done: `Now on ${target.name}.`,
    run: async () => {
      await switchTo(target)
      return null
    },
  }
}
