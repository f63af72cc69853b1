/** What the host configured, and which host it is. The origin comes from the browser, the rest are the page's words. */
import type {
  DappData as DappDataSchema,
  FrameOptions as FrameOptionsSchema,
} from '@airlock/protocol/contracts/shapes/options.ts'
import { atom } from 'jotai'
import type { infer as Infer } from 'zod/mini'

export type FrameOptions = Infer<typeof FrameOptionsSchema>
export type DappData = Infer<typeof DappDataSchema>

/** Set once by the boot, from `ancestorOrigins` and the handshake. */
export const hostOriginAtom = atom('')

/** `null` until the host has sent CONFIGURE; nothing is drawn before. */
export const optionsAtom = atom<FrameOptions | null>(null)

export const dappAtom = atom<DappData>({ name: '', icons: [] })

export const isDebugAtom = atom((get) => get(optionsAtom)?.debug === true)
