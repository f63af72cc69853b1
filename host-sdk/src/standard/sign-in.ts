/** `solana:signIn`: builds the text of a sign-in message from the page's input, by the ABNF of the feature. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { fieldOf } from '../dom.ts'

/** The lines after the statement, in the order of the standard. */
const lines = [
  ['uri', 'URI'],
  ['version', 'Version'],
  ['chainId', 'Chain ID'],
  ['nonce', 'Nonce'],
  ['issuedAt', 'Issued At'],
  ['expirationTime', 'Expiration Time'],
  ['notBefore', 'Not Before'],
  ['requestId', 'Request ID'],
] as const

/**
 * @param domain the page's own: a message for another domain could sign the user in there
 * @throws BAD_SHAPE for a field that would add or replace a line
 */
export function signInText(input: unknown, domain: string, address: string): Uint8Array {
  const read = (key: string): string | undefined => {
    const value = fieldOf(input, key)
    if (value === undefined) return undefined
    return typeof value === 'string' && !/[\p{Cc}\u2028\u2029]/u.test(value) ? value : refuseField(key)
  }
  if ((read('domain') ?? domain) !== domain) refuseField('domain')
  if ((read('address') ?? address) !== address) throw new AirlockError('UNAUTHORIZED')
  const statement = read('statement')
  const facts = lines.flatMap(([key, label]) => {
    const value = read(key)
    return value === undefined ? [] : `${label}: ${value}`
  })
  const resources = readResources(fieldOf(input, 'resources'))
  if (resources) facts.push('Resources:', ...resources.map((resource) => `- ${resource}`))
  const parts = [`${domain} wants you to sign in with your Solana account:\n${address}`]
  if (statement) parts.push(statement)
  if (facts.length > 0) parts.push(facts.join('\n'))
  return new TextEncoder().encode(parts.join('\n\n'))
}

function readResources(value: unknown): readonly string[] | undefined {
  if (value === undefined) return undefined
  if (!Array.isArray(value)) refuseField('resources')
  return Array.from(value, (one: unknown) =>
    typeof one === 'string' && !/[\p{Cc}\u2028\u2029]/u.test(one) ? one : refuseField('resources'),
  )
}

function refuseField(key: string): never {
  throw new AirlockError('BAD_SHAPE', { message: `Sign-in input: \`${key}\` is not valid for this page` })
}
