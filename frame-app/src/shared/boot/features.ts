/** The Permissions-Policy features that are delegated down to the wallet, and which of them are in effect in this document. */

export const delegatedFeatures = [
  'publickey-credentials-get',
  'publickey-credentials-create',
  'clipboard-write',
] as const

/** Without the name that only Chromium knows, about which others warn. */
export const knownFeatures = (document: Document): readonly string[] =>
  delegatedFeatures.filter((feature) => feature !== 'clipboard-write' || Reflect.has(document, 'featurePolicy'))

/** The delegated features that are in effect, for HELLO. */
export function readFeatures(document: Document): string[] {
  const policy: unknown = Reflect.get(document, 'featurePolicy')
  if (typeof policy !== 'object' || policy === null) return []
  const allows: unknown = Reflect.get(policy, 'allowsFeature')
  if (typeof allows !== 'function') return []
  return delegatedFeatures.filter((feature) => Reflect.apply(allows, policy, [feature]) === true)
}
