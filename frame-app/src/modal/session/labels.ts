/**
 * Labels that the page gives to addresses. They are the page's words, so they are shown as such, beside the address. A label that could be taken for
 * an address is left out (C250).
 */
import { AddressLabels, labelKey, mostLabels } from '@airlock/protocol/contracts/shapes/labels.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { atom } from 'jotai'
import * as z from 'zod/mini'
import { toDisplayText } from '../../shared/format/display-text.ts'
import type { ModalContext } from '../core/context.ts'

/** Cleaned; keyed by `labelKey`. */
export const addressLabelsAtom = atom<ReadonlyMap<string, string>>(new Map())

export const labelOf = (labels: ReadonlyMap<string, string>, address: string): string | undefined =>
  labels.get(labelKey(address))

/** @throws AirlockError BAD_SHAPE */
export function setLabels({ store }: ModalContext, given: Json): void {
  const { data } = z.safeParse(AddressLabels, given)
  const entries = Object.entries(data ?? {})
  if (!data || entries.length > mostLabels)
    throw new AirlockError('BAD_SHAPE', { message: 'SYNC_LABELS: invalid labels' })
  store.set(
    addressLabelsAtom,
    new Map(
      entries.flatMap(([address, label]) => {
        const text = toDisplayText(label)
        return text === '' || resemblesAddress(text) ? [] : [[labelKey(address), text] as const]
      }),
    ),
  )
}

/** Matches the start of an EVM or Bitcoin address, the parts of a shortened one, and letters and digits in a run too long for a word. */
const resemblesAddress = (text: string): boolean =>
  /0x[0-9a-f]|\b(bc|tb)1[0-9a-z]{2}|[0-9a-z]{3,}\s?(…|\.{2,})\s?[0-9a-z]{3,}|(?=[a-z]*\d)[0-9a-z]{20,}/iu.test(text)
