/** What every page of a library has: the options from its test, and the functions that the test calls. */
import type { Airlock, Options } from '@airlock/host-sdk'
import type { Chain } from 'viem'

export interface TypedData {
  readonly domain: { readonly name: string; readonly version: string; readonly chainId: number }
  readonly types: { readonly Note: readonly { readonly name: string; readonly type: string }[] }
  readonly primaryType: 'Note'
  readonly message: { readonly text: string }
}

/** Each function calls the library and nothing else. */
export interface Library {
  /** Without it, the test uses the library's own interface. */
  readonly connect?: () => Promise<unknown>
  /** What the library says now, without asking. */
  readonly account: () => Promise<{ address: string; chainId: number } | undefined>
  readonly sign: (text: string) => Promise<string>
  readonly signTypedData: (data: TypedData) => Promise<string>
  readonly send: (to: `0x${string}`, value: bigint) => Promise<string>
  readonly switchChain: (chainId: number) => Promise<unknown>
  readonly disconnect: () => Promise<unknown>
}

type Configured = Options & { readonly networks: readonly [Chain, ...Chain[]] }

/** From the block that the server writes, and from the test, which sets them before the page loads. */
export function readOptions(): Configured {
  const block = document.getElementById('demo-config')?.textContent ?? '{}'
  const given: unknown = Reflect.get(window, 'libraryOptions')
  return { ...(JSON.parse(block) as Configured), ...(given as object | undefined) } // as: our own server and test
}

export function chainOf(chains: readonly Chain[], id: number): Chain {
  const chain = chains.find((known) => known.id === id)
  if (!chain) throw new Error(`The page lists no chain ${id}`)
  return chain
}

export const offer = (airlock: Airlock, library: Library): void => void Object.assign(window, { airlock, library })
