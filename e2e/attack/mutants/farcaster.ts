/** Mutants for Farcaster login. */
import { type Mutant, weaken } from './mutant.ts'

const message = 'service/src/wallet/farcaster/message.ts'
const registry = 'service/src/wallet/farcaster/registry.ts'
const relay = 'service/src/wallet/farcaster/relay.ts'
const login = 'service/src/wallet/domain/farcaster.ts'

export const farcasterMutants: readonly Mutant[] = [
  weaken('C292', 'a message may be for another domain', message, 'domain !== expected.domain || ', ''),
  weaken('C292', 'a message may be for another page', message, 'uri !== expected.uri', "uri === ''"),
  weaken('C292', 'a message may say anything', message, '!statements.has(statement)', "statement === ''"),
  weaken(
    'C292',
    'a message may be for another chain',
    message,
    'read.data.chainId !== chainId',
    'read.data.chainId === 0',
  ),
  weaken('C292', 'a message may name several accounts', message, 'fids.length !== 1 || ', ''),
  weaken('C292', 'the fields may be anywhere in a text', message, ' || !isWhole(text, read.data)', ''),
  weaken('C293', 'a message may answer another login', message, 'nonce !== expected.nonce', "nonce === ''"),
  weaken(
    'C293',
    'a login is completed as often as it is asked for',
    login,
    "if (!(await tx.flows.advance({ flowId: flow.id, ...steps.finish, now }))) throw new Refusal('ALREADY_USED')",
    'await tx.flows.find(flow.id, now)',
  ),
  weaken(
    'C294',
    'anybody may speak for any account',
    registry,
    'if (owned === fid) return true',
    'if (owned > 0n) return true',
  ),
  weaken('C294', 'a removed address may still sign in', registry, 'state === added && ', ''),
  weaken('C294', 'any key of the account may sign in', registry, ' && type === authAddress', ''),
  weaken(
    'C294',
    'a signature of anybody counts',
    registry,
    'return isAddressEqual(await',
    'return !isAddressEqual(await',
  ),
  weaken(
    'C294',
    'the registries of any chain count',
    registry,
    '(await client.getChainId()) !== 10',
    '(await client.getChainId()) === 0',
  ),
  weaken('C295', 'an expired message counts', message, ' && until > now - leewayMs', ''),
  weaken(
    'C295',
    'a message from before the login counts',
    message,
    'issuedAt.getTime() >= startedAt - leewayMs && ',
    '',
  ),
  weaken('C295', 'a message of the future counts', message, 'from <= now + leewayMs && ', ''),
  weaken('C296', 'any answer of a contract counts', registry, 'answer.data === validWord', 'answer.data !== undefined'),
  weaken(
    'C297',
    'a relay may hand out another code',
    relay,
    'nonce !== request.nonce || !isCodeOf(url, token, relayUrl)',
    'nonce !== request.nonce',
  ),
  weaken('C297', 'a relay may ask for another nonce', relay, 'nonce !== request.nonce || ', ''),
  weaken('C297', 'a phone may be led to a page without encryption', relay, 'return isEncrypted && ', 'return '),
  weaken('C298', 'any device may complete a login', login, ' || flow.jkt !== device.jkt', ''),
  weaken(
    'C298',
    'no verifier is needed',
    login,
    "!isSame(challengeOf(verifier), flow.challenge ?? '')",
    'verifier === flowId',
  ),
]
