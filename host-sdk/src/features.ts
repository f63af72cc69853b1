/** Reads the feature switches of the page. */
import { featureDefaults, featureLists } from '@airlock/protocol/contracts/shapes/feature-defaults.ts'
import type { FrameOptions } from './configuration.ts'
import { refuse } from './refuse.ts'
import type { Features } from './types.ts'

const choices: Readonly<Record<string, readonly string[]>> = featureLists

/** @throws {AirlockError} naming the feature */
export function readFeatures(features: Features): FrameOptions['features'] {
  for (const [name, value] of Object.entries(features)) {
    const isValid = Object.hasOwn(choices, name)
      ? isListOf(value, choices[name])
      : Object.hasOwn(featureDefaults, name) && typeof value === 'boolean'
    if (!isValid && !(name === 'socials' && value === false)) refuse(`features.${name}`)
  }
  return {
    ...featureDefaults,
    ...features,
    socials: features.socials || (features.socials === false ? [] : featureDefaults.socials),
  } as FrameOptions['features'] // every value was checked
}

const isListOf = (value: unknown, allowed: readonly unknown[] = []) =>
  Array.isArray(value) && new Set(value).size === value.length && value.every((item) => allowed.includes(item))
