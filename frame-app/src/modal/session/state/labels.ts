/** Labels that the page gives to addresses. They are the page's words, so they are shown as such, beside the address. */
import { labelKey } from '@airlock/protocol/contracts/shapes/labels.ts'
import { atom } from 'jotai'

/** Cleaned; keyed by `labelKey`. */
export const addressLabelsAtom = atom<ReadonlyMap<string, string>>(new Map())

export const labelOf = (labels: ReadonlyMap<string, string>, address: string): string | undefined =>
  labels.get(labelKey(address))
