/** Apple's client secret: a JWT signed with the operator's key, valid for a few minutes (Sign in with Apple, client secret). */
import { importPKCS8, SignJWT } from 'jose'
import type { SocialSettings } from './settings.ts'

const audience = 'https://appleid.apple.com'

/** @throws {Error} if the key does not have Apple's format */
export async function appleSecret(
  { teamId, keyId, pem }: NonNullable<SocialSettings['appleKey']>,
  clientId: string,
): Promise<string> {
  const key = await importPKCS8(pem, 'ES256')
  return new SignJWT({})
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(teamId)
    .setIssuedAt()
    .setExpirationTime('5m')
    .setAudience(audience)
    .setSubject(clientId)
    .sign(key)
}
