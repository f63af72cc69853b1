/** Derives one key per use from the server's secret. */
const utf8 = (text: string) => new TextEncoder().encode(text)

const importKey = (bytes: Uint8Array<ArrayBuffer>) =>
  crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])

/** @param epoch of the store (`store.ts`) */
export async function keyOf(secret: string, use: string, epoch?: string): Promise<CryptoKey> {
  const purpose = ['airlock siwx', use, ...(epoch === undefined ? [] : [epoch])].join(' ')
  const made = await crypto.subtle.sign('HMAC', await importKey(utf8(secret)), utf8(purpose))
  return importKey(new Uint8Array(made))
}

export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
