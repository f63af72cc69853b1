/** Names of accounts: from ENS or the project's registry, with a picture, and all names that the registry has for them. */
import { parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { atom } from 'jotai'
import { activeConnectionAtom } from './active-connection.ts'

export interface Identity {
  /** Safe to show. */
  readonly name: string | undefined
  /** As the gateway wrote it. */
  readonly avatar: string | undefined
  /** Address of the avatar on the gateway, for the page. */
  readonly avatarUrl: string | undefined
  /** Names in the registry, the oldest first; absent until the gateway has answered. */
  readonly registered?: readonly string[] | 'failed'
}
const nameless: Identity = { name: undefined, avatar: undefined, avatarUrl: undefined }

/** Keyed by the address in lower case. */
export const identitiesAtom = atom<Readonly<Record<string, Identity>>>({})

/** Adds new values; known ones from elsewhere stay. */
export const setIdentityAtom = atom(null, (get, set, address: string, part: Partial<Identity>) => {
  const key = address.toLowerCase()
  const identities = get(identitiesAtom)
  set(identitiesAtom, { ...identities, [key]: { ...(identities[key] ?? nameless), ...part } })
})

/** The identity of the active account. */
export const activeIdentityAtom = atom((get): Identity | undefined => {
  const connection = get(activeConnectionAtom)
  return connection && get(identitiesAtom)[parseCaip10(connection.active).address.toLowerCase()]
})

/** The registered name of the active account. */
export const ownNameAtom = atom((get): string | undefined => {
  const registered = get(activeIdentityAtom)?.registered
  return registered === 'failed' ? undefined : registered?.[0]
})
