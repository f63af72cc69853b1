/** The stored hints if they are valid; any script of the page may have written them. */
import { type ReconnectHint, ReconnectHints } from '@airlock/protocol/contracts/shapes/account.ts'
import { readMessage } from '@airlock/protocol/read.ts'

export const readHints = (stored: unknown): ReconnectHint[] => readMessage(ReconnectHints, stored) ?? []
