/** What the tests call on each page, and how the page is configured: `?way=`. */
import type { Options } from '@airlock/host-sdk'
import type { Form } from './transactions.ts'

/** How the library has Airlock: as one of its own adapters, by registration, or by the embedded wallet's announcement. */
export type Way = 'adapter' | 'registered' | 'announced'

export interface Library {
  /** The names in the library's list. */
  names: () => string[]
  connect: (name: string) => Promise<void>
  address: () => string | undefined
  signMessage: (text: string) => Promise<number[]>
  /** The transactions with their signatures. */
  sign: (forms: readonly Form[], to: string, lamports: number) => Promise<number[][]>
  send: (form: Form, to: string, lamports: number) => Promise<string>
  /** Whether the signed text is the one that was asked for, by the library's own check. */
  signIn: (nonce: string) => Promise<boolean>
  disconnect: () => Promise<void>
  /** The classes of the errors that the library has told the app since the page was loaded. */
  errors: () => string[]
}

export const way = new URL(location.href).searchParams.get('way') as Way // as: set by the tests

/** Set before the page's first script. */
export const options = Reflect.get(window, 'libraryOptions') as Options
export const cluster = options.networks.find(({ name }) => name === 'Local Solana')
export const endpoint = cluster?.rpcUrls.default.http[0] ?? ''
