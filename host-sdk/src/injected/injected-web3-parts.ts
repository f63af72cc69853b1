/**
 * Reads the objects that a wallet in `window.injectedWeb3` gives to a page. The values are hostile: each is read once, and features are
 * detected.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { fieldOf, quietly } from '../dom.ts'
import { asked } from './asked.ts'

/** The functions of a wallet, bound to their objects. A missing function means that the wallet does not have the feature. */
export interface Enabled {
  readonly accounts: () => unknown
  readonly signRaw: Call | undefined
  readonly signPayload: Call | undefined
}
type Call = (input: unknown) => unknown

/** Asks the wallet for its accounts. @param onAccounts is called with the addresses whenever they change */
export type Enable = (onAccounts: (addresses: readonly string[]) => void) => Promise<Enabled>

/** An account as the wallet reports it. */
export interface Web3Account {
  readonly address: string
  readonly name?: string
  readonly type?: string
  readonly genesisHash?: string
}

const address = /^[1-9A-HJ-NP-Za-km-z]{45,50}$/
const keyTypes: ReadonlySet<unknown> = new Set(['sr25519', 'ed25519', 'ecdsa'])
const hash = /^0x[0-9a-fA-F]{64}$/
/** More than any wallet has. */
const mostAccounts = 256

/** `undefined` for an entry without `enable` and `connect`. */
export function readEnable(entry: object): Enable | undefined {
  // `connect` is the newer function; wallets that have it also have `enable`.
  const call = bound(entry, 'enable') ?? bound(entry, 'connect')
  if (!call) return undefined
  return async (onAccounts) => {
    const given = await asked(() => call(location.host))
    const enabled = quietly(() => {
      const [list, signer] = [fieldOf(given, 'accounts'), fieldOf(given, 'signer')]
      const accounts = bound(list, 'get')
      return (
        accounts && { accounts, list, signRaw: bound(signer, 'signRaw'), signPayload: bound(signer, 'signPayload') }
      )
    })
    if (!enabled) throw new AirlockError('WALLET_FAILED', { message: 'The wallet gives no accounts.' })
    const { list, accounts, signRaw, signPayload } = enabled
    quietly(() =>
      bound(
        list,
        'subscribe',
      )?.((now: unknown) => {
        const addresses = quietly(() => accountsOf(now).map((account) => account.address))
        if (addresses) onAccounts(addresses)
      }),
    )
    return { accounts: () => accounts(undefined), signRaw, signPayload }
  }
}

/** The accounts with an SS58 address in a wallet's list, at most 256. EVM accounts have other addresses. */
export const accountsOf = (list: unknown): readonly Web3Account[] =>
  Array.isArray(list)
    ? Array.from({ length: Math.min(list.length, mostAccounts) }, (_, at) => list[at] as unknown).flatMap((account) => {
        const [at, name, type] = [fieldOf(account, 'address'), fieldOf(account, 'name'), fieldOf(account, 'type')]
        const genesisHash = fieldOf(account, 'genesisHash')
        if (typeof at !== 'string' || !address.test(at)) return []
        return {
          address: at,
          ...(typeof name === 'string' && name && { name }),
          ...(typeof type === 'string' && keyTypes.has(type) && { type }),
          ...(typeof genesisHash === 'string' && hash.test(genesisHash) && { genesisHash }),
        }
      })
    : []

function bound(holder: unknown, name: string): Call | undefined {
  const call = fieldOf(holder, name)
  return typeof call === 'function' ? (input) => Reflect.apply(call, holder, [input]) as unknown : undefined
}
