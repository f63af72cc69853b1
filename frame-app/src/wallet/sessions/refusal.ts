/** Why a smart session is not granted, for the page's developer. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { longestSession } from '../signing/session.ts'

const refusals = {
  off: 'This project has no smart sessions on this network',
  contracts: 'The contracts that hold smart sessions to their limits are not on this network',
  upgrade: 'The user does not want their account to become a smart account',
  one: 'One permission is granted at a time',
  key: 'A session is for an address, or for an uncompressed secp256k1 key, of the page',
  end: `A session needs an end that is at most ${longestSession / 86_400} days away`,
  type: 'Only native-token-transfer, erc20-token-transfer and contract-call can be held to their limits by contracts',
  rule: 'No contract enforces this rule or policy; only an expiry is taken',
  limit:
    'The permission lacks its limit, or its list of recipients, contracts or functions, or has something that no contract enforces',
  reach: 'A session reaches neither the account itself nor the contracts that act for it',
  tokens:
    'Tokens are moved with erc20-token-transfer only, because nothing else limits how many. Each node that is asked must say that another contract is no token',
  over: 'This is not a session of the account',
  revoked: 'This session is revoked already',
} as const

export type SessionRefusal = keyof typeof refusals

export function refuse(why: SessionRefusal): never {
  throw new AirlockError('NOT_AVAILABLE', { message: `${refusals[why]}.` })
}
