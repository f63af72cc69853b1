/** The parts of CONFIGURE, the first request of a session. */
import type { HostEnd } from '@airlock/protocol/contracts/host-link/types.ts'

export type Configuration = HostEnd['app']['calls']['CONFIGURE']['request']
export type FrameOptions = Configuration['options']
export type Theme = Configuration['theme']
export type Locale = Configuration['locale']
