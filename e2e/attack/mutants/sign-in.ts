/** Mutants for signing in with a message. */
import { type Mutant, weakenUnit } from './mutant.ts'

const page = 'host-sdk/src/siwx/index.ts'
const check = 'host-sdk/src/siwx/check.ts'
const contract = 'host-sdk/src/siwx/verify/eip155-contract.ts'

const refuse = (code: string) => `throw new SiwxError('${code}')`

export const signIns: readonly Mutant[] = [
  weakenUnit(
    'C210',
    'a nonce stays valid after its signature',
    page,
    `if (!waiting.delete(nonce)) ${refuse('NONCE_USED')}`,
    `if (!waiting.has(nonce)) ${refuse('NONCE_USED')}`,
  ),
  weakenUnit(
    'C212',
    'a message may be for any domain',
    check,
    'host === read.domain && ',
    '(host === read.domain || read.domain) && ',
  ),
  weakenUnit(
    'C212',
    'a message may name any address',
    check,
    `originOf(read.uri) !== site.origin`,
    `originOf(read.uri) === ''`,
  ),
  weakenUnit(
    'C212',
    'a message may be of any account',
    check,
    '!isSameAddress(chainId, read.address, accountAddress)',
    'read.address === accountAddress.slice(1)',
  ),
  weakenUnit('C212', 'a message does not expire', check, `<= now) ${refuse('EXPIRED')}`, `< 0) ${refuse('EXPIRED')}`),
  weakenUnit('C213', 'a node may send us elsewhere', contract, `redirect: 'error'`, `redirect: 'follow'`),
]
