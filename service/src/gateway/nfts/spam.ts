/**
 * Heuristic for spam NFTs. The result is only a flag; clients decide what to do with it. Anybody writes these texts, and an answer tests many of
 * them: no pattern has an unbounded repetition, so the time grows only with the length.
 */
import { findTarget, type Places } from '../outbound/target.ts'
import type { NftFacts } from './metadata.ts'

/** Web addresses, and typical lure words. */
export const lure =
  /https?:|www\.|[a-z0-9-]{2}\s?\.\s?(com|net|org|io|xyz|app|site|online|fi|gift|gifts|claim|claims|lol|cc|me|pro|live|top|finance|events?|network|link)\b|\b(claim|claims|airdrop|airdrops|rewards|voucher|giveaway|redeem|eligible)\b/i

/** A description usually links to its own site, so only lure words count there. */
export const lureInText =
  /\b(claim|redeem)\b.{0,80}(https?:|www\.|[a-z0-9-]{2}\.[a-z]{2,6}\b|reward|airdrop|prize|token)/is

export function isSpam({ collection, metadata }: NftFacts, places: Places): boolean {
  if (!metadata) return true
  const { name, description, image } = metadata
  if (lure.test(name) || lure.test(collection) || lureInText.test(description)) return true
  // A picture that can only be seen by visiting a site.
  return (
    image !== undefined &&
    !image.startsWith('data:') &&
    findTarget(image, places) === undefined &&
    !/^(ipfs|ipns|ar):/i.test(image)
  )
}
