/**
 * Finds the Bitcoin wallets of the page: those registered in the Wallet Standard, those in the list of sats-connect, and those at a known
 * property of the window. Loaded for pages with a Bitcoin network. Hostile input: each field is read once, inside `try`, and only bounded
 * copies leave this file (C184).
 */
import { fieldOf, quietly, type Undo } from '../../dom.ts'
import { ownMark } from '../../standard/own.ts'
import type { Network } from '../../types.ts'
import { type Provider, readIcon, readName } from '../read.ts'
import type { Found, ReadStandard } from '../registry.ts'
import { listenForWallets } from '../wallet-standard-list.ts'
import { itemsOf } from './functions.ts'
import { leather, type Shape, satsConnect, standard, unisat } from './shapes.ts'

const namespace = 'bip122'

/**
 * Where to find wallets that are in no list, and the names under which users know them. If two places hold the same object, the first
 * counts.
 */
const places: readonly { readonly at: string; readonly name: string; readonly shape: Shape }[] = [
  { at: 'unisat', name: 'UniSat Wallet', shape: unisat },
  { at: 'okxwallet.bitcoin', name: 'OKX Wallet', shape: unisat },
  { at: 'bitkeep.unisat', name: 'Bitget Wallet', shape: unisat },
  { at: 'LeatherProvider', name: 'Leather', shape: leather },
]

type Networks = () => readonly Network[]

export const readBitcoinWallets: ReadStandard = (registry, networks) => {
  const standards = listenForWallets(registry, (wallet) => quietly(() => readStandard(wallet, networks)))
  return {
    discover() {
      standards.discover()
      const found = [
        ...(quietly(() => itemsOf(fieldOf(window, 'btc_providers'))) ?? []).map(
          (entry) => () => readListed(entry, networks),
        ),
        ...places.map(
          ({ at, name, shape }) =>
            () =>
              toFound(shape, follow(at), { name, icon: undefined }, networks),
        ),
      ]
      for (const read of found) {
        const wallet = quietly(read)
        if (wallet) registry.add(wallet)
      }
    },
    stop: standards.stop,
  }
}

/** The object at a path of the page. */
const follow = (at: string): unknown => at.split('.').reduce((holder: unknown, name) => fieldOf(holder, name), window)

/** For example `XverseProviders.BitcoinProvider`. */
const path = /^[A-Za-z_$][\w$]{0,63}(\.[A-Za-z_$][\w$]{0,63}){0,3}$/

/** An entry of sats-connect's list. It names the place of the wallet's object. */
function readListed(entry: unknown, networks: Networks): Found | undefined {
  const id = fieldOf(entry, 'id')
  const name = readName(fieldOf(entry, 'name'))
  if (typeof id !== 'string' || !path.test(id) || !name) return undefined
  const target = follow(id)
  // Leather is in this list too, but has its own methods.
  const shape = id === 'LeatherProvider' || fieldOf(target, 'isLeather') === true ? leather : satsConnect
  return toFound(shape, target, { name, icon: readIcon(fieldOf(entry, 'icon')) }, networks)
}

/** The Bitcoin part of a wallet that may also register in other namespaces. It stays the same object when the wallet registers again. */
const parts = new WeakMap<object, object>()

function readStandard(wallet: unknown, networks: Networks): Found | undefined {
  if (typeof wallet !== 'object' || wallet === null) return undefined
  const name = readName(fieldOf(wallet, 'name'))
  if (!name) return undefined
  const looks = { name, icon: readIcon(fieldOf(wallet, 'icon')) }
  // A wallet that also has a place on the window is listed once, under the object at that place.
  const other = fieldOf(fieldOf(fieldOf(wallet, 'features'), 'sats-connect:'), 'provider')
  const part = typeof other === 'object' && other !== null ? other : (parts.get(wallet) ?? {})
  parts.set(wallet, part)
  return toFound(standard, wallet, looks, networks, part) ?? toFound(satsConnect, other, looks, networks)
}

function toFound(
  shape: Shape,
  target: unknown,
  looks: Pick<Found, 'name' | 'icon'>,
  networks: Networks,
  part?: object,
): Found | undefined {
  if (typeof target !== 'object' || target === null || Reflect.get(target, ownMark) === true) return undefined
  const found = shape(target)
  if (!found) return undefined
  const { serves, load } = found
  const own = () =>
    networks().flatMap(({ chainNamespace, caipNetworkId: id }) =>
      chainNamespace === namespace && serves(id) ? id : [],
    )
  /** The network of the latest call. */
  let latest = own()[0]
  const provider: Provider = {
    namespace,
    identity: part ?? target,
    async request(call, scope) {
      latest = scope ?? latest
      const { callBitcoin } = await import('./calls.ts')
      return callBitcoin(
        await load(),
        call,
        own().find((id) => id === scope),
      )
    },
    on(event, listener) {
      if (event !== 'accountsChanged') return () => {}
      let undo: Undo | undefined
      let isOver = false
      const start = async () => {
        const [{ callBitcoin }, wallet] = await Promise.all([import('./calls.ts'), load()])
        const told = async () => listener(await callBitcoin(wallet, { method: 'bitcoin_accounts' }, latest))
        // A wallet that does not answer reports no change.
        const changed = () => void told().catch(() => {})
        if (!isOver) undo = quietly(() => wallet.listen?.(changed))
      }
      start().catch(() => {}) // without events, the wallet's state stays as it was
      return () => {
        isOver = true
        quietly(() => undo?.())
      }
    },
  }
  return { ...looks, uuid: undefined, rdns: undefined, provider, serves: own }
}
