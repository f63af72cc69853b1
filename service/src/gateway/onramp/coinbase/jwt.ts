/**
 * The token of one request to the Coinbase Developer Platform: valid two minutes, for one method, host and path (the query is not covered).
 * Keys are Ed25519 (64 bytes in base64: seed and public key) or ES256 (PEM).
 */
import { createPrivateKey, type KeyObject, randomBytes, sign } from 'node:crypto'

export type CdpKey = { readonly id: string; readonly key: KeyObject; readonly alg: 'EdDSA' | 'ES256' }

const lifetime = 120
/** DER prefix of an Ed25519 private key's 32 bytes (RFC 8410 §7). */
const ed25519Head = Buffer.from('302e020100300506032b657004220420', 'hex')

/** @throws {Error} that does not contain the key */
export function readCdpKey(id: string, text: string): CdpKey {
  try {
    if (text.includes('PRIVATE KEY')) {
      const key = createPrivateKey(text.replaceAll('\\n', '\n'))
      if (key.asymmetricKeyType === 'ed25519') return { id, key, alg: 'EdDSA' }
      if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return { id, key, alg: 'ES256' }
    } else {
      const bytes = Buffer.from(text, 'base64')
      if (bytes.length === 64) {
        const der = Buffer.concat([ed25519Head, bytes.subarray(0, 32)])
        return { id, key: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }), alg: 'EdDSA' }
      }
    }
  } catch {
    // The original message could contain part of the key.
  }
  throw new Error('is no secret API key of the Coinbase Developer Platform: neither Ed25519 in base64 nor ES256 in PEM')
}

/** @param now unix seconds */
export function cdpToken({ id, key, alg }: CdpKey, method: 'GET' | 'POST', url: URL, now: number): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const header = { alg, kid: id, typ: 'JWT', nonce: randomBytes(16).toString('hex') }
  const claims = {
    iss: 'cdp',
    sub: id,
    aud: ['cdp_service'],
    iat: now,
    nbf: now,
    exp: now + lifetime,
    uris: [`${method} ${url.host}${url.pathname}`],
  }
  const signed = `${part(header)}.${part(claims)}`
  const signature =
    alg === 'EdDSA'
      ? sign(null, Buffer.from(signed), key)
      : sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
}
