/** Reads the feature switches of the page. */
import { featureDefaults } from '@airlock/protocol/contracts/shapes/feature-defaults.ts'
import { Features as Schema } from '@airlock/protocol/contracts/shapes/options.ts'
import type { Configuration, FrameOptions } from './configuration.ts'
import { conform } from './conform.ts'
import { refuse } from './refuse.ts'
import type { Features } from './types.ts'

/**
 * @param before features that the page has set earlier
 * @throws {AirlockError} naming the feature
 */
export function readFeatures(
  features: Features,
  { termsUrl, privacyUrl }: Configuration['dapp'],
  before: object = featureDefaults,
): FrameOptions['features'] {
  // As a page writes it: `email: isProduction || undefined`.
  const given = Object.entries(features).filter(([, value]) => value !== undefined)
  // Without a text to agree to, the checkbox would make no sense.
  if (features.legalCheckbox && !termsUrl && !privacyUrl)
    refuse('`features.legalCheckbox` needs a `termsUrl` or `privacyUrl`')
  return conform(Schema, { ...before, ...Object.fromEntries(given) }, (path) => `features.${path}`)
}
