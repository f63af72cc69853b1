/**
 * Reads announced wallets of the page (T13, T14, T15, C45). Hostile input: each field is read exactly once, inside `try`,
 * and only bounded copies leave this file.
 */
import { limits } from '@airlock/protocol/limits.ts'
import { parse } from '@airlock/protocol/parse.ts'
import type { Caip2, Namespace } from '@airlock/protocol/scalars/caip.ts'
import { Icon } from '@airlock/protocol/scalars/values.ts'
import { fieldOf, quietly, type Undo } from '../dom.ts'
import { rdnsForm, toWalletId } from '../wallet-id.ts'

/** One namespace of a wallet. Its functions were read once, and only those are called. */
export interface Provider {
  readonly namespace: Namespace
  readonly identity: object
  /** @param scope the network of the call; EIP-1193 cannot name it */
  request: (call: { method: string; params?: unknown }, scope?: Caip2) => unknown
  /** The same text for every form of an address; absent if an address has one form, apart from the case of EVM's. */
  readonly keyOf?: (address: string) => string
  /** Listens to an event; absent for EIP-1193, whose `on` is looked up when it is needed. */
  readonly on?: (event: string, listener: (payload: unknown) => void) => Undo
}

export interface Announced {
  readonly uuid: string
  readonly name: string
  readonly rdns: string
  readonly icon: string | undefined
  readonly provider: Provider
}

const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

/** `undefined` for anything that is not a well-formed EIP-6963 detail. */
export const readAnnouncement = (event: Event): Announced | undefined =>
  quietly(() => {
    const detail = fieldOf(event, 'detail')
    const info = fieldOf(detail, 'info')
    const provider = readProvider(fieldOf(detail, 'provider'))
    const uuid = textOf(info, 'uuid', uuidV4, 36)
    const rdns = textOf(info, 'rdns', rdnsForm, 128)
    const name = readName(fieldOf(info, 'name'))
    if (!provider || !uuid || !rdns || !name) return undefined
    const icon = readIcon(fieldOf(info, 'icon'))
    return { uuid: uuid.toLowerCase(), name, rdns: toWalletId(rdns), icon, provider }
  })

export const readProvider = (value: unknown): Provider | undefined =>
  quietly(() => {
    const request = fieldOf(value, 'request')
    if (typeof request !== 'function' || typeof value !== 'object' || value === null) return undefined
    return { namespace: 'eip155', identity: value, request: (call) => Reflect.apply(request, value, [call]) as unknown }
  })

/** Legacy wallets: `window.ethereum`, and its `providers` list. */
export function readLegacy(): Provider[] {
  const ethereum = quietly(() => fieldOf(window, 'ethereum'))
  const list = quietly(() => fieldOf(ethereum, 'providers'))
  const others = quietly((): unknown[] => (Array.isArray(list) ? list.slice(0, limits.wallets) : [])) ?? []
  return [ethereum, ...others].flatMap((value) => readProvider(value) ?? [])
}

function textOf(value: unknown, key: string, form: RegExp, max: number): string | undefined {
  const text = fieldOf(value, key)
  return typeof text === 'string' && text.length <= max && form.test(text) ? text : undefined
}

/** Only an icon that the frame can show without a request; otherwise none. */
export function readIcon(value: unknown): string | undefined {
  const icon = parse(Icon, value)
  return icon.ok ? icon.value : undefined
}

/** Folds compatibility forms and removes control, format and bidirectional characters (T18, C35). */
export const readName = (name: unknown): string | undefined =>
  typeof name === 'string'
    ? name
        .slice(0, 1000)
        .normalize('NFKC')
        .replace(/\p{C}|\p{Zl}|\p{Zp}/gu, '')
        .trim()
        .slice(0, limits.name)
    : undefined
