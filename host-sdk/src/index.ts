/** The core for host pages: one frame, one dialog, standard providers. Importing it has no side effects and needs no browser. */
import '@airlock/protocol/jitless.ts'

export { AirlockError, type ErrorCode } from '@airlock/protocol/errors.ts'
export { createAirlock } from './create.ts'
export type * from './types.ts'
