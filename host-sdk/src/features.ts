/** Reads the feature switches of the page. */
import { featureDefaults } from '@airlock/protocol/contracts/shapes/feature-defaults.ts'
import { Features as Schema } from '@airlock/protocol/contracts/shapes/options.ts'
import type { Configuration, FrameOptions } from './configuration.ts'
import { conform } from './conform.ts'
import { notYet, refuse } from './refuse.ts'
import type { Features } from './types.ts'

/** A feature of the specification that does not exist yet: it can only be off. */
const later = /^smartSessions$/

/**
 * @param before features that the page has set earlier
 * @throws {AirlockError} naming the feature
 */
export function readFeatures(
  features: Features,
  { termsUrl, privacyUrl }: Configuration['dapp'],
  before: object = featureDefaults,
): FrameOptions['features'] {
  const existing = Object.entries(features).filter(([name, value]) => {
    const isLater = later.test(name)
    if (isLater && String(value || '')) notYet(`features.${name}`)
    return !isLater
  })
  // Without a text to agree to, the checkbox would make no sense.
  if (features.legalCheckbox && !termsUrl && !privacyUrl)
    refuse('`features.legalCheckbox` needs a `termsUrl` or `privacyUrl`')
  return conform(Schema, { ...before, ...Object.fromEntries(existing) }, (path) => `features.${path}`)
}
