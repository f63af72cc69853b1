/** The stored hint as far as it has the agreed form; every script of the page may have written it. */
import { ReconnectHint } from '@airlock/protocol/contracts/shapes/account.ts'
import { readMessage } from '@airlock/protocol/read.ts'

export const readHint = (stored: unknown): ReconnectHint | null => readMessage(ReconnectHint, stored) ?? null
