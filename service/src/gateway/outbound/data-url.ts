/** `data:` URLs (RFC 2397) as contracts write them, including characters that a URL would have to escape. */

export type DataContent = { readonly contentType: string; readonly bytes: Buffer }

const longestHead = 256

/** @returns `undefined` if it is not a `data:` URL, or holds more than `maxBytes` */
export function readDataUrl(text: string, maxBytes: number): DataContent | undefined {
  if (!/^data:/i.test(text)) return undefined
  const comma = text.slice(0, longestHead).indexOf(',')
  // A byte takes at most three characters.
  if (comma < 0 || text.length - comma > maxBytes * 3 + 1) return undefined
  const [type = '', ...parameters] = text.slice(5, comma).split(';')
  const isBase64 = parameters.at(-1)?.trim().toLowerCase() === 'base64'
  const body = text.slice(comma + 1)
  const bytes = isBase64 ? readBase64(body) : readEscaped(body)
  if (!bytes || bytes.byteLength > maxBytes) return undefined
  return { contentType: type.trim().toLowerCase() || 'text/plain', bytes }
}

function readBase64(body: string): Buffer | undefined {
  const digits = unescaped(body).replace(/\s+/g, '')
  return /^[\w+/-]*={0,2}$/.test(digits) ? Buffer.from(digits, 'base64') : undefined
}

const readEscaped = (body: string): Buffer => {
  // Like browsers, keep a percent sign that escapes nothing.
  const parts = body.split(/((?:%[0-9a-f]{2})+)/i)
  return Buffer.concat(
    parts.map((part, index) => (index % 2 === 1 ? Buffer.from(part.replaceAll('%', ''), 'hex') : Buffer.from(part))),
  )
}

const unescaped = (body: string): string => (body.includes('%') ? readEscaped(body).toString('latin1') : body)
