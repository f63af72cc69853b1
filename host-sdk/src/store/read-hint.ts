/** The stored hint if it is valid; any script of the page may have written it. */
import { ReconnectHint } from '@airlock/protocol/contracts/shapes/account.ts'
import { readMessage } from '@airlock/protocol/read.ts'

export const readHint = (stored: unknown): ReconnectHint | null => readMessage(ReconnectHint, stored) ?? null
