/**
 * What each RPC method needs: an immediate answer, a read from the chain, or the user's consent. Unknown methods get
 * 4200. Plans are made synchronously, and refuse invalid parameters and unknown accounts before any window opens.
 */
import { anything, literal, object, readWith } from '../../parse.ts'
import { rpcError } from '../errors.ts'
import { readMethods, toHexChainId, type WalletState } from '../state.ts'
import { answer, type Context, currentNetwork, type Plan, run } from './plan.ts'
import { planAddChain, planSwitchChain } from './plan-chains.ts'
import { planPersonalSign, planSendTransaction, planSignTypedData } from './plan-signing.ts'

export function planRequest(method: string, params: readonly unknown[], context: Context): Plan {
  const { state, worker, apply } = context
  switch (method) {
    case 'eth_accounts':
      return answer(state.accounts)
    case 'eth_chainId':
      return answer(toHexChainId(state.chainId))
    case 'net_version':
      return answer(String(state.chainId))
    case 'eth_requestAccounts':
      return planConnect(context)
    case 'wallet_getPermissions':
      return answer(permissions(state))
    case 'wallet_revokePermissions':
      object({ eth_accounts: anything })(params[0])
      return run(async () => {
        apply(await worker.call('revoke', {}))
        return null
      })
    case 'personal_sign':
      return planPersonalSign(params, context)
    case 'eth_signTypedData_v4':
      return planSignTypedData(params, context)
    case 'eth_sendTransaction':
      return planSendTransaction(params, context)
    case 'wallet_switchEthereumChain':
      return planSwitchChain(params, context)
    case 'wallet_addEthereumChain':
      return planAddChain(params, context)
    default:
      return planRead(method, params, context)
  }
}

function planConnect({ state, worker, apply }: Context): Plan {
  if (state.accounts.length > 0) return answer(state.accounts)
  return {
    kind: 'ask',
    ask: async () => ({
      kind: 'connect',
      account: (await worker.call('account', {})).address,
      network: currentNetwork(state).name,
    }),
    run: async () => {
      const next = await worker.call('connect', {})
      apply(next)
      return next.accounts
    },
  }
}

function planRead(name: string, params: readonly unknown[], { worker }: Context): Plan {
  const method = readWith(literal(...readMethods), name)
  if (method === undefined) throw rpcError('unsupported')
  return run(() => worker.call('read', { method, params: [...params] }))
}

function permissions({ accounts }: WalletState): unknown[] {
  if (accounts.length === 0) return []
  const caveats = [{ type: 'restrictReturnedAccounts', value: accounts }]
  return [{ invoker: location.origin, parentCapability: 'eth_accounts', caveats }]
}
