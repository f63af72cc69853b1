/** Mutants for pictures and metadata: the gateway's fetching and decoding, and the modal's loading. */
import { type Mutant, weaken, weakenUnit } from './mutant.ts'

const address = 'service/src/gateway/outbound/address.ts'
const target = 'service/src/gateway/outbound/target.ts'
const guardedFetch = 'service/src/gateway/outbound/guarded-fetch.ts'
const draw = 'service/src/gateway/images/draw.ts'
const link = 'service/src/gateway/images/link.ts'
const json = 'service/src/gateway/nfts/metadata-json.ts'
const layout = 'service/src/gateway/nfts/solana/layout.ts'
const mints = 'service/src/gateway/nfts/solana/mints.ts'

export const pictures: readonly Mutant[] = [
  weaken(
    'C123',
    'an address that holds an IPv4 address counts as public',
    address,
    'address instanceof ipaddr.IPv6 ? address.match(global6) :',
    'address instanceof ipaddr.IPv6 ? true :',
  ),
  weaken(
    'C123',
    'private ranges count as public',
    address,
    "address.range() !== 'unicast'",
    "address.range() === 'loopback'",
  ),
  weaken('C123', 'addresses in a URL are not checked', target, '!isPublicAddress(host)', 'false'),
  weaken('C123', 'any port is asked', target, "|| url.port !== ''", ''),
  weaken('C123', 'names and passwords are sent', target, "url.username !== '' || url.password !== ''", 'false'),
  weaken(
    'C123',
    'one public address of a name is enough',
    guardedFetch,
    '!addresses.every(isAllowed)',
    '!addresses.some(isAllowed)',
  ),
  weaken(
    'C123',
    'a redirect is not checked',
    guardedFetch,
    'target = findUrl(answer.location, options, target.url)',
    'target = { url: new URL(answer.location, target.url), isTrusted: false }',
  ),
  weaken('C123', 'a path leads out of its folder', target, 'return url.href.startsWith(', 'return Boolean('),
  weaken(
    'C124',
    'the connection looks the name up again',
    guardedFetch,
    'await checkedAddresses(hostOf(url))',
    'await checkedAddresses(hostOf(url)).then(() => resolve(hostOf(url), ended))',
  ),
  weaken(
    'C125',
    'a grant of any picture opens all',
    link,
    "lookup('image', encoded).slice",
    "lookup('image', 'any').slice",
  ),
  weaken('C125', 'an address needs no grant', link, '|| !timingSafeEqual(given, expected)', ''),
  weaken('C127', 'pictures may be of any size', draw, 'limitInputPixels: maxPixels', 'limitInputPixels: false'),
  weaken('C127', 'packed SVG is unpacked', draw, 'bytes[0] === 0x1f && bytes[1] === 0x8b', 'bytes.length === 0'),
  weakenUnit(
    'C128',
    'an address of any site is a picture of the gateway',
    'frame-app/src/modal/api/gateway-image.ts',
    "imagePath.exec(path ?? '')?.[1]",
    '(path || undefined)',
  ),
  weaken(
    'C129',
    'names are taken as they are',
    json,
    "cleanText(String(text.data).replace(/\\s+/g, ' '), max)",
    'String(text.data)',
  ),
  weaken('C129', 'any scheme is a picture', json, 'schemes.test(text) ? text : undefined', 'text'),
  weaken(
    'C129',
    'nothing is spam',
    'service/src/gateway/nfts/nfts.ts',
    'isSpam: facts !== undefined && isSpam(facts, places)',
    'isSpam: false',
  ),
  weaken('C139', 'an account of any program is metadata', mints, 'metaplex?.owner === metaplexProgram ?', 'metaplex ?'),
  weaken(
    'C139',
    'metadata may be about another mint',
    layout,
    'if (cursor.key() !== mint) return undefined\n    const [name, , uri] = [cursor.text(), cursor.text(), cursor.text()]\n    return { name, uri, collection: readSafely',
    'cursor.key()\n    const [name, , uri] = [cursor.text(), cursor.text(), cursor.text()]\n    return { name, uri, collection: readSafely',
  ),
  weaken('C139', 'the mint need not name itself', layout, 'if (place !== mint) return undefined', ''),
  weaken(
    'C139',
    'a length is trusted',
    'service/src/gateway/nfts/solana/cursor.ts',
    "if (length > bytes.length - at) throw new RangeError('The account ends early')",
    '',
  ),
  weaken('C139', 'names are taken as they are', mints, "cleanText(text ?? '', nameLength)", "text ?? ''"),
]
