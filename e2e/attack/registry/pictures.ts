/** Pictures and metadata: the gateway fetches untrusted addresses, and the modal shows the result. */
import type { Case } from './case.ts'
import { drawing, guardedFetch } from './proofs.ts'

export const pictures: readonly Case[] = [
  {
    id: 'C359',
    title: 'the text of an NFT keeps the gateway’s thread busy',
    ends: ['service'],
    defence: ['service/src/gateway/nfts/spam.ts#lure', 'service/src/gateway/nfts/spam.ts#lureInText'],
    proof: ['service/test/gateway/nfts/spam.test.ts'],
  },
  {
    id: 'C123',
    title:
      'an address in a contract, a name or a redirect makes the gateway connect to its own network, another port or another scheme',
    ends: ['service'],
    defence: [
      'service/src/gateway/outbound/address.ts#isPublicAddress',
      'service/src/gateway/outbound/target.ts#findUrl',
      'service/src/gateway/outbound/guarded-fetch.ts#checkedAddresses',
    ],
    proof: [guardedFetch],
  },
  {
    id: 'C124',
    title: 'a name has a public address while it is checked, and a private one when it is connected to',
    ends: ['service'],
    defence: ['service/src/gateway/outbound/exchange.ts#connectTo'],
    proof: [guardedFetch],
  },
  {
    id: 'C125',
    title: 'the image route used as a proxy, with a forged grant or one of another picture',
    ends: ['service'],
    defence: ['service/src/gateway/images/link.ts#createImageLinks'],
    proof: ['service/test/gateway/images/link.test.ts', 'service/test/gateway/images/route.test.ts'],
  },
  {
    id: 'C126',
    title: 'an SVG names files or addresses for the gateway to load',
    ends: ['service'],
    defence: ['service/src/gateway/images/draw.ts#drawPicture'],
    proof: [drawing],
  },
  {
    id: 'C127',
    title: 'a small picture unpacks to more than the memory of the gateway, or holds its decoder for minutes',
    ends: ['service'],
    defence: [
      'service/src/gateway/images/draw.ts#drawPicture',
      'service/src/gateway/images/decoder.ts#createDecoder',
      'service/src/gateway/images/pictures.ts#isRaster',
      'service/src/gateway/budget.ts#useUp',
    ],
    proof: [
      drawing,
      'service/test/gateway/images/decoder.test.ts',
      'service/test/gateway/images/route.test.ts',
      'service/test/gateway/images/pictures.test.ts',
      'service/test/gateway/budget.test.ts',
    ],
  },
  {
    id: 'C128',
    title: 'a hostile gateway returns a picture on another site, which would learn the user’s address',
    ends: ['modal'],
    defence: [
      'frame-app/src/modal/core/api/gateway-image.ts#gatewayImage',
      'service/src/frames/headers.ts#modalDirectives',
    ],
    proof: ['frame-app/src/modal/core/api/gateway-image.test.ts', 'specs/pictures.spec.ts'],
  },
  {
    id: 'C129',
    title: 'the metadata of an NFT lures, reverses text, is endless, or names a private address',
    ends: ['service'],
    defence: [
      'service/src/gateway/nfts/metadata-json.ts#readMetadata',
      'service/src/gateway/nfts/metadata.ts#createNftReader',
      'service/src/gateway/nfts/spam.ts#isSpam',
    ],
    proof: ['service/test/gateway/nfts/nfts.test.ts'],
  },
  {
    id: 'C139',
    title: 'a Solana account imitates the metadata of a mint: of another mint or program, truncated, or endless',
    ends: ['service'],
    defence: [
      'service/src/gateway/nfts/solana/layout.ts#readMetaplex',
      'service/src/gateway/nfts/solana/layout.ts#readMintExtension',
      'service/src/gateway/nfts/solana/mints.ts#createMintReader',
    ],
    proof: ['service/test/gateway/nfts/solana.test.ts'],
  },
]
