/** Translated texts for the reasons why a message was refused. Other reasons use the text of the error table. */
import { type ErrorCode, errorText } from '@airlock/protocol/errors.ts'
import type { ModalKey } from '../../../shared/i18n/message.ts'
import type { Translate } from '../../../shared/i18n/translate.ts'

const words: Partial<Record<ErrorCode, ModalKey>> = {
  BAD_SHAPE: 'help.reason.badShape',
  TOO_LARGE: 'help.reason.tooLarge',
  TOO_DEEP: 'help.reason.tooDeep',
  WRONG_DIRECTION: 'help.reason.wrongDirection',
  UNKNOWN_TYPE: 'help.reason.unknownType',
  DUPLICATE_ID: 'help.reason.duplicateId',
  UNKNOWN_ID: 'help.reason.unknownId',
  STALE_EPOCH: 'help.reason.staleEpoch',
  TYPE_MISMATCH: 'help.reason.typeMismatch',
  UNREADABLE: 'help.reason.unreadable',
  BUSY: 'help.reason.busy',
  FLOOD: 'help.reason.flood',
  PROTOCOL_VIOLATION: 'help.reason.violation',
  SEND_FAILED: 'help.reason.sendFailed',
  INTERNAL: 'help.reason.internal',
}

export function reasonText(code: ErrorCode, t: Translate<ModalKey>): string {
  const key = words[code]
  return key ? t(key) : errorText(code)
}
