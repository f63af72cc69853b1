import { atom } from 'jotai'
import { defaultSuffix } from '../../../core/api/name-rules.ts'

/** A text of the service, which is shown unchanged; `undefined` if it gave none. */
export type Said = string | undefined

export type Lookup =
  /** Nothing to look up: the field is empty, or its text is not allowed. */
  | { status: 'idle' }
  | { status: 'looking'; label: string }
  /** `alternatives` are free, and without the suffix. */
  | { status: 'free' | 'taken'; label: string; name: string; alternatives: readonly string[] }
  | { status: 'failed'; label: string; said: Said }

export type Registration =
  | { status: 'idle' }
  /** The wallet asks for the signature. `isSlow` from 8 s on. */
  | { status: 'signing'; name: string; isSlow: boolean }
  | { status: 'sending'; name: string }
  | { status: 'declined'; name: string }
  /** `isLate`: the signature came too late; signing again helps. `isFinal`: the same name is refused again. */
  | { status: 'failed'; name: string; said: Said; isLate: boolean; isFinal: boolean }

export interface Naming {
  readonly typed: string
  readonly suffix: string
  readonly lookup: Lookup
  readonly registration: Registration
}

export const noNaming: Naming = {
  typed: '',
  suffix: defaultSuffix,
  lookup: { status: 'idle' },
  registration: { status: 'idle' },
}
export const namingAtom = atom<Naming>(noNaming)
