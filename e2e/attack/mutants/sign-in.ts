/** Mutants for signing in with a message. */
import { type Mutant, weakenUnit } from './mutant.ts'

const page = 'host-sdk/src/siwx/index.ts'
const check = 'host-sdk/src/siwx/check.ts'
const server = 'host-sdk/src/siwx/server/index.ts'
const nonces = 'host-sdk/src/siwx/server/nonce.ts'
const http = 'host-sdk/src/siwx/server/http.ts'
const cookie = 'host-sdk/src/siwx/server/cookie.ts'
const contract = 'host-sdk/src/siwx/verify/eip155-contract.ts'

const flow = 'frame-app/src/modal/flows/sign-in.ts'

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
  weakenUnit(
    'C210',
    'the server does not remember a nonce that was used',
    server,
    `if (!(await store.add(\`nonce \${nonce}\`, endsAt))) ${refuse('NONCE_USED')}`,
    `if (endsAt < 0) ${refuse('NONCE_USED')}`,
  ),
  weakenUnit('C211', 'a nonce may be of anybody', nonces, `if (difference !== 0) ${refuse('NONCE_INVALID')}`, ''),
  weakenUnit('C211', 'a nonce does not expire', nonces, `if (endsAt <= now) ${refuse('NONCE_EXPIRED')}`, ''),
  weakenUnit(
    'C212',
    'a message may be for a network that the server does not list',
    check,
    ' || chains?.includes(chainId) === false',
    '',
  ),
  weakenUnit(
    'C214',
    'any origin may sign in and out',
    http,
    `request.method === 'GET' ? origin !== null && !isListed : !isListed`,
    `origin !== null && !isListed && request.method === 'GET'`,
  ),
  weakenUnit(
    'C214',
    'any origin may read the answers',
    http,
    'const isListed = origin !== null && origins.includes(origin)',
    'const isListed = origin !== null && origins.some((one) => one !== origin || one === origin)',
  ),
  weakenUnit(
    'C215',
    'nonces and cookies have the same key',
    'host-sdk/src/siwx/server/keys.ts',
    `siwx \${use}`,
    'siwx',
  ),
  weakenUnit('C215', 'a cookie of another use counts', cookie, '        audience,\n', ''),
  weakenUnit(
    'C215',
    'a copy of the cookie outlives the sign-out',
    cookie,
    'kept && !(await store.has(revoked(jti)))',
    'kept',
  ),
  weakenUnit(
    'C216',
    'the modal waits for the page as long as it takes',
    flow,
    'Promise.race([ended, late])',
    'Promise.all([ended, late])',
  ),
  weakenUnit(
    'C217',
    'each change in another tab is a question to the page',
    flow,
    '!isFree && !signal.aborted',
    '!isFree && signal.aborted',
  ),
]
