/** What accounts are called: their name on ENS or in the project's registry, with its picture. */
import { atom } from 'jotai'

export interface Identity {
  /** Safe to show. */
  readonly name: string | undefined
  /** As the gateway wrote it. */
  readonly avatar: string | undefined
  /** Of the avatar on the gateway, for the page. */
  readonly avatarUrl: string | undefined
}

/** Keyed by the address in lower case. */
export const identitiesAtom = atom<Readonly<Record<string, Identity>>>({})

export const setIdentityAtom = atom(null, (get, set, address: string, identity: Identity) => {
  set(identitiesAtom, { ...get(identitiesAtom), [address.toLowerCase()]: identity })
})
