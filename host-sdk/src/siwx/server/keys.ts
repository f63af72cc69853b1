/** Derives one key per use from the server's secret. */
const utf8 = (text: string) => new TextEncoder().encode(text)

const importKey = (bytes: Uint8Array<ArrayBuffer>) =>
  crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])

export async function keyOf(secret: string, use: string): Promise<CryptoKey> {
  const made = await crypto.subtle.sign('HMAC', await importKey(utf8(secret)), utf8(`airlock siwx ${use}`))
  return importKey(new Uint8Array(made))
}

export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
