/** Refusals of EIP-5792, with its numbers. */
import { AirlockError } from '@airlock/protocol/errors.ts'

const refusals = {
  capability: [5700, 'This wallet does not support a capability that the request needs'],
  network: [5710, 'This wallet has no node for the network of the request'],
  duplicate: [5720, 'Calls with this id have been sent already'],
  unknown: [5730, 'No calls with this id have been sent from this site'],
  tooMany: [5740, 'The request has too many calls'],
  upgrade: [5750, 'The user does not want their account to become a smart account'],
  atomicity: [5760, 'On this network the account cannot make several calls as one'],
} as const

export type CallsRefusal = keyof typeof refusals

export function refuse(why: CallsRefusal, detail?: string): never {
  const [rpcCode, text] = refusals[why]
  throw new AirlockError('NOT_AVAILABLE', {
    rpcCode,
    message: detail === undefined ? `${text}.` : `${text}: ${detail}.`,
  })
}
