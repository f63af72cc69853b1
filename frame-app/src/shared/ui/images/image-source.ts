/** Which images may be shown, and the monogram for all others. */

const maxDataUri = 128 * 1024
const dataImage = /^data:image\/(?:png|jpeg|jpg|webp|gif|avif|svg\+xml)[;,]/i

/** Allows data URIs up to a size, blobs, and files of our own origin. The policy would refuse anything else. */
export function readImageSource(source: string | undefined, ownOrigin: string): string | undefined {
  if (!source) return undefined
  if (dataImage.test(source)) return source.length <= maxDataUri ? source : undefined
  if (source.startsWith('blob:')) return source
  try {
    return new URL(source, ownOrigin).origin === ownOrigin ? source : undefined
  } catch {
    return undefined
  }
}

/** Always the same hue for the same id. */
export function hueOf(id: string): number {
  let hash = 0
  for (const character of id) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0
  return hash % 360
}

/** The first letter or digit; a dot if the name has neither. */
export function monogramOf(name: string): string {
  return /[\p{L}\p{N}]/u.exec(name)?.[0].toLocaleUpperCase() ?? '•'
}
