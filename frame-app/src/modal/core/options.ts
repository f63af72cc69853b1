/** The host's configuration and origin. The origin comes from the browser, everything else from the page. */
import type {
  DappData as DappDataSchema,
  FrameOptions as FrameOptionsSchema,
} from '@airlock/protocol/contracts/shapes/options.ts'
import { atom } from 'jotai'
import type { infer as Infer } from 'zod/mini'

export type FrameOptions = Infer<typeof FrameOptionsSchema>
export type DappData = Infer<typeof DappDataSchema>

/** Set once at startup, from `ancestorOrigins` and the handshake. */
export const hostOriginAtom = atom('')

/** `null` until the host has sent CONFIGURE; nothing is rendered before. */
export const optionsAtom = atom<FrameOptions | null>(null)

export const dappAtom = atom<DappData>({ name: '', icons: [] })

export const isDebugAtom = atom((get) => get(optionsAtom)?.debug === true)
